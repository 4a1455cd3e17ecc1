/// \file test_pack_vectors.cpp
/// pack and unpack of vectors, and the functions that allocate their arrays.
#include "packing.hpp"

using namespace mergus::tests;

namespace {

std::size_t allocations = 0, releases = 0;

} // namespace

TEST_SUITE_BEGIN("graphblas");

TEST_CASE("pack and unpack of vectors") {
    initialise();
    Vector u;
    OK(GrB_Vector_new(u.put(), GrB_FP64, 5));
    GrB_Index *indices = array_of<GrB_Index>({4, 1}), bytes[2] = {}, nvals = 0;
    void* values = array_of<double>({8, 7});
    int8_t* present = nullptr;
    bool iso = true, jumbled = true;
    CHECK(GxB_Vector_pack_CSC(u, &indices, &values, 16, 16, false, 2, false, nullptr) == GrB_INVALID_VALUE);
    CHECK(GxB_Vector_pack_CSC(u, &indices, &values, 8, 16, false, 2, true, nullptr) == GrB_INVALID_VALUE);
    OK(GxB_Vector_pack_CSC(u, &indices, &values, 16, 16, false, 2, true, nullptr));
    CHECK((indices == nullptr && values == nullptr && entry(u, 1) == 7 && entry(u, 4) == 8));
    CHECK(GxB_Vector_unpack_Full(u, &values, bytes, &iso, nullptr) == GrB_INVALID_VALUE);
    OK(GxB_Vector_unpack_Bitmap(u, &present, &values, bytes, bytes + 1, &iso, &nvals, nullptr));
    CHECK((nvals == 2 && bytes[0] == 5 && bytes[1] == 40 && !iso));
    CHECK((present[0] == 0 && present[1] == 1 && present[4] == 1));
    CHECK(GxB_Vector_pack_Bitmap(u, &present, &values, 5, 40, false, 3, nullptr) == GrB_INVALID_VALUE);
    OK(GxB_Vector_pack_Bitmap(u, &present, &values, 5, 40, false, 2, nullptr));
    CHECK((present == nullptr && entry(u, 1) == 7 && entry(u, 0) == -1));
    OK(GxB_Vector_unpack_CSC(u, &indices, &values, bytes, bytes + 1, &iso, &nvals, &jumbled, nullptr));
    CHECK((nvals == 2 && !jumbled));
    CHECK(content_of<GrB_Index>(indices, bytes[0]) == std::vector<GrB_Index>{1, 4});
    CHECK(content_of<double>(values, bytes[1]) == std::vector<double>{7, 8});
    void* full = array_of<double>({1, 2, 3, 4, 5});
    OK(GxB_Vector_pack_Full(u, &full, 40, false, nullptr));
    CHECK(entry(u, 3) == 4);
    OK(GxB_Vector_unpack_Full(u, &full, bytes, nullptr, nullptr));
    CHECK(content_of<double>(full, bytes[0]) == std::vector<double>{1, 2, 3, 4, 5});
    void* one = array_of<double>({6});
    OK(GxB_Vector_pack_Full(u, &one, 8, true, nullptr));
    OK(GxB_Vector_unpack_Full(u, &one, bytes, nullptr, nullptr));
    CHECK(content_of<double>(one, bytes[0]) == std::vector<double>(5, 6.0));
}

TEST_CASE("values of a user's type are packed") {
    initialise();
    struct Pair {
        double x, y;
    };
    Type pair;
    OK(GrB_Type_new(pair.put(), sizeof(Pair)));
    Vector u;
    OK(GrB_Vector_new(u.put(), pair, 3));
    auto* indices = array_of<GrB_Index>({2});
    auto* values = static_cast<void*>(array_of<double>({3, 4}));
    OK(GxB_Vector_pack_CSC(u, &indices, &values, 8, sizeof(Pair), false, 1, false, nullptr));
    Pair x{};
    OK(GrB_Vector_extractElement_UDT(&x, u, 2));
    CHECK((x.x == 3 && x.y == 4));
}

TEST_CASE("GxB_init takes the functions that allocate") {
    initialise(); // once in the process: only its checks are tested here
    const auto allocate = [](std::size_t bytes) -> void* {
        ++allocations;
        return std::malloc(bytes); // NOLINT
    };
    const auto release = [](void* array) {
        ++releases;
        std::free(array); // NOLINT
    };
    CHECK(GxB_init(GrB_NONBLOCKING, allocate, nullptr, nullptr, release) == GrB_INVALID_VALUE);
    OK(GrB_finalize());
    CHECK(GxB_init(GrB_NONBLOCKING, nullptr, nullptr, nullptr, release) == GrB_NULL_POINTER);
    OK(GxB_init(GrB_NONBLOCKING, allocate, nullptr, nullptr, release));
    {
        Vector u;
        OK(GrB_Vector_new(u.put(), GrB_FP64, 4));
        OK(GrB_Vector_assign_FP64(u, nullptr, nullptr, 2, GrB_ALL, 4, nullptr));
        void* values = nullptr;
        GrB_Index bytes = 0;
        OK(GxB_Vector_unpack_Full(u, &values, &bytes, nullptr, nullptr));
        CHECK(allocations > 0);
        OK(GxB_Vector_pack_Full(u, &values, bytes, false, nullptr));
    }
    CHECK(releases == allocations);
    OK(GrB_finalize());
    OK(GrB_init(GrB_NONBLOCKING));
}

TEST_SUITE_END();
