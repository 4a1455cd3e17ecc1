/// \file results.hpp
/// New objects for the calls that return their result.
#pragma once

#include "checks.hpp"

#include <concepts>

namespace mergus::core {

/// The first input's name in messages.
template <class Object>
constexpr std::string_view name_of_input = std::same_as<Object, AnyVector> ? "u" : "A";

/// A matrix or vector without entries, in the context of `input`.
template <class Object>
Object new_result(const MatrixState& input, const mergus_type* type, Shape shape) {
    if constexpr (std::same_as<Object, AnyVector>)
        return Object(Context(input.context), type, shape.nrows);
    else
        return Object(Context(input.context), type, shape.nrows, shape.ncols);
}

} // namespace mergus::core
