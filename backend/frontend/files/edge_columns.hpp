/// \file edge_columns.hpp
/// Which columns of a table are the sources, targets and weights of edges.
#pragma once

#include <cstddef>
#include <optional>
#include <string>
#include <utility>
#include <vector>

namespace mergus::core {

using ColumnNames = std::vector<std::string>;

/// Numbers of columns, from 0.
struct EdgeColumns {
    std::size_t source = 0;
    std::size_t target = 1;
    std::optional<std::size_t> weight;
};

/// What is known of a table, and what its user asks for. Empty texts: see CsvOptions.
struct ColumnChoice {
    const ColumnNames& names; ///< Without a header: the fields of the first record.
    bool header = true;       ///< Whether they are names.
    const std::string& source;
    const std::string& target;
    const std::string& weight;
};

/// The column of that name.
std::optional<std::size_t> column_named(const ColumnNames& names, const std::string& name);

/// The columns "source", "src" or "from" and "target", "dst" or "to", in any case, if there are both.
std::optional<std::pair<std::size_t, std::size_t>> default_ends(const ColumnNames& names);

/// \param where begins messages. \throws Error invalid_value for a column that does not exist or is chosen
/// twice, or if there are not two
EdgeColumns edge_columns(const std::string& where, const ColumnChoice& choice);

} // namespace mergus::core
