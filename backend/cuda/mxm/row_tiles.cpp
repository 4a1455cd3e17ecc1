/// \file row_tiles.cpp
#include "row_tiles.hpp"

#include "device/primitives.hpp"
#include "mxm/result.hpp"
#include "steps/row_profile.hpp"

#include <algorithm>
#include <bit>

namespace mergus::cuda {

namespace {

constexpr std::uint32_t threads_of_block = 256; // tile_threads of row_tiles.cuh
constexpr std::uint32_t products_of_thread = 8;

double average_row(const Matrix& matrix) {
    return static_cast<double>(matrix.nvals) / static_cast<double>(matrix.nrows);
}

} // namespace

RowTilesProduct::RowTilesProduct(Context& context, const MxmProblem& problem)
    : context_(context), problem_(problem), A_(problem.A), B_(problem.B), operands_(problem.operands) {
    const auto fits = [&](double limit) { return average_products() > limit; };
    tiling_.nrows = static_cast<std::uint32_t>(A_.nrows);
    tiling_.rows = fits(plan::tile_products_of_16) ? 8 : fits(plan::tile_products_of_32) ? 16 : 32;
    tiling_.words = static_cast<std::uint32_t>((B_.ncols + 31) / 32);
    tile_count_ = (A_.nrows + tiling_.rows - 1) / tiling_.rows;
}

double RowTilesProduct::average_products() const noexcept {
    return A_.nrows == 0 || B_.nrows == 0 ? 0 : average_row(A_) * average_row(B_);
}

bool RowTilesProduct::plausible() const {
    const plan::Choice& choice = forced<plan::Choice>(context_);
    if (!choice.allows(plan::Whole::row_tiles) || problem_.mask_kind != MaskKind::none) return false;
    // Dense rows add by atomics; numbers of rows are posted with 24 bits.
    if (problem_.ordered_fold || problem_.sizes.key == 0 || A_.nrows >= std::uint64_t{1} << 24) return false;
    if (needs_wide(B_.nvals)) return false;
    if (choice.given()) return true;
    return average_products() * static_cast<double>(A_.nrows) <= plan::tile_estimate &&
           A_.nvals <= plan::tile_entries && A_.nrows <= plan::tile_rows;
}

std::size_t RowTilesProduct::rank_bytes() const noexcept {
    return B_.ncols <= std::uint64_t{1} << 16 ? 2 : 4;
}

/// Dense rows have few columns, so that a bitmap fits in shared memory. They are the work of a warp if most
/// rows are dense, or bitmaps of all warps take little.
RowTilesLimits RowTilesProduct::limits() const {
    // As many entries of A as all threads of a row take in `tile_long_row` steps.
    const std::uint64_t long_row = plan::tile_long_row * (threads_of_block / tiling_.rows);
    if (B_.ncols > plan::tile_columns) return {0, 0, long_row};
    const std::size_t bits = tiling_.words * (sizeof(std::uint32_t) + rank_bytes());
    const bool by_warp =
        rank_bytes() == 2 && (bits <= plan::tile_warp_bits || average_products() > plan::tile_dense_products);
    return {by_warp ? plan::tile_warp_products : 0, plan::tile_block_products, long_row};
}

/// Whether rows of B are long, with few blocks of 32 columns for each entry, and there are enough products to
/// make them.
bool RowTilesProduct::reads_blocks() const {
    if (forced<plan::Choice>(context_).blocks) return true;
    if (forced<plan::Choice>(context_).given() || problem_.operands.b_threads_log2 != 5) return false;
    return average_products() > plan::tile_dense_products &&
           average_products() * static_cast<double>(A_.nrows) >= plan::tile_block_estimate &&
           static_cast<double>(row_profile(context_, B_).blocks) <=
               plan::tile_block_share * static_cast<double>(B_.nvals);
}

KernelRequest RowTilesProduct::request(Phase phase) const {
    Bindings bindings = problem_.bind(phase, 32);
    bindings.constant("each", products_of_thread)
        .constant("takes_row", problem_.operands.b_threads_log2 == 5)
        .constant("by_blocks", blocks_.has_value());
    if (phase == Phase::symbolic) return {"mxm/row_tiles_count.cuh", "count_row_tiles", std::move(bindings)};
    bindings.line(rank_bytes() == 2 ? Literal("typedef uint16_t Rank;") : Literal("typedef uint32_t Rank;"));
    return {"mxm/row_tiles_fill.cuh", "fill_row_tiles", std::move(bindings)};
}

void RowTilesProduct::kernels(KernelRequests& list) const {
    if (!plausible() || (known_row_profile(A_) && known_row_profile(B_) && !has_even_rows())) return;
    for (const Matrix* factor : {&A_, &B_})
        if (!known_row_profile(*factor)) list.push_back(row_profile_kernel(*factor));
    list.push_back(request(Phase::symbolic)); // without blocks of B, which depend on its profile
}

bool RowTilesProduct::has_sorted() const noexcept {
    return rows_[sorted_by_8] + rows_[sorted_by_16] + rows_[sorted_by_32] != 0;
}
bool RowTilesProduct::has_dense() const noexcept {
    return rows_[dense_by_warp] + rows_[dense_by_block] != 0;
}

/// Whether the products of rows are few, or rows have about equal lengths: the bins have more sizes for rows
/// that differ, and are faster where the grid shares a row of A.
bool RowTilesProduct::has_even_rows() const {
    if (forced<plan::Choice>(context_).given()) return true;
    const std::uint64_t longest = row_profile(context_, A_).longest;
    if (longest > limits().long_row) return false;
    const double a = average_row(A_);
    if (average_products() <= plan::tile_few) return true;
    return static_cast<double>(longest) <= plan::tile_spread * a &&
           static_cast<double>(row_profile(context_, B_).longest) <= plan::tile_spread * average_row(B_);
}

bool RowTilesProduct::suits() {
    if (!is_candidate()) return false;
    const std::size_t most = context_.device.properties().shared_per_block_optin;
    const RowTilesLimits bounds = limits();
    const std::size_t bitmaps = bounds.warp_products != 0 ? threads_of_block / 32 : 1;
    if (bounds.block_products != 0 &&
        bitmaps * tiling_.words * sizeof(std::uint32_t) + plan::static_shared > most)
        return false;
    count();
    if (!forced<plan::Choice>(context_).given() && products_ > plan::tile_products) return false;
    return rows_[heavy_row] == 0 && choose_memory() + plan::static_shared <= most;
}

void RowTilesProduct::make_blocks() {
    blocks_.emplace(context_, B_, true);
    compile_kernels(context_, *blocks_);
    blocks_->count();
    blocks_->fill(static_cast<std::uint32_t>(row_profile(context_, B_).blocks));
    operands_.b_block_ptr = blocks_->offsets();
    operands_.b_blocks = blocks_->blocks();
    const std::uint64_t average = row_profile(context_, B_).blocks / std::max<std::uint64_t>(B_.nrows, 1);
    operands_.b_block_threads_log2 = std::min(5u, static_cast<std::uint32_t>(std::bit_width(average | 1)));
}

void RowTilesProduct::count() {
    Device& device = context_.device;
    ptr_ = problem_.offsets(device);
    tiles_ = Array<std::uint64_t>(device, tile_count_ + 1);
    tiling_.ptr = ptr_.data();
    tiling_.tiles = tiles_.data();
    if (reads_blocks()) make_blocks();
    const KernelRequest request = this->request(Phase::symbolic);
    context_.jit.compile(request);
    const RowTilesLimits bounds = limits();
    const std::size_t bitmaps = bounds.block_products == 0  ? 0
                                : bounds.warp_products == 0 ? 1
                                                            : threads_of_block / 32;
    const Device::Post post = device.next_post();
    device.launch_dependent(context_.jit.kernel(request), {static_cast<std::uint32_t>(tile_count_)},
                            {threads_of_block}, bitmaps * tiling_.words * sizeof(std::uint32_t), operands_,
                            tiling_, bounds, context_.zeroed<RowTilesCounts>(), post.words, post.ticket);
    summed_ = tile_count_ > plan::short_few_tiles;
    if (summed_) exclusive_scan(device, tiles_.data(), tiles_.data(), tile_count_);
    const auto posted = device.posted(post, posts_of_row_tiles);
    for (int c = 0; c < row_tiles_classes; ++c)
        rows_[c] = posted[posted_rows + c / 2] >> (c % 2 * 24) & 0xffffff;
    products_ = posted[posted_products];
    entries_ = posted[posted_size];
}

std::size_t RowTilesProduct::sorted_warp_bytes() const noexcept {
    const std::size_t capacity = std::size_t{32} * products_of_thread;
    return plan::aligned(problem_.sizes.spread * capacity) +
           plan::aligned(problem_.sizes.key * 32 * (products_of_thread + 1));
}

std::size_t RowTilesProduct::choose_memory() {
    const std::size_t slot = problem_.sizes.slot, warps = threads_of_block / 32;
    const std::size_t bits = tiling_.words * (sizeof(std::uint32_t) + rank_bytes());
    const auto slots_in = [&](std::size_t bytes) {
        const std::size_t most = (B_.ncols + 1) / 2 * 2,
                          room = bytes > bits ? (bytes - bits) / slot / 2 * 2 : 0;
        return static_cast<std::uint32_t>(std::min(std::max(room, plan::tile_least_slots), most));
    };
    // Warps of a block have rows of different classes at the same time.
    std::size_t warp_bytes = has_sorted() ? sorted_warp_bytes() : 0;
    if (rows_[dense_by_warp] != 0) {
        tiling_.warp_slots = slots_in(std::max(warp_bytes, plan::tile_shared / warps));
        warp_bytes = std::max(warp_bytes, plan::aligned(tiling_.warp_slots * slot) + bits);
    }
    warp_bytes = plan::aligned(warp_bytes);
    tiling_.warp_bytes = static_cast<std::uint32_t>(warp_bytes);
    std::size_t shared = warps * warp_bytes;
    if (rows_[dense_by_block] != 0) {
        tiling_.block_slots = slots_in(std::max(shared, plan::tile_shared));
        shared = std::max(shared, plan::aligned(tiling_.block_slots * slot) + bits);
    }
    return plan::aligned(shared);
}

Matrix RowTilesProduct::run() {
    if (entries_ == 0) return empty_matrix(context_, problem_.type, problem_.nrows, problem_.ncols);
    const std::size_t shared = choose_memory();
    const KernelRequest fill = request(Phase::numeric);
    context_.jit.compile(fill);
    Matrix T = result_matrix(context_, problem_.type, problem_.nrows, B_.ncols, entries_, std::move(ptr_));
    void* const cols = T.col.data();
    void* const vals = T.val.data();
    context_.device.launch_dependent(context_.jit.kernel(fill), {static_cast<std::uint32_t>(tile_count_)},
                                     {threads_of_block}, shared, operands_, tiling_, summed_, cols, vals);
    return T;
}

} // namespace mergus::cuda
