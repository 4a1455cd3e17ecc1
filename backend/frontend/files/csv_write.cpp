/// \file csv_write.cpp
/// Writes CSV files with the names of vertices.
#include "entry_writer.hpp"
#include "memory_errors.hpp"
#include "order.hpp"

#include <mergus/csv.hpp>
#include <mergus/error.hpp>

#include <fmt/format.h>

namespace mergus {

namespace core {

namespace {

/// Puts the field from `begin` on in quotes if a reader would otherwise not see the same text.
void quote_if_needed(std::string& text, std::size_t begin) {
    const std::string_view field = std::string_view(text).substr(begin);
    const auto at_end = [](char c) { return c == ' ' || c == '\t' || c == '#' || c == '%'; };
    if (!field.empty() && field.find_first_of(",\"\r\n") == field.npos && !at_end(field.front()) &&
        !at_end(field.back()))
        return;
    std::string quoted = "\"";
    for (const char c : field) quoted.append(c == '"' ? 2 : 1, c);
    text.replace(begin, text.npos, quoted + '"');
}

struct CsvFormat {
    const VertexNames& names;
    bool is_vector;
    bool named_rows;
    bool named_cols;

    [[nodiscard]] std::string header(const Tuples& tuples) const {
        return fmt::format("{}{}\n", is_vector ? "vertex" : "source,target",
                           tuples.field == Field::pattern   ? ""
                           : tuples.field == Field::complex ? ",real,imaginary"
                                                            : ",value");
    }
    void append_vertex(std::string& text, std::uint64_t v, bool named) const {
        const std::size_t begin = text.size();
        if (!named) return append_integer(text, v);
        names.append_name(text, v);
        if (names.kind() == NameKind::strings) quote_if_needed(text, begin);
    }
    static void append_real(std::string& text, double value) {
        std::array<char, 32> digits; // NOLINT(cppcoreguidelines-pro-type-member-init): to_chars fills it
        (text += ',') += real_digits(digits, value);
    }
    void append(std::string& text, const Tuples& tuples, std::uint64_t e) const {
        append_vertex(text, tuples.rows[e], named_rows);
        if (!is_vector) append_vertex(text += ',', tuples.cols[e], named_cols);
        if (tuples.field == Field::integer) append_integer(text += ',', tuples.integers[e]);
        if (tuples.field == Field::real) append_real(text, tuples.reals[e]);
        if (tuples.field == Field::complex) {
            append_real(text, tuples.complexes[e].real());
            append_real(text, tuples.complexes[e].imag());
        }
        text += '\n';
    }
};

} // namespace

} // namespace core

void write_csv(const std::filesystem::path& file, const Tuples& tuples, const VertexNames& names,
               bool vector) {
    core::with_memory_errors(file.string(), [&] {
        core::check_tuples(tuples, "write_csv", 0);
        const bool numbers = names.kind() == NameKind::numbers;
        const bool rows = numbers || names.size() == tuples.nrows;
        const bool cols = numbers || names.size() == tuples.ncols;
        if (!rows && (vector || !cols))
            throw Error(Code::dimension_mismatch, fmt::format("write_csv: {} names for a matrix of {} x {}",
                                                              names.size(), tuples.nrows, tuples.ncols));
        core::write_file(file, tuples, core::CsvFormat{names, vector, rows, cols});
    });
}

} // namespace mergus
