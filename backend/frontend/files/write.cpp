/// \file write.cpp
/// Writes MatrixMarket files and SNAP edge lists.
#include "entry_writer.hpp"
#include "memory_errors.hpp"
#include "order.hpp"

#include <mergus/error.hpp>
#include <mergus/io.hpp>

#include <fmt/format.h>

#include <array>
#include <optional>
#include <string>

namespace mergus {

namespace core {

namespace {

struct MatrixMarketFormat {
    static constexpr std::uint64_t base = 1;
    static constexpr char separator = ' ';

    static std::string header(const Tuples& tuples, std::uint64_t entries) {
        const std::string_view field = tuples.field == Field::pattern   ? "pattern"
                                       : tuples.field == Field::integer ? "integer"
                                       : tuples.field == Field::complex ? "complex"
                                                                        : "real";
        return fmt::format("%%MatrixMarket matrix coordinate {} general\n{} {} {}\n", field, tuples.nrows,
                           tuples.ncols, entries);
    }
    static void append_real(std::string& text, double value) {
        std::array<char, 32> digits; // NOLINT(cppcoreguidelines-pro-type-member-init): to_chars fills it
        text += real_digits(digits, value);
    }
};

struct EdgeListFormat {
    static constexpr std::uint64_t base = 0;
    static constexpr char separator = '\t';

    static std::string header(const Tuples& tuples, std::uint64_t entries) {
        return fmt::format("# Nodes: {} Edges: {}\n", tuples.nrows, entries);
    }
    /// Whole numbers get ".0", because the type of weights in an edge list follows from their digits.
    static void append_real(std::string& text, double value) {
        std::array<char, 32> digits; // NOLINT(cppcoreguidelines-pro-type-member-init): to_chars fills it
        const std::string_view shortest = real_digits(digits, value);
        text += shortest;
        if (shortest.find_first_not_of("-0123456789") == std::string_view::npos) text += ".0";
    }
};

template <class Base>
struct LineFormat : Base {
    std::optional<std::uint64_t> entries; ///< of the header; none: no header

    [[nodiscard]] std::string header(const Tuples& tuples) const {
        return entries ? Base::header(tuples, *entries) : std::string();
    }
    static void append(std::string& text, const Tuples& tuples, std::uint64_t e) {
        append_integer(text, tuples.rows[e] + Base::base);
        text += Base::separator;
        append_integer(text, tuples.cols[e] + Base::base);
        if (tuples.field != Field::pattern) text += Base::separator;
        if (tuples.field == Field::integer) append_integer(text, tuples.integers[e]);
        if (tuples.field == Field::real) Base::append_real(text, tuples.reals[e]);
        if (tuples.field == Field::complex) {
            Base::append_real(text, tuples.complexes[e].real());
            text += Base::separator;
            Base::append_real(text, tuples.complexes[e].imag());
        }
        text += '\n';
    }
};

} // namespace

std::string matrix_market_text(const Tuples& tuples, bool packed, std::optional<std::uint64_t> entries) {
    std::string all;
    const LineFormat<MatrixMarketFormat> format{{}, entries};
    format_entries(tuples, packed, format, [&](const std::string& text) { all += text; });
    return all;
}

} // namespace core

void write_matrix_market(const std::filesystem::path& file, const Tuples& tuples) {
    core::with_memory_errors(file.string(), [&] {
        core::check_tuples(tuples, "write_matrix_market", 0);
        core::write_file(file, tuples, core::LineFormat<core::MatrixMarketFormat>{{}, tuples.nvals()});
    });
}

void write_edge_list(const std::filesystem::path& file, const Tuples& tuples) {
    core::with_memory_errors(file.string(), [&] {
        core::check_tuples(tuples, "write_edge_list", 0);
        if (tuples.nrows != tuples.ncols) {
            throw Error(Code::dimension_mismatch,
                        fmt::format("write_edge_list: the matrix is {} by {}; it must be square",
                                    tuples.nrows, tuples.ncols));
        }
        if (tuples.field == Field::complex) {
            throw Error(Code::domain_mismatch,
                        "write_edge_list: the values are complex; weights must be integer or real");
        }
        core::write_file(file, tuples, core::LineFormat<core::EdgeListFormat>{{}, tuples.nvals()});
    });
}

} // namespace mergus
