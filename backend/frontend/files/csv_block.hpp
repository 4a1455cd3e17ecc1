/// \file csv_block.hpp
/// The edges of a block of CSV text. Their names are listed in the order in which they appear in it; of
/// frequent names not every occurrence.
#pragma once

#include "csv_form.hpp"
#include "entries.hpp"
#include "name_hash.hpp"

#include <mergus/csv.hpp>

#include <atomic>
#include <cstdint>
#include <deque>
#include <string>
#include <string_view>
#include <vector>

namespace mergus::core {

/// How names are read in all blocks.
struct CsvNames {
    bool ids_only = false; ///< A name that is not an id is a fault.
    std::atomic<bool> strings =
        false; ///< Some name is not an id: blocks need not try. Does not change results.
};

struct CsvBlock {
    EntryBlock entries; ///< Rows and columns are indices of `ids` or `names`.
    bool first = false; ///< The block begins with what is before the data.
    NameKind kind = NameKind::ids;
    std::vector<std::int64_t> ids;
    std::vector<std::string_view> names; ///< In the text of the block, or in `unquoted`.
    std::vector<std::uint64_t> hashes;   ///< Of `ids` or `names`.
    std::deque<std::string> unquoted;    ///< Fields that had doubled quotes.

    [[nodiscard]] auto& list(std::int64_t) noexcept { return ids; }
    [[nodiscard]] auto& list(std::string_view) noexcept { return names; }
};

/// Fills all but `entries.source` and `first`. \param blank_weight see CsvOptions
void scan_csv(CsvBlock& block, const CsvForm& form, const std::optional<double>& blank_weight, CsvNames& how);

} // namespace mergus::core
