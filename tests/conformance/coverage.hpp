/// \file coverage.hpp
/// Counts of the cases by operation, semiring, type and mask, and the pairs without a case. Memory does not
/// grow with the number of cases.
#pragma once

#include "conformance/pairwise.hpp"

#include <cstdint>
#include <map>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace mergus::conformance {

enum class Verdict { passed, failed, unsupported };

class Coverage {
public:
    void record(const Case& test_case, Verdict verdict);

    /// Tables of passed and failed cases: operation × mask, and semiring × type of mxm.
    [[nodiscard]] std::string tables(std::string_view backend) const;

    /// For each operation with refused cases their number, and the words that were refused in every case.
    [[nodiscard]] std::vector<std::string> unsupported() const;

    /// The pairs of allowed cases that occurred in no case, run or refused. \param set the operation's
    /// covering set.
    [[nodiscard]] std::vector<std::string> missing(const Operation& operation, const CoveringSet& set) const;

private:
    struct Count {
        std::uint64_t run = 0, refused = 0;
    };
    struct Counts {
        explicit Counts(const Operation& operation) : pairs(operation) {}
        Count total;
        PairTable pairs;                                     ///< covered: some case has them, run or refused
        std::map<std::pair<Axis, std::string>, Count> words; ///< by axis and word
        std::map<std::pair<std::string, std::string>, std::uint64_t> by_type; ///< that ran: (algebra, type)
    };

    std::map<const Operation*, Counts> operations_;
};

} // namespace mergus::conformance
