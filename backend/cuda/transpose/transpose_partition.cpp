/// \file transpose_partition.cpp
/// The transpose in two passes. The first orders the entries of each tile by buckets of columns and writes
/// them at the tile's own offset (transpose_tiles.cuh); the second orders each bucket, a run of every tile,
/// by columns on chip (transpose_order.cuh). Both keep the order of entries, which is the order of rows, so
/// nothing is sorted by row, and no offsets of buckets are needed before the last pass. With very many
/// buckets runs would be a few entries long: tiles are then ordered by groups of buckets first, and the
/// entries of each group by buckets in a pass between (transpose_groups.cuh, transpose_regroup.cuh).
#include "device/zeroed_counters.hpp"
#include "objects/report.hpp"
#include "partition_workspace.hpp"
#include "transpose_methods.hpp"
#include "transpose_tuning.hpp"
#include "transpose_values.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <bit>
#include <cstddef>
#include <cstdint>
#include <string>
#include <utility>

namespace mergus::cuda {

namespace transpose_methods {
extern const TransposeMethod partition;
}

namespace {

/// The kernel of a pass.
struct PassKernel {
    const char *file, *entry;
    bool moves_values;
};
constexpr PassKernel tiles_kernel{"transpose/transpose_tiles.cuh", "transpose_tiles", true};
constexpr PassKernel groups_kernel{"transpose/transpose_groups.cuh", "transpose_groups", false};
constexpr PassKernel regroup_kernel{"transpose/transpose_regroup.cuh", "transpose_regroup", true};
constexpr PassKernel chunk_counts_kernel{"transpose/transpose_chunk_counts.cuh", "transpose_chunk_counts",
                                         false};
constexpr PassKernel order_kernel{"transpose/transpose_order.cuh", "transpose_order", true};

constexpr tuning::Tile groups_tile{1024, 1, 1};
static_assert(tuning::max_groups < groups_tile.size());

/// Entries in each bucket, and in all.
struct BucketSizes : State, ZeroedCounters<tuning::max_buckets + 1> {};

class PartitionTranspose : public TransposeRun {
public:
    PartitionTranspose(const TransposeProblem& problem, const tuning::Partition& plan,
                       std::size_t shared_limit)
        : TransposeRun(problem), plan_(plan), shared_limit_(shared_limit),
          extra_(static_cast<std::uint32_t>(A_.nvals / plan.chunk.size())) {}
    void kernels(KernelRequests& list) const override;
    /// With groups waits, to learn their sizes. Nothing if one of them is too large.
    [[nodiscard]] std::optional<Matrix> run() const override;
    void explain(mergus_report& report) const override;

private:
    class Passes;

    [[nodiscard]] KernelRequest request(const PassKernel& kernel) const;
    [[nodiscard]] Bindings bindings(const PassKernel& kernel) const;
    [[nodiscard]] const tuning::Tile& tile_of(const PassKernel& kernel) const;
    /// Whether a bucket can have several chunks, and a kernel counts them.
    [[nodiscard]] bool counts_chunks() const noexcept { return plan_.counts_chunks && extra_ > 0; }

    tuning::Partition plan_;
    std::size_t shared_limit_;
    std::uint32_t extra_; ///< chunks other than the first ones of buckets, at most
};

const tuning::Tile& PartitionTranspose::tile_of(const PassKernel& kernel) const {
    if (&kernel == &groups_kernel) return groups_tile;
    return &kernel == &tiles_kernel || &kernel == &regroup_kernel ? plan_.tile : plan_.chunk;
}

Bindings PartitionTranspose::bindings(const PassKernel& kernel) const {
    const tuning::Tile& tile = tile_of(kernel);
    const bool whole_columns = plan_.grouped() && &kernel == &tiles_kernel;
    Bindings names;
    names.index("Key", plan_.wide_keys || whole_columns)
        .constant("threads", tile.threads)
        .constant("items", tile.items)
        .constant("resident", tile.blocks)
        .constant("run_tile", plan_.tile.size())
        .constant("grouped", plan_.grouped())
        .constant("counts_chunks", plan_.counts_chunks);
    if (kernel.moves_values) bind_moved(names, moved_);
    return names;
}

KernelRequest PartitionTranspose::request(const PassKernel& kernel) const {
    const tuning::Tile& tile = tile_of(kernel);
    const std::uint64_t number = std::uint64_t{plan_.tile.size()} << 40 | std::uint64_t{tile.threads} << 24 |
                                 tile.blocks << 16 | tile.items << 4 | unsigned(plan_.counts_chunks) << 2 |
                                 unsigned(plan_.grouped()) << 1 | unsigned(plan_.wide_keys);
    return {kernel.file, kernel.entry, KernelKey{kernel.moves_values ? moved_ : nullptr, number},
            [this, pass = &kernel] { return bindings(*pass); }};
}

void PartitionTranspose::kernels(KernelRequests& list) const {
    const auto add = [&](KernelRequest request) { list.push_back(std::move(request)); };
    add(request(tiles_kernel));
    if (plan_.grouped()) {
        add(request(groups_kernel));
        add(request(regroup_kernel));
    }
    if (counts_chunks()) add(request(chunk_counts_kernel));
    add(request(order_kernel));
    if (moves_indices(moved_)) add(values_request(moved_));
}

/// The passes over a matrix, one after the other.
class PartitionTranspose::Passes {
public:
    explicit Passes(const PartitionTranspose& step)
        : step_(step), context_(step.context_), device_(context_.device), A_(step.A_), moved_(step.moved_),
          plan_(step.plan_), extra_(step.extra_), memory_(device_, work_.cut(0, plan_, A_, moved_, extra_)) {
        work_.cut(reinterpret_cast<std::uintptr_t>(memory_.data()), plan_, A_, moved_, extra_);
    }

    /// \return nothing if the groups of buckets are too uneven.
    std::optional<Matrix> transpose() {
        Matrix T = raw_transpose(context_, A_, moved_);
        void* const values = moves_indices(moved_) ? work_.indices : address_of_values(T);
        if (!plan_.grouped())
            tiles();
        else if (!tiles_by_groups(values))
            return std::nullopt;
        if (step_.counts_chunks()) count_chunks();
        order(T, values);
        if (moves_indices(moved_)) gather_values(context_, A_, work_.indices, T);
        return T;
    }

private:
    void tiles();
    bool tiles_by_groups(void* values);
    void launch_tiles(const BucketTotals& totals, const ClearedCounters& cleared, void* keys, void* values,
                      std::uint16_t* table);
    void count_chunks();
    void order(Matrix& T, void* values);

    [[nodiscard]] ColumnCut cut() const noexcept {
        return {plan_.magic, plan_.width, plan_.buckets, plan_.row_bits, plan_.shift, plan_.groups};
    }
    [[nodiscard]] BucketTotals totals(std::uint32_t* sizes) const noexcept {
        return {sizes, sizes + plan_.buckets, work_.extra_chunks,
                static_cast<std::uint32_t>(std::bit_width(plan_.chunk.size() - 1))};
    }
    [[nodiscard]] BucketRunTable runs(const BucketTotals& totals, std::uint32_t max_tiles) const noexcept {
        return {work_.table,        work_.begins, work_.first_tiles, totals.extra_count,
                work_.extra_chunks, max_tiles,    plan_.buckets,     plan_.shift};
    }
    [[nodiscard]] std::size_t order_shared() const {
        return tuning::order_shared(plan_, moved_size(moved_), runs_.max_tiles);
    }
    [[nodiscard]] const Kernel& kernel(const PassKernel& kernel) const {
        return context_.jit.kernel(step_.request(kernel));
    }

    const PartitionTranspose& step_;
    Context& context_;
    Device& device_;
    const Matrix& A_;
    const mergus_type* moved_;
    const tuning::Partition& plan_;
    std::uint32_t extra_;
    PartitionWorkspace work_{};
    Buffer memory_;
    BucketRunTable runs_{};
};

void PartitionTranspose::Passes::launch_tiles(const BucketTotals& totals, const ClearedCounters& cleared,
                                              void* keys, void* values, std::uint16_t* table) {
    device_.launch(kernel(tiles_kernel), Dim3{plan_.tiles}, Dim3{plan_.tile.threads},
                   tuning::tiles_shared(plan_, moved_size(moved_)),
                   static_cast<const std::uint64_t*>(A_.ptr.data()), A_.nrows,
                   static_cast<const std::uint32_t*>(A_.col.data()), static_cast<const void*>(A_.val.data()),
                   A_.nvals, cut(), table, totals, cleared, work_.runs, keys, values);
}

void PartitionTranspose::Passes::tiles() {
    const auto sets = context_.state<BucketSizes>().take(device_);
    const BucketTotals totals = this->totals(sets.zero);
    launch_tiles(totals, {sets.cleared, work_.arrived, tuning::max_buckets + 1}, work_.keys, work_.values,
                 work_.table);
    context_.state<BucketSizes>().launched();
    runs_ = runs(totals, plan_.tiles);
}

/// The values between the first two passes are stored in the output. \return whether the runs of every bucket
/// fit into the shared memory of the last pass.
bool PartitionTranspose::Passes::tiles_by_groups(void* values) {
    const std::size_t size = moved_size(moved_);
    const BucketTotals totals = this->totals(work_.sizes);
    device_.fill(work_.arrived, 0, work_.zeroed);
    launch_tiles({}, {}, work_.group_keys, values, work_.group_table);
    exclusive_scan(device_, work_.runs, work_.runs,
                   std::size_t{plan_.tiles} * plan_.groups); // n + 1 elements
    device_.launch(kernel(groups_kernel), Dim3{1}, Dim3{groups_tile.threads}, 0,
                   static_cast<const std::uint32_t*>(work_.runs), plan_.tiles, plan_.groups, work_.begins,
                   work_.first_tiles, work_.status);
    const BucketGroupStatus status = device_.read(work_.status);
    runs_ = runs(totals, status.max_tiles);
    if (order_shared() > step_.shared_limit_) return false;
    const BucketGroups groups{work_.runs, work_.begins, work_.first_tiles, work_.group_table, plan_.tiles};
    device_.launch(kernel(regroup_kernel), Dim3{status.tiles}, Dim3{plan_.tile.threads},
                   tuning::regroup_shared(plan_, size), groups,
                   static_cast<const std::uint64_t*>(work_.group_keys), static_cast<const void*>(values),
                   cut(), work_.table, totals, work_.keys, work_.values);
    return true;
}

void PartitionTranspose::Passes::count_chunks() {
    // Few blocks find work; more of them cost little, and fewer would make those that do slow.
    const std::uint32_t blocks =
        std::min(extra_, 16 * static_cast<std::uint32_t>(std::max(1, device_.properties().sm_count)));
    device_.launch_dependent(kernel(chunk_counts_kernel), Dim3{blocks}, Dim3{plan_.chunk.threads},
                             order_shared(), runs_, static_cast<const std::byte*>(work_.keys), plan_.width,
                             plan_.row_bits, work_.arrived, work_.chunk_columns, work_.column_sizes);
}

void PartitionTranspose::Passes::order(Matrix& T, void* values) {
    device_.launch_dependent(
        kernel(order_kernel), Dim3{plan_.buckets + extra_}, Dim3{plan_.chunk.threads}, order_shared(), runs_,
        static_cast<const std::byte*>(work_.keys), static_cast<const std::byte*>(work_.values), plan_.width,
        A_.ncols, plan_.row_bits, static_cast<const std::uint32_t*>(work_.chunk_columns),
        static_cast<const std::uint32_t*>(work_.column_sizes), T.ptr.data(), T.col.data(), values);
}

std::optional<Matrix> PartitionTranspose::run() const {
    return Passes(*this).transpose();
}

void PartitionTranspose::explain(mergus_report& report) const {
    std::string text =
        fmt::format("tiles of {} entries, {} buckets of {} columns, ordered {} entries at a time",
                    plan_.tile.size(), plan_.buckets, plan_.width, plan_.chunk.size());
    if (plan_.wide_keys) text.append(", ").append(facts::wide_keys);
    if (plan_.grouped()) text.append(", ").append(facts::grouped);
    if (plan_.counts_chunks) text.append(", ").append(facts::counted_chunks);
    core::write_text(report.reason, text);
}

std::unique_ptr<TransposeRun> start_partition(const TransposeProblem& problem) {
    const auto& [context, A, moved] = problem;
    const std::size_t most = context.device.properties().shared_per_block_optin;
    const std::size_t shared = most - std::min(most, tuning::transpose_static_shared);
    const auto& choice = forced<TransposeChoice>(context);
    const bool is_named = choice.named == &transpose_methods::partition;
    const auto plan = tuning::partition({A.nrows, A.ncols, A.nvals, moved_size(moved)}, shared,
                                        is_named ? choice.size : std::nullopt);
    return plan ? std::make_unique<PartitionTranspose>(problem, *plan, shared) : nullptr;
}

} // namespace

namespace transpose_methods {
constinit const TransposeMethod partition{.name = "partition",
                                          .summary = "most matrices: tiles ordered by buckets of columns, "
                                                     "then each bucket by columns on chip; with very many "
                                                     "buckets a pass between",
                                          .evidence = "docs/laboratory/transpose.md",
                                          .sizes = tuning::partition_rows,
                                          .start = start_partition};
} // namespace transpose_methods

} // namespace mergus::cuda
