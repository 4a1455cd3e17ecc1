/// \file merge.hpp
/// Rows of a product by expansion, segmented merge and fold: the host side of merge.cuh and merge_fold.cuh.
///
/// Rows are worked on in batches of bounded memory. The numeric phase reuses what the symbolic phase merged,
/// as far as that bound allows; other batches are merged again.
#pragma once

#include "accumulator.hpp"

#include "merge_batch.h"

#include <vector>

namespace mergus::cuda {

class MergedRows : public CarriedRows {
public:
    /// The rows of a list (`rows`, of problem.row_size() bytes each, which is copied). \param flops of each
    /// row of the product. \param batch_products of a batch at most. Waits once for every MergeCuts::most
    /// batches. \throws Error out_of_memory also if the entries of A in a row exceed a batch.
    MergedRows(Context& context, const MxmProblem& problem, const void* rows, std::uint64_t row_count,
               const std::uint64_t* flops, std::uint64_t batch_products);

    /// Symbolic: the sizes of the rows. Waits once for each batch.
    void sizes(std::uint64_t* sizes);
    /// Numeric: the entries, each row from ptr[row] on; under a normal mask at the offsets of the mask, with
    /// `present`. Releases the batches.
    void write(const std::uint64_t* ptr, void* cols, void* vals, void* present);

private:
    using Parameters = MergeBatchOf<void, void, void>;
    struct Batch {
        Parameters parameters{};
        bool merged = false;
        Buffer entry, keys;
        Array<std::uint64_t> subsegment_ptr, rank;
        Array<std::uint32_t> guide, permutation, begins, kept;
        void release();
    };

    void cut(std::uint64_t row_count, std::uint64_t limit);
    void allocate(Batch& batch);
    void merge(Batch& batch);
    [[nodiscard]] const Kernel& kernel(const char* entry);

    Context& context_;
    const MxmProblem& problem_;
    Buffer rows_;
    Array<std::uint64_t> entry_ptr_, product_ptr_;
    std::vector<Batch> batches_;
};

} // namespace mergus::cuda
