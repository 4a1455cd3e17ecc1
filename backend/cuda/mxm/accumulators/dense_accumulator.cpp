/// \file dense_accumulator.cpp
#include "dense_accumulator.hpp"

#include "accumulator.hpp"
#include "device/primitives.hpp"
#include "mxm/method.hpp"
#include "mxm/result.hpp"
#include "mxm/tuning.hpp"
#include "tuning.hpp"

#include <algorithm>

namespace mergus::cuda {

namespace {

constexpr std::uint64_t columns_of_chunk = 1024;

/// The rows, which the symbolic phase computes and the numeric one writes.
struct CarriedDense : CarriedRows {
    CarriedDense(Context& context, const MxmProblem& problem, const void* rows, std::uint64_t row_count)
        : dense(context, problem, rows, row_count) {}
    DenseAccumulator dense;
};

std::uint64_t words_of(const MxmProblem& problem) {
    return (problem.ncols + columns_of_chunk - 1) / columns_of_chunk * (columns_of_chunk / 32);
}

} // namespace

bool DenseAccumulator::fits(const MxmProblem& problem, std::uint64_t rows) {
    // Unless the product is small, clearing and counting must not cost more than reading the operands.
    const std::uint64_t bits = rows * words_of(problem) * 4;
    const std::uint64_t bytes = bits + (problem.value_free ? 0 : bits * 8 * problem.sizes.slot);
    return bytes <= std::max(tuning::dense_bytes, 4 * problem.operand_bytes()) &&
           bytes < problem.device.memory / 8;
}

DenseAccumulator::DenseAccumulator(Context& context, const MxmProblem& problem, const void* rows,
                                   std::uint64_t row_count, std::uint64_t entries)
    : context_(context), problem_(problem), entries_(entries == 0 ? problem.A.nvals : entries),
      is_bound_(entries == 0), symbolic_(problem.bind_dense(Phase::symbolic, rows != nullptr)),
      numeric_(problem.bind_dense(Phase::numeric, rows != nullptr)) {
    constexpr std::size_t column_cache = 32
                                         << 10; // bytes of a block that multiply_dense_accumulator declares
    const bool fits = context.device.properties().shared_per_block_optin >= column_cache;
    for (Bindings* const bindings : {&symbolic_, &numeric_}) bindings->constant("has_column_cache", fits);
    dense_.rows = rows;
    dense_.row_count = row_count;
    dense_.words = words_of(problem);
}

KernelRequest DenseAccumulator::request(const char* entry, Phase phase) const {
    return {"mxm/accumulators/dense_accumulator.cuh", entry, phase == Phase::symbolic ? symbolic_ : numeric_};
}

void DenseAccumulator::kernels(KernelRequests& list) const {
    list.push_back(request("count_entry_products", Phase::symbolic));
    list.push_back(request("multiply_dense_accumulator", Phase::numeric));
}

/// Clears the bits, sets those of the mask, and counts the products of each entry of A.
void DenseAccumulator::prepare() {
    Device& device = context_.device;
    const Operands& in = problem_.operands;
    const std::uint64_t words = dense_.words * dense_.row_count;
    bits_ = Buffer(device, words * 4);
    dense_.bits = static_cast<std::uint32_t*>(bits_.data());
    device.fill(bits_.data(), 0, words * 4);
    const Dim3 block{block_threads};
    dense_.begin = in.a_ptr;
    if (dense_.rows != nullptr) {
        begin_ = Array<std::uint64_t>(device, dense_.row_count + 1);
        dense_.begin = begin_.data();
        device.launch(kernel("begin_rows", Phase::symbolic), {1}, {32}, 0, in, dense_.rows, dense_.row_count,
                      begin_.data());
        // A wait costs more than an offset for each entry of A, where these take less than the dense rows.
        const bool is_large =
            is_bound_ && entries_ > tuning::dense_entries && entries_ * sizeof(std::uint64_t) > bytes() / 2;
        if (is_large) entries_ = device.read(dense_.begin + dense_.row_count);
    }
    if (problem_.mask_kind != MaskKind::none) {
        masked_ = Buffer(device, words * 4);
        dense_.masked = static_cast<std::uint32_t*>(masked_.data());
        device.fill(masked_.data(), 0, words * 4);
        Dim3 grid = grid_for(context_, problem_.mask->nvals / dense_.row_count + 1, block_threads);
        grid.y = static_cast<std::uint32_t>(dense_.row_count);
        device.launch(kernel("mark_mask", Phase::symbolic), grid, block, 0, in, dense_);
    }
    starts_ = Array<std::uint64_t>(device, entries_ + 1);
    device.launch(kernel("count_entry_products", Phase::symbolic),
                  grid_for(context_, entries_, block_threads), block, 0, in, dense_, entries_,
                  starts_.data());
    exclusive_scan(device, starts_.data(), starts_.data(), entries_);
}

void DenseAccumulator::multiply() {
    // Only the device knows the number of products: a grid that fills it, with a strided loop.
    const auto sms = static_cast<std::uint32_t>(std::max(1, context_.device.properties().sm_count));
    context_.device.launch(kernel("multiply_dense_accumulator", Phase::numeric), {sms * tuning::dense_blocks},
                           {block_threads}, 0, problem_.operands, dense_, entries_,
                           static_cast<const std::uint64_t*>(starts_.data()));
}

void DenseAccumulator::count() {
    const std::uint64_t chunks = dense_.row_count * (dense_.words / 32);
    counts_ = Array<std::uint64_t>(context_.device, chunks + 1);
    const void* const bits = bits_.data();
    context_.device.launch(kernel("count_chunk_bits", Phase::symbolic),
                           grid_for(context_, chunks * 32, block_threads), {block_threads}, 0, bits, chunks,
                           counts_.data());
    exclusive_scan(context_.device, counts_.data(), counts_.data(), chunks);
}

void DenseAccumulator::keep_rows() {
    const std::size_t bytes = dense_.row_count * problem_.row_size();
    rows_ = Buffer(context_.device, bytes);
    context_.device.copy(rows_.data(), dense_.rows, bytes);
    dense_.rows = rows_.data();
}

std::uint64_t DenseAccumulator::compute(std::uint64_t* sizes, bool counts) {
    prepare();
    add_values();
    const std::uint64_t products = counts ? context_.device.read(starts_.data() + entries_) : 0;
    starts_ = {};
    count();
    std::uint64_t* const no_ptr = nullptr;
    context_.device.launch(kernel("dense_sizes", Phase::symbolic),
                           grid_for(context_, dense_.row_count + 1, block_threads), {block_threads}, 0,
                           dense_, static_cast<const std::uint64_t*>(counts_.data()), sizes, no_ptr);
    return products;
}

std::uint64_t DenseAccumulator::bytes() const noexcept {
    const std::uint64_t columns = dense_.row_count * dense_.words * 32;
    return columns / 8 + (problem_.value_free ? 0 : columns * problem_.sizes.slot);
}

void DenseAccumulator::add_values() {
    if (problem_.value_free) return multiply();
    Device& device = context_.device;
    const std::uint64_t slots = dense_.row_count * dense_.words * 32;
    values_ = Buffer(device, slots * problem_.sizes.slot);
    dense_.values = values_.data();
    device.launch(kernel("empty_values", Phase::numeric), grid_for(context_, slots, block_threads),
                  {block_threads}, 0, static_cast<const void*>(dense_.values), slots);
    multiply();
}

void DenseAccumulator::emit(const std::uint64_t* ptr, void* cols, void* vals) {
    const std::uint64_t chunks = dense_.row_count * (dense_.words / 32);
    context_.device.launch(kernel("emit_dense", Phase::numeric),
                           grid_for(context_, chunks * 32, block_threads), {block_threads}, 0, dense_,
                           static_cast<const std::uint64_t*>(counts_.data()), ptr, cols, vals);
}

Matrix DenseAccumulator::whole() {
    Device& device = context_.device;
    prepare();
    add_values();
    count();
    Array<std::uint64_t> ptr = problem_.offsets(device);
    std::uint64_t* const no_sizes = nullptr;
    device.launch(kernel("dense_sizes", Phase::symbolic),
                  grid_for(context_, problem_.nrows + 1, block_threads), {block_threads}, 0, dense_,
                  static_cast<const std::uint64_t*>(counts_.data()), no_sizes, ptr.data());
    const std::uint64_t nvals = device.read(ptr.data() + problem_.nrows);
    Matrix T = result_matrix(context_, problem_.type, problem_.nrows, problem_.ncols, nvals, std::move(ptr));
    emit(T.ptr.data(), T.col.data(), T.val.data());
    return T;
}

namespace accumulators {

void add_dense_accumulator_bin(const Accumulator& self, const tuning::BinningInput& input,
                               tuning::Bins& bins) {
    const tuning::Sizes& sizes = input.sizes;
    if (!input.choice.has(self) || sizes.ordered_fold || sizes.locks || sizes.in_mask_order) return;
    if (input.ncols > tuning::dense_columns ||
        tuning::heavy_share * input.ncols * sizes.slot > input.device_memory / 16)
        return;
    bins.heavy = true;
    bins.heavy_flops = input.choice.given() ? 0 : tuning::heavy_flops;
    bins.add({.accumulator = &self, .capacity = tuning::no_limit, .flops = tuning::no_limit});
}

void request_dense_accumulator(KernelRequests& list, Context& context, const MxmProblem& problem, Phase) {
    const unsigned char any_list = 0; // only whether there is a list matters
    DenseAccumulator(context, problem, &any_list, 0).kernels(list);
}

void run_dense_accumulator(const BinRun& run) {
    std::unique_ptr<CarriedRows>& kept =
        run.attempt.used[run.bin.accumulator]; // the same rows in both phases
    if (run.phase == Phase::symbolic) {
        auto dense = std::make_unique<CarriedDense>(run.context, run.problem, run.rows, run.row_count);
        dense->dense.keep_rows();
        dense->dense.compute(run.out.sizes);
        kept = std::move(dense);
    } else {
        static_cast<CarriedDense&>(*kept).dense.emit(run.out.ptr, run.out.cols, run.out.vals);
        kept.reset();
    }
}

} // namespace accumulators

namespace {

/// All rows of a product of few rows.
class DenseProduct : public MethodRun {
public:
    DenseProduct(Context& context, const MxmProblem& problem)
        : dense_(context, problem, nullptr, problem.nrows) {}

    static const char* refuses(const MxmProblem& problem) {
        if (!problem.may_use(accumulators::dense_accumulator)) return "left out";
        if (problem.ordered_fold) return "sums in an order";
        if (problem.nrows == 0 || problem.nrows > tuning::dense_rows) return "many rows";
        if (problem.ncols > tuning::dense_columns) return "many columns";
        return DenseAccumulator::fits(problem, problem.nrows) ? nullptr : "large dense rows";
    }
    using MethodRun::refuses;
    void kernels(KernelRequests& list) const override { dense_.kernels(list); }
    Product run(bool) override { return {.T = dense_.whole(), .order = facts::by_atomics}; }
    const Accumulator* large() const noexcept override { return &accumulators::dense_accumulator; }

private:
    DenseAccumulator dense_;
};

} // namespace

namespace product_methods {
extern const ProductMethod dense_accumulator;
constinit const ProductMethod dense_accumulator{
    .name = "dense_accumulator",
    .summary = "few rows, dense in device memory, on which the whole grid works",
    .evidence = "docs/laboratory/long-rows.md",
    .refuses = DenseProduct::refuses,
    .start = start_run<DenseProduct>};
} // namespace product_methods

} // namespace mergus::cuda
