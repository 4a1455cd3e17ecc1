/// \file rounding.cpp
/// Bounds on the rounding errors of single operators. The error of a function of the math library is that of
/// the least accurate one, in units of the result; near a zero of log, lgamma and functions of complex
/// numbers it is in units of 1.
#include "reference/rounding.hpp"

#include "reference/complex_numbers.hpp"

#include <mergus/operator_list.hpp>

#include <cmath>
#include <limits>

namespace mergus::reference {

namespace {

/// The modulus of the parts that are finite.
double size_of(const Value& value) {
    const std::complex<double> x = to_complex(value);
    return std::hypot(std::isfinite(x.real()) ? x.real() : 0, std::isfinite(x.imag()) ? x.imag() : 0);
}

bool is_on_complex(const mergus_op& op) {
    return op.x_type != nullptr && is_complex(op.x_type);
}

/// A function that is computed from others on complex numbers.
bool is_complex_function(const mergus_op& op) noexcept {
    if (!is_on_complex(op)) return false;
    const BuiltinOp* const line = find_builtin_op(op.code);
    return line != nullptr && (line->properties == OpProperties::approximate || op.code == MERGUS_OP_SQRT ||
                               op.code == MERGUS_OP_SIGNUM);
}

} // namespace

bool is_approximate(const mergus_op& op) noexcept {
    if (!is_float(op.z_type)) return false;
    if (is_complex_function(op)) return true;
    if (!is_on_complex(op)) {
        const BuiltinOp* const line = find_builtin_op(op.code);
        return line != nullptr && line->properties == OpProperties::approximate;
    }
    if (op.code == MERGUS_OP_USER) return true; // a product and a sum in it may be contracted
    switch (op.code) {
    case MERGUS_OP_TIMES:
    case MERGUS_OP_DIV:
    case MERGUS_OP_RDIV:
    case MERGUS_OP_MINV:
    case MERGUS_OP_ABS:
    case MERGUS_OP_CARG:
        return true;
    default:
        return false;
    }
}

bool takes_extremes(const mergus_op& op) noexcept {
    return !is_complex_function(op);
}

double slack_of(const mergus_op& op, const Value& x, const Value& y, const Value& z) {
    if (!is_approximate(op)) return 0;
    const bool is_function = find_builtin_op(op.code) != nullptr && !is_on_complex(op);
    const bool has_zeros = is_complex_function(op) || op.code == MERGUS_OP_LGAMMA;
    const double roundings = has_zeros ? 256 : is_function ? 32 : op.code == MERGUS_OP_USER ? 64 : 8;
    double size = size_of(z);
    if (has_zeros) size = std::fmax(size, 1);
    if (op.code == MERGUS_OP_USER) { // intermediate values that may cancel: products of a few arguments
        const double reach = (1 + size_of(x)) * (1 + size_of(y));
        if (std::isfinite(reach * reach)) size = std::fmax(size, reach * reach);
    }
    if (op.code == MERGUS_OP_TIMES) {
        const double factors = size_of(x) * size_of(y);
        if (is_exact_integer(x, z.type) && is_exact_integer(y, z.type) && factors <= 1 / epsilon(z.type))
            return 0;
        if (is_simple(x) && is_simple(y)) return 0;
        if (std::isfinite(factors)) size = std::fmax(size, factors);
    }
    const double least = z.type->code == MERGUS_FC32 || z.type->code == MERGUS_FP32
                             ? double{std::numeric_limits<float>::denorm_min()}
                             : std::numeric_limits<double>::denorm_min();
    return roundings * (epsilon(z.type) * size + least);
}

} // namespace mergus::reference
