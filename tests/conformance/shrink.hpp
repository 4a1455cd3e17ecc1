/// \file shrink.hpp
/// Reduces a failing instance.
#pragma once

#include "conformance/instance.hpp"

#include <functional>

namespace mergus::conformance {

/// Whether an instance (still) shows the fault. Must not throw.
using Fails = std::function<bool(const Instance&)>;

/// Removes options, entries, tuples, and trailing rows and columns as long as the instance still fails; at
/// most `budget` attempts.
Instance shrink(Instance instance, const Fails& fails, unsigned budget = 600);

} // namespace mergus::conformance
