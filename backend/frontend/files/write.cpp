/// \file write.cpp
/// Writes MatrixMarket files and SNAP edge lists. Blocks of entries are formatted (and packed) in parallel.
#include "memory_errors.hpp"
#include "order.hpp"
#include "output.hpp"

#include "parallel.hpp"

#include <mergus/error.hpp>
#include <mergus/io.hpp>

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <charconv>
#include <optional>
#include <string>

namespace mergus {

namespace core {

namespace {

constexpr std::uint64_t entries_per_block = std::uint64_t{1} << 16; // about a megabyte of text

void append_integer(std::string& text, auto value) {
    std::array<char, 24> digits; // NOLINT(cppcoreguidelines-pro-type-member-init): to_chars fills it
    const auto [end, error] = std::to_chars(digits.data(), digits.data() + digits.size(), value);
    text.append(digits.data(), end);
}

/// The shortest digits that are read back as the same bits.
std::string_view real_digits(std::array<char, 32>& digits, double value) {
    const auto [end, error] = std::to_chars(digits.data(), digits.data() + digits.size(), value);
    return {digits.data(), end};
}

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

template <class Format>
void append_entries(std::string& text, const Tuples& tuples, std::uint64_t begin, std::uint64_t end) {
    for (std::uint64_t e = begin; e < end; ++e) {
        append_integer(text, tuples.rows[e] + Format::base);
        text += Format::separator;
        append_integer(text, tuples.cols[e] + Format::base);
        if (tuples.field != Field::pattern) text += Format::separator;
        if (tuples.field == Field::integer) append_integer(text, tuples.integers[e]);
        if (tuples.field == Field::real) Format::append_real(text, tuples.reals[e]);
        if (tuples.field == Field::complex) {
            Format::append_real(text, tuples.complexes[e].real());
            text += Format::separator;
            Format::append_real(text, tuples.complexes[e].imag());
        }
        text += '\n';
    }
}

/// Passes the text of the file to write(), in pieces. \param entries of the header; none: no header
template <class Format, class Write>
void format_file(const Tuples& tuples, bool packed, std::optional<std::uint64_t> entries,
                 const Write& write) {
    struct Job {
        std::uint64_t begin = 0;
        std::uint64_t end = 0;
        std::string text;
    };
    const std::uint64_t count = tuples.nvals();
    // Blocks, and therefore packed files, do not depend on the number of threads.
    std::uint64_t next = 0;
    bool started = false;
    OrderedPipeline<Job> pipeline(0);
    pipeline.run(
        [&](Job& job) {
            if (started && next == count) return false;
            started = true; // the first block has the header, even without entries
            job.begin = next;
            job.end = next = std::min(count, next + entries_per_block);
            return true;
        },
        [&](Job& job) {
            job.text.clear();
            if (job.begin == 0 && entries) job.text = Format::header(tuples, *entries);
            append_entries<Format>(job.text, tuples, job.begin, job.end);
            if (packed) job.text = gzip_member(job.text);
        },
        [&](const Job& job) { write(job.text); });
}

template <class Format>
void write_file(const std::filesystem::path& path, const Tuples& tuples) {
    OutputFile file(path);
    format_file<Format>(tuples, path.extension() == ".gz", tuples.nvals(),
                        [&](const std::string& text) { file.write(text); });
    file.commit();
}

} // namespace

std::string matrix_market_text(const Tuples& tuples, bool packed, std::optional<std::uint64_t> entries) {
    std::string all;
    format_file<MatrixMarketFormat>(tuples, packed, entries, [&](const std::string& text) { all += text; });
    return all;
}

} // namespace core

void write_matrix_market(const std::filesystem::path& file, const Tuples& tuples) {
    core::with_memory_errors(file.string(), [&] {
        core::check_tuples(tuples, "write_matrix_market", 0);
        core::write_file<core::MatrixMarketFormat>(file, tuples);
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
        core::write_file<core::EdgeListFormat>(file, tuples);
    });
}

} // namespace mergus
