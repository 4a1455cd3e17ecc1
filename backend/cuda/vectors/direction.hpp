/// \file direction.hpp
/// Push or pull: a product of a matrix and a vector (or of a matrix of few rows and a matrix) reads all rows
/// of a matrix (pull), or the rows that the vector's entries name (push). Which of the two a stored matrix
/// allows, its transpose reverses.
#pragma once

#include "objects/matrix.hpp"

#include <memory>

namespace mergus::cuda {

/// Whether u has so large a share of entries that a pull is better than a push, as far as that is known
/// without a wait.
[[nodiscard]] bool has_many_entries(const Matrix& u);

/// Whether a mask of a vector is known, without a wait, to admit more than half of its rows; true without
/// one.
[[nodiscard]] bool admits_most(const mergus_call& call);

/// The transpose of A, if the product with u should use it in place of A: u has few entries where A would be
/// pulled, or many where A would be pushed, and the transpose is known, or several products have missed it
/// since A changed (it is then made and kept). Null: use A. Never where a call is deterministic, because
/// the choice depends on earlier calls. \param reads_a the multiply reads A's values. \param pulls the
/// product with A pulls.
[[nodiscard]] std::shared_ptr<const Matrix> transpose_instead(Context& context, const mergus_call& call,
                                                              const Matrix& A, const Matrix& u, bool reads_a,
                                                              bool pulls);

} // namespace mergus::cuda
