/// \file test_pack.cpp
/// pack and unpack of matrices: arrays of the program in matrices, and back. Import and export of the same
/// arrays.
#include "packing.hpp"

#include <algorithm>
#include <string_view>

using namespace mergus::tests;

namespace {

/// Compressed rows or columns of fp64.
struct Lines {
    std::vector<GrB_Index> offsets, indices;
    std::vector<double> values;
    bool iso = false, jumbled = false;
    bool operator==(const Lines&) const = default;
};

GrB_Info pack(GrB_Matrix A, const Lines& lines, bool by_rows, GrB_Index missing_bytes = 0) {
    GrB_Index *offsets = array_of(lines.offsets), *indices = array_of(lines.indices);
    void* values = array_of(lines.values);
    const auto function = by_rows ? GxB_Matrix_pack_CSR : GxB_Matrix_pack_CSC;
    const GrB_Info info =
        function(A, &offsets, &indices, &values, lines.offsets.size() * 8 - missing_bytes,
                 lines.indices.size() * 8, lines.values.size() * 8, lines.iso, lines.jumbled, nullptr);
    const bool moved = info == GrB_SUCCESS;
    CHECK((offsets == nullptr) == moved);
    CHECK((indices == nullptr) == moved);
    CHECK((values == nullptr) == moved);
    std::free(offsets); // NOLINT: the program's, unless it moved
    std::free(indices); // NOLINT
    std::free(values);  // NOLINT
    return info;
}

Lines unpack(GrB_Matrix A, bool by_rows, bool iso_wanted = true) {
    GrB_Index *offsets = nullptr, *indices = nullptr, bytes[3] = {};
    void* values = nullptr;
    bool iso = false, jumbled = true;
    const auto function = by_rows ? GxB_Matrix_unpack_CSR : GxB_Matrix_unpack_CSC;
    OK(function(A, &offsets, &indices, &values, bytes, bytes + 1, bytes + 2, iso_wanted ? &iso : nullptr,
                &jumbled, nullptr));
    CHECK_FALSE(jumbled);
    GrB_Index nvals = 1;
    OK(GrB_Matrix_nvals(&nvals, A));
    CHECK(nvals == 0);
    return {content_of<GrB_Index>(offsets, bytes[0]), content_of<GrB_Index>(indices, bytes[1]),
            content_of<double>(values, bytes[2]), iso, false};
}

const Lines rows_of_a{{0, 2, 2, 3}, {1, 3, 0}, {1, 2, 3}};
const Lines columns_of_a{{0, 1, 2, 2, 3}, {2, 0, 0}, {3, 1, 2}};

} // namespace

TEST_SUITE_BEGIN("graphblas");

TEST_CASE("pack and unpack of rows and columns") {
    initialise();
    for (const bool packed_rows : {true, false})
        for (const bool unpacked_rows : {true, false}) {
            CAPTURE(packed_rows);
            CAPTURE(unpacked_rows);
            Matrix A;
            OK(GrB_Matrix_new(A.put(), GrB_FP64, 3, 4));
            OK(pack(A, packed_rows ? rows_of_a : columns_of_a, packed_rows));
            CHECK((entry(A, 0, 1) == 1 && entry(A, 0, 3) == 2 && entry(A, 2, 0) == 3));
            CHECK(unpack(A, unpacked_rows) == (unpacked_rows ? rows_of_a : columns_of_a));
            OK(pack(A, rows_of_a, true)); // the matrix is empty, and can be used again
            OK(GrB_Matrix_setElement_FP64(A, 7, 1, 1));
            CHECK(unpack(A, true) == Lines{{0, 2, 3, 4}, {1, 3, 1, 0}, {1, 2, 7, 3}});
            OK(GrB_Matrix_setElement_FP64(A, 7, 1, 1));
            CHECK(entry(A, 1, 1) == 7);
        }
}

TEST_CASE("packed arrays come back without a copy") {
    initialise();
    char backend[64] = {};
    OK(GrB_Global_get_String(GrB_GLOBAL, backend, GxB_MERGUS_BACKEND));
    const bool on_host = std::string_view(backend) == "suitesparse";
    Matrix A;
    OK(GrB_Matrix_new(A.put(), GrB_FP64, 3, 4));
    GrB_Index *offsets = array_of(rows_of_a.offsets), *indices = array_of(rows_of_a.indices), bytes = 0;
    void* values = array_of(rows_of_a.values);
    const void *const old_offsets = offsets, *const old_indices = indices, *const old_values = values;
    OK(GxB_Matrix_pack_CSR(A, &offsets, &indices, &values, 32, 24, 24, false, false, nullptr));
    OK(GxB_Matrix_unpack_CSR(A, &offsets, &indices, &values, &bytes, &bytes, &bytes, nullptr, nullptr,
                             nullptr));
    if (on_host) {
        CHECK(offsets == old_offsets);
        CHECK(indices == old_indices);
        CHECK(values == old_values);
    }
    CHECK(content_of<GrB_Index>(offsets, 32) == rows_of_a.offsets);
    CHECK(content_of<GrB_Index>(indices, 24) == rows_of_a.indices);
    CHECK(content_of<double>(values, 24) == rows_of_a.values);
}

TEST_CASE("pack of rows in any order, of one value, and of nothing") {
    initialise();
    Matrix A;
    OK(GrB_Matrix_new(A.put(), GrB_FP64, 3, 4));
    OK(pack(A, {{0, 3, 3, 5}, {3, 0, 1, 2, 1}, {4, 1, 2, 7, 6}, false, true}, true));
    CHECK(unpack(A, true) == Lines{{0, 3, 3, 5}, {0, 1, 3, 1, 2}, {1, 2, 4, 6, 7}});
    OK(pack(A, {{0, 2, 2, 3}, {3, 1, 0}, {5}, true, true}, true));
    CHECK((entry(A, 0, 1) == 5 && entry(A, 0, 3) == 5 && entry(A, 2, 0) == 5));
    CHECK(unpack(A, true, false) == Lines{{0, 2, 2, 3}, {1, 3, 0}, {5, 5, 5}});
    OK(pack(A, {{0, 2, 2, 3}, {3, 1, 0}, {5}, true, true}, true));
    const Lines one = unpack(A, true);
    CHECK(one.values == std::vector<double>(one.iso ? 1 : 3, 5.0));
    OK(pack(A, {{0, 0, 0, 0}, {}, {}}, true));
    CHECK(unpack(A, true) == Lines{{0, 0, 0, 0}, {}, {}});
}

TEST_CASE("pack checks its arrays and leaves them to the program") {
    initialise();
    Matrix A;
    OK(GrB_Matrix_new(A.put(), GrB_FP64, 3, 4));
    OK(GrB_Matrix_setElement_FP64(A, 9, 0, 0));
    CHECK(pack(A, rows_of_a, true, 8) == GrB_INVALID_VALUE);                         // too few bytes
    CHECK(pack(A, {{0, 2, 1, 3}, {1, 3, 0}, {1, 2, 3}}, true) == GrB_INVALID_VALUE); // falls
    CHECK(pack(A, {{0, 2, 2, 3}, {3, 1, 0}, {1, 2, 3}}, true) == GrB_INVALID_VALUE); // not sorted
    CHECK(pack(A, {{0, 2, 2, 3}, {1, 1, 0}, {1, 2, 3}}, true) == GrB_INVALID_VALUE); // twice
    CHECK(pack(A, {{0, 2, 2, 4}, {1, 3, 0}, {1, 2, 3}}, true) == GrB_INVALID_VALUE); // too few indices
    CHECK(pack(A, {{0, 2, 2, 3}, {1, 4, 0}, {1, 2, 3}}, true) < GrB_SUCCESS);        // out of range
    CHECK(entry(A, 0, 0) == 9);
    CHECK(GxB_Matrix_pack_CSR(A, nullptr, nullptr, nullptr, 0, 0, 0, false, false, nullptr) ==
          GrB_NULL_POINTER);
    CHECK(GxB_Matrix_unpack_CSR(A, nullptr, nullptr, nullptr, nullptr, nullptr, nullptr, nullptr, nullptr,
                                nullptr) == GrB_NULL_POINTER);
    CHECK(GxB_Matrix_pack_CSR(nullptr, nullptr, nullptr, nullptr, 0, 0, 0, false, false, nullptr) ==
          GrB_UNINITIALIZED_OBJECT);
}

TEST_CASE("pack and unpack of full matrices") {
    initialise();
    const std::vector<double> by_rows{1, 2, 3, 4, 5, 6}, by_columns{1, 4, 2, 5, 3, 6};
    Matrix A;
    OK(GrB_Matrix_new(A.put(), GrB_FP64, 2, 3));
    for (const bool rows : {true, false}) {
        void* values = array_of(rows ? by_rows : by_columns);
        GrB_Index bytes = 0;
        bool iso = true;
        OK((rows ? GxB_Matrix_pack_FullR : GxB_Matrix_pack_FullC)(A, &values, 48, false, nullptr));
        CHECK(values == nullptr);
        CHECK((entry(A, 0, 2) == 3 && entry(A, 1, 0) == 4));
        OK((rows ? GxB_Matrix_unpack_FullC : GxB_Matrix_unpack_FullR)(A, &values, &bytes, &iso, nullptr));
        CHECK_FALSE(iso);
        CHECK(content_of<double>(values, bytes) == (rows ? by_columns : by_rows));
        CHECK(GxB_Matrix_unpack_FullR(A, &values, &bytes, nullptr, nullptr) == GrB_INVALID_VALUE); // empty
    }
    void* one = array_of<double>({4});
    OK(GxB_Matrix_pack_FullR(A, &one, 8, true, nullptr));
    CHECK((entry(A, 0, 0) == 4 && entry(A, 1, 2) == 4));
}

namespace {

/// n x m with about five entries a row, and rows without entries.
Lines many_rows(GrB_Index n, GrB_Index m) {
    Lines made{{0}, {}, {}};
    for (GrB_Index i = 0; i < n; ++i) {
        const GrB_Index count = i % 7 == 3 ? 0 : 1 + (i * 2654435761U >> 7) % 9;
        for (GrB_Index k = 0, j = i * 37 % 64; k < count && j < m; ++k) {
            made.indices.push_back(j);
            made.values.push_back(static_cast<double>(made.values.size()));
            j += 1 + (i * 40503 + k * 9973) % (m / 10);
        }
        made.offsets.push_back(made.indices.size());
    }
    return made;
}

Lines transposed(const Lines& rows, GrB_Index m) {
    Lines made{std::vector<GrB_Index>(m + 1), std::vector<GrB_Index>(rows.indices.size()),
               std::vector<double>(rows.values.size())};
    for (const GrB_Index j : rows.indices) ++made.offsets[j + 1];
    for (GrB_Index j = 0; j < m; ++j) made.offsets[j + 1] += made.offsets[j];
    std::vector<GrB_Index> next(made.offsets.begin(), made.offsets.end() - 1);
    for (GrB_Index i = 0; i + 1 < rows.offsets.size(); ++i)
        for (GrB_Index e = rows.offsets[i]; e < rows.offsets[i + 1]; ++e) {
            const GrB_Index to = next[rows.indices[e]]++;
            made.indices[to] = i;
            made.values[to] = rows.values[e];
        }
    return made;
}

} // namespace

TEST_CASE("many rows through pack, unpack, import and export") {
    initialise();
    constexpr GrB_Index n = 9000, m = 7001;
    const Lines rows = many_rows(n, m), columns = transposed(rows, m);
    REQUIRE(rows.indices.size() > 30000);
    Matrix A, packed;
    OK(GrB_Matrix_new(packed.put(), GrB_FP64, n, m));
    OK(pack(packed, rows, true));
    CHECK(unpack(packed, false) == columns);
    OK(pack(packed, columns, false));
    CHECK(unpack(packed, true) == rows);
    Lines jumbled = rows;
    jumbled.jumbled = true;
    for (GrB_Index i = 0; i < n; ++i) {
        const auto begin = static_cast<std::ptrdiff_t>(rows.offsets[i]),
                   end = static_cast<std::ptrdiff_t>(rows.offsets[i + 1]);
        std::reverse(jumbled.indices.begin() + begin, jumbled.indices.begin() + end);
        std::reverse(jumbled.values.begin() + begin, jumbled.values.begin() + end);
    }
    OK(pack(packed, jumbled, true));
    CHECK(unpack(packed, true) == rows);
    const Lines* const inputs[] = {&rows, &jumbled};
    for (const Lines* from : inputs) {
        OK(GrB_Matrix_free(A.put()));
        OK(GrB_Matrix_import_FP64(A.put(), GrB_FP64, n, m, from->offsets.data(), from->indices.data(),
                                  from->values.data(), n + 1, rows.indices.size(), rows.values.size(),
                                  GrB_CSR_FORMAT));
        for (const bool by_rows : {true, false}) {
            const Lines& expected = by_rows ? rows : columns;
            GrB_Index a = expected.offsets.size(), b = expected.indices.size(), c = b;
            Lines out{std::vector<GrB_Index>(a), std::vector<GrB_Index>(b), std::vector<double>(c)};
            OK(GrB_Matrix_export_FP64(out.offsets.data(), out.indices.data(), out.values.data(), &a, &b, &c,
                                      by_rows ? GrB_CSR_FORMAT : GrB_CSC_FORMAT, A));
            CHECK(out == expected);
        }
    }
}

// Rows and columns of every type, which are copied as they are.
TEST_CASE("import and export of every type") {
    initialise();
    const std::vector<GrB_Index> offsets{0, 2, 2, 3}, indices{1, 3, 0};
#define MERGUS_TYPE(F, P, S, V, E)                                                                           \
    for (const GrB_Format format : {GrB_CSR_FORMAT, GrB_CSC_FORMAT}) {                                       \
        Matrix A;                                                                                            \
        const E values[] = {1, 0, 1};                                                                        \
        E found[3] = {}, x = 0;                                                                              \
        std::vector<GrB_Index> p(4), i(3);                                                                   \
        GrB_Index a = 4, b = 3, c = 3;                                                                       \
        const bool rows = format == GrB_CSR_FORMAT;                                                          \
        OK(GrB_Matrix_import_##S(A.put(), GrB_##S, rows ? 3 : 4, rows ? 4 : 3, offsets.data(),               \
                                 indices.data(), values, 4, 3, 3, format));                                  \
        OK(GrB_Matrix_extractElement_##S(&x, A, rows ? 0 : 1, rows ? 1 : 0));                                \
        CHECK(x == static_cast<E>(1));                                                                       \
        OK(GrB_Matrix_export_##S(p.data(), i.data(), found, &a, &b, &c, format, A));                         \
        CHECK((p == offsets && i == indices && std::equal(values, values + 3, found)));                      \
    }
    GB_FOR_BUILTIN(MERGUS_TYPE, )
#undef MERGUS_TYPE
}

TEST_SUITE_END();
