/// \file run.hpp
/// The rows of the set `operations` on one matrix.
#pragma once

#include "operation.hpp"
#include "row.hpp"

namespace mergus::bench {

struct OperationRun {
    const std::vector<std::unique_ptr<Competitor>>& competitors; ///< cuSPARSE and SuiteSparse first
    const MeasureOptions& measure;
    const CheckOptions& check;
    double bandwidth;      ///< of the GPU's memory in bytes per second; 0: unknown
    double link_bandwidth; ///< between host and GPU
};

/// Measures and checks each operation that suits the source (a vector or a matrix) on each competitor that
/// has it. \param report receives each row
void run_operations(const OperationRun& run, const std::vector<const Operation*>& operations,
                    const std::string& name, const std::string& source,
                    const std::function<void(const Row&)>& report);

} // namespace mergus::bench
