/// \file matrix_market_header.cpp
/// "%%MatrixMarket matrix LAYOUT FIELD SYMMETRY", comments, and "ROWS COLUMNS [ENTRIES]".
#include "matrix_market_header.hpp"

#include "scan.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <span>
#include <string>
#include <string_view>
#include <utility>

namespace mergus::core {

namespace {

/// The largest index of GraphBLAS is 2^60 − 1 (GrB_INDEX_MAX).
constexpr std::uint64_t largest_size = std::uint64_t{1} << 60;

template <class Value>
using Word = std::pair<std::string_view, Value>;

/// A line of the header, with its position for messages.
class HeaderLine {
public:
    HeaderLine(const InputFile& file, std::uint64_t number, std::string_view text)
        : file_(file), number_(number), cursor_{text.data(), text.data() + text.size()} {}

    [[noreturn]] void fail(const std::string& expected, const std::string& found) const {
        throw_parse_error(file_.name(), number_, expected, found);
    }

    /// One of the words, in upper or lower case, whatever theirs.
    template <class Value>
    Value word(std::span<const Word<Value>> words) {
        cursor_.skip_blanks();
        const Cursor start = cursor_;
        cursor_.skip_token();
        const std::string_view text(start.at, static_cast<std::size_t>(cursor_.at - start.at));
        std::string names;
        for (const auto& [name, value] : words) {
            if (std::equal(text.begin(), text.end(), name.begin(), name.end(),
                           [](char a, char b) { return lower(a) == lower(b); }))
                return value;
            names += fmt::format("{}'{}'", names.empty() ? "" : ", ", name);
        }
        fail(names, describe_token(start));
    }

    std::uint64_t size(const std::string& what, std::uint64_t most) {
        cursor_.skip_blanks();
        const Cursor start = cursor_;
        std::uint64_t value = 0;
        if (!scan_index(cursor_, value) || value > most) {
            fail(fmt::format("a number of {} from 0 to {}", what, most), describe_token(start));
        }
        return value;
    }

    void end() {
        cursor_.skip_blanks();
        if (!cursor_.line_end()) fail("the end of the line", describe_token(cursor_));
    }

private:
    const InputFile& file_;
    std::uint64_t number_;
    Cursor cursor_;
};

void read_banner(HeaderLine& line, MatrixMarketHeader& header) {
    static constexpr std::array<Word<bool>, 1> banner = {{{"%%MatrixMarket", true}}};
    static constexpr std::array<Word<bool>, 1> object = {{{"matrix", true}}};
    static constexpr std::array<Word<Layout>, 2> layouts = {
        {{"coordinate", Layout::coordinate}, {"array", Layout::array}}};
    static constexpr std::array<Word<Field>, 5> fields = {{{"real", Field::real},
                                                           {"double", Field::real},
                                                           {"integer", Field::integer},
                                                           {"pattern", Field::pattern},
                                                           {"complex", Field::complex}}};
    static constexpr std::array<Word<Symmetry>, 4> symmetries = {{{"general", Symmetry::general},
                                                                  {"symmetric", Symmetry::symmetric},
                                                                  {"skew-symmetric", Symmetry::skew},
                                                                  {"hermitian", Symmetry::hermitian}}};
    static_cast<void>(line.word<bool>(banner));
    static_cast<void>(line.word<bool>(object));
    header.layout = line.word<Layout>(layouts);
    header.field = line.word<Field>(fields);
    header.symmetry = line.word<Symmetry>(symmetries);
    line.end();
    if (header.symmetry == Symmetry::hermitian && header.field != Field::complex)
        header.symmetry = Symmetry::symmetric;
    if (header.field == Field::pattern && header.layout == Layout::array) {
        line.fail("values in an array file ('real', 'integer' or 'complex')", "'pattern'");
    }
    if (header.field == Field::pattern && header.symmetry == Symmetry::skew) {
        line.fail("values in a skew-symmetric file ('real', 'integer' or 'complex')", "'pattern'");
    }
}

/// The number of values in an array file: all, or for symmetric files those on or below the diagonal, for
/// skew-symmetric files those below it.
std::uint64_t array_entries(const HeaderLine& line, const MatrixMarketHeader& header) {
    std::uint64_t all = 0;
    if (__builtin_mul_overflow(header.nrows, header.ncols, &all)) {
        line.fail("a number of rows times columns below 2^64",
                  fmt::format("{} by {}", header.nrows, header.ncols));
    }
    // n² fits 64 bits, so n < 2^32, and n·(n+1) fits, too.
    switch (header.symmetry) {
    case Symmetry::general:
        return all;
    case Symmetry::symmetric:
    case Symmetry::hermitian:
        return (all + header.nrows) / 2;
    case Symmetry::skew:
        return (all - header.nrows) / 2;
    }
    return all;
}

} // namespace

MatrixMarketHeader read_matrix_market_header(const InputFile& file, LineSource& lines) {
    MatrixMarketHeader header;
    std::optional<std::string_view> text = lines.next_line();
    if (!text) throw_parse_error(file.name(), 1, "'%%MatrixMarket'", "an empty file");
    HeaderLine banner(file, 1, *text);
    read_banner(banner, header);
    while ((text = lines.next_line())) {
        Cursor cursor{text->data(), text->data() + text->size()};
        cursor.skip_blanks();
        if (!cursor.line_end() && *cursor.at != '%') break;
    }
    if (!text) {
        throw_parse_error(file.name(), lines.lines() + 1, "the line of sizes", "the end of the file");
    }
    HeaderLine sizes(file, lines.lines(), *text);
    header.nrows = sizes.size("rows", largest_size);
    header.ncols = sizes.size("columns", largest_size);
    if (header.layout == Layout::coordinate) header.entries = sizes.size("entries", ~std::uint64_t{0});
    sizes.end();
    if (header.symmetry != Symmetry::general && header.nrows != header.ncols) {
        sizes.fail("as many columns as rows in a symmetric file",
                   fmt::format("{} by {}", header.nrows, header.ncols));
    }
    if (header.layout == Layout::array) header.entries = array_entries(sizes, header);
    return header;
}

} // namespace mergus::core
