# mergus_install_by_rename(FILE DIRECTORY [COMPONENT …]): installs a file that running programs have mapped. It is copied under a
# temporary name and renamed, so that a program finds the earlier file or the new one, never a part of it. Nothing is installed if
# there is no FILE. DIRECTORY is relative to the prefix.
function(mergus_install_by_rename file directory)
    cmake_path(GET file FILENAME name)
    # What an interrupted install has left could pass for the new file, because CMake compares times.
    install(CODE "file(REMOVE \"\$ENV{DESTDIR}\${CMAKE_INSTALL_PREFIX}/${directory}/${name}.new\")" ${ARGN})
    install(FILES "${file}" DESTINATION "${directory}" RENAME "${name}.new" OPTIONAL ${ARGN})
    install(CODE "
        set(installed \"\$ENV{DESTDIR}\${CMAKE_INSTALL_PREFIX}/${directory}/${name}\")
        if(EXISTS \"\${installed}.new\")
            file(RENAME \"\${installed}.new\" \"\${installed}\")
        endif()
        list(TRANSFORM CMAKE_INSTALL_MANIFEST_FILES REPLACE \"/${name}[.]new\$\" \"/${name}\")" ${ARGN})
endfunction()
