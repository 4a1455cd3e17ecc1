/// \file device_operations.cpp
#include "device_operations.hpp"

#include <algorithm>
#include <numeric>

namespace mergus::tests {

namespace {

using I64 = std::int64_t;
using List = std::vector<std::uint64_t>;

constexpr std::uint64_t n = DeviceOperands::n;

List up_to(std::uint64_t count) {
    List list(count);
    std::iota(list.begin(), list.end(), std::uint64_t{0});
    return list;
}

std::vector<DeviceOperation> products() {
    const auto product = [](const BinaryOp& accum, Descriptor descriptor = {}) {
        return [=](DeviceOperands& s) { mxm(s.C, no_mask, accum, plus_times<double>, s.A, s.B, descriptor); };
    };
    return {
        {"mxm", product(no_accum)},
        {"mxm, accumulated", product(ops::plus<double>)},
        {"mxm, both transposed", product(no_accum, DESC_T0T1)},
        {"mxm, structural mask",
         [](DeviceOperands& s) { mxm(s.C, structure(s.M), no_accum, plus_times<double>, s.A, s.B); }},
        {"mxm, mask by value, accumulated",
         [](DeviceOperands& s) { mxm(s.C, s.M, ops::plus<double>, plus_times<double>, s.A, s.B); }},
        {"mxm, complemented mask",
         [](DeviceOperands& s) {
             mxm(s.C, complement(structure(s.M)), no_accum, plus_times<double>, s.A, s.B);
         }},
        {"mxm, complemented mask, replacing, any_pair",
         [](DeviceOperands& s) { mxm(s.C, complement(s.M), no_accum, any_pair<double>, s.A, s.B, DESC_R); }},
        {"mxm of another type",
         [](DeviceOperands& s) { mxm(s.C, no_mask, ops::plus<double>, min_plus<I64>, s.A, s.B); }},
        {"mxm, the output is everything",
         [](DeviceOperands& s) { mxm(s.C, s.C, ops::plus<double>, plus_times<double>, s.C, s.C); }},
        {"mxm with a dense row and a dense column",
         [](DeviceOperands& s) {
             const auto hub = [](std::uint64_t i, std::uint64_t j) { return i == 0 || j == 0 || i == j; };
             const Matrix<double> H = s.in(csr_where(n, n, hub));
             mxm(s.C, structure(H), no_accum, plus_times<double>, H, s.A);
         }},
        {"mxm into an empty matrix",
         [](DeviceOperands& s) { mxm(s.empty, no_mask, no_accum, plus_times<double>, s.A, s.B); }},
        {"mxm without entries",
         [](DeviceOperands& s) { mxm(s.C, no_mask, ops::plus<double>, plus_times<double>, s.A, s.empty); }},
    };
}

std::vector<DeviceOperation> moves() {
    return {
        {"transpose", [](DeviceOperands& s) { transpose(s.C, no_mask, no_accum, s.A); }},
        {"transpose, masked and accumulated",
         [](DeviceOperands& s) { transpose(s.C, s.M, ops::plus<double>, s.A); }},
        {"assign", [](DeviceOperands& s) { assign(s.C, no_mask, no_accum, s.A); }},
        {"assign to a region, masked",
         [](DeviceOperands& s) {
             List back = up_to(n);
             std::reverse(back.begin(), back.end());
             assign(s.C, s.M, ops::plus<double>, s.A, back, all);
         }},
        {"assign of a scalar",
         [](DeviceOperands& s) { assign(s.C, no_mask, ops::plus<double>, Scalar(2.0), up_to(50), all); }},
        {"assign of a scalar, masked",
         [](DeviceOperands& s) { assign(s.C, structure(s.M), no_accum, Scalar(2.0)); }},
        {"extract", [](DeviceOperands& s) { extract(s.C, no_mask, no_accum, s.A, up_to(n), List(n, 0)); }},
        {"extract, accumulated", [](DeviceOperands& s) { extract(s.C, s.M, ops::plus<double>, s.A); }},
        {"dup", [](DeviceOperands& s) { s.C = s.A.dup(); }},
        {"clear", [](DeviceOperands& s) { s.A.clear(); }},
        {"build", [](DeviceOperands& s) { s.empty.build(up_to(n), up_to(n), std::vector<double>(n, 3.0)); }},
        {"build with duplicates",
         [](DeviceOperands& s) {
             s.empty.build(List(400, 7), List(400, 8), std::vector<double>(400, 3.0), ops::plus<double>);
         }},
        {"triangle_count",
         [](DeviceOperands& s) {
             const auto near = [](std::uint64_t i, std::uint64_t j) {
                 return i != j && i < j + 3 && j < i + 3;
             };
             s.scalar = static_cast<double>(triangle_count(s.in(csr_where(n, n, near))));
         },
         4},
        {"connected_components",
         [](DeviceOperands& s) {
             const auto near = [](std::uint64_t i, std::uint64_t j) { return j == i + 2; };
             s.scalar = reduce(plus_monoid<double>, connected_components(s.in(csr_where(n, n, near))));
         },
         3},
        {"bfs_levels",
         [](DeviceOperands& s) {
             const auto near = [](std::uint64_t i, std::uint64_t j) {
                 return i != j && i < j + 31 && j < i + 31;
             };
             const Matrix<double> graph = s.in(csr_where(n, n, near));
             s.scalar = static_cast<double>(bfs_levels(graph, List{0, 60, 119}).nvals());
         },
         20},
    };
}

std::vector<DeviceOperation> entrywise() {
    return {
        {"select by place",
         [](DeviceOperands& s) { select(s.C, no_mask, no_accum, ops::tril, s.A, Scalar(I64{0})); }},
        {"select by value, masked",
         [](DeviceOperands& s) {
             select(s.C, s.M, ops::plus<double>, ops::valuegt<double>, s.A, Scalar(2.0));
         }},
        {"apply", [](DeviceOperands& s) { apply(s.C, no_mask, no_accum, ops::ainv<double>, s.A); }},
        {"apply, transposed",
         [](DeviceOperands& s) { apply(s.C, s.M, no_accum, ops::ainv<double>, s.A, DESC_T0); }},
        {"apply, a scalar first",
         [](DeviceOperands& s) { apply(s.C, no_mask, no_accum, ops::minus<double>, Scalar(1.0), s.A); }},
        {"apply, a scalar last",
         [](DeviceOperands& s) {
             apply(s.C, no_mask, ops::plus<double>, ops::minus<double>, s.A, Scalar(1.0));
         }},
        {"apply with indices",
         [](DeviceOperands& s) { apply(s.C, no_mask, no_accum, ops::diagindex<I64>, s.A, Scalar(I64{1})); }},
        {"ewise_add",
         [](DeviceOperands& s) { ewise_add(s.C, no_mask, no_accum, ops::plus<double>, s.A, s.B); }},
        {"ewise_add, masked",
         [](DeviceOperands& s) {
             ewise_add(s.C, complement(s.M), ops::min<double>, ops::plus<double>, s.A, s.B);
         }},
        {"ewise_mult",
         [](DeviceOperands& s) { ewise_mult(s.C, no_mask, no_accum, ops::times<double>, s.A, s.B); }},
        {"reduce to rows",
         [](DeviceOperands& s) { reduce(s.column, no_mask, no_accum, plus_monoid<double>, s.A); }},
        {"reduce to columns",
         [](DeviceOperands& s) { reduce(s.column, no_mask, no_accum, max_monoid<double>, s.A, DESC_T0); }},
        {"reduce to a scalar", [](DeviceOperands& s) { s.scalar = reduce(plus_monoid<double>, s.A); }},
        {"reduce to a scalar, accumulated",
         [](DeviceOperands& s) {
             reduce(&s.scalar, type_of<double>(), ops::plus<double>, min_monoid<double>, s.A);
         }},
    };
}

/// Operations with vectors, and what the library composes of several calls.
std::vector<DeviceOperation> with_vectors() {
    return {
        {"mxv", [](DeviceOperands& s) { mxv(s.w, plus_times<double>, s.A, s.u); }},
        {"mxv with a full vector, masked and accumulated",
         [](DeviceOperands& s) {
             mxv(s.w, plus_times<double>, s.A, s.v, {.mask = s.m, .accum = ops::plus<double>});
         }},
        {"vxm, complemented mask, replacing",
         [](DeviceOperands& s) {
             vxm(s.w, min_plus<double>, s.u, s.A, {.mask = complement(structure(s.m)), .replace = true});
         }},
        {"ewise_add of vectors", [](DeviceOperands& s) { ewise_add(s.w, ops::plus<double>, s.u, s.v); }},
        {"ewise_mult of vectors, masked",
         [](DeviceOperands& s) { ewise_mult(s.w, ops::times<double>, s.u, s.v, {.mask = s.m}); }},
        {"apply to a vector", [](DeviceOperands& s) { apply(s.w, ops::minus<double>, 1.0, s.u); }},
        {"select of a vector", [](DeviceOperands& s) { select(s.w, ops::valuegt<double>, s.v, 3.0); }},
        {"reduce to a vector",
         [](DeviceOperands& s) { reduce(s.w, plus_monoid<double>, s.A, {.accum = ops::plus<double>}); }},
        {"reduce of a vector", [](DeviceOperands& s) { s.scalar = reduce(plus_monoid<double>, s.u); }},
        {"assign of a scalar to a vector",
         [](DeviceOperands& s) { assign(s.w, 2.0, {.mask = structure(s.m)}); }},
        {"assign to a row", [](DeviceOperands& s) { assign(s.C, s.u, 3, all); }},
        {"assign to a column, masked and accumulated",
         [](DeviceOperands& s) { assign(s.C, s.u, all, 3, {.mask = s.m, .accum = ops::plus<double>}); }, 3},
        {"extract of a row", [](DeviceOperands& s) { extract(s.w, s.A, 3, all); }},
        {"diag", [](DeviceOperands& s) { s.C = diag(s.u); }},
        {"diag of a matrix", [](DeviceOperands& s) { diag(s.w, no_mask, ops::plus<double>, s.A); }},
        {"elements",
         [](DeviceOperands& s) {
             Vector<double> changed = s.w.dup();
             changed.set_element(3, 4.0);
             changed.remove_element(2);
             s.scalar = static_cast<double>(changed.nvals());
             s.w = std::move(changed);
         },
         4},
    };
}

/// Forms that a device backend treats differently: a push, long rows, results that stay full, other shapes.
std::vector<DeviceOperation> forms_of_vectors() {
    return {
        {"mxv, any_pair under a structural mask",
         [](DeviceOperands& s) { mxv(s.w, structure(s.u), no_accum, any_pair<double>, s.A, s.v); }},
        {"mxv accumulated in a full vector",
         [](DeviceOperands& s) { mxv(s.v, no_mask, ops::plus<double>, plus_second<double>, s.A, s.v); }},
        {"mxv, transposed",
         [](DeviceOperands& s) { mxv(s.w, s.u, ops::plus<double>, plus_times<double>, s.A, s.u, DESC_T0); }},
        {"mxv with a long row",
         [](DeviceOperands& s) {
             Csr csr;
             csr.nrows = 3;
             csr.ncols = 5000;
             for (std::uint64_t j = 0; j < csr.ncols; ++j) csr.cols.push_back(j);
             csr.row_ptr = {0, 0, csr.ncols, csr.ncols};
             const Matrix<double> H = s.in(csr);
             const auto ones = Vector<double>::from_dense(s.context, std::vector<double>(5000, 1.0));
             s.scalar = reduce(plus_monoid<double>, mxv(plus_times<double>, H, ones));
         },
         4},
        {"vxm, transposed",
         [](DeviceOperands& s) {
             vxm(s.w, structure(s.v), ops::max<double>, min_plus<double>, s.u, s.A, DESC_T1);
         }},
        {"ewise_mult with a full vector, written to it",
         [](DeviceOperands& s) {
             ewise_mult(s.v, no_mask, ops::minus<double>, ops::plus<double>, s.v, s.u);
         }},
        {"assign of a scalar to a full vector under a mask",
         [](DeviceOperands& s) { assign(s.v, structure(s.u), no_accum, Scalar(3.0), all); }},
        {"assign to a part of a vector",
         [](DeviceOperands& s) { assign(s.w, s.u, no_accum, s.v, up_to(n), DESC_R); }},
        {"extract of a part of a vector",
         [](DeviceOperands& s) { extract(s.w, no_mask, no_accum, s.u, List(n, 3)); }},
        {"extract of a column", [](DeviceOperands& s) { extract(s.w, s.u, no_accum, s.A, all, 3); }},
        {"dup of a full vector", [](DeviceOperands& s) { s.w = s.v.dup(); }},
        {"resize of a vector", [](DeviceOperands& s) { s.w.resize(60); }},
        {"resize", [](DeviceOperands& s) { s.C.resize(70, 50); }},
        {"kronecker",
         [](DeviceOperands& s) {
             s.scalar = reduce(plus_monoid<double>, kronecker<double>(ops::times<double>, s.A, s.M));
         },
         2},
    };
}

} // namespace

const std::vector<DeviceOperation>& device_products() {
    static const std::vector<DeviceOperation> list = products();
    return list;
}

const std::vector<DeviceOperation>& device_operations() {
    static const std::vector<DeviceOperation> list = [] {
        std::vector<DeviceOperation> all = products();
        for (const auto& more : {moves(), entrywise(), with_vectors(), forms_of_vectors()})
            all.insert(all.end(), more.begin(), more.end());
        return all;
    }();
    return list;
}

} // namespace mergus::tests
