# install.cmake: headers, packages for CMake and pkg-config, examples. The rules of backends and of the program are next to their
# targets.
include(CMakePackageConfigHelpers)

install(DIRECTORY include/mergus include/mergus_graphblas DESTINATION "${CMAKE_INSTALL_INCLUDEDIR}")
install(DIRECTORY semirings DESTINATION "${CMAKE_INSTALL_INCLUDEDIR}/mergus")
install(TARGETS mergus_headers mergus mergus_graphblas EXPORT mergus_targets)

set(package_dir "${CMAKE_INSTALL_LIBDIR}/cmake/mergus")
install(EXPORT mergus_targets NAMESPACE mergus:: FILE mergus-targets.cmake DESTINATION "${package_dir}")
configure_package_config_file(cmake/mergus-config.cmake.in "${PROJECT_BINARY_DIR}/mergus-config.cmake"
    INSTALL_DESTINATION "${package_dir}")
# While the major version is 0, a minor version may change the interface.
write_basic_package_version_file("${PROJECT_BINARY_DIR}/mergus-config-version.cmake" COMPATIBILITY SameMinorVersion)
install(FILES "${PROJECT_BINARY_DIR}/mergus-config.cmake" "${PROJECT_BINARY_DIR}/mergus-config-version.cmake"
    DESTINATION "${package_dir}")

# Paths in mergus.pc are relative to the file, so the tree can be moved.
file(RELATIVE_PATH pc_to_prefix "${CMAKE_INSTALL_FULL_LIBDIR}/pkgconfig" "${CMAKE_INSTALL_PREFIX}")
file(RELATIVE_PATH prefix_to_lib "${CMAKE_INSTALL_PREFIX}" "${CMAKE_INSTALL_FULL_LIBDIR}")
file(RELATIVE_PATH prefix_to_include "${CMAKE_INSTALL_PREFIX}" "${CMAKE_INSTALL_FULL_INCLUDEDIR}")
configure_file(cmake/mergus.pc.in "${PROJECT_BINARY_DIR}/mergus.pc" @ONLY)
configure_file(cmake/mergus-graphblas.pc.in "${PROJECT_BINARY_DIR}/mergus-graphblas.pc" @ONLY)
install(FILES "${PROJECT_BINARY_DIR}/mergus.pc" "${PROJECT_BINARY_DIR}/mergus-graphblas.pc" DESTINATION "${CMAKE_INSTALL_LIBDIR}/pkgconfig")

# The examples are a separate project: cmake -S PREFIX/share/doc/mergus/examples -B build -DCMAKE_PREFIX_PATH=PREFIX
install(DIRECTORY examples/ DESTINATION "${CMAKE_INSTALL_DOCDIR}/examples")
install(FILES LICENSE DESTINATION "${CMAKE_INSTALL_DOCDIR}")
