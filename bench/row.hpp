/// \file row.hpp
/// A row of the results: one competitor on one problem.
#pragma once

#include "checker.hpp"
#include "measure.hpp"

#include <nlohmann/json.hpp>

#include <optional>
#include <string>
#include <string_view>

namespace mergus::bench {

inline constexpr std::string_view cpu_backend = "suitesparse";

struct Row {
    std::string op, matrix, backend, semiring, type;
    bool is_mergus = false;
    std::uint64_t products = 0; ///< 0 where the operation is no product
    std::uint64_t nvals = 0;    ///< of A
    std::optional<Measurement> measured;
    std::uint64_t input_bytes = 0;  ///< Of the arrays of the operands.
    std::uint64_t output_bytes = 0; ///< Of the arrays of the result; 0 where it is no matrix.
    double bytes = 0;               ///< Minimum of bytes read and written; 0: not defined for the operation.
    double bandwidth = 0;           ///< Bytes per second; 0: unknown, so there is no floor.
    double parts = 1;               ///< Searches in a call; times and counts are divided by it.
    Verdict verdict;
    bool has_reference = true; ///< cuSPARSE has the operation.
    double reference_ms = 0;   ///< Of the fastest correct cuSPARSE routine; 0: none.
    double cpu_ms = 0;         ///< Of SuiteSparse; 0: not measured.
    std::string failure;       ///< The reason if there is no measurement.

    [[nodiscard]] bool wrong() const { return verdict.kind == Verdict::Kind::wrong; }
    /// The speed-up over the reference; 0.1 without a correct result; empty without a reference.
    [[nodiscard]] std::optional<double> ratio() const;
    /// The speed-up over SuiteSparse; empty without both times or if the result is wrong.
    [[nodiscard]] std::optional<double> speedup() const;
};

/// The times of cuSPARSE and SuiteSparse that later rows of the same problem are compared with.
class Baselines {
public:
    /// Sets reference_ms and cpu_ms of a row, then keeps its time. \param is_reference as
    /// Competitor::is_reference()
    void compare(Row& row, bool is_reference);

private:
    double reference_ms_ = 0, cpu_ms_ = 0;
};

/// All columns by name, in order; unknown values are null.
nlohmann::ordered_json record_of(const Row& row);

} // namespace mergus::bench
