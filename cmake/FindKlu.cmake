# SuiteSparse KLU ships no CMake package: unsymmetric LU for very sparse matrices.
find_path(Klu_INCLUDE_DIR klu.h PATH_SUFFIXES suitesparse)
find_library(Klu_LIBRARY klu)
include(FindPackageHandleStandardArgs)
find_package_handle_standard_args(Klu REQUIRED_VARS Klu_LIBRARY Klu_INCLUDE_DIR)
if(Klu_FOUND AND NOT TARGET Klu::Klu)
  add_library(Klu::Klu UNKNOWN IMPORTED)
  set_target_properties(Klu::Klu PROPERTIES IMPORTED_LOCATION ${Klu_LIBRARY}
                        INTERFACE_INCLUDE_DIRECTORIES ${Klu_INCLUDE_DIR})
endif()
