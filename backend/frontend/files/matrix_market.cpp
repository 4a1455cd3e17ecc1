/// \file matrix_market.cpp
/// Reads the entries of MatrixMarket files. Blocks of lines are scanned in parallel and collected in order.
#include "entries.hpp"
#include "field_values.hpp"
#include "matrix_market_header.hpp"
#include "readers.hpp"
#include "recognize.hpp"

#include "parallel.hpp"

#include <fmt/format.h>

#include <complex>
#include <limits>
#include <string>
#include <type_traits>
#include <utility>

namespace mergus::core {

namespace {

constexpr std::string_view comment_marks = "%";

/// Scans the value of an entry. \return false after setting the block's fault
bool scan_value(EntryBlock& block, Cursor& cursor, const MatrixMarketHeader& header) {
    cursor.skip_blanks();
    const Cursor start = cursor;
    if (header.field == Field::integer) {
        std::int64_t value = 0;
        if (!scan_integer(cursor, value)) {
            block.fail("a 64-bit integer", start);
            return false;
        }
        if (header.symmetry == Symmetry::skew && value == std::numeric_limits<std::int64_t>::min()) {
            block.fail("a 64-bit integer whose negative also fits 64 bits", start);
            return false;
        }
        block.integers.push_back(value);
    } else if (header.field == Field::complex) {
        double re = 0, im = 0;
        if (!scan_real(cursor, re)) {
            block.fail("a real part in the range of a double", start);
            return false;
        }
        cursor.skip_blanks();
        const Cursor second = cursor;
        if (!scan_real(cursor, im)) {
            block.fail("an imaginary part in the range of a double", second);
            return false;
        }
        block.complexes.emplace_back(re, im);
    } else {
        double value = 0;
        if (!scan_real(cursor, value)) {
            block.fail("a real number in the range of a double", start);
            return false;
        }
        block.reals.push_back(value);
    }
    return true;
}

/// Scans an index from 1 to `max` and appends it, 0-based, to `out`.
bool scan_position(EntryBlock& block, Cursor& cursor, const char* what, std::uint64_t max,
                   std::vector<std::uint64_t>& out) {
    cursor.skip_blanks();
    const Cursor start = cursor;
    std::uint64_t value = 0;
    if (!scan_index(cursor, value) || value == 0 || value > max) {
        block.fail(fmt::format("a {} from 1 to {}", what, max), start);
        return false;
    }
    out.push_back(value - 1);
    return true;
}

constexpr const char* real_diagonal = "an imaginary part 0 on the diagonal, as the file is hermitian";

std::string imaginary_part(std::complex<double> value) {
    return fmt::format("{}", value.imag());
}

void scan_coordinates(EntryBlock& block, const MatrixMarketHeader& header) {
    scan_lines(block, comment_marks, [&](Cursor& cursor) {
        if (!scan_position(block, cursor, "row", header.nrows, block.rows) ||
            !scan_position(block, cursor, "column", header.ncols, block.cols)) {
            return false;
        }
        const std::uint64_t row = block.rows.back();
        const std::uint64_t col = block.cols.back();
        const bool hermitian = header.symmetry == Symmetry::hermitian;
        if ((header.symmetry == Symmetry::symmetric || hermitian) && row < col) {
            block.fail(fmt::format("an entry on or below the diagonal, as the file is {}",
                                   hermitian ? "hermitian" : "symmetric"),
                       fmt::format("row {}, column {}", row + 1, col + 1));
            return false;
        }
        if (header.symmetry == Symmetry::skew && row <= col) {
            block.fail("an entry below the diagonal, as the file is skew-symmetric",
                       fmt::format("row {}, column {}", row + 1, col + 1));
            return false;
        }
        if (header.field != Field::pattern && !scan_value(block, cursor, header)) return false;
        if (hermitian && row == col && block.complexes.back().imag() != 0) {
            block.fail(real_diagonal, imaginary_part(block.complexes.back()));
            return false;
        }
        return true;
    });
}

void scan_array(EntryBlock& block, const MatrixMarketHeader& header) {
    scan_lines(block, comment_marks, [&](Cursor& cursor) { return scan_value(block, cursor, header); });
}

/// Sets rows and columns of the values of an array file: column by column; for symmetric files only entries
/// on or below the diagonal, for skew-symmetric ones only entries below it.
void set_array_positions(Tuples& tuples, const MatrixMarketHeader& header) {
    tuples.rows.reserve(header.entries);
    tuples.cols.reserve(header.entries);
    for (std::uint64_t col = 0; tuples.rows.size() < header.entries; ++col) {
        const std::uint64_t first = header.symmetry == Symmetry::general ? 0
                                    : header.symmetry == Symmetry::skew  ? col + 1
                                                                         : col;
        for (std::uint64_t row = first; row < header.nrows; ++row) {
            tuples.rows.push_back(row);
            tuples.cols.push_back(col);
        }
    }
}

/// The value at the mirrored position.
template <class Value>
Value mirrored(Value value, Symmetry symmetry) {
    if (symmetry == Symmetry::skew) return -value;
    if constexpr (std::is_same_v<Value, std::complex<double>>)
        if (symmetry == Symmetry::hermitian) return std::conj(value);
    return value;
}

/// Appends the entries above the diagonal.
void mirror(Tuples& tuples, Symmetry symmetry) {
    const std::size_t stored = tuples.rows.size();
    std::size_t added = 0;
    for (std::size_t e = 0; e < stored; ++e) added += tuples.rows[e] != tuples.cols[e] ? 1 : 0;
    tuples.rows.reserve(stored + added);
    tuples.cols.reserve(stored + added);
    with_values(
        tuples.field, [&](auto& values) { values.reserve(stored + added); }, tuples);
    for (std::size_t e = 0; e < stored; ++e) {
        const std::uint64_t row = tuples.rows[e];
        const std::uint64_t col = tuples.cols[e];
        if (row == col) continue;
        tuples.rows.push_back(col);
        tuples.cols.push_back(row);
        with_values(
            tuples.field, [&](auto& values) { values.push_back(mirrored(values[e], symmetry)); }, tuples);
    }
}

} // namespace

Tuples read_matrix_market(InputFile& file, LineSource& lines, const ReadOptions& options,
                          const FilePart& part, PartRead* read) {
    refuse_foreign_format(file, lines, "'%%MatrixMarket'");
    const MatrixMarketHeader header = read_matrix_market_header(file, lines);
    const bool coordinate = header.layout == Layout::coordinate;

    EntryCollector collector(file, lines.lines(), options.progress);
    Tuples& tuples = collector.tuples();
    tuples.nrows = header.nrows;
    tuples.ncols = header.ncols;
    tuples.field = header.field;
    collector.limit_entries(header.entries);
    const std::uint64_t shortest_line = (coordinate ? 4 : 0) + (header.field == Field::pattern   ? 0
                                                                : header.field == Field::complex ? 4
                                                                                                 : 2);
    const bool is_part = part.count > 1, cuts = is_part && coordinate && file.seekable();
    collector.expect_entries(header.entries / (cuts ? part.count : 1), shortest_line, coordinate);
    if (cuts) lines.use_part(part);
    if (is_part && !cuts && part.number != 0) {
        if (read != nullptr) *read = {header.entries, 0, 0};
        return std::move(tuples);
    }

    OrderedPipeline<EntryBlock> pipeline(options.threads);
    pipeline.run([&](EntryBlock& block) { return lines.next_block(block.source); },
                 [&](EntryBlock& block) {
                     block.clear();
                     block.field = header.field;
                     coordinate ? scan_coordinates(block, header) : scan_array(block, header);
                 },
                 [&](EntryBlock& block) { collector.append(block); });
    if (!cuts) collector.finish();
    if (read != nullptr) *read = {header.entries, coordinate ? tuples.rows.size() : header.entries, 0};
    if (coordinate && !is_part) {
        collector.settle_duplicates(options.duplicates, options.threads, 1);
    } else if (!coordinate) {
        set_array_positions(tuples, header);
        for (std::size_t e = 0; e < tuples.rows.size() && header.symmetry == Symmetry::hermitian; ++e)
            if (tuples.rows[e] == tuples.cols[e] && tuples.complexes[e].imag() != 0)
                collector.fail(collector.line_of(e), real_diagonal, imaginary_part(tuples.complexes[e]));
    }
    if (header.symmetry != Symmetry::general) mirror(tuples, header.symmetry);
    return std::move(tuples);
}

} // namespace mergus::core
