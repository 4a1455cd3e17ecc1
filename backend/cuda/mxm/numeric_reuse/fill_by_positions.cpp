/// \file fill_by_positions.cpp
/// The values of C by the positions of the products in their rows: the host side of find_positions.cuh and
/// fill_rows.cuh. Long rows are filled in segments (fill_segments.hpp), if their rows of B are long enough.
#include "device/forked_streams.hpp"
#include "device/primitives.hpp"
#include "fill_segments.hpp"
#include "mxm/accumulators/accumulator.hpp"
#include "mxm/row_analysis.hpp"
#include "mxm/tuning.hpp"
#include "plan_method.hpp"
#include "steps/row_profile.hpp"
#include "tuning.hpp"

#include "positions.h"

#include <algorithm>
#include <bit>
#include <vector>

namespace mergus::cuda {

namespace {

constexpr const char* rows_file = "mxm/numeric_reuse/fill_rows.cuh";

/// Of all bins.
constexpr Accumulator by_positions{.name = "positions",
                                   .summary = "values by the positions of a kept pattern",
                                   .text = rows_file,
                                   .entry = "fill_rows_in_order",
                                   .variants = tuning::reuse_sizes.size() + 1,
                                   .add_bins = nullptr};

/// Bytes of shared memory of each thread of a block that adds by atomics: fill_rows.cuh.
constexpr std::size_t atomics_bytes = sizeof(std::uint64_t) + sizeof(std::uint32_t);

bool in_memory(const tuning::Bin& bin) {
    return bin.capacity == tuning::no_limit;
}

/// The entries of the longest row whose values fit in shared memory.
std::uint64_t most_in_shared(const tuning::Bins& bins) {
    std::uint64_t most = 0;
    for (std::size_t b = 0; b < bins.count; ++b)
        if (!in_memory(bins.bin[b])) most = std::max(most, bins.bin[b].capacity);
    return most;
}

/// Keeps the positions of all products, the rows in bins, and the launches of a run.
class FillByPositions : public PlanRun {
public:
    /// Computes what a run needs. Waits. \throws Error not_implemented for a row of 2³¹ entries
    FillByPositions(Context& context, const MxmProblem& problem, const Matrix& C, bool masked);

    void run(const Matrix& C) const override;
    [[nodiscard]] std::uint64_t products() const noexcept override { return flops_; }

private:
    /// The kernels of a bin.
    enum class Method { in_order, by_atomics, by_atomics_in_memory };
    /// A launch of a bin's kernels on a part of its rows.
    struct Launch {
        Method method;
        const Kernel *fill, *empty, *finish; ///< the last two: in memory
        std::uint32_t blocks, threads;
        std::size_t shared;
        std::uint32_t number; ///< in order: values of a group; else bytes of the slots
        const void* rows;
        std::uint64_t row_count;
    };

    [[nodiscard]] unsigned stream_count() const noexcept {
        return static_cast<unsigned>(launches_.size()) + (segments_.empty() ? 0 : 1);
    }
    void count_products(const MxmProblem& problem, const Bindings& bindings);
    /// Finds the positions, and divides rows of more than `undivided` entries. Returns the offset of each row
    /// of C in an array of the rows that are not divided.
    [[nodiscard]] Array<std::uint64_t> find_positions(const MxmProblem& problem, const Matrix& C,
                                                      const Bindings& bindings, std::uint64_t undivided);
    [[nodiscard]] tuning::Bins make_bins(const MxmProblem& problem) const;
    [[nodiscard]] Method method_of(const MxmProblem& problem, const tuning::Bin& bin) const;
    void add_launches(const MxmProblem& problem, std::size_t bin);

    Context& context_;
    Operands operands_;
    bool masked_;
    bool atomics_; ///< products may be added by atomics
    std::uint64_t flops_ = 0;
    Array<std::uint64_t> row_bytes_; ///< the offset of each row's positions
    Buffer positions_;
    Array<std::uint64_t> offsets_; ///< products before each entry of A; empty: not needed
    BinnedRows bins_;
    std::vector<Launch> launches_;
    FillSegments segments_;
};

FillByPositions::FillByPositions(Context& context, const MxmProblem& problem, const Matrix& C, bool masked)
    : context_(context), operands_(problem.operands), masked_(masked), atomics_(!problem.ordered_fold),
      segments_(context) {
    Bindings bindings;
    bindings.index("A_index", problem.A.wide())
        .index("Index", problem.sizes.index == 8)
        .index("Entry", needs_wide(problem.A.nvals));
    KernelRequests requests(context_.jit);
    for (const char* entry : {"count_entry_products", "size_rows", "find_positions", "mark_first_products"})
        requests.emplace_back(positions_file, entry, bindings);
    FillSegments::kernels(requests, bindings);
    requests.push_back(row_profile_kernel(problem.B));
    requests.push_back(row_profile_kernel(C));
    RowAnalysis analysis(context, problem);
    analysis.kernels(requests);
    context.jit.compile(requests);
    if (row_profile(context, C).longest > most_of_4_bytes)
        throw Error(Code::not_implemented, "a row of the product has 2^31 entries or more");
    // A block adds up the lengths of the rows of B of its threads in 32 bits.
    atomics_ = atomics_ && row_profile(context, problem.B).longest <= UINT32_MAX / 1024;

    count_products(problem, bindings);
    const tuning::Bins bins = make_bins(problem);
    // A block adds a row by atomics faster than warps its segments, so only rows without a bin are divided.
    const std::uint64_t undivided = atomics_ ? most_in_shared(bins) : tuning::segment_least_in_order;
    const Array<std::uint64_t> bounds = find_positions(problem, C, bindings, undivided);
    analysis.run();
    bins_ = analysis.bin(bounds.data(), bins);
    for (std::size_t b = 0; b < bins_.plan.count; ++b)
        if (bins_.count[b] != 0) add_launches(problem, b);
    const ForkedStreams makes_streams(context.device, stream_count());
    const bool reads_offsets =
        !segments_.empty() || std::any_of(launches_.begin(), launches_.end(),
                                          [](const Launch& l) { return l.method != Method::in_order; });
    if (!reads_offsets) offsets_ = {};
}

void FillByPositions::count_products(const MxmProblem& problem, const Bindings& bindings) {
    Device& device = context_.device;
    const std::uint64_t count = problem.A.nvals;
    offsets_ = Array<std::uint64_t>(device, count + 1);
    device.launch(context_.jit.kernel(positions_file, "count_entry_products", bindings),
                  grid_for(context_, count, block_threads), {block_threads}, 0, operands_.a_col,
                  operands_.b_ptr, count, offsets_.data());
    exclusive_scan(device, offsets_.data(), offsets_.data(), count);
    flops_ = device.read(static_cast<const std::uint64_t*>(offsets_.data() + count));
}

Array<std::uint64_t> FillByPositions::find_positions(const MxmProblem& problem, const Matrix& C,
                                                     const Bindings& bindings, std::uint64_t undivided) {
    Device& device = context_.device;
    const std::uint64_t nrows = problem.nrows, count = problem.A.nvals;
    const std::uint64_t *const offsets = offsets_.data(), *const c_ptr = C.ptr.data();
    Array<std::uint64_t> sizes(device, nrows + 1);
    row_bytes_ = Array<std::uint64_t>(device, nrows + 1);
    device.launch(context_.jit.kernel(positions_file, "size_rows", bindings),
                  grid_for(context_, nrows, block_threads), {block_threads}, 0, operands_.a_ptr, offsets,
                  c_ptr, nrows, sizes.data(), row_bytes_.data());
    exclusive_scan(device, row_bytes_.data(), row_bytes_.data(), nrows);
    positions_ = Buffer(device, device.read(static_cast<const std::uint64_t*>(row_bytes_.data() + nrows)));

    const Buffer firsts(device, C.nvals * (needs_wide(count) ? 8 : 4));
    device.fill(firsts.data(), 0xff, firsts.bytes());
    const ReusedPattern pattern = reused_pattern(problem, C);
    const std::uint64_t* const row_bytes = row_bytes_.data();
    void *const first = firsts.data(), *const positions = positions_.data();
    for (const char* entry : {"find_positions", "mark_first_products"})
        device.launch(context_.jit.kernel(positions_file, entry, bindings),
                      grid_for(context_, count * 32, block_threads), {block_threads}, 0, pattern, nrows,
                      offsets, row_bytes, count, first, positions);
    segments_.divide(problem, pattern, bindings, masked_, undivided, offsets, sizes.data());
    exclusive_scan(device, sizes.data(), sizes.data(), nrows);
    return sizes; // now offsets
}

tuning::Bins FillByPositions::make_bins(const MxmProblem& problem) const {
    const Properties& device = context_.device.properties();
    const std::size_t limit = device.shared_per_block_optin - tuning::static_shared;
    // Threads that share a row of B.
    const std::uint64_t average = flops_ / std::max<std::uint64_t>(1, problem.A.nvals);
    const auto shares = static_cast<std::uint32_t>(std::bit_ceil(std::clamp<std::uint64_t>(average, 4, 32)));
    tuning::Bins bins;
    for (std::size_t n = 0; n < tuning::reuse_sizes.size(); ++n) {
        const tuning::ReuseSize& size = tuning::reuse_sizes[n];
        const std::uint32_t group = size.narrow ? std::min(size.group_threads, shares) : size.group_threads;
        const bool by_atomics = group == 0 && atomics_;
        const std::size_t row =
            tuning::aligned(size.capacity * (by_atomics ? problem.sizes.slot : problem.type->size));
        std::uint32_t threads = size.block_threads;
        const auto shared = [&] {
            return group == 0 ? row + (by_atomics ? threads * atomics_bytes : 0) : threads / group * row;
        };
        while (group != 0 && threads > tuning::reuse_block_threads && shared() > tuning::reuse_block_bytes)
            threads /= 2;
        if (shared() > limit) continue;
        bins.add({.accumulator = &by_positions,
                  .group_threads = group,
                  .block_threads = threads,
                  .slots = static_cast<std::uint32_t>(row),
                  .shared = shared(),
                  .capacity = size.capacity,
                  .flops = size.flops},
                 n);
    }
    const bool by_atomics = atomics_ && problem.sizes.slot == problem.type->size;
    bins.add({.accumulator = &by_positions,
              .block_threads = tuning::reuse_memory_threads,
              .shared = by_atomics ? tuning::reuse_memory_threads * atomics_bytes : 0,
              .capacity = tuning::no_limit,
              .flops = tuning::no_limit},
             tuning::reuse_sizes.size());
    return bins;
}

FillByPositions::Method FillByPositions::method_of(const MxmProblem& problem, const tuning::Bin& bin) const {
    if (bin.group_threads != 0 || !atomics_) return Method::in_order;
    if (!in_memory(bin)) return Method::by_atomics;
    return problem.sizes.slot == problem.type->size ? Method::by_atomics_in_memory : Method::in_order;
}

void FillByPositions::add_launches(const MxmProblem& problem, std::size_t b) {
    const tuning::Bin& bin = bins_.plan.bin[b];
    const Method method = method_of(problem, bin);
    Bindings bindings = problem.bind(Phase::numeric, bin.group_threads, method == Method::in_order);
    bindings.constant("position_bytes", bin.capacity <= most_of_1_byte ? 1 : 0)
        .constant("in_memory", in_memory(bin))
        .constant("masked", masked_);
    KernelRequests requests{
        {rows_file, method == Method::in_order ? "fill_rows_in_order" : "fill_rows_by_atomics", bindings}};
    if (method == Method::by_atomics_in_memory) {
        requests.emplace_back(rows_file, "empty_rows", bindings);
        requests.emplace_back(rows_file, "finish_rows", bindings);
    }
    context_.jit.compile(requests);
    const auto kernel = [&](std::size_t n) {
        return n < requests.size() ? &context_.jit.kernel(requests[n]) : nullptr;
    };
    const std::uint64_t most = tuning::most_blocks * bin.groups();
    for (std::uint64_t first = 0; first < bins_.count[b]; first += most) {
        const std::uint64_t rows = std::min(most, bins_.count[b] - first);
        launches_.push_back(
            {.method = method,
             .fill = kernel(0),
             .empty = kernel(1),
             .finish = kernel(2),
             .blocks = static_cast<std::uint32_t>((rows + bin.groups() - 1) / bin.groups()),
             .threads = bin.block_threads,
             .shared = bin.shared,
             .number = method == Method::in_order ? static_cast<std::uint32_t>(bin.capacity) : bin.slots,
             .rows = static_cast<const unsigned char*>(bins_.list(b)) + first * bins_.row_size,
             .row_count = rows});
    }
}

void FillByPositions::run(const Matrix& C) const {
    Device& device = context_.device;
    const std::uint64_t *const c_ptr = C.ptr.data(), *const row_bytes = row_bytes_.data(),
                               *const offsets = offsets_.data();
    const void *const positions = positions_.data(), *const vals = C.val.data();
    ForkedStreams streams(device, stream_count());
    unsigned stream = 0;
    if (!segments_.empty()) {
        streams.use(stream++ % ForkedStreams::max_streams);
        segments_.run(C, {offsets, row_bytes, positions});
    }
    // The bins with the longest rows are last; they start first.
    for (auto launch = launches_.rbegin(); launch != launches_.rend(); ++launch) {
        const Launch& l = *launch;
        streams.use(stream++ % ForkedStreams::max_streams);
        const Dim3 block{l.threads}, rows{l.blocks}, parts{l.blocks, tuning::reuse_row_blocks};
        if (l.method == Method::in_order) {
            device.launch(*l.fill, rows, block, l.shared, operands_, l.rows, l.row_count, c_ptr, row_bytes,
                          positions, l.number, vals);
            continue;
        }
        const bool in_memory = l.method == Method::by_atomics_in_memory;
        if (in_memory) device.launch(*l.empty, parts, block, 0, l.rows, c_ptr, vals);
        device.launch(*l.fill, in_memory ? parts : rows, block, l.shared, operands_, l.rows, c_ptr, row_bytes,
                      positions, offsets, l.number, vals);
        if (in_memory) device.launch(*l.finish, parts, block, 0, l.rows, c_ptr, vals);
    }
}

} // namespace

namespace plan_methods {
extern const PlanMethod positions;
constinit const PlanMethod positions{
    .name = "positions",
    .summary = "all others: by the position of every product in its row of C; long rows in segments",
    .evidence = "docs/laboratory/plans.md",
    .start = [](const PlanProblem& p) -> std::unique_ptr<PlanRun> {
        return std::make_unique<FillByPositions>(p.context, p.product, p.C, p.masked);
    }};
} // namespace plan_methods

} // namespace mergus::cuda
