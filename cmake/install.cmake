# install.cmake: headers, packages for CMake and pkg-config, examples. The rules of backends and of the program are next to their
# targets. Each rule names a component, which is a package of cmake/packaging/packages.cmake.
include(CMakePackageConfigHelpers)

install(DIRECTORY include/mergus include/mergus_graphblas DESTINATION "${CMAKE_INSTALL_INCLUDEDIR}" COMPONENT development)
install(DIRECTORY semirings DESTINATION "${CMAKE_INSTALL_INCLUDEDIR}/mergus" COMPONENT development)
install(TARGETS mergus_headers EXPORT mergus_targets)
install(TARGETS mergus EXPORT mergus_targets LIBRARY COMPONENT library NAMELINK_COMPONENT development)
install(TARGETS mergus_graphblas EXPORT mergus_targets LIBRARY COMPONENT graphblas NAMELINK_COMPONENT development)

set(package_dir "${CMAKE_INSTALL_LIBDIR}/cmake/mergus")
install(EXPORT mergus_targets NAMESPACE mergus:: FILE mergus-targets.cmake DESTINATION "${package_dir}"
    COMPONENT development)
configure_package_config_file(cmake/mergus-config.cmake.in "${PROJECT_BINARY_DIR}/mergus-config.cmake"
    INSTALL_DESTINATION "${package_dir}")
# While the major version is 0, a minor version may change the interface.
write_basic_package_version_file("${PROJECT_BINARY_DIR}/mergus-config-version.cmake" COMPATIBILITY SameMinorVersion)
install(FILES "${PROJECT_BINARY_DIR}/mergus-config.cmake" "${PROJECT_BINARY_DIR}/mergus-config-version.cmake"
    DESTINATION "${package_dir}" COMPONENT development)

# find_package(GraphBLAS) with GraphBLAS_DIR=PREFIX/lib/cmake/mergus/GraphBLAS. A project that asks for a version means that of the C
# API; those of SuiteSparse:GraphBLAS are higher and refused.
set(graphblas_api_version 2.1.0)
set(graphblas_include_dir "${CMAKE_INSTALL_INCLUDEDIR}/mergus_graphblas")
set(graphblas_library "${CMAKE_INSTALL_LIBDIR}/${CMAKE_SHARED_LIBRARY_PREFIX}mergus_graphblas${CMAKE_SHARED_LIBRARY_SUFFIX}")
configure_package_config_file(cmake/GraphBLASConfig.cmake.in "${PROJECT_BINARY_DIR}/GraphBLASConfig.cmake"
    INSTALL_DESTINATION "${package_dir}/GraphBLAS" PATH_VARS graphblas_include_dir graphblas_library)
write_basic_package_version_file("${PROJECT_BINARY_DIR}/GraphBLASConfigVersion.cmake"
    VERSION "${graphblas_api_version}" COMPATIBILITY SameMajorVersion)
install(FILES "${PROJECT_BINARY_DIR}/GraphBLASConfig.cmake" "${PROJECT_BINARY_DIR}/GraphBLASConfigVersion.cmake"
    DESTINATION "${package_dir}/GraphBLAS" COMPONENT development)

# Paths in mergus.pc are relative to the file, so the tree can be moved.
file(RELATIVE_PATH pc_to_prefix "${CMAKE_INSTALL_FULL_LIBDIR}/pkgconfig" "${CMAKE_INSTALL_PREFIX}")
file(RELATIVE_PATH prefix_to_lib "${CMAKE_INSTALL_PREFIX}" "${CMAKE_INSTALL_FULL_LIBDIR}")
file(RELATIVE_PATH prefix_to_include "${CMAKE_INSTALL_PREFIX}" "${CMAKE_INSTALL_FULL_INCLUDEDIR}")
configure_file(cmake/mergus.pc.in "${PROJECT_BINARY_DIR}/mergus.pc" @ONLY)
configure_file(cmake/mergus-graphblas.pc.in "${PROJECT_BINARY_DIR}/mergus-graphblas.pc" @ONLY)
install(FILES "${PROJECT_BINARY_DIR}/mergus.pc" "${PROJECT_BINARY_DIR}/mergus-graphblas.pc"
    DESTINATION "${CMAKE_INSTALL_LIBDIR}/pkgconfig" COMPONENT development)

# The examples are a separate project: cmake -S PREFIX/share/doc/mergus/examples -B build -DCMAKE_PREFIX_PATH=PREFIX
install(DIRECTORY examples/ DESTINATION "${CMAKE_INSTALL_DOCDIR}/examples" COMPONENT development PATTERN contributing EXCLUDE)
install(FILES LICENSE README.md CHANGELOG.md DESTINATION "${CMAKE_INSTALL_DOCDIR}" COMPONENT library)
