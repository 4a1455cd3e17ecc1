/// \file combine.hpp
/// Two matrices of one shape combined entry by entry; host side of steps/combine.cuh. ewise_add and
/// ewise_mult are such combinations, and so is the write of a result into C.
#pragma once

#include "objects/matrix.hpp"
#include "steps/combine_input.h"

#include <optional>

namespace mergus::cuda {

/// The index lists of an assignment, sorted. Without a value: all indices.
struct Region {
    std::optional<IndexSet> rows, cols;
};

/// Which entries of X and Y the result has, and their values.
struct Combination {
    bool intersection = false; ///< entries that both have; otherwise the union
    /// Value where both have an entry, between casts. Null: Y's value.
    const mergus_op* both = nullptr;
    const mergus_type* z_type = nullptr; ///< of the result, interned

    const Matrix* mask = nullptr; ///< the entries of Y that come into the result
    bool structure = false, complement = false;
    bool y_is_masked = true; ///< Y has admitted entries only, or there is no mask
    bool replace = false;    ///< entries of X that the mask does not admit are deleted
    bool keeps_x = false;    ///< every entry of X has one in the result
    Region region{};         ///< entries of X outside stay, even if Y has none
};

/// The step that combines two matrices.
class CombineMatrices {
public:
    /// \param x_iso, y_iso the operand is stored as one value. One that is so without notice gets a value for
    /// each entry.
    CombineMatrices(Context& context, const MatrixShape& X, bool x_iso, const mergus_type* y_type, bool y_iso,
                    const Combination& how);

    void kernels(KernelRequests& requests) const;
    /// X and Y as described to the constructor.
    [[nodiscard]] Matrix run(const Matrix& X, const Matrix& Y) const;
    /// Makes X the result. Where the pattern of X stays, only its values are written. X changes only after
    /// everything that can fail has been done.
    void run_into(Matrix& X, const Matrix& Y) const;
    /// Whether X and Y, of equally many entries, have them in the same places, and `both`, to bool, is true
    /// everywhere. Waits. Uses none of kernels().
    [[nodiscard]] bool all_equal(const Matrix& X, const Matrix& Y) const;

private:
    using CombineInput = CombineInputOf<void, const void*, const void*, const void*>;
    struct Tiles;

    [[nodiscard]] CombineInput input(const Matrix& X, const Matrix& Y) const;
    [[nodiscard]] const Kernel& kernel(const char* entry) const;
    /// Whether every column has an entry in the result because X, or Y, is full.
    [[nodiscard]] bool full_by_x(const Matrix& X, const Matrix& Y) const noexcept;
    [[nodiscard]] bool full_by_y(const Matrix& Y) const noexcept;
    /// The values of a full result.
    void write_full(const Matrix& X, const Matrix& Y, const void* values) const;
    /// Whether X and Y, and the mask, which admits all of its entries, are known to have entries in the same
    /// places. Then the result has them too, each of both. Compares patterns of many entries; waits.
    [[nodiscard]] bool equal_patterns(const Matrix& X, const Matrix& Y) const;
    /// The result of a kernel that compares.
    [[nodiscard]] bool compare(const Kernel& kernel, const Matrix& X, const Matrix& Y) const;
    void write_equal(const Matrix& X, const Matrix& Y, const void* values) const;
    /// The first pass over the tiles; waits for the number of entries.
    [[nodiscard]] Tiles count(const Matrix& X, const Matrix& Y) const;
    [[nodiscard]] Matrix write(const Matrix& X, const Matrix& Y, const Tiles& tiles) const;
    /// The tiles of X, Y and the mask.
    [[nodiscard]] std::uint64_t tiles_of(const Matrix& X, const Matrix& Y) const noexcept;
    /// Whether one launch can have a block for each tile at the same time.
    [[nodiscard]] bool is_small(const Matrix& X, const Matrix& Y) const;
    /// Counts and writes in one launch; waits for the number of entries alone.
    [[nodiscard]] Matrix at_once(const Matrix& X, const Matrix& Y) const;
    [[nodiscard]] Matrix with_pattern_of(const Matrix& pattern) const;

    Context& context_;
    Combination how_;
    bool x_iso_, y_iso_;
    Bindings bindings_;
};

} // namespace mergus::cuda
