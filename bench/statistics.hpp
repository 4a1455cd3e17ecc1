/// \file statistics.hpp
#pragma once

#include <vector>

namespace mergus::bench {

/// The middle value, or the mean of the two middle values. \param values not empty
double median(std::vector<double> values);
/// \param values positive \return 0 if there are none
double geometric_mean(const std::vector<double>& values);

} // namespace mergus::bench
