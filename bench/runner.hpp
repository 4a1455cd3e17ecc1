/// \file runner.hpp
/// From the options to the rows.
#pragma once

#include "checker.hpp"
#include "measure.hpp"
#include "report.hpp"

#include <string>
#include <vector>

namespace mergus::bench {

struct Options {
    std::vector<std::string> matrices, sets, ops, backends, without;
    std::vector<std::string> semirings = {"plus_times"};
    std::string type = "fp64";
    std::string report; ///< "data-movement", "methods", "hypersparse": these reports instead of rows
                        ///< (data_movement.hpp, methods_report.hpp, hypersparse_report.hpp);
                        ///< "memory": rows with the columns about memory
    std::uint64_t cache_bytes = std::uint64_t{60} << 20; ///< for that report
    std::string data;                                    ///< The folder of the files in the list.
    double bandwidth_gb_s = 0;                           ///< 0: measured
    double link_gb_s = 55; ///< between host and GPU, for the floors of the set `operations`
    MeasureOptions measure;
    CheckOptions check;
    Report::Files files;
    std::string command_line;
};

/// \return the exit status: 0, or 1 if a result was wrong or a matrix could not be loaded. \throws Error
/// invalid_value for invalid options
int run(const Options& options);

} // namespace mergus::bench
