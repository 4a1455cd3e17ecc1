/// \file execute.hpp
/// Runs an instance: by the reference, and by a backend through the public interface.
#pragma once

#include "conformance/instance.hpp"

#include <mergus/context.hpp>

#include <string>

namespace mergus::conformance {

/// The result by the mathematics. A scalar is a 1 × 1 matrix.
reference::Matrix execute_reference(const Instance& instance);

/// What a backend made of it.
struct Observation {
    reference::Matrix result;
    std::string fault; ///< something wrong beside the result: a changed input, unordered entries, …
};

/// \throws Error as the library does.
Observation execute(const Instance& instance, const Context& context);

} // namespace mergus::conformance
