/// \file test_formats.cpp
/// Every format of pack, unpack, import and export (the lists of pack_functions.h): round trips, and the
/// arrays of a matrix that are written out here.
#include "contents.hpp"
#include "packing.hpp"

#include <array>

using namespace mergus::tests;

namespace {

/// The arrays of any format.
struct Arrays {
    GrB_Index *p = nullptr, *h = nullptr, *i = nullptr;
    int8_t* b = nullptr;
    void* x = nullptr;
    GrB_Index p_size = 0, h_size = 0, i_size = 0, b_size = 0, x_size = 0, count = 0;
    bool iso = false, jumbled = false;

    Arrays() = default;
    Arrays(const Arrays&) = delete;
    Arrays& operator=(const Arrays&) = delete;
    ~Arrays() {
        for (void* const array :
             {static_cast<void*>(p), static_cast<void*>(h), static_cast<void*>(i), static_cast<void*>(b), x})
            std::free(array); // NOLINT: of malloc
    }
    [[nodiscard]] bool empty() const {
        return p == nullptr && h == nullptr && i == nullptr && b == nullptr && x == nullptr;
    }
};

// The arrays as arguments of unpack and pack.
#define MERGUS_OUT_ROWS(a) &a.p, &a.i, &a.x, &a.p_size, &a.i_size, &a.x_size, &a.iso, &a.jumbled
#define MERGUS_IN_ROWS(a) &a.p, &a.i, &a.x, a.p_size, a.i_size, a.x_size, a.iso, a.jumbled
#define MERGUS_OUT_HYPER(a)                                                                                  \
    &a.p, &a.h, &a.i, &a.x, &a.p_size, &a.h_size, &a.i_size, &a.x_size, &a.iso, &a.count, &a.jumbled
#define MERGUS_IN_HYPER(a)                                                                                   \
    &a.p, &a.h, &a.i, &a.x, a.p_size, a.h_size, a.i_size, a.x_size, a.iso, a.count, a.jumbled
#define MERGUS_OUT_BITMAP(a) &a.b, &a.x, &a.b_size, &a.x_size, &a.iso, &a.count
#define MERGUS_IN_BITMAP(a) &a.b, &a.x, a.b_size, a.x_size, a.iso, a.count
#define MERGUS_OUT_BITS(a) MERGUS_OUT_BITMAP(a)
#define MERGUS_IN_BITS(a) MERGUS_IN_BITMAP(a)
#define MERGUS_OUT_FULL(a) &a.x, &a.x_size, &a.iso
#define MERGUS_IN_FULL(a) &a.x, a.x_size, a.iso
#define MERGUS_OUT_LIST(a) &a.i, &a.x, &a.i_size, &a.x_size, &a.iso, &a.count, &a.jumbled
#define MERGUS_IN_LIST(a) &a.i, &a.x, a.i_size, a.x_size, a.iso, a.count, a.jumbled

constexpr GrB_Index nrows = 5, ncols = 7;

void fill(GrB_Matrix* A, bool full, bool one_value) {
    OK(GrB_Matrix_new(A, GrB_FP64, nrows, ncols));
    for (GrB_Index i = 0; i < nrows; ++i)
        for (GrB_Index j = 0; j < ncols; ++j) {
            // Row 3 and column 2 have no entries.
            if (!full && (i == 3 || j == 2 || (i + 2 * j) % 3 != 0)) continue;
            OK(GrB_Matrix_setElement_FP64(*A, one_value ? 4 : static_cast<double>(10 * i + j), i, j));
        }
}
void fill(GrB_Vector* u, bool full, bool one_value) {
    OK(GrB_Vector_new(u, GrB_FP64, ncols));
    for (GrB_Index i = 0; i < ncols; ++i)
        if (full || i % 3 != 1) OK(GrB_Vector_setElement_FP64(*u, one_value ? 4 : static_cast<double>(i), i));
}

/// The functions of a format. Pointers, so that there is one instance for all formats.
template <class Handle>
struct Functions {
    GrB_Info (*unpack)(Handle, Arrays&);
    GrB_Info (*pack)(Handle, Arrays&);
    GrB_Info (*export_to)(Handle*, Arrays&);
    GrB_Info (*import_from)(Handle*, Arrays&);
};

template <class Object, class Handle>
void round_trip(const char* format, bool full, const Functions<Handle>& f) {
    CAPTURE(format);
    for (const bool one_value : {false, true}) {
        Object A, B;
        Arrays a;
        fill(A.put(), full, one_value);
        const Content before = content_of(A);
        OK(f.unpack(A, a));
        CHECK(content_of(A).empty());
        OK(f.pack(A, a));
        CHECK(a.empty());
        CHECK(content_of(A) == before);
        Arrays b;
        OK(f.export_to(A.put(), b));
        OK(f.import_from(B.put(), b));
        CHECK(b.empty());
        CHECK(content_of(B) == before);
    }
}

} // namespace

TEST_SUITE_BEGIN("graphblas");

TEST_CASE("matrices through every format of arrays") {
    initialise();
#define MERGUS_CHECK(F, Format, PARAMETERS, indices)                                                         \
    round_trip<Matrix, GrB_Matrix>(                                                                          \
        #Format, #Format[0] == 'F',                                                                          \
        {[](GrB_Matrix A, Arrays& a) {                                                                       \
             return GxB_Matrix_unpack_##Format(A, MERGUS_OUT_##PARAMETERS(a), nullptr);                      \
         },                                                                                                  \
         [](GrB_Matrix A, Arrays& a) {                                                                       \
             return GxB_Matrix_pack_##Format(A, MERGUS_IN_##PARAMETERS(a), nullptr);                         \
         },                                                                                                  \
         [](GrB_Matrix* A, Arrays& a) {                                                                      \
             GrB_Type type = nullptr;                                                                        \
             GrB_Index rows = 0, cols = 0;                                                                   \
             const GrB_Info info =                                                                           \
                 GxB_Matrix_export_##Format(A, &type, &rows, &cols, MERGUS_OUT_##PARAMETERS(a), nullptr);    \
             CHECK(*A == nullptr);                                                                           \
             CHECK(type == GrB_FP64);                                                                        \
             CHECK(rows == nrows);                                                                           \
             CHECK(cols == ncols);                                                                           \
             return info;                                                                                    \
         },                                                                                                  \
         [](GrB_Matrix* A, Arrays& a) {                                                                      \
             return GxB_Matrix_import_##Format(A, GrB_FP64, nrows, ncols, MERGUS_IN_##PARAMETERS(a),         \
                                               nullptr);                                                     \
         }});
    GB_MATRIX_FORMATS(MERGUS_CHECK, )
#undef MERGUS_CHECK
}

TEST_CASE("vectors through every format of arrays") {
    initialise();
#define MERGUS_CHECK(F, Format, PARAMETERS, indices)                                                         \
    round_trip<Vector, GrB_Vector>(                                                                          \
        #Format, #Format[0] == 'F',                                                                          \
        {[](GrB_Vector u, Arrays& a) {                                                                       \
             return GxB_Vector_unpack_##Format(u, MERGUS_OUT_##PARAMETERS(a), nullptr);                      \
         },                                                                                                  \
         [](GrB_Vector u, Arrays& a) {                                                                       \
             return GxB_Vector_pack_##Format(u, MERGUS_IN_##PARAMETERS(a), nullptr);                         \
         },                                                                                                  \
         [](GrB_Vector* u, Arrays& a) {                                                                      \
             GrB_Type type = nullptr;                                                                        \
             GrB_Index size = 0;                                                                             \
             const GrB_Info info =                                                                           \
                 GxB_Vector_export_##Format(u, &type, &size, MERGUS_OUT_##PARAMETERS(a), nullptr);           \
             CHECK(*u == nullptr);                                                                           \
             CHECK(size == ncols);                                                                           \
             return info;                                                                                    \
         },                                                                                                  \
         [](GrB_Vector* u, Arrays& a) {                                                                      \
             return GxB_Vector_import_##Format(u, GrB_FP64, ncols, MERGUS_IN_##PARAMETERS(a), nullptr);      \
         }});
    GB_VECTOR_FORMATS(MERGUS_CHECK, )
#undef MERGUS_CHECK
}

TEST_CASE("the arrays of hypersparse and bitmap matrices") {
    initialise();
    const Content content{{{1, 2}, 3}, {{1, 0}, 2}, {{4, 4}, 5}};
    Matrix A, B, refused;
    put_content(A.put(), 5, content);
    put_content(B.put(), 5, content);
    Arrays a, b;
    OK(GxB_Matrix_unpack_HyperCSR(A, MERGUS_OUT_HYPER(a), nullptr));
    REQUIRE(a.count == 2);
    CHECK(std::vector<GrB_Index>(a.h, a.h + 2) == std::vector<GrB_Index>{1, 4});
    CHECK(std::vector<GrB_Index>(a.p, a.p + 3) == std::vector<GrB_Index>{0, 2, 3});
    CHECK(std::vector<GrB_Index>(a.i, a.i + 3) == std::vector<GrB_Index>{0, 2, 4});
    OK(GxB_Matrix_unpack_BitmapC(B, MERGUS_OUT_BITMAP(b), nullptr));
    CHECK(b.count == 3);
    for (GrB_Index k = 0; k < 25; ++k) CHECK(b.b[k] == (content.contains({k % 5, k / 5}) ? 1 : 0));
    CHECK(static_cast<const double*>(b.x)[2 * 5 + 1] == 3);

    // What is refused stays the program's.
    a.h[0] = 4;
    CHECK(GxB_Matrix_pack_HyperCSR(A, MERGUS_IN_HYPER(a), nullptr) == GrB_INVALID_VALUE);
    a.h[0] = 1;
    a.h[1] = 5;
    CHECK(GxB_Matrix_pack_HyperCSR(A, MERGUS_IN_HYPER(a), nullptr) == GrB_INVALID_INDEX);
    CHECK(GxB_Matrix_import_HyperCSR(refused.put(), GrB_FP64, 5, 5, MERGUS_IN_HYPER(a), nullptr) ==
          GrB_INVALID_INDEX);
    CHECK(refused == nullptr);
    b.count = 4;
    CHECK(GxB_Matrix_pack_BitmapC(B, MERGUS_IN_BITMAP(b), nullptr) == GrB_INVALID_VALUE);
    CHECK_FALSE(a.empty());
    CHECK_FALSE(b.empty());
}

TEST_SUITE_END();
