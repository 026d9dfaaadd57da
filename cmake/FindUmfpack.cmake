# SuiteSparse UMFPACK ships no CMake package: unsymmetric multifrontal LU.
find_path(Umfpack_INCLUDE_DIR umfpack.h PATH_SUFFIXES suitesparse)
find_library(Umfpack_LIBRARY umfpack)
include(FindPackageHandleStandardArgs)
find_package_handle_standard_args(Umfpack REQUIRED_VARS Umfpack_LIBRARY Umfpack_INCLUDE_DIR)
if(Umfpack_FOUND AND NOT TARGET Umfpack::Umfpack)
  add_library(Umfpack::Umfpack UNKNOWN IMPORTED)
  set_target_properties(Umfpack::Umfpack PROPERTIES IMPORTED_LOCATION ${Umfpack_LIBRARY}
                        INTERFACE_INCLUDE_DIRECTORIES ${Umfpack_INCLUDE_DIR})
endif()
