/// \file suitesparse_faults_matrices.cpp
/// Cases of suitesparse_faults: operations on matrices, and GrB_Matrix objects that change owners.
#include "suitesparse_faults.hpp"

#include <mergus/graphblas.hpp>

// GraphBLAS.h includes these, and newer versions do so between extern "C" braces.
#include <cmath>
#include <complex.h>
#include <complex>
extern "C" {
#include <GraphBLAS.h>
}
#undef I

#include <array>
#include <utility>

namespace suitesparse_faults {

int lent = 0, given_back = 0;

Matrix<double> borrowing(const Context& context) {
    static std::vector<std::uint64_t> row_ptr(31, 30), cols;
    static std::vector<double> values(30, 2.0);
    row_ptr[0] = 0;
    for (std::uint64_t j = cols.size(); j < 30; ++j) cols.push_back(j);
    mergus_csr csr{};
    csr.struct_size = sizeof csr;
    csr.type = type_of<double>();
    csr.nrows = csr.ncols = csr.nvals = csr.capacity = 30;
    csr.row_ptr = row_ptr.data();
    csr.cols = cols.data();
    csr.values = values.data();
    csr.pointer_bits = csr.index_bits = 64;
    csr.release = [](void*) { ++given_back; };
    ++lent;
    return Matrix<double>(AnyMatrix::import_csr(context, csr));
}

namespace {

MERGUS_TYPE(Pair, double x; double y;);

/// A GrB_Matrix by column of a user type or fp64. Pending entries are assembled, because GraphBLAS may lose
/// them when memory runs out.
GrB_Matrix column_matrix(GrB_Type type) {
    GrB_Matrix made = nullptr;
    const Pair one{1.5, 2.5};
    const auto set = [&](GrB_Index i, GrB_Index j) {
        return type == GrB_FP64 ? GrB_Matrix_setElement_FP64(made, one.x, i, j)
                                : GrB_Matrix_setElement_UDT(made, const_cast<Pair*>(&one), i, j);
    };
    if (GrB_Matrix_new(&made, type, 30, 30) != GrB_SUCCESS ||
        GxB_Matrix_Option_set_INT32(made, GxB_FORMAT, GxB_BY_COL) != GrB_SUCCESS ||
        set(3, 4) != GrB_SUCCESS || set(2, 5) != GrB_SUCCESS ||
        GrB_Matrix_wait(made, GrB_MATERIALIZE) != GrB_SUCCESS)
        give_up("the GrB_Matrix cannot be made");
    return made;
}

/// Adopts a GrB_Matrix by column. After an error it must have its entries, and is freed here.
AnyMatrix adopt(const Setting& s, GrB_Type native_type, const mergus_type* type) {
    const long faults_from_here = countdown.exchange(-1);
    GB_Matrix_opaque* native = column_matrix(native_type);
    countdown = faults_from_here;
    try {
        return adopt_grb_matrix(s.context, native, type);
    } catch (...) {
        countdown = -1;
        GrB_Index entries = 0;
        if (native == nullptr || GrB_Matrix_nvals(&entries, native) != GrB_SUCCESS || entries != 2)
            give_up("adopt_grb_matrix did not leave the GrB_Matrix with its owner");
        GrB_Matrix_free(&native);
        throw;
    }
}

GrB_Type pair_type() {
    static GrB_Type type = [] {
        GrB_Type made = nullptr;
        if (GrB_Type_new(&made, sizeof(Pair)) != GrB_SUCCESS) give_up("the GrB_Type cannot be made");
        return made;
    }();
    return type;
}

} // namespace

std::vector<Case> matrix_cases() {
    static const std::vector<std::uint64_t> some{1, 3, 5}, twice{2, 2};
    static const std::vector<double> values{1, 2}, three{1, 2, 3};
    return {
        {"mxm", &Setting::C, [](Setting& s) { mxm(s.C, no_mask, no_accum, plus_times<double>, s.A, s.B); }},
        {"mxm with mask and accumulator", &Setting::C,
         [](Setting& s) { mxm(s.C, s.M, ops::plus<double>, min_plus<double>, s.A, s.B, DESC_T1); }},
        {"mxm, complement and replace", &Setting::C,
         [](Setting& s) { mxm(s.C, s.C, no_accum, plus_times<double>, s.A, s.C, DESC_RSC); }},
        {"mxm of the program's own operators", &Setting::C,
         [](Setting& s) { mxm(s.C, s.M, no_accum, with_indices, s.A, s.B, DESC_T0); }},
        {"transpose", &Setting::C, [](Setting& s) { transpose(s.C, no_mask, no_accum, s.A); }},
        {"transpose of itself", &Setting::C, [](Setting& s) { transpose(s.C, s.M, ops::plus<double>, s.C); }},
        {"ewise_add", &Setting::C,
         [](Setting& s) { ewise_add(s.C, s.M, no_accum, ops::plus<double>, s.A, s.C, DESC_C); }},
        {"ewise_mult", &Setting::C,
         [](Setting& s) { ewise_mult(s.C, no_mask, ops::plus<double>, ops::times<double>, s.A, s.B); }},
        {"assign", &Setting::C,
         [](Setting& s) { assign(s.C, s.M, no_accum, Scalar(3.0), Indices(some), Indices(some)); }},
        {"assign of a matrix", &Setting::C, [](Setting& s) { assign(s.C, s.M, ops::plus<double>, s.A); }},
        {"assign of the mask's values, in place", &Setting::full,
         [](Setting& s) { assign(s.full, s.few, {.mask = structure(s.few)}); }},
        {"assign of a scalar, in place", &Setting::full,
         [](Setting& s) { assign(s.full, Scalar(3.0), {.mask = structure(s.few)}); }},
        {"select", &Setting::C,
         [](Setting& s) { select(s.C, s.M, no_accum, ops::tril, s.A, std::int64_t{0}); }},
        {"apply", &Setting::C,
         [](Setting& s) { apply(s.C, s.M, no_accum, ops::minus<double>, Scalar(1.0), s.A); }},
        {"apply, a scalar last", &Setting::C,
         [](Setting& s) { apply(s.C, no_mask, no_accum, ops::minus<double>, s.A, Scalar(1.0)); }},
        {"apply of a unary operator", &Setting::C,
         [](Setting& s) { apply(s.C, no_mask, ops::plus<double>, ops::ainv<double>, s.A, DESC_T0); }},
        {"apply with indices", &Setting::C,
         [](Setting& s) {
             apply(s.C, no_mask, no_accum, ops::diagindex<std::int64_t>, s.A, Scalar(std::int64_t{1}));
         }},
        {"select by value", &Setting::C,
         [](Setting& s) { select(s.C, no_mask, ops::plus<double>, ops::valuegt<double>, s.A, Scalar(2.0)); }},
        {"reduce to rows", &Setting::column,
         [](Setting& s) { reduce(s.column, no_mask, no_accum, plus_monoid<double>, s.A); }},
        {"reduce to columns", &Setting::column,
         [](Setting& s) { reduce(s.column, no_mask, no_accum, max_monoid<double>, s.A, DESC_T0); }},
        {"reduce to a scalar, own monoid", &Setting::C, // by a predefined one it allocates nothing
         [](Setting& s) {
             reduce(&s.scalar, type_of<double>(), no_accum, AnyMonoid(with_indices.get()->add), s.A);
         }},
        {"assign of a scalar everywhere", &Setting::C,
         [](Setting& s) { assign(s.C, no_mask, ops::plus<double>, Scalar(2.0)); }},
        {"extract", &Setting::C, [](Setting& s) { extract(s.C, no_mask, ops::plus<double>, s.A); }},
        {"extract of rows and columns", &Setting::L,
         [](Setting& s) {
             static const std::vector<std::uint64_t> zeros(30, 0);
             extract(s.L, no_mask, no_accum, s.A, Indices(zeros), all);
         }},
        {"dup", &Setting::C, [](Setting& s) { s.C = s.A.dup(); }},
        {"clear", &Setting::C, [](Setting& s) { s.C.clear(); }},
        {"new", &Setting::C, [](Setting& s) { s.C = Matrix<double>(s.context, 30, 30); }},
        {"extract_tuples", &Setting::C,
         [](Setting& s) {
             std::vector<std::uint64_t> rows, cols;
             std::vector<double> read;
             s.A.extract_tuples(rows, cols, read);
         }},
        {"import and export", &Setting::C, [](Setting& s) { s.C = Matrix<double>(s.A.to(s.context)); }},
        {"build without an operator", &Setting::empty,
         [](Setting& s) {
             s.empty.clear();
             s.empty.build(some, some, three);
         }},
        {"build", &Setting::empty,
         [](Setting& s) {
             s.empty.clear();
             s.empty.build(twice, twice, values, ops::plus<double>);
         }},
        {"an output around the program's arrays", &Setting::L,
         [](Setting& s) { ewise_add(s.L, no_mask, ops::plus<double>, ops::plus<double>, s.L, s.A); }},
        {"an input around the program's arrays", &Setting::M,
         [](Setting& s) {
             mxm(s.C, no_mask, no_accum, plus_times<double>, s.L, s.A);
             s.L = Matrix<double>(s.context, 30, 30);
             mxm(s.M, no_mask, no_accum, plus_times<double>, s.L, s.A);
         }},
        {"release_csr", &Setting::A, [](Setting& s) { const CsrArrays arrays = s.A.release_csr(); }},
        {"release_grb_matrix around the program's arrays", &Setting::L,
         [](Setting& s) {
             GB_Matrix_opaque* native = release_grb_matrix(std::move(s.L));
             countdown = -1; // no more injected failures
             s.L = Matrix<double>(adopt_grb_matrix(s.context, native, type_of<double>()));
         }},
        {"adopt_grb_matrix by column", &Setting::L,
         [](Setting& s) { s.L = Matrix<double>(adopt(s, GrB_FP64, type_of<double>())); }},
        {"adopt_grb_matrix of the program's own type", &Setting::L,
         [](Setting& s) { (void)adopt(s, pair_type(), type_of<Pair>()); }},
    };
}

} // namespace suitesparse_faults
