/// \file fill_tiles.cpp
/// The values of a product whose rows are alike in groups: the host side of find_tiles.cuh and
/// fill_tiles.cuh.
#include "device/primitives.hpp"
#include "mxm/register_band/register_band_size.h"
#include "mxm/register_band/tuning.hpp"
#include "mxm/tuning.hpp"
#include "plan_method.hpp"
#include "steps/accumulate.hpp"
#include "tuning.hpp"

#include "tiles.h"

#include <algorithm>

namespace mergus::cuda {

namespace {

constexpr const char* find_file = "mxm/numeric_reuse/find_tiles.cuh";

/// Bytes of a GroupColumn.
constexpr std::size_t column_bytes = 16 + (reuse_tile_blocks * sizeof(std::uint32_t) + 7) / 8 * 8;

/// As TileLists of find_tiles.cuh.
struct TileLists {
    const std::uint64_t *first_number, *first_union, *first_tile, *first_column;
    const void *numbers, *unions, *tiles, *columns;
};

KernelRequest fill_request(const MxmProblem& problem) {
    Bindings bindings = problem.bind(Phase::numeric, 32, true);
    bind_neutral(bindings, *problem.add);
    bindings.constant("group_rows", reuse_tile_rows)
        .constant("tile_blocks", reuse_tile_blocks)
        .constant("resident_blocks", tuning::reuse_tile_resident)
        .constant("writes_columns", false)
        .constant("ahead", tuning::reuse_tile_ahead);
    return {"mxm/numeric_reuse/fill_tiles.cuh", "fill_tiles", std::move(bindings)};
}

/// Keeps the tiles, their columns of A, and the part of each tile that a row of B covers.
class FillTiles : public PlanRun {
public:
    /// \param C is used by suits() and keep(), and has all entries of the product.
    FillTiles(Context& context, const MxmProblem& problem, const Matrix& C);

    /// Whether the columns of all tiles are few beside the products. Waits.
    [[nodiscard]] bool suits();
    /// Finds the tiles, after suits() returned true. Does not wait.
    void keep();
    void run(const Matrix& C) const override;
    /// Known after suits() returned true.
    [[nodiscard]] std::uint64_t products() const noexcept override { return products_; }

private:
    [[nodiscard]] Bindings find_bindings() const;
    /// The products of all entries of A. Waits.
    [[nodiscard]] std::uint64_t count_products() const;
    /// Sums up `counts` of the groups. \return the total, for which it waits
    std::uint64_t scan(Array<std::uint64_t>& counts) const;

    Context& context_;
    const MxmProblem& problem_;
    const Matrix& C_;
    Operands operands_;
    std::uint64_t nrows_, groups_;
    std::uint64_t products_ = 0, tile_count_ = 0, column_count_ = 0, number_count_ = 0, union_count_ = 0;
    Array<std::uint64_t> first_number_, first_union_, first_tile_, first_column_; ///< of groups, until keep()
    Buffer tiles_;                                                                ///< ReuseTile
    Buffer columns_; ///< GroupColumn of mxm/register_band/band_column.cuh
    Buffer numbers_; ///< the columns of A of each group
    Buffer unions_;  ///< the columns of C of each group
    const Kernel* fill_ = nullptr;
};

FillTiles::FillTiles(Context& context, const MxmProblem& problem, const Matrix& C)
    : context_(context), problem_(problem), C_(C), operands_(problem.operands), nrows_(problem.nrows),
      groups_((problem.nrows + reuse_tile_rows - 1) / reuse_tile_rows) {}

Bindings FillTiles::find_bindings() const {
    Bindings bindings;
    bindings.index("A_index", problem_.A.wide())
        .index("Index", problem_.sizes.index == 8)
        .index("Entry", needs_wide(problem_.A.nvals))
        .constant("tile_blocks", reuse_tile_blocks);
    return bindings;
}

std::uint64_t FillTiles::count_products() const {
    Device& device = context_.device;
    const std::uint64_t count = problem_.A.nvals;
    Array<std::uint64_t> lengths(device, count + 1);
    device.launch(context_.jit.kernel(positions_file, "count_entry_products", find_bindings()),
                  grid_for(context_, count, block_threads), {block_threads}, 0, operands_.a_col,
                  operands_.b_ptr, count, lengths.data());
    exclusive_scan(device, lengths.data(), lengths.data(), count);
    return device.read(static_cast<const std::uint64_t*>(lengths.data() + count));
}

std::uint64_t FillTiles::scan(Array<std::uint64_t>& counts) const {
    exclusive_scan(context_.device, counts.data(), counts.data(), groups_);
    return context_.device.read(static_cast<const std::uint64_t*>(counts.data() + groups_));
}

bool FillTiles::suits() {
    const std::size_t widest = std::max({problem_.type->size, problem_.A.type->size, problem_.B.type->size});
    if (widest > tuning::reuse_tile_value_bytes || nrows_ < tuning::reuse_tile_min_rows) return false;
    Device& device = context_.device;
    const Bindings bindings = find_bindings();
    context_.jit.compile({{find_file, "count_a_unions", bindings},
                          {find_file, "count_c_unions", bindings},
                          {find_file, "count_tiles", bindings},
                          {positions_file, "count_entry_products", bindings}});
    products_ = count_products();
    const ReusedPattern pattern = reused_pattern(problem_, C_);
    const Dim3 block{block_threads}, warps = grid_for(context_, groups_ * 32, block_threads);
    for (Array<std::uint64_t>* const counts : {&first_number_, &first_union_, &first_tile_, &first_column_})
        *counts = Array<std::uint64_t>(device, groups_ + 1);
    device.launch(context_.jit.kernel(find_file, "count_a_unions", bindings), warps, block, 0, pattern,
                  nrows_, first_number_.data());
    device.launch(context_.jit.kernel(find_file, "count_c_unions", bindings), warps, block, 0, pattern,
                  nrows_, first_union_.data());
    device.launch(context_.jit.kernel(find_file, "count_tiles", bindings),
                  grid_for(context_, groups_, block_threads), block, 0,
                  static_cast<const std::uint64_t*>(first_number_.data()),
                  static_cast<const std::uint64_t*>(first_union_.data()), groups_, first_tile_.data(),
                  first_column_.data());
    column_count_ = scan(first_column_);
    if (column_count_ == 0 || products_ / column_count_ < tuning::reuse_tile_products) return false;
    tile_count_ = scan(first_tile_);
    number_count_ = scan(first_number_);
    union_count_ = scan(first_union_);
    return tile_count_ / band_warps < tuning::most_blocks;
}

void FillTiles::keep() {
    Device& device = context_.device;
    const Bindings bindings = find_bindings();
    const KernelRequest fill = fill_request(problem_);
    context_.jit.compile(
        {{find_file, "list_tiles", bindings}, {find_file, "find_tile_entries", bindings}, fill});
    tiles_ = Buffer(device, tile_count_ * sizeof(ReuseTile));
    columns_ = Buffer(device, column_count_ * column_bytes);
    numbers_ = Buffer(device, number_count_ * problem_.A.index_size());
    unions_ = Buffer(device, union_count_ * C_.index_size());
    const ReusedPattern pattern = reused_pattern(problem_, C_);
    const TileLists lists{first_number_.data(), first_union_.data(), first_tile_.data(), first_column_.data(),
                          numbers_.data(),      unions_.data(),      tiles_.data(),      columns_.data()};
    const Dim3 block{block_threads};
    device.launch(context_.jit.kernel(find_file, "list_tiles", bindings),
                  grid_for(context_, groups_ * 32, block_threads), block, 0, pattern, nrows_, lists);
    device.launch(context_.jit.kernel(find_file, "find_tile_entries", bindings),
                  grid_for(context_, tile_count_ * 32, block_threads), block, 0, pattern, tile_count_,
                  lists.tiles, lists.numbers, lists.unions, lists.columns);
    for (Array<std::uint64_t>* const counts : {&first_number_, &first_union_, &first_tile_, &first_column_})
        *counts = {};
    fill_ = &context_.jit.kernel(fill);
}

void FillTiles::run(const Matrix& C) const {
    const void *const tiles = tiles_.data(), *const columns = columns_.data(),
                      *const numbers = numbers_.data(), *const unions = unions_.data(),
                      *const vals = C.val.data();
    const std::uint64_t* const ptr = C.ptr.data();
    context_.device.launch(*fill_, {static_cast<std::uint32_t>((tile_count_ + band_warps - 1) / band_warps)},
                           {band_warps * 32}, 0, operands_, tiles, tile_count_, columns, numbers, unions,
                           nrows_, ptr, vals);
}

std::unique_ptr<PlanRun> start_tiles(const PlanProblem& problem) {
    if (problem.masked) return nullptr;
    auto fill = std::make_unique<FillTiles>(problem.context, problem.product, problem.C);
    if (!fill->suits()) return nullptr;
    fill->keep();
    return fill;
}

} // namespace

namespace plan_methods {
extern const PlanMethod tiles;
constinit const PlanMethod tiles{
    .name = "tiles",
    .summary =
        "rows alike in groups: a warp a tile of four rows and 64 columns of their union, sums in registers",
    .evidence = "docs/laboratory/plans.md",
    .start = start_tiles};
} // namespace plan_methods

} // namespace mergus::cuda
