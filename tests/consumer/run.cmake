# Installs the build into an empty prefix, builds the consumer there, and runs it with no help from the environment.
file(REMOVE_RECURSE "${WORK_DIR}")
set(prefix "${WORK_DIR}/prefix")
if(SANITIZE)
    set(FLAGS "${FLAGS} -fsanitize=${SANITIZE}")
endif()

function(must)
    execute_process(COMMAND ${ARGN} RESULT_VARIABLE code OUTPUT_VARIABLE out ERROR_VARIABLE out)
    if(NOT code EQUAL 0)
        message(FATAL_ERROR "${ARGN}\n${out}")
    endif()
    message(STATUS "${out}")
endfunction()

must("${CMAKE_COMMAND}" --install "${BUILD_DIR}" --prefix "${prefix}")
must("${CMAKE_COMMAND}" -S "${SOURCE_DIR}" -B "${WORK_DIR}/build" "-DCMAKE_PREFIX_PATH=${prefix}"
     "-DCMAKE_CXX_COMPILER=${CXX}" "-DCMAKE_CXX_FLAGS=${FLAGS}" "-DCMAKE_C_FLAGS=${FLAGS}" -DCMAKE_BUILD_TYPE=Release
     "-DBACKEND_SOURCE=${BACKEND_SOURCE}")
must("${CMAKE_COMMAND}" --build "${WORK_DIR}/build")
must("${CMAKE_COMMAND}" -E env --unset=MERGUS_BACKEND --unset=MERGUS_BACKEND_PATH "${WORK_DIR}/build/consumer")
# The backend that was built there, through the program that was built there.
must("${CMAKE_COMMAND}" -E env --unset=MERGUS_BACKEND "MERGUS_BACKEND_PATH=${WORK_DIR}/build"
     "${WORK_DIR}/build/conforms" plus_times)
must("${CMAKE_COMMAND}" -E env --unset=MERGUS_BACKEND --unset=MERGUS_BACKEND_PATH "${WORK_DIR}/build/conforms" suitesparse)
