/// \file shrink.hpp
/// Makes a failing instance small.
#pragma once

#include "conformance/instance.hpp"

#include <functional>

namespace mergus::conformance {

/// Whether an instance (still) shows the fault. Must not throw.
using Fails = std::function<bool(const Instance&)>;

/// Drops options, entries, list elements, and trailing rows and columns as long as it still fails; at most
/// `budget` tries.
Instance shrink(Instance instance, const Fails& fails, unsigned budget = 600);

} // namespace mergus::conformance
