/// \file partition_workspace.hpp
/// The temporary arrays of a transpose by partition.
#pragma once

#include "transpose_tuning.hpp"
#include "transpose_values.hpp"

#include <cstddef>
#include <cstdint>

#include "transpose_partition.h"

namespace mergus::cuda {

/// Arrays of one allocation.
struct PartitionWorkspace {
    std::byte* keys;
    std::byte* values;
    std::uint16_t* table;
    std::uint32_t* indices; ///< numbers of entries, in the order of the transpose, of values that do not move
    // Buckets of several chunks.
    ExtraChunk* extra_chunks;
    std::uint32_t* arrived;
    std::uint32_t* chunk_columns;
    std::uint32_t* column_sizes;
    // Groups of buckets.
    std::uint32_t* sizes; ///< of buckets, and the number of extra chunks
    std::size_t zeroed;   ///< bytes of `arrived` and `sizes`, which are neighbours
    std::uint64_t* group_keys;
    std::uint16_t* group_table;
    std::uint32_t *runs, *begins, *first_tiles;
    BucketGroupStatus* status;

    /// Cuts the memory at an address, or with address 0 only computes its size. \return bytes.
    std::size_t cut(std::uintptr_t memory, const tuning::Partition& plan, const Matrix& A,
                    const mergus_type* moved, std::size_t extra) {
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
        cutter.take(values, A.nvals, moved_size(moved));
        cutter.take(table, plan.grouped() ? (plan.tiles + groups) * (plan.group_size() + std::size_t{1})
                                          : plan.tiles * (buckets + 1));
        cutter.take(indices, moves_indices(moved) ? A.nvals : 0);
        cutter.take(extra_chunks, extra);
        cutter.take(chunk_columns, plan.counts_chunks ? extra * plan.width : 0);
        cutter.take(column_sizes, plan.counts_chunks ? buckets * plan.width : 0);
        return cutter.bytes();
    }
};

} // namespace mergus::cuda
