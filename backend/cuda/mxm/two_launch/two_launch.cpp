/// \file two_launch.cpp
/// A small product by tiles of rows of any lengths: the host side of two_launch_count.cuh and
/// two_launch_fill.cuh. Two launches and one short wait replace two phases over all bins. Beside the result
/// it takes 8 bytes for each tile, and the memory of B's blocks of columns if they are used.
#include "device/primitives.hpp"
#include "mxm/method.hpp"
#include "mxm/pattern_blocks.hpp"
#include "mxm/product_shape.hpp"
#include "mxm/result.hpp"
#include "mxm/tuning.hpp"
#include "tuning.hpp"

#include "two_launch.h"

#include <algorithm>
#include <bit>
#include <optional>
#include <utility>

namespace mergus::cuda {

namespace {

/// Makes the whole product, for rows of any lengths.
class TwoLaunchProduct : public MethodRun {
public:
    TwoLaunchProduct(Context& context, const MxmProblem& problem);

    /// Unless the operands are small.
    [[nodiscard]] static const char* refuses(const MxmProblem& problem);
    /// A and B where their profiles decide.
    [[nodiscard]] static ProfiledMatrices reads(const MxmProblem& problem);
    /// The kernel that counts, unless the profiles are known and rule it out.
    void kernels(KernelRequests& list) const override;
    /// Unless the product is small and its rows have a form here. If the operands are small and even, it
    /// counts the entries, which waits.
    [[nodiscard]] const char* refuses() override;
    /// Does not wait.
    [[nodiscard]] Product run(bool reports) override;

private:
    [[nodiscard]] bool has_sorted() const noexcept;
    [[nodiscard]] bool has_dense() const noexcept;
    [[nodiscard]] bool reads_blocks() const;
    void make_blocks();
    [[nodiscard]] KernelRequest request(Phase phase) const;
    /// Of a rank of two_launch_fill.cuh.
    [[nodiscard]] std::size_t rank_bytes() const noexcept;
    [[nodiscard]] TwoLaunchLimits limits() const;
    void count();
    [[nodiscard]] std::size_t sorted_warp_bytes() const noexcept;
    /// Chooses the sizes of dense rows. \return bytes of shared memory of a block that fills
    std::size_t choose_memory();

    Context& context_;
    const MxmProblem& problem_;
    const Matrix& A_;
    const Matrix& B_;
    Operands operands_; ///< the problem's, with the blocks of B
    std::optional<PatternBlocks> blocks_;
    TwoLaunch tiling_{};
    std::uint64_t rows_[two_launch_classes] = {};
    std::uint64_t products_ = 0, entries_ = 0, tile_count_ = 0;
    bool summed_ = false; ///< tiles_ has sums
    Array<std::uint64_t> ptr_, tiles_;
};

constexpr std::uint32_t products_of_thread = 8;

} // namespace

TwoLaunchProduct::TwoLaunchProduct(Context& context, const MxmProblem& problem)
    : context_(context), problem_(problem), A_(problem.A), B_(problem.B), operands_(problem.operands) {
    tiling_.nrows = static_cast<std::uint32_t>(A_.nrows);
    tiling_.rows = rows_of_tile(problem);
    tiling_.words = static_cast<std::uint32_t>((B_.ncols + 31) / 32);
    tile_count_ = (A_.nrows + tiling_.rows - 1) / tiling_.rows;
}

const char* TwoLaunchProduct::refuses(const MxmProblem& problem) {
    return is_small(problem) ? nullptr : "a large product, a mask, or sums in an order";
}

ProfiledMatrices TwoLaunchProduct::reads(const MxmProblem& problem) {
    ProfiledMatrices read = problem.profiled();
    // Few products are even whatever B is (is_small_and_even()), and too few for blocks of B.
    if (problem.average_products() > tuning::two_launch_few || problem.choice.blocks) return read;
    read[1] = nullptr;
    if (fits_tiles_by_size(problem)) read[0] = nullptr;
    return read;
}

std::size_t TwoLaunchProduct::rank_bytes() const noexcept {
    return tile_rank_bytes(B_.ncols);
}

/// Dense rows have few columns, so that a bitmap fits in shared memory. They are the work of a warp if most
/// rows are dense, or bitmaps of all warps take little.
TwoLaunchLimits TwoLaunchProduct::limits() const {
    const std::uint64_t long_row = tile_long_row(problem_);
    if (B_.ncols > tuning::two_launch_columns) return {0, 0, long_row};
    const std::size_t bits = tiling_.words * (sizeof(std::uint32_t) + rank_bytes());
    const bool by_warp =
        rank_bytes() == 2 && (bits <= tuning::two_launch_warp_bits ||
                              problem_.average_products() > tuning::two_launch_dense_products);
    return {by_warp ? tuning::two_launch_warp_products : 0, tuning::two_launch_block_products, long_row};
}

/// Whether rows of B are long, with few blocks of 32 columns for each entry, and there are enough products to
/// make them.
bool TwoLaunchProduct::reads_blocks() const {
    if (problem_.choice.blocks) return true;
    if (problem_.choice.given() || problem_.operands.b_threads_log2 != 5) return false;
    return problem_.average_products() > tuning::two_launch_dense_products &&
           problem_.average_products() * static_cast<double>(A_.nrows) >= tuning::two_launch_block_estimate &&
           static_cast<double>(known_row_profile(B_)->blocks) <=
               tuning::two_launch_block_share * static_cast<double>(B_.nvals);
}

KernelRequest TwoLaunchProduct::request(Phase phase) const {
    Bindings bindings = problem_.bind(phase, 32);
    bindings.constant("each", products_of_thread)
        .constant("takes_row", problem_.operands.b_threads_log2 == 5)
        .constant("by_blocks", blocks_.has_value());
    if (phase == Phase::symbolic)
        return {"mxm/two_launch/two_launch_count.cuh", "count_two_launch", std::move(bindings)};
    bindings.line(rank_bytes() == 2 ? Literal("typedef uint16_t Rank;") : Literal("typedef uint32_t Rank;"));
    return {"mxm/two_launch/two_launch_fill.cuh", "fill_two_launch", std::move(bindings)};
}

void TwoLaunchProduct::kernels(KernelRequests& list) const {
    if (are_profiled(reads(problem_)) && !is_small_and_even(problem_)) return;
    list.push_back(request(Phase::symbolic)); // without blocks of B, which depend on its profile
}

bool TwoLaunchProduct::has_sorted() const noexcept {
    return rows_[sorted_by_8] + rows_[sorted_by_16] + rows_[sorted_by_32] != 0;
}
bool TwoLaunchProduct::has_dense() const noexcept {
    return rows_[dense_by_warp] + rows_[dense_by_block] != 0;
}

const char* TwoLaunchProduct::refuses() {
    if (!is_small_and_even(problem_))
        return "rows of different lengths, empty ones, or dense ones of many columns";
    const std::size_t most = context_.device.properties().shared_per_block_optin;
    const TwoLaunchLimits bounds = limits();
    const std::size_t bitmaps = bounds.warp_products != 0 ? two_launch_threads / 32 : 1;
    if (bounds.block_products != 0 &&
        bitmaps * tiling_.words * sizeof(std::uint32_t) + tuning::static_shared > most)
        return "too many columns";
    count();
    if (!problem_.choice.given() && products_ > tuning::two_launch_products) return "many products";
    if (rows_[heavy_row] != 0) return "heavy rows";
    return choose_memory() + tuning::static_shared <= most ? nullptr : "too little shared memory";
}

void TwoLaunchProduct::make_blocks() {
    blocks_.emplace(context_, B_, true);
    compile_kernels(context_, *blocks_);
    blocks_->count();
    blocks_->fill(static_cast<std::uint32_t>(known_row_profile(B_)->blocks));
    operands_.b_block_ptr = blocks_->offsets();
    operands_.b_blocks = blocks_->blocks();
    const std::uint64_t average = known_row_profile(B_)->blocks / std::max<std::uint64_t>(B_.nrows, 1);
    operands_.b_block_threads_log2 = std::min(5u, static_cast<std::uint32_t>(std::bit_width(average | 1)));
}

void TwoLaunchProduct::count() {
    Device& device = context_.device;
    ptr_ = problem_.offsets(device);
    tiles_ = Array<std::uint64_t>(device, tile_count_ + 1);
    tiling_.ptr = ptr_.data();
    tiling_.tiles = tiles_.data();
    if (reads_blocks()) make_blocks();
    const KernelRequest request = this->request(Phase::symbolic);
    context_.jit.compile(request);
    const TwoLaunchLimits bounds = limits();
    const std::size_t bitmaps = bounds.block_products == 0  ? 0
                                : bounds.warp_products == 0 ? 1
                                                            : two_launch_threads / 32;
    const Device::Message post = device.next_post();
    device.launch_dependent(context_.jit.kernel(request), {static_cast<std::uint32_t>(tile_count_)},
                            {two_launch_threads}, bitmaps * tiling_.words * sizeof(std::uint32_t), operands_,
                            tiling_, bounds, context_.zeroed<TwoLaunchCounts>(), post.words, post.ticket);
    summed_ = tile_count_ > tuning::two_launch_few_tiles;
    if (summed_) exclusive_scan(device, tiles_.data(), tiles_.data(), tile_count_);
    const auto posted = device.posted(post, posts_of_two_launch);
    for (int c = 0; c < two_launch_classes; ++c)
        rows_[c] = posted[posted_rows + c / 2] >> (c % 2 * 24) & 0xffffff;
    products_ = posted[posted_products];
    entries_ = posted[posted_size];
}

std::size_t TwoLaunchProduct::sorted_warp_bytes() const noexcept {
    const std::size_t capacity = std::size_t{32} * products_of_thread;
    return tuning::aligned(problem_.sizes.spread * capacity) +
           tuning::aligned(problem_.sizes.key * 32 * (products_of_thread + 1));
}

std::size_t TwoLaunchProduct::choose_memory() {
    const std::size_t slot = problem_.sizes.slot, warps = two_launch_threads / 32;
    const std::size_t bits = tiling_.words * (sizeof(std::uint32_t) + rank_bytes());
    const auto slots_in = [&](std::size_t bytes) {
        const std::size_t most = (B_.ncols + 1) / 2 * 2,
                          room = bytes > bits ? (bytes - bits) / slot / 2 * 2 : 0;
        return static_cast<std::uint32_t>(std::min(std::max(room, tuning::two_launch_least_slots), most));
    };
    // Warps of a block have rows of different classes at the same time.
    std::size_t warp_bytes = has_sorted() ? sorted_warp_bytes() : 0;
    if (rows_[dense_by_warp] != 0) {
        tiling_.warp_slots = slots_in(std::max(warp_bytes, tuning::two_launch_shared / warps));
        warp_bytes = std::max(warp_bytes, tuning::aligned(tiling_.warp_slots * slot) + bits);
    }
    warp_bytes = tuning::aligned(warp_bytes);
    tiling_.warp_bytes = static_cast<std::uint32_t>(warp_bytes);
    std::size_t shared = warps * warp_bytes;
    if (rows_[dense_by_block] != 0) {
        tiling_.block_slots = slots_in(std::max(shared, tuning::two_launch_shared));
        shared = std::max(shared, tuning::aligned(tiling_.block_slots * slot) + bits);
    }
    return tuning::aligned(shared);
}

Product TwoLaunchProduct::run(bool) {
    const char* const order = has_dense() ? facts::by_atomics : facts::k_in_order;
    if (entries_ == 0)
        return {.T = empty_matrix(context_, problem_.type, problem_.nrows, problem_.ncols),
                .order = order,
                .products = products_};
    const std::size_t shared = choose_memory();
    const KernelRequest fill = request(Phase::numeric);
    context_.jit.compile(fill);
    Matrix T = result_matrix(context_, problem_.type, problem_.nrows, B_.ncols, entries_, std::move(ptr_));
    void* const cols = T.col.data();
    void* const vals = T.val.data();
    context_.device.launch_dependent(context_.jit.kernel(fill), {static_cast<std::uint32_t>(tile_count_)},
                                     {two_launch_threads}, shared, operands_, tiling_, summed_, cols, vals);
    return {.T = std::move(T), .order = order, .products = products_};
}

namespace product_methods {
extern const ProductMethod two_launch;
constinit const ProductMethod two_launch{.name = "two_launch",
                                         .summary =
                                             "small products, counted in one launch and filled in another",
                                         .evidence = "docs/laboratory/small-products.md",
                                         .refuses = TwoLaunchProduct::refuses,
                                         .reads = TwoLaunchProduct::reads,
                                         .start = start_run<TwoLaunchProduct>};
} // namespace product_methods

} // namespace mergus::cuda
