/// \file test_regions.cpp
/// Parts of matrices and vectors: subassign, ranges of indices, tiles, other shapes; and how objects are
/// stored.
#include "contents.hpp"

#include <array>
#include <cstdlib>
#include <string>

using namespace mergus::tests;

namespace {

/// subassign by its definition: the region's entries are those of T, or of the region where the mask is
/// false.
Content expected(Content C, const Content& mask, const Content& T, const std::vector<GrB_Index>& rows,
                 const std::vector<GrB_Index>& cols, bool replace, bool accumulate) {
    for (std::size_t i = 0; i < rows.size(); ++i)
        for (std::size_t j = 0; j < cols.size(); ++j) {
            const Position at{rows[i], cols[j]}, in{i, j};
            const auto m = mask.find(in);
            if (m == mask.end() || m->second == 0) {
                if (replace) C.erase(at);
                continue;
            }
            const auto t = T.find(in);
            if (t != T.end())
                C[at] = accumulate && C.contains(at) ? C[at] + t->second : t->second;
            else if (!accumulate)
                C.erase(at);
        }
    return C;
}

} // namespace

TEST_SUITE_BEGIN("graphblas");

TEST_CASE("subassign of matrices") {
    initialise();
    const std::vector<GrB_Index> rows{4, 1, 2}, cols{0, 3, 5};
    const Content before = pattern(6, 1, 6), T = pattern(3, 2, 3),
                  where{{{0, 0}, 1}, {{0, 1}, 1}, {{1, 1}, 0}, {{1, 2}, 1}, {{2, 0}, 1}, {{2, 1}, 1}};
    Matrix A, mask;
    put_content(A.put(), 3, T);
    put_content(mask.put(), 3, where);
    Content ones;
    for (GrB_Index i = 0; i < 3; ++i)
        for (GrB_Index j = 0; j < 3; ++j) ones[{i, j}] = 9;
    for (const bool replace : {false, true})
        for (const bool accumulate : {false, true}) {
            const GrB_BinaryOp accum = accumulate ? GrB_PLUS_FP64 : nullptr;
            const GrB_Descriptor how = replace ? GrB_DESC_R : nullptr;
            Matrix C, D;
            put_content(C.put(), 6, before);
            OK(GxB_Matrix_subassign(C, mask, accum, A, rows.data(), 3, cols.data(), 3, how));
            CHECK(content_of(C) == expected(before, where, T, rows, cols, replace, accumulate));
            put_content(D.put(), 6, before);
            OK(GxB_Matrix_subassign_FP64(D, mask, accum, 9, rows.data(), 3, cols.data(), 3, how));
            CHECK(content_of(D) == expected(before, where, ones, rows, cols, replace, accumulate));
        }
    Matrix C;
    put_content(C.put(), 6, before);
    CHECK(GxB_Matrix_subassign(C, nullptr, nullptr, A, rows.data(), 2, cols.data(), 3, nullptr) ==
          GrB_DIMENSION_MISMATCH);
    CHECK(content_of(C) == before);
}

TEST_CASE("subassign of rows, columns and vectors") {
    initialise();
    const std::vector<GrB_Index> list{5, 0, 3};
    const Content before = pattern(6, 1, 6), T{{{0, 0}, 7}, {{2, 0}, 8}}, where{{{0, 0}, 1}, {{1, 0}, 1}};
    const auto transposed = [](const Content& from) {
        Content made;
        for (const auto& [at, x] : from) made[{at.second, at.first}] = x;
        return made;
    };
    Vector u, mask, w;
    put_content(u.put(), 3, T);
    put_content(mask.put(), 3, where);
    for (const bool replace : {false, true}) {
        const GrB_Descriptor how = replace ? GrB_DESC_R : nullptr;
        Matrix C, D;
        put_content(C.put(), 6, before);
        OK(GxB_Col_subassign(C, mask, nullptr, u, list.data(), 3, 2, how));
        CHECK(content_of(C) == expected(before, where, T, list, {2}, replace, false));
        put_content(D.put(), 6, before);
        OK(GxB_Row_subassign(D, mask, nullptr, u, 2, list.data(), 3, how));
        CHECK(content_of(D) == expected(before, transposed(where), transposed(T), {2}, list, replace, false));
        Vector v, x;
        const Content line{{{0, 0}, 1}, {{3, 0}, 2}, {{4, 0}, 3}, {{5, 0}, 4}};
        put_content(v.put(), 6, line);
        OK(GxB_Vector_subassign(v, mask, nullptr, u, list.data(), 3, how));
        CHECK(content_of(v) == expected(line, where, T, list, {0}, replace, false));
        put_content(x.put(), 6, line);
        ScalarObject s;
        make_scalar(s, 6);
        OK(GxB_Vector_subassign_Scalar(x, mask, GrB_PLUS_FP64, s, list.data(), 3, how));
        CHECK(content_of(x) ==
              expected(line, where, {{{0, 0}, 6}, {{1, 0}, 6}, {{2, 0}, 6}}, list, {0}, replace, true));
    }
}

TEST_CASE("ranges of indices") {
    initialise();
    Vector u;
    Content line;
    for (GrB_Index i = 0; i < 10; ++i) line[{i, 0}] = static_cast<double>(i);
    put_content(u.put(), 10, line);
    const auto at = [&](GrB_Index kind, const std::array<GrB_Index, 3>& range, std::vector<double> values) {
        Vector w;
        OK(GrB_Vector_new(w.put(), GrB_FP64, values.size()));
        OK(GrB_Vector_extract(w, nullptr, nullptr, u, range.data(), kind, nullptr));
        Content found;
        for (GrB_Index k = 0; k < values.size(); ++k) found[{k, 0}] = values[k];
        CHECK(content_of(w) == found);
    };
    at(GxB_RANGE, {2, 5, 0}, {2, 3, 4, 5});
    at(GxB_RANGE, {5, 2, 0}, {});
    at(GxB_STRIDE, {1, 9, 3}, {1, 4, 7});
    at(GxB_STRIDE, {1, 9, 0}, {});
    at(GxB_BACKWARDS, {9, 2, 3}, {9, 6, 3});
    at(GxB_BACKWARDS, {2, 9, 3}, {});
    Vector w;
    OK(GrB_Vector_new(w.put(), GrB_FP64, 3));
    const std::array<GrB_Index, 2> outside{8, 10};
    CHECK(GrB_Vector_extract(w, nullptr, nullptr, u, outside.data(), GxB_RANGE, nullptr) ==
          GrB_INDEX_OUT_OF_BOUNDS);
}

TEST_CASE("tiles and other shapes") {
    initialise();
    const Content content = pattern(6, 3, 6);
    Matrix A, C;
    put_content(A.put(), 6, content);
    std::array<GrB_Matrix, 6> tiles{};
    const std::array<GrB_Index, 2> heights{4, 2};
    const std::array<GrB_Index, 3> widths{1, 2, 3};
    OK(GxB_Matrix_split(tiles.data(), 2, 3, heights.data(), widths.data(), A, nullptr));
    GrB_Index rows = 0, cols = 0;
    OK(GrB_Matrix_nrows(&rows, tiles[5]));
    OK(GrB_Matrix_ncols(&cols, tiles[5]));
    CHECK(rows == 2);
    CHECK(cols == 3);
    OK(GrB_Matrix_new(C.put(), GrB_FP32, 6, 6));
    OK(GxB_Matrix_concat(C, tiles.data(), 2, 3, nullptr));
    CHECK(content_of(C) == content);
    OK(GrB_Matrix_resize(C, 5, 6));
    CHECK(GxB_Matrix_concat(C, tiles.data(), 2, 3, nullptr) == GrB_DIMENSION_MISMATCH);
    for (GrB_Matrix& tile : tiles) OK(GrB_Matrix_free(&tile));
    CHECK(GxB_Matrix_split(tiles.data(), 2, 3, widths.data(), widths.data(), A, nullptr) ==
          GrB_DIMENSION_MISMATCH);

    for (const bool by_col : {false, true}) {
        Matrix B;
        OK(GxB_Matrix_reshapeDup(B.put(), A, by_col, 4, 9, nullptr));
        Content moved;
        for (const auto& [at, x] : content) {
            const GrB_Index k = by_col ? at.second * 6 + at.first : at.first * 6 + at.second;
            moved[by_col ? Position{k % 4, k / 4} : Position{k / 9, k % 9}] = x;
        }
        CHECK(content_of(B) == moved);
        OK(GxB_Matrix_reshape(B, by_col, 6, 6, nullptr));
        CHECK(content_of(B) == content);
        CHECK(GxB_Matrix_reshape(B, by_col, 5, 7, nullptr) == GrB_DIMENSION_MISMATCH);
    }
}

TEST_CASE("storage and blobs") {
    initialise();
    const Content content = pattern(6, 3, 6);
    Matrix A, B;
    Vector u, v;
    put_content(A.put(), 6, content);
    put_content(u.put(), 6, {{{2, 0}, 5}});
    OK(GrB_Matrix_set_String(A, "the name", GrB_NAME));
    void* blob = nullptr;
    GrB_Index size = 0;
    OK(GxB_Matrix_serialize(&blob, &size, A, nullptr));
    std::array<char, GxB_MAX_NAME_LEN> name{};
    OK(GxB_deserialize_type_name(name.data(), blob, size));
    CHECK(std::string(name.data()) == "FP64");
    std::size_t bytes = 0;
    OK(GxB_Serialized_get_SIZE(blob, &bytes, GrB_NAME, size));
    CHECK(bytes == 9);
    OK(GxB_Serialized_get_String(blob, name.data(), GrB_NAME, size));
    CHECK(std::string(name.data()) == "the name");
    CHECK(GxB_Serialized_get_String(blob, name.data(), GrB_SIZE, size) == GrB_INVALID_VALUE);
    OK(GxB_Matrix_deserialize(B.put(), GrB_FP64, blob, size, nullptr));
    CHECK(content_of(B) == content);
    // Blobs that end too early, or have a byte of the names' sizes changed.
    for (GrB_Index shorter = 0; shorter < size; ++shorter)
        CHECK(GxB_deserialize_type_name(name.data(), blob, shorter) == GrB_INVALID_OBJECT);
    static_cast<unsigned char*>(blob)[size - 24] = 0xff;
    CHECK(GxB_deserialize_type_name(name.data(), blob, size) == GrB_INVALID_OBJECT);
    std::free(blob); // NOLINT: of malloc
    OK(GxB_Vector_serialize(&blob, &size, u, nullptr));
    OK(GxB_Vector_deserialize(v.put(), nullptr, blob, size, nullptr));
    CHECK(content_of(v) == Content{{{2, 0}, 5}});
    CHECK(GxB_Vector_deserialize(v.put(), nullptr, "no vector", 9, nullptr) == GrB_INVALID_OBJECT);
    std::free(blob); // NOLINT: of malloc

    OK(GxB_Matrix_memoryUsage(&bytes, A));
    CHECK(bytes > content.size() * 16);
    OK(GxB_Vector_memoryUsage(&bytes, u));
    CHECK(bytes > 16);
    ScalarObject s;
    make_scalar(s, 1);
    OK(GxB_Scalar_memoryUsage(&bytes, s));
    CHECK(bytes > 8);
    OK(GxB_Type_size(&bytes, GrB_INT16));
    CHECK(bytes == 2);
    CHECK(GxB_Vector_isStoredElement(u, 2) == GrB_SUCCESS);
    CHECK(GxB_Vector_isStoredElement(u, 3) == GrB_NO_VALUE);
    CHECK(GxB_Matrix_isStoredElement(A, 9, 0) == GrB_INVALID_INDEX);
    bool iso = true;
    OK(GxB_Matrix_iso(&iso, A));
    CHECK_FALSE(iso);
    OK(GxB_Vector_iso(&iso, u));
}

TEST_SUITE_END();
