/// \file checker.hpp
/// Which check an answer gets, and what it needs for it, made once for all contestants of a problem.
#pragma once

#include "compare.hpp"
#include "contestant.hpp"

#include <memory>
#include <optional>
#include <string>

namespace mergus::bench {

enum class CheckMode { none, automatic, oracle };

struct CheckOptions {
    CheckMode mode = CheckMode::automatic;
    std::uint64_t oracle_products = 30'000'000;     ///< up to these, SuiteSparse is asked
    std::uint64_t pattern_products = 2'000'000'000; ///< up to these, rows are counted
};

struct Verdict {
    enum class Kind { right, wrong, unchecked } kind = Kind::unchecked;
    std::string how; ///< what was compared, or the fault
};

class Checker {
public:
    Checker(const Problem& problem, const CheckOptions& options) : problem_(problem), options_(options) {}
    Verdict check(Answer answer, const Contestant& contestant);

private:
    bool wants_oracle(const Contestant& contestant) const;
    /// The answer of SuiteSparse; null where it has none, and then oracle_failure_ says why.
    const Answer* oracle();
    /// The sizes of the terms that the oracle's entries are sums of.
    const HostCsr& scale();
    Verdict against_oracle(const Answer& answer, const Answer& oracle);
    Verdict product_without_oracle(const HostCsr& C);
    [[nodiscard]] std::string fault_of_form(const Answer& answer) const;
    [[nodiscard]] double epsilon() const;

    const Problem& problem_;
    CheckOptions options_;
    std::optional<Answer> oracle_;
    std::string oracle_failure_;
    std::optional<HostCsr> scale_, transposed_;
    std::optional<Array<std::uint64_t>> lengths_;
    std::unique_ptr<Freivalds> freivalds_;
};

} // namespace mergus::bench
