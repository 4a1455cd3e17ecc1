/// \file dense_rows.hpp
/// Rows of a product that the whole device works on, dense in its memory: the host side of
/// mxm/accumulators/acc_global.cuh.
#pragma once

#include "mxm/product.hpp"

#include <vector>

namespace mergus::cuda {

/// The accumulators of some rows.
class DenseRows {
public:
    /// Whether all rows of a product should be worked on so: they are few, their accumulators fit, and no
    /// order is asked for.
    [[nodiscard]] static bool suits(Context& context, const Product& product, const Matrix& A,
                                    const Matrix& B);

    /// All rows of the product, or those of a list (`rows`, of product.wide_rows()). Waits once if there is a
    /// list and A is large. \param also what else the call will need.
    DenseRows(Context& context, const Product& product, const Matrix& A, const void* rows,
              std::uint64_t row_count, std::vector<KernelRequest> also = {});

    /// Adds the kernels of both phases, of listed rows.
    static void want(std::vector<KernelRequest>& requests, const Product& product);

    /// Listed rows, symbolic: the sizes of the rows.
    void sizes(std::uint64_t* sizes);
    /// Listed rows, numeric: the entries, each row from ptr[row] on.
    void write(const std::uint64_t* ptr, void* cols, void* vals);

    /// Without a list: the whole product. Waits once, for the number of entries.
    [[nodiscard]] Matrix whole();

private:
    /// The same members, in the same order, as DenseRows of the kernels.
    struct Parameters {
        const void* rows;
        const std::uint64_t* begin;
        std::uint64_t row_count;
        std::uint64_t words;
        void* bits;
        void* masked;
        void* values;
    };

    [[nodiscard]] KernelRequest wanted(const char* entry, bool symbolic) const;
    [[nodiscard]] const Kernel& kernel(const char* entry, bool symbolic) {
        return context_.jit.kernel(wanted(entry, symbolic));
    }
    void multiply(bool symbolic);
    void add_values();
    void count();
    void emit(const std::uint64_t* ptr, void* cols, void* vals);

    Context& context_;
    const Product& product_;
    std::uint64_t entries_; ///< at least as many as the rows have, at most A's
    Parameters dense_{};
    Array<std::uint64_t> begin_, starts_, counts_;
    Buffer bits_, masked_, values_;
    Bindings bindings_;
};

} // namespace mergus::cuda
