/// \file assign.cpp
/// Operations that move entries: assign, extract, build, diagonals, resize.
#include "reference/operations.hpp"
#include "reference/operators.hpp"

#include <algorithm>

namespace mergus::reference {

namespace {

/// The indices of a list; all indices of the dimension if there is no list.
std::vector<std::uint64_t> written_out(List list, std::uint64_t dimension) {
    if (list != nullptr) return *list;
    std::vector<std::uint64_t> all(dimension);
    for (std::uint64_t i = 0; i < dimension; ++i) all[i] = i;
    return all;
}

/// Z: C with region (rows × cols) overwritten by, or accumulated with, at(i, j), which may be null.
template <class At>
Matrix overwritten(const Matrix& C, const mergus_op* accum, const std::vector<std::uint64_t>& rows,
                   const std::vector<std::uint64_t>& cols, At at) {
    Matrix Z = C;
    for (std::uint64_t i = 0; i < rows.size(); ++i) {
        for (std::uint64_t j = 0; j < cols.size(); ++j) {
            const Index place{rows[i], cols[j]};
            const Entry* a = at(i, j);
            const Entry* c = C.find(place.first, place.second);
            if (a == nullptr) {
                if (accum == nullptr) Z.entries.erase(place);
            } else if (accum != nullptr && c != nullptr) {
                Z.entries[place] = cast_entry(combine(*accum, *c, *a), C.type);
            } else {
                Z.entries[place] = cast_entry(*a, C.type);
            }
        }
    }
    return Z;
}

} // namespace

Matrix assign(const Matrix& C, const Output& output, const Matrix& A_given, List rows, List cols) {
    const Matrix A = input(A_given, output.descriptor, MERGUS_DESC_TRAN0);
    const auto row_list = written_out(rows, C.nrows), col_list = written_out(cols, C.ncols);
    if (A.nrows != row_list.size() || A.ncols != col_list.size())
        throw std::logic_error("reference: assign: A has another shape than the region");
    return write_masked(C, output,
                        overwritten(C, output.accum, row_list, col_list,
                                    [&](std::uint64_t i, std::uint64_t j) { return A.find(i, j); }));
}

Matrix assign_to_column(const Matrix& C, const Output& output, const Matrix& A, List rows,
                        std::uint64_t col) {
    Matrix column{C.type, C.nrows, 1, {}}, result = C;
    for (const auto& [place, entry] : C.entries)
        if (place.second == col) {
            column.entries[{place.first, 0}] = entry;
            result.entries.erase(place);
        }
    for (const auto& [place, entry] : assign(column, output, A, rows, nullptr).entries)
        result.entries[{place.first, col}] = entry;
    return result;
}

Matrix assign_to_row(const Matrix& C, const Output& output, const Matrix& A, std::uint64_t row, List cols) {
    const auto transposed = [](const Matrix& X) { return input(X, 1, 1); };
    return transposed(assign_to_column(transposed(C), output, A, cols, row));
}

Matrix assign_scalar(const Matrix& C, const Output& output, const Value& value, List rows, List cols) {
    Entry entry;
    entry.value = value;
    return write_masked(C, output,
                        overwritten(C, output.accum, written_out(rows, C.nrows), written_out(cols, C.ncols),
                                    [&](std::uint64_t, std::uint64_t) { return &entry; }));
}

Matrix extract(const Matrix& C, const Output& output, const Matrix& A_given, List rows, List cols) {
    const Matrix A = input(A_given, output.descriptor, MERGUS_DESC_TRAN0);
    const auto row_list = written_out(rows, A.nrows), col_list = written_out(cols, A.ncols);
    Matrix T{A.type, row_list.size(), col_list.size(), {}};
    for (std::uint64_t i = 0; i < row_list.size(); ++i)
        for (std::uint64_t j = 0; j < col_list.size(); ++j)
            if (const Entry* a = A.find(row_list[i], col_list[j])) T.entries[{i, j}] = *a;
    return write(C, output, T);
}

Matrix diag(const Matrix& C, const Output& output, const Matrix& A, std::int64_t k) {
    const std::uint64_t down = k < 0 ? static_cast<std::uint64_t>(-k) : 0;
    const std::uint64_t right = k > 0 ? static_cast<std::uint64_t>(k) : 0;
    Matrix T{A.type, A.nrows + down + right, A.nrows + down + right, {}};
    for (const auto& [place, entry] : A.entries) T.entries[{place.first + down, place.first + right}] = entry;
    return write(C, output, T);
}

Matrix extract_diag(const Matrix& C, const Output& output, const Matrix& A, std::int64_t k) {
    Matrix T{A.type, C.nrows, 1, {}};
    for (const auto& [place, entry] : A.entries)
        if (static_cast<std::int64_t>(place.second) - static_cast<std::int64_t>(place.first) == k)
            T.entries[{std::min(place.first, place.second), 0}] = entry;
    return write(C, output, T);
}

Matrix resize(const Matrix& C, std::uint64_t nrows, std::uint64_t ncols) {
    Matrix result{C.type, nrows, ncols, {}};
    for (const auto& [place, entry] : C.entries)
        if (place.first < nrows && place.second < ncols) result.entries[place] = entry;
    return result;
}

Matrix build(const mergus_type* type, std::uint64_t nrows, std::uint64_t ncols,
             std::span<const std::uint64_t> rows, std::span<const std::uint64_t> cols,
             std::span<const Value> values, const mergus_op* dup) {
    Matrix built{dup != nullptr ? dup->z_type : type, nrows, ncols, {}};
    for (std::size_t e = 0; e < rows.size(); ++e) {
        Entry entry;
        entry.value = cast(values[e], built.type);
        entry.terms = 1;
        const auto [place, fresh] = built.entries.try_emplace({rows[e], cols[e]}, entry);
        if (fresh) continue;
        if (dup == nullptr) throw std::invalid_argument("reference: build: a duplicate without a dup");
        place->second = combine(*dup, place->second, entry);
    }
    const Matrix empty{type, nrows, ncols, {}};
    return write(empty, {}, built);
}

} // namespace mergus::reference
