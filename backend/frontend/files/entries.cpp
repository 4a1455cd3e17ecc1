/// \file entries.cpp
/// Collects blocks of entries in the order of the file, and computes the line numbers of faults and entries.
#include "entries.hpp"

#include "field_values.hpp"
#include "order.hpp"

#include <fmt/format.h>

#include <algorithm>

namespace mergus::core {

namespace {

template <class T>
void append_all(std::vector<T>& to, const std::vector<T>& from) {
    to.insert(to.end(), from.begin(), from.end());
}

} // namespace

void EntryBlock::clear() noexcept {
    field = Field::pattern;
    columns = 0;
    entries = 0;
    lines = 0;
    rows.clear();
    cols.clear();
    integers.clear();
    reals.clear();
    complexes.clear();
    runs.clear();
    fault.reset();
}

void EntryCollector::expect_entries(std::uint64_t count, std::uint64_t bytes_each, bool with_positions) {
    // The unpacked size of a gzip file is unknown.
    const std::uint64_t possible = file_.packed() ? 0 : file_.bytes_total() / bytes_each + 1;
    const auto capacity = static_cast<std::size_t>(std::min(count, possible));
    if (with_positions) {
        tuples_.rows.reserve(capacity);
        tuples_.cols.reserve(capacity);
    }
    with_values(
        tuples_.field, [&](auto& values) { values.reserve(capacity); }, tuples_);
}

std::string EntryCollector::end_after(std::uint64_t entries) const {
    return fmt::format("the end of the file after {} entries", entries);
}

void EntryCollector::append(EntryBlock& block) {
    if (limit_ && block.entries > *limit_ - entries_) {
        append_runs(block);
        fail(line_of(*limit_), end_after(*limit_), "another entry");
    }
    if (columns_ != 0 && block.columns != 0 && columns_ != block.columns) {
        const std::uint64_t line = block.runs.empty() ? block.fault->line : block.runs.front().line;
        fail(lines_ + line + 1, fmt::format("{} columns as in the lines before", columns_),
             fmt::format("{} columns", block.columns));
    }
    if (block.fault) {
        const bool full = limit_ && entries_ + block.entries == *limit_;
        fail(lines_ + block.fault->line + 1, full ? end_after(*limit_) : block.fault->expected,
             block.fault->found);
    }
    append_runs(block);
    append_values(block);
    entries_ += block.entries;
    lines_ += block.lines;
    if (block.columns != 0) columns_ = block.columns;
    if (block.source.stop) fail(lines_ + 1, block.source.stop->expected, block.source.stop->found);
    if (progress_) progress_(block.source.bytes_done, file_.bytes_total());
}

void EntryCollector::append_runs(const EntryBlock& block) {
    for (const LineRun& run : block.runs) {
        const LineRun here{entries_ + run.entry, lines_ + run.line + 1};
        if (runs_.empty() || here.entry - runs_.back().entry != here.line - runs_.back().line) {
            runs_.push_back(here);
        }
    }
}

void EntryCollector::append_values(EntryBlock& block) {
    append_all(tuples_.rows, block.rows);
    append_all(tuples_.cols, block.cols);
    if (block.entries == 0) return;
    if (entries_ == 0) tuples_.field = block.field;
    // The weights of an edge list are integers until the first real; then all become reals. The double
    // nearest to an int64 is also nearest to its digits, so the result does not depend on the position of the
    // first real.
    if (tuples_.field == Field::integer && block.field == Field::real) {
        tuples_.reals.assign(tuples_.integers.begin(), tuples_.integers.end());
        tuples_.integers = {};
        tuples_.field = Field::real;
    }
    if (tuples_.field == Field::real && block.field == Field::integer) {
        tuples_.reals.insert(tuples_.reals.end(), block.integers.begin(), block.integers.end());
        return;
    }
    with_values(
        tuples_.field, [](auto& to, const auto& from) { append_all(to, from); }, tuples_, block);
}

void EntryCollector::finish() {
    if (limit_ && entries_ < *limit_) {
        fail(lines_ + 1, fmt::format("{} entries", *limit_),
             fmt::format("the end of the file after {}", entries_));
    }
    if (progress_) progress_(file_.bytes_done(), file_.bytes_total());
}

std::uint64_t EntryCollector::line_of(std::uint64_t entry) const {
    const auto after = std::upper_bound(runs_.begin(), runs_.end(), entry,
                                        [](std::uint64_t e, const LineRun& run) { return e < run.entry; });
    const LineRun& run = *(after - 1);
    return run.line + (entry - run.entry);
}

void EntryCollector::settle_duplicates(Duplicates duplicates, unsigned threads, std::uint64_t base) {
    if (duplicates == Duplicates::keep_all || is_strictly_sorted(tuples_)) return;
    const std::vector<std::uint64_t> order = sorted_order(tuples_, threads);
    if (duplicates == Duplicates::keep_one) return keep_last(tuples_, order);
    if (const auto pair = first_duplicate(tuples_, order)) {
        fail(line_of(pair->second), "one entry at each position",
             fmt::format("a second one at row {}, column {} (the first is on line {})",
                         tuples_.rows[pair->second] + base, tuples_.cols[pair->second] + base,
                         line_of(pair->first)));
    }
}

} // namespace mergus::core
