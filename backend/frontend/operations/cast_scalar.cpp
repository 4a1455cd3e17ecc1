/// \file cast_scalar.cpp
#include "cast_scalar.hpp"

#include "../objects/catalogue.hpp"
#include "../objects/values.hpp"

#include <fmt/format.h>

namespace mergus::core {

void check_value(const Checker& check, const Scalar& scalar, const mergus_type* to, std::string_view what) {
    if (scalar.data() == nullptr || !scalar.keeps_value() ||
        keeps_value(detail::intern_type(*to), scalar.data(), scalar.type()))
        return;
    check.fail(
        Code::invalid_value,
        fmt::format(
            "{}: {} ({}) is not a value of type {}; use an operator or a matrix of another type, or cast "
            "it with Scalar(&value, type)",
            what, value_text(scalar.data(), scalar.type()), type_name(scalar.type()), type_name(to)));
}

CastScalar::CastScalar(const Checker& check, const Scalar& scalar, const mergus_type* type,
                       std::string_view what) {
    if (scalar.data() == nullptr) return;
    const mergus_type* from = scalar.type();
    type_ = type == nullptr ? from : detail::intern_type(*type);
    check.cast(what, {}, from, type_);
    check_value(check, scalar, type_, what);
    value_.make_room(type_);
    cast_value(value_.get(), type_, scalar.data(), from);
}

} // namespace mergus::core
