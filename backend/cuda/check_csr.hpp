/// \file check_csr.hpp
#pragma once

#include <mergus/plugin.h>

namespace mergus::cuda {

/// Checks host arrays before they go to the device: offsets from 0 to nvals that do not fall, columns in range and strictly
/// increasing in each row, truth values 0 or 1. \throws Error invalid_value, invalid_index with the row.
void check_csr(const mergus_csr& csr);

} // namespace mergus::cuda
