/// \file entries.hpp
/// The entries of a block of text, and their collection for a whole file, with the line of each entry.
#pragma once

#include "input.hpp"
#include "scan.hpp"

#include <mergus/error.hpp>
#include <mergus/host_data.hpp>
#include <mergus/io.hpp>

#include <complex>
#include <cstdint>
#include <optional>
#include <string>
#include <utility>
#include <vector>

namespace mergus::core {

/// Entries from `entry` on are on consecutive lines from `line` on. Both are 0-based.
struct LineRun {
    std::uint64_t entry = 0;
    std::uint64_t line = 0;
};

/// A block of text and its entries.
struct EntryBlock {
    TextBlock source;
    Field field = Field::pattern; ///< Selects the value array.
    unsigned columns = 0;         ///< Of the lines of an edge list; 0 before the first.
    std::uint64_t entries = 0;
    std::vector<std::uint64_t> rows; ///< Empty in array files, like cols.
    std::vector<std::uint64_t> cols;
    std::vector<std::int64_t> integers;
    std::vector<double> reals;
    std::vector<std::complex<double>> complexes;
    std::vector<LineRun> runs;
    std::uint64_t lines = 0; ///< Lines before the current one.
    std::optional<Fault> fault;

    void clear() noexcept;
    /// Counts the entry just read, on the current line.
    void count_entry() {
        if (runs.empty() || entries - runs.back().entry != lines - runs.back().line) {
            runs.push_back({entries, lines});
        }
        ++entries;
    }
    void fail(std::string expected, std::string found) {
        fault = Fault{lines, std::move(expected), std::move(found)};
    }
    void fail(std::string expected, const Cursor& cursor) {
        fail(std::move(expected), describe_token(cursor));
    }
};

/// Calls entry(cursor) -> bool at the first token of each line that is neither empty nor a comment. entry()
/// must read the whole line; it returns false after setting the fault, which ends the scan.
template <class Entry>
void scan_lines(EntryBlock& block, std::string_view comment_marks, const Entry& entry) {
    Cursor cursor{block.source.text.data(), block.source.text.data() + block.source.text.size()};
    while (!cursor.done()) {
        cursor.skip_blanks();
        if (!cursor.line_end() && comment_marks.find(*cursor.at) == std::string_view::npos) {
            if (!entry(cursor)) return;
            cursor.skip_blanks();
            if (!cursor.line_end()) return block.fail("the end of the line", cursor);
            block.count_entry();
        }
        cursor.skip_line();
        ++block.lines;
    }
}

/// Puts blocks together, in the file's order.
class EntryCollector {
public:
    /// Lines before the first block are counted in `first_line`.
    EntryCollector(const InputFile& file, std::uint64_t first_line, const Progress& progress)
        : file_(file), lines_(first_line), progress_(progress) {}

    /// More entries are an error.
    void limit_entries(std::uint64_t limit) { limit_ = limit; }
    /// Reserves memory for `count` entries of at least `bytes_each` bytes in the file, but for no more than
    /// the file can contain.
    void expect_entries(std::uint64_t count, std::uint64_t bytes_each, bool with_positions);

    /// \throws Error parse_error for the first fault in the order of the file
    void append(EntryBlock& block);
    /// Must be called after the last block.
    void finish();

    /// The number of the next line.
    [[nodiscard]] std::uint64_t next_line() const noexcept { return lines_ + 1; }
    [[nodiscard]] std::uint64_t line_of(std::uint64_t entry) const;
    [[nodiscard]] Tuples& tuples() noexcept { return tuples_; }
    /// Of the lines of an edge list; 0 before the first.
    [[nodiscard]] unsigned columns() const noexcept { return columns_; }
    [[noreturn]] void fail(std::uint64_t line, const std::string& expected, const std::string& found) const {
        throw_parse_error(file_.name(), line, expected, found);
    }

    /// Treats duplicates as requested. \param base the first index of the file format, for messages
    void settle_duplicates(Duplicates duplicates, unsigned threads, std::uint64_t base);

private:
    void append_runs(const EntryBlock& block);
    void append_values(EntryBlock& block);
    [[nodiscard]] std::string end_after(std::uint64_t entries) const;

    const InputFile& file_;
    std::uint64_t lines_;
    const Progress& progress_;
    std::optional<std::uint64_t> limit_;
    Tuples tuples_;
    std::uint64_t entries_ = 0;
    unsigned columns_ = 0;
    std::vector<LineRun> runs_; ///< Lines are 1-based.
};

} // namespace mergus::core
