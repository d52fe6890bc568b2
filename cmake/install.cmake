# What `cmake --install` puts where. The components are the Debian packages of packages.cmake:
# runtime, library, development, python.

# Debian's linker, pkg-config and CMake look there, below /usr, /usr/local or elsewhere.
if(EXISTS /etc/debian_version AND CMAKE_LIBRARY_ARCHITECTURE AND NOT DEFINED CMAKE_INSTALL_LIBDIR)
  set(CMAKE_INSTALL_LIBDIR lib/${CMAKE_LIBRARY_ARCHITECTURE} CACHE PATH "Libraries, below the prefix")
endif()
include(GNUInstallDirs)
include(CMakePackageConfigHelpers)

# All that is installed, without tests and benchmarks.
add_custom_target(installed DEPENDS dplda dplda_static dplda_shared)
foreach(target dplda_manual dplda_python)
  if(TARGET ${target})
    add_dependencies(installed ${target})
  endif()
endforeach()

# The program and what belongs to it.
install(TARGETS dplda RUNTIME DESTINATION ${CMAKE_INSTALL_BINDIR} COMPONENT runtime)
install(FILES README.md PRIVACY.md SECURITY.md CHANGELOG.md DESTINATION ${CMAKE_INSTALL_DOCDIR} COMPONENT runtime)
install(DIRECTORY docs DESTINATION ${CMAKE_INSTALL_DOCDIR} COMPONENT runtime)
install(FILES LICENSE DESTINATION ${CMAKE_INSTALL_DOCDIR} COMPONENT licence)
set(man_destination ${CMAKE_INSTALL_MANDIR}/man1)
configure_file(cmake/install_manual.cmake.in install_manual.cmake @ONLY)
install(SCRIPT ${CMAKE_CURRENT_BINARY_DIR}/install_manual.cmake COMPONENT runtime)
set(completions ${CMAKE_CURRENT_BINARY_DIR}/completions)
install(FILES ${completions}/dplda.bash DESTINATION ${CMAKE_INSTALL_DATADIR}/bash-completion/completions
        RENAME dplda COMPONENT runtime OPTIONAL)
install(FILES ${completions}/_dplda DESTINATION ${CMAKE_INSTALL_DATADIR}/zsh/vendor-completions COMPONENT runtime OPTIONAL)
install(FILES ${completions}/dplda.fish DESTINATION ${CMAKE_INSTALL_DATADIR}/fish/vendor_completions.d
        COMPONENT runtime OPTIONAL)

# The library, and what one needs to compile against it.
install(TARGETS dplda_shared EXPORT dpldaTargets
        LIBRARY DESTINATION ${CMAKE_INSTALL_LIBDIR} COMPONENT library NAMELINK_COMPONENT development
        INCLUDES DESTINATION ${CMAKE_INSTALL_INCLUDEDIR})
install(TARGETS dplda_static ARCHIVE DESTINATION ${CMAKE_INSTALL_LIBDIR} COMPONENT development)
install(DIRECTORY include/dplda DESTINATION ${CMAKE_INSTALL_INCLUDEDIR} COMPONENT development FILES_MATCHING PATTERN *.h)

set(config_destination ${CMAKE_INSTALL_LIBDIR}/cmake/dplda)
install(EXPORT dpldaTargets NAMESPACE dplda:: DESTINATION ${config_destination} COMPONENT development)
configure_package_config_file(cmake/dpldaConfig.cmake.in dpldaConfig.cmake INSTALL_DESTINATION ${config_destination})
write_basic_package_version_file(${CMAKE_CURRENT_BINARY_DIR}/dpldaConfigVersion.cmake COMPATIBILITY SameMinorVersion)
install(FILES ${CMAKE_CURRENT_BINARY_DIR}/dpldaConfig.cmake ${CMAKE_CURRENT_BINARY_DIR}/dpldaConfigVersion.cmake
        DESTINATION ${config_destination} COMPONENT development)

# How far the prefix is from dplda.pc, which may be moved together with it.
file(RELATIVE_PATH pc_to_prefix /${CMAKE_INSTALL_LIBDIR}/pkgconfig /)
string(REGEX REPLACE "/$" "" pc_to_prefix "${pc_to_prefix}")
configure_file(cmake/dplda.pc.in dplda.pc @ONLY)
install(FILES ${CMAKE_CURRENT_BINARY_DIR}/dplda.pc DESTINATION ${CMAKE_INSTALL_LIBDIR}/pkgconfig COMPONENT development)
