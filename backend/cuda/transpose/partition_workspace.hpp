/// \file partition_workspace.hpp
/// The temporary arrays of a transpose by partition.
#pragma once

#include "transpose_plan.hpp"
#include "transpose_values.hpp"

#include <cstddef>
#include <cstdint>

namespace mergus::cuda {

/// The same members, in the same order, as Cut of transpose_digits.cuh.
struct Cut {
    std::uint32_t magic, width, buckets, row_bits, shift, groups;
};
/// A piece of a bucket.
struct Extra {
    std::uint32_t bucket, index;
};
/// As Totals there.
struct Totals {
    std::uint32_t *sizes, *extra;
    Extra* pieces;
    std::uint32_t piece_bits;
};
/// As Cleared of transpose_tiles.cuh.
struct Cleared {
    std::uint32_t *counters, *arrived;
    std::uint32_t count;
};
/// As GroupStatus of transpose_groups.cuh.
struct GroupStatus {
    std::uint32_t tiles, most_tiles;
};
/// As Groups of transpose_regroup.cuh.
struct Groups {
    const std::uint32_t *runs, *begins, *first_tiles;
    const std::uint16_t* table;
    std::uint32_t tiles;
};
/// As Runs of transpose_piece.cuh.
struct Runs {
    const std::uint16_t* table;
    const std::uint32_t *begins, *first_tiles;
    const std::uint32_t* extra;
    const Extra* pieces;
    std::uint32_t most_tiles, buckets, shift;
};

/// All temporary arrays.
struct Workspace {
    std::byte* keys;
    std::byte* values;
    std::uint16_t* table;
    std::uint32_t* places; ///< of wide values, in the transpose's order
    // of buckets of several pieces
    Extra* pieces;
    std::uint32_t* arrived;
    std::uint32_t* piece_columns;
    std::uint32_t* column_sizes;
    // of groups
    std::uint32_t* sizes; ///< of buckets, and one number more; before them `arrived`
    std::size_t zeroed;   ///< bytes of these two, which are neighbours
    std::uint64_t* group_keys;
    std::uint16_t* group_table;
    std::uint32_t *runs, *begins, *first_tiles;
    GroupStatus* status;

    /// Cuts memory that begins there; from 0, to learn how much is needed. \return bytes.
    std::size_t cut(std::uintptr_t memory, const plan::Partition& plan, const Matrix& A, std::size_t extra) {
        ArrayCutter cutter(memory);
        const std::size_t buckets = plan.buckets, groups = plan.groups;
        cutter.take(arrived, buckets);
        if (plan.grouped()) {
            cutter.take(sizes, buckets + 1);
            zeroed = cutter.bytes();
            cutter.take(group_keys, A.nvals);
            cutter.take(group_table, plan.tiles * (groups + 1));
            cutter.take(runs, plan.tiles * groups + 1);
            cutter.take(begins, groups + 1);
            cutter.take(first_tiles, groups + 1);
            cutter.take(status, 1);
        }
        cutter.take(keys, A.nvals, plan.key_size());
        cutter.take(values, A.nvals, moved_size(A.type));
        cutter.take(table, plan.grouped() ? (plan.tiles + groups) * (plan.group_size() + std::size_t{1})
                                          : plan.tiles * (buckets + 1));
        cutter.take(places, moves_places(A.type) ? A.nvals : 0);
        cutter.take(pieces, extra);
        cutter.take(piece_columns, plan.counted ? extra * plan.width : 0);
        cutter.take(column_sizes, plan.counted ? buckets * plan.width : 0);
        return cutter.bytes();
    }
};

} // namespace mergus::cuda
