/// \file recognize.cpp
/// The first bytes of other file formats that users may pass instead of a matrix.
#include "recognize.hpp"

#include "scan.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>

namespace mergus::core {

namespace {

using namespace std::string_view_literals;

struct ForeignFormat {
    std::string_view head; ///< The first bytes, in lower case.
    std::string_view name;
    bool packed = false; ///< A compressed file or an archive.
};

constexpr std::array foreign_formats = {
    ForeignFormat{"bzh"sv, "bzip2 data"sv, true},
    ForeignFormat{"\xfd"
                  "7zxz\0"sv,
                  "xz data"sv, true},
    ForeignFormat{"\x28\xb5\x2f\xfd"sv, "zstd data"sv, true},
    ForeignFormat{"pk\x03\x04"sv, "a zip archive"sv, true},
    ForeignFormat{"\x1f\x8b"sv, "gzip data within gzip data; unpack it first"sv},
    ForeignFormat{"\x89hdf\r\n"sv, "an HDF5 file"sv},
    ForeignFormat{"matlab "sv, "a MATLAB file"sv},
    ForeignFormat{"\x93numpy"sv, "a NumPy array"sv},
    ForeignFormat{"par1"sv, "a Parquet file"sv},
    ForeignFormat{"\x7f"
                  "elf"sv,
                  "a program"sv},
    ForeignFormat{"\xef\xbb\xbf"sv, "a byte order mark; remove its three bytes"sv},
    ForeignFormat{"\xff\xfe"sv, "UTF-16 text; convert it to ASCII"sv},
    ForeignFormat{"\xfe\xff"sv, "UTF-16 text; convert it to ASCII"sv},
    ForeignFormat{"<"sv, "XML, such as GraphML"sv},
    ForeignFormat{"{"sv, "JSON"sv},
    ForeignFormat{"["sv, "JSON"sv},
    ForeignFormat{"*vertices"sv, "a Pajek network"sv},
    ForeignFormat{"*network"sv, "a Pajek network"sv},
    ForeignFormat{"digraph"sv, "a DOT graph"sv},
    ForeignFormat{"graph"sv, "a GML or DOT graph"sv},
    ForeignFormat{"c "sv, "a DIMACS graph"sv},
    ForeignFormat{"p "sv, "a DIMACS graph"sv},
};

} // namespace

bool begins(std::string_view text, std::string_view head) {
    return text.size() >= head.size() &&
           std::equal(head.begin(), head.end(), text.begin(), [](char a, char b) { return a == lower(b); });
}

bool is_matrix_market_banner(std::string_view line) {
    const std::size_t word = line.find_first_not_of('%');
    return word != 0 && word != line.npos && begins(line.substr(word), "matrixmarket");
}

std::string foreign_format(std::string_view head) {
    for (const ForeignFormat& format : foreign_formats) {
        if (!begins(head, format.head)) continue;
        const char* const advice =
            format.packed ? "; unpack it first (only gzip is unpacked automatically)" : "";
        return std::string(format.name) + advice;
    }
    return {};
}

void refuse_foreign_format(const InputFile& file, LineSource& lines, const char* expected) {
    const std::string name = foreign_format(lines.peek());
    if (!name.empty()) throw_parse_error(file.name(), lines.lines() + 1, expected, name);
}

} // namespace mergus::core
