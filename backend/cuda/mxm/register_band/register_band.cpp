/// \file register_band.cpp
#include "register_band.hpp"

#include "device/primitives.hpp"
#include "mxm/result.hpp"
#include "mxm/tuning.hpp"
#include "steps/accumulate.hpp"
#include "steps/compact.hpp"
#include "tuning.hpp"

#include <algorithm>
#include <utility>

namespace mergus::cuda {

RegisterBand::RegisterBand(Context& context, const MxmProblem& problem, bool kept)
    : context_(context), problem_(problem), A_(problem.A), B_(problem.B), kept_(kept),
      a_blocks_(context, A_) {
    if (&A_ != &B_) b_blocks_.emplace(context, B_);
}

namespace {

const tuning::BandSize* first_that_fits(std::span<const tuning::BandSize> sizes, const MxmProblem& problem,
                                        std::uint64_t width) noexcept {
    const std::size_t bytes = std::max({problem.type->size, problem.A.type->size, problem.B.type->size});
    for (const tuning::BandSize& size : sizes)
        if (width <= size.blocks && bytes <= size.value_bytes) return &size;
    return nullptr;
}

/// Blocks of 32 columns whose sums are in registers at the same time.
std::uint32_t blocks_in_registers(const tuning::BandSize& size) noexcept {
    return size.value_bytes > tuning::word_loads ? 1 : size.blocks;
}

} // namespace

const tuning::BandSize* band_size_for(const MxmProblem& problem, std::uint64_t width) noexcept {
    return first_that_fits(tuning::band_sizes, problem, width);
}

const tuning::BandSize* RegisterBand::size_for(std::uint64_t width) const noexcept {
    const tuning::BandSize* const size = band_size_for(problem_, width);
    if (size != nullptr || is_masked() || kept_) return size;
    return first_that_fits(tuning::wide_band_sizes, problem_, width);
}

const char* RegisterBand::refuses(const MxmProblem& problem) {
    const Matrix &A = problem.A, &B = problem.B;
    if (problem.mask_kind == MaskKind::complement) return "a complemented mask";
    if (problem.mask_kind == MaskKind::normal && !problem.structural) return "a mask whose values are read";
    if (band_size_for(problem, 1) == nullptr &&
        (problem.mask_kind == MaskKind::normal ||
         first_that_fits(tuning::wide_band_sizes, problem, 1) == nullptr))
        return "wide values";
    // Numbers of blocks of 32 columns have 32 bits; the greatest stands for none.
    if (B.ncols > std::uint64_t{UINT32_MAX} * 32) return "too many columns";
    if (A.nrows > tuning::most_blocks || !PatternBlocks::suits(A) || !PatternBlocks::suits(B))
        return "too large";
    if (problem.choice.given()) return nullptr;
    if (A.nrows < tuning::band_min_rows) return "few rows";
    return A.nvals >= tuning::band_average * A.nrows ? nullptr : "short rows";
}

KernelRequest RegisterBand::request(const char* entry, const tuning::BandSize& size) const {
    Bindings bindings = problem_.bind(Phase::numeric, 32, true);
    // Tests for the first product cost less than the registers that a neutral value takes in wide tiles.
    bind_neutral(bindings, *problem_.add, is_masked());
    bindings.constant("measured_rows", tuning::measured_rows)
        .constant("group_rows", size.rows)
        .constant("group_blocks", size.blocks)
        .constant("tile_blocks", blocks_in_registers(size))
        .constant("resident_blocks", size.resident)
        .constant("writes_columns", true);
    return {"mxm/register_band/register_band.cuh", entry, std::move(bindings)};
}

bool RegisterBand::are_bands() const {
    const RowProfile &A = *known_row_profile(A_), &B = *known_row_profile(B_);
    const auto is_dense = [](const Matrix& matrix, const RowProfile& profile) {
        return static_cast<double>(matrix.nvals) >=
               tuning::band_density * static_cast<double>(profile.span) * static_cast<double>(matrix.nrows);
    };
    if (!has_locality(A) || !is_dense(A_, A)) return false;
    if (!is_masked()) return true;
    const RowProfile& mask = *known_row_profile(*problem_.mask);
    return is_dense(B_, B) && has_locality(mask) && is_dense(*problem_.mask, mask);
}

const char* RegisterBand::refuses() {
    const Matrix& spanned = is_masked() ? *problem_.mask : B_; // a group spans at least the columns of a row
    if (size_for(known_row_profile(spanned)->span / 32) == nullptr) return "wide rows";
    if (!problem_.choice.given() && !are_bands()) return "no band";

    Bindings bindings;
    bindings.index("A_index", A_.wide())
        .index("Index", B_.wide())
        .constant("measured_rows", tuning::measured_rows);
    KernelRequests kernels{{"mxm/register_band/band_spans.cuh", "measure_band_spans", std::move(bindings)}};
    a_blocks_.kernels(kernels);
    if (b_blocks_) b_blocks_->kernels(kernels);
    context_.jit.compile(kernels);

    Device& device = context_.device;
    const Operands& in = problem_.operands;
    const Buffer memory(device, sizeof(RegisterBandSize));
    auto* const size = static_cast<RegisterBandSize*>(memory.data());
    device.fill(size, 0, sizeof(RegisterBandSize));
    const std::uint64_t groups = (A_.nrows + tuning::measured_rows - 1) / tuning::measured_rows;
    lows_ = Array<std::uint32_t>(device, groups);
    device.launch(context_.jit.kernel(kernels.front()), grid_for(context_, groups * 32, block_threads),
                  {block_threads}, 0, in.a_ptr, in.a_col, in.b_ptr, in.b_col,
                  is_masked() ? in.m_ptr : nullptr, in.m_col, A_.nrows, lows_.data(), size);
    a_blocks_.count();
    if (b_blocks_) b_blocks_->count();
    device.copy(&size->a_blocks, a_blocks_.total(), sizeof size->a_blocks);
    device.copy(&size->b_blocks, b_blocks().total(), sizeof size->b_blocks);
    size_ = device.read(static_cast<const RegisterBandSize*>(size));
    return size_for(size_.width) != nullptr ? nullptr : "a wide band";
}

void RegisterBand::fill_patterns() {
    a_blocks_.fill(size_.a_blocks);
    if (b_blocks_) b_blocks_->fill(size_.b_blocks);
}

Matrix RegisterBand::run_masked() {
    Device& device = context_.device;
    const Matrix& mask = *problem_.mask;
    fill_patterns();
    const tuning::BandSize& group = *size_for(size_.width);
    const CompactPresent compact(context_, mask, problem_.type);
    KernelRequests kernels{request("fill_masked_groups", group)};
    compact.kernels(kernels);
    context_.jit.compile(kernels);
    const Array<std::uint8_t> present(device, mask.nvals);
    Buffer values(device, mask.nvals * problem_.type->size);
    const void *const vals = values.data(), *const flags = present.data();
    const std::uint32_t* const lows = lows_.data();
    device.launch(context_.jit.kernel(kernels.front()), grid(group), {band_warps * 32}, 0, problem_.operands,
                  patterns(), mask.nrows, lows, vals, flags);
    return compact.run(mask, present, std::move(values));
}

Matrix RegisterBand::run_unmasked() {
    Device& device = context_.device;
    const std::uint64_t nrows = A_.nrows;
    fill_patterns();
    const tuning::BandSize& group = *size_for(size_.width);
    const KernelRequest count = request("count_register_band", group),
                        fill = request("fill_register_band", group);
    context_.jit.compile({count, fill});
    const std::uint32_t* const lows = lows_.data();

    Array<std::uint64_t> ptr = problem_.offsets(device);
    device.launch(context_.jit.kernel(count), grid(group), {band_warps * 32}, 0, problem_.operands,
                  patterns(), nrows, lows, ptr.data());
    exclusive_scan(device, ptr.data(), ptr.data(), nrows);
    const std::uint64_t nvals = device.read(ptr.data() + nrows);
    Matrix T = result_matrix(context_, problem_.type, nrows, B_.ncols, nvals, std::move(ptr));
    void* const cols = T.col.data();
    void* const vals = T.val.data();
    device.launch(context_.jit.kernel(fill), grid(group), {band_warps * 32}, 0, problem_.operands, patterns(),
                  nrows, lows, static_cast<const std::uint64_t*>(T.ptr.data()), cols, vals);
    return T;
}

Product RegisterBand::run(bool) {
    if (!is_masked()) return {.T = run_unmasked(), .products = products()};
    return {.T = run_masked()};
}

GroupPatterns RegisterBand::patterns() const noexcept {
    return {a_blocks_.offsets(), a_blocks_.blocks(), b_blocks().offsets(), b_blocks().blocks()};
}

Dim3 RegisterBand::grid(const tuning::BandSize& group) const noexcept {
    const std::uint64_t rows = std::uint64_t{band_warps} * group.rows; // of a block
    return {static_cast<std::uint32_t>((A_.nrows + rows - 1) / rows)};
}

namespace product_methods {
constinit const ProductMethod register_band{
    .name = "register_band",
    .summary = "bands, without a mask or under a structural one, a warp a group of "
               "neighbouring rows",
    .evidence = "docs/laboratory/register-bands.md",
    .refuses = RegisterBand::refuses,
    .reads = all_operands,
    .start = start_run<RegisterBand>};
} // namespace product_methods

} // namespace mergus::cuda
