/// \file short_rows.cpp
/// A product of short rows, at once: the host side of k_way_merge.cuh (a thread a row) and subwarp_esc.cuh (a
/// group a row). A few rows of A may be long: the whole grid makes them (accumulators/dense_accumulator.hpp).
#include "device/primitives.hpp"
#include "mxm/accumulators/accumulator.hpp"
#include "mxm/accumulators/dense_accumulator.hpp"
#include "mxm/method.hpp"
#include "mxm/product_shape.hpp"
#include "mxm/result.hpp"
#include "mxm/tuning.hpp"
#include "tuning.hpp"

#include "mxm/short_rows/short_rows_size.h"

#include <algorithm>
#include <optional>

namespace mergus::cuda {

namespace {

/// Makes the whole product in two launches, without analysis and bins.
class ShortRows : public MethodRun {
public:
    enum class Form {
        threads, ///< a thread a row, whose values are in shared memory if other methods may suit too
        groups,  ///< a group a row; long rows by the grid
        spilled  ///< a thread a row, whatever its values take
    };

    /// Unless the average rows of A and B are short, or those of C have few products.
    [[nodiscard]] static const char* refuses(const MxmProblem& problem);

    ShortRows(Context& context, const MxmProblem& problem, Form form)
        : context_(context), problem_(problem), A_(problem.A), B_(problem.B), form_(form) {}

    /// Unless the rows' lengths suit the form.
    [[nodiscard]] const char* refuses() override;
    /// Waits once, for the number of entries, and for the number of products if it is reported.
    [[nodiscard]] Product run(bool reports) override;
    [[nodiscard]] const Accumulator* large() const noexcept override;

private:
    /// The kernels of a product, and the shape of their blocks.
    struct Blocks {
        bool has_long_rows = false;  ///< sorted: a few rows of A are long, and made by the grid
        bool sorted = false;         ///< subwarp_esc.cuh
        std::uint32_t ways = 0;      ///< k_way_merge.cuh: entries of a row of A at most
        tuning::EscSize size{};      ///< subwarp_esc.cuh
        std::uint32_t tile_rows = 0; ///< rows of a block
        std::uint32_t threads = 0;   ///< of a block
    };

    [[nodiscard]] static bool has_short_factors(const MxmProblem& problem) noexcept;
    /// Whether two_launch, which comes later in the table, makes the product faster.
    [[nodiscard]] bool leaves_to_tiles(const RowProfile& A, const RowProfile& B) const;
    [[nodiscard]] const char* refuses_threads(const RowProfile& A, const RowProfile& B);
    [[nodiscard]] const char* refuses_groups(const RowProfile& A, const RowProfile& B);
    /// Whether the values of a warp's rows exceed shared memory.
    [[nodiscard]] bool spills(const RowProfile& A, const RowProfile& B) const;
    bool use_thread_rows(std::uint64_t longest, std::uint64_t products);
    bool use_subwarp_esc(std::uint64_t products);
    bool use_long_rows(const RowProfile& A, const RowProfile& B);
    /// The long rows of A, whose list is copied to the device.
    [[nodiscard]] DenseAccumulator long_rows();
    [[nodiscard]] const Kernel& counting_kernel(const DenseAccumulator* dense);
    [[nodiscard]] KernelRequest request(bool fill) const;
    /// Bytes of shared memory of a block that fills, and the entries of a warp that fit.
    [[nodiscard]] std::size_t fill_memory(std::uint64_t warp_entries, std::uint32_t& room) const;
    /// Whether the device has that much.
    [[nodiscard]] bool fits(std::uint64_t warp_entries) const;

    Context& context_;
    const MxmProblem& problem_;
    const Matrix& A_;
    const Matrix& B_;
    Form form_;
    Blocks blocks_;
    Buffer long_rows_; ///< their numbers
};

} // namespace

bool ShortRows::has_short_factors(const MxmProblem& problem) noexcept {
    const auto is_short = [](const Matrix& m) { return m.nvals <= tuning::short_average * m.nrows; };
    return is_short(problem.A) && is_short(problem.B);
}

const char* ShortRows::refuses(const MxmProblem& problem) {
    if (problem.mask_kind != MaskKind::none) return "a mask";
    if (problem.choice.given()) return nullptr;
    if (problem.A.nrows < tuning::short_min_rows) return "few rows";
    if (!has_short_factors(problem) && problem.average_products() > tuning::esc_average) return "long rows";
    return nullptr;
}

const char* ShortRows::refuses() {
    const RowProfile &A = *known_row_profile(A_), &B = *known_row_profile(B_);
    if (!problem_.choice.given() && leaves_to_tiles(A, B)) return "a small product";
    return form_ == Form::groups ? refuses_groups(A, B) : refuses_threads(A, B);
}

bool ShortRows::leaves_to_tiles(const RowProfile& A, const RowProfile& B) const {
    if (A.long_rows != 0 || !is_small_and_even(problem_)) return false;
    if (form_ == Form::groups) return A.longest > tuning::short_ways[3]; // the shortest rows are faster so
    return A.filled_rows < tuning::short_rows_of_product * A.longest * B.longest;
}

const char* ShortRows::refuses_threads(const RowProfile& A, const RowProfile& B) {
    const bool given = problem_.choice.given();
    if (!given) {
        if (!has_short_factors(problem_)) return "long rows";
        const std::uint64_t bytes = B_.nvals * (B_.index_size() + B_.type->size);
        const bool some_near = A.near != 0 && A.near * tuning::short_near >= A.sampled;
        if (!has_locality(A) && (!some_near || bytes > tuning::short_cached))
            return "rows of B are far apart";
    }
    if (!use_thread_rows(A.longest, A.longest * B.longest)) return "some long rows";
    const bool wide = !given && repeats_rows(A) && repeats_rows(B) && spills(A, B);
    if (wide && form_ == Form::threads) return "wide values of rows that repeat";
    if (!wide && !given && form_ == Form::spilled) return "values that fit, or rows that differ";
    return nullptr;
}

const char* ShortRows::refuses_groups(const RowProfile& A, const RowProfile& B) {
    const std::uint64_t products = A.longest * B.longest;
    if (problem_.choice.given())
        return use_subwarp_esc(products) || use_long_rows(A, B) ? nullptr : "long rows";
    // Registers for the longest row are wasted if most are much shorter.
    const bool even = static_cast<double>(products) <= tuning::esc_spread * problem_.average_products();
    const bool near = has_short_factors(problem_) && has_locality(A); // threads read the same lines
    if (!near && even && use_subwarp_esc(products)) return nullptr;
    return use_long_rows(A, B) ? nullptr : near ? "neighbouring rows" : "rows of different lengths";
}

const Accumulator* ShortRows::large() const noexcept {
    return blocks_.has_long_rows ? &accumulators::dense_accumulator : nullptr;
}

// subwarp_esc, which leaves rows of more than long_row_entries to the grid, comes before k_way_merge in the
// table. The order does not matter: the k-way merge takes no product that has such a row.
static_assert(tuning::short_ways.back() < long_row_entries);

bool ShortRows::use_thread_rows(std::uint64_t longest, std::uint64_t products) {
    if (longest > tuning::short_ways.back() || products > tuning::short_products) return false;
    const auto ways = std::find_if(tuning::short_ways.begin(), tuning::short_ways.end(),
                                   [&](std::uint32_t w) { return w >= longest; });
    blocks_ = {.ways = *ways, .tile_rows = tuning::short_threads, .threads = tuning::short_threads};
    return fits(32 * products);
}

bool ShortRows::spills(const RowProfile& A, const RowProfile& B) const {
    if (problem_.sizes.value <= 8) return false;
    // An entry of the product is taken for the sum of two products.
    const std::uint64_t entries = 32 * A.longest * B.longest / 2;
    std::uint32_t room = 0;
    (void)fill_memory(entries, room);
    return entries > room;
}

bool ShortRows::use_subwarp_esc(std::uint64_t products) {
    const auto sizes = tuning::esc_sizes(problem_.type->size);
    const auto size = std::find_if(sizes.begin(), sizes.end(),
                                   [&](const tuning::EscSize& s) { return s.products() >= products; });
    if (size == sizes.end() || problem_.sizes.key == 0) return false;
    blocks_ = {.sorted = true,
               .size = *size,
               .tile_rows = tuning::esc_threads / size->group_threads,
               .threads = tuning::esc_threads};
    return fits(0);
}

bool ShortRows::use_long_rows(const RowProfile& A, const RowProfile& B) {
    if (A.long_rows == 0 || A.long_rows > listed_rows || problem_.wide_rows() ||
        !problem_.may_use(accumulators::dense_accumulator) || problem_.ordered_fold)
        return false;
    if (needs_wide(A.long_rows * B_.ncols) || !DenseAccumulator::fits(problem_, A.long_rows) ||
        !use_subwarp_esc(A.longest_short * B.longest))
        return false;
    blocks_.has_long_rows = true;
    return true;
}

bool ShortRows::fits(std::uint64_t warp_entries) const {
    std::uint32_t room = 0;
    const Properties& device = context_.device.properties();
    return fill_memory(warp_entries, room) + tuning::static_shared <= device.shared_per_block_optin;
}

KernelRequest ShortRows::request(bool fill) const {
    const Phase phase = fill ? Phase::numeric : Phase::symbolic;
    if (blocks_.sorted) {
        Bindings bindings = problem_.bind(phase, blocks_.size.group_threads);
        bindings.constant("each", blocks_.size.each);
        return {"mxm/short_rows/subwarp_esc.cuh", fill ? "fill_subwarp_esc" : "count_subwarp_esc",
                std::move(bindings)};
    }
    Bindings bindings = problem_.bind(Phase::numeric, 32, true);
    bindings.constant("ways", blocks_.ways);
    return {"mxm/short_rows/k_way_merge.cuh", fill ? "fill_k_way_merge" : "count_k_way_merge",
            std::move(bindings)};
}

std::size_t ShortRows::fill_memory(std::uint64_t warp_entries, std::uint32_t& room) const {
    if (blocks_.sorted)
        return blocks_.size.shared(blocks_.threads, problem_.sizes.spread, problem_.sizes.key);
    const std::size_t index = B_.index_size(), value = problem_.sizes.spread;
    const std::uint32_t warps = blocks_.threads / 32;
    const std::size_t most = std::max<std::size_t>(32, tuning::short_warp_bytes / (index + value) / 4 * 4);
    room = static_cast<std::uint32_t>(std::min<std::size_t>((warp_entries + 3) / 4 * 4, most));
    return tuning::aligned(warps * room * value) + warps * room * index;
}

DenseAccumulator ShortRows::long_rows() {
    const RowProfile& A = *known_row_profile(A_);
    long_rows_ = Buffer(context_.device, A.long_rows * sizeof A.long_row[0]);
    context_.device.copy_to_device(long_rows_.data(), A.long_row, A.long_rows * sizeof A.long_row[0]);
    return {context_, problem_, long_rows_.data(), A.long_rows, A.long_entries};
}

/// Compiles all kernels of the product if it is not there.
const Kernel& ShortRows::counting_kernel(const DenseAccumulator* dense) {
    KernelRequests requests;
    requests.push_back(request(false));
    if (dense != nullptr) dense->kernels(requests);
    if (const Kernel* const known = context_.jit.known(requests[0]); known != nullptr && dense == nullptr)
        return *known;
    requests.push_back(request(true));
    context_.jit.compile(requests);
    return context_.jit.kernel(requests[0]);
}

Product ShortRows::run(bool reports) {
    std::optional<std::uint64_t> products;
    Device& device = context_.device;
    const std::uint64_t nrows = A_.nrows, tile_count = (nrows + blocks_.tile_rows - 1) / blocks_.tile_rows;
    const Dim3 grid{static_cast<std::uint32_t>(tile_count)}, block{blocks_.threads};
    Array<std::uint64_t> ptr = problem_.offsets(device);
    Array<std::uint64_t> tiles(device, tile_count + 1), products_sum(device, reports ? 1 : 0);
    if (reports) device.fill(products_sum.data(), 0, sizeof(std::uint64_t));
    std::optional<DenseAccumulator> dense;
    if (blocks_.has_long_rows) dense.emplace(long_rows());
    const Kernel& count = counting_kernel(dense ? &*dense : nullptr);
    const std::uint64_t long_products = dense ? dense->compute(ptr.data(), reports) : 0;
    const std::uint64_t longest = dense ? std::uint64_t{long_row_entries} : A_.ncols;
    const Device::Message post = device.next_post();
    device.launch_dependent(count, grid, block, 0, problem_.operands, nrows, longest, ptr.data(),
                            tiles.data(), context_.zeroed<ShortRowsSize>(), products_sum.data(), post.words,
                            post.ticket);
    const Kernel& fill = context_.jit.kernel(request(true)); // is found while the device counts
    const bool summed = tile_count > tuning::short_few_tiles;
    if (summed) exclusive_scan(device, tiles.data(), tiles.data(), tile_count);
    const auto posted = device.posted(post, posts_of_short_rows);
    const std::uint64_t entries = posted[posted_entries], warp_entries = posted[posted_warp_entries];
    if (reports) products = device.read(products_sum.data()) + long_products;

    Matrix T = result_matrix(context_, problem_.type, nrows, B_.ncols, entries, std::move(ptr));
    std::uint32_t room = 0;
    const std::size_t shared = fill_memory(warp_entries, room);
    void* const cols = T.col.data();
    void* const vals = T.val.data();
    device.launch_dependent(fill, grid, block, shared, problem_.operands, nrows, longest,
                            static_cast<const std::uint64_t*>(tiles.data()), summed, room, T.ptr.data(), cols,
                            vals);
    if (!dense) return {.T = std::move(T), .products = products};
    dense->emit(T.ptr.data(), cols, vals);
    return {.T = std::move(T),
            .order = facts::by_atomics,
            .products = products,
            .variant = facts::long_rows_by_grid};
}

namespace product_methods {

template <ShortRows::Form form>
std::unique_ptr<MethodRun> start_short_rows(Context& context, MxmProblem& problem) {
    return std::make_unique<ShortRows>(context, problem, form);
}

extern const ProductMethod k_way_merge, subwarp_esc, spilled_k_way_merge;
constinit const ProductMethod subwarp_esc{
    .name = "subwarp_esc",
    .summary = "short rows of few products, a group of threads a row; a few long "
               "rows by the grid",
    .evidence = "docs/laboratory/short-rows.md",
    .refuses = ShortRows::refuses,
    .reads = all_operands,
    .start = start_short_rows<ShortRows::Form::groups>};
constinit const ProductMethod k_way_merge{.name = "k_way_merge",
                                          .summary = "short rows near each other, a thread a row",
                                          .evidence = "docs/laboratory/short-rows.md",
                                          .refuses = ShortRows::refuses,
                                          .reads = all_operands,
                                          .start = start_short_rows<ShortRows::Form::threads>};
constinit const ProductMethod spilled_k_way_merge{.name = "spilled_k_way_merge",
                                                  .summary =
                                                      "short rows whose wide values do not fit shared memory",
                                                  .evidence = "docs/laboratory/short-rows.md",
                                                  .refuses = ShortRows::refuses,
                                                  .reads = all_operands,
                                                  .start = start_short_rows<ShortRows::Form::spilled>};

} // namespace product_methods

} // namespace mergus::cuda
