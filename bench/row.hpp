/// \file row.hpp
/// One line of the results: a contestant on a problem.
#pragma once

#include "checker.hpp"
#include "measure.hpp"

#include <nlohmann/json.hpp>

#include <optional>
#include <string>

namespace mergus::bench {

struct Row {
    std::string op, matrix, backend, semiring, type;
    bool is_mergus = false;
    std::uint64_t products = 0; ///< 0 where the operation is no product
    std::uint64_t nvals = 0;    ///< of A
    std::optional<Measurement> measured;
    double bytes = 0;     ///< that cross the memory's bus at least; 0: not counted for this operation
    double bandwidth = 0; ///< bytes a second; 0: unknown, no floor
    double parts = 1;     ///< things done in a call; times and counts are a part's
    Verdict verdict;
    double reference_ms = 0; ///< of the best right cuSPARSE; 0: there is none
    std::string failure;     ///< why there is no measurement

    [[nodiscard]] bool wrong() const { return verdict.kind == Verdict::Kind::wrong; }
    /// How many times as fast as the reference; a tenth where there is no right result; nothing without a
    /// reference.
    [[nodiscard]] std::optional<double> ratio() const;
};

/// All columns by name, in order; what is not known is null.
nlohmann::ordered_json record_of(const Row& row);

} // namespace mergus::bench
