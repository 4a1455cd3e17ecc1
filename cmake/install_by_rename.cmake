# mergus_install_by_rename(FILE DIRECTORY [IF_MISSING TEXT] [COMPONENT …]): installs a file that running programs have mapped. It is
# copied under a temporary name and renamed, so that a program finds the earlier file or the new one, never a part of it. If there is
# no FILE, nothing is installed, and TEXT is a warning. DIRECTORY is relative to the prefix.
function(mergus_install_by_rename file directory)
    cmake_parse_arguments(PARSE_ARGV 2 rename "" "IF_MISSING" "")
    set(others ${rename_UNPARSED_ARGUMENTS})
    cmake_path(GET file FILENAME name)
    if(rename_IF_MISSING)
        install(CODE "
        if(NOT EXISTS \"${file}\")
            message(WARNING [==[${rename_IF_MISSING}]==])
        endif()" ${others})
    endif()
    # What an interrupted install has left could pass for the new file, because CMake compares times.
    install(CODE "file(REMOVE \"\$ENV{DESTDIR}\${CMAKE_INSTALL_PREFIX}/${directory}/${name}.new\")" ${others})
    install(FILES "${file}" DESTINATION "${directory}" RENAME "${name}.new" OPTIONAL ${others})
    install(CODE "
        set(installed \"\$ENV{DESTDIR}\${CMAKE_INSTALL_PREFIX}/${directory}/${name}\")
        if(EXISTS \"\${installed}.new\")
            file(RENAME \"\${installed}.new\" \"\${installed}\")
        endif()
        list(TRANSFORM CMAKE_INSTALL_MANIFEST_FILES REPLACE \"/${name}[.]new\$\" \"/${name}\")" ${others})
endfunction()
