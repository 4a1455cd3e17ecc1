/// \file one_pass.cpp
#include "one_pass.hpp"

#include "mxm/result.hpp"
#include "mxm/row_profile.hpp"
#include "mxm/wide_tuning.hpp"

#include <algorithm>
#include <bit>

namespace mergus::cuda {

namespace {

constexpr std::uint32_t threads_of_block = 256; // one_pass_threads of one_pass.cuh
constexpr std::uint32_t products_of_thread = 8;

/// Threads of a group that has a row of a class.
constexpr std::uint32_t threads_of(int row_class) {
    if (row_class == dense_by_block) return threads_of_block;
    return row_class == dense_by_warp ? 32u : 8u << row_class;
}

double average_row(const Matrix& matrix) {
    return static_cast<double>(matrix.nvals) / static_cast<double>(matrix.nrows);
}

/// Threads that classify a row of A: up to half as many as its average row has entries.
std::uint32_t threads_of_row(const Matrix& A) {
    const std::uint64_t average = A.nvals / A.nrows;
    return static_cast<std::uint32_t>(std::clamp<std::uint64_t>(std::bit_floor(average / 2), 2, 32));
}

} // namespace

OnePass::OnePass(Context& context, const MxmProblem& problem)
    : context_(context), problem_(problem), A_(problem.A), B_(problem.B) {}

bool OnePass::plausible() const {
    const plan::Choice& choice = context_.accumulators;
    if (!choice.allows(plan::Whole::one_pass) || problem_.mask_kind != MaskKind::none) return false;
    // Dense rows add by atomics or under locks; numbers of rows are posted with 24 bits.
    if ((problem_.ordered_fold && !problem_.locks) || problem_.sizes.key == 0 ||
        A_.nrows >= std::uint64_t{1} << 24)
        return false;
    if (needs_wide(B_.nvals) || problem_.sizes.value > plan::one_pass_value_bytes) return false;
    if (choice.given()) return true;
    const double average =
        static_cast<double>(A_.nvals) * static_cast<double>(B_.nvals) / static_cast<double>(B_.nrows);
    return average <= plan::one_pass_estimate && A_.nvals <= plan::one_pass_entries &&
           A_.nrows <= plan::one_pass_rows;
}

KernelRequest OnePass::classes_request(const char* entry) const {
    Bindings bindings;
    bindings.index("A_index", A_.wide());
    return {"mxm/one_pass_classes.cuh", entry, std::move(bindings)};
}

std::size_t OnePass::rank_bytes() const noexcept {
    return B_.ncols <= std::uint64_t{1} << 16 ? 2 : 4;
}

KernelRequest OnePass::fill_request() const {
    Bindings bindings = problem_.bind_slots(Phase::numeric, 32);
    bindings.constant("each", products_of_thread)
        .constant("takes_row", problem_.operands.b_threads_log2 == 5)
        .line(rank_bytes() == 2 ? "typedef uint16_t Rank;" : "typedef uint32_t Rank;");
    return {"mxm/one_pass.cuh", "multiply_one_pass", std::move(bindings)};
}

KernelRequest OnePass::copy_request() const {
    Bindings bindings;
    bindings.index("Index", B_.wide()).type("C_value", problem_.type).constant("group_threads", 0);
    return {"mxm/one_pass_copy.cuh", "copy_rows", std::move(bindings)};
}

void OnePass::kernels(KernelRequests& list) const {
    if (!plausible() || (A_.profile && B_.profile && !has_even_rows())) return;
    for (const Matrix* factor : {&A_, &B_})
        if (!factor->profile) list.push_back(row_profile_kernel(*factor));
    list.push_back(classes_request("classify_rows"));
}

bool OnePass::has_sorted() const noexcept {
    return work_.rows[sorted_by_8] + work_.rows[sorted_by_16] + work_.rows[sorted_by_32] != 0;
}
bool OnePass::has_dense() const noexcept {
    return work_.rows[dense_by_warp] + work_.rows[dense_by_block] != 0;
}

/// Whether the products of rows are few, or rows have about equal lengths: the bins have more sizes for rows
/// that differ, and are faster where the grid shares a row of A.
bool OnePass::has_even_rows() const {
    if (context_.accumulators.given()) return true;
    const std::uint64_t longest = row_profile(context_, A_).longest;
    if (longest > plan::one_pass_long_row * threads_of_row(A_)) return false;
    const double a = average_row(A_), b = average_row(B_);
    if (a * b <= plan::one_pass_few) return true;
    return static_cast<double>(longest) <= plan::one_pass_spread * a &&
           static_cast<double>(row_profile(context_, B_).longest) <= plan::one_pass_spread * b;
}

bool OnePass::suits() {
    if (!is_candidate()) return false;
    classify();
    if (!context_.accumulators.given() && products_ > plan::one_pass_products) return false;
    if (blocks() == 0) return products_ == 0;
    if (work_.rows[heavy_row] != 0) return false;
    if (has_dense() && B_.ncols > plan::one_pass_columns) return false;
    const std::size_t shared = choose_memory() + plan::static_shared;
    return shared <= context_.device.properties().shared_per_block_optin;
}

void OnePass::classify() {
    Device& device = context_.device;
    const std::uint64_t nrows = A_.nrows;
    // A block that copies adds up the tiles before its own.
    std::uint32_t tile_log2 = plan::one_pass_tile_log2;
    while (nrows >> tile_log2 > plan::short_few_tiles && tile_log2 < 8) ++tile_log2;
    tile_count_ = (nrows + (std::uint64_t{1} << tile_log2) - 1) >> tile_log2;
    ptr_ = Array<std::uint64_t>(device, nrows + 1);
    lists_ = Array<std::uint32_t>(device, nrows * ((one_pass_classes + 1) / 2));
    offsets_ = Array<std::uint32_t>(device, nrows);
    sizes_ = Array<std::uint32_t>(device, nrows);
    tiles_ = Array<std::uint32_t>(device, tile_count_);
    state_ = Buffer(device, sizeof(OnePassState));
    work_.lists = lists_.data();
    work_.offsets = offsets_.data();
    work_.sizes = sizes_.data();
    work_.tiles = tiles_.data();
    work_.state = static_cast<OnePassState*>(state_.data());
    work_.nrows = static_cast<std::uint32_t>(nrows);
    work_.tile_log2 = tile_log2;

    const Operands& in = problem_.operands;
    const std::uint32_t threads = threads_of_row(A_);
    const auto grid = static_cast<std::uint32_t>((nrows * threads + threads_of_block - 1) / threads_of_block);
    // Small tables of ranks only leave room for all warps.
    const OnePassLimits limits{rank_bytes() == 2 ? plan::one_pass_warp_products : 0,
                               plan::one_pass_block_products, plan::one_pass_long_row * threads};
    const Device::Post post = device.next_post();
    device.launch(context_.jit.kernel(classes_request("classify_rows")), {grid}, {threads_of_block}, 0,
                  in.a_ptr, in.a_col, in.b_ptr, B_.ncols, threads, limits,
                  static_cast<std::uint32_t>(tile_count_), work_, context_.one_pass_counts(), post.words,
                  post.ticket);
    const auto posted = device.posted(post, posts_of_classes);
    for (int c = 0; c < one_pass_classes; ++c)
        work_.rows[c] = static_cast<std::uint32_t>(posted[posted_rows + c / 2] >> (c % 2 * 24) & 0xffffff);
    products_ = posted[posted_products];
    work_.sorted = posted[posted_sorted];
    dense_ = posted[posted_dense];
}

std::size_t OnePass::sorted_warp_bytes() const noexcept {
    const std::size_t capacity = std::size_t{32} * products_of_thread;
    const std::size_t held = problem_.type->size > plan::word_loads ? problem_.sizes.spread * 32 : 0;
    return plan::aligned(problem_.sizes.spread * capacity) +
           plan::aligned(problem_.sizes.key * 32 * (products_of_thread + 1)) + plan::aligned(held);
}

std::size_t OnePass::choose_memory() {
    const std::size_t slot = problem_.sizes.slot, warps = threads_of_block / 32;
    work_.words = static_cast<std::uint32_t>((B_.ncols + 31) / 32);
    const std::size_t bits = work_.words * (sizeof(std::uint32_t) + rank_bytes());
    std::size_t shared = has_sorted() ? warps * sorted_warp_bytes() : 0;
    const auto slots_in = [&](std::size_t bytes, std::size_t least) {
        const std::size_t most = (B_.ncols + 1) / 2 * 2,
                          room = bytes > bits ? (bytes - bits) / slot / 2 * 2 : 0;
        return static_cast<std::uint32_t>(std::min(std::max(room, least), most));
    };
    if (work_.rows[dense_by_warp] != 0) {
        work_.warp_slots = slots_in(plan::one_pass_shared / warps, plan::one_pass_least_slots);
        work_.warp_bytes =
            static_cast<std::uint32_t>(plan::aligned(plan::aligned(work_.warp_slots * slot) + bits));
        shared = std::max(shared, warps * work_.warp_bytes);
    }
    if (work_.rows[dense_by_block] != 0) {
        work_.block_slots = slots_in(std::max(shared, plan::one_pass_shared), plan::one_pass_least_slots);
        shared = std::max(shared, plan::aligned(work_.block_slots * slot) + bits);
    }
    return plan::aligned(shared);
}

std::uint32_t OnePass::blocks() const noexcept {
    std::uint32_t blocks = 0;
    for (int c = 0; c < heavy_row; ++c) {
        const std::uint32_t rows = threads_of_block / threads_of(c);
        blocks += (work_.rows[c] + rows - 1) / rows;
    }
    return blocks;
}

Matrix OnePass::run() {
    Device& device = context_.device;
    if (products_ == 0) return empty_matrix(context_, problem_.type, problem_.nrows, problem_.ncols);
    const std::size_t shared = choose_memory();
    const KernelRequest fill = fill_request(), copy = copy_request();
    KernelRequests requests{fill, copy};
    context_.jit.compile(requests);
    const std::size_t column = B_.index_size(), value = problem_.type->size;
    // Rows that are sorted have room for all their products, other rows for a guess.
    const std::uint64_t limit = context_.accumulators.one_pass_room;
    work_.room = work_.sorted +
                 std::min({dense_, limit, std::max(plan::one_pass_room, dense_ / plan::one_pass_share)});
    Buffer held_cols, held_vals;
    std::uint64_t entries = 0;
    for (;;) {
        held_cols = Buffer(device, work_.room * column);
        held_vals = Buffer(device, work_.room * value);
        void* const cols = held_cols.data();
        void* const vals = held_vals.data();
        const Device::Post post = device.next_post();
        device.launch(context_.jit.kernel(fill), {blocks()}, {threads_of_block}, shared, problem_.operands,
                      work_, cols, vals, post.words, post.ticket);
        const auto posted = device.posted(post, posts_of_result);
        entries = posted[posted_result];
        if (posted[posted_next] <= work_.room) break;
        work_.room = posted[posted_next];
        device.fill(work_.tiles, 0, tile_count_ * sizeof *work_.tiles);
    }
    Matrix T = result_matrix(context_, problem_.type, problem_.nrows, B_.ncols, entries, std::move(ptr_));
    const auto parts = static_cast<std::uint32_t>(
        std::clamp<std::uint64_t>(entries / tile_count_ / plan::one_pass_copy, 1, plan::one_pass_parts));
    const void* const from_cols = held_cols.data();
    const void* const from_vals = held_vals.data();
    void* const cols = T.col.data();
    void* const vals = T.val.data();
    device.launch(context_.jit.kernel(copy), {static_cast<std::uint32_t>(tile_count_), parts},
                  {threads_of_block}, 0, T.ptr.data(), work_.nrows,
                  static_cast<const std::uint32_t*>(work_.sizes),
                  static_cast<const std::uint32_t*>(work_.tiles), work_.tile_log2,
                  static_cast<const std::uint32_t*>(work_.offsets), from_cols, from_vals, cols, vals);
    return T;
}

} // namespace mergus::cuda
