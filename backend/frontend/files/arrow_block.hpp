/// \file arrow_block.hpp
/// The edges of some rows of a table of Arrow.
#pragma once

#include "arrow_column.hpp"
#include "arrow_edges.hpp"
#include "block_names.hpp"

#include <mergus/host_data.hpp>

#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <vector>

namespace mergus::core {

/// Some rows of a table.
struct ArrowBatch {
    ArrowArray array{};
    Released<ArrowArray> released{array};
};

/// A column that is used.
struct ArrowColumn {
    std::size_t number;
    const ArrowSchema& type;
    std::string name;

    [[nodiscard]] ArrowKind kind() const { return *arrow_kind(type); }
};

/// What is read, the same in all blocks.
struct ArrowForm {
    const std::string& where; ///< Begins messages.
    ArrowColumn source;
    ArrowColumn target;
    std::optional<ArrowColumn> weight;
    std::optional<double> blank_weight;
    NameKind names;
    Field field;
};

struct ArrowBlock {
    std::shared_ptr<ArrowBatch> batch;
    std::uint64_t begin = 0;     ///< In the batch.
    std::uint64_t count = 0;     ///< Of rows.
    std::uint64_t first_row = 0; ///< Of the table.
    ArrowValues sources, targets, weights;
    std::string digits; ///< Of names that are integers.
    BlockNames names;
    std::vector<std::uint64_t> rows, cols; ///< Places in the list of names.
    std::uint64_t fault_row = 0;
    std::string fault; ///< Empty: none.
};

/// Fills all but the first four members.
void scan_arrow(const ArrowForm& form, ArrowBlock& block);

} // namespace mergus::core
