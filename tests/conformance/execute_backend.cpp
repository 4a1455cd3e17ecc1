/// \file execute_backend.cpp
/// Hands an instance to a backend, and reads the result back.
#include "conformance/execute.hpp"

#include "conformance/compare.hpp"

#include <mergus/ops.hpp>

#include <fmt/format.h>

#include <algorithm>
#include <memory>

namespace mergus::conformance {

namespace {

using reference::Matrix;
using reference::Value;

/// Values one after the other, aligned for every type.
class Packed {
public:
    Packed(const mergus_type* type, std::size_t count)
        : type_(type), storage_(std::make_unique<std::max_align_t[]>(count * type->size / unit + 1)) {}
    void set(std::size_t e, const Value& value) { std::memcpy(at(e), value.data(), type_->size); }
    [[nodiscard]] Value get(std::size_t e) { return reference::from_bytes(type_, at(e)); }
    [[nodiscard]] unsigned char* data() { return reinterpret_cast<unsigned char*>(storage_.get()); }

private:
    static constexpr std::size_t unit = sizeof(std::max_align_t);
    unsigned char* at(std::size_t e) { return data() + e * type_->size; }

    const mergus_type* type_;
    std::unique_ptr<std::max_align_t[]> storage_;
};

AnyMatrix upload(const Context& context, const Matrix& matrix, bool by_csr) {
    std::vector<std::uint64_t> rows, cols, row_ptr(matrix.nrows + 1, 0);
    Packed values(matrix.type, matrix.entries.size());
    for (const auto& [place, entry] : matrix.entries) {
        values.set(rows.size(), entry.value);
        rows.push_back(place.first);
        cols.push_back(place.second);
        ++row_ptr[place.first + 1];
    }
    if (!by_csr) {
        AnyMatrix made(context, matrix.type, matrix.nrows, matrix.ncols);
        made.build(rows, cols, values.data(), matrix.type);
        return made;
    }
    for (std::uint64_t i = 0; i < matrix.nrows; ++i) row_ptr[i + 1] += row_ptr[i];
    mergus_csr csr{};
    csr.struct_size = sizeof csr;
    csr.type = matrix.type;
    csr.nrows = matrix.nrows;
    csr.ncols = matrix.ncols;
    csr.nvals = rows.size();
    csr.row_ptr = row_ptr.data();
    csr.cols = cols.data();
    csr.values = values.data();
    csr.pointer_bits = csr.index_bits = 64;
    csr.memory = MERGUS_MEMORY_HOST;
    return AnyMatrix::import_csr(context, csr);
}

/// All entries; says in `fault` what is wrong with their order or number.
Matrix download(const AnyMatrix& matrix, std::string& fault) {
    const std::uint64_t count = matrix.nvals();
    Matrix result{matrix.type(), matrix.nrows(), matrix.ncols(), {}};
    std::vector<std::uint64_t> rows(count), cols(count);
    Packed values(result.type, count);
    matrix.extract_tuples(rows.data(), cols.data(), values.data(), result.type);
    for (std::size_t e = 0; e < count; ++e) {
        if (rows[e] >= result.nrows || cols[e] >= result.ncols)
            fault = fmt::format("entry {} is at ({}, {}), outside {} x {}", e, rows[e], cols[e], result.nrows,
                                result.ncols);
        else if (e > 0 && reference::Index{rows[e - 1], cols[e - 1]} >= reference::Index{rows[e], cols[e]})
            fault = fmt::format("entry {} at ({}, {}) is not after the one before it", e, rows[e], cols[e]);
        result.set(rows[e], cols[e], values.get(e));
    }
    return result;
}

bool identical(const Matrix& a, const Matrix& b) {
    if (a.type != b.type || a.nrows != b.nrows || a.ncols != b.ncols || a.entries.size() != b.entries.size())
        return false;
    return std::equal(a.entries.begin(), a.entries.end(), b.entries.begin(),
                      [](const auto& x, const auto& y) {
                          return x.first == y.first && equal_values(x.second.value, y.second.value);
                      });
}

void call(const Instance& instance, AnyMatrix& C, const AnyMatrix& A, const AnyMatrix& B, const Mask& mask) {
    const std::string& operation = instance.words.operation;
    const Algebra& algebra = instance.algebra;
    const BinaryOp accum(instance.accum);
    const Scalar scalar(instance.scalar.data(), instance.scalar.type);
    const Indices rows = instance.layout.all_rows ? Indices{} : Indices{instance.rows};
    const Indices cols = instance.layout.all_cols ? Indices{} : Indices{instance.cols};
    const Descriptor descriptor{instance.descriptor};

    if (operation == "mxm")
        mxm(C, mask, accum, AnySemiring(algebra.semiring), A, B, descriptor);
    else if (operation == "transpose")
        transpose(C, mask, accum, A, descriptor);
    else if (operation == "select")
        select(C, mask, accum, IndexUnaryOp(algebra.op), A, scalar, descriptor);
    else if (operation == "apply")
        apply(C, mask, accum, UnaryOp(algebra.op), A, descriptor);
    else if (operation == "apply_first")
        apply(C, mask, accum, BinaryOp(algebra.op), scalar, A, descriptor);
    else if (operation == "apply_second")
        apply(C, mask, accum, BinaryOp(algebra.op), A, scalar, descriptor);
    else if (operation == "apply_index")
        apply(C, mask, accum, IndexUnaryOp(algebra.op), A, scalar, descriptor);
    else if (operation == "ewise_add")
        ewise_add(C, mask, accum, BinaryOp(algebra.op), A, B, descriptor);
    else if (operation == "ewise_mult")
        ewise_mult(C, mask, accum, BinaryOp(algebra.op), A, B, descriptor);
    else if (operation == "reduce_rows")
        reduce(C, mask, accum, AnyMonoid(algebra.monoid), A, descriptor);
    else if (operation == "assign")
        assign(C, mask, accum, A, rows, cols, descriptor);
    else if (operation == "assign_scalar")
        assign(C, mask, accum, scalar, rows, cols, descriptor);
    else
        extract(C, mask, accum, A, rows, cols, descriptor);
}

} // namespace

Observation execute(const Instance& instance, const Context& context) {
    Observation seen;
    std::array<AnyMatrix, role_count> matrices;
    for (const Role role : {role_C, role_M, role_A, role_B})
        if (instance.has(role) && instance.holder[role] == role)
            matrices[role] = upload(context, instance.matrices[role], instance.by_csr);
    const auto& holder = instance.holder;
    AnyMatrix& C = matrices[holder[role_C]];
    const std::string& operation = instance.words.operation;
    if (operation == "reduce_scalar") {
        Value result = instance.scalar;
        reduce(result.data(), result.type, BinaryOp(instance.accum), AnyMonoid(instance.algebra.monoid),
               matrices[holder[role_A]]);
        seen.result = {result.type, 1, 1, {}};
        seen.result.set(0, 0, result);
    } else if (operation == "build") {
        const mergus_type* type = operand_types(instance.words, instance.algebra).A;
        Packed values(type, instance.tuple_values.size());
        for (std::size_t e = 0; e < instance.tuple_values.size(); ++e)
            values.set(e, instance.tuple_values[e]);
        C.build(instance.tuple_rows, instance.tuple_cols, values.data(), type, BinaryOp(instance.algebra.op));
    } else {
        const Mask mask = instance.has(role_M) ? Mask(matrices[holder[role_M]]) : no_mask;
        call(instance, C, matrices[holder[role_A]], matrices[holder[role_B]], mask);
    }
    if (operation != "reduce_scalar") seen.result = download(C, seen.fault);
    for (const Role role : {role_C, role_M, role_A, role_B}) {
        const bool input = instance.has(role) && holder[role] == role;
        const bool written = instance.has(role_C) && holder[role_C] == role;
        std::string fault;
        if (input && !written && !identical(download(matrices[role], fault), instance.matrices[role]))
            seen.fault = fmt::format("the input {} has changed", "CMAB"[role]);
    }
    return seen;
}

} // namespace mergus::conformance
