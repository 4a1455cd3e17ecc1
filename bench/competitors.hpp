/// \file competitors.hpp
/// From the options to the competitors and operations.
#pragma once

#include "competitor.hpp"
#include "gpu.hpp"
#include "operations/operation.hpp"
#include "runner.hpp"

#include <memory>
#include <string_view>
#include <vector>

namespace mergus::bench {

/// cuSPARSE and SuiteSparse come first, because the rows of the others are compared with theirs; the
/// competitors of --without come last. \param gpu null: none. \throws Error invalid_value for unknown names
std::vector<std::unique_ptr<Competitor>> choose_competitors(const Options& options, Gpu* gpu);

inline constexpr std::string_view operations_set = "operations";

struct ChosenOps {
    std::vector<Op> ops;
    std::vector<const Operation*> operations; ///< Rows of the set `operations`.
};

/// The selected operations, else those of the selected sets, each once. \throws Error invalid_value for an
/// unknown name, or if --without or --report methods gets only rows of the set `operations`
ChosenOps choose_ops(const Options& options);

} // namespace mergus::bench
