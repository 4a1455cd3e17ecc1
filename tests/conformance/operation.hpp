/// \file operation.hpp
/// An operation of the suite: one row with its operands, the axes of its cases, the call and the reference.
/// A new one is a file in operations/ and a line in operations/list.cpp.
#pragma once

#include "conformance/case.hpp"
#include "conformance/operands.hpp"
#include "reference/operations.hpp"

#include <mergus/ops.hpp>

#include <span>
#include <string_view>

namespace mergus::conformance {

struct Algebra;
struct Instance;
struct Layout;

enum class AlgebraKind {
    none,
    semiring,
    monoid,
    unary,
    binary,
    index_unary,
    predicate, ///< index-unary operators with a result of bool
    duplicates ///< binary operators that combine duplicates
};

enum class ScalarUse {
    none,
    bound_first,  ///< the operator's first argument; A is its second, and TRAN1 transposes A
    bound_second, ///< the operator's second argument
    assigned,     ///< has A's type
    result        ///< the result is a scalar, and starts from this one
};

enum class ListUse { none, into_C, from_A };

/// Of an operation with index lists: the vector operand is a row or a column of the matrix.
enum class Line { none, row, column };

/// The operands of a call of a backend. Each role has a matrix or a vector; the other one is empty.
struct BackendCall {
    const Instance& instance;
    const Algebra& algebra;
    AnyMatrix& C;
    const AnyMatrix& A;
    const AnyMatrix& B;
    AnyVector& w;       ///< C
    const AnyVector& u; ///< A
    const AnyVector& v; ///< B
    const Mask& mask;
    BinaryOp accum;
    Descriptor descriptor;
    /// The result of an operation without C, which starts from the instance's scalar.
    reference::Value& result;

    [[nodiscard]] Scalar scalar() const;
    [[nodiscard]] Indices rows() const;
    [[nodiscard]] Indices cols() const;
};

/// The operands of a call of the reference.
struct ReferenceCall {
    const Instance& instance;
    const Algebra& algebra;
    const reference::Matrix& C;
    const reference::Matrix& A;
    const reference::Matrix& B;
    reference::Output output;
    const reference::Value& scalar;
    reference::List rows, cols;
};

struct Operation {
    std::string_view name;
    /// Its matrices and vectors. With M the cases have the axes mask and replace.
    Roles operands = 0;
    /// Those that are vectors. The reference sees a vector as a matrix of shape n × 1.
    Roles vectors = 0;
    AlgebraKind algebra = AlgebraKind::none;
    ScalarUse scalar = ScalarUse::none;
    ListUse lists = ListUse::none;
    Line line = Line::none;
    bool accumulates = true;         ///< the axis accum
    bool tran_a = false;             ///< the axes tran_a and tran_b: bits of the descriptor
    bool tran_b = false;             //
    bool has_m = true;               ///< its shapes depend on m, on n
    bool has_n = true;               //
    bool inner = false;              ///< it has an inner dimension
    bool keeps_type = false;         ///< T has A's type, not the operator's result type
    bool keeps_lone_entries = false; ///< an entry of A or B alone is an entry of T, cast from its type
    bool tuples = false;             ///< its input is a list of entries, with duplicates
    bool reads_C = true;             ///< else C is empty before the call
    /// Shapes where they are not m × n: changes those of `layout`.
    void (*lay_out)(Layout& layout) = nullptr;
    void (*call)(const BackendCall& call) = nullptr;
    reference::Matrix (*reference)(const ReferenceCall& call) = nullptr;
};

/// The operation with vectors for all operands.
Operation of_vectors(Operation row, std::string_view name, void (*call)(const BackendCall& call));

/// In the order in which they are run.
std::span<const Operation* const> operations();

/// \throws std::invalid_argument with the known names.
const Operation& find_operation(std::string_view name);

/// The suite's main operation, which gets half of the random cases.
const Operation& main_operation();

} // namespace mergus::conformance
