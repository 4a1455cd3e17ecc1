/// \file backends_under_test.hpp
/// Which backends the tests run on.
#pragma once

#include <string>
#include <vector>

namespace mergus::tests {

/// From --backend=NAME[,NAME…], else the environment variable MERGUS_TEST_BACKENDS (the same list), else all
/// that may be chosen by default here. Those with a lower score (emulated devices, incomplete backends) have
/// tests of their own. Naming one that cannot run makes its tests fail.
const std::vector<std::string>& backends_under_test();

/// Whether a backend is so slow that its matrices have to be tiny: emulated devices, or all if
/// MERGUS_TEST_SIZE=smoke is in the environment.
bool is_slow(const std::string& backend);

/// A line that the test program prints before it starts: what cannot be tested here, and why. Callable
/// from initialisers.
bool add_notice(const std::string& text);

} // namespace mergus::tests
