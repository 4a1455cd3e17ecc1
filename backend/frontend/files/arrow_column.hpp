/// \file arrow_column.hpp
/// Values of a column of Arrow's C data interface, whatever their width and encoding.
#pragma once

#include <mergus/arrow.hpp>

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace mergus::core {

enum class ArrowKind { integers, reals, strings };

/// The kind of a column's values, of a dictionary those in it; none for types that are no name and no weight.
std::optional<ArrowKind> arrow_kind(const ArrowSchema& type);

/// A value that cannot be read.
struct ArrowFault {
    std::uint64_t row; ///< from the first value
    std::string expected;
    std::string found;
};

/// Whether there may be nulls.
bool has_nulls(const ArrowArray& array);

/// \param array with nulls \param at counted from the start of its buffers
bool is_null(const ArrowArray& array, std::uint64_t at);

/// Consecutive values of a column. The array of its kind has one for each row, at a null any.
struct ArrowValues {
    ArrowKind kind = ArrowKind::integers;
    std::vector<std::int64_t> integers;
    std::vector<double> reals;
    std::vector<std::string_view> strings; ///< in the memory of the array
    std::vector<bool> nulls;               ///< for each row
    /// the first place outside of a dictionary, or else the first unsigned integer of 2^63 or more
    std::optional<ArrowFault> fault;
};

/// \param type of a kind \param begin counted from the start of the array, which its offset says
void read_arrow_values(const ArrowSchema& type, const ArrowArray& array, std::uint64_t begin,
                       std::uint64_t count, ArrowValues& values);

} // namespace mergus::core
