# Installs a file by mergus_install_by_rename(), interrupts the next install, and repeats it.
include("${CMAKE_CURRENT_LIST_DIR}/steps.cmake")
file(REMOVE_RECURSE "${WORK_DIR}")
set(archive "${WORK_DIR}/archive.kernels")
set(installed "${WORK_DIR}/prefix/lib/archive.kernels")
file(WRITE "${WORK_DIR}/source/CMakeLists.txt" "cmake_minimum_required(VERSION 3.25)\nproject(renamed NONE)\n"
    "include(\"${MERGUS_SOURCE_DIR}/cmake/install_by_rename.cmake\")\nmergus_install_by_rename(\"${archive}\" lib)\n")
set(install "${CMAKE_COMMAND}" --install "${WORK_DIR}/build" --prefix "${WORK_DIR}/prefix")
string(REPEAT "earlier " 10000 earlier)
string(REPEAT "later " 20000 later)

function(must_have content)
    file(READ "${installed}" found)
    if(NOT found STREQUAL content)
        string(LENGTH "${found}" length)
        message(FATAL_ERROR "${installed} has ${length} other bytes")
    endif()
endfunction()

must("${CMAKE_COMMAND}" -S "${WORK_DIR}/source" -B "${WORK_DIR}/build")
must(${install}) # there is nothing to install
file(WRITE "${archive}" "${earlier}")
must(${install})
must_have("${earlier}")

# The limit, of at most 8 KiB, ends the program that copies the file.
file(WRITE "${archive}" "${later}")
execute_process(COMMAND sh -c "ulimit -f 8; exec \"$@\"" sh ${install} RESULT_VARIABLE code OUTPUT_VARIABLE out ERROR_VARIABLE out)
if(code EQUAL 0)
    message(FATAL_ERROR "the install was not interrupted\n${out}")
endif()
must_have("${earlier}")

must(${install})
must_have("${later}")
file(GLOB files "${WORK_DIR}/prefix/lib/*")
file(STRINGS "${WORK_DIR}/build/install_manifest.txt" manifest)
if(NOT files STREQUAL installed OR NOT manifest STREQUAL installed)
    message(FATAL_ERROR "installed: ${files}\nlisted: ${manifest}")
endif()
