# steps.cmake: what the scripts of this folder share.
cmake_minimum_required(VERSION 3.25)

# Runs a command, which must succeed, and prints what it says; OUTPUT VARIABLE as the last two arguments returns it too.
function(must)
    cmake_parse_arguments(PARSE_ARGV 0 must "" "OUTPUT" "")
    execute_process(COMMAND ${must_UNPARSED_ARGUMENTS} RESULT_VARIABLE code OUTPUT_VARIABLE out ERROR_VARIABLE out)
    if(NOT code EQUAL 0)
        message(FATAL_ERROR "${must_UNPARSED_ARGUMENTS}\n${out}")
    endif()
    message(STATUS "${out}")
    if(must_OUTPUT)
        set(${must_OUTPUT} "${out}" PARENT_SCOPE)
    endif()
endfunction()

# Runs a command, which must fail and say `text`.
function(must_fail text)
    execute_process(COMMAND ${ARGN} RESULT_VARIABLE code OUTPUT_VARIABLE out ERROR_VARIABLE out)
    string(REGEX REPLACE "[ \n]+" " " words "${out}")
    string(FIND "${words}" "${text}" found)
    if(code EQUAL 0 OR found EQUAL -1)
        message(FATAL_ERROR "${ARGN}\nended with ${code}, expected a failure that says: ${text}\n${out}")
    endif()
endfunction()

function(must_exist)
    foreach(file IN LISTS ARGN)
        if(NOT EXISTS "${file}")
            message(FATAL_ERROR "there is no ${file}")
        endif()
    endforeach()
endfunction()

# Runs a program with no help from the environment.
set(clean_environment "${CMAKE_COMMAND}" -E env --unset=MERGUS_BACKEND --unset=MERGUS_BACKEND_PATH --unset=LD_LIBRARY_PATH)
