/// \file merged_rows.hpp
/// Rows of a product by expansion and segmented merge: the host side of mxm/accumulators/acc_merge.cuh and
/// acc_merge_fold.cuh.
///
/// Rows go in batches of bounded memory. What the symbolic phase has merged is kept for the numeric one as
/// far as that bound allows; the rest is merged again.
#pragma once

#include "mxm/product.hpp"

#include <vector>

namespace mergus::cuda {

class MergedRows {
public:
    /// The rows of a list (`rows`, of product.wide_rows(), which is copied). \param work products of each row
    /// of the product. \param batch_products of a batch at most. Waits for each few batches. \throws Error
    /// out_of_memory also if a row's entries of A, most of them with empty rows of B, are more than a batch
    /// has products.
    MergedRows(Context& context, const Product& product, const void* rows, std::uint64_t row_count,
               const std::uint64_t* work, std::uint64_t batch_products);

    /// Adds the kernels of both phases.
    static void want(std::vector<KernelRequest>& requests, Context& context, const Product& product);

    /// Symbolic: the sizes of the rows. Waits once a batch.
    void sizes(std::uint64_t* sizes);
    /// Numeric: the entries, each row from ptr[row] on, or under an admitting mask at the mask's places, with
    /// hits. What was kept is given back.
    void write(const std::uint64_t* ptr, void* cols, void* vals, void* hits);

private:
    /// The same members, in the same order, as MergeBatch of the kernels.
    struct Parameters {
        const void* rows;
        const std::uint64_t* entry_ptr;
        const std::uint64_t* product_ptr;
        std::uint64_t row_count, entries, products;
        void* entry;
        std::uint64_t* subsegment_ptr;
        std::uint32_t* guide;
        void* keys;
        std::uint32_t* places;
        std::uint32_t* begins;
        std::uint32_t* kept;
        std::uint64_t* rank;
    };
    struct Batch {
        Parameters parameters{};
        bool merged = false;
        Buffer entry, keys;
        Array<std::uint64_t> subsegment_ptr, rank;
        Array<std::uint32_t> guide, places, begins, kept;
        void forget();
    };

    void cut(std::uint64_t row_count, std::uint64_t limit);
    void merge(Batch& batch);
    [[nodiscard]] const Kernel& kernel(const char* entry);

    Context& context_;
    const Product& product_;
    Buffer rows_;
    Array<std::uint64_t> entry_ptr_, product_ptr_;
    std::vector<Batch> batches_;
};

} // namespace mergus::cuda
