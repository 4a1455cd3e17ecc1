/// \file coverage.hpp
/// What has been run: counts by operation, semiring, type and mask, and the pairs that have no case. Memory
/// does not grow with the number of cases.
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

    /// One line for every word that was ever refused: how often, and of how many.
    [[nodiscard]] std::vector<std::string> unsupported() const;

    /// The pairs that no case that ran has, though some allowed case would; pairs that only refused cases
    /// have are left to unsupported(). \param set the operation's covering set.
    [[nodiscard]] std::vector<std::string> missing(std::string_view operation, const CoveringSet& set) const;

private:
    struct Count {
        std::uint64_t run = 0, refused = 0;
    };
    struct Operation {
        explicit Operation(std::string_view name) : pairs(name) {}
        Count total;
        PairTable pairs; ///< covered: some case has them, run or refused
        std::map<std::pair<std::size_t, std::string>, Count> words;           ///< by factor and word
        std::map<std::pair<std::string, std::string>, std::uint64_t> by_type; ///< that ran: (algebra, type)
    };

    std::map<std::string, Operation, std::less<>> operations_;
};

} // namespace mergus::conformance
