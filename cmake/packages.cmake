# Debian packages, one a component of install.cmake: `cpack -G DEB` in the build directory makes them.
set(CPACK_GENERATOR DEB)
set(CPACK_PACKAGE_CONTACT "The dplda authors")
set(CPACK_PACKAGE_DIRECTORY ${CMAKE_CURRENT_BINARY_DIR}/packages)
set(CPACK_PACKAGING_INSTALL_PREFIX /usr)
set(CPACK_STRIP_FILES ON)
set(CPACK_DEB_COMPONENT_INSTALL ON)
set(CPACK_DEBIAN_PACKAGE_RELEASE 1)
set(CPACK_DEBIAN_FILE_NAME DEB-DEFAULT)
set(CPACK_DEBIAN_PACKAGE_CONTROL_STRICT_PERMISSION ON)
set(CPACK_DEBIAN_PACKAGE_SHLIBDEPS ON)
set(CPACK_INSTALL_DEFAULT_DIRECTORY_PERMISSIONS OWNER_READ OWNER_WRITE OWNER_EXECUTE GROUP_READ GROUP_EXECUTE
                                                WORLD_READ WORLD_EXECUTE)

set(about "dplda learns the topics of a collection of texts (latent Dirichlet allocation)
under differential privacy, or plainly, with a ledger of all that was released.")

set(CPACK_DEBIAN_RUNTIME_PACKAGE_NAME dplda)
set(CPACK_DEBIAN_RUNTIME_PACKAGE_SECTION science)
set(CPACK_DEBIAN_RUNTIME_DESCRIPTION "topic models under differential privacy: command line
${about}

This package has the program, its man pages and completions, and the guides.")

# Before 1.0 a minor version may change the interface of the library: its name carries it.
set(CPACK_DEBIAN_LIBRARY_PACKAGE_NAME libdplda${PROJECT_VERSION_MAJOR}.${PROJECT_VERSION_MINOR})
set(CPACK_DEBIAN_LIBRARY_PACKAGE_SECTION libs)
configure_file(packaging/shlibs.in packaging/shlibs @ONLY)
set(CPACK_DEBIAN_LIBRARY_PACKAGE_CONTROL_EXTRA ${CMAKE_CURRENT_BINARY_DIR}/packaging/shlibs
                                               ${PROJECT_SOURCE_DIR}/packaging/triggers)
set(CPACK_DEBIAN_LIBRARY_DESCRIPTION "topic models under differential privacy: shared library
${about}

This package has the shared library, for C++ programs.")

set(CPACK_DEBIAN_DEVELOPMENT_PACKAGE_NAME libdplda-dev)
set(CPACK_DEBIAN_DEVELOPMENT_PACKAGE_SECTION libdevel)
set(CPACK_DEBIAN_DEVELOPMENT_PACKAGE_DEPENDS
    "${CPACK_DEBIAN_LIBRARY_PACKAGE_NAME} (= ${PROJECT_VERSION}-${CPACK_DEBIAN_PACKAGE_RELEASE}), libfmt-dev, libhwy-dev, libsodium-dev, liblinear-dev, libstemmer-dev, libutf8proc-dev, libzstd-dev, zlib1g-dev")
set(CPACK_DEBIAN_DEVELOPMENT_DESCRIPTION "topic models under differential privacy: development files
${about}

This package has the header, the static library and what CMake and pkg-config
need to find them.")

set(CPACK_DEBIAN_PYTHON_PACKAGE_NAME python3-dplda)
set(CPACK_DEBIAN_PYTHON_PACKAGE_SECTION python)
set(CPACK_DEBIAN_PYTHON_PACKAGE_CONTROL_EXTRA ${PROJECT_SOURCE_DIR}/packaging/python3-dplda/postinst
                                              ${PROJECT_SOURCE_DIR}/packaging/python3-dplda/prerm)
if(DPLDA_PYTHON)  # the binding is for one minor version of Python
  execute_process(COMMAND ${DPLDA_PYTHON_EXECUTABLE} -c "import sys; print(sys.version_info[1])"
                  OUTPUT_VARIABLE python_minor OUTPUT_STRIP_TRAILING_WHITESPACE COMMAND_ERROR_IS_FATAL ANY)
  math(EXPR python_next "${python_minor} + 1")
  set(CPACK_DEBIAN_PYTHON_PACKAGE_DEPENDS
      "python3 (>= 3.${python_minor}), python3 (<< 3.${python_next}), python3-numpy, python3-scipy, python3-sklearn")
endif()
set(CPACK_DEBIAN_PYTHON_DESCRIPTION "topic models under differential privacy: Python module
${about}

This package has estimators for scikit-learn and the program as a module.")

# Only components that have something to install.
get_cmake_property(components COMPONENTS)
foreach(component runtime library development python)
  if(component IN_LIST components)
    list(APPEND CPACK_COMPONENTS_ALL ${component})
  endif()
endforeach()

# What Debian wants in each package, and nobody else.
find_program(GZIP_PROGRAM gzip)
if(GZIP_PROGRAM)
  configure_file(packaging/changelog packaging/changelog COPYONLY)
  execute_process(COMMAND ${GZIP_PROGRAM} -9nc packaging/changelog OUTPUT_FILE packaging/changelog.Debian.gz
                  WORKING_DIRECTORY ${CMAKE_CURRENT_BINARY_DIR})
endif()
foreach(component ${CPACK_COMPONENTS_ALL})
  string(TOUPPER ${component} name)
  set(documents share/doc/${CPACK_DEBIAN_${name}_PACKAGE_NAME})
  install(FILES packaging/copyright ${CMAKE_CURRENT_BINARY_DIR}/packaging/changelog.Debian.gz
          DESTINATION ${documents} COMPONENT ${component} EXCLUDE_FROM_ALL)
  # The notices of those whose headers are compiled in.
  set(compiled_in libfmt-dev libhwy-dev nlohmann-json3-dev)
  if(component MATCHES "runtime|python")
    list(APPEND compiled_in libcli11-dev)
  endif()
  if(component STREQUAL python)
    list(APPEND compiled_in pybind11-dev)
  endif()
  foreach(headers ${compiled_in})
    install(FILES /usr/share/doc/${headers}/copyright DESTINATION ${documents}/compiled-in RENAME ${headers}.copyright
            COMPONENT ${component} EXCLUDE_FROM_ALL OPTIONAL)
  endforeach()
endforeach()

include(CPack)
