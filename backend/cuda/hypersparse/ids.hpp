/// \file ids.hpp
/// Steps on lists of ids; host side of ids.cuh.
#pragma once

#include "objects/hypersparse.hpp"
#include "objects/matrix.hpp"

namespace mergus::cuda {

/// The union of two lists, neither of which is null: one of them if it has all ids of the other. Waits.
[[nodiscard]] Ids united(Context& context, const Ids& a, const Ids& b);

/// Ids of any order and with repetitions, sorted.
struct DistinctIds {
    Ids ids;                    ///< {0} if there were none
    Array<std::uint64_t> ranks; ///< the position in `ids` of each id as given
};
/// \param bits the low bits by which the ids differ. \param sorted they do not decrease. Waits for their
/// number.
[[nodiscard]] DistinctIds distinct(Context& context, Array<std::uint64_t>&& ids, int bits, bool sorted);

/// The position in the list of each of `count` ids, all of which the list has.
[[nodiscard]] Array<std::uint64_t> ranks_of(Context& context, const std::uint64_t* ids, std::uint64_t count,
                                            const IdList& list);
/// Column e, of the width of `wide_from`, becomes its rank in the list.
[[nodiscard]] Buffer rank_columns(Context& context, const void* columns, bool wide_from, std::uint64_t count,
                                  const IdList& list);
/// Column e becomes map[column e].
[[nodiscard]] Buffer map_columns(Context& context, const void* columns, bool wide_from, std::uint64_t count,
                                 const std::uint64_t* map, bool wide_to);

/// For each of `count` columns whether the list has it: 0 or 1.
[[nodiscard]] Array<std::uint8_t> flag_present(Context& context, const void* columns, bool wide,
                                               std::uint64_t count, const IdList& list);

/// The rows that have entries; {0} if none has. Waits for their number.
[[nodiscard]] Ids rows_with_entries(Context& context, const Matrix& matrix);
/// The columns that have entries. Waits for their number.
[[nodiscard]] Ids columns_with_entries(Context& context, const Matrix& matrix);
/// Those ids of a list that `positions` names.
[[nodiscard]] Ids chosen(Context& context, const Ids& ids, const Ids& positions);

/// Offsets for `nrows` rows: stored row r becomes row map[r], and the other rows have no entries.
/// \param map increases, one for each of `count` stored rows
[[nodiscard]] Array<std::uint64_t> spread_offsets(Context& context, const Matrix& matrix,
                                                  const std::uint64_t* map, std::uint64_t count,
                                                  std::uint64_t nrows);
/// Offsets of the rows that the list names, which are all that have entries.
[[nodiscard]] Array<std::uint64_t> offsets_of(Context& context, const Matrix& matrix, const IdList& rows);

/// The ids id · factor + other for all ids of two lists, neither of which is null.
[[nodiscard]] Ids product_ids(Context& context, const Ids& a, const Ids& b, std::uint64_t factor);
/// Ids that are all larger by `distance`.
[[nodiscard]] Ids shifted(Context& context, const Array<std::uint64_t>& ids, std::uint64_t distance);

/// Keys of tuples with the row above `col_bits` bits of the column, as two arrays.
struct RowsAndColumns {
    Array<std::uint64_t> rows, cols;
};
[[nodiscard]] RowsAndColumns split_keys(Context& context, const void* keys, bool wide, int col_bits,
                                        std::uint64_t count);
/// The keys of such tuples.
[[nodiscard]] Buffer joined_keys(Context& context, const RowsAndColumns& tuples, bool wide, int col_bits);

/// The ids of a call's index list or of a caller's array, on the host.
[[nodiscard]] Array<std::uint64_t> upload_ids(Context& context, const std::uint64_t* ids,
                                              std::uint64_t count);

} // namespace mergus::cuda
