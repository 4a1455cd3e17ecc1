/// \file fill_groups.cpp
/// The values of bands by groups of rows: the host side of find_groups.cuh and fill_groups.cuh.
#include "device/primitives.hpp"
#include "mxm/register_band/register_band.hpp"
#include "mxm/register_band/tuning.hpp"
#include "plan_method.hpp"
#include "steps/accumulate.hpp"
#include "tuning.hpp"

namespace mergus::cuda {

namespace {

constexpr const char* find_file = "mxm/numeric_reuse/find_groups.cuh";

/// Bytes of a GroupColumn.
std::size_t column_bytes(const tuning::BandSize& size) {
    return (16 + size.blocks * sizeof(std::uint32_t) + 7) / 8 * 8;
}

Bindings find_bindings(const MxmProblem& problem, const tuning::BandSize& size) {
    Bindings bindings;
    bindings.index("A_index", problem.A.wide())
        .index("Index", problem.sizes.index == 8)
        .index("Entry", needs_wide(problem.A.nvals))
        .constant("measured_rows", tuning::measured_rows)
        .constant("group_rows", size.rows)
        .constant("tile_blocks", size.blocks);
    return bindings;
}

KernelRequest fill_request(const MxmProblem& problem, const tuning::BandSize& size) {
    Bindings bindings = problem.bind(Phase::numeric, 32, true);
    bind_neutral(bindings, *problem.add);
    bindings.constant("group_rows", size.rows)
        .constant("tile_blocks", size.blocks)
        .constant("resident_blocks", size.resident)
        .constant("writes_columns", false)
        .constant("ahead", problem.B.type->size <= 8 ? tuning::reuse_group_ahead : 1);
    return {"mxm/numeric_reuse/fill_groups.cuh", "fill_reused_groups", std::move(bindings)};
}

/// Keeps the columns of A of each group of rows, and what their rows of B cover.
class FillGroups : public PlanRun {
public:
    /// For products that RegisterBand suits. Waits.
    FillGroups(Context& context, const MxmProblem& problem, const Matrix& C, std::uint64_t products);
    void run(const Matrix& C) const override;
    [[nodiscard]] std::uint64_t products() const noexcept override { return products_; }

private:
    Context& context_;
    Operands operands_;
    std::uint64_t nrows_, products_;
    std::uint32_t rows_ = 0;      ///< of a group
    Array<std::uint64_t> firsts_; ///< the first column of each group
    Buffer columns_;              ///< GroupColumn of mxm/register_band/band_column.cuh
    Buffer numbers_;              ///< the columns of A
    Buffer lows_;                 ///< the first column of each group's tile
    const Kernel* fill_ = nullptr;
};

FillGroups::FillGroups(Context& context, const MxmProblem& problem, const Matrix& C, std::uint64_t products)
    : context_(context), operands_(problem.operands), nrows_(problem.nrows), products_(products) {
    Device& device = context.device;
    const ReusedPattern pattern = reused_pattern(problem, C);
    const Dim3 block{block_threads};
    const tuning::BandSize* size = band_size_for(problem, 1);
    const KernelRequest measure{find_file, "measure_reused_groups", find_bindings(problem, *size)};
    context.jit.compile(measure);
    Array<std::uint64_t> width(device, 1);
    device.fill(width.data(), 0, sizeof(std::uint64_t));
    device.launch(context.jit.kernel(measure),
                  grid_for(context, nrows_ / tuning::measured_rows + 1, block_threads), block, 0,
                  pattern.c_ptr, pattern.c_col, nrows_, width.data());
    // At most the width by whole blocks, for which there is a size.
    size = band_size_for(problem, (device.read(static_cast<const std::uint64_t*>(width.data())) + 31) / 32);
    if (size == nullptr) throw Error(Code::panic, "bands of a plan are wider than those of its product");

    rows_ = size->rows;
    const Bindings bindings = find_bindings(problem, *size);
    const KernelRequest fill = fill_request(problem, *size);
    const KernelRequests requests{{find_file, "count_band_columns", bindings},
                                  {find_file, "list_band_columns", bindings},
                                  {find_file, "find_column_entries", bindings},
                                  fill};
    context.jit.compile(requests);
    const std::uint64_t groups = (nrows_ + rows_ - 1) / rows_;
    const Dim3 warps = grid_for(context, groups * 32, block_threads);
    firsts_ = Array<std::uint64_t>(device, groups + 1);
    device.launch(context.jit.kernel(requests[0]), warps, block, 0, pattern, nrows_, firsts_.data());
    exclusive_scan(device, firsts_.data(), firsts_.data(), groups);
    const std::uint64_t* const firsts = firsts_.data();
    const std::uint64_t count = device.read(firsts + groups);
    columns_ = Buffer(device, count * column_bytes(*size));
    numbers_ = Buffer(device, count * problem.A.index_size());
    lows_ = Buffer(device, groups * C.index_size());
    const void *const columns = columns_.data(), *const numbers = numbers_.data(), *const lows = lows_.data();
    device.launch(context.jit.kernel(requests[1]), warps, block, 0, pattern, nrows_, firsts, columns, numbers,
                  lows);
    device.launch(context.jit.kernel(requests[2]), grid_for(context, count, block_threads), block, 0, pattern,
                  groups, firsts, count, numbers, lows, columns);
    fill_ = &context.jit.kernel(fill);
}

void FillGroups::run(const Matrix& C) const {
    const void *const columns = columns_.data(), *const numbers = numbers_.data(), *const lows = lows_.data(),
                      *const vals = C.val.data();
    const std::uint64_t *const firsts = firsts_.data(), *const ptr = C.ptr.data();
    const std::uint64_t rows = std::uint64_t{band_warps} * rows_; // of a block
    context_.device.launch(*fill_, {static_cast<std::uint32_t>((nrows_ + rows - 1) / rows)},
                           {band_warps * 32}, 0, operands_, columns, firsts, numbers, nrows_, lows, ptr,
                           vals);
}

std::unique_ptr<PlanRun> start_groups(const PlanProblem& problem) {
    const MxmProblem& product = problem.product;
    if (problem.masked || !product.choice.allows(product_methods::register_band) ||
        RegisterBand::refuses(product) != nullptr || band_size_for(product, 1) == nullptr)
        return nullptr;
    find_profiles(problem);
    RegisterBand groups(problem.context, product, true);
    if (groups.refuses() != nullptr) return nullptr;
    return std::make_unique<FillGroups>(problem.context, product, problem.C, groups.products());
}

} // namespace

namespace plan_methods {
extern const PlanMethod register_band;
constinit const PlanMethod register_band{
    .name = "register_band",
    .summary =
        "bands: as register bands, with the columns of A that a group names and what their rows of B cover",
    .evidence = "docs/laboratory/register-bands.md",
    .start = start_groups};
} // namespace plan_methods

} // namespace mergus::cuda
