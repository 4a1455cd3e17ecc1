/// \file short_rows.hpp
/// A product of short rows, at once: the host side of short_rows.cuh (a thread a row) and sorted_rows.cuh (a
/// group a row). A few rows of A may be long: the whole grid makes them (accumulators/global_dense.hpp).
#pragma once

#include "problem.hpp"
#include "steps/row_profile.hpp"

namespace mergus::cuda {

class GlobalDense;

/// A step of mxm that makes the whole product in two launches, without analysis and bins.
class ShortRows {
public:
    ShortRows(Context& context, const MxmProblem& problem);

    /// Adds the kernels of suits(). run() compiles its own, which depend on the lengths of rows.
    void kernels(KernelRequests& list) const;
    /// Whether suits() needs neither kernels nor a wait.
    [[nodiscard]] bool decided() const {
        return !plausible() || (known_row_profile(A_) && known_row_profile(B_));
    }
    /// Whether there is a form for these rows, which run() then uses. If the average rows are short, it may
    /// wait for the profiles of A and B.
    [[nodiscard]] bool suits();
    /// After suits() returned true: whether repeated rows are faster if they suit, because wide values of the
    /// rows of a warp do not fit in shared memory.
    [[nodiscard]] bool yields() const;
    /// The product. Waits once, for the number of entries. \param products if not null, set to the number of
    /// products, which takes another wait.
    [[nodiscard]] Matrix run(std::uint64_t* products);
    /// What a row is computed by, for reports.
    [[nodiscard]] const char* method() const noexcept;
    /// Whether the products of an entry are added in the order of k: those of long rows are not.
    [[nodiscard]] bool in_order() const noexcept { return !form_.has_long_rows; }

private:
    /// The kernels of a product, and the shape of their blocks.
    struct Form {
        bool has_long_rows = false;  ///< sorted: a few rows of A are long, and made by the grid
        bool sorted = false;         ///< sorted_rows.cuh
        std::uint32_t ways = 0;      ///< short_rows.cuh: entries of a row of A at most
        plan::SortedSize size{};     ///< sorted_rows.cuh
        std::uint32_t tile_rows = 0; ///< rows of a block
        std::uint32_t threads = 0;   ///< of a block
    };

    /// Whether the average rows of A and B are short, or those of C have few products.
    [[nodiscard]] bool plausible() const;
    [[nodiscard]] bool has_short_factors() const noexcept;
    /// Of a row, if all rows had the average lengths.
    [[nodiscard]] double average_products() const noexcept;
    bool use_thread_rows(std::uint64_t longest, std::uint64_t products);
    bool use_sorted_rows(std::uint64_t products);
    bool use_long_rows(const RowProfile& A, const RowProfile& B);
    /// The long rows of A, whose list is copied to the device.
    [[nodiscard]] GlobalDense long_rows();
    [[nodiscard]] const Kernel& counting_kernel(const GlobalDense* dense);
    [[nodiscard]] KernelRequest request(bool fill) const;
    /// Bytes of shared memory of a block that fills, and the entries of a warp that fit.
    [[nodiscard]] std::size_t fill_memory(std::uint64_t warp_entries, std::uint32_t& room) const;
    /// Whether the device has that much.
    [[nodiscard]] bool fits(std::uint64_t warp_entries) const;

    Context& context_;
    const MxmProblem& problem_;
    const Matrix& A_;
    const Matrix& B_;
    Form form_;
    Buffer long_rows_; ///< their numbers
};

} // namespace mergus::cuda
