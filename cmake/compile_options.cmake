# compile_options.cmake: options of this project's targets. They are directory properties, so neither targets of a parent project
# nor targets that link mergus::mergus inherit them.

# Results are compared bit by bit with the reference, between backends, and with operators compiled at run time without fused
# multiply-add. On processors whose baseline has it (aarch64), g++ and clang would use it by default.
add_compile_options($<$<COMPILE_LANGUAGE:C,CXX>:-ffp-contract=off>)

# Precompiled headers halve the time of a build from nothing. A compiler cache would take each change of a header for a change of
# all that is compiled after it, so builds with a compiler launcher have none. CMAKE_DISABLE_PRECOMPILE_HEADERS decides otherwise.
if(CMAKE_CXX_COMPILER_LAUNCHER AND NOT DEFINED CMAKE_DISABLE_PRECOMPILE_HEADERS)
    set(CMAKE_DISABLE_PRECOMPILE_HEADERS ON)
endif()

# For developers: other compilers have other warnings, and none must stop the build of a user.
if(MERGUS_WERROR)
    add_compile_options($<$<COMPILE_LANGUAGE:C,CXX>:-Wall> $<$<COMPILE_LANGUAGE:C,CXX>:-Wextra>
                        $<$<COMPILE_LANGUAGE:C,CXX>:-Wconversion> $<$<COMPILE_LANGUAGE:C,CXX>:-Wpedantic>
                        $<$<COMPILE_LANGUAGE:C,CXX>:-Werror>)
    if(CMAKE_CXX_COMPILER_ID MATCHES "Clang") # g++'s -Wconversion does not include it
        add_compile_options($<$<COMPILE_LANGUAGE:CXX>:-Wno-sign-conversion>)
    endif()
endif()
# g++ 12 reports inlined concatenations of strings as overlapping copies (GCC bug 105329). From a precompiled header g++ sees more of
# the standard library and of fmt inlined, and reports lengths that cannot occur (12.2 and 13.3).
if(CMAKE_CXX_COMPILER_ID STREQUAL "GNU")
    if(CMAKE_CXX_COMPILER_VERSION VERSION_LESS 13)
        add_compile_options($<$<COMPILE_LANGUAGE:CXX>:-Wno-restrict>)
    endif()
    if(NOT CMAKE_DISABLE_PRECOMPILE_HEADERS)
        add_compile_options($<$<COMPILE_LANGUAGE:CXX>:-Wno-array-bounds> $<$<COMPILE_LANGUAGE:CXX>:-Wno-stringop-overflow>
                            $<$<COMPILE_LANGUAGE:CXX>:-Wno-stringop-overread>)
    endif()
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

# mergus_precompile_headers(target header...): headers that most C++ files of a target include first. Files include what they use
# all the same: builds without precompiled headers must work.
function(mergus_precompile_headers target)
    list(TRANSFORM ARGN REPLACE "(.+)" "$<$<COMPILE_LANGUAGE:CXX>:\\1>")
    target_precompile_headers(${target} PRIVATE ${ARGN})
endfunction()

# mergus_exports(target file): the linker script `file` names the symbols that a shared object shows.
function(mergus_exports target file)
    target_link_options(${target} PRIVATE "LINKER:--version-script=${file}")
    set_property(TARGET ${target} APPEND PROPERTY LINK_DEPENDS "${file}")
endfunction()

# mergus_plugin(target component): a shared object that the library loads, in the folder of the backends.
function(mergus_plugin target component)
    mergus_exports(${target} "${PROJECT_SOURCE_DIR}/backend/exports.map")
    set_target_properties(${target} PROPERTIES
        PREFIX lib
        CXX_VISIBILITY_PRESET hidden
        VISIBILITY_INLINES_HIDDEN ON
        LIBRARY_OUTPUT_DIRECTORY "${MERGUS_PLUGIN_OUTPUT_DIR}"
        INSTALL_RPATH_USE_LINK_PATH ON)
    if(NOT MERGUS_SANITIZE) # a sanitizer's functions are the program's
        target_link_options(${target} PRIVATE LINKER:--no-undefined)
    endif()
    if(MERGUS_INSTALL)
        install(TARGETS ${target} LIBRARY DESTINATION "${MERGUS_PLUGIN_INSTALL_DIR}" COMPONENT ${component})
    endif()
endfunction()
