/// \file transpose_methods.hpp
/// The methods of the transpose as steps. They get A, which has entries and outlives the step, and the type
/// of the values that move: A's, or no_value_type() where the result gets none. kernels() lists the kernels
/// that run() launches, and run() returns A' in A's type, or nothing where the matrix turns out not to suit
/// the method. The listed requests refer to the step.
#pragma once

#include "objects/matrix.hpp"
#include "transpose_plan.hpp"

#include <optional>
#include <variant>

namespace mergus::cuda {

/// A stable sort of (column, entry number), then one gather. Any size.
class SortTranspose {
public:
    static std::optional<SortTranspose> planned(Context& context, const Matrix& A, const mergus_type* moved) {
        return SortTranspose(context, A, moved);
    }
    void kernels(KernelRequests& list) const;
    [[nodiscard]] std::optional<Matrix> run() const;
    void explain(mergus_report&) const {}

private:
    SortTranspose(Context& context, const Matrix& A, const mergus_type* moved)
        : context_(context), A_(A), moved_(moved) {}
    [[nodiscard]] Bindings bindings() const;
    template <class Index, class Place>
    [[nodiscard]] Matrix sorted() const;

    Context& context_;
    const Matrix& A_;
    const mergus_type* moved_;
};

/// Entries to buckets of columns, then each bucket ordered on chip. Entries move twice; with very many
/// buckets three times, and run() then waits for the device to learn the sizes of groups of buckets.
class PartitionTranspose {
public:
    /// Nothing if A has 2^31 entries or more, or too few entries in a bucket.
    static std::optional<PartitionTranspose> planned(Context& context, const Matrix& A,
                                                     const mergus_type* moved);
    void kernels(KernelRequests& list) const;
    /// Nothing if a group of buckets is too large.
    [[nodiscard]] std::optional<Matrix> run() const;
    void explain(mergus_report& report) const;

private:
    class Passes;
    struct PassKernel;
    static const PassKernel tiles_kernel, groups_kernel, regroup_kernel, chunk_counts_kernel, order_kernel;

    PartitionTranspose(Context& context, const Matrix& A, const mergus_type* moved,
                       const plan::Partition& plan, std::size_t shared_limit)
        : context_(context), A_(A), moved_(moved), plan_(plan), shared_limit_(shared_limit),
          extra_(static_cast<std::uint32_t>(A.nvals / plan.chunk.size())) {}
    [[nodiscard]] KernelRequest request(const PassKernel& kernel) const;
    [[nodiscard]] Bindings bindings(const PassKernel& kernel) const;
    [[nodiscard]] const plan::Tile& tile_of(const PassKernel& kernel) const;
    /// Whether a bucket can have several chunks, and a kernel counts them.
    [[nodiscard]] bool counts_chunks() const noexcept { return plan_.counts_chunks && extra_ > 0; }

    Context& context_;
    const Matrix& A_;
    const mergus_type* moved_;
    plan::Partition plan_;
    std::size_t shared_limit_;
    std::uint32_t extra_; ///< chunks other than the first ones of buckets, at most
};

/// Each bucket of columns gathers its entries from the tiles that overlap it: entries move once. run() waits
/// for the device to learn how tiles overlap buckets.
class BandedTranspose {
public:
    static std::optional<BandedTranspose> planned(Context& context, const Matrix& A,
                                                  const mergus_type* moved);
    void kernels(KernelRequests& list) const;
    /// Nothing if a tile overlaps too many buckets, a bucket too many tiles, or buckets are too uneven.
    [[nodiscard]] std::optional<Matrix> run() const;
    void explain(mergus_report& report) const;

private:
    BandedTranspose(Context& context, const Matrix& A, const mergus_type* moved, const plan::Banded& plan)
        : context_(context), A_(A), moved_(moved), plan_(plan) {}
    [[nodiscard]] KernelRequest overlap_request() const;
    [[nodiscard]] KernelRequest gather_request() const;

    Context& context_;
    const Matrix& A_;
    const mergus_type* moved_;
    plan::Banded plan_;
};

/// Empty until a method is planned.
using TransposeStep = std::variant<std::monostate, SortTranspose, PartitionTranspose, BandedTranspose>;

/// A transpose by the first method that suits the matrix: a step. A may be empty.
class Transposition {
public:
    /// \param values false: the pattern alone; the result's `val` is null.
    Transposition(Context& context, const Matrix& A, bool values = true);
    Transposition(const Transposition&) = delete;
    Transposition& operator=(const Transposition&) = delete;
    /// Those of the first method to be tried.
    void kernels(KernelRequests& list) const;
    [[nodiscard]] Matrix run();
    /// The method of the last run(), and its parameters.
    void explain(mergus_report& report) const;

private:
    /// Plans the next method of the table that applies.
    void plan_next();

    Context& context_;
    const Matrix& A_;
    bool values_;
    const mergus_type* moved_;
    std::size_t next_ = 0; ///< in the table of methods: the row after that of step_
    TransposeStep step_;
};

} // namespace mergus::cuda
