/// \file csv_block.hpp
/// The edges of a block of CSV text.
#pragma once

#include "block_names.hpp"
#include "csv_form.hpp"
#include "entries.hpp"

#include <mergus/csv.hpp>

#include <atomic>
#include <deque>
#include <string>

namespace mergus::core {

/// How names are read in all blocks.
struct CsvNames {
    bool ids_only = false; ///< A name that is not an id is a fault.
    std::atomic<bool> strings =
        false; ///< Some name is not an id: blocks need not try. Does not change results.
};

struct CsvBlock {
    EntryBlock entries;               ///< Rows and columns are places in the list of names.
    bool first = false;               ///< The block begins with what is before the data.
    BlockNames names;                 ///< In the text of the block, or in `unquoted`.
    std::deque<std::string> unquoted; ///< Fields that had doubled quotes.
};

/// Fills all but `entries.source` and `first`. \param blank_weight see CsvOptions
void scan_csv(CsvBlock& block, const CsvForm& form, const std::optional<double>& blank_weight, CsvNames& how);

} // namespace mergus::core
