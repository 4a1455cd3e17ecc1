/// \file short_rows.cpp
#include "short_rows.hpp"

#include "accumulators/accumulator.hpp"
#include "accumulators/global_dense.hpp"
#include "device/primitives.hpp"
#include "mxm/result.hpp"
#include "mxm/row_tiles.hpp"
#include "mxm/short_rows_size.h"
#include "steps/row_profile.hpp"

#include <algorithm>
#include <optional>

namespace mergus::cuda {

ShortRows::ShortRows(Context& context, const MxmProblem& problem)
    : context_(context), problem_(problem), A_(problem.A), B_(problem.B) {}

bool ShortRows::plausible() const {
    const plan::Choice& choice = forced<plan::Choice>(context_);
    if ((!choice.allows(plan::Whole::short_rows) && !choice.allows(plan::Whole::sorted_rows)) ||
        problem_.mask_kind != MaskKind::none)
        return false;
    if (choice.given()) return true;
    return A_.nrows >= plan::short_min_rows &&
           (has_short_factors() || average_products() <= plan::sorted_average);
}

bool ShortRows::has_short_factors() const noexcept {
    return A_.nvals <= plan::short_average * A_.nrows && B_.nvals <= plan::short_average * B_.nrows;
}

double ShortRows::average_products() const noexcept {
    return static_cast<double>(A_.nvals) * static_cast<double>(B_.nvals) /
           (static_cast<double>(A_.nrows) * static_cast<double>(std::max<std::uint64_t>(1, B_.nrows)));
}

bool ShortRows::suits() {
    form_ = {};
    if (!plausible()) return false;
    const RowProfile &A = row_profile(context_, A_), &B = row_profile(context_, B_);
    const std::uint64_t products = A.longest * B.longest;
    const plan::Choice& choice = forced<plan::Choice>(context_);
    if (choice.given())
        return (choice.names(plan::Whole::short_rows) && use_thread_rows(A.longest, products)) ||
               (choice.names(plan::Whole::sorted_rows) && (use_sorted_rows(products) || use_long_rows(A, B)));
    // Of small products only the shortest rows are faster so, and those beside a few long ones.
    if (A.longest > plan::short_ways[3] && A.long_rows == 0 &&
        RowTilesProduct(context_, problem_).is_candidate())
        return false;
    if (has_short_factors() && has_locality(A))
        return use_thread_rows(A.longest, products) || use_long_rows(A, B);
    // Registers for the longest row are wasted if most are much shorter.
    if (static_cast<double>(products) <= plan::sorted_spread * average_products() &&
        use_sorted_rows(products))
        return true;
    if (has_short_factors() && B_.nvals * (B_.index_size() + B_.type->size) <= plan::short_cached &&
        use_thread_rows(A.longest, products))
        return true;
    return use_long_rows(A, B);
}

bool ShortRows::use_thread_rows(std::uint64_t longest, std::uint64_t products) {
    if (longest > plan::short_ways.back() || products > plan::short_products) return false;
    const auto ways = std::find_if(plan::short_ways.begin(), plan::short_ways.end(),
                                   [&](std::uint32_t w) { return w >= longest; });
    form_ = {.ways = *ways, .tile_rows = plan::short_threads, .threads = plan::short_threads};
    return fits(32 * products);
}

bool ShortRows::yields() const {
    if (form_.sorted || forced<plan::Choice>(context_).given() || problem_.sizes.value <= 8) return false;
    const RowProfile &A = row_profile(context_, A_), &B = row_profile(context_, B_);
    if (!repeats_rows(A) || !repeats_rows(B)) return false;
    // An entry of the product is taken for the sum of two products.
    const std::uint64_t entries = 32 * A.longest * B.longest / 2;
    std::uint32_t room = 0;
    (void)fill_memory(entries, room);
    return entries > room;
}

bool ShortRows::use_sorted_rows(std::uint64_t products) {
    const auto sizes = plan::sorted_sizes(problem_.type->size);
    const auto size = std::find_if(sizes.begin(), sizes.end(),
                                   [&](const plan::SortedSize& s) { return s.products() >= products; });
    if (size == sizes.end() || problem_.sizes.key == 0) return false;
    form_ = {.sorted = true,
             .size = *size,
             .tile_rows = plan::sorted_threads / size->group_threads,
             .threads = plan::sorted_threads};
    return fits(0);
}

bool ShortRows::use_long_rows(const RowProfile& A, const RowProfile& B) {
    if (A.long_rows == 0 || A.long_rows > listed_rows || problem_.wide_rows() ||
        !problem_.may_use(context_, accumulators::global_dense) || problem_.ordered_fold)
        return false;
    if (needs_wide(A.long_rows * B_.ncols) || !GlobalDense::fits(context_, problem_, A.long_rows) ||
        !use_sorted_rows(A.longest_short * B.longest))
        return false;
    form_.has_long_rows = true;
    return true;
}

bool ShortRows::fits(std::uint64_t warp_entries) const {
    std::uint32_t room = 0;
    const Properties& device = context_.device.properties();
    return fill_memory(warp_entries, room) + plan::static_shared <= device.shared_per_block_optin;
}

const char* ShortRows::method() const noexcept {
    if (form_.has_long_rows) return "a group a row, sorted; long rows by the grid";
    return form_.sorted ? "a group a row, sorted" : "a thread a row";
}

KernelRequest ShortRows::request(bool fill) const {
    const Phase phase = fill ? Phase::numeric : Phase::symbolic;
    if (form_.sorted) {
        Bindings bindings = problem_.bind(phase, form_.size.group_threads);
        bindings.constant("each", form_.size.each);
        return {"mxm/sorted_rows.cuh", fill ? "fill_sorted_rows" : "count_sorted_rows", std::move(bindings)};
    }
    Bindings bindings = problem_.bind(Phase::numeric, 32, true);
    bindings.constant("ways", form_.ways);
    return {"mxm/short_rows.cuh", fill ? "fill_short_rows" : "count_short_rows", std::move(bindings)};
}

void ShortRows::kernels(KernelRequests& list) const {
    if (!plausible()) return;
    for (const Matrix* factor : {&A_, &B_})
        if (!known_row_profile(*factor)) list.push_back(row_profile_kernel(*factor));
}

std::size_t ShortRows::fill_memory(std::uint64_t warp_entries, std::uint32_t& room) const {
    if (form_.sorted) return form_.size.shared(form_.threads, problem_.sizes.spread, problem_.sizes.key);
    const std::size_t index = B_.index_size(), value = problem_.sizes.spread;
    const std::uint32_t warps = form_.threads / 32;
    const std::size_t most = std::max<std::size_t>(32, plan::short_warp_bytes / (index + value) / 4 * 4);
    room = static_cast<std::uint32_t>(std::min<std::size_t>((warp_entries + 3) / 4 * 4, most));
    return plan::aligned(warps * room * value) + warps * room * index;
}

GlobalDense ShortRows::long_rows() {
    const RowProfile& A = row_profile(context_, A_);
    long_rows_ = Buffer(context_.device, A.long_rows * sizeof A.long_row[0]);
    context_.device.copy_to_device(long_rows_.data(), A.long_row, A.long_rows * sizeof A.long_row[0]);
    return {context_, problem_, long_rows_.data(), A.long_rows, A.long_entries};
}

/// Compiles all kernels of the product if it is not there.
const Kernel& ShortRows::counting_kernel(const GlobalDense* dense) {
    KernelRequests requests;
    requests.push_back(request(false));
    if (dense != nullptr) dense->kernels(requests);
    if (const Kernel* const known = context_.jit.known(requests[0]); known != nullptr && dense == nullptr)
        return *known;
    requests.push_back(request(true));
    context_.jit.compile(requests);
    return context_.jit.kernel(requests[0]);
}

Matrix ShortRows::run(std::uint64_t* products) {
    Device& device = context_.device;
    const std::uint64_t nrows = A_.nrows, tile_count = (nrows + form_.tile_rows - 1) / form_.tile_rows;
    const Dim3 grid{static_cast<std::uint32_t>(tile_count)}, block{form_.threads};
    Array<std::uint64_t> ptr = problem_.offsets(device);
    Array<std::uint64_t> tiles(device, tile_count + 1), products_sum(device, products == nullptr ? 0 : 1);
    if (products != nullptr) device.fill(products_sum.data(), 0, sizeof(std::uint64_t));
    std::optional<GlobalDense> dense;
    if (form_.has_long_rows) dense.emplace(long_rows());
    const Kernel& count = counting_kernel(dense ? &*dense : nullptr);
    const std::uint64_t long_products = dense ? dense->compute(ptr.data(), products != nullptr) : 0;
    const std::uint64_t longest = dense ? std::uint64_t{long_row_entries} : A_.ncols;
    const Device::Post post = device.next_post();
    device.launch_dependent(count, grid, block, 0, problem_.operands, nrows, longest, ptr.data(),
                            tiles.data(), context_.zeroed<ShortRowsSize>(), products_sum.data(), post.words,
                            post.ticket);
    const Kernel& fill = context_.jit.kernel(request(true)); // is found while the device counts
    const bool summed = tile_count > plan::short_few_tiles;
    if (summed) exclusive_scan(device, tiles.data(), tiles.data(), tile_count);
    const auto posted = device.posted(post, posts_of_short_rows);
    const std::uint64_t entries = posted[posted_entries], warp_entries = posted[posted_warp_entries];
    if (products != nullptr) *products = device.read(products_sum.data()) + long_products;

    Matrix T = result_matrix(context_, problem_.type, nrows, B_.ncols, entries, std::move(ptr));
    std::uint32_t room = 0;
    const std::size_t shared = fill_memory(warp_entries, room);
    void* const cols = T.col.data();
    void* const vals = T.val.data();
    device.launch_dependent(fill, grid, block, shared, problem_.operands, nrows, longest,
                            static_cast<const std::uint64_t*>(tiles.data()), summed, room, T.ptr.data(), cols,
                            vals);
    if (dense) dense->emit(T.ptr.data(), cols, vals);
    return T;
}

} // namespace mergus::cuda
