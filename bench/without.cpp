/// \file without.cpp
#include "without.hpp"

#include <mergus/error.hpp>

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <string_view>
#include <utility>

namespace mergus::bench {

namespace {

constexpr std::string_view nothing = "nothing";

/// The reports of the whole backend, for the problem that was asked for last.
class BaseReport {
public:
    BaseReport(const std::string& backend, void* stream) : competitor_(make_mergus(backend, stream)) {}
    const CallReport& of(const Problem& problem) {
        std::string key = fmt::format("{} {} {}", op_name(problem.op), problem.algebra.name, problem.matrix);
        if (key != key_) {
            report_ = competitor_->report(problem, true);
            key_ = std::move(key);
        }
        return report_;
    }

private:
    std::unique_ptr<Competitor> competitor_;
    std::string key_;
    CallReport report_;
};

class Without final : public Competitor {
public:
    Without(std::unique_ptr<Competitor> reduced, std::string name, std::shared_ptr<BaseReport> base)
        : reduced_(std::move(reduced)), name_(std::move(name)), base_(std::move(base)) {}

    std::string name() const override { return name_; }
    bool on_gpu() const override { return reduced_->on_gpu(); }
    bool is_reference() const override { return false; }
    bool sorts_rows() const override { return reduced_->sorts_rows(); }
    bool supports(const Problem& problem) const override {
        if (base_ == nullptr) return true;
        try {
            return reduced_->report(problem, true) != base_->of(problem);
        } catch (const Error&) {
            return true; // the measurement reports it
        }
    }
    std::unique_ptr<Trial> prepare(const Problem& problem) override { return reduced_->prepare(problem); }
    CallReport report(const Problem& problem, bool warm) override { return reduced_->report(problem, warm); }

private:
    std::unique_ptr<Competitor> reduced_;
    std::string name_;
    std::shared_ptr<BaseReport> base_; ///< Null: every problem is measured.
};

} // namespace

std::vector<std::string> product_methods(const BackendInfo& backend) {
    std::vector<std::string> names;
    for (const MethodInfo& method : backend.methods) {
        if (method.operation != "mxm" && !method.operation.starts_with("mxm,")) continue;
        // These take what is left, and so cannot be left out.
        if (method.name == "binned" || method.name == "column_tile") continue;
        if (std::find(names.begin(), names.end(), method.name) == names.end()) names.push_back(method.name);
    }
    return names;
}

std::vector<std::unique_ptr<Competitor>> make_without(const BackendInfo& backend, void* stream,
                                                      const std::vector<std::string>& names) {
    const std::vector<std::string> known = product_methods(backend);
    std::vector<std::string> chosen;
    for (const std::string& name : names) {
        const bool all = name == "all";
        if (!all && std::find(known.begin(), known.end(), name) == known.end())
            throw Error(Code::invalid_value,
                        fmt::format("unknown method '{}'; known: all, {}", name, fmt::join(known, ", ")));
        for (const std::string& one : all ? known : std::vector<std::string>{name})
            if (std::find(chosen.begin(), chosen.end(), one) == chosen.end()) chosen.push_back(one);
    }
    const auto base = std::make_shared<BaseReport>(backend.name, stream);
    std::vector<std::unique_ptr<Competitor>> competitors;
    for (const std::string& name : chosen)
        competitors.push_back(std::make_unique<Without>(make_mergus(backend.name, stream, name),
                                                        fmt::format("{}-{}", backend.name, name), base));
    competitors.push_back(std::make_unique<Without>(make_mergus(backend.name, stream),
                                                    fmt::format("{}-{}", backend.name, nothing), nullptr));
    return competitors;
}

} // namespace mergus::bench
