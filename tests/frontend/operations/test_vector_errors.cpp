/// \file test_vector_errors.cpp
/// Wrong arguments of calls with vectors: the code, a message that names argument and sizes, and an output
/// that is as before.
#include "conformance/user_algebra.hpp"
#include "testing/refuses.hpp"
#include "testing/vectors.hpp"

#include <mergus/mergus.hpp>

using namespace mergus;
using namespace mergus::tests;
using conformance::poly3;

namespace {

using I32 = std::int32_t;
using List = std::vector<std::uint64_t>;
constexpr auto times = [] { return plus_times<I32>; };

struct Bench {
    explicit Bench(const Context& context)
        : w(make_vector<I32>(context, 3, {{0, 7}, {2, 8}})), u(make_vector<I32>(context, 4, {{1, 2}})),
          A(make<I32>(context, 3, 5, {{0, 0, 1}})), user(make_vector<poly3>(context, 3, {{0, {1, 2, 3}}})) {}

    void unchanged() const { CHECK(items<I32>(w) == Items<I32>{{0, 7}, {2, 8}}); }

    Vector<I32> w, u;
    Matrix<I32> A;
    Vector<poly3> user;
};

} // namespace

TEST_SUITE_BEGIN("vectors");

TEST_CASE("vector errors: sizes that do not match") {
    on_each_backend([](const Context& context) {
        Bench t(context);
        constexpr Code mismatch = Code::dimension_mismatch;
        refuses(mismatch, {"mxv", "A is 3 x 5", "u is a vector of size 4"},
                [&] { mxv(t.w, times(), t.A, t.u); });
        refuses(mismatch, {"mxv", "A' is 5 x 3", "u is a vector of size 4"},
                [&] { mxv(t.w, times(), t.A, t.u, {.transpose_a = true}); });
        refuses(mismatch, {"mxv", "the product", "size 3", "w is a vector of size 4"},
                [&] { mxv(t.u, times(), t.A, Vector<I32>(context, 5)); });
        refuses(mismatch, {"vxm", "u is a vector of size 4", "A is 3 x 5"},
                [&] { vxm(t.w, times(), t.u, t.A); });
        refuses(mismatch, {"vxm", "the product", "size 5", "w is a vector of size 3"},
                [&] { vxm(t.w, times(), t.w, t.A); });
        refuses(mismatch, {"ewise_add", "u is a vector of size 4", "w is a vector of size 3"},
                [&] { ewise_add(t.w, ops::plus<I32>, t.u, t.w); });
        refuses(mismatch, {"ewise_mult", "v is a vector of size 4", "w is a vector of size 3"},
                [&] { ewise_mult(t.w, ops::plus<I32>, t.w, t.u); });
        refuses(mismatch, {"apply", "size 4", "size 3"}, [&] { apply(t.w, ops::ainv<I32>, t.u); });
        refuses(mismatch, {"select", "size 4", "size 3"}, [&] { select(t.w, ops::rowle, t.u, 1); });
        refuses(mismatch, {"reduce", "the reduction", "size 5", "w is a vector of size 3"},
                [&] { reduce(t.w, plus_monoid<I32>, t.A, {.transpose_a = true}); });
        refuses(mismatch, {"assign", "u is a vector of size 4", "the region is a vector of size 2"}, [&] {
            assign(t.w, t.u, List{0, 1});
        });
        refuses(mismatch, {"assign", "u is a vector of size 4", "the region is a vector of size 5"},
                [&] { assign(t.A, t.u, 0, all); });
        refuses(mismatch, {"extract", "the region is a vector of size 2", "w is a vector of size 3"}, [&] {
            extract(t.w, t.u, List{0, 1});
        });
        refuses(mismatch, {"extract", "the region is a vector of size 5", "w is a vector of size 3"},
                [&] { extract(t.w, t.A, 1, all); });
        refuses(mismatch, {"diag", "the diagonal is a vector of size 2", "w is a vector of size 3"},
                [&] { diag(t.w, no_mask, no_accum, t.A, -1); });
        refuses(mismatch, {"diag", "the result is 5 x 5", "C is 3 x 5"},
                [&] { diag(t.A, no_mask, no_accum, t.u, 1); });
        refuses(mismatch, {"kronecker", "the product is 9 x 25", "C is 3 x 5"},
                [&] { kronecker(t.A, ops::plus<I32>, t.A, t.A); });
        refuses(mismatch, {"build", "2 indices", "1 values"}, [&] {
            t.w.build(List{0, 1}, std::vector<I32>{1});
        });
        // Masks of another size, of a matrix for a vector, and of a vector for a matrix.
        refuses(mismatch, {"apply", "the mask is a vector of size 4", "w is a vector of size 3"},
                [&] { apply(t.w, ops::ainv<I32>, t.w, {.mask = t.u}); });
        refuses(mismatch, {"apply", "the mask is a matrix", "w is a vector"},
                [&] { apply(t.w, ops::ainv<I32>, t.w, {.mask = Matrix<I32>(context, 3, 1)}); });
        refuses(mismatch, {"apply", "the mask is a vector", "C is a matrix"},
                [&] { apply(t.A, ops::ainv<I32>, t.A, {.mask = t.w}); });
        refuses(mismatch, {"assign", "the mask is a vector of size 4", "the row of C", "size 5"},
                [&] { assign(t.A, Vector<I32>(context, 5), 0, all, {.mask = t.u}); });
        refuses(mismatch, {"assign", "the mask is a matrix", "the column of C is a vector"},
                [&] { assign(t.A, t.w, all, 0, {.mask = t.A}); });
        t.unchanged();
        CHECK(read<I32>(t.A) == Entries<I32>{{0, 0, 1}});
    });
}

TEST_CASE("vector errors: indices out of range and repeated") {
    on_each_backend([](const Context& context) {
        Bench t(context);
        refuses(Code::index_out_of_bounds, {"build", "entry 1 is at 3", "size 3"}, [&] {
            Vector<I32>(context, 3).build(List{0, 3}, std::vector<I32>{1, 2});
        });
        refuses(Code::invalid_value, {"build"}, [&] {
            Vector<I32>(context, 3).build(List{1, 1}, std::vector<I32>{1, 2});
        });
        refuses(Code::output_not_empty, {"build", "the vector"},
                [&] { t.w.build(List{0}, std::vector<I32>{1}); });
        refuses(Code::index_out_of_bounds, {"assign", "indices[1] is 3, not below 3"}, [&] {
            assign(t.w, 1, List{0, 3});
        });
        refuses(Code::invalid_value, {"assign", "indices holds 2 more than once"}, [&] {
            assign(t.w, 1, List{2, 2});
        });
        refuses(Code::index_out_of_bounds, {"extract", "indices[0] is 4, not below 4"},
                [&] { (void)extract(t.u, List{4}); });
        refuses(Code::invalid_index, {"extract", "the row is 3, not below 3"},
                [&] { (void)extract(t.A, 3, all); });
        refuses(Code::invalid_index, {"extract", "the column is 5, not below 5"},
                [&] { (void)extract(t.A, all, 5); });
        refuses(Code::invalid_index, {"assign", "the row is 3, not below 3"},
                [&] { assign(t.A, t.w, 3, all); });
        refuses(Code::invalid_index, {"assign", "the column is 5, not below 5"},
                [&] { assign(t.A, t.w, all, 5); });
        refuses(Code::index_out_of_bounds, {"assign", "cols[0] is 5"},
                [&] { assign(t.A, Vector<I32>(context, 1), 0, List{5}); });
        refuses(Code::invalid_value, {"assign", "rows holds 1 more than once"}, [&] {
            assign(t.A, Vector<I32>(context, 2), List{1, 1}, 0);
        });
        refuses(Code::invalid_index, {"set_element", "3 is outside a vector of size 3"},
                [&] { t.w.set_element(3, 1); });
        refuses(Code::invalid_index, {"remove_element", "3"}, [&] { t.w.remove_element(3); });
        refuses(Code::invalid_index, {"extract_element", "3"}, [&] { (void)t.w.extract_element(3); });
        refuses(Code::invalid_index, {"set_element", "(3, 0) is outside 3 x 5"},
                [&] { t.A.set_element(3, 0, 1); });
        refuses(Code::invalid_index, {"remove_element", "(0, 5)"}, [&] { t.A.remove_element(0, 5); });
        refuses(Code::invalid_index, {"extract_element"}, [&] { (void)t.A.extract_element(0, 5); });
        refuses(Code::invalid_value, {"-1"}, [&] { t.w.set_element(-1, 1); });
        t.unchanged();
        CHECK(read<I32>(t.A) == Entries<I32>{{0, 0, 1}});
    });
}

TEST_CASE("vector errors: types, null pointers, empty objects, other contexts, descriptors") {
    on_each_backend([](const Context& context) {
        Bench t(context);
        refuses(Code::domain_mismatch, {"mxv", "u into the semiring"},
                [&] { mxv(t.w, times(), Matrix<I32>(context, 3, 3), t.user); });
        refuses(Code::domain_mismatch, {"apply", "u into op"}, [&] { apply(t.w, ops::ainv<I32>, t.user); });
        refuses(Code::domain_mismatch, {"ewise_add", "v into op"},
                [&] { ewise_add(t.w, ops::plus<I32>, t.w, t.user); });
        refuses(Code::domain_mismatch, {"the result into w"}, [&] { apply(t.user, ops::ainv<I32>, t.w); });
        refuses(Code::domain_mismatch, {"mask's values", "structure()"},
                [&] { apply(t.w, ops::ainv<I32>, t.w, {.mask = t.user}); });
        refuses(Code::domain_mismatch, {"reduce", "u into the monoid"},
                [&] { (void)reduce(plus_monoid<I32>, t.user); });
        refuses(Code::domain_mismatch, {"set_element"}, [&] { t.w.set_element(0, poly3{1, 2, 3}); });
        refuses(Code::domain_mismatch, {"extract_element"}, [&] {
            double x;
            (void)t.user.extract_element(0, &x, type_of<double>());
        });
        refuses(Code::domain_mismatch, {"to_tuples"}, [&] { (void)t.user.to_tuples(); });
        refuses(Code::invalid_value, {"set_element", "0.5"}, [&] { t.w.set_element(0, 0.5); });
        refuses(Code::invalid_value, {"assign", "the scalar into w", "0.5"}, [&] { assign(t.w, 0.5); });
        refuses(Code::empty_object, {"set_element"},
                [&] { t.w.set_element(0, Scalar(nullptr, type_of<I32>())); });
        refuses(Code::null_pointer, {"extract_element"},
                [&] { (void)t.w.extract_element(0, nullptr, type_of<I32>()); });
        refuses(Code::null_pointer, {"build", "values"},
                [&] { static_cast<AnyVector&>(t.w).build(List{0}, nullptr, type_of<I32>()); });
        refuses(Code::null_pointer, {"Vector", "type"}, [&] { (void)AnyVector(context, nullptr, 3); });
        refuses(Code::null_pointer, {"mxv", "semiring"},
                [&] { mxv(t.w, AnySemiring(), Matrix<I32>(context, 3, 4), t.u); });
        Vector<I32> none;
        refuses(Code::uninitialized_object, {"mxv", "u is an empty object"},
                [&] { mxv(t.w, times(), t.A, none); });
        refuses(Code::uninitialized_object, {"vxm", "u is an empty object"},
                [&] { (void)vxm(times(), none, t.A); });
        refuses(Code::uninitialized_object, {"mask"}, [&] { assign(t.w, 1, {.mask = none}); });
        refuses(Code::uninitialized_object, {"set_element"}, [&] { none.set_element(0, 1); });
        refuses(Code::uninitialized_object, {"resize"}, [&] { none.resize(1); });
        refuses(Code::uninitialized_object, {"isequal"}, [&] { (void)isequal(t.w, none); });
        const Context other("suitesparse");
        refuses(Code::invalid_object, {"ewise_add", "v belongs to another context", "than w"},
                [&] { ewise_add(t.w, ops::plus<I32>, t.w, Vector<I32>(other, 3)); });
        refuses(Code::invalid_value, {"unknown bits"},
                [&] { apply(t.w, no_mask, no_accum, ops::ainv<I32>, t.w, Descriptor{1u << 30}); });
        refuses(Code::invalid_value, {"Vector", "2^60"},
                [&] { (void)Vector<I32>(context, max_vector_size + 1); });
        refuses(Code::invalid_value, {"resize", "2^60"}, [&] { t.w.resize(max_vector_size + 1); });
        refuses(Code::invalid_value, {"resize", "2^60"}, [&] { t.A.resize(1, max_dimension + 1); });
        refuses(Code::invalid_value, {"-3"}, [&] { (void)Vector<I32>(context, -3); });
        refuses(Code::invalid_value, {"Matrix", "too large"},
                [&] { (void)diag(t.u, std::int64_t{1} << 60); });
        t.unchanged();
        // A vector has no transpose: the flags have no effect.
        apply(t.w, no_mask, no_accum, ops::ainv<I32>, t.w, DESC_T0T1);
        CHECK(items<I32>(t.w) == Items<I32>{{0, -7}, {2, -8}});
    });
}

TEST_CASE("vector errors: arrays") {
    on_each_backend([](const Context& context) {
        List indices{1, 4};
        std::vector<I32> values{7, 9};
        const auto import = [&](Code code, const std::vector<std::string>& words, const auto& change) {
            mergus_vector_arrays arrays = list_of(indices, values, 6);
            change(arrays);
            refuses(code, words, [&] { (void)AnyVector::import_arrays(context, arrays); });
        };
        using Arrays = mergus_vector_arrays;
        constexpr Code bad = Code::invalid_value;
        import(bad, {"struct_size"}, [](Arrays& a) { a.struct_size = 0;
    });
        import(bad, {"format"}, [](Arrays& a) { a.format = 9;
});
        import(bad, {"16 bits"}, [](Arrays& a) { a.index_bits = 16;
        });
        import(bad, {"kind of memory"}, [](Arrays& a) { a.memory = 5;
        });
        import(bad, {"flags"}, [](Arrays& a) { a.flags = 8;
        });
        import(bad, {"2^60"}, [](Arrays& a) { a.size = max_vector_size + 1;
        });
        import(bad, {"size 1", "nvals = 2"}, [](Arrays& a) { a.size = 1;
        });
        import(bad, {"full vector of size 6", "nvals = 2"}, [](Arrays& a) { a.format = MERGUS_VECTOR_FULL;
        });
        import(bad, {"no memory"}, [](Arrays& a) { a.size = a.nvals = max_vector_size;
        });
        import(Code::null_pointer, {"type"}, [](Arrays& a) { a.type = nullptr;
        });
        import(Code::null_pointer, {"indices"}, [](Arrays& a) { a.indices = nullptr;
        });
        import(Code::null_pointer, {"values"}, [](Arrays& a) { a.values = nullptr;
        });
        import(Code::null_pointer, {"present"}, [](Arrays& a) { a.format = MERGUS_VECTOR_BITMAP;
        });
        // What the backend checks: ranges and order of the indices, and the bitmap.
        indices = {1, 6};
        import(Code::invalid_index, {}, [](Arrays&){});
        indices = {4, 1};
        import(bad, {}, [](Arrays&){});
        indices = {4, 4};
        import(bad, {}, [](Arrays&){});
        std::vector<std::uint8_t> present{1, 0, 0, 1, 1, 0};
        std::vector<I32> six(6, 1);
        import(bad, {}, [&](Arrays& a) { // three are present, not two
            a.format = MERGUS_VECTOR_BITMAP;
        a.present = present.data();
        a.values = six.data();
        });

        const auto u = make_vector<I32>(context, 6, {{1, 7}, {4, 9}});
        const auto export_to = [&](Code code, const std::vector<std::string>& words, const auto& change) {
            mergus_vector_arrays arrays = list_of(indices, values, 0);
            change(arrays);
            refuses(code, words, [&] { u.export_arrays(arrays); });
        };
        export_to(Code::insufficient_space, {"room for 1", "2 are needed"},
                  [](Arrays& a) { a.capacity = 1; });
        export_to(Code::insufficient_space, {"room for 2", "6 are needed"}, [&](Arrays& a) {
            a.format = MERGUS_VECTOR_BITMAP;
            a.present = present.data();
        });
        export_to(bad, {"not full", "2 of 6"}, [](Arrays& a) { a.format = MERGUS_VECTOR_FULL; });
        export_to(bad, {"format"}, [](Arrays& a) { a.format = 0; });
        export_to(bad, {"struct_size"}, [](Arrays& a) { a.struct_size = 8; });
        if (context.backend() == "suitesparse") { // needs no memory for all indices
            const Vector<I32> far(context, max_vector_size);
            mergus_vector_arrays arrays = list_of(indices, values, 0);
            arrays.index_bits = 32;
            refuses(bad, {"32 bits", "use 64"}, [&] { far.export_arrays(arrays); });
        }
        refuses(bad, {"release_arrays", "format"},
                [&] { (void)make_vector<I32>(context, 1, {}).release_arrays(7); });
        });
        }

        TEST_SUITE_END();
