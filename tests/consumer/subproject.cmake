# Mergus by add_subdirectory: what a program needs to run is built with it and found, and the parent's settings stay its own. OPTIONS are
# for CMake; TARGETS of Mergus are built too.
include("${CMAKE_CURRENT_LIST_DIR}/steps.cmake")
file(REMOVE_RECURSE "${WORK_DIR}")
set(build "${WORK_DIR}/build")
# Without the CUDA backend, which takes long to compile and cannot run here.
must("${CMAKE_COMMAND}" -G "${GENERATOR}" -S "${SOURCE_DIR}/subproject" -B "${build}" "-DMERGUS_SOURCE_DIR=${MERGUS_SOURCE_DIR}"
     "-DCMAKE_C_COMPILER=${CC}" "-DCMAKE_CXX_COMPILER=${CXX}" "-DCMAKE_CXX_FLAGS=${FLAGS}" -DMERGUS_CUDA=OFF
     ${OPTIONS})

# Flags of the parent's own targets, and install rules.
file(READ "${build}/compile_commands.json" commands)
string(REGEX MATCH "[^\n]*bystander.dir/[^\n]*" bystander "${commands}")
string(REGEX MATCH "[^\n]*/consumer.dir/[^\n]*|[^\n]*[ \"]CMakeFiles/consumer.dir/[^\n]*" consumer "${commands}")
if(NOT bystander MATCHES "-std=gnu\\+\\+11" OR NOT consumer MATCHES "-std=gnu\\+\\+20")
    message(FATAL_ERROR "another standard than expected:\n${bystander}\n${consumer}")
endif()
foreach(flag IN ITEMS -O -Wall -Wconversion -Werror -ffp-contract -fvisibility -fPIC)
    foreach(command IN ITEMS bystander consumer)
        string(FIND "${${command}}" " ${flag}" found)
        if(NOT found EQUAL -1)
            message(FATAL_ERROR "${flag} reached the parent's target:\n${${command}}")
        endif()
    endforeach()
endforeach()
file(GLOB_RECURSE rules "${build}/mergus/cmake_install.cmake" "${build}/mergus/*/cmake_install.cmake")
foreach(file IN LISTS rules)
    file(READ "${file}" text)
    if(text MATCHES "file\\(INSTALL")
        message(FATAL_ERROR "${file} has install rules")
    endif()
endforeach()

must("${CMAKE_COMMAND}" --build "${build}" --target consumer ${TARGETS})
must(${clean_environment} "${build}/out/consumer")
