/// \file new_operator.cpp
/// The code of docs/contributing/operator.md: what a new binary operator adds to three files, each part
/// compared with the others. The line is new_operator.def.
#include <mergus/operator_list.hpp>
#include <mergus/semirings/operators.hpp>

#include "reference/functions.hpp"

#include <cstdint>
#include <cstdio>
#include <limits>
#include <string_view>

// What the library makes from a line.
#define MERGUS_BUILTIN_OP(NUMBER, CODE, NAME, KIND, DOMAIN, RESULT, READS, PROPERTIES, PREFIX, OBJECT)       \
    constexpr int MERGUS_OP_##CODE = NUMBER;                                                                 \
    constexpr std::string_view name_of_line = #NAME;                                                         \
    constexpr mergus::Domain domain_of_line = mergus::Domain::DOMAIN;                                        \
    constexpr mergus::OpProperties properties_of_line = mergus::OpProperties::PROPERTIES;                    \
    static_assert(MERGUS_##KIND == MERGUS_BINARY);
#include "new_operator.def"

static_assert(mergus::find_builtin_op(MERGUS_OP_BNAND) == nullptr, "the number is taken");
static_assert(
    [] {
        for (const mergus::BuiltinOp& op : mergus::builtin_ops)
            if (op.name == name_of_line) return false;
        return true;
    }(),
    "the operator is built in");
static_assert(mergus::in_domain<std::uint8_t>(domain_of_line) && !mergus::in_domain<double>(domain_of_line));

// semirings/operators/logic.hpp
namespace mergus::functions {

template <class T>
constexpr T bnand(T x, T y) {
    return static_cast<T>(~(static_cast<wide_t<T>>(x) & static_cast<wide_t<T>>(y)));
}

} // namespace mergus::functions

// tests/reference/operators.cpp
namespace mergus::reference {

template <class T>
T binary(int code, T x, T y) {
    switch (code) {
    case MERGUS_OP_BNAND:
        return wrap<T>(~(residue(x) & residue(y)));
    default:
        return T{0};
    }
}

} // namespace mergus::reference

template <class T>
bool agree() {
    const T values[] = {0, 1, 2, 85, std::numeric_limits<T>::max(), std::numeric_limits<T>::min()};
    for (const T x : values)
        for (const T y : values) {
            const T z = mergus::functions::bnand(x, y);
            if (z != mergus::reference::binary(MERGUS_OP_BNAND, x, y)) return false;
            const bool commutes = z == mergus::functions::bnand(y, x);
            if ((mergus::properties_on<T>(properties_of_line) & MERGUS_OP_COMMUTATIVE) != 0 && !commutes)
                return false;
        }
    return true;
}

int main() {
    const bool right = agree<std::int8_t>() && agree<std::uint8_t>() && agree<std::int16_t>() &&
                       agree<std::uint16_t>() && agree<std::int32_t>() && agree<std::uint32_t>() &&
                       agree<std::int64_t>() && agree<std::uint64_t>();
    std::puts(right ? "the function and the reference agree" : "the function and the reference differ");
    return right ? 0 : 1;
}
