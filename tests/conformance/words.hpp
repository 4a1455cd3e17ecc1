/// \file words.hpp
/// The values of the axes, each with its name and its meaning. A word is one object: two words are the same
/// if their addresses are.
#pragma once

#include "conformance/operands.hpp"
#include "conformance/random.hpp"
#include "reference/matrix.hpp"

#include <mergus/plugin.h>

#include <cstdint>
#include <optional>
#include <set>
#include <string>

namespace mergus::conformance {

struct Word {
    std::string name;
};

/// A word of an axis whose values have this meaning. A default Meaning is that of an axis which an operation
/// does not have.
template <class Meaning>
struct WordOf : Word, Meaning {};

/// Operands that are one matrix; empty: all are different ones.
struct Alias {
    Roles roles = 0;
};

/// A semiring, monoid or operator: the name says which, together with the type.
struct AlgebraName {};

/// The algebra's type, or an operand's.
struct TypeChoice {
    const mergus_type* type = nullptr; ///< null: the type that the algebra gives
    bool own = false;                  ///< the algebra is user-defined, and so are its types
};

enum class ValueKind {
    small, ///< integers whose sums are exact in every type
    real,  ///< rounded
    edge   ///< extremes, infinities, NaN
};
struct ValueChoice {
    ValueKind kind = ValueKind::small;
};

struct AccumChoice {
    bool present = false;
    bool own = false;                  ///< the operator of the algebra's monoid
    std::string op = {};               ///< else its name
    const mergus_type* type = nullptr; ///< … and its type; null: C's
    bool smooth = false;               ///< small errors of its arguments give small errors of its result
};

struct MaskChoice {
    bool present = false, structural = false, complement = false;
};

struct Flag {
    bool set = false;
};

/// Positions of entries.
using Places = std::set<reference::Index>;
using Pattern = void (*)(Places& places, const Extent& extent, Random& random);
void no_pattern(Places& places, const Extent& extent, Random& random);
void full_pattern(Places& places, const Extent& extent, Random& random);
void scattered_pattern(Places& places, const Extent& extent, Random& random);
void row_pattern(Places& places, const Extent& extent, Random& random);
void column_pattern(Places& places, const Extent& extent, Random& random);
void diagonal_pattern(Places& places, const Extent& extent, Random& random);
void banded_pattern(Places& places, const Extent& extent, Random& random);
void rmat_pattern(Places& places, const Extent& extent, Random& random);

/// Dimensions and pattern of the inputs.
struct Shape {
    bool square = false; ///< m = k = n
    bool skewed = false; ///< a few rows or columns are long: sometimes made larger
    bool dense = false;  ///< made smaller
    bool zeros = false;  ///< half of the values are 0
    bool inner = false;  ///< only for products
    std::optional<std::uint64_t> m = {}, k = {}, n = {}; ///< fixed dimensions
    Pattern pattern = scattered_pattern;
};

/// Row and column indices of assign and extract. The lists index a matrix of shape `whole`, and are as long
/// as the sides of `region`.
struct IndexLists {
    bool all_rows = true, all_cols = true; ///< no list
    bool repeated = false;                 ///< an index may occur several times
    Extent (*region)(Extent nominal) = [](Extent nominal) { return nominal; };
    Extent (*whole)(Extent nominal) = [](Extent nominal) { return nominal; };
};

} // namespace mergus::conformance
