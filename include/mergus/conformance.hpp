/// \file conformance.hpp
/// Part of the library mergus::conformance (CMake option MERGUS_BUILD_CONFORMANCE).
///
/// The conformance suite compares a backend with the GraphBLAS specification. Used by the tests, by `mergus
/// check`, and by authors of backends.
///
/// Three witnesses: the backend under test, SuiteSparse:GraphBLAS as the oracle, and a naive reference
/// written from the mathematics. A case is a row of words (operation, semiring, type, mask, accumulator,
/// replace, transposes, shape, aliasing, casts, values); the covering set has every pair of words that go
/// together. Patterns and exact values are compared exactly, floating sums within a bound from their number
/// of terms, `any` by membership. A failing case is shrunk and printed as one line that can be run again.
#pragma once

#include <mergus/context.hpp>

#include <cstddef>
#include <cstdint>
#include <filesystem>
#include <functional>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace mergus::conformance {

struct Options {
    std::uint64_t seed = 1;
    /// 0: the covering set. Otherwise the number of cases: first those of the covering set, then random
    /// ones. A case is one
    /// comparison: the result of one operation compared in full, pattern and values, with the reference, and
    /// the oracle's with it.
    std::size_t cases = 0;
    /// > 0: stop after that time; with cases = 0 random cases follow the covering set until then.
    double seconds = 0;
    /// Cases with the same operation, operators, types, mask and descriptor, and so with the same kernels, on
    /// other matrices. First every member of the covering set runs once, then its other variants, a few at a
    /// time. 0: as many as make up `cases`.
    std::size_t variants = 1;
    /// This run is number `shard` (0 … shards − 1) of `shards` that divide the cases among them, so that no
    /// two compile the same kernels. `cases` counts those of all; all need the same seed.
    std::size_t shard = 0, shards = 1;
    /// "smoke" (up to about 20 rows), "normal", "large".
    std::string size = "normal";
    /// Names of operations; empty: all of them. See operation_names().
    std::vector<std::string> operations;
    /// Words that cases may have, "FACTOR=WORD" as a case's line has them ("type=fp64"): the covering set
    /// and random cases use these words only. Several words of one factor are alternatives. For a backend
    /// that does not support everything yet.
    std::vector<std::string> where;
    /// One case, in the form in which a failure is printed. If set, only this case runs.
    std::string replay;
    bool shrink = true;
    std::size_t max_failures = 10; ///< stop after that many
    /// Every failure's line is appended to this file, if it is not empty.
    std::filesystem::path reproducers;
    /// The oracle. Without one, only the reference is compared. default_oracle() is SuiteSparse.
    std::optional<Context> oracle;
    /// Called before every case; true ends the run.
    std::function<bool()> stop;
    /// Called after every case with the cases done so far and those planned (0 if time decides).
    std::function<void(std::size_t done, std::size_t planned)> progress;
};

struct Failure {
    std::string reproducer; ///< for Options::replay
    std::string message;    ///< the first differing place, and which witnesses disagree
};

/// A reason that the backend gave for refusing cases.
struct Refusal {
    std::string reason; ///< its message: "mxm: masks and accumulators (backend mine)"
    std::uint64_t count = 0;
};

struct Summary {
    std::string backend;
    std::uint64_t cases = 0; ///< that ran: comparisons
    std::uint64_t kernel_sets =
        0; ///< different choices of operation, operators, types, mask and descriptor among the cases
    std::uint64_t assertions = 0;     ///< shapes, patterns and values looked at
    std::uint64_t unsupported = 0;    ///< refused with not_implemented: neither passed nor failed
    std::uint64_t oracle_refused = 0; ///< cases that the oracle does not support: two witnesses only
    std::vector<Failure> failures;
    /// Pairs of words without a case, when the whole covering set was to run in this one shard.
    std::vector<std::string> missing;
    std::vector<std::string> unsupported_words; ///< words that the backend refused wherever they occurred
    std::vector<Refusal> refusals;              ///< of the unsupported cases, the most frequent first
    bool complete = false;                      ///< the whole covering set ran, or this shard's part
    double seconds = 0;
    std::string table;

    /// At least one case ran, all cases that ran are right, and the covering set, if requested, is complete.
    [[nodiscard]] bool passed() const { return failures.empty() && missing.empty() && cases > 0; }
    [[nodiscard]] double cases_per_second() const; ///< of the whole run
    /// A paragraph for people: counts, failures, what is not supported.
    [[nodiscard]] std::string text() const;
};

/// Runs the suite. \throws std::invalid_argument for options with unknown names, or that exclude every case.
Summary run(const Context& context, const Options& options = {});

/// The suitesparse backend, unless it is the one under test or is not there.
std::optional<Context> default_oracle(const Context& under_test);

std::vector<std::string> operation_names();

} // namespace mergus::conformance
