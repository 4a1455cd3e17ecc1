/// \file test_suitesparse_vector_arrays.cpp
/// The caller's arrays of vectors in the SuiteSparse backend: used in place in every format, given back once,
/// and GraphBLAS's own arrays moved out in every format.
#include "suitesparse_testing.hpp"

using namespace mergus;
using namespace mergus::tests;

namespace {

using Int = std::int64_t;

/// Arrays of a vector of size 6 that count how often they were given back.
struct Lent {
    std::vector<std::uint64_t> indices{1, 3, 4};
    std::vector<std::uint8_t> present{0, 1, 0, 1, 1, 0};
    std::vector<Int> values;
    int released = 0;
    std::int32_t format;

    explicit Lent(std::int32_t given) : format(given) {
        if (format == MERGUS_VECTOR_LIST) values = {5, 6, 7};
        if (format == MERGUS_VECTOR_FULL) values = {1, 5, 2, 6, 7, 3};
        if (format == MERGUS_VECTOR_BITMAP) values = {0, 5, 0, 6, 7, 0};
    }
    mergus_vector_arrays arrays() {
        mergus_vector_arrays out{};
        out.struct_size = sizeof out;
        out.type = type_of<Int>();
        out.size = 6;
        out.nvals = format == MERGUS_VECTOR_FULL ? 6 : 3;
        out.format = format;
        out.index_bits = 64;
        out.indices = indices.data();
        out.present = present.data();
        out.values = values.data();
        out.capacity = values.size();
        out.release = [](void* self) { ++static_cast<Lent*>(self)->released; };
        out.release_arg = this;
        return out;
    }
    AnyVector import() { return AnyVector::import_arrays(context(), arrays()); }
    [[nodiscard]] bool unchanged() const {
        const Lent fresh(format);
        return indices == fresh.indices && present == fresh.present && values == fresh.values;
    }
};

constexpr std::int32_t formats[] = {MERGUS_VECTOR_LIST, MERGUS_VECTOR_FULL, MERGUS_VECTOR_BITMAP};

std::map<std::uint64_t, Int> entries_of(const AnyVector& u) {
    std::vector<std::uint64_t> indices(u.nvals());
    std::vector<Int> values(u.nvals());
    u.extract_tuples(indices.data(), values.data(), type_of<Int>());
    std::map<std::uint64_t, Int> found;
    for (std::size_t e = 0; e < indices.size(); ++e) found[indices[e]] = values[e];
    return found;
}

} // namespace

TEST_SUITE_BEGIN("suitesparse");

TEST_CASE("a vector around the caller's arrays uses them in place and gives them back") {
    for (const std::int32_t format : formats) {
        CAPTURE(format);
        Lent lent(format);
        {
            AnyVector u = lent.import();
            const auto before = entries_of(u);
            CHECK(before.at(4) == 7);
            const auto A = matrix<Int>(6, 6, {{{0, 1}, 1}, {{2, 4}, 10}, {{5, 0}, 3}});
            Vector<Int> w(context(), 6);
            mxv(w, no_mask, no_accum, plus_times<Int>, A, u);
            CHECK(entries_of(w).at(2) == 70);
            ewise_add(w, structure(u), ops::plus<Int>, ops::plus<Int>, u, u);
            CHECK(entries_of(w).at(3) == 12);
            CHECK(lent.released == 0);
            VectorArrays back = u.release_arrays();
            CHECK(back.arrays().format == format);
            CHECK(back.arrays().values == lent.values.data());
            CHECK(u.nvals() == 0);
            CHECK(lent.released == 0);
            back = {};
            CHECK(lent.released == 1);
        }
        CHECK(lent.released == 1);
        CHECK(lent.unchanged());
    }
}

TEST_CASE("a vector around the caller's arrays as an output leaves them unchanged") {
    for (const std::int32_t format : formats) {
        CAPTURE(format);
        Lent lent(format);
        AnyVector u = lent.import();
        assign(u, no_mask, ops::plus<Int>, Scalar(Int{100}));
        CHECK(u.nvals() == 6);
        CHECK(entries_of(u).at(4) == 107);
        CHECK(lent.released == 1);
        CHECK(lent.unchanged());
    }
}

TEST_CASE("arrays of a vector are moved out in any format, from any form") {
    for (const std::int32_t from : formats)
        for (const std::int32_t to : formats) {
            CAPTURE(from);
            CAPTURE(to);
            Lent lent(from);
            AnyVector u = lent.import();
            const auto before = entries_of(u);
            if (to == MERGUS_VECTOR_FULL && from != MERGUS_VECTOR_FULL) {
                CHECK(code_of([&] { (void)u.release_arrays(to); }) == Code::invalid_value);
                CHECK(entries_of(u) == before);
                continue;
            }
            AnyVector own = u.dup(); // its arrays are GraphBLAS's
            for (AnyVector* vector : {&own, &u}) {
                VectorArrays arrays = vector->release_arrays(to);
                CHECK(arrays.arrays().format == to);
                CHECK(vector->nvals() == 0);
                CHECK(entries_of(AnyVector::import_arrays(context(), std::move(arrays))) == before);
            }
            CHECK(lent.released == 1);
            CHECK(lent.unchanged());
        }
}

TEST_CASE("one value for all entries of a vector stays one value, and is written out on export") {
    for (const std::int32_t format : formats) {
        CAPTURE(format);
        Lent lent(format);
        lent.values = {9};
        mergus_vector_arrays arrays = lent.arrays();
        arrays.iso = 1;
        const AnyVector u = AnyVector::import_arrays(context(), arrays);
        CHECK(reduce<Int>(plus_monoid<Int>, u) == 9 * static_cast<Int>(u.nvals()));
        // Index unary operators of GraphBLAS 7.4 need a value for each entry.
        CHECK(reduce<Int>(plus_monoid<Int>, apply(ops::valueeq<Int>, u, Int{9})) ==
              static_cast<Int>(u.nvals()));
        std::vector<Int> values(6, -1);
        mergus_vector_arrays out{};
        out.struct_size = sizeof out;
        out.format = MERGUS_VECTOR_BITMAP;
        out.type = type_of<Int>();
        out.index_bits = 64;
        out.capacity = 6;
        out.values = values.data();
        u.export_arrays(out);
        CHECK(out.iso == 0);
        CHECK(values[3] == 9);
        CHECK(values[4] == 9);
    }
}

TEST_CASE("arrays that are no vector are refused and stay the caller's") {
    const auto refused = [](Lent& lent, mergus_vector_arrays arrays) {
        const Code code = code_of([&] { (void)AnyVector::import_arrays(context(), arrays); });
        CHECK(lent.released == 0);
        return code;
    };
    Lent list(MERGUS_VECTOR_LIST), full(MERGUS_VECTOR_FULL), bitmap(MERGUS_VECTOR_BITMAP);
    list.indices = {1, 1, 2};
    CHECK(refused(list, list.arrays()) == Code::invalid_value);
    list.indices = {1, 2, 6};
    CHECK(refused(list, list.arrays()) == Code::invalid_index);
    auto arrays = full.arrays();
    arrays.nvals = 5;
    CHECK(refused(full, arrays) == Code::invalid_value);
    arrays.nvals = 6;
    arrays.format = 7;
    CHECK(refused(full, arrays) == Code::invalid_value);
    bitmap.present[0] = 1;
    CHECK(refused(bitmap, bitmap.arrays()) == Code::invalid_value);
    bitmap.present[0] = 2;
    CHECK(refused(bitmap, bitmap.arrays()) == Code::invalid_value);
}

TEST_SUITE_END();
