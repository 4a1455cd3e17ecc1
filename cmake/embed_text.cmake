# embed_text.cmake: puts text files into a C++ source as raw string literals.
#
# Included, it offers
#     mergus_embed_text(<output.cpp> <function> <file>...)
# which makes <output.cpp> define <function>(name), the text of the file of that name, and <function>_names(), all names.
# A function without a namespace is put in mergus::cuda. Run as a script (OUTPUT, FUNCTION, FILES), it writes that source.

if(NOT CMAKE_SCRIPT_MODE_FILE)
    set(MERGUS_EMBED_SCRIPT "${CMAKE_CURRENT_LIST_FILE}")
    function(mergus_embed_text output function)
        list(SORT ARGN COMPARE STRING)
        list(JOIN ARGN "|" files)
        add_custom_command(
            OUTPUT "${output}"
            COMMAND "${CMAKE_COMMAND}" "-DOUTPUT=${output}" "-DFUNCTION=${function}" "-DFILES=${files}"
                    -P "${MERGUS_EMBED_SCRIPT}"
            DEPENDS ${ARGN} "${MERGUS_EMBED_SCRIPT}"
            VERBATIM)
    endfunction()
    return()
endif()

string(REPLACE "|" ";" FILES "${FILES}")
set(rows "")
foreach(file IN LISTS FILES)
    get_filename_component(name "${file}" NAME)
    file(READ "${file}" text)
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
