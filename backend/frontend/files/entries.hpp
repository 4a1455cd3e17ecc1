/// \file entries.hpp
/// The entries of one block of text, and their collection into a whole, with the line that each came from.
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

/// From this entry on, entries stand one a line from this line on. Both count from 0.
struct LineRun {
    std::uint64_t entry = 0;
    std::uint64_t line = 0;
};

/// A block of text and what was found in it.
struct EntryBlock {
    TextBlock source;
    Field field = Field::pattern; ///< which of the value arrays is filled
    unsigned columns = 0;         ///< of an edge list's lines; 0 while there is none
    std::uint64_t entries = 0;
    std::vector<std::uint64_t> rows; ///< empty in array files, as are cols
    std::vector<std::uint64_t> cols;
    std::vector<std::int64_t> integers;
    std::vector<double> reals;
    std::vector<std::complex<double>> complexes;
    std::vector<LineRun> runs;
    std::uint64_t lines = 0; ///< ends of lines passed, or reached at the end of the file
    std::optional<Fault> fault;

    void clear() noexcept;
    /// Counts the entry that was just read and notes its line, which is `lines`.
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

/// Calls entry(cursor) -> bool at the first token of every line that is not empty or a comment; false ends it
/// (the fault is set). entry() must read the whole of its line.
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

    /// More entries than these are an error.
    void limit_entries(std::uint64_t limit) { limit_ = limit; }
    /// Makes room for entries that take at least `bytes_each` in the file: for no more than the file can
    /// hold.
    void expect_entries(std::uint64_t count, std::uint64_t bytes_each, bool with_places);

    /// \throws Error parse_error for the first fault in the file's order
    void append(EntryBlock& block);
    /// After the last block.
    void finish();

    /// The number of the line after those read so far.
    [[nodiscard]] std::uint64_t next_line() const noexcept { return lines_ + 1; }
    [[nodiscard]] std::uint64_t line_of(std::uint64_t entry) const;
    [[nodiscard]] Tuples& tuples() noexcept { return tuples_; }
    [[noreturn]] void fail(std::uint64_t line, const std::string& expected, const std::string& found) const {
        throw_parse_error(file_.name(), line, expected, found);
    }

    /// Does to duplicates what the reader was told; `base` is the file's first index.
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
    std::vector<LineRun> runs_; ///< lines count from 1
};

} // namespace mergus::core
