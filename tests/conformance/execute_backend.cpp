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

/// A vector of a matrix with one column: by build, or by import in the format that the number of entries
/// selects.
AnyVector upload_vector(const Context& context, const Matrix& matrix, bool by_arrays) {
    std::vector<std::uint64_t> indices;
    const std::uint64_t size = matrix.nrows, nvals = matrix.entries.size();
    std::vector<std::uint8_t> present(size, 0);
    const bool full = nvals == size, bitmap = !full && nvals % 2 == 1;
    const bool slots = by_arrays && bitmap; // a value for each index, 0 where there is no entry
    Packed values(matrix.type, slots ? size : nvals);
    std::fill_n(values.data(), (slots ? size : nvals) * matrix.type->size, static_cast<unsigned char>(0));
    for (const auto& [place, entry] : matrix.entries) {
        values.set(slots ? place.first : indices.size(), entry.value);
        indices.push_back(place.first);
        present[place.first] = 1;
    }
    if (!by_arrays) {
        AnyVector made(context, matrix.type, size);
        made.build(indices, values.data(), matrix.type);
        return made;
    }
    mergus_vector_arrays arrays{};
    arrays.struct_size = sizeof arrays;
    arrays.type = matrix.type;
    arrays.size = size;
    arrays.nvals = nvals;
    arrays.format = full ? MERGUS_VECTOR_FULL : bitmap ? MERGUS_VECTOR_BITMAP : MERGUS_VECTOR_LIST;
    arrays.index_bits = 64;
    arrays.indices = indices.data();
    arrays.present = present.data();
    arrays.values = values.data();
    arrays.memory = MERGUS_MEMORY_HOST;
    return AnyVector::import_arrays(context, arrays);
}

/// All entries, which `extract(rows, cols, values)` writes; `fault` receives a message if their positions or
/// their order are wrong.
template <class Extract>
Matrix download(Matrix result, std::uint64_t count, std::string& fault, Extract extract) {
    std::vector<std::uint64_t> rows(count), cols(count, 0);
    Packed values(result.type, count);
    extract(rows.data(), cols.data(), values.data());
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

Matrix download(const AnyMatrix& matrix, std::string& fault) {
    return download({matrix.type(), matrix.nrows(), matrix.ncols(), {}}, matrix.nvals(), fault,
                    [&](std::uint64_t* rows, std::uint64_t* cols, void* values) {
                        matrix.extract_tuples(rows, cols, values, matrix.type());
                    });
}

Matrix download(const AnyVector& vector, std::string& fault) {
    return download({vector.type(), vector.size(), 1, {}}, vector.nvals(), fault,
                    [&](std::uint64_t* rows, std::uint64_t*, void* values) {
                        vector.extract_tuples(rows, values, vector.type());
                    });
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
    return instance.layout.all_rows ? Indices{all} : Indices{instance.rows};
}

Indices BackendCall::cols() const {
    return instance.layout.all_cols ? Indices{all} : Indices{instance.cols};
}

Observation execute(const Instance& instance, const Context& context, Caller caller) {
    Observation seen;
    const Roles is_vector = instance.words.operation->vectors;
    std::array<AnyMatrix, role_count> matrices;
    std::array<AnyVector, role_count> vectors;
    for (const Role role : {role_C, role_M, role_A, role_B}) {
        if (!instance.has(role) || instance.holder[role] != role) continue;
        if (contains(is_vector, role))
            vectors[role] = upload_vector(context, instance.matrices[role], instance.by_csr);
        else
            matrices[role] = upload(context, instance.matrices[role], instance.by_csr);
    }
    const auto downloaded = [&](Role role, std::string& fault) {
        return contains(is_vector, role) ? download(vectors[role], fault) : download(matrices[role], fault);
    };
    const auto& holder = instance.holder;
    const Mask mask = !instance.has(role_M)         ? Mask(no_mask)
                      : contains(is_vector, role_M) ? Mask(vectors[holder[role_M]])
                                                    : Mask(matrices[holder[role_M]]);
    Value scalar = instance.scalar;
    if (caller == nullptr) caller = instance.words.operation->call;
    caller({.instance = instance,
            .algebra = instance.algebra,
            .C = matrices[holder[role_C]],
            .A = matrices[holder[role_A]],
            .B = matrices[holder[role_B]],
            .w = vectors[holder[role_C]],
            .u = vectors[holder[role_A]],
            .v = vectors[holder[role_B]],
            .mask = mask,
            .accum = BinaryOp(instance.accum),
            .descriptor = Descriptor{instance.descriptor},
            .result = scalar});
    if (instance.has(role_C)) {
        seen.result = downloaded(holder[role_C], seen.fault);
    } else {
        seen.result = {scalar.type, 1, 1, {}};
        seen.result.set(0, 0, scalar);
    }
    for (const Role role : {role_C, role_M, role_A, role_B}) {
        const bool input = instance.has(role) && holder[role] == role;
        const bool written = instance.has(role_C) && holder[role_C] == role;
        std::string fault;
        if (input && !written && !identical(downloaded(role, fault), instance.matrices[role]))
            seen.fault = fmt::format("the input {} has changed", "CMAB"[role]);
    }
    return seen;
}

} // namespace mergus::conformance
