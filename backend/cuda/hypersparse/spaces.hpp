/// \file spaces.hpp
/// A call with operands that have one list of ids for each of its index spaces: a product C = A·B has three,
/// the rows of A and C, the columns of A and rows of B, and the columns of B and C. An ordinary operation
/// then runs on the stored matrices.
#pragma once

#include "renumber.hpp"

#include <array>
#include <cstddef>
#include <deque>
#include <memory>
#include <optional>

namespace mergus::cuda {

/// A backend function, for operands without ids.
using Operation = void (*)(Context&, const mergus_call&);

/// An index space of a call.
struct Space {
    std::uint64_t dimension = 0;
    std::uint64_t entries = 0; ///< of the operands that have it
    bool listed = true;        ///< else a row is stored as itself
    bool has_rows = false;     ///< it has the rows of a stored matrix, or of a result
    Ids ids;                   ///< null unless listed

    [[nodiscard]] std::uint64_t stored() const noexcept { return ids != nullptr ? ids->size() : dimension; }
};

/// An operand in its spaces.
class SpacedOperand {
public:
    /// After unite(): the operand in the lists of its spaces.
    [[nodiscard]] const Matrix& matrix() const noexcept { return copy_ ? *copy_ : *given_; }

private:
    friend class OnSpaces;
    const Matrix* given_ = nullptr;
    bool is_output_ = false; ///< SpacedOutput renumbers it
    Space *rows_ = nullptr, *cols_ = nullptr;
    Ids own_rows_, own_cols_; ///< the ids that have entries, in listed spaces
    std::optional<Matrix> copy_;
};

/// The operands of a call in common spaces. First add() all, then unite(), then read them.
///
/// An operand that is stored with another list is renumbered. It stays so, if it was hypersparse before and
/// the new list is not much longer than its entries: calls with the same operands find the same lists then.
class OnSpaces {
public:
    explicit OnSpaces(Context& context) : context_(context) {}
    OnSpaces(const OnSpaces&) = delete;
    OnSpaces& operator=(const OnSpaces&) = delete;

    /// A space whose rows are stored as themselves if `listed` is false.
    Space& space(std::uint64_t dimension, bool listed = true);
    const SpacedOperand& add(const Matrix& operand, Space& rows, Space& cols, bool is_output = false);
    /// The call is not an ordinary one, whatever its operands are.
    void require() noexcept { required_ = true; }
    /// Ids that the space must have, if it is listed.
    void include(Space& space, Ids ids);
    /// Decides which spaces are listed. \return whether one is, or an operand is hypersparse
    [[nodiscard]] bool decide();
    /// After decide(): finds the lists, and renumbers the operands.
    void unite();
    [[nodiscard]] Context& context() const noexcept { return context_; }

private:
    struct Included {
        Space* space;
        Ids ids;
    };
    void find_ids(SpacedOperand& operand) const;
    void place(SpacedOperand& operand) const;

    Context& context_;
    std::deque<Space> spaces_;
    std::deque<SpacedOperand> operands_;
    std::deque<Included> included_;
    bool required_ = false; ///< a C that will be replaced is hypersparse
};

/// The C of a call in its spaces.
class SpacedOutput {
public:
    /// Before unite(): C's entries count as operands unless the result replaces them.
    SpacedOutput(OnSpaces& spaces, const mergus_call& call, Space& rows, Space& cols);
    SpacedOutput(const SpacedOutput&) = delete;
    SpacedOutput& operator=(const SpacedOutput&) = delete;

    /// After unite(): the matrix that the operation writes. C is not changed but for its form.
    [[nodiscard]] Matrix& matrix();
    /// After the operation: the result becomes C.
    void finish();

private:
    Context& context_;
    Matrix& C_;
    const Space &rows_, &cols_;
    bool replaces_;
    std::uint64_t nrows_, ncols_;
    std::shared_ptr<const Hypersparse> lists_;
    std::optional<Matrix> result_;
};

/// Whether C's entries can be in the result of a call.
[[nodiscard]] bool keeps_entries(const mergus_call& call) noexcept;

} // namespace mergus::cuda
