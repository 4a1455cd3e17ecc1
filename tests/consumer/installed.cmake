# Installs the build into an empty prefix and uses it as others do: through find_package, through pkg-config, and its examples.
include("${CMAKE_CURRENT_LIST_DIR}/steps.cmake")
file(REMOVE_RECURSE "${WORK_DIR}")
set(prefix "${WORK_DIR}/prefix")
if(SANITIZE)
    set(FLAGS "${FLAGS} -fsanitize=${SANITIZE}")
endif()
must("${CMAKE_COMMAND}" --install "${BUILD_DIR}" --prefix "${prefix}")

set(settings "-DCMAKE_PREFIX_PATH=${prefix}" "-DCMAKE_CXX_COMPILER=${CXX}" "-DCMAKE_CXX_FLAGS=${FLAGS}"
    "-DCMAKE_C_FLAGS=${FLAGS}" -DCMAKE_BUILD_TYPE=Release)
set(examples "${prefix}/${DOCDIR}/examples")

# ---- find_package, and the conformance suite on the installed example backend ---------------------------------------------
must("${CMAKE_COMMAND}" -S "${SOURCE_DIR}" -B "${WORK_DIR}/build" ${settings}
     "-DBACKEND_SOURCE=${examples}/backend/plus_times.c")
must("${CMAKE_COMMAND}" --build "${WORK_DIR}/build")
must(${clean_environment} "${WORK_DIR}/build/consumer")
must(${clean_environment} "MERGUS_BACKEND_PATH=${WORK_DIR}/build" "${WORK_DIR}/build/conforms" plus_times)
must(${clean_environment} "${WORK_DIR}/build/conforms" suitesparse)

# ---- the examples, a project of their own ---------------------------------------------------------------------------------
must("${CMAKE_COMMAND}" -S "${examples}" -B "${WORK_DIR}/examples" ${settings})
must("${CMAKE_COMMAND}" --build "${WORK_DIR}/examples" --target example_triangles)
must(${clean_environment} "${WORK_DIR}/examples/triangles")

# ---- pkg-config -----------------------------------------------------------------------------------------------------------
find_program(pkg_config NAMES pkg-config pkgconf REQUIRED)
# The tree may be moved.
set(moved "${WORK_DIR}/moved")
file(RENAME "${prefix}" "${moved}")
set(ENV{PKG_CONFIG_PATH} "${moved}/${LIBDIR}/pkgconfig")
must("${pkg_config}" --modversion mergus)
execute_process(COMMAND "${pkg_config}" --cflags mergus OUTPUT_VARIABLE cflags OUTPUT_STRIP_TRAILING_WHITESPACE COMMAND_ERROR_IS_FATAL ANY)
execute_process(COMMAND "${pkg_config}" --libs mergus OUTPUT_VARIABLE libs OUTPUT_STRIP_TRAILING_WHITESPACE COMMAND_ERROR_IS_FATAL ANY)
separate_arguments(cflags UNIX_COMMAND "${cflags}")
separate_arguments(libs UNIX_COMMAND "${libs}")
separate_arguments(flags UNIX_COMMAND "${FLAGS}")
must("${CXX}" ${flags} -std=c++20 ${cflags} "${SOURCE_DIR}/main.cpp" -o "${WORK_DIR}/with-pkg-config" ${libs}
     "-Wl,-rpath,${moved}/${LIBDIR}")
must(${clean_environment} "${WORK_DIR}/with-pkg-config")

# ---- an older standard gets one clear line --------------------------------------------------------------------------------
file(GLOB headers "${moved}/include/mergus/*.hpp")
foreach(header IN LISTS headers)
    get_filename_component(name "${header}" NAME)
    file(WRITE "${WORK_DIR}/old.cpp" "#include <mergus/${name}>\n")
    execute_process(COMMAND "${CXX}" -std=c++17 -fsyntax-only ${cflags} "${WORK_DIR}/old.cpp"
                    RESULT_VARIABLE code OUTPUT_VARIABLE out ERROR_VARIABLE out)
    string(REGEX MATCHALL "error:[^\n]*" errors "${out}")
    list(LENGTH errors count)
    list(POP_FRONT errors first)
    # The second ends the compilation.
    if(code EQUAL 0 OR NOT first MATCHES "Mergus needs C\\+\\+20" OR count GREATER 2)
        message(FATAL_ERROR "-std=c++17, <mergus/${name}>: ${count} errors\n${out}")
    endif()
endforeach()

# ---- the program, its man page and completions ----------------------------------------------------------------------------
if(TOOLS)
    must(${clean_environment} "${moved}/bin/mergus" --version)
    must(${clean_environment} "${moved}/bin/mergus" check --help)
    must_exist("${moved}/share/man/man1/mergus.1" "${moved}/share/zsh/site-functions/_mergus"
               "${moved}/share/fish/vendor_completions.d/mergus.fish")
    file(READ "${moved}/share/man/man1/mergus.1" page)
    foreach(word IN ITEMS ".SS mergus mxm" ".SS mergus cache list" "\\-\\-semiring" ".SH COMMANDS")
        string(FIND "${page}" "${word}" found)
        if(found EQUAL -1)
            message(FATAL_ERROR "mergus.1 does not have: ${word}")
        endif()
    endforeach()
    # Completes as bash does: the last word of the line is being typed.
    find_program(bash bash REQUIRED)
    function(completes line expected)
        separate_arguments(words UNIX_COMMAND "${line}")
        execute_process(COMMAND "${bash}" -c
            "source '${moved}/share/bash-completion/completions/mergus'; COMP_WORDS=(\"$@\"); COMP_CWORD=$(($# - 1)); _mergus; echo \"\${COMPREPLY[@]}\""
            bash ${words} OUTPUT_VARIABLE out ERROR_VARIABLE out OUTPUT_STRIP_TRAILING_WHITESPACE)
        if(NOT out STREQUAL expected)
            message(FATAL_ERROR "bash completes '${line}' with '${out}', not '${expected}'")
        endif()
    endfunction()
    completes("mergus trans" "transpose")
    completes("mergus mxm --str" "--structural")
    completes("mergus mxm a.mtx --to m" "mtx")
    completes("mergus cache c" "clear")
    completes("mergus cache list --j" "--json")
endif()
