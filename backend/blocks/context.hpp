/// \file context.hpp
/// Contexts, and matrices as grids of blocks.
///
/// Invariant: the blocks of a matrix are those of its cuts, row by row; a block without entries is null. A
/// vector has one column of blocks. An operation makes new blocks. They replace the old ones in its last
/// step, which cannot fail.
#pragma once

#include "block.hpp"
#include "cuts.hpp"
#include "options.hpp"
#include "peers.hpp"
#include "types.hpp"
#include "workers.hpp"

#include <algorithm>
#include <array>
#include <map>
#include <memory>
#include <mutex>
#include <optional>
#include <set>
#include <string>
#include <vector>

namespace mergus::blocks {
class DeviceLinks;
}

struct mergus_context {
    explicit mergus_context(const mergus_context_options& options)
        : mergus_context(options, mergus::blocks::options_of_environment()) {}
    mergus_context(const mergus_context_options& options, mergus::blocks::Options of_blocks);
    ~mergus_context();

    mergus::blocks::Options options;
    bool deterministic;
    std::vector<std::unique_ptr<mergus::blocks::Device>> devices;
    mergus::blocks::HostMemory host_memory; ///< of the first device
    mergus::blocks::HostBlocks host_blocks; ///< under `residency`
    /// Of the devices of ranks; null: blocks of other ranks pass through host memory.
    std::unique_ptr<mergus::blocks::DeviceLinks> links;
    /// Each device has a thread while blocks are computed. Not with an allocator of the caller's, whose calls
    /// must not overlap.
    bool concurrent;
    std::recursive_mutex residency;            ///< of the copies of blocks
    std::vector<mergus::blocks::Cache> caches; ///< one for each device

    mergus::blocks::Peers peers;                    ///< the other ranks
    std::set<const mergus::blocks::Block*> fetched; ///< blocks that other ranks have sent for this call

    /// The device on which one of `count` blocks is computed, on the rank that holds it. Neighbours share a
    /// device.
    mergus::blocks::Cache& home(std::uint64_t block, std::uint64_t count) {
        const auto ranks = static_cast<std::uint64_t>(peers.size());
        const std::uint64_t own = (count + ranks - 1) / ranks;
        const std::uint64_t each = (own + caches.size() - 1) / caches.size();
        return caches[block / ranks / std::max<std::uint64_t>(each, 1)];
    }
    /// Parts into which rows and columns are cut; a vector has no columns to cut. Without a grid of the
    /// user's there is a row of blocks for each device of a process, two for each rank, and more where blocks
    /// would not be small beside the memory of a device. \param bytes of the matrix, as far as they are known
    [[nodiscard]] std::uint64_t row_parts(bool is_vector, std::uint64_t bytes = 0) const noexcept;
    [[nodiscard]] std::uint64_t col_parts(bool is_vector) const noexcept {
        return is_vector ? 1 : std::max<std::uint64_t>(1, options.q);
    }
    /// The most bytes that a block of a result should have, so that several are on a device at a time; 0:
    /// any. Ranks have no such limit: they would have to agree.
    [[nodiscard]] std::uint64_t largest_block() const noexcept;

    /// The cuts of a vector of that size: those of the rows of the last matrix with as many rows that was cut
    /// by entries. Then products with it, and operations on its products, need no other cuts.
    [[nodiscard]] mergus::blocks::Cuts vector_cuts(std::uint64_t size) const;
    void remember_cuts(const mergus::blocks::Cuts& rows);
    /// The cuts of a vector that belongs to these rows: without a grid of the user's one part for each
    /// device, since a part is a launch in each operation, and its rows are those of blocks on that device.
    [[nodiscard]] mergus::blocks::Cuts vector_cuts(const mergus::blocks::Cuts& rows) const;
    std::map<std::uint64_t, mergus::blocks::Cuts> cuts_by_size;

    mergus::blocks::Workers workers; ///< a thread for each device but the first

    // The report of the running call, under the mutex, summed over the calls of the local backend.
    std::mutex report_mutex;
    std::string method;
    std::uint64_t bytes = 0, work = 0;
    double compile_seconds = 0;

private:
    void open_devices(const mergus::core::Plugin& plugin, const mergus_context_options& given);
    void limit_memory();
    void use_files();
};

namespace mergus::blocks {

/// Something that was found out about the blocks of a matrix, or made of them.
template <class T>
class Finding {
public:
    [[nodiscard]] std::optional<T> of(const std::vector<BlockPtr>& blocks) const {
        const auto same = [](const std::weak_ptr<const Block>& then, const BlockPtr& now) {
            return then.lock() == now;
        };
        if (!std::equal(blocks_.begin(), blocks_.end(), blocks.begin(), blocks.end(), same)) return {};
        return finding_;
    }
    void set(const std::vector<BlockPtr>& blocks, T finding) {
        blocks_.assign(blocks.begin(), blocks.end());
        finding_ = std::move(finding);
    }

private:
    std::vector<std::weak_ptr<const Block>> blocks_;
    std::optional<T> finding_;
};

} // namespace mergus::blocks

struct mergus_matrix {
    const mergus_type* type;
    mergus::blocks::Cuts rows, cols;
    bool is_vector;
    std::vector<mergus::blocks::BlockPtr> blocks;
    mutable mergus::blocks::Finding<bool> symmetric; ///< the pattern
    /// Products with vectors that a cut into rows would have served.
    mutable mergus::blocks::Finding<std::uint32_t> uses_of_rows;
    /// The rows of the blocks of a product of this matrix and another one: without a mask, and with one,
    /// under which blocks are smaller.
    mutable std::array<mergus::blocks::Finding<mergus::blocks::Finding<mergus::blocks::Cuts>>, 2>
        product_rows;
    mutable mergus::blocks::Finding<std::shared_ptr<const mergus_matrix>> in_rows; ///< the same in rows
    /// The matrix that it was multiplied by last, and the number of the first such call.
    mutable mergus::blocks::Finding<mergus::blocks::Finding<std::uint64_t>> multiplied_by;
    /// All of the matrix on each device, as far as it is still there; under the context's `residency`.
    mutable std::vector<mergus::blocks::Finding<std::weak_ptr<mergus::blocks::Local>>> wholes;

    mergus_matrix(const mergus_type* t, mergus::blocks::Cuts r, mergus::blocks::Cuts c, bool vector)
        : type(t), rows(std::move(r)), cols(std::move(c)), is_vector(vector),
          blocks(rows.parts() * cols.parts()) {}

    [[nodiscard]] mergus::blocks::Shape shape() const { return {rows.size(), cols.size(), is_vector}; }
    [[nodiscard]] const mergus::blocks::BlockPtr& block(std::uint64_t i, std::uint64_t j) const {
        return blocks[i * cols.parts() + j];
    }
    [[nodiscard]] mergus::blocks::Shape block_shape(std::uint64_t block) const {
        return {rows[block / cols.parts()].count, cols[block % cols.parts()].count, is_vector};
    }
    [[nodiscard]] std::uint64_t nvals() const {
        std::uint64_t sum = 0;
        for (const auto& block : blocks) sum += block != nullptr ? block->nvals() : 0;
        return sum;
    }
};

namespace mergus::blocks {

/// The sum of the counters of all devices.
void add_counters(mergus_context& context, mergus_counters& counters, bool reset);

} // namespace mergus::blocks
