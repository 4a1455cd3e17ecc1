# options.cmake: selects what is built. As a subproject, only the library and its backends are built by default.

option(MERGUS_BUILD_TOOLS "Build the command-line program" ${PROJECT_IS_TOP_LEVEL})
option(MERGUS_BUILD_CONFORMANCE "Build mergus::conformance, the suite that compares a backend with the oracle; tests imply it"
       ${PROJECT_IS_TOP_LEVEL})
option(MERGUS_BUILD_EXAMPLES "Build the examples" ${PROJECT_IS_TOP_LEVEL})
option(MERGUS_BUILD_BENCH "Build the benchmark program" ${PROJECT_IS_TOP_LEVEL})
option(MERGUS_BUILD_TESTS "Build the tests" ${PROJECT_IS_TOP_LEVEL})
option(MERGUS_BUILD_FUZZERS "Build the fuzz targets of tests/fuzz with libFuzzer (clang)" OFF)
option(MERGUS_BUILD_PYTHON "Build the Python package (bindings/python); needs Python 3.10 with headers, venv and pip" OFF)
option(MERGUS_INSTALL "Make install rules" ${PROJECT_IS_TOP_LEVEL})
option(MERGUS_WERROR "For developers: compile with warnings, which are errors" OFF)
option(MERGUS_COVERAGE "Build for coverage reports (gcov)" OFF)
set(MERGUS_SANITIZE "" CACHE STRING "Sanitizers to build with, as -fsanitize takes them (address,undefined)")

option(MERGUS_TEST_SANITIZED "Also run test suites on an emulated backend with sanitizers (g++)" OFF)

# ON: an error if it cannot be built. AUTO: built if possible.
set(MERGUS_CUDA AUTO CACHE STRING "Build the backend 'cuda': ON, OFF, or AUTO (if a CUDA toolkit from 12.4 on is found)")
if(PROJECT_IS_TOP_LEVEL)
    set(emulator_default AUTO)
else()
    set(emulator_default OFF)
endif()
set(MERGUS_EMULATOR ${emulator_default} CACHE STRING
    "Build the test backend 'cuda-emulated': ON, OFF, or AUTO (if Boost.Context is found)")
set_property(CACHE MERGUS_CUDA MERGUS_EMULATOR PROPERTY STRINGS AUTO ON OFF)

set(MERGUS_WITH_CUDA OFF)
if(MERGUS_CUDA)
    find_package(CUDAToolkit 12.4 QUIET)
    include(CheckLanguage)
    check_language(CUDA)
    if(CUDAToolkit_FOUND AND CMAKE_CUDA_COMPILER)
        set(MERGUS_WITH_CUDA ON)
    elseif(NOT MERGUS_CUDA STREQUAL "AUTO")
        message(FATAL_ERROR "MERGUS_CUDA is ${MERGUS_CUDA}, and no CUDA toolkit from 12.4 on was found "
                            "(toolkit: '${CUDAToolkit_VERSION}', compiler: '${CMAKE_CUDA_COMPILER}'). Set CUDACXX to its nvcc, "
                            "or MERGUS_CUDA to OFF.")
    endif()
endif()

set(MERGUS_MPI AUTO CACHE STRING "Build the transport of the backend 'blocks' over MPI: ON, OFF, or AUTO (if MPI is found)")
set_property(CACHE MERGUS_MPI PROPERTY STRINGS AUTO ON OFF)
set(MERGUS_WITH_MPI OFF)
if(MERGUS_MPI)
    find_package(MPI QUIET COMPONENTS C)
    if(MPI_C_FOUND)
        set(MERGUS_WITH_MPI ON)
    elseif(NOT MERGUS_MPI STREQUAL "AUTO")
        message(FATAL_ERROR "MERGUS_MPI is ${MERGUS_MPI}, and no MPI was found (Debian, Ubuntu: libopenmpi-dev). Set it to OFF.")
    endif()
endif()

# One architecture takes about two minutes of one core with COMMON (rebuilds compile only kernels that changed).
if(PROJECT_IS_TOP_LEVEL)
    set(precompile_default COMMON)
else()
    set(precompile_default OFF)
endif()
set(MERGUS_PRECOMPILE ${precompile_default} CACHE STRING
    "Kernels of the backend 'cuda' that are compiled with it: OFF, COMMON semirings, or ALL semirings on bool, int64, fp32 and fp64")
set_property(CACHE MERGUS_PRECOMPILE PROPERTY STRINGS OFF COMMON ALL)
if(MERGUS_PRECOMPILE AND NOT MERGUS_PRECOMPILE MATCHES "^(COMMON|ALL)$")
    message(FATAL_ERROR "MERGUS_PRECOMPILE is ${MERGUS_PRECOMPILE}; expected OFF, COMMON or ALL")
endif()
set(MERGUS_PRECOMPILE_ARCHITECTURES 90 CACHE STRING
    "Compute capabilities for which MERGUS_PRECOMPILE compiles, for instance 80;90. Other GPUs compile at run time")

set(MERGUS_WITH_EMULATOR OFF)
if(MERGUS_EMULATOR)
    find_package(Boost QUIET CONFIG COMPONENTS context)
    if(TARGET Boost::context)
        set(MERGUS_WITH_EMULATOR ON)
    elseif(NOT MERGUS_EMULATOR STREQUAL "AUTO")
        message(FATAL_ERROR "MERGUS_EMULATOR is ${MERGUS_EMULATOR}, and Boost.Context was not found (Debian, Ubuntu: "
                            "libboost-context-dev). Set Boost_DIR, or MERGUS_EMULATOR to OFF.")
    endif()
endif()
if(MERGUS_BUILD_TESTS AND NOT MERGUS_WITH_EMULATOR)
    message(FATAL_ERROR "MERGUS_BUILD_TESTS needs the backend 'cuda-emulated' (MERGUS_EMULATOR is ${MERGUS_EMULATOR}; it needs "
                        "Boost.Context). Set MERGUS_BUILD_TESTS to OFF to build without it.")
endif()
