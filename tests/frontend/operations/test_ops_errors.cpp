/// \file test_ops_errors.cpp
/// Wrong arguments: the code, a message that names argument and numbers, and an output that is as before.
#include "conformance/user_algebra.hpp"
#include "testing/matrices.hpp"
#include "testing/refuses.hpp"

#include <mergus/mergus.hpp>

using namespace mergus;
using namespace mergus::tests;
using conformance::poly3;

namespace {

using I32 = std::int32_t;
using I64 = std::int64_t;
using List = std::vector<std::uint64_t>;

/// Matrices of several shapes and types, and a check that C is unchanged.
struct Bench {
    explicit Bench(const Context& context)
        : C(make<I32>(context, 2, 3, {{0, 1, 7}, {1, 2, 8}})), A(make<I32>(context, 2, 4, {{0, 0, 1}})),
          B(make<I32>(context, 4, 3, {{0, 0, 1}})), user(make<poly3>(context, 2, 3, {{0, 0, {1, 2, 3}}})) {}

    void unchanged() const { CHECK(read<I32>(C) == Entries<I32>{{0, 1, 7}, {1, 2, 8}}); }

    Matrix<I32> C, A, B;
    Matrix<poly3> user;
};

} // namespace

TEST_SUITE_BEGIN("ops");

TEST_CASE("errors: dimensions that do not match are named") {
    on_each_backend([](const Context& context) {
        Bench t(context);
        const auto mxm_of = [&](Descriptor d, const Mask& mask = no_mask) {
            return [&t, d, mask] { mxm(t.C, mask, no_accum, plus_times<I32>, t.A, t.B, d); };
        };
        refuses(Code::dimension_mismatch, {"mxm", "A'", "4 x 2", "B", "4 x 3"}, mxm_of(DESC_T0));
        refuses(Code::dimension_mismatch, {"mxm", "A'", "4 x 2", "B'", "3 x 4"},
                [&] { mxm(t.C, no_mask, no_accum, plus_times<I32>, t.A, t.B, DESC_T1 | DESC_T0); });
        refuses(Code::dimension_mismatch, {"mxm", "mask", "2 x 4", "C", "2 x 3"}, mxm_of({}, t.A));
        refuses(Code::dimension_mismatch, {"mxm", "2 x 3", "C", "4 x 3"},
                [&] { mxm(t.B, no_mask, no_accum, plus_times<I32>, t.A, t.B); });
        refuses(Code::dimension_mismatch, {"transpose", "4 x 2", "C", "2 x 3"},
                [&] { transpose(t.C, no_mask, no_accum, t.A); });
        refuses(Code::dimension_mismatch, {"ewise_add", "A", "2 x 4", "C", "2 x 3"},
                [&] { ewise_add(t.C, no_mask, no_accum, ops::plus<I32>, t.A, t.C); });
        refuses(Code::dimension_mismatch, {"ewise_mult", "B", "4 x 3", "C", "2 x 3"},
                [&] { ewise_mult(t.C, no_mask, no_accum, ops::plus<I32>, t.C, t.B); });
        refuses(Code::dimension_mismatch, {"select", "A", "2 x 4"},
                [&] { select(t.C, no_mask, no_accum, ops::tril, t.A, Scalar(I64{0})); });
        refuses(Code::dimension_mismatch, {"apply", "A", "2 x 4"},
                [&] { apply(t.C, no_mask, no_accum, ops::ainv<I32>, t.A); });
        refuses(Code::dimension_mismatch, {"reduce", "2 x 1", "C", "2 x 3"},
                [&] { reduce(t.C, no_mask, no_accum, plus_monoid<I32>, t.A); });
        refuses(Code::dimension_mismatch, {"assign", "A", "2 x 4", "1 x 2"}, [&] {
            assign(t.C, no_mask, no_accum, t.A, List{0}, List{0, 1});
        });
        refuses(Code::dimension_mismatch, {"extract", "1 x 2", "C", "2 x 3"}, [&] {
            extract(t.C, no_mask, no_accum, t.A, List{0}, List{0, 1});
        });
        t.unchanged();
    });
}

TEST_CASE("errors: indices out of range are refused") {
    on_each_backend([](const Context& context) {
        Bench t(context);
        refuses(Code::index_out_of_bounds, {"assign", "rows[1]", "2"}, [&] {
            assign(t.C, no_mask, no_accum, Scalar(I32{1}), List{0, 2}, all);
        });
        refuses(Code::index_out_of_bounds, {"assign", "cols[0]", "3"},
                [&] { assign(t.C, no_mask, no_accum, Scalar(I32{1}), all, List{3}); });
        refuses(Code::invalid_value, {"assign", "rows", "1", "more than once"}, [&] {
            assign(t.C, no_mask, no_accum, Scalar(I32{1}), List{1, 0, 1}, all);
        });
        refuses(Code::index_out_of_bounds, {"extract", "cols[2]", "9", "4"}, [&] {
            extract(t.C, no_mask, no_accum, t.A, all, List{0, 1, 9});
        });
        constexpr std::uint64_t half = std::uint64_t{1} << 63;
        for (const std::uint64_t outside :
             {std::uint64_t{4}, half - 1, half, half + 1, half + 4, UINT64_MAX}) {
            CAPTURE(outside);
            refuses(Code::index_out_of_bounds, {"extract", "cols[1]", std::to_string(outside), "4"}, [&] {
                extract(t.C, no_mask, no_accum, t.A, all, List{3, outside, 0});
            });
        }
        Matrix<I32> D(context, 2, 2);
        const std::vector<I32> values = {1, 2};
        refuses(Code::index_out_of_bounds, {"build", "entry 1", "(1, 2)", "2 x 2"}, [&] {
            D.build(List{0, 1}, List{0, 2}, values);
        });
        refuses(Code::invalid_value, {"build"}, [&] { D.build(List{1, 1}, List{0, 0}, values); });
        CHECK(D.nvals() == 0);
        refuses(Code::dimension_mismatch, {"build", "2", "1"}, [&] { D.build(List{0, 1}, List{0}, values); });
        refuses(Code::output_not_empty, {"build"}, [&] { t.C.build(List{0, 1}, List{0, 0}, values); });
        t.unchanged();
    });
}

TEST_CASE("errors: types that cannot be cast are refused") {
    on_each_backend([](const Context& context) {
        Bench t(context);
        refuses(Code::domain_mismatch, {"mxm", "A", "poly3", "int32"},
                [&] { mxm(t.C, no_mask, no_accum, plus_times<I32>, t.user, make<I32>(context, 3, 3, {})); });
        refuses(Code::domain_mismatch, {"transpose", "poly3", "int32"},
                [&] { transpose(t.C, no_mask, no_accum, t.user, DESC_T0); });
        refuses(Code::domain_mismatch, {"mask", "poly3", "bool"},
                [&] { assign(t.C, t.user, no_accum, Scalar(I32{1})); });
        refuses(Code::domain_mismatch, {"accum"}, [&] {
            assign(t.user, no_mask, ops::plus<I32>, Scalar(poly3{1, 1, 1}));
        });
        refuses(Code::domain_mismatch, {"scalar", "poly3"}, [&] {
            apply(t.C, no_mask, no_accum, ops::plus<I32>, t.C, Scalar(poly3{1, 1, 1}));
        });
        refuses(Code::domain_mismatch, {"poly3", "fp64"},
                [&] { (void)Matrix<double>(AnyMatrix(context, type_of<poly3>(), 1, 1)); });
        // An operator on positions is the multiplication of a semiring only.
        const BinaryOp positions(ops::firsti<I32>.get());
        refuses(Code::domain_mismatch, {"ewise_add", "op", "firsti"},
                [&] { ewise_add(t.C, no_mask, no_accum, positions, t.A, t.A); });
        refuses(Code::domain_mismatch, {"transpose", "accum", "firsti"},
                [&] { transpose(t.C, no_mask, positions, t.A); });
        refuses(Code::domain_mismatch, {"monoid", "firsti"},
                [&] { (void)make_monoid(positions, Scalar(I32{0})); });
        refuses(Code::domain_mismatch, {"build", "dup", "firsti"}, [&] {
            Matrix<I32>(context, 2, 2).build(List{0, 0}, List{0, 0}, std::vector<I32>{1, 2}, positions);
        });
        assign(t.C, structure(t.user), no_accum, Scalar(I32{1})); // by pattern it is a mask
        CHECK(t.C.nvals() == 3);
    });
}

TEST_CASE("errors: empty matrices, missing operators and unknown descriptor bits are refused") {
    on_each_backend([](const Context& context) {
        Bench t(context);
        Matrix<I32> empty;
        refuses(Code::uninitialized_object, {"mxm", "C"},
                [&] { mxm(empty, no_mask, no_accum, plus_times<I32>, t.A, t.B); });
        refuses(Code::uninitialized_object, {"mxm", "B"},
                [&] { mxm(t.C, no_mask, no_accum, plus_times<I32>, t.A, empty); });
        refuses(Code::uninitialized_object, {"mask"},
                [&] { mxm(t.C, empty, no_accum, plus_times<I32>, t.A, t.B); });
        refuses(Code::uninitialized_object, {"nvals"}, [&] { (void)empty.nvals(); });
        refuses(Code::null_pointer, {"semiring"},
                [&] { mxm(t.C, no_mask, no_accum, AnySemiring{}, t.A, t.B); });
        refuses(Code::null_pointer, {"op"}, [&] { ewise_add(t.C, no_mask, no_accum, BinaryOp{}, t.C, t.C); });
        refuses(Code::invalid_value, {"accum", "binary"},
                [&] { transpose(t.C, no_mask, BinaryOp(ops::ainv<I32>.get()), t.C, DESC_T0); });
        refuses(Code::invalid_value, {"descriptor", "0x40"},
                [&] { transpose(t.C, no_mask, no_accum, t.C, Descriptor{64}); });
        refuses(Code::empty_object, {"assign", "scalar"},
                [&] { assign(t.C, no_mask, no_accum, Scalar(nullptr, type_of<I32>())); });
        refuses(Code::domain_mismatch, {"operator"},
                [&] { (void)detail::builtin_op(MERGUS_OP_BNOT, MERGUS_FP32); });
        t.unchanged();
        Matrix<I32> moved = std::move(t.C);
        refuses(Code::uninitialized_object, {"nvals"},
                [&] { (void)t.C.nvals(); }); // NOLINT: that is the test
    });
}

TEST_CASE("errors: matrices of different contexts are refused") {
    on_each_backend([](const Context& context) {
        Bench t(context);
        const Bench other{Context(context.backend())};
        refuses(Code::invalid_object, {"mxm", "B", "another context", std::string(context.backend()), "to()"},
                [&] { mxm(t.C, no_mask, no_accum, plus_times<I32>, t.A, other.B); });
        refuses(Code::invalid_object, {"mask"},
                [&] { mxm(t.C, other.C, no_accum, plus_times<I32>, t.A, t.B); });
        t.unchanged();
        mxm(t.C, no_mask, no_accum, plus_times<I32>, t.A, other.B.to(context));
        CHECK(read<I32>(t.C) == Entries<I32>{{0, 0, 1}});
    });
}

TEST_CASE("errors: dimensions beyond the limit of every backend are refused") {
    on_each_backend([](const Context& context) {
        const std::uint64_t over = max_dimension + 1;
        refuses(Code::invalid_value, {std::to_string(over), "3", std::to_string(max_dimension)},
                [&] { Matrix<I32>(context, over, 3); });
        refuses(Code::invalid_value, {std::to_string(over)}, [&] { Matrix<I32>(context, 3, over); });
        refuses(Code::invalid_value, {"3"}, [&] { Matrix<I32>(context, 3, ~std::uint64_t{0}); });
        Matrix<I32> wide(context, 1, max_dimension);
        CHECK(wide.ncols() == max_dimension);
    });
}

TEST_CASE("errors: invalid compressed rows are refused") {
    on_each_backend([](const Context& context) {
        std::vector<std::uint64_t> row_ptr = {0, 1, 2}, cols = {0, 1};
        std::vector<double> values = {1, 2};
        const auto import = [&](auto change) {
            return [&, change] {
                std::vector<std::uint64_t> own_ptr = row_ptr, own_cols = cols;
                mergus_csr csr{};
                csr.struct_size = sizeof csr;
                csr.type = type_of<double>();
                csr.nrows = csr.ncols = csr.nvals = 2;
                csr.row_ptr = own_ptr.data();
                csr.cols = own_cols.data();
                csr.values = values.data();
                csr.pointer_bits = csr.index_bits = 64;
                change(csr, own_ptr, own_cols);
                (void)AnyMatrix::import_csr(context, csr);
            };
        };
        using Array = std::vector<std::uint64_t>;
        CHECK_NOTHROW(import([](mergus_csr&, Array&, Array&) {})());
        refuses(Code::invalid_index, {"import_csr", "2"},
                import([](mergus_csr&, Array&, Array& c) { c[1] = 2; }));
        refuses(Code::invalid_value, {"import_csr"}, import([](mergus_csr&, Array& p, Array&) { p[1] = 3; }));
        refuses(Code::invalid_value, {"import_csr"}, import([](mergus_csr&, Array& p, Array&) { p[0] = 1; }));
        refuses(Code::invalid_value, {"import_csr"}, import([](mergus_csr&, Array& p, Array& c) {
                    p[1] = 2; // row 0 holds both, backwards
                    c = {1, 0};
                }));
        refuses(Code::invalid_value, {"import_csr", "16"},
                import([](mergus_csr& csr, Array&, Array&) { csr.index_bits = 16; }));
        refuses(Code::null_pointer, {"row_ptr"},
                import([](mergus_csr& csr, Array&, Array&) { csr.row_ptr = nullptr; }));
        refuses(Code::null_pointer, {"values"},
                import([](mergus_csr& csr, Array&, Array&) { csr.values = nullptr; }));
    });
}

TEST_SUITE_END();
