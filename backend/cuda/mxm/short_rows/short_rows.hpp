/// \file short_rows.hpp
/// A product of short rows, at once: the host side of k_way_merge.cuh (a thread a row) and subwarp_esc.cuh (a
/// group a row). A few rows of A may be long: the whole grid makes them (accumulators/dense_accumulator.hpp).
#pragma once

#include "mxm/method.hpp"
#include "mxm/tuning.hpp"

namespace mergus::cuda {

class DenseAccumulator;

/// Makes the whole product in two launches, without analysis and bins.
class ShortRows : public MethodRun {
public:
    enum class Form {
        threads, ///< a thread a row, whose values are in shared memory if other methods may suit too
        groups,  ///< a group a row; long rows by the grid
        spilled  ///< a thread a row, whatever its values take
    };

    /// Unless the average rows of A and B are short, or those of C have few products.
    [[nodiscard]] static const char* refuses(const MxmProblem& problem);

    ShortRows(Context& context, const MxmProblem& problem, Form form)
        : context_(context), problem_(problem), A_(problem.A), B_(problem.B), form_(form) {}

    /// Unless the rows' lengths suit the form.
    [[nodiscard]] const char* refuses() override;
    /// Waits once, for the number of entries, and for the number of products if it is reported.
    [[nodiscard]] Product run(bool reports) override;
    [[nodiscard]] const Accumulator* large() const noexcept override;

private:
    /// The kernels of a product, and the shape of their blocks.
    struct Blocks {
        bool has_long_rows = false;  ///< sorted: a few rows of A are long, and made by the grid
        bool sorted = false;         ///< subwarp_esc.cuh
        std::uint32_t ways = 0;      ///< k_way_merge.cuh: entries of a row of A at most
        tuning::EscSize size{};      ///< subwarp_esc.cuh
        std::uint32_t tile_rows = 0; ///< rows of a block
        std::uint32_t threads = 0;   ///< of a block
    };

    [[nodiscard]] static bool has_short_factors(const MxmProblem& problem) noexcept;
    /// Whether two_launch, which comes later in the table, makes the product faster.
    [[nodiscard]] bool leaves_to_tiles(const RowProfile& A, const RowProfile& B) const;
    [[nodiscard]] const char* refuses_threads(const RowProfile& A, const RowProfile& B);
    [[nodiscard]] const char* refuses_groups(const RowProfile& A, const RowProfile& B);
    /// Whether the values of a warp's rows exceed shared memory.
    [[nodiscard]] bool spills(const RowProfile& A, const RowProfile& B) const;
    bool use_thread_rows(std::uint64_t longest, std::uint64_t products);
    bool use_subwarp_esc(std::uint64_t products);
    bool use_long_rows(const RowProfile& A, const RowProfile& B);
    /// The long rows of A, whose list is copied to the device.
    [[nodiscard]] DenseAccumulator long_rows();
    [[nodiscard]] const Kernel& counting_kernel(const DenseAccumulator* dense);
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
    Blocks blocks_;
    Buffer long_rows_; ///< their numbers
};

} // namespace mergus::cuda
