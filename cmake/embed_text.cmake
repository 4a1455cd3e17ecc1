# embed_text.cmake: puts text files into a C++ source as raw string literals.
#
# Included, it offers
#     mergus_embed_text(<output.cpp> <function> [BASE <directory>] <file>...)
# which makes <output.cpp> define <function>(name), the text of a file, and <function>_names(), all names. The name of a file below
# <directory> is its path from there; that of any other file is its file name.
# A header NAME.hpp may consist of parts in the folder NAME/: the text is the header with its includes of them replaced by their texts.
# A function without a namespace is put in mergus::cuda. Run as a script (OUTPUT, FUNCTION, BASE, FILES), it writes that source.

if(NOT CMAKE_SCRIPT_MODE_FILE)
    set(MERGUS_EMBED_SCRIPT "${CMAKE_CURRENT_LIST_FILE}")
    function(mergus_embed_text output function)
        cmake_parse_arguments(PARSE_ARGV 2 arg "" "BASE" "")
        set(files "${arg_UNPARSED_ARGUMENTS}")
        list(SORT files COMPARE STRING)
        list(JOIN files "|" joined)
        set(parts "")
        foreach(file IN LISTS files)
            if(file MATCHES "[.]hpp$")
                string(REGEX REPLACE "[.]hpp$" "" folder "${file}")
                file(GLOB parts_of_file CONFIGURE_DEPENDS "${folder}/*.hpp")
                list(APPEND parts ${parts_of_file})
            endif()
        endforeach()
        add_custom_command(
            OUTPUT "${output}"
            COMMAND "${CMAKE_COMMAND}" "-DOUTPUT=${output}" "-DFUNCTION=${function}" "-DBASE=${arg_BASE}" "-DFILES=${joined}"
                    -P "${MERGUS_EMBED_SCRIPT}"
            DEPENDS ${files} ${parts} "${MERGUS_EMBED_SCRIPT}"
            VERBATIM)
    endfunction()
    return()
endif()

string(REPLACE "|" ";" FILES "${FILES}")
set(rows "")
foreach(file IN LISTS FILES)
    get_filename_component(name "${file}" NAME)
    if(BASE)
        file(RELATIVE_PATH path "${BASE}" "${file}")
        if(NOT path MATCHES "^[.][.]/")
            set(name "${path}")
        endif()
    endif()
    file(READ "${file}" text)
    if(name MATCHES "[.]hpp$")
        get_filename_component(folder "${file}" DIRECTORY)
        while(text MATCHES "#include \"([^\"\n]+)\"\n")
            file(READ "${folder}/${CMAKE_MATCH_1}" part)
            string(REPLACE "#include \"${CMAKE_MATCH_1}\"\n" "${part}" text "${text}")
        endwhile()
    endif()
    string(FIND "${text}" ")mergus_text\"" clash)
    if(NOT clash EQUAL -1)
        message(FATAL_ERROR "${file} contains the delimiter of its own literal")
    endif()
    string(APPEND rows "    {\"${name}\", R\"mergus_text(${text})mergus_text\"},\n")
endforeach()

set(NAMESPACE "mergus::cuda")
if(FUNCTION MATCHES "^(.+)::([^:]+)$")
    set(NAMESPACE "${CMAKE_MATCH_1}")
    set(FUNCTION "${CMAKE_MATCH_2}")
endif()

file(WRITE "${OUTPUT}" "// Made by cmake/embed_text.cmake from the files that it names.
#include <mergus/error.hpp>

#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace ${NAMESPACE} {
namespace {

constexpr std::pair<std::string_view, std::string_view> texts[] = {
${rows}};

} // namespace

std::string_view ${FUNCTION}(std::string_view name);
std::vector<std::string_view> ${FUNCTION}_names();

std::string_view ${FUNCTION}(std::string_view name) {
    for (const auto& [known, text] : texts)
        if (known == name) return text;
    throw Error(Code::invalid_value, \"no text is named '\" + std::string(name) + \"'\");
}

std::vector<std::string_view> ${FUNCTION}_names() {
    std::vector<std::string_view> names;
    for (const auto& row : texts) names.push_back(row.first);
    return names;
}

} // namespace ${NAMESPACE}
")
