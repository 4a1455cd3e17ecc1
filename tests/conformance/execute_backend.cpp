/// \file execute_backend.cpp
/// Runs an instance on a backend and reads the result.
#include "conformance/execute.hpp"

#include "conformance/compare.hpp"
#include "conformance/operation.hpp"

#include <mergus/ops.hpp>

#include <fmt/format.h>

#include <algorithm>

namespace mergus::conformance {

namespace {

using reference::Matrix;
using reference::Value;

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

/// All entries; `fault` receives a message if their positions or their order are wrong.
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

} // namespace

Scalar BackendCall::scalar() const {
    return {instance.scalar.data(), instance.scalar.type};
}

Indices BackendCall::rows() const {
    return instance.layout.all_rows ? Indices{} : Indices{instance.rows};
}

Indices BackendCall::cols() const {
    return instance.layout.all_cols ? Indices{} : Indices{instance.cols};
}

Observation execute(const Instance& instance, const Context& context) {
    Observation seen;
    std::array<AnyMatrix, role_count> matrices;
    for (const Role role : {role_C, role_M, role_A, role_B})
        if (instance.has(role) && instance.holder[role] == role)
            matrices[role] = upload(context, instance.matrices[role], instance.by_csr);
    const auto& holder = instance.holder;
    AnyMatrix& C = matrices[holder[role_C]];
    const Mask mask = instance.has(role_M) ? Mask(matrices[holder[role_M]]) : no_mask;
    Value scalar = instance.scalar;
    instance.words.operation->call({.instance = instance,
                                    .algebra = instance.algebra,
                                    .C = C,
                                    .A = matrices[holder[role_A]],
                                    .B = matrices[holder[role_B]],
                                    .mask = mask,
                                    .accum = BinaryOp(instance.accum),
                                    .descriptor = Descriptor{instance.descriptor},
                                    .result = scalar});
    if (instance.has(role_C)) {
        seen.result = download(C, seen.fault);
    } else {
        seen.result = {scalar.type, 1, 1, {}};
        seen.result.set(0, 0, scalar);
    }
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
