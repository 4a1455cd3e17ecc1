# sanitized.cmake: the backend "cuda-emulated" built with AddressSanitizer and UndefinedBehaviorSanitizer, and the suites that run on it.
# The test program, the library and the oracle are those of the ordinary build.
get_target_property(backend_sources mergus_cuda_backend SOURCES)
get_target_property(seam_sources mergus_device_emulated SOURCES)
list(FILTER seam_sources EXCLUDE REGEX "emulation_text") # nothing to instrument
list(TRANSFORM seam_sources PREPEND "${emulated_dir}/")
add_library(mergus_test_sanitized MODULE ${plugin_source} ${backend_sources} ${seam_sources})
target_link_libraries(mergus_test_sanitized PRIVATE mergus_headers mergus_core mergus_device_emulated Boost::context fmt::fmt)
target_compile_definitions(mergus_test_sanitized PRIVATE MERGUS_BACKEND_NAME="cuda-emulated")
target_compile_options(mergus_test_sanitized PRIVATE -g1 -fsanitize=address,undefined -fno-omit-frame-pointer -fno-sanitize-recover=undefined)
target_link_options(mergus_test_sanitized PRIVATE -fsanitize=address,undefined)
# As in the ordinary build (backend/cuda/CMakeLists.txt); properties of sources belong to a folder.
set_source_files_properties("${emulated_dir}/emulated/scheduler.cpp" "${emulated_dir}/emulated/meeting.cpp"
    PROPERTIES COMPILE_OPTIONS "-O2;-fno-sanitize=all")
set_source_files_properties("${emulated_dir}/device.cpp" PROPERTIES COMPILE_DEFINITIONS "MERGUS_VERSION=\"${PROJECT_VERSION}\"")
set_target_properties(mergus_test_sanitized PROPERTIES
    PREFIX lib
    OUTPUT_NAME mergus_backend_cuda-emulated
    LIBRARY_OUTPUT_DIRECTORY "${CMAKE_CURRENT_BINARY_DIR}/sanitized")
add_dependencies(mergus_tests mergus_test_sanitized)

set(preload "")
foreach(library IN ITEMS libasan.so libubsan.so)
    execute_process(COMMAND "${CMAKE_CXX_COMPILER}" "-print-file-name=${library}" OUTPUT_VARIABLE file
                    OUTPUT_STRIP_TRAILING_WHITESPACE COMMAND_ERROR_IS_FATAL ANY)
    if(NOT IS_ABSOLUTE "${file}") # the name itself where there is none
        message(FATAL_ERROR "MERGUS_TEST_SANITIZED: ${CMAKE_CXX_COMPILER} has no ${library}. Install it, or set the option to OFF.")
    endif()
    list(APPEND preload "${file}")
endforeach()
list(JOIN preload ":" preload)
set(sanitized_environment
    "LD_PRELOAD=${preload}"
    "MERGUS_BACKEND_PATH=${CMAKE_CURRENT_BINARY_DIR}/sanitized"
    # Following thread-local variables of opened libraries, GCC 12's LeakSanitizer takes other memory for theirs.
    "ASAN_OPTIONS=intercept_tls_get_addr=0"
    "UBSAN_OPTIONS=print_stacktrace=1")

function(mergus_sanitized_test suite)
    add_test(NAME sanitized-${suite} COMMAND mergus_tests --test-suite=${suite} --backend=cuda-emulated)
    set_tests_properties(sanitized-${suite} PROPERTIES ENVIRONMENT "${sanitized_environment};${ARGN}")
endfunction()
