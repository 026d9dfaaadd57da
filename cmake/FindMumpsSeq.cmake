# Defines the target MumpsSeq::dmumps: the sequential double-precision MUMPS.
find_path(MUMPS_SEQ_INCLUDE_DIR dmumps_c.h)
find_library(MUMPS_SEQ_LIBRARY dmumps_seq)
include(FindPackageHandleStandardArgs)
find_package_handle_standard_args(MumpsSeq DEFAULT_MSG MUMPS_SEQ_LIBRARY MUMPS_SEQ_INCLUDE_DIR)
if(MumpsSeq_FOUND AND NOT TARGET MumpsSeq::dmumps)
  add_library(MumpsSeq::dmumps INTERFACE IMPORTED)
  set_target_properties(MumpsSeq::dmumps PROPERTIES
    INTERFACE_INCLUDE_DIRECTORIES "${MUMPS_SEQ_INCLUDE_DIR}"
    INTERFACE_LINK_LIBRARIES "${MUMPS_SEQ_LIBRARY}")
endif()
mark_as_advanced(MUMPS_SEQ_INCLUDE_DIR MUMPS_SEQ_LIBRARY)
