/// \file masked_dot.cpp
/// An entry (i, j) of the mask costs a search in a set for each entry of the shorter of row i of A and row j
/// of B', where Gustavson's algorithm makes all products of row i and drops those outside the mask: on a
/// graph of skewed degrees several times as many.
#include "masked_dot.hpp"

#include "device/forked_streams.hpp"
#include "jit/unused_type.hpp"
#include "mxm/tuning.hpp"
#include "steps/accumulate.hpp"
#include "steps/compact.hpp"
#include "steps/iso.hpp"
#include "steps/row_profile.hpp"
#include "steps/symmetry.hpp"
#include "transpose/transpose.hpp"
#include "tuning.hpp"

#include <algorithm>
#include <array>
#include <bit>
#include <utility>
#include <vector>

namespace mergus::cuda {

namespace {

using Rows = DotRows<void, void>;
using MaskRows = DotMask<void, void, void>;

Rows rows_of(const Matrix& matrix, const void* values) {
    return {matrix.ptr.data(), matrix.col.data(), values};
}

/// The type of the numbers of entries.
const mergus_type* number_type(bool wide) noexcept {
    static constexpr mergus_type narrow_type{sizeof(mergus_type), MERGUS_UINT32, 4, 4, "uint32_t", nullptr},
        wide_type{sizeof(mergus_type), MERGUS_UINT64, 8, 8, "uint64_t", nullptr};
    return wide ? &wide_type : &narrow_type;
}

} // namespace

/// One pass.
struct MaskedDot::Run {
    Pass pass;
    const Matrix& sets;
    const Matrix& lists;
    MaskRows mask;
    const void* vals;
    const void* present;
    const PatternBlocks* blocks = nullptr; ///< of the lists, or null
};

MaskedDot::MaskedDot(Context& context, const MxmProblem& problem)
    : context_(context), problem_(problem), A_(problem.A), B_(*problem.given_B), mask_(*problem.mask),
      transposed_(problem.transposes_B) {
    const std::size_t available = context.device.properties().shared_per_block_optin - tuning::static_shared;
    // n times a complex number has a NaN part where one of its parts is infinite; the sum of n of them has
    // not.
    const bool is_complex = problem.type->code == MERGUS_FC32 || problem.type->code == MERGUS_FC64;
    const bool sums =
        problem.equal_products && problem.add->op->code == MERGUS_OP_PLUS && (problem.is_pair || !is_complex);
    // A sum of ones in the order of k stays at 2²⁴ in 32 bits.
    const bool is_short = problem.type->code == MERGUS_FP32 || problem.type->code == MERGUS_FC32;
    const bool is_order_kept =
        !problem.ordered_fold || (problem.is_pair && (!is_short || A_.ncols <= 1u << 24));
    counted_ = problem.one_value ? Counted::any : sums && is_order_kept ? Counted::products : Counted::no;
    const std::uint64_t words = (A_.ncols / 32 + 32) / 32 * 32, bytes = words * (ranked() ? 6 : 4);
    bit_sets_ = bytes <= available;
    const std::size_t slot = A_.index_size() + 2, slots = std::bit_floor(available / slot);
    capacity_ =
        static_cast<std::uint32_t>(bit_sets_ ? words : std::min<std::size_t>(slots, tuning::dot_slots));
    shared_ = bit_sets_ ? bytes : capacity_ * slot;
    block_threads_ = shared_ <= tuning::dot_small_set       ? 256
                     : shared_ <= 3 * tuning::dot_small_set ? 512
                                                            : 1024;
}

bool MaskedDot::suits_call(const Context& context, const mergus_call& call) {
    if (context.device.properties().shared_per_block_optin < tuning::dot_least_shared) return false;
    if (call.mask == nullptr || (call.descriptor & MERGUS_DESC_COMPLEMENT) != 0) return false;
    if (call.A->is_vector || call.B->is_vector || call.mask->is_vector) return false;
    const std::uint64_t least =
        forced<tuning::Choice>(context).given() ? 1 : tuning::dot_min_entries_of_skewed;
    return call.A->nvals >= least && call.B->nvals >= least && call.mask->nvals >= least;
}

KernelRequest MaskedDot::request(const char* entry, Pass pass, bool by_blocks) const {
    Bindings bindings = problem_.bind(Phase::numeric, 0);
    const mergus_type* const set_type = pass == Pass::second ? problem_.b_type : problem_.a_type;
    bindings.constant("pass", static_cast<int>(pass))
        .constant("list_lanes", tuning::dot_lanes)
        .constant("bit_sets", bit_sets_)
        .constant("counted", static_cast<int>(counted_))
        .index("Offset", problem_.wide_mask_offsets())
        .constant("by_blocks", by_blocks)
        .constant("ranked", counted_ == Counted::no && set_type != unused_type());
    return {"mxm/masked_dot/masked_dot.cuh", entry, std::move(bindings)};
}

void MaskedDot::request_pass(KernelRequests& list, Pass pass, bool by_blocks) const {
    list.push_back(request("list_dot_rows", pass));
    list.push_back(request("multiply_dot_blocks", pass, by_blocks));
    list.push_back(request("multiply_dot_warps", pass));
}

bool MaskedDot::made_blocks(PatternBlocks& blocks, const Matrix& lists) const {
    if (counted_ == Counted::no || !bit_sets_ || !PatternBlocks::suits(lists)) return false;
    KernelRequests kernels(context_.jit);
    blocks.kernels(kernels);
    context_.jit.compile(kernels);
    blocks.count();
    const std::uint32_t total = context_.device.read(blocks.total());
    if (static_cast<double>(total) > tuning::dot_block_share * static_cast<double>(lists.nvals)) return false;
    blocks.fill(total);
    return true;
}

bool MaskedDot::is_skewed() {
    if (!known_row_profile(A_)) context_.jit.compile(row_profile_kernel(A_));
    return row_profile(context_, A_).longest >=
           tuning::dot_skew * A_.nvals / std::max<std::uint64_t>(1, A_.nrows);
}

bool MaskedDot::has_few_products() {
    if (transposed_ || B_.nvals > tuning::dot_short_average * B_.nrows) return false;
    if (!known_row_profile(B_)) context_.jit.compile(row_profile_kernel(B_));
    return static_cast<double>(A_.nvals * row_profile(context_, B_).longest) <=
           tuning::dot_entry_cost * static_cast<double>(mask_.nvals);
}

/// In products of Gustavson's algorithm, which needs B.
struct MaskedDot::Costs {
    double two_passes, one_pass, rows;
};

ColumnSample MaskedDot::sample_columns(std::uint64_t samples, Buffer& counts) const {
    Device& device = context_.device;
    const std::uint64_t slots =
        std::bit_ceil(std::clamp<std::uint64_t>(A_.ncols, 1, tuning::dot_column_slots));
    counts = Buffer(device, slots * sizeof(std::uint32_t));
    device.fill(counts.data(), 0, slots * sizeof(std::uint32_t));
    const ColumnSample sample{static_cast<std::uint32_t*>(counts.data()), A_.ncols, slots};
    device.launch(context_.jit.kernel(request("sample_columns", Pass::first)),
                  grid_for(context_, samples, block_threads), {block_threads}, 0, rows_of(B_, nullptr),
                  B_.nvals, samples, sample);
    return sample;
}

MaskedDot::Costs MaskedDot::estimate() {
    const KernelRequest kernel = request("estimate_dots", Pass::first);
    KernelRequests kernels{kernel};
    if (transposed_) kernels.push_back(request("sample_columns", Pass::first));
    context_.jit.compile(kernels);
    Device& device = context_.device;
    Buffer counts;
    const std::uint64_t list_samples = std::min(tuning::dot_samples, B_.nvals),
                        samples = std::min({tuning::dot_samples, A_.nvals, mask_.nvals});
    const ColumnSample sample = transposed_ ? sample_columns(list_samples, counts) : ColumnSample{};
    const Buffer memory(device, sizeof(DotEstimate));
    auto* const sums = static_cast<DotEstimate*>(memory.data());
    device.fill(sums, 0, sizeof(DotEstimate));
    const MaskRows mask{mask_.ptr.data(), mask_.col.data(), nullptr, nullptr, mask_.nrows, mask_.nvals};
    device.launch(context_.jit.kernel(kernel), grid_for(context_, samples, block_threads), {block_threads}, 0,
                  rows_of(A_, nullptr), A_.nvals, mask, static_cast<const std::uint64_t*>(B_.ptr.data()),
                  B_.nrows, sample, samples, sums);
    const DotEstimate found = device.read(static_cast<const DotEstimate*>(sums));
    const auto of_all = [samples](std::uint64_t sum, std::uint64_t entries) {
        return static_cast<double>(sum) / static_cast<double>(samples) * static_cast<double>(entries);
    };
    const double probes = of_all(found.shorter, mask_.nvals), lists = of_all(found.lists, mask_.nvals),
                 entries = static_cast<double>(mask_.nvals);
    double products = of_all(found.products, A_.nvals);
    if (transposed_) {
        const double chance = sample.columns <= sample.slots
                                  ? 0 // columns of equal hashes
                                  : static_cast<double>(list_samples) / static_cast<double>(sample.slots) *
                                        static_cast<double>(A_.nvals);
        products = std::max(0.0, products - chance) * static_cast<double>(B_.nvals) /
                   static_cast<double>(list_samples);
        if (!cached_transpose(context_, B_, problem_.b_type != unused_type()))
            products += tuning::dot_transpose_cost * static_cast<double>(B_.nvals);
    }
    const double probe = counted_ == Counted::no ? tuning::dot_probe_cost : tuning::dot_count_cost;
    const Costs costs{probe * probes + tuning::dot_entry_cost * entries,
                      probe * lists + tuning::dot_one_pass_entry_cost * entries, products};
    one_pass_ = transposed_ && costs.one_pass < costs.two_passes;
    probes_ = static_cast<std::uint64_t>(one_pass_ ? lists : probes);
    return costs;
}

const char* MaskedDot::refuses() {
    if (problem_.choice.given()) {
        if (transposed_) (void)estimate();
        return nullptr;
    }
    const bool few = std::min({A_.nvals, B_.nvals, mask_.nvals}) < tuning::dot_min_entries,
               swaps = !problem_.ordered_fold && needs_swaps(*problem_.add);
    const bool skewed = (few || swaps) && is_skewed();
    if (few && !skewed) return "few entries";
    if (has_few_products()) return "short rows";
    const Costs costs = estimate();
    const double dots = one_pass_ ? costs.one_pass : costs.two_passes;
    return dots < (swaps && skewed ? tuning::dot_swap_cost : 1) * costs.rows ? nullptr : "rows are less work";
}

bool MaskedDot::is_symmetric() const {
    return problem_.is_pair && problem_.structural && &A_ == &B_ && &A_ == &mask_ &&
           has_symmetric_pattern(context_, A_);
}

Matrix MaskedDot::mask_pattern() const {
    Device& device = context_.device;
    Matrix pattern = raw_matrix(context_, context_.intern(number_type(problem_.wide_mask_offsets())),
                                mask_.nrows, mask_.ncols, mask_.nvals);
    device.copy(pattern.ptr.data(), mask_.ptr.data(), (mask_.nrows + 1) * sizeof(std::uint64_t));
    device.copy(pattern.col.data(), mask_.col.data(), mask_.nvals * mask_.index_size());
    return pattern;
}

/// What the kernels of a pass get.
struct MaskedDot::Operands {
    Rows sets, lists;
    Buffer items, counters; ///< of the rows whose sets are made by blocks
};

MaskedDot::Operands MaskedDot::list_rows(const Run& run) const {
    Device& device = context_.device;
    const auto values = [&](const Matrix& matrix) {
        if (problem_.is_pair) return static_cast<const void*>(matrix.ptr.data()); // is not read
        return counted_ != Counted::no ? matrix.val.data() : values_of(context_, matrix);
    };
    const std::uint64_t most_items =
        run.mask.nvals / block_entries() + std::min(run.mask.nrows, run.mask.nvals);
    Operands in{rows_of(run.sets, values(run.sets)), rows_of(run.lists, values(run.lists)),
                Buffer(device, most_items * sizeof(DotItem)), Buffer(device, sizeof(DotCounters))};
    device.fill(in.counters.data(), 0, sizeof(DotCounters));
    const void *const item = in.items.data(), *const counter = in.counters.data();
    device.launch(context_.jit.kernel(request("list_dot_rows", run.pass)),
                  grid_for(context_, run.mask.nrows, block_threads), {block_threads}, 0, in.sets, run.mask,
                  block_entries(), item, counter);
    return in;
}

void MaskedDot::run_blocks(const Run& run, const Operands& in) const {
    Device& device = context_.device;
    const Kernel& kernel =
        context_.jit.kernel(request("multiply_dot_blocks", run.pass, run.blocks != nullptr));
    const DotBlocks blocks =
        run.blocks == nullptr ? DotBlocks{} : DotBlocks{run.blocks->offsets(), run.blocks->blocks()};
    const void *const item = in.items.data(), *const counter = in.counters.data();
    device.launch(kernel, {device.resident_blocks(kernel, block_threads_, shared_)}, {block_threads_},
                  shared_, in.sets, in.lists, blocks, run.mask, block_entries(), capacity_, item, counter,
                  run.vals, run.present);
}

void MaskedDot::run_warps(const Run& run, const Operands& in) const {
    const std::uint32_t entries = tuning::dot_warp_entries(run.mask.nvals);
    const std::uint64_t each = std::uint64_t{tuning::dot_warps} * entries;
    context_.device.launch(context_.jit.kernel(request("multiply_dot_warps", run.pass)),
                           {static_cast<std::uint32_t>((run.mask.nvals + each - 1) / each)},
                           {tuning::dot_warps * 32}, 0, in.sets, in.lists, run.mask, entries, run.vals,
                           run.present);
}

/// No two kernels make the same entry, so all run at the same time.
void MaskedDot::run_passes(std::span<const Run> runs) const {
    std::vector<Operands> in;
    for (const Run& run : runs) in.push_back(list_rows(run));
    ForkedStreams streams(context_.device, static_cast<unsigned>(2 * runs.size()));
    unsigned stream = 0;
    for (std::size_t r = 0; r < runs.size(); ++r) {
        streams.use(stream++);
        run_blocks(runs[r], in[r]);
    }
    for (std::size_t r = 0; r < runs.size(); ++r) {
        streams.use(stream++);
        run_warps(runs[r], in[r]);
    }
}

void MaskedDot::run_symmetric(const Buffer& vals, const void* present) const {
    KernelRequests kernels(context_.jit);
    request_pass(kernels, Pass::symmetric);
    const KernelRequest mirror = request("mirror_dots", Pass::symmetric);
    kernels.push_back(mirror);
    context_.jit.compile(kernels);
    const MaskRows mask{mask_.ptr.data(), mask_.col.data(), nullptr, nullptr, mask_.nrows, mask_.nvals};
    const void* const values = vals.data();
    const Run run{Pass::symmetric, A_, A_, mask, values, present};
    run_passes({&run, 1});
    context_.device.launch(context_.jit.kernel(mirror), grid_for(context_, mask_.nvals, block_threads),
                           {block_threads}, 0, rows_of(A_, nullptr), mask, values, present);
}

void MaskedDot::run_one(const Buffer& vals, const void* present) const {
    PatternBlocks blocks(context_, B_, true);
    const bool by_blocks = made_blocks(blocks, B_);
    KernelRequests kernels(context_.jit);
    request_pass(kernels, Pass::only, by_blocks);
    context_.jit.compile(kernels);
    const void* const mask_vals = problem_.structural ? mask_.ptr.data() : values_of(context_, mask_);
    const MaskRows mask{mask_.ptr.data(), mask_.col.data(), nullptr, mask_vals, mask_.nrows, mask_.nvals};
    const Run run{Pass::only, A_, B_, mask, vals.data(), present, by_blocks ? &blocks : nullptr};
    run_passes({&run, 1});
}

void MaskedDot::run_both(const Buffer& vals, const void* present) const {
    TransposedInput B(context_, B_, !transposed_);
    const Matrix numbered = mask_pattern();
    Transposition mask_transposition(context_, numbered); // its values come later, so it cannot be kept
    const KernelRequest number = request("number_mask_entries", Pass::first);
    KernelRequests kernels{number};
    request_pass(kernels, Pass::first);
    request_pass(kernels, Pass::second);
    B.kernels(kernels);
    mask_transposition.kernels(kernels);
    context_.jit.compile(kernels);
    const void* const numbers = numbered.val.data();
    context_.device.launch(context_.jit.kernel(number), grid_for(context_, mask_.nvals, block_threads),
                           {block_threads}, 0, numbers, mask_.nvals);
    B.run();
    const Matrix mask_transpose = mask_transposition.run();
    const void *const mask_vals = problem_.structural ? mask_.ptr.data() : values_of(context_, mask_),
                      *const values = vals.data();
    const MaskRows mask{mask_.ptr.data(), mask_.col.data(), nullptr, mask_vals, mask_.nrows, mask_.nvals},
        turned{mask_transpose.ptr.data(),
               mask_transpose.col.data(),
               mask_transpose.val.data(),
               mask_vals,
               mask_.ncols,
               mask_.nvals};
    const std::array<Run, 2> runs = {
        {{Pass::first, A_, *B, mask, values, present}, {Pass::second, *B, A_, turned, values, present}}};
    run_passes(runs);
}

Matrix MaskedDot::multiply() const {
    Device& device = context_.device;
    const CompactPresent compact(context_, mask_, problem_.type);
    compile_kernels(context_, compact);
    const Array<std::uint8_t> present(device, mask_.nvals);
    device.fill(present.data(), 0, mask_.nvals);
    Buffer vals(device, mask_.nvals * problem_.type->size);
    if (is_symmetric())
        run_symmetric(vals, present.data());
    else if (one_pass_)
        run_one(vals, present.data());
    else
        run_both(vals, present.data());
    return compact.run(mask_, present, std::move(vals));
}

Product MaskedDot::run(bool) {
    const char* const order = counted_ != Counted::no ? facts::counted
                              : problem_.ordered_fold ? facts::k_in_order
                                                      : facts::lanes_in_order;
    return {
        .T = multiply(), .order = order, .products = probes_, .variant = one_pass_ ? facts::one_pass : ""};
}

namespace product_methods {
extern const ProductMethod masked_dot;
constinit const ProductMethod masked_dot{.name = "masked_dot",
                                         .summary =
                                             "a mask with fewer searches than the rows have products, a dot "
                                             "product for each of its entries",
                                         .evidence = "docs/laboratory/masked-products.md",
                                         .reads_given_B = MaskedDot::suits_call,
                                         .start = start_run<MaskedDot>};
} // namespace product_methods

} // namespace mergus::cuda
