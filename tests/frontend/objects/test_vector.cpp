/// \file test_vector.cpp
/// Vectors as objects: construction, tuples, arrays, copies, text and comparison.
#include "conformance/user_algebra.hpp"
#include "testing/refuses.hpp"
#include "testing/vectors.hpp"

#include <mergus/mergus.hpp>

#include <sstream>

using namespace mergus;
using namespace mergus::tests;
using conformance::poly3;

namespace {

using I32 = std::int32_t;
using I64 = std::int64_t;
using List = std::vector<std::uint64_t>;

} // namespace

TEST_SUITE_BEGIN("vectors");

TEST_CASE("vectors: construction, size, type, clear and moves") {
    on_each_backend([](const Context& context) {
        Vector<I32> u(context, 5);
        CHECK(u.size() == 5);
        CHECK(u.nvals() == 0);
        CHECK(u.type() == type_of<I32>());
        CHECK(u.context() == context);
        u.build(List{3, 0}, std::vector<I32>{7, 8});
        CHECK(items<I32>(u) == Items<I32>{{0, 8}, {3, 7}});
        CHECK(items<double>(u) == Items<double>{{0, 8}, {3, 7}});
        CHECK(u.bytes() > 0);
        const Vector<I32> moved = std::move(u);
        CHECK(moved.nvals() == 2);
        refuses(Code::uninitialized_object, {"size"}, [&] { (void)u.size(); }); // NOLINT
        Vector<I32> copy = moved.dup();
        copy.clear();
        CHECK(copy.nvals() == 0);
        CHECK(copy.size() == 5);
        CHECK(moved.nvals() == 2);
        CHECK(Vector<I32>(context, 0).size() == 0);
        CHECK(Vector<bool>::from_tuples(context, 3, List{1, 2}, std::vector<bool>{true, false}).nvals() == 2);
        CHECK(items<I32>(Vector<I32>::from_tuples(context, 4, List{2, 2, 0}, std::vector<I32>{5, 1, 3},
                                                  ops::minus<I32>)) == Items<I32>{{0, 3}, {2, 4}});
        const auto user = make_vector<poly3>(context, 3, {{1, {1, 2, 3}}});
        CHECK(items<poly3>(user).at(1).c == 3);
        refuses(Code::domain_mismatch, {"Vector<T>", "int32", "fp64"},
                [&] { (void)Vector<double>(AnyVector(context, type_of<I32>(), 3)); });
    });
}

TEST_CASE("vectors: dense values to a vector and back") {
    on_each_backend([](const Context& context) {
        const std::vector<double> values{1.5, -2, 0, 4};
        const auto u = Vector<double>::from_dense(context, values);
        CHECK(u.nvals() == 4);
        CHECK(u.to_dense() == values);
        const auto v = make_vector<I32>(context, 4, {{1, 5}, {3, 6}});
        CHECK(v.to_dense() == std::vector<I32>{0, 5, 0, 6});
        CHECK(v.to_dense(-1) == std::vector<I32>{-1, 5, -1, 6});
        const std::vector<bool> truth{true, false, true};
        CHECK(Vector<bool>::from_dense(context, truth).to_dense() == truth);
        CHECK(Vector<double>::from_dense(context, std::vector<double>{}).size() == 0);
        const Tuples tuples = v.to_tuples();
        CHECK(tuples.nrows == 4);
        CHECK(tuples.ncols == 1);
        CHECK(tuples.rows == List{1, 3});
        CHECK(tuples.cols == List{0, 0});
        CHECK(tuples.integers == std::vector<I64>{5, 6});
    });
}

TEST_CASE("vectors: arrays in every format, into a vector and out of it") {
    on_each_backend([](const Context& context) {
        List indices{1, 4};
        std::vector<I32> values{7, 9};
        const Items<I32> expected{{1, 7}, {4, 9}};
        const auto u = AnyVector::import_arrays(context, list_of(indices, values, 6));
        CHECK(items<I32>(u) == expected);

        std::vector<std::uint32_t> narrow{1, 4};
        mergus_vector_arrays arrays = list_of(indices, values, 6);
        arrays.index_bits = 32;
        arrays.indices = narrow.data();
        CHECK(items<I32>(AnyVector::import_arrays(context, arrays)) == expected);
        std::vector<I32> one{3};
        arrays.values = one.data();
        arrays.iso = 1;
        CHECK(items<I32>(AnyVector::import_arrays(context, arrays)) == Items<I32>{{1, 3}, {4, 3}});

        std::vector<std::uint8_t> present{0, 1, 0, 0, 1, 0};
        std::vector<I32> bitmap_values{0, 7, 0, 0, 9, 0};
        mergus_vector_arrays bitmap = list_of(indices, bitmap_values, 6);
        bitmap.format = MERGUS_VECTOR_BITMAP;
        bitmap.present = present.data();
        CHECK(items<I32>(AnyVector::import_arrays(context, bitmap)) == expected);

        mergus_vector_arrays full = list_of(indices, bitmap_values, 6);
        full.format = MERGUS_VECTOR_FULL;
        full.nvals = 6;
        const auto dense = AnyVector::import_arrays(context, full);
        CHECK(dense.nvals() == 6);
        CHECK(items<I32>(dense).at(4) == 9);

        // Export of u as a list and as a bitmap, of `dense` in all formats.
        std::fill(narrow.begin(), narrow.end(), 0);
        arrays = list_of(indices, values, 0);
        arrays.index_bits = 32;
        arrays.indices = narrow.data();
        std::fill(values.begin(), values.end(), 0);
        u.export_arrays(arrays);
        CHECK(narrow == std::vector<std::uint32_t>{1, 4});
        CHECK(values == std::vector<I32>{7, 9});
        CHECK(arrays.size == 6);
        CHECK(arrays.nvals == 2);
        std::fill(present.begin(), present.end(), std::uint8_t{9});
        bitmap.capacity = 6;
        u.export_arrays(bitmap);
        CHECK(present == std::vector<std::uint8_t>{0, 1, 0, 0, 1, 0});
        CHECK(bitmap_values[1] == 7);
        CHECK(bitmap_values[4] == 9);
        full.capacity = 6;
        dense.export_arrays(full);
        CHECK(full.nvals == 6);
        CHECK(bitmap_values == std::vector<I32>{0, 7, 0, 0, 9, 0});
        bitmap.values = nullptr; // is skipped
        dense.export_arrays(bitmap);
        CHECK(present == std::vector<std::uint8_t>(6, 1));
    });
}

TEST_CASE("vectors: arrays that the vector takes over are released once, and released arrays have an owner") {
    on_each_backend([](const Context& context) {
        struct Owned {
            List indices{0, 2};
            std::vector<I32> values{4, 5};
            int* released;
        };
        int released = 0;
        {
            auto* const owned = new Owned{{0, 2}, {4, 5}, &released};
            mergus_vector_arrays arrays = list_of(owned->indices, owned->values, 3);
            arrays.release = [](void* arg) {
                ++*static_cast<Owned*>(arg)->released;
                delete static_cast<Owned*>(arg);
            };
            arrays.release_arg = owned;
            auto u = AnyVector::import_arrays(context, arrays);
            CHECK(items<I32>(u) == Items<I32>{{0, 4}, {2, 5}});
            for (const int format : {0, int{MERGUS_VECTOR_LIST}, int{MERGUS_VECTOR_BITMAP}}) {
                CAPTURE(format);
                VectorArrays held = u.release_arrays(format);
                CHECK(u.nvals() == 0);
                CHECK(held.size() == 3);
                CHECK(held.nvals() == 2);
                CHECK((format == 0 || held.arrays().format == format));
                u = AnyVector::import_arrays(context, std::move(held));
                CHECK(held.size() == 0); // NOLINT: it moved in
                CHECK(items<I32>(u) == Items<I32>{{0, 4}, {2, 5}});
            }
            refuses(Code::invalid_value, {"release_arrays", "not full", "2 of 3"},
                    [&] { (void)u.release_arrays(MERGUS_VECTOR_FULL); });
            CHECK(u.nvals() == 2);
        }
        CHECK(released == 1);
    });
}

TEST_CASE("vectors: text, comparison and copies to another context") {
    on_each_backend([](const Context& context) {
        const auto u = make_vector<double>(context, 90, {{3, 2.5}, {4, -1}});
        CHECK(to_string(u) == "vector of size 90 of fp64, 2 entries\n  (3)  2.5\n  (4)  -1");
        CHECK(to_string(u, 1) == "vector of size 90 of fp64, 2 entries\n  (3)  2.5\n  …");
        CHECK(to_string(Vector<I32>(context, 2)) == "vector of size 2 of int32, 0 entries");
        CHECK(to_string(Vector<I32>()) == "empty object");
        std::ostringstream out;
        out << make_vector<I32>(context, 1, {{0, 7}});
        CHECK(out.str() == "vector of size 1 of int32, 1 entry\n  (0)  7");

        CHECK(isequal(u, u.dup()));
        CHECK_FALSE(isequal(u, make_vector<double>(context, 90, {{3, 2.5}})));
        CHECK_FALSE(isequal(u, make_vector<double>(context, 91, {{3, 2.5}, {4, -1}})));
        CHECK_FALSE(isequal(u, make_vector<double>(context, 90, {{3, 2.5}, {5, -1}})));
        CHECK_FALSE(isequal(u, make_vector<double>(context, 90, {{3, 2.5}, {4, 1}})));
        CHECK_FALSE(isequal(u, make_vector<float>(context, 90, {{3, 2.5F}, {4, -1}})));
        CHECK(isequal(u, make_vector<float>(context, 90, {{3, 2.5F}, {4, -1}}), ops::eq<double>));
        const auto user = make_vector<poly3>(context, 3, {{1, {1, 2, 3}}});
        CHECK(isequal(user, user.dup()));
        CHECK_FALSE(isequal(user, make_vector<poly3>(context, 3, {{1, {1, 2, 4}}})));

        const Context other("suitesparse");
        const auto copy = u.to(other);
        CHECK(copy.context() == other);
        CHECK(isequal(u, copy));
        CHECK(isequal(Vector<I32>::from_dense(context, std::vector<I32>{1, 2, 3}).to(other),
                      Vector<I32>::from_dense(other, std::vector<I32>{1, 2, 3})));
    });
}

TEST_CASE("vectors: the first entries of a large vector are written without reading all of it") {
    on_each_backend([](const Context& context) {
        if (is_slow(std::string(context.backend()))) return;
        std::vector<I32> values(300000);
        for (std::size_t e = 0; e < values.size(); ++e) values[e] = static_cast<I32>(e);
        const auto u = Vector<I32>::from_dense(context, values);
        CHECK(to_string(u, 2) == "vector of size 300000 of int32, 300000 entries\n  (0)  0\n  (1)  1\n  …");
        const auto tail = select(ops::rowgt, u, I64{199999});
        CHECK(to_string(tail, 1).starts_with(
            "vector of size 300000 of int32, 100000 entries\n  (200000)  200000"));
    });
}

TEST_CASE("vectors: explain mode names them") {
    std::string text;
    ContextOptions options;
    options.backend = "suitesparse";
    options.explain = [&](const Explanation& e) { text = e.output + " | " + e.inputs; };
    const Context context(options);
    const auto A = make<I32>(context, 2, 3, {{0, 1, 4}});
    const auto u = make_vector<I32>(context, 3, {{1, 2}});
    Vector<I32> w(context, 2), x(context, 3);
    mxv(w, plus_times<I32>, A, u);
    CHECK(text == "w size 2 int32 | A 2x3 int32, u size 3 int32");
    vxm(x, plus_times<I32>, w, A);
    CHECK(text == "w size 3 int32 | u size 2 int32, A 2x3 int32");
    ewise_add(x, ops::plus<I32>, u, u);
    CHECK(text == "w size 3 int32 | u size 3 int32, v size 3 int32");
    // A vector has no transpose: backends do not get these flags.
    ewise_add(x, no_mask, no_accum, ops::plus<I32>, u, u, DESC_T0T1);
    CHECK(text == "w size 3 int32 | u size 3 int32, v size 3 int32");
    mxv(x, no_mask, no_accum, plus_times<I32>, A, w, DESC_T0T1);
    CHECK(text == "w size 3 int32 | A 2x3 int32 transposed, u size 2 int32");
    extract(x, no_mask, no_accum, u, all, DESC_T0T1);
    CHECK(text == "w size 3 int32 | u size 3 int32");
}

TEST_SUITE_END();
