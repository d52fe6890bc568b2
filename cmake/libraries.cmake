# The libraries for others, made of the core's objects. Neither has more than the rooms that src/api may use.

add_library(dplda_static STATIC
            "$<FILTER:$<TARGET_OBJECTS:dplda_core>,EXCLUDE,dplda_core.dir/.*src[/_]speed[/_]>")
set_target_properties(dplda_static PROPERTIES OUTPUT_NAME dplda LINKER_LANGUAGE CXX)

# The objects of src/api and what they need of the core, of which only DPLDA_API is shown.
add_library(dplda_shared SHARED $<FILTER:$<TARGET_OBJECTS:dplda_core>,INCLUDE,dplda_core.dir/.*src[/_]api[/_]>)
target_link_libraries(dplda_shared PRIVATE dplda_core)
target_link_options(dplda_shared PRIVATE LINKER:--version-script=${CMAKE_CURRENT_LIST_DIR}/exported.map
                                         LINKER:--no-undefined LINKER:--as-needed)
target_include_directories(dplda_shared INTERFACE $<BUILD_INTERFACE:${PROJECT_SOURCE_DIR}/include>)
target_compile_features(dplda_shared INTERFACE cxx_std_20)
set_target_properties(dplda_shared PROPERTIES
  OUTPUT_NAME dplda
  EXPORT_NAME dplda
  LINKER_LANGUAGE CXX
  LINK_DEPENDS ${CMAKE_CURRENT_LIST_DIR}/exported.map
  VERSION ${PROJECT_VERSION}
  SOVERSION ${PROJECT_VERSION_MAJOR}.${PROJECT_VERSION_MINOR})
