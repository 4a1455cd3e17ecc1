/// \file suitesparse_faults_vectors.cpp
/// Cases of suitesparse_faults: operations with vectors.
#include "suitesparse_faults.hpp"

#include <utility>

namespace suitesparse_faults {

Vector<double> borrowing_vector(const Context& context) {
    static std::vector<double> values(30, 3.0);
    mergus_vector_arrays arrays{};
    arrays.struct_size = sizeof arrays;
    arrays.type = type_of<double>();
    arrays.size = arrays.nvals = 30;
    arrays.format = MERGUS_VECTOR_FULL;
    arrays.values = values.data();
    arrays.release = [](void*) { ++given_back; };
    ++lent;
    return Vector<double>(AnyVector::import_arrays(context, arrays));
}

std::vector<Case> vector_cases() {
    static const std::vector<std::uint64_t> some{1, 3, 5}, zeros(30, 0);
    const auto on_C = [](const char* name, std::function<void(Setting&)> run) {
        return Case{name, &Setting::C, std::move(run)};
    };
    return {
        on_C("mxv",
             [](Setting& s) { mxv(s.w, s.m, ops::plus<double>, plus_times<double>, s.A, s.u, DESC_T0); }),
        on_C("vxm", [](Setting& s) { vxm(s.w, no_mask, no_accum, min_plus<double>, s.lent_vector, s.A); }),
        on_C("mxv of the program's own operators",
             [](Setting& s) { mxv(s.w, s.m, no_accum, with_indices, s.A, s.u); }),
        on_C("vxm of the program's own operators",
             [](Setting& s) { vxm(s.w, no_mask, no_accum, with_indices, s.u, s.A, DESC_T1); }),
        on_C("ewise_add of vectors",
             [](Setting& s) {
                 ewise_add(s.lent_vector, s.m, ops::plus<double>, ops::plus<double>, s.u, s.lent_vector);
             }),
        on_C("ewise_mult of vectors",
             [](Setting& s) { ewise_mult(s.w, s.m, no_accum, ops::times<double>, s.u, s.w, DESC_RC); }),
        on_C("apply to a vector, with indices",
             [](Setting& s) {
                 apply(s.w, no_mask, no_accum, ops::rowindex<std::int64_t>, s.u, std::int64_t{1});
             }),
        on_C("apply to an iso vector",
             [](Setting& s) { // GraphBLAS stores one value
                 Vector<double> same(s.context, 30);
                 assign(same, s.m, no_accum, Scalar(3.0));
                 apply(s.w, no_mask, no_accum, ops::valueeq<double>, same, 3.0);
             }),
        on_C("select of a vector",
             [](Setting& s) { select(s.w, s.m, ops::plus<double>, ops::valuegt<double>, s.u, 2.0); }),
        on_C("reduce to a vector", [](Setting& s) { reduce(s.w, s.m, no_accum, plus_monoid<double>, s.A); }),
        on_C("reduce of a vector, own monoid", // by a predefined one it allocates nothing
             [](Setting& s) {
                 reduce(&s.scalar, type_of<double>(), no_accum, AnyMonoid(with_indices.get()->add), s.u);
             }),
        on_C("assign to a part of a vector",
             [](Setting& s) { assign(s.w, s.m, no_accum, Scalar(3.0), Indices(some)); }),
        on_C("assign of the mask's values to a full vector, in place",
             [](Setting& s) { assign(s.full_vector, s.one_entry, {.mask = structure(s.one_entry)}); }),
        on_C("assign of a scalar to a bitmap, in place",
             [](Setting& s) { assign(s.w, Scalar(3.0), {.mask = structure(s.one_entry)}); }),
        on_C("assign of the mask's values to the program's array",
             [](Setting& s) { assign(s.lent_vector, s.one_entry, {.mask = structure(s.one_entry)}); }),
        on_C("extract of a part of a vector",
             [](Setting& s) { extract(s.w, no_mask, ops::plus<double>, s.u, Indices(zeros)); }),
        on_C("assign to a row",
             [](Setting& s) { assign(s.C, s.m, ops::plus<double>, s.u, Natural(4), all); }),
        on_C("extract of a column", [](Setting& s) { extract(s.w, s.m, no_accum, s.A, all, Natural(4)); }),
        on_C("diag", [](Setting& s) { diag(s.C, s.M, ops::plus<double>, s.u); }),
        on_C("extract_diag", [](Setting& s) { diag(s.w, s.m, no_accum, s.A); }),
        on_C("kronecker",
             [](Setting& s) {
                 Matrix<double> part = extract(s.A, Indices(some), Indices(some)), C(s.context, 9, 9);
                 kronecker(C, no_mask, no_accum, ops::times<double>, part, part);
             }),
        on_C("resize", [](Setting& s) { s.C.resize(20, 40); }),
        on_C("resize of a vector", [](Setting& s) { s.lent_vector.resize(20); }),
        on_C("dup of a vector", [](Setting& s) { s.w = s.u.dup(); }),
        on_C("import and export of a vector", [](Setting& s) { s.w = s.u.to(s.context); }),
        on_C("release_arrays, a list", [](Setting& s) { (void)s.w.release_arrays(MERGUS_VECTOR_LIST); }),
        on_C("release_arrays, a bitmap of the program's array",
             [](Setting& s) { (void)s.lent_vector.release_arrays(MERGUS_VECTOR_BITMAP); }),
    };
}

} // namespace suitesparse_faults
