/// \file conformance.hpp
/// Part of the library mergus::conformance (CMake option MERGUS_BUILD_CONFORMANCE).
///
/// The conformance suite compares a backend with the GraphBLAS specification. Used by the tests, by `mergus
/// check`, and by authors of backends.
///
/// Three witnesses: the backend under test, SuiteSparse:GraphBLAS as the oracle, and a naive reference
/// written from the mathematics. A case is an operation and a word on each of its axes (semiring, type, mask,
/// accumulator, replace, transposes, shape, aliasing, casts, values); the covering set has every pair of
/// words that is allowed. Patterns and exact values are compared exactly, floating sums within a bound from
/// their number of terms, `any` by membership. A failing case is shrunk and printed as one line that can be
/// run again.
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

struct BackendCall;

/// What to run.
struct Options {
    std::uint64_t seed = 1; ///< of the random cases and values
    /// 0: the covering set. Otherwise the number of cases: first those of the covering set, then random ones.
    /// A case is one comparison: the result of one operation, pattern and values, is compared with that of
    /// the reference, and so is the oracle's.
    std::size_t cases = 0;
    /// > 0: stop after that time, counted from the first case, which runs in any time; with cases = 0 random
    /// cases follow the covering set until then.
    double seconds = 0;
    /// Variants of each case: the same operation, operators, types, mask and descriptor, and so the same
    /// kernels, on other matrices. First every member of the covering set runs once, then its other variants,
    /// a few at a time. 0: as many as are needed for `cases`.
    std::size_t variants = 1;
    /// The number of this run (0 … shards − 1) among `shards` runs that divide the cases, so that no two
    /// compile the same kernels. `cases` is the total of all runs; all need the same seed.
    std::size_t shard = 0;
    std::size_t shards = 1; ///< runs that divide the cases
    /// "smoke" (up to about 20 rows), "normal", "large".
    std::string size = "normal";
    /// Names of operations; empty: all of them. See operation_names().
    std::vector<std::string> operations;
    /// Restricts the cases to these words, "AXIS=WORD" as in a case's line ("type=fp64"). Several words on
    /// one axis are alternatives. An operation without the axis counts as one with the word that turns it off
    /// ("mask=none", "tran_a=no", "a_type=same"); without an algebra it does not run if `algebra` is
    /// restricted. For a backend that does not support everything yet.
    std::vector<std::string> where;
    /// One case, in the form in which a failure is printed. If set, only this case runs.
    std::string replay;
    bool shrink = true;            ///< reduce a failing case to a small one
    std::size_t max_failures = 10; ///< stop after that many
    /// Every failure's line is appended to this file, if it is not empty.
    std::filesystem::path reproducers;
    /// Without an oracle, results are compared with the reference alone. default_oracle() is SuiteSparse.
    std::optional<Context> oracle;
    /// \internal Makes the calls of the backend under test in place of the C++ front end. For the tests of
    /// libraries on top of it, such as the C API.
    void (*call)(const BackendCall& call) = nullptr;
    /// Called before every case; true ends the run.
    std::function<bool()> stop;
    /// Called after every case with the cases done so far and those planned (0 if time decides).
    std::function<void(std::size_t done, std::size_t planned)> progress;
};

/// A case whose results differ.
struct Failure {
    std::string reproducer; ///< for Options::replay
    std::string message;    ///< the first difference, and which witnesses disagree
};

/// Cases that the backend refused with the same message.
struct Refusal {
    std::string reason;      ///< the message: "mxm: masks and accumulators (backend mine)"
    std::uint64_t count = 0; ///< how many
};

/// The result of a run.
struct Summary {
    std::string backend;     ///< the backend under test
    std::uint64_t cases = 0; ///< comparisons, without refused cases
    std::uint64_t kernel_sets =
        0; ///< different choices of operation, operators, types, mask and descriptor among the cases
    std::uint64_t assertions = 0;     ///< compared shapes, patterns and values
    std::uint64_t unsupported = 0;    ///< refused with not_implemented: neither passed nor failed
    std::uint64_t oracle_refused = 0; ///< cases that the oracle does not support: two witnesses only
    std::vector<Failure> failures;    ///< in the order in which they were found
    /// Pairs of words without a case; only if the whole covering set was to run in one shard.
    std::vector<std::string> missing;
    std::vector<std::string> unsupported_words; ///< words that the backend refused in every case
    std::vector<Refusal> refusals;              ///< of the unsupported cases, the most frequent first
    bool complete = false;                      ///< the whole covering set ran, or this shard's part
    double seconds = 0;                         ///< from the first case on
    std::string table;                          ///< cases and failures of each operation, as text

    /// At least one case ran, no case failed, and no pair is missing.
    [[nodiscard]] bool passed() const { return failures.empty() && missing.empty() && cases > 0; }
    [[nodiscard]] double cases_per_second() const; ///< refused ones included
    /// A report: counts, failures, unsupported features.
    [[nodiscard]] std::string text() const;
};

/// Runs the suite. \throws std::invalid_argument for unknown names in the options, and if no case remains.
Summary run(const Context& context, const Options& options = {});

/// The suitesparse backend; none if it is the one under test or is not available.
std::optional<Context> default_oracle(const Context& under_test);

/// The operations that have cases.
std::vector<std::string> operation_names();

} // namespace mergus::conformance
