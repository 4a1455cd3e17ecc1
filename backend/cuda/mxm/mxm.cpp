/// \file mxm.cpp
/// C<mask, replace> ⊙= A ⊕.⊗ B, row by row (Gustavson).
///
/// - dot products: under a mask, an entry from a row of A and a column of B, if that is less work
///   (masked_dot.*); else
/// - masked rows: under a mask with short rows, a thread a row (masked_rows.*); else
/// - short rows: products of a few short rows are made at once (short_rows.*, sorted_rows.*); else
/// - row groups: products of bands are made at once, a warp a group of rows (row_groups.*); else
/// - repeated rows: products of stencils are made at once, by a recipe for each pattern (repeated_rows.*);
/// else
/// - row tiles: small products are counted in one launch and filled in another (row_tiles.*); else
/// - analyse: count the products (flops) of each row (row_analysis.*)
/// - bin: rows of similar size into bins, each with an accumulator (plan.*, accumulators/table.cpp)
/// - blocks: the pattern of B as blocks of columns, if that is less work (column_blocks.*)
/// - size: the symbolic phase counts the entries of each row, unless a mask bounds them (bin_phase.*)
/// - fill: the numeric phase computes the entries, under the mask (bin_phase.*)
/// - write: the result through mask and accumulator into C (steps/write_result.cpp)
///
/// If memory does not suffice, all this is done for ranges of rows (row_ranges.cpp).
///
/// Sources: Liu and Vinter 2015 (bins), Parger et al. 2020 (analysis, hash and dense accumulators), Nagasaka
/// et al. 2017.
#include "operations.hpp"

#include "accumulators/global_dense.hpp"
#include "bin_phase.hpp"
#include "column_blocks.hpp"
#include "device/primitives.hpp"
#include "masked_dot.hpp"
#include "masked_rows.hpp"
#include "repeated_rows.hpp"
#include "result.hpp"
#include "row_groups.hpp"
#include "row_ranges.hpp"
#include "row_tiles.hpp"
#include "short_rows.hpp"
#include "steps/compact.hpp"
#include "steps/iso.hpp"
#include "steps/write_result.hpp"
#include "transpose/transpose.hpp"

#include <algorithm>
#include <optional>
#include <utility>

namespace mergus::cuda {

namespace {

/// Without a mask or under its complement: the rows are sized, then filled.
Matrix multiply_rows(Context& context, MxmProblem& problem, RowAnalysis& analysis, Attempt& attempt) {
    Device& device = context.device;
    ColumnBlocks column_blocks(context, problem);
    column_blocks.prepare_plan();
    const BinPhase symbolic(context, problem, analysis, Phase::symbolic),
        numeric(context, problem, analysis, Phase::numeric);
    BinnedRows bins = analysis.bin(nullptr, problem.plan(context, Phase::symbolic));
    attempt.flops = bins.flops;
    const plan::Bins numeric_plan = problem.plan(context, Phase::numeric);
    problem.by_blocks = column_blocks.pay(bins);
    KernelRequests kernels(context.jit);
    symbolic.kernels(kernels, bins);
    numeric.kernels(kernels, bins, numeric_plan);
    if (problem.by_blocks) column_blocks.kernels(kernels);
    context.jit.compile(kernels);
    if (problem.by_blocks) column_blocks.run();

    // Size.
    Array<std::uint64_t> ptr = problem.offsets(device);
    device.fill(ptr.data(), 0, (problem.nrows + 1) * sizeof(std::uint64_t));
    symbolic.run(bins, {.sizes = ptr.data()}, attempt);

    // Fill. The host waits for the numbers of the bins while the sizes are added up to offsets.
    std::uint64_t nvals = 0;
    if (bins.all_fixed()) {
        exclusive_scan(device, ptr.data(), ptr.data(), problem.nrows);
        bins.plan = numeric_plan;
        nvals = device.read(ptr.data() + problem.nrows);
    } else {
        analysis.start_bins({ptr.data(), false}, numeric_plan);
        exclusive_scan(device, ptr.data(), ptr.data(), problem.nrows);
        bins = analysis.finish_bins();
        nvals = bins.entries;
    }
    analysis.release(bins);
    Matrix T = result_matrix(context, problem.type, problem.nrows, problem.ncols, nvals, std::move(ptr));
    numeric.run(bins, {.ptr = T.ptr.data(), .cols = T.col.data(), .vals = T.val.data()}, attempt);
    if (attempt.explains && problem.by_blocks) attempt.bins += ", B in blocks of columns";
    return T;
}

/// Under a normal mask: values are computed at the mask's entries, and those that are present are kept.
template <class Offset>
Matrix multiply_under_mask(Context& context, const MxmProblem& problem, RowAnalysis& analysis,
                           Attempt& attempt) {
    Device& device = context.device;
    const Matrix& mask = *problem.mask;
    const BinPhase numeric(context, problem, analysis, Phase::numeric);
    const BinnedRows bins = analysis.bin(nullptr, problem.plan(context, Phase::numeric));
    attempt.flops = bins.flops;
    KernelRequests kernels(context.jit);
    numeric.kernels(kernels, bins);
    const CompactPresent compact(context, mask, problem.type);
    compact.kernels(kernels);
    context.jit.compile(kernels);

    Array<Offset> present(device, mask.nvals + 1);
    device.fill(present.data(), 0, (mask.nvals + 1) * sizeof(Offset));
    Buffer vals(device, mask.nvals * problem.type->size);
    numeric.run(bins, {.vals = vals.data(), .present = present.data()}, attempt);
    return compact.run(mask, present, std::move(vals));
}

/// All rows by their bins.
Matrix multiply_binned(Context& context, MxmProblem& problem, RowAnalysis& analysis, Attempt& attempt) {
    if (problem.mask_kind != MaskKind::normal) return multiply_rows(context, problem, analysis, attempt);
    return problem.wide_mask_offsets()
               ? multiply_under_mask<std::uint64_t>(context, problem, analysis, attempt)
               : multiply_under_mask<std::uint32_t>(context, problem, analysis, attempt);
}

/// The products of the rows, for the report of a method that does not count them. Waits if there is a report.
std::uint64_t reported_products(Context& context, const mergus_call& call, const MxmProblem& problem) {
    if (call.report == nullptr) return 0;
    RowAnalysis analysis(context, problem);
    compile_kernels(context, analysis);
    analysis.run();
    return analysis.read_flops();
}

} // namespace

Matrix multiply(Context& context, const mergus_call& call, MxmProblem& problem, const WriteResult& write) {
    if (problem.A.nvals == 0 || problem.B.nvals == 0 ||
        (problem.mask_kind == MaskKind::normal && problem.mask->nvals == 0))
        return empty_matrix(context, problem.type, problem.nrows, problem.ncols);
    if (GlobalDense::suits(context, problem)) {
        GlobalDense dense(context, problem, nullptr, problem.nrows);
        compile_kernels(context, write, dense);
        try {
            Matrix T = dense.whole();
            problem.explain(call.report, "few rows", false, 0, {});
            return T;
        } catch (const Error& error) { // bins take less memory
            if (error.code() != Code::out_of_memory) throw;
            problem.left_out.push_back(&accumulators::global_dense);
        }
    }
    if (MaskedRows masked_rows(context, problem); masked_rows.plausible()) {
        compile_kernels(context, write, masked_rows);
        if (masked_rows.suits()) {
            Matrix T = masked_rows.run();
            problem.explain(call.report, "a thread a row", true, reported_products(context, call, problem),
                            {});
            return T;
        }
    }
    ShortRows short_rows(context, problem);
    const auto at_once = [&](bool yields) -> std::optional<Matrix> {
        if (!short_rows.suits() || short_rows.yields() != yields) return std::nullopt;
        compile_kernels(context, write);
        std::uint64_t products = 0;
        try {
            Matrix T = short_rows.run(call.report != nullptr ? &products : nullptr);
            problem.explain(call.report, short_rows.method(), short_rows.in_order(), products, {});
            return T;
        } catch (const Error& error) { // try again without the dense long rows
            if (error.code() != Code::out_of_memory || short_rows.in_order()) throw;
            problem.left_out.push_back(&accumulators::global_dense);
            return std::nullopt;
        }
    };
    if (short_rows.decided()) // saves looking up the analysis' kernels
        if (std::optional<Matrix> T = at_once(false)) return std::move(*T);
    RowAnalysis analysis(context, problem);
    std::optional<RowGroups> row_groups(std::in_place, context, problem);
    std::optional<RepeatedRows> repeated_rows(std::in_place, context, problem);
    std::optional<RowTilesProduct> row_tiles(std::in_place, context, problem);
    compile_kernels(context, write, analysis, short_rows, *row_groups, *repeated_rows, *row_tiles);
    if (std::optional<Matrix> T = at_once(false)) return std::move(*T);
    try {
        if (row_groups->suits()) {
            Matrix T = row_groups->run();
            const std::uint64_t products = problem.mask_kind == MaskKind::none
                                               ? row_groups->products()
                                               : reported_products(context, call, problem);
            problem.explain(call.report, "groups of rows", true, products, {});
            return T;
        }
        row_groups.reset();
        if (repeated_rows->suits()) {
            Matrix T = repeated_rows->run();
            problem.explain(call.report, "repeated rows", true, repeated_rows->products(), {});
            return T;
        }
        repeated_rows.reset();
        if (std::optional<Matrix> T = at_once(true)) return std::move(*T);
        if (row_tiles->suits()) {
            Matrix T = row_tiles->run();
            problem.explain(call.report, "tiles of rows", row_tiles->in_order(), row_tiles->products(), {});
            return T;
        }
    } catch (const Error& error) { // bins take less memory
        if (error.code() != Code::out_of_memory) throw;
    }
    row_groups.reset();
    repeated_rows.reset();
    row_tiles.reset();
    for (;;) {
        analysis.run();
        Attempt attempt{.explains = call.report != nullptr};
        try {
            Matrix T = multiply_binned(context, problem, analysis, attempt);
            problem.explain(call.report, "binned", problem.ordered_fold, attempt.flops, attempt.bins);
            return T;
        } catch (const Error& error) {
            const Accumulator* const large = attempt.last_with_extra_memory();
            if (error.code() != Code::out_of_memory || large == nullptr) throw;
            problem.left_out.push_back(large);
        }
    }
}

namespace {

/// C<M> ⊙= A ⊕.⊗ B as dot products, where that is less work than rows. B, the matrix of `call` or its
/// transpose, needs no arrays. \return whether C has been written; false if memory does not suffice
bool multiply_dots(Context& context, const mergus_call& call, const MxmProblem& problem,
                   const OutputSpec& output) {
    MaskedDot dots(context, problem, *call.B, (call.descriptor & MERGUS_DESC_TRAN1) != 0);
    try {
        if (!dots.suits()) return false;
        Matrix T = dots.run();
        const WriteResult write(context, *call.C, problem.type, output);
        compile_kernels(context, write);
        write.run(std::move(T));
        dots.explain(call.report);
        return true;
    } catch (const Error& error) { // rows take less memory
        if (error.code() != Code::out_of_memory) throw;
        return false;
    }
}

/// A matrix of these sizes, turned if `transposed`, without arrays.
Matrix shape_of(const Matrix& matrix, bool transposed) {
    Matrix shape;
    static_cast<MatrixShape&>(shape) = matrix;
    shape.iso = matrix.iso;
    if (transposed) std::swap(shape.nrows, shape.ncols);
    return shape;
}

void multiply(Context& context, const mergus_call& call, bool flipped) {
    const bool transposes_B = (call.descriptor & MERGUS_DESC_TRAN1) != 0;
    TransposedInput A(context, *call.A, (call.descriptor & MERGUS_DESC_TRAN0) != 0);
    OutputSpec output = OutputSpec::of(call);
    output.t_is_masked = true;
    const bool plausible_dots = MaskedDot::plausible(context, call);
    if (plausible_dots) {
        compile_kernels(context, A);
        A.run();
        const Matrix shape = shape_of(*call.B, transposes_B); // whether B is symmetric is not asked yet
        if (multiply_dots(context, call, MxmProblem(context, call, *A, shape, flipped), output)) return;
    }
    TransposedInput B(context, *call.B, transposes_B);
    if (plausible_dots) {
        compile_kernels(context, B);
    } else {
        compile_kernels(context, A, B);
        A.run();
    }
    B.run();
    try {
        MxmProblem problem(context, call, *A, *B, flipped);
        const WriteResult write(context, *call.C, problem.type, output);
        LentOffsets lent(context, call, write.takes_over());
        problem.lent_offsets = lent.offsets();
        Matrix T = multiply(context, call, problem, write);
        if (problem.one_value && write.takes_over() && may_be_iso(T) && !call.C->is_vector)
            set_one_value(context, T, T.val.data());
        write.run(std::move(T));
        lent.written();
        return;
    } catch (const ResultTooLarge& error) {
        if (error.bytes() > context.device.properties().memory) throw;
    } catch (const Error& error) {
        if (error.code() != Code::out_of_memory) throw;
    }
    multiply_in_ranges(context, call, *A, *B, flipped);
}

} // namespace

void mxm(Context& context, const mergus_call& call) {
    multiply(context, call, false);
}

void multiply_flipped(Context& context, const mergus_call& call) {
    multiply(context, call, true);
}

} // namespace mergus::cuda
