/// \file test_vector_parts.cpp
/// Vectors as parts of matrices, of other sizes, and as arrays in memory of the caller.
#include "vector_forms_testing.hpp"

#include <mergus/mergus.hpp>

#include <algorithm>
#include <utility>
#include <vector>

using namespace mergus;
using namespace mergus::tests;
using namespace mergus::tests::forms;

TEST_SUITE_BEGIN("vector-forms");

TEST_CASE("rows, columns and diagonals of a matrix") {
    on_each_backend([](const Context& context) {
        const Matrix<I64> A = random_matrix(context, 45, 60);
        const Both w = both(context, 45, 4);
        std::vector<std::uint64_t> list(45);
        for (auto& i : list) i = below(45);
        for (const std::uint64_t j : {0, 3, 59}) {
            const std::vector<std::uint64_t> column{j};
            CHECK(entries_of(extract<I64>(A, all, j)) == read<I64>(extract<I64>(A, all, column)));
            CHECK(entries_of(extract<I64>(A, list, j)) == read<I64>(extract<I64>(A, list, column)));
            Matrix<I64> C = A.dup(), D = A.dup();
            assign(C, w.v, all, j);
            assign(D, w.m, all, column);
            CHECK(read<I64>(C) == read<I64>(D));
        }
        const Matrix<I64> At = transpose(A);
        for (const std::uint64_t i : {0, 3, 8, 44}) {
            const std::vector<std::uint64_t> row{i};
            CHECK(entries_of(extract<I64>(A, i, list)) == read<I64>(extract<I64>(At, list, row)));
            CHECK(entries_of(extract<I64>(A, i, all)) == read<I64>(extract<I64>(At, all, row)));
            Matrix<I64> C = At.dup(), D = At.dup();
            assign(C, w.v, i, all);
            assign(D, transpose(w.m), row, all);
            CHECK(read<I64>(C) == read<I64>(D));
        }
        for (const std::int64_t k : {0, 4, -7, 59, -44, 60, 100, -45}) {
            CAPTURE(k);
            Entries<I64> expected, placed;
            for (const auto& e : read<I64>(A))
                if (static_cast<I64>(e.col) - static_cast<I64>(e.row) == k)
                    expected.push_back({std::min(e.row, e.col), 0, e.value});
            CHECK(entries_of(diag<I64>(static_cast<const AnyMatrix&>(A), k)) == expected);
            for (const auto& e : read<I64>(w.m))
                placed.push_back({e.row + static_cast<std::uint64_t>(std::max<I64>(-k, 0)),
                                  e.row + static_cast<std::uint64_t>(std::max<I64>(k, 0)), e.value});
            CHECK(read<I64>(diag<I64>(static_cast<const AnyVector&>(w.v), k)) == placed);
        }
    });
}

TEST_CASE("kronecker products and other shapes") {
    on_each_backend([](const Context& context) {
        const Matrix<I64> A = random_matrix(context, 9, 7), B = random_matrix(context, 8, 5);
        Entries<I64> expected;
        for (const auto& a : read<I64>(A))
            for (const auto& b : read<I64>(B))
                expected.push_back({a.row * 8 + b.row, a.col * 5 + b.col, a.value - b.value});
        std::sort(expected.begin(), expected.end(), [](const auto& x, const auto& y) {
            return std::pair(x.row, x.col) < std::pair(y.row, y.col);
        });
        CHECK(read<I64>(kronecker(ops::minus<I64>, A, B)) == expected);
        for (const auto& [nrows, ncols] : {std::pair<std::uint64_t, std::uint64_t>{9, 7},
                                           {4, 7},
                                           {9, 3},
                                           {20, 5},
                                           {3, 30},
                                           {30, 1ull << 34},
                                           {0, 0}}) {
            Matrix<I64> C = A.dup();
            C.resize(nrows, ncols);
            Entries<I64> kept;
            for (const auto& e : read<I64>(A))
                if (e.row < nrows && e.col < ncols) kept.push_back(e);
            CHECK(read<I64>(C) == kept);
            C.resize(9, 7);
            CHECK(read<I64>(C) == kept);
        }
        for (const std::uint64_t share : shares)
            for (const std::uint64_t size : {0ull, 10ull, 30ull, 50ull, 1ull << 50}) {
                Both u = both(context, 30, share);
                Vector<I64> v = u.v.dup();
                v.resize(size);
                Entries<I64> kept;
                for (const auto& e : read<I64>(u.m))
                    if (e.row < size) kept.push_back(e);
                CHECK(entries_of(v) == kept);
                CHECK(v.size() == size);
                v.resize(30);
                ewise_add(u.v, ops::minus<I64>, v, v); // its arrays are those of a vector of size 30
                for (auto& e : kept) e.value = 0;
                CHECK(entries_of(u.v) == kept);
            }
    });
}

TEST_CASE("arrays of vectors: lists, full arrays and bitmaps, in and out") {
    on_each_backend([](const Context& context) {
        const std::uint64_t n = 50;
        for (const std::uint64_t share : shares) {
            const Entries<I64> entries = random_column(n, share);
            std::vector<std::uint32_t> indices;
            std::vector<I64> values, dense(n, -99);
            std::vector<std::uint8_t> present(n, 0);
            for (const auto& e : entries) {
                indices.push_back(static_cast<std::uint32_t>(e.row));
                values.push_back(e.value);
                dense[e.row] = e.value;
                present[e.row] = 1;
            }
            mergus_vector_arrays arrays{};
            arrays.struct_size = sizeof arrays;
            arrays.type = type_of<I64>();
            arrays.size = n;
            arrays.nvals = entries.size();
            arrays.index_bits = 32;
            for (const int format : {MERGUS_VECTOR_LIST, MERGUS_VECTOR_BITMAP, MERGUS_VECTOR_FULL}) {
                if (format == MERGUS_VECTOR_FULL && share != 8) continue;
                CAPTURE(format);
                arrays.format = format;
                arrays.indices = indices.data();
                arrays.present = present.data();
                arrays.values = format == MERGUS_VECTOR_LIST ? values.data() : dense.data();
                const Vector<I64> v(AnyVector::import_arrays(context, arrays));
                CHECK(entries_of(v) == entries);
                for (const int out : {MERGUS_VECTOR_LIST, MERGUS_VECTOR_BITMAP, MERGUS_VECTOR_FULL}) {
                    if (out == MERGUS_VECTOR_FULL && share != 8) continue;
                    CAPTURE(out);
                    std::vector<std::uint64_t> got_indices(n);
                    std::vector<std::uint8_t> got_present(n, 7);
                    std::vector<I64> got(n);
                    mergus_vector_arrays copy = arrays;
                    copy.format = out;
                    copy.index_bits = 64;
                    copy.indices = got_indices.data();
                    copy.present = got_present.data();
                    copy.values = got.data();
                    copy.capacity = n;
                    v.export_arrays(copy);
                    CHECK(copy.nvals == entries.size());
                    for (std::size_t e = 0; e < entries.size(); ++e) {
                        if (out == MERGUS_VECTOR_LIST) CHECK(got_indices[e] == entries[e].row);
                        CHECK(got[out == MERGUS_VECTOR_LIST ? e : entries[e].row] == entries[e].value);
                    }
                    if (out == MERGUS_VECTOR_BITMAP) CHECK(got_present == present);
                    Vector<I64> moved = v.dup();
                    VectorArrays own = moved.release_arrays(out);
                    CHECK(moved.nvals() == 0);
                    const Vector<I64> again(AnyVector::import_arrays(context, std::move(own)));
                    CHECK(entries_of(again) == entries);
                }
            }
        }
    });
}

TEST_SUITE_END();
