/// \file entry.cpp
/// Folding, combining and casting entries: the computed value, and which other values are right as well.
///
/// Bounds: a sum of n floating terms in any order and with or without fused multiply-adds is within
/// 2·n·ε·Σ|terms| of any other (Higham, Accuracy and Stability of Numerical Algorithms, section 4.2: the
/// first-order bound, doubled). Sums of integers below 1/ε are exact and have no slack. For complex numbers
/// the magnitude is the modulus, the bound holds for each part, and n is replaced by 4·n, because a product
/// has two roundings.
#include "reference/complex_numbers.hpp"
#include "reference/operations.hpp"
#include "reference/operators.hpp"
#include "reference/rounding.hpp"

#include <mergus/types.hpp>

#include <algorithm>
#include <cmath>

namespace mergus::reference {

namespace {

/// A user's operator may call functions such as exp, which differ by some roundings between math libraries.
constexpr double user_roundings = 16;

/// The modulus of the value, or of its finite part.
double size_of(const Value& value) {
    const std::complex<double> x = to_complex(value);
    return std::hypot(std::isfinite(x.real()) ? x.real() : 0, std::isfinite(x.imag()) ? x.imag() : 0);
}

bool has_finite_part(const Value& value) {
    const std::complex<double> x = to_complex(value);
    return std::isfinite(x.real()) || (is_complex(value.type) && std::isfinite(x.imag()));
}

/// min and max of −0 and 0 is either. A product of complex numbers has sums of signed zeros in its parts, so
/// the sign of a zero part depends on how three and more factors are associated.
bool gives_either_zero(const mergus_op& op, const std::vector<Value>& terms) {
    if (op.code == MERGUS_OP_TIMES) return is_complex(op.z_type) && terms.size() > 2;
    if (op.code != MERGUS_OP_MIN && op.code != MERGUS_OP_MAX) return false;
    const auto has = [&](bool negative) {
        return std::any_of(terms.begin(), terms.end(),
                           [&](const Value& term) { return is_zero(cast(term, op.z_type), negative); });
    };
    return has(false) && has(true);
}

void add_choice(std::vector<Value>& choices, const Value& value) {
    const auto equal = [&](const Value& other) { return same(other, value); };
    if (std::none_of(choices.begin(), choices.end(), equal)) choices.push_back(value);
}

/// The slack of a floating sum, product or user's fold over these terms. entry.value is already set.
double fold_slack(const mergus_monoid& monoid, const std::vector<Value>& terms, const Entry& entry) {
    const mergus_type* type = monoid.op->z_type;
    const bool complex = is_complex(type);
    const double count = static_cast<double>(terms.size()) * (complex ? 4 : 1);
    bool integers = true, simple = true;
    for (const Value& term : terms) {
        // ∞ or NaN in any order
        if (!has_finite_part(term) && monoid.op->code != MERGUS_OP_USER) return 0;
        integers = integers && is_exact_integer(term, type);
        simple = simple && is_simple(term);
    }
    switch (monoid.op->code) {
    case MERGUS_OP_PLUS:
        if ((terms.size() == 1 && !complex) || (integers && entry.magnitude <= 1 / epsilon(type))) return 0;
        return 2 * count * epsilon(type) * entry.magnitude;
    case MERGUS_OP_TIMES:
        if ((terms.size() == 1 && !complex) || simple) return 0;
        return 2 * count * epsilon(type) * size_of(entry.value);
    case MERGUS_OP_USER:
        return user_roundings * count * epsilon(type) * (1 + entry.magnitude);
    default:
        return 0;
    }
}

} // namespace

bool gives_either_zero(const mergus_op& op, const Value& x, const Value& y) {
    return !x.is_user() && !y.is_user() && gives_either_zero(op, {x, y});
}

void allow_either_zero(Entry& entry) {
    if (!is_float(entry.value.type)) return;
    const std::complex<double> x = to_complex(entry.value);
    if (x.real() != 0 && (x.imag() != 0 || !is_complex(entry.value.type))) return;
    add_choice(entry.choices, entry.value);
    const auto signs = [](double part) { return part == 0 ? std::vector{0.0, -0.0} : std::vector{part}; };
    for (const double re : signs(x.real()))
        for (const double im : signs(x.imag()))
            add_choice(entry.choices,
                       cast(make(type_of<std::complex<double>>(), std::complex(re, im)), entry.value.type));
}

Entry fold(const mergus_monoid& monoid, const std::vector<Value>& terms) {
    const mergus_op& op = *monoid.op;
    Entry entry;
    entry.terms = terms.size();
    entry.value = terms.front();
    for (std::size_t t = 1; t < terms.size(); ++t) entry.value = call_binary(op, entry.value, terms[t]);
    if (op.code == MERGUS_OP_ANY)
        for (const Value& term : terms) add_choice(entry.choices, term);
    if (gives_either_zero(op, terms)) allow_either_zero(entry);
    if (is_float(op.z_type)) {
        for (const Value& term : terms) entry.magnitude += size_of(term);
        entry.slack = fold_slack(monoid, terms, entry);
        // min and max ignore NaN: if all terms are NaN, a fold that starts from the identity gives the
        // identity.
        if ((op.code == MERGUS_OP_MIN || op.code == MERGUS_OP_MAX) && is_nan(entry.value))
            entry.choices = {entry.value, identity_of(monoid)};
    }
    return entry;
}

namespace {

double combined_slack(const mergus_op& op, const Entry& x, const Entry& y, const Value& z) {
    if (!is_float(z.type)) {
        if (x.slack > 0 || y.slack > 0)
            throw std::logic_error("reference: an inexact sum goes into operator " + std::string(op.name) +
                                   " that is not floating");
        return 0;
    }
    // A value of a user's type is always an argument that op ignores.
    if (x.value.is_user() || y.value.is_user() || !has_finite_part(z)) return 0;
    const double unit = 2 * epsilon(z.type);
    const bool exact = x.slack == 0 && y.slack == 0;
    const double rounding = unit * (size_of(x.value) + size_of(y.value));
    const bool integers =
        is_exact_integer(x.value, z.type) && is_exact_integer(y.value, z.type) && is_exact_integer(z, z.type);
    switch (op.code) {
    case MERGUS_OP_PLUS:
    case MERGUS_OP_MINUS:
    case MERGUS_OP_RMINUS:
        // A single rounding is the same everywhere, except that a product may be fused with its addition.
        if (exact && (integers || (x.terms == 0 && y.terms == 0))) return 0;
        return x.slack + y.slack + rounding;
    case MERGUS_OP_TIMES:
        if (exact) return slack_of(op, x.value, y.value, z);
        return size_of(x.value) * y.slack + size_of(y.value) * x.slack + x.slack * y.slack +
               unit * size_of(z);
    case MERGUS_OP_MIN:
    case MERGUS_OP_MAX:
        return exact ? 0 : std::max(x.slack, y.slack) + rounding;
    case MERGUS_OP_FIRST:
        return x.slack == 0 ? 0 : x.slack + rounding;
    case MERGUS_OP_SECOND:
        return y.slack == 0 ? 0 : y.slack + rounding;
    case MERGUS_OP_PAIR:
        return 0;
    case MERGUS_OP_USER:
        return x.slack + y.slack + user_roundings * (epsilon(z.type) + rounding);
    default:
        if (exact) return slack_of(op, x.value, y.value, z);
        throw std::logic_error("reference: an inexact sum goes into operator " + std::string(op.name));
    }
}

const std::vector<Value>& values_of(const Entry& entry, std::vector<Value>& single) {
    if (!entry.choices.empty()) return entry.choices;
    single.assign(1, entry.value);
    return single;
}

} // namespace

Entry combine(const mergus_op& op, const Entry& x, const Entry& y) {
    Entry z;
    z.value = call_binary(op, x.value, y.value);
    z.terms = x.terms + y.terms;
    z.magnitude = x.magnitude + y.magnitude;
    if (op.code == MERGUS_OP_ANY) {
        std::vector<Value> single;
        for (const Entry* entry : {&x, &y})
            for (const Value& value : values_of(*entry, single))
                add_choice(z.choices, cast(value, op.z_type));
    } else if (!x.choices.empty() || !y.choices.empty()) {
        std::vector<Value> single_x, single_y;
        for (const Value& a : values_of(x, single_x))
            for (const Value& b : values_of(y, single_y)) {
                add_choice(z.choices, call_binary(op, a, b));
                if (!gives_either_zero(op, a, b)) continue;
                for (const double zero : {0.0, -0.0})
                    add_choice(z.choices, cast(make(type_of<double>(), zero), op.z_type));
            }
    }
    if (!z.value.is_user()) z.slack = combined_slack(op, x, y, z.value);
    if (gives_either_zero(op, x.value, y.value)) allow_either_zero(z);
    return z;
}

Entry cast_entry(const Entry& entry, const mergus_type* type) {
    if (entry.value.type == type) return entry;
    Entry result;
    result.value = cast(entry.value, type);
    result.terms = entry.terms;
    result.magnitude = entry.magnitude;
    for (const Value& choice : entry.choices) add_choice(result.choices, cast(choice, type));
    if (entry.slack > 0) {
        if (!is_float(type)) throw std::logic_error("reference: an inexact sum is cast to an integer");
        result.slack = entry.slack + 2 * epsilon(type) * size_of(entry.value);
    }
    return result;
}

} // namespace mergus::reference
