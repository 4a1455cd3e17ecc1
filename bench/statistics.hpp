/// \file statistics.hpp
#pragma once

#include <vector>

namespace mergus::bench {

/// The middle one, or the mean of the middle two. \param values not empty
double median(std::vector<double> values);
/// Of positive values; 0 of none.
double geometric_mean(const std::vector<double>& values);

} // namespace mergus::bench
