/// \file elementwise.cpp
/// Operations whose entries depend on one position of each input: transpose, select, apply, ewise_add,
/// ewise_mult.
#include "reference/operations.hpp"
#include "reference/operators.hpp"
#include "reference/rounding.hpp"

namespace mergus::reference {

namespace {

Entry plain(const Value& value) {
    Entry entry;
    entry.value = value;
    return entry;
}

/// T with f(value, i, j) at every entry of A.
template <class Function>
Matrix map(const Matrix& A, const mergus_type* type, Function f) {
    Matrix T{type, A.nrows, A.ncols, {}};
    for (const auto& [place, entry] : A.entries)
        T.entries[place] =
            f(entry, static_cast<std::int64_t>(place.first), static_cast<std::int64_t>(place.second));
    return T;
}

void check_same_shape(const Matrix& A, const Matrix& B) {
    if (A.nrows != B.nrows || A.ncols != B.ncols)
        throw std::logic_error("reference: the inputs have different shapes");
}

} // namespace

Matrix transpose(const Matrix& C, const Output& output, const Matrix& A) {
    // The operation transposes; transposing the input as well gives A back.
    return write(C, output, input(input(A, output.descriptor, MERGUS_DESC_TRAN0), 1, 1));
}

Matrix select(const Matrix& C, const Output& output, const mergus_op& op, const Matrix& A_given,
              const Value& y) {
    const Matrix A = input(A_given, output.descriptor, MERGUS_DESC_TRAN0);
    Matrix T{A.type, A.nrows, A.ncols, {}};
    for (const auto& [place, entry] : A.entries) {
        const Value kept = call_index_unary(op, entry.value, static_cast<std::int64_t>(place.first),
                                            static_cast<std::int64_t>(place.second), y);
        if (is_true(kept)) T.entries[place] = entry;
    }
    return write(C, output, T);
}

Matrix apply(const Matrix& C, const Output& output, const mergus_op& op, const Matrix& A) {
    return write(C, output,
                 map(input(A, output.descriptor, MERGUS_DESC_TRAN0), op.z_type,
                     [&](const Entry& x, std::int64_t, std::int64_t) {
                         Entry z = plain(call_unary(op, x.value));
                         if (is_approximate(op)) z.slack = slack_of(op, x.value, z.value, z.value);
                         return z;
                     }));
}

Matrix apply_first(const Matrix& C, const Output& output, const mergus_op& op, const Value& x,
                   const Matrix& A) {
    return write(C, output,
                 map(input(A, output.descriptor, MERGUS_DESC_TRAN1), op.z_type,
                     [&](const Entry& y, std::int64_t, std::int64_t) { return combine(op, plain(x), y); }));
}

Matrix apply_second(const Matrix& C, const Output& output, const mergus_op& op, const Matrix& A,
                    const Value& y) {
    return write(C, output,
                 map(input(A, output.descriptor, MERGUS_DESC_TRAN0), op.z_type,
                     [&](const Entry& x, std::int64_t i, std::int64_t j) {
                         if (op.kind == MERGUS_INDEX_UNARY)
                             return plain(call_index_unary(op, x.value, i, j, y));
                         return combine(op, x, plain(y));
                     }));
}

Matrix ewise_add(const Matrix& C, const Output& output, const mergus_op& op, const Matrix& A_given,
                 const Matrix& B_given) {
    const Matrix A = input(A_given, output.descriptor, MERGUS_DESC_TRAN0);
    const Matrix B = input(B_given, output.descriptor, MERGUS_DESC_TRAN1);
    check_same_shape(A, B);
    Matrix T{op.z_type, A.nrows, A.ncols, {}};
    for (const auto& [place, a] : A.entries) {
        const Entry* b = B.find(place.first, place.second);
        T.entries[place] = b != nullptr ? combine(op, a, *b) : cast_entry(a, op.z_type);
    }
    for (const auto& [place, b] : B.entries)
        if (A.find(place.first, place.second) == nullptr) T.entries[place] = cast_entry(b, op.z_type);
    return write(C, output, T);
}

Matrix kronecker(const Matrix& C, const Output& output, const mergus_op& op, const Matrix& A_given,
                 const Matrix& B_given) {
    const Matrix A = input(A_given, output.descriptor, MERGUS_DESC_TRAN0);
    const Matrix B = input(B_given, output.descriptor, MERGUS_DESC_TRAN1);
    Matrix T{op.z_type, A.nrows * B.nrows, A.ncols * B.ncols, {}};
    for (const auto& [at, a] : A.entries)
        for (const auto& [place, b] : B.entries)
            T.entries[{at.first * B.nrows + place.first, at.second * B.ncols + place.second}] =
                combine(op, a, b);
    return write(C, output, T);
}

Matrix ewise_mult(const Matrix& C, const Output& output, const mergus_op& op, const Matrix& A_given,
                  const Matrix& B_given) {
    const Matrix A = input(A_given, output.descriptor, MERGUS_DESC_TRAN0);
    const Matrix B = input(B_given, output.descriptor, MERGUS_DESC_TRAN1);
    check_same_shape(A, B);
    Matrix T{op.z_type, A.nrows, A.ncols, {}};
    for (const auto& [place, a] : A.entries)
        if (const Entry* b = B.find(place.first, place.second)) T.entries[place] = combine(op, a, *b);
    return write(C, output, T);
}

} // namespace mergus::reference
