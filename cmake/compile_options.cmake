# compile_options.cmake: options of this project's targets. They are directory properties, so neither targets of a parent project
# nor targets that link mergus::mergus inherit them.

# Results are compared bit by bit with the reference, between backends, and with operators compiled at run time without fused
# multiply-add. On processors whose baseline has it (aarch64), g++ and clang would use it by default.
add_compile_options($<$<COMPILE_LANGUAGE:C,CXX>:-ffp-contract=off>)

if(PROJECT_IS_TOP_LEVEL OR MERGUS_WERROR)
    add_compile_options($<$<COMPILE_LANGUAGE:C,CXX>:-Wall> $<$<COMPILE_LANGUAGE:C,CXX>:-Wextra>
                        $<$<COMPILE_LANGUAGE:C,CXX>:-Wconversion> $<$<COMPILE_LANGUAGE:C,CXX>:-Wpedantic>)
endif()
if(MERGUS_WERROR)
    add_compile_options($<$<COMPILE_LANGUAGE:C,CXX>:-Werror>)
endif()
# g++ 12 reports inlined concatenations of strings as overlapping copies (GCC bug 105329).
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
