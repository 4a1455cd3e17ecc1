# What the options leave out is neither looked for nor built. Configures only.
include("${CMAKE_CURRENT_LIST_DIR}/steps.cmake")
file(REMOVE_RECURSE "${WORK_DIR}")
set(configure "${CMAKE_COMMAND}" -G "${GENERATOR}" -S "${MERGUS_SOURCE_DIR}" "-DCMAKE_C_COMPILER=${CC}" "-DCMAKE_CXX_COMPILER=${CXX}")

function(must_have_targets build wanted unwanted)
    must("${CMAKE_COMMAND}" --build "${build}" --target help OUTPUT targets)
    foreach(target IN LISTS wanted)
        if(NOT targets MATCHES "[\n ]${target}[:.\n]")
            message(FATAL_ERROR "${build} has no target ${target}")
        endif()
    endforeach()
    foreach(target IN LISTS unwanted)
        if(targets MATCHES "[\n ]${target}[:.\n]")
            message(FATAL_ERROR "${build} has the target ${target}")
        endif()
    endforeach()
endfunction()

# Neither CUDA nor the emulator: Boost is not needed. `mergus check` is there without tests.
set(without "${WORK_DIR}/without")
must(${configure} -B "${without}" -DMERGUS_CUDA=OFF -DMERGUS_EMULATOR=OFF -DMERGUS_BUILD_TESTS=OFF -DMERGUS_BUILD_BENCH=OFF
     -DCMAKE_DISABLE_FIND_PACKAGE_Boost=ON -DCMAKE_DISABLE_FIND_PACKAGE_CUDAToolkit=ON)
must_have_targets("${without}" "mergus_backend_suitesparse;mergus_conformance;mergus_cli"
                  "mergus_backend_cuda;mergus_backend_cuda-emulated;mergus_tests")
file(READ "${without}/CMakeCache.txt" cache)
if(NOT cache MATCHES "CMAKE_BUILD_TYPE:STRING=Release")
    message(FATAL_ERROR "a build of Mergus alone is optimised unless something else is asked for")
endif()

# Asked for and not there: an error that says what to do.
must_fail("MERGUS_EMULATOR is ON, and Boost.Context was not found" ${configure} -B "${without}" -DMERGUS_EMULATOR=ON)
must_fail("MERGUS_CUDA is ON, and no CUDA toolkit from 12.4 on was found" ${configure} -B "${without}" -DMERGUS_EMULATOR=OFF
          -DMERGUS_CUDA=ON)
must_fail("MERGUS_BUILD_TESTS needs the backend 'cuda-emulated'" ${configure} -B "${without}" -DMERGUS_CUDA=OFF
          -DMERGUS_EMULATOR=AUTO -DMERGUS_BUILD_TESTS=ON)
