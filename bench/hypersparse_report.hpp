/// \file hypersparse_report.hpp
/// mergus_bench --report hypersparse: operations on a matrix, and on the same entries in 2^60 rows and
/// columns.
#pragma once

#include "runner.hpp"

namespace mergus::bench {

/// For each matrix and backend a table of times. \return the exit status: 1 if results differ or a matrix
/// could not be loaded
int report_hypersparse(const Options& options);

} // namespace mergus::bench
