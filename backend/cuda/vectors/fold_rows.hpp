/// \file fold_rows.hpp
/// The entries of each row of a matrix, or their products with a full vector, folded by an associative
/// operator; host side of vectors/fold_rows.cuh.
#pragma once

#include "objects/matrix.hpp"
#include "steps/row_tiles.hpp"

namespace mergus::cuda {

/// The step that makes the vector of the rows that have entries.
class RowVector {
public:
    /// \param type of the values. \param as_list never a bitmap
    RowVector(Context& context, const mergus_type* type, std::uint64_t nrows, bool as_list = false);

    void kernels(KernelRequests& requests) const;
    /// \param values of all rows, uninitialised for rows without entries. \param bits a copy of the tiles'
    /// bits. \return a bitmap, or compressed where it may not be one
    [[nodiscard]] Matrix run(const MatrixTiles& tiles, Buffer&& values, Array<std::uint32_t>&& bits) const;

private:
    Context& context_;
    MatrixShape shape_;
    bool as_list_;
};

/// What is folded: the entries of A, cast to the monoid's type, or if `u` is given their products.
struct FoldRowsProblem {
    const Matrix& A; ///< its arrays need not exist before run()
    const mergus_monoid& monoid;
    const Matrix* u = nullptr; ///< full, not iso, in either storage
    const mergus_op* mul = nullptr;
    bool u_first = false; ///< ⊗ has u's value as its first argument
};

/// The step that folds.
class FoldRows {
public:
    /// \param as_list of the result
    FoldRows(Context& context, const FoldRowsProblem& problem, bool as_list = false);

    void kernels(KernelRequests& requests) const;
    /// A vector of the monoid's type with an entry for each row that has entries: a bitmap, or compressed
    /// where it may not be one. Waits where the tiles of A are not known yet.
    [[nodiscard]] Matrix run() const;

private:
    [[nodiscard]] KernelRequest request(const char* entry) const {
        return {"vectors/fold_rows.cuh", entry, bindings_};
    }

    Context& context_;
    FoldRowsProblem problem_;
    const mergus_type* type_; ///< of the result, interned
    RowVector vector_;
    Bindings bindings_;
};

/// C<mask, replace> ⊙= T for vectors in any storage. C is the call's.
void write_vector(Context& context, const mergus_call& call, Matrix&& T);

} // namespace mergus::cuda
