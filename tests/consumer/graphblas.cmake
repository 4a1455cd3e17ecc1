# The GraphBLAS C API from an installed tree: C11 and C++20, each compiler, through find_package(mergus), find_package(GraphBLAS) and
# pkg-config; and the version of the shared library.
include("${CMAKE_CURRENT_LIST_DIR}/steps.cmake")
file(REMOVE_RECURSE "${WORK_DIR}")
set(prefix "${WORK_DIR}/prefix")
if(SANITIZE)
    set(FLAGS "${FLAGS} -fsanitize=${SANITIZE}")
endif()
must("${CMAKE_COMMAND}" --install "${BUILD_DIR}" --prefix "${prefix}")
set(program "${SOURCE_DIR}/graphblas")
set(run ${clean_environment} MERGUS_BACKEND=suitesparse)
if(SANITIZE MATCHES "address") # does not support RTLD_DEEPBIND, which that backend needs
    set(run ${clean_environment} MERGUS_BACKEND=cuda-emulated)
endif()

# ---- the version ----------------------------------------------------------------------------------------------------------
set(library "${prefix}/${LIBDIR}/libmergus_graphblas.so")
must_exist("${library}" "${library}.${SOVERSION}" "${library}.${VERSION}")
if(READELF)
    must("${READELF}" -d "${library}" OUTPUT dynamic)
    if(NOT dynamic MATCHES "soname: \\[libmergus_graphblas\\.so\\.${SOVERSION}\\]")
        message(FATAL_ERROR "the soname is not libmergus_graphblas.so.${SOVERSION}:\n${dynamic}")
    endif()
endif()

# ---- compilers: the build's, and clang if there is one --------------------------------------------------------------------
set(compilers "${CC}|${CXX}")
find_program(clang NAMES clang clang-19 clang-18 clang-17 clang-16 clang-15 clang-14)
find_program(clangxx NAMES clang++ clang++-19 clang++-18 clang++-17 clang++-16 clang++-15 clang++-14)
if(clang AND clangxx AND NOT SANITIZE)
    list(APPEND compilers "${clang}|${clangxx}")
endif()
find_program(pkg_config NAMES pkg-config pkgconf REQUIRED)
set(ENV{PKG_CONFIG_PATH} "${prefix}/${LIBDIR}/pkgconfig")
execute_process(COMMAND "${pkg_config}" --cflags --libs mergus-graphblas OUTPUT_VARIABLE arguments
    OUTPUT_STRIP_TRAILING_WHITESPACE COMMAND_ERROR_IS_FATAL ANY)
separate_arguments(arguments UNIX_COMMAND "${arguments}")
separate_arguments(flags UNIX_COMMAND "${FLAGS}")

# The command of the documentation, with this tree as its prefix.
file(STRINGS "${MERGUS_SOURCE_DIR}/docs/C-API.md" documented REGEX "^    cc program\\.c ")
if(documented STREQUAL "")
    message(FATAL_ERROR "docs/C-API.md has no command that compiles program.c")
endif()
string(REPLACE "PREFIX/lib" "${prefix}/${LIBDIR}" documented "${documented}")
string(REPLACE "PREFIX" "${prefix}" documented "${documented}")
string(REGEX REPLACE "^    cc program\\.c " "" documented "${documented}")
separate_arguments(documented UNIX_COMMAND "${documented}")

foreach(pair IN LISTS compilers)
    string(REPLACE "|" ";" pair "${pair}")
    list(GET pair 0 cc)
    list(GET pair 1 cxx)
    get_filename_component(name "${cc}" NAME)
    foreach(package IN ITEMS mergus GraphBLAS)
        set(build "${WORK_DIR}/${name}-${package}")
        set(settings "-DCMAKE_C_COMPILER=${cc}" "-DCMAKE_CXX_COMPILER=${cxx}" "-DCMAKE_C_FLAGS=${FLAGS}"
            "-DCMAKE_CXX_FLAGS=${FLAGS}" "-DPACKAGE=${package}")
        set(programs c_program cpp_program)
        if(package STREQUAL "mergus")
            list(APPEND settings "-DCMAKE_PREFIX_PATH=${prefix}")
            list(APPEND programs exchange)
        else()
            list(APPEND settings "-DGraphBLAS_DIR=${prefix}/${LIBDIR}/cmake/mergus/GraphBLAS")
            list(APPEND programs by_variables)
        endif()
        must("${CMAKE_COMMAND}" -S "${program}" -B "${build}" ${settings})
        must("${CMAKE_COMMAND}" --build "${build}")
        foreach(made IN LISTS programs)
            must(${run} "${build}/${made}")
        endforeach()
    endforeach()
    must("${cc}" ${flags} "${program}/program.c" ${documented} -o "${WORK_DIR}/${name}-documented")
    must(${run} "${WORK_DIR}/${name}-documented")
    set(strict -Wall -Wextra -Wpedantic -Werror)
    must("${cc}" ${flags} -std=c11 ${strict} "${program}/program.c" -o "${WORK_DIR}/${name}-c" ${arguments})
    must("${cxx}" ${flags} -std=c++20 ${strict} "${program}/program.cpp" -o "${WORK_DIR}/${name}-cpp" ${arguments})
    must(${run} "${WORK_DIR}/${name}-c")
    must(${run} "${WORK_DIR}/${name}-cpp")
endforeach()

# ---- the package is not found by accident ---------------------------------------------------------------------------------
file(WRITE "${WORK_DIR}/hidden/CMakeLists.txt" "cmake_minimum_required(VERSION 3.25)\nproject(hidden NONE)\n"
    "find_package(GraphBLAS QUIET CONFIG)\n"
    "if(TARGET mergus::graphblas)\nmessage(FATAL_ERROR \"\${GraphBLAS_DIR}\")\nendif()\n")
must("${CMAKE_COMMAND}" -S "${WORK_DIR}/hidden" -B "${WORK_DIR}/hidden/build" "-DCMAKE_PREFIX_PATH=${prefix}")
# It is with the directory above it as a prefix.
file(WRITE "${WORK_DIR}/asked/CMakeLists.txt" "cmake_minimum_required(VERSION 3.25)\nproject(asked C)\n"
    "find_package(GraphBLAS REQUIRED CONFIG)\nif(NOT TARGET mergus::graphblas)\nmessage(FATAL_ERROR \"\${GraphBLAS_DIR}\")\nendif()\n")
must("${CMAKE_COMMAND}" -S "${WORK_DIR}/asked" -B "${WORK_DIR}/asked/build"
     "-DCMAKE_PREFIX_PATH=${prefix}/${LIBDIR}/cmake/mergus")
