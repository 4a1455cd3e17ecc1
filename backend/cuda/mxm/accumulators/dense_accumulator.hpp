/// \file dense_accumulator.hpp
/// Rows of a product, dense in device memory, on which the whole grid works: the host side of
/// dense_accumulator.cuh.
#pragma once

#include "mxm/problem.hpp"

#include "dense_accumulator.h"

namespace mergus::cuda {

class DenseAccumulator {
public:
    /// Whether the dense form of `rows` rows takes about as much memory as the operands, or less.
    [[nodiscard]] static bool fits(const MxmProblem& problem, std::uint64_t rows);

    /// All rows of the product, or those of a list (`rows`, numbers of problem.row_size() bytes). \param
    /// entries of A in the listed rows; 0: not known
    DenseAccumulator(Context& context, const MxmProblem& problem, const void* rows, std::uint64_t row_count,
                     std::uint64_t entries = 0);

    /// Adds the kernels of both phases.
    void kernels(KernelRequests& list) const;

    /// Copies the list of rows, which may end then.
    void keep_rows();
    /// Listed rows: computes them and sets their sizes. The entries follow by emit(). Waits if A is large and
    /// the number of its entries in these rows is not known. The list must stay until emit(), unless it was
    /// copied. \return the number of products, if `counts`, which waits
    std::uint64_t compute(std::uint64_t* sizes, bool counts = false);
    /// Writes the entries, each row from ptr[row] on.
    void emit(const std::uint64_t* ptr, void* cols, void* vals);
    /// Without a list: the whole product. Waits for the number of entries.
    [[nodiscard]] Matrix whole();

private:
    [[nodiscard]] KernelRequest request(const char* entry, Phase phase) const;
    [[nodiscard]] const Kernel& kernel(const char* entry, Phase phase) {
        return context_.jit.kernel(request(entry, phase));
    }
    /// Bytes of the dense rows.
    [[nodiscard]] std::uint64_t bytes() const noexcept;
    void prepare();
    void multiply();
    void add_values();
    void count();

    Context& context_;
    const MxmProblem& problem_;
    std::uint64_t entries_; ///< of A in these rows, or an upper bound
    bool is_bound_;         ///< entries_ is only a bound
    DenseRowsOf<void, void> dense_{};
    Array<std::uint64_t> begin_, starts_, counts_;
    Buffer rows_, bits_, masked_, values_;
    Bindings symbolic_, numeric_;
};

} // namespace mergus::cuda
