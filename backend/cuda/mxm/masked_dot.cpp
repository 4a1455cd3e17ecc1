/// \file masked_dot.cpp
/// An entry (i, j) of the mask costs a search in a set for each entry of the shorter of row i of A and row j
/// of B', where Gustavson's algorithm makes all products of row i and drops those outside the mask: on a
/// graph of skewed degrees several times as many.
#include "masked_dot.hpp"

#include "graphs/symmetry.hpp"
#include "jit/unused_type.hpp"
#include "mxm/row_profile.hpp"
#include "ops/accumulate.hpp"
#include "ops/compact.hpp"
#include "ops/iso.hpp"
#include "transpose/transpose.hpp"

#include <algorithm>
#include <bit>
#include <cstdio>
#include <utility>

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
};

MaskedDot::MaskedDot(Context& context, const MxmProblem& problem, const Matrix& B, bool transposed)
    : context_(context), problem_(problem), A_(problem.A), B_(B), mask_(*problem.mask),
      transposed_(transposed) {
    const std::size_t available = context.device.properties().shared_per_block_optin - plan::static_shared;
    const bool sums = problem.equal_products && problem.add->op->code == MERGUS_OP_PLUS;
    counted_ = problem.one_value                                     ? Counted::any
               : sums && (problem.is_pair || !problem.ordered_fold) ? Counted::products
                                                                     : Counted::no;
    const std::uint64_t words = (A_.ncols / 32 + 32) / 32 * 32, bytes = words * (ranked() ? 6 : 4);
    bit_sets_ = bytes <= available;
    const std::size_t slot = A_.index_size() + 2, slots = std::bit_floor(available / slot);
    capacity_ = static_cast<std::uint32_t>(bit_sets_ ? words : std::min<std::size_t>(slots, plan::dot_slots));
    shared_ = bit_sets_ ? bytes : capacity_ * slot;
    block_threads_ = shared_ <= plan::dot_small_set ? 256 : shared_ <= 3 * plan::dot_small_set ? 512 : 1024;
}

bool MaskedDot::plausible(const Context& context, const mergus_call& call) {
    const plan::Choice& choice = context.accumulators;
    if (!choice.allows(plan::Whole::masked_dot) ||
        context.device.properties().shared_per_block_optin < plan::dot_least_shared)
        return false;
    if (call.mask == nullptr || (call.descriptor & MERGUS_DESC_COMPLEMENT) != 0) return false;
    if (call.A->is_vector || call.B->is_vector || call.mask->is_vector) return false;
    const std::uint64_t least = choice.given()                     ? 1
                                : needs_swaps(*call.semiring->add) ? plan::dot_min_entries_of_swaps
                                                                   : plan::dot_min_entries;
    return call.A->nvals >= least && call.B->nvals >= least && call.mask->nvals >= least;
}

KernelRequest MaskedDot::request(const char* entry, Pass pass) const {
    Bindings bindings = problem_.bind(Phase::numeric, 0);
    const mergus_type* const set_type = pass == Pass::second ? problem_.b_type : problem_.a_type;
    bindings.constant("pass", static_cast<int>(pass))
        .constant("list_lanes", plan::dot_lanes)
        .constant("bit_sets", bit_sets_)
        .constant("counted", static_cast<int>(counted_))
        .constant("ranked", counted_ == Counted::no && set_type != unused_type());
    return {"mxm/masked_dot.cuh", entry, std::move(bindings)};
}

void MaskedDot::request_pass(KernelRequests& list, Pass pass) const {
    for (const char* entry : {"list_dot_rows", "multiply_dot_blocks", "multiply_dot_warps"})
        list.push_back(request(entry, pass));
}

bool MaskedDot::swaps() {
    if (problem_.ordered_fold || !needs_swaps(*problem_.add)) return false;
    if (!A_.profile) context_.jit.compile({row_profile_kernel(A_)});
    return row_profile(context_, A_).longest >=
           plan::dot_swap_skew * A_.nvals / std::max<std::uint64_t>(1, A_.nrows);
}

bool MaskedDot::has_few_products() {
    if (transposed_ || B_.nvals > plan::masked_average * B_.nrows) return false;
    if (!B_.profile) context_.jit.compile({row_profile_kernel(B_)});
    return static_cast<double>(A_.nvals * row_profile(context_, B_).longest) <=
           plan::dot_entry_cost * static_cast<double>(mask_.nvals);
}

/// In products of Gustavson's algorithm, which needs B.
struct MaskedDot::Costs {
    double two_passes, one_pass, rows;
};

ColumnSample MaskedDot::sample_columns(std::uint64_t samples, Buffer& counts) const {
    Device& device = context_.device;
    const std::uint64_t slots =
        std::bit_ceil(std::clamp<std::uint64_t>(A_.ncols, 1, plan::dot_column_slots));
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
    const std::uint64_t list_samples = std::min(plan::dot_samples, B_.nvals),
                        samples = std::min({plan::dot_samples, A_.nvals, mask_.nvals});
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
        const double chance = sample.columns <= sample.slots ? 0 // columns of equal hashes
                                                             : static_cast<double>(list_samples) /
                                                                   static_cast<double>(sample.slots) *
                                                                   static_cast<double>(A_.nvals);
        products = std::max(0.0, products - chance) * static_cast<double>(B_.nvals) /
                   static_cast<double>(list_samples);
        if (!kept_transpose(context_, B_, problem_.b_type != unused_type()))
            products += plan::dot_transpose_cost * static_cast<double>(B_.nvals);
    }
    const double probe = counted_ == Counted::no ? plan::dot_probe_cost : plan::dot_count_cost;
    const Costs costs{probe * probes + plan::dot_entry_cost * entries,
                      probe * lists + plan::dot_one_pass_entry_cost * entries, products};
    one_pass_ = transposed_ && costs.one_pass < costs.two_passes;
    probes_ = static_cast<std::uint64_t>(one_pass_ ? lists : probes);
    return costs;
}

bool MaskedDot::suits() {
    if (context_.accumulators.given()) {
        if (transposed_) (void)estimate();
        return true;
    }
    const bool swaps = this->swaps();
    if (!swaps && std::min({A_.nvals, B_.nvals, mask_.nvals}) < plan::dot_min_entries) return false;
    if (has_few_products()) return false;
    const Costs costs = estimate();
    return (one_pass_ ? costs.one_pass : costs.two_passes) < (swaps ? plan::dot_swap_cost : 1) * costs.rows;
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

void MaskedDot::run_pass(const Run& run) const {
    Device& device = context_.device;
    const auto values = [&](const Matrix& matrix) {
        if (problem_.is_pair) return static_cast<const void*>(matrix.ptr.data()); // is not read
        return counted_ != Counted::no ? matrix.val.data() : values_of(context_, matrix);
    };
    const Rows sets = rows_of(run.sets, values(run.sets)), lists = rows_of(run.lists, values(run.lists));
    const std::uint32_t block_entries = plan::dot_block_entries(shared_, ranked());
    const std::uint64_t most_items =
        run.mask.nvals / block_entries + std::min(run.mask.nrows, run.mask.nvals);
    const Buffer items(device, most_items * sizeof(DotItem)), counters(device, sizeof(DotCounters));
    device.fill(counters.data(), 0, sizeof(DotCounters));
    const void *const item = items.data(), *const counter = counters.data();
    device.launch(context_.jit.kernel(request("list_dot_rows", run.pass)),
                  grid_for(context_, run.mask.nrows, block_threads), {block_threads}, 0, sets, run.mask,
                  block_entries, item, counter);
    const Kernel& blocks = context_.jit.kernel(request("multiply_dot_blocks", run.pass));
    device.launch(blocks, {device.resident_blocks(blocks, block_threads_, shared_)}, {block_threads_},
                  shared_, sets, lists, run.mask, block_entries, capacity_, item, counter, run.vals,
                  run.present);
    const std::uint64_t each = std::uint64_t{plan::dot_warps} * plan::dot_warp_entries;
    device.launch(context_.jit.kernel(request("multiply_dot_warps", run.pass)),
                  {static_cast<std::uint32_t>((run.mask.nvals + each - 1) / each)}, {plan::dot_warps * 32}, 0,
                  sets, lists, run.mask, plan::dot_warp_entries, run.vals, run.present);
}

void MaskedDot::run_symmetric(const Buffer& vals, const void* present) const {
    KernelRequests kernels;
    request_pass(kernels, Pass::symmetric);
    const KernelRequest mirror = request("mirror_dots", Pass::symmetric);
    kernels.push_back(mirror);
    context_.jit.compile(kernels);
    const MaskRows mask{mask_.ptr.data(), mask_.col.data(), nullptr, nullptr, mask_.nrows, mask_.nvals};
    const void* const values = vals.data();
    run_pass({Pass::symmetric, A_, A_, mask, values, present});
    context_.device.launch(context_.jit.kernel(mirror), grid_for(context_, mask_.nvals, block_threads),
                           {block_threads}, 0, rows_of(A_, nullptr), mask, values, present);
}

void MaskedDot::run_one(const Buffer& vals, const void* present) const {
    KernelRequests kernels;
    request_pass(kernels, Pass::only);
    context_.jit.compile(kernels);
    const void* const mask_vals = problem_.structural ? mask_.ptr.data() : values_of(context_, mask_);
    run_pass({Pass::only,
              A_,
              B_,
              {mask_.ptr.data(), mask_.col.data(), nullptr, mask_vals, mask_.nrows, mask_.nvals},
              vals.data(),
              present});
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
    run_pass({Pass::first,
              A_,
              *B,
              {mask_.ptr.data(), mask_.col.data(), nullptr, mask_vals, mask_.nrows, mask_.nvals},
              values,
              present});
    run_pass({Pass::second,
              *B,
              A_,
              {mask_transpose.ptr.data(), mask_transpose.col.data(), mask_transpose.val.data(), mask_vals,
               mask_.ncols, mask_.nvals},
              values,
              present});
}

template <class Offset>
Matrix MaskedDot::run_as() const {
    Device& device = context_.device;
    const CompactPresent compact(context_, mask_, problem_.type);
    compile_kernels(context_, compact);
    Array<Offset> present(device, mask_.nvals + 1);
    device.fill(present.data(), 0, (mask_.nvals + 1) * sizeof(Offset));
    Buffer vals(device, mask_.nvals * problem_.type->size);
    if (is_symmetric())
        run_symmetric(vals, present.data());
    else if (one_pass_)
        run_one(vals, present.data());
    else
        run_both(vals, present.data());
    return compact.run(mask_, present, std::move(vals));
}

Matrix MaskedDot::run() const {
    return problem_.wide_mask_offsets() ? run_as<std::uint64_t>() : run_as<std::uint32_t>();
}

void MaskedDot::explain(mergus_report* report) const {
    if (report == nullptr) return;
    const char* const order = counted_ != Counted::no  ? "counted"
                              : problem_.ordered_fold ? "k in order"
                                                       : "lanes in order";
    std::snprintf(report->method, sizeof report->method, "dot products, under the mask, %s%s", order,
                  one_pass_ ? ", one pass" : "");
    report->work = probes_;
}

} // namespace mergus::cuda
