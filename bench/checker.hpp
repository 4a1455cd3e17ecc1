/// \file checker.hpp
/// Checks the results of all competitors of a problem. Expected results are computed once.
#pragma once

#include "compare.hpp"
#include "competitor.hpp"

#include <map>
#include <memory>
#include <optional>
#include <string>

namespace mergus::bench {

enum class CheckMode { none, automatic, oracle };

struct CheckOptions {
    CheckMode mode = CheckMode::automatic;
    std::uint64_t oracle_products = 30'000'000;     ///< Maximum for a comparison with SuiteSparse.
    std::uint64_t pattern_products = 2'000'000'000; ///< Maximum for a comparison of row lengths.
    std::uint64_t oracle_entries = 5'000'000;       ///< The same for the set `operations`, in entries of A.
};

struct Verdict {
    enum class Kind { right, wrong, unchecked } kind = Kind::unchecked;
    std::string detail; ///< The method of the check, or the fault.
};

class Checker {
public:
    Checker(const Problem& problem, const CheckOptions& options) : problem_(problem), options_(options) {}
    Verdict check(Answer answer, const Competitor& competitor);

private:
    bool uses_oracle(const Competitor& competitor) const;
    /// The result of SuiteSparse; null if it fails, with the reason in oracle_failure_.
    const Answer* oracle();
    /// For each entry the sum of the absolute values of its terms.
    const HostCsr& scale();
    /// Whether plain.hpp has the algorithm.
    [[nodiscard]] bool has_plain() const;
    Verdict against_plain(const Answer& answer);
    Verdict searches_against_plain(const Answer& answer);
    Verdict against_oracle(const Answer& answer, const Answer& oracle);
    Verdict product_without_oracle(const HostCsr& C);
    [[nodiscard]] std::string fault_of_form(const Answer& answer) const;
    [[nodiscard]] double epsilon() const;

    const Problem& problem_;
    CheckOptions options_;
    std::optional<Answer> oracle_;
    std::string oracle_failure_;
    std::map<std::uint64_t, Array<double>> plain_; ///< Expected values for each source, or under 0.
    std::optional<std::uint64_t> plain_count_;
    std::optional<HostCsr> edges_;
    std::optional<HostCsr> scale_, transposed_;
    std::optional<Array<std::uint64_t>> lengths_;
    std::unique_ptr<Freivalds> freivalds_;
};

} // namespace mergus::bench
