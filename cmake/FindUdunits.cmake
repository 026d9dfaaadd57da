# Defines the target Udunits::udunits2.
find_path(UDUNITS_INCLUDE_DIR udunits2.h)
find_library(UDUNITS_LIBRARY udunits2)
include(FindPackageHandleStandardArgs)
find_package_handle_standard_args(Udunits DEFAULT_MSG UDUNITS_LIBRARY UDUNITS_INCLUDE_DIR)
if(Udunits_FOUND AND NOT TARGET Udunits::udunits2)
  add_library(Udunits::udunits2 INTERFACE IMPORTED)
  set_target_properties(Udunits::udunits2 PROPERTIES
    INTERFACE_INCLUDE_DIRECTORIES "${UDUNITS_INCLUDE_DIR}"
    INTERFACE_LINK_LIBRARIES "${UDUNITS_LIBRARY}")
endif()
mark_as_advanced(UDUNITS_INCLUDE_DIR UDUNITS_LIBRARY)
