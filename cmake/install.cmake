# cmake --install: program, library, headers, and a package that find_package(trunnion) finds. Libraries without a CMake
# package of their own are looked for by the find modules that are installed with it.
include(GNUInstallDirs)
include(CMakePackageConfigHelpers)
set(package_dir ${CMAKE_INSTALL_LIBDIR}/cmake/trunnion)

install(TARGETS trunnion_app RUNTIME DESTINATION ${CMAKE_INSTALL_BINDIR} COMPONENT program)
install(FILES README.md CHANGELOG.md LICENSE THIRD-PARTY.md DESTINATION ${CMAKE_INSTALL_DOCDIR} COMPONENT program)
install(FILES docs/releases/${PROJECT_VERSION}.md RENAME RELEASE-NOTES.md DESTINATION ${CMAKE_INSTALL_DOCDIR} COMPONENT program)
install(DIRECTORY examples DESTINATION ${CMAKE_INSTALL_DOCDIR} COMPONENT program PATTERN out EXCLUDE)

set(CMAKE_INSTALL_DEFAULT_COMPONENT_NAME development)
install(TARGETS trunnion EXPORT trunnion ARCHIVE DESTINATION ${CMAKE_INSTALL_LIBDIR})
install(DIRECTORY ${CMAKE_SOURCE_DIR}/src/trunnion DESTINATION ${CMAKE_INSTALL_INCLUDEDIR} FILES_MATCHING PATTERN "*.h")
install(EXPORT trunnion NAMESPACE trunnion:: DESTINATION ${package_dir} FILE trunnion-targets.cmake)

configure_package_config_file(${CMAKE_CURRENT_LIST_DIR}/trunnion-config.cmake.in
  ${CMAKE_BINARY_DIR}/package/trunnion-config.cmake INSTALL_DESTINATION ${package_dir})
write_basic_package_version_file(${CMAKE_BINARY_DIR}/package/trunnion-config-version.cmake COMPATIBILITY SameMinorVersion)
file(GLOB find_modules ${CMAKE_CURRENT_LIST_DIR}/Find*.cmake)
install(FILES ${find_modules} ${CMAKE_CURRENT_LIST_DIR}/dependencies.cmake
  ${CMAKE_BINARY_DIR}/package/trunnion-config.cmake ${CMAKE_BINARY_DIR}/package/trunnion-config-version.cmake
  DESTINATION ${package_dir})
