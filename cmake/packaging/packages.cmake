# packages.cmake: packages of a build, made with `cpack` in its folder: a tarball of the whole tree, which may be unpacked anywhere,
# and a .deb file for each component of the install rules. scripts/packages makes and tests them.
set(CPACK_GENERATOR TGZ DEB)
set(CPACK_PACKAGE_NAME mergus)
set(CPACK_PACKAGE_VENDOR Mergus)
if(NOT CPACK_PACKAGE_CONTACT)
    set(CPACK_PACKAGE_CONTACT "Mergus maintainers <maintainers@mergus.invalid>")
endif()
set(CPACK_PACKAGE_DESCRIPTION_SUMMARY "") # each component has its own
set(CPACK_PACKAGE_FILE_NAME "mergus-${PROJECT_VERSION}-${CMAKE_SYSTEM_NAME}-${CMAKE_SYSTEM_PROCESSOR}") # of the tarball
set(CPACK_PACKAGE_DESCRIPTION "Mergus is a C++20 library for sparse matrix algebra over user-defined
 semirings, with the semantics of GraphBLAS, on GPUs and CPUs.")
set(CPACK_RESOURCE_FILE_LICENSE "${PROJECT_SOURCE_DIR}/LICENSE")
set(CPACK_RESOURCE_FILE_README "${PROJECT_SOURCE_DIR}/README.md")
set(CPACK_STRIP_FILES ON)
set(CPACK_VERBATIM_VARIABLES ON)
set(CPACK_THREADS 0)

# ---- .deb files: one a component ------------------------------------------------------------------------------------------
set(CPACK_DEB_COMPONENT_INSTALL ON)
set(CPACK_DEBIAN_FILE_NAME DEB-DEFAULT)
set(CPACK_DEBIAN_PACKAGE_SHLIBDEPS ON)
set(CPACK_DEBIAN_PACKAGE_CONTROL_STRICT_PERMISSION ON)
set(CPACK_DEBIAN_ENABLE_COMPONENT_DEPENDS ON) # of the same version
set(CPACK_DEBIAN_PACKAGE_SHLIBDEPS_PRIVATE_DIRS "${CMAKE_LIBRARY_OUTPUT_DIRECTORY}")
set(soversion "${PROJECT_VERSION_MAJOR}.${PROJECT_VERSION_MINOR}")
set(CPACK_COMPONENTS_ALL "")

# mergus_deb(component package section summary [component it depends on...])
macro(mergus_deb component package section summary)
    string(TOUPPER "${component}" key)
    set(CPACK_DEBIAN_${key}_PACKAGE_NAME "${package}")
    set(CPACK_DEBIAN_${key}_PACKAGE_SECTION "${section}")
    set(CPACK_COMPONENT_${key}_DESCRIPTION "${summary}\n${CPACK_PACKAGE_DESCRIPTION}")
    set(CPACK_COMPONENT_${key}_DEPENDS "${ARGN}")
    list(APPEND CPACK_COMPONENTS_ALL ${component})
    # In packages only.
    install(FILES "${PROJECT_SOURCE_DIR}/cmake/packaging/copyright" DESTINATION "${CMAKE_INSTALL_DATADIR}/doc/${package}"
        COMPONENT ${component} EXCLUDE_FROM_ALL)
endmacro()

mergus_deb(library libmergus${soversion} libs "library for sparse matrix algebra over semirings")
set(CPACK_DEBIAN_LIBRARY_PACKAGE_RECOMMENDS "mergus-suitesparse | mergus-cuda") # it computes nothing without a backend
mergus_deb(graphblas libmergus-graphblas${soversion} libs "GraphBLAS C API on the backends of Mergus" library)
mergus_deb(suitesparse mergus-suitesparse math "CPU backend of Mergus" library)
mergus_deb(development libmergus-dev libdevel "development files of Mergus" library graphblas)
set(CPACK_DEBIAN_DEVELOPMENT_PACKAGE_SHLIBDEPS OFF)
if(TARGET mergus_backend_cuda)
    mergus_deb(cuda mergus-cuda math "CUDA backend of Mergus" library)
    # Opened at run time; the packages are NVIDIA's.
    set(CPACK_DEBIAN_CUDA_PACKAGE_SUGGESTS "cuda-nvrtc-13-0 | cuda-nvrtc-12-9 | cuda-nvrtc-12-8")
endif()
if(TARGET mergus_blocks_mpi)
    mergus_deb(mpi mergus-mpi math "processes for the backend blocks of Mergus, over MPI" library)
endif()
if(TARGET mergus_parquet)
    mergus_deb(parquet mergus-parquet math "Parquet files for Mergus, by Apache Arrow" library)
endif()
if(TARGET mergus_cli)
    mergus_deb(tools mergus math "command-line program of Mergus" library suitesparse)
endif()
include(CPack)
