/// \file texts.hpp
/// Two semirings of the zoo as strings, which are compiled at run time.
#pragma once

#include "paths.hpp"

#include <mergus/runtime.hpp>

#include <limits>

namespace zoo {

/// log_sum_exp of numbers.hpp, by expressions of x and y.
inline mergus::AnySemiring log_sum_exp_text() {
    using namespace mergus;
    const mergus_type* const fp64 = type_of<double>();
    const BinaryOp add = define_binary_op(
        "log_sum", "x == y ? x + 0.69314718055994531 : fmax(x, y) + log1p(exp(-fabs(x - y)))", fp64, fp64,
        fp64);
    return make_semiring(make_monoid(add, -std::numeric_limits<double>::infinity()),
                         define_binary_op("log_times", "x + y", fp64, fp64, fp64));
}

/// min_plus_argmin of paths.hpp, by functions on the same struct.
inline mergus::AnySemiring min_plus_argmin_text() {
    using namespace mergus;
    const mergus_type* const fp64 = type_of<double>();
    const mergus_type* const way = type_of<Way>();
    const BinaryOp add = define_binary_op(
        "shorter",
        "void shorter(Way* z, const Way* x, const Way* y) {"
        "    *z = x->length < y->length || (x->length == y->length && x->via < y->via) ? *x : *y; }",
        way, way, way);
    const IndexBinaryOp mul = define_index_binary_op(
        "by_way_of",
        "void by_way_of(Way* z, const double* x, GrB_Index ix, GrB_Index jx, const double* y, GrB_Index iy,"
        "               GrB_Index jy, const double* theta) { z->length = *x + *y; z->via = (int64_t)jx; }",
        way, fp64, fp64);
    return make_semiring(make_monoid(add, min_plus_argmin_definition::identity()), mul);
}

} // namespace zoo
