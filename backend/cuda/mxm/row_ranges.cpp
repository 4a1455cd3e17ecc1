/// \file row_ranges.cpp
/// A product is counted range by range, then computed range by range into C's arrays. Where T is C, a range
/// is counted by the symbolic phase, and the numeric phase writes into C's arrays. Under a normal mask, with
/// an accumulator, or with a typecast, the whole call is made for the range's rows of A, mask and C, once to
/// count its entries and once to copy them; then the range's result is temporary memory, too.
#include "row_ranges.hpp"

#include "device/primitives.hpp"
#include "method.hpp"
#include "mxm/binned/bin_phase.hpp"
#include "result.hpp"
#include "steps/row_slice.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <optional>

namespace mergus::cuda {

namespace {

bool is_out_of_memory(const Error& error) {
    return error.code() == Code::out_of_memory;
}

/// Successive ranges of rows. Their size is kept from one pass over the rows to the next.
class Ranges {
public:
    explicit Ranges(std::uint64_t nrows) : nrows_(nrows), size_(nrows) {}

    /// Calls step(rows) for one range after the other. If a step is out of memory, it is called again with
    /// the first half of its rows; after several successes ranges become longer. \throws Error out_of_memory
    /// for a single row
    template <class Step>
    void run(Step step) {
        constexpr unsigned successes_to_grow = 16;
        count_ = 0;
        for (std::uint64_t first = 0, successes = 0; first < nrows_;) {
            const RowSpan rows{first, first + std::min(size_, nrows_ - first)};
            try {
                step(rows);
            } catch (const Error& error) {
                if (!is_out_of_memory(error) || rows.size() == 1) throw;
                size_ = (rows.size() + 1) / 2;
                successes = 0;
                continue;
            }
            first = rows.last;
            ++count_;
            if (++successes % successes_to_grow == 0) size_ *= 2;
        }
    }
    /// The number of ranges in the last pass.
    [[nodiscard]] std::uint64_t count() const noexcept { return count_; }

private:
    std::uint64_t nrows_, size_, count_ = 0;
};

/// The call restricted to consecutive rows of A, mask and C.
struct RangeProblem {
    RangeProblem(Context& context, const mergus_call& whole, const Matrix& whole_A, const Matrix& B,
                 bool flipped, RowSpan rows)
        : A(context, whole_A, rows), call(whole),
          problem(context, restrict_call(context, rows), *A, B, flipped, rows.first) {
        // Their memory does not shrink with the rows.
        problem.left_out = {&accumulators::dense_accumulator, &accumulators::merge};
    }

    const mergus_call& restrict_call(Context& context, RowSpan rows) {
        call.report = nullptr;
        if (call.mask != nullptr) call.mask = &*mask.emplace(context, *call.mask, rows);
        return call;
    }

    RowSlice A;
    std::optional<RowSlice> mask;
    mergus_call call;
    MxmProblem problem;
};

class ProductInRanges {
public:
    ProductInRanges(Context& context, const mergus_call& call, const Matrix& A, const Matrix& B, bool flipped)
        : context_(context), call_(call), A_(A), B_(B), flipped_(flipped),
          whole_(context, call, A, B, flipped), output_(OutputSpec::of(call)),
          writes_into_C_(whole_.mask_kind != MaskKind::normal && output_.overwrites(*call.C) &&
                         whole_.type == call.C->type),
          lent_(context, call, writes_into_C_), ranges_(A.nrows) {
        output_.t_is_masked = true;
        whole_.lent_offsets = lent_.offsets();
    }

    void run();

private:
    [[nodiscard]] Array<std::uint64_t> count();
    void count_range(RowSpan rows, std::uint64_t* sizes);
    void fill_range(RowSpan rows, Matrix& C);
    [[nodiscard]] Matrix result_of_range(RowSpan rows);
    [[nodiscard]] MatrixShape shape() const noexcept {
        return {call_.C->type, whole_.nrows, whole_.ncols, nvals_};
    }

    Context& context_;
    const mergus_call& call_;
    const Matrix &A_, &B_;
    bool flipped_;
    MxmProblem whole_;
    OutputSpec output_;
    bool writes_into_C_;
    LentOffsets lent_;
    Ranges ranges_;
    std::uint64_t nvals_ = 0;
    std::uint64_t flops_ = 0;
};

/// The sizes of the rows, by the symbolic phase.
void ProductInRanges::count_range(RowSpan rows, std::uint64_t* sizes) {
    RangeProblem range(context_, call_, A_, B_, flipped_, rows);
    RowAnalysis analysis(context_, range.problem);
    compile_kernels(context_, analysis);
    analysis.run();
    const BinPhase symbolic(context_, range.problem, analysis, Phase::symbolic);
    const BinnedRows bins = analysis.bin(nullptr, range.problem.plan(Phase::symbolic));
    KernelRequests kernels(context_.jit);
    symbolic.kernels(kernels, bins);
    context_.jit.compile(kernels);
    context_.device.fill(sizes, 0, rows.size() * sizeof(std::uint64_t));
    Attempt attempt;
    symbolic.run(bins, {.sizes = sizes}, attempt);
}

/// The rows of C, by the numeric phase.
void ProductInRanges::fill_range(RowSpan rows, Matrix& C) {
    RangeProblem range(context_, call_, A_, B_, flipped_, rows);
    RowAnalysis analysis(context_, range.problem);
    analysis.run();
    const BinPhase numeric(context_, range.problem, analysis, Phase::numeric);
    const std::uint64_t* const ptr = C.ptr.data() + rows.first;
    const BinnedRows bins = analysis.bin(ptr, range.problem.plan(Phase::numeric));
    analysis.release(bins);
    KernelRequests kernels(context_.jit);
    numeric.kernels(kernels, bins);
    context_.jit.compile(kernels);
    Attempt attempt;
    numeric.run(bins, {.ptr = ptr, .cols = C.col.data(), .vals = C.val.data()}, attempt);
    flops_ += bins.flops;
}

/// The call's result in these rows.
Matrix ProductInRanges::result_of_range(RowSpan rows) {
    RangeProblem range(context_, call_, A_, B_, flipped_, rows);
    Matrix C = output_.overwrites(*call_.C) ? empty_matrix(context_, call_.C->type, rows.size(), whole_.ncols)
                                            : copy_of(context_, *RowSlice(context_, *call_.C, rows));
    range.call.C = &C;
    OutputSpec output = output_;
    output.mask = range.call.mask;
    const WriteResult write(context_, C, range.problem.type, output);
    write.run(multiply(context_, range.call, range.problem, write));
    return C;
}

/// Sets the number of entries. \return the offsets of the rows
Array<std::uint64_t> ProductInRanges::count() {
    Device& device = context_.device;
    Array<std::uint64_t> ptr;
    std::string refusal; // without memory for the offsets the entries are counted for the error
    try {
        ptr = whole_.offsets(device);
        device.fill(ptr.data(), 0, sizeof(std::uint64_t));
    } catch (const Error& error) {
        if (!is_out_of_memory(error)) throw;
        refusal = reason_of(error);
    }
    const bool keeps = refusal.empty();
    const auto count_rows = [&](RowSpan rows) {
        if (!writes_into_C_) {
            const Matrix part = result_of_range(rows);
            if (keeps)
                move_offsets(context_, part.ptr.data(), rows.size() + 1, nvals_, ptr.data() + rows.first);
            nvals_ += part.nvals;
        } else if (keeps) {
            count_range(rows, ptr.data() + rows.first);
        } else {
            Array<std::uint64_t> sizes(device, rows.size() + 1);
            count_range(rows, sizes.data());
            exclusive_scan(device, sizes.data(), sizes.data(), rows.size());
            nvals_ += device.read(sizes.data() + rows.size());
        }
    };
    try {
        ranges_.run(count_rows);
    } catch (const Error& error) {
        if (!is_out_of_memory(error)) throw;
        throw Error(
            Code::out_of_memory,
            fmt::format("memory does not suffice to count the entries of the result: {}", reason_of(error)));
    }
    if (!keeps) throw ResultTooLarge(shape(), refusal);
    if (writes_into_C_) {
        exclusive_scan(device, ptr.data(), ptr.data(), whole_.nrows);
        nvals_ = device.read(ptr.data() + whole_.nrows);
    }
    return ptr;
}

void ProductInRanges::run() {
    Device& device = context_.device;
    Array<std::uint64_t> ptr = count();
    Matrix C = result_matrix(context_, call_.C->type, whole_.nrows, whole_.ncols, nvals_, std::move(ptr));
    std::uint64_t done = 0; // entries
    try {
        ranges_.run([&](RowSpan rows) {
            if (writes_into_C_) return fill_range(rows, C);
            const Matrix part = result_of_range(rows);
            const auto append = [&](void* to, const void* from, std::size_t size) {
                device.copy(static_cast<unsigned char*>(to) + done * size, from, part.nvals * size);
            };
            append(C.col.data(), part.col.data(), C.index_size());
            append(C.val.data(), part.val.data(), C.type->size);
            done += part.nvals;
        });
    } catch (const Error& error) {
        if (!is_out_of_memory(error)) throw;
        throw Error(Code::out_of_memory,
                    fmt::format("the result takes {} bytes of device memory, which are available, but the "
                                "temporary memory of one of its rows is not: {}",
                                bytes_of(shape()), reason_of(error)));
    }
    if (call_.report != nullptr)
        explain_product(*call_.report, facts::row_ranges, fmt::format("{} of them", ranges_.count()), whole_,
                        whole_.ordered_fold ? facts::k_in_order : facts::by_atomics, "memory is short",
                        flops_);
    C.is_vector = call_.C->is_vector;
    *call_.C = std::move(C);
    lent_.written();
}

} // namespace

void multiply_in_ranges(Context& context, const mergus_call& call, const Matrix& A, const Matrix& B,
                        bool flipped) {
    ProductInRanges(context, call, A, B, flipped).run();
}

} // namespace mergus::cuda
