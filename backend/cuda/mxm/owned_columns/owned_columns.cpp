/// \file owned_columns.cpp
/// Products whose rows are dense in few columns: the host side of mxm/owned_columns/owned_columns.cuh.
#include "device/primitives.hpp"
#include "mxm/method.hpp"
#include "mxm/result.hpp"
#include "mxm/row_analysis.hpp"
#include "mxm/tuning.hpp"
#include "tuning.hpp"

#include "owned_columns.h"

#include <algorithm>
#include <bit>
#include <cmath>
#include <utility>

namespace mergus::cuda {

namespace {

/// A row of C is dense in the shared memory of a block, each warp of which owns a range of columns.
class OwnedColumnsProduct : public MethodRun {
public:
    OwnedColumnsProduct(Context& context, const MxmProblem& problem);

    /// Unless a row fits into shared memory, and rows have many products on average.
    [[nodiscard]] static const char* refuses(const MxmProblem& problem);
    /// B.
    [[nodiscard]] static ProfiledMatrices reads(const MxmProblem& problem);
    void kernels(KernelRequests& list) const override;
    /// Unless there are several products for each column. Counts the products of all rows; waits.
    [[nodiscard]] const char* refuses() override;
    /// Waits for the number of entries.
    [[nodiscard]] Product run(bool reports) override;

private:
    [[nodiscard]] KernelRequest request(const char* entry, Phase phase) const;
    [[nodiscard]] const Kernel& kernel(const char* entry, Phase phase) const;

    Context& context_;
    const MxmProblem& problem_;
    RowAnalysis analysis_;
    std::uint64_t flops_ = 0;
    std::uint32_t words_; ///< of 32 columns
};

std::uint64_t words_of(const MxmProblem& problem) {
    return (problem.ncols + 31) / 32;
}

/// Shared memory of a block that has a row of C: OwnedRow of owned_columns.cuh.
std::size_t row_bytes(const MxmProblem& problem) {
    const std::size_t words = words_of(problem), columns = words * 32;
    // Sums in order are kept as values, also where other accumulators lock their slots.
    const std::size_t slot = problem.ordered_fold ? problem.type->size : problem.sizes.slot;
    const std::size_t slots = problem.value_free ? 0 : columns * slot;
    return tuning::aligned(slots + words * 2 * sizeof(std::uint32_t) + (problem.ordered_fold ? columns : 0));
}

double cells(const MxmProblem& problem) {
    return static_cast<double>(problem.nrows) * static_cast<double>(problem.ncols);
}

/// The products of all rows, if rows had the average lengths.
double average_products_of_all(const MxmProblem& problem) {
    return problem.average_products() * static_cast<double>(problem.nrows);
}

/// Whether the products are worth a count, by the longest row of B.
bool may_be_dense(const MxmProblem& problem) {
    if (problem.choice.given()) return true;
    const Matrix& B = problem.B;
    const double average = static_cast<double>(B.nvals) / static_cast<double>(B.nrows),
                 longest = static_cast<double>(known_row_profile(B)->longest);
    return average_products_of_all(problem) * std::sqrt(longest / average) >=
           tuning::owned_products_of_cell * cells(problem);
}

std::uint32_t warps_for(std::uint64_t products, std::uint64_t entries_of_A) {
    const double row_of_B = static_cast<double>(products) / static_cast<double>(entries_of_A);
    const auto warps = static_cast<std::uint32_t>(row_of_B / tuning::owned_part);
    return std::clamp(std::bit_floor(warps), tuning::owned_least_warps, tuning::owned_most_warps);
}

} // namespace

OwnedColumnsProduct::OwnedColumnsProduct(Context& context, const MxmProblem& problem)
    : context_(context), problem_(problem), analysis_(context, problem),
      words_(static_cast<std::uint32_t>(words_of(problem))) {}

const char* OwnedColumnsProduct::refuses(const MxmProblem& problem) {
    const Matrix& B = problem.B;
    if (problem.mask_kind != MaskKind::none) return "a mask";
    if (problem.nrows > tuning::most_blocks) return "too many rows";
    if (words_of(problem) > most_owned_words || needs_wide(B.nvals) ||
        row_bytes(problem) + tuning::static_shared > problem.device.shared_per_block_optin)
        return "rows of C do not fit into shared memory";
    if (problem.A.nvals == 0 || B.nvals == 0) return "no entries";
    if (problem.choice.given()) return nullptr;
    // Bitmaps of all rows.
    if (words_of(problem) * sizeof(std::uint32_t) * B.nrows > tuning::owned_bitmap_bytes * B.nvals)
        return "short rows of B";
    const double estimate = average_products_of_all(problem);
    return estimate >= std::max(tuning::owned_least_estimate, tuning::owned_average_of_cell * cells(problem))
               ? nullptr
               : "few products for each column of C";
}

KernelRequest OwnedColumnsProduct::request(const char* entry, Phase phase) const {
    return {"mxm/owned_columns/owned_columns.cuh", entry, problem_.bind_dense(phase, false)};
}

const Kernel& OwnedColumnsProduct::kernel(const char* entry, Phase phase) const {
    return context_.jit.kernel(request(entry, phase));
}

ProfiledMatrices OwnedColumnsProduct::reads(const MxmProblem& problem) {
    return {&problem.B};
}

void OwnedColumnsProduct::kernels(KernelRequests& list) const {
    if (are_profiled(reads(problem_)) && !may_be_dense(problem_)) return;
    analysis_.kernels(list);
    list.push_back(request("mark_rows_of_C", Phase::symbolic));
    list.push_back(request("multiply_owned", Phase::numeric));
}

const char* OwnedColumnsProduct::refuses() {
    if (!may_be_dense(problem_)) return "few products for each column of C";
    analysis_.run();
    flops_ = analysis_.read_flops();
    if (problem_.choice.given()) return nullptr;
    const auto products = static_cast<double>(flops_);
    return products >= tuning::owned_products_of_cell * cells(problem_) &&
                   products >= tuning::owned_row_of_B * static_cast<double>(problem_.A.nvals) &&
                   flops_ >= tuning::owned_least_products
               ? nullptr
               : "few products for each column of C, or short rows of B";
}

Product OwnedColumnsProduct::run(bool) {
    Device& device = context_.device;
    const Operands& in = problem_.operands;
    const std::uint64_t nrows = problem_.nrows, b_rows = problem_.B.nrows;
    const std::uint32_t warps = warps_for(flops_, problem_.A.nvals);
    const std::uint32_t bucket_columns = (words_ * 32 + column_buckets - 1) / column_buckets;
    const Dim3 block{owned_threads}, rows_grid{static_cast<std::uint32_t>(nrows)};

    const Array<OwnedWeights> weights(device, 1);
    device.fill(weights.data(), 0, sizeof(OwnedWeights));
    device.launch(kernel("weigh_owned", Phase::symbolic),
                  grid_for(context_, std::max(nrows, problem_.B.nvals / 4), owned_threads), block, 0,
                  analysis_.flops(), nrows, in.b_col, problem_.B.nvals, bucket_columns, weights.data());
    const Buffer rows(device, nrows * problem_.row_size());
    const Array<std::uint32_t> splits(device, b_rows * (warps + 1));
    const void* const row_list = rows.data();
    device.launch(kernel("arrange_owned", Phase::symbolic),
                  grid_for(context_, std::max(nrows, splits.size()), owned_threads), block, 0, in,
                  analysis_.flops(), nrows, b_rows, problem_.ncols, bucket_columns, warps, weights.data(),
                  row_list, splits.data());

    const Array<std::uint32_t> bits(device, nrows * words_);
    Array<std::uint64_t> ptr = problem_.offsets(device);
    {
        const Array<std::uint32_t> of_B(device, b_rows * words_);
        device.fill(of_B.data(), 0, of_B.size() * sizeof(std::uint32_t));
        device.launch(kernel("mark_rows_of_B", Phase::symbolic),
                      grid_for(context_, b_rows * 32, owned_threads), block, 0, in, b_rows, words_,
                      of_B.data());
        device.launch(kernel("mark_rows_of_C", Phase::symbolic), rows_grid, {(words_ + 31) / 32 * 32}, 0, in,
                      row_list, static_cast<const std::uint32_t*>(of_B.data()), words_, bits.data(),
                      ptr.data());
    }
    exclusive_scan(device, ptr.data(), ptr.data(), nrows);
    const std::uint64_t entries = device.read(ptr.data() + nrows);
    Matrix T = result_matrix(context_, problem_.type, nrows, problem_.ncols, entries, std::move(ptr));
    void *const cols = T.col.data(), *const vals = T.val.data();
    device.launch(kernel("multiply_owned", Phase::numeric), rows_grid, {warps * 32}, row_bytes(problem_), in,
                  row_list, static_cast<const std::uint32_t*>(splits.data()),
                  static_cast<const std::uint32_t*>(bits.data()), words_,
                  static_cast<const std::uint64_t*>(T.ptr.data()), cols, vals);
    return {.T = std::move(T), .products = flops_};
}

namespace product_methods {
extern const ProductMethod owned_columns;
constinit const ProductMethod owned_columns{
    .name = "owned_columns",
    .summary = "rows of C that are dense in few columns, with several products for each entry",
    .evidence = "docs/laboratory/owned-columns.md",
    .refuses = OwnedColumnsProduct::refuses,
    .reads = OwnedColumnsProduct::reads,
    .start = start_run<OwnedColumnsProduct>};
} // namespace product_methods

} // namespace mergus::cuda
