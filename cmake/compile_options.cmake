# compile_options.cmake: options of the project's own targets. They are properties of this folder and those below: neither a
# parent project's targets nor what links mergus::mergus gets them.

# Results are compared bit by bit: with the reference, between backends, and with operators that are compiled at run time, which are
# not contracted. Where the processor's baseline has a fused multiply-add (aarch64), g++ would use it in these programs, clang too.
add_compile_options($<$<COMPILE_LANGUAGE:C,CXX>:-ffp-contract=off>)

if(PROJECT_IS_TOP_LEVEL OR MERGUS_WERROR)
    add_compile_options($<$<COMPILE_LANGUAGE:C,CXX>:-Wall> $<$<COMPILE_LANGUAGE:C,CXX>:-Wextra>
                        $<$<COMPILE_LANGUAGE:C,CXX>:-Wconversion> $<$<COMPILE_LANGUAGE:C,CXX>:-Wpedantic>)
endif()
if(MERGUS_WERROR)
    add_compile_options($<$<COMPILE_LANGUAGE:C,CXX>:-Werror>)
endif()
# g++ 12 takes the inlined concatenation of strings for an overlapping copy (GCC bug 105329).
if(CMAKE_CXX_COMPILER_ID STREQUAL "GNU" AND CMAKE_CXX_COMPILER_VERSION VERSION_LESS 13)
    add_compile_options($<$<COMPILE_LANGUAGE:CXX>:-Wno-restrict>)
endif()

if(MERGUS_SANITIZE)
    add_compile_options($<$<COMPILE_LANGUAGE:C,CXX>:-fsanitize=${MERGUS_SANITIZE}>
                        $<$<COMPILE_LANGUAGE:C,CXX>:-fno-omit-frame-pointer>
                        $<$<COMPILE_LANGUAGE:C,CXX>:-fno-sanitize-recover=undefined>)
    add_link_options(-fsanitize=${MERGUS_SANITIZE})
endif()
if(MERGUS_COVERAGE)
    add_compile_options($<$<COMPILE_LANGUAGE:C,CXX>:--coverage>)
    add_link_options(--coverage)
endif()
