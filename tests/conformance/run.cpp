/// \file run.cpp
/// The loop over cases, and the report.
#include "conformance/compare.hpp"
#include "conformance/coverage.hpp"
#include "conformance/execute.hpp"
#include "conformance/operation.hpp"
#include "conformance/schedule.hpp"
#include "conformance/shrink.hpp"

#include <mergus/conformance.hpp>
#include <mergus/error.hpp>

#include <fmt/format.h>

#include <algorithm>
#include <chrono>
#include <fstream>
#include <map>
#include <stdexcept>

namespace mergus::conformance {

namespace {

using Clock = std::chrono::steady_clock;

/// The verdict of one witness on an instance.
struct Testimony {
    std::string difference; ///< empty: it agrees with the reference
    bool refused = false;
    std::string refusal; ///< the message of the error, if refused
    std::uint64_t assertions = 0;
};

/// The message without the name of its code.
std::string without_code(const Error& error) {
    const std::string_view text = error.what();
    return std::string(text.substr(std::min(text.size(), code_name(error.code()).size() + 2)));
}

/// Calls of a caller of its own may have run on the CPU.
Zeros zeros_of(const Context& context, Caller caller) {
    return caller != nullptr || context.backend() == "suitesparse" ? Zeros::without_sign : Zeros::with_sign;
}

Testimony ask(const Instance& instance, const reference::Matrix& expected, const Context& context,
              Caller caller) {
    Testimony testimony;
    try {
        const Observation seen = execute(instance, context, caller);
        Comparison comparison = compare(expected, seen.result, zeros_of(context, caller));
        testimony.assertions = comparison.assertions + 1;
        testimony.difference = seen.fault.empty() ? std::move(comparison.difference) : seen.fault;
    } catch (const Error& error) {
        testimony.refused = error.code() == Code::not_implemented;
        if (testimony.refused) testimony.refusal = without_code(error);
        if (!testimony.refused) testimony.difference = fmt::format("threw {}", error.what());
    }
    return testimony;
}

Size size_of(const std::string& name) {
    if (name == "smoke") return Size::smoke;
    if (name == "normal") return Size::normal;
    if (name == "large") return Size::large;
    throw std::invalid_argument("size \"" + name + "\": there are smoke, normal, large");
}

class Runner {
public:
    Runner(const Context& context, const Options& options)
        : context_(context), options_(options), size_(size_of(options.size)), start_(Clock::now()) {
        summary_.backend = context.backend();
    }

    Summary run() {
        if (!options_.replay.empty()) {
            run_instance(parse_instance(options_.replay, size_));
        } else {
            run_schedule();
        }
        summary_.unsupported_words = coverage_.unsupported();
        for (const auto& [reason, count] : refusals_) summary_.refusals.push_back({reason, count});
        std::stable_sort(summary_.refusals.begin(), summary_.refusals.end(),
                         [](const Refusal& a, const Refusal& b) { return a.count > b.count; });
        summary_.table = coverage_.tables(summary_.backend);
        summary_.seconds = elapsed();
        return std::move(summary_);
    }

private:
    [[nodiscard]] double elapsed() const {
        return std::chrono::duration<double>(Clock::now() - start_).count();
    }
    [[nodiscard]] std::uint64_t done() const { return summary_.cases + summary_.unsupported; }
    [[nodiscard]] bool finished() const {
        return (options_.seconds > 0 && done() > 0 && elapsed() >= options_.seconds) ||
               summary_.failures.size() >= options_.max_failures || (options_.stop && options_.stop());
    }
    [[nodiscard]] std::vector<const Operation*> chosen_operations() const {
        const auto all = operations();
        if (options_.operations.empty()) return {all.begin(), all.end()};
        std::vector<const Operation*> chosen;
        for (const std::string& name : options_.operations) chosen.push_back(&find_operation(name));
        return chosen;
    }

    void run_schedule() {
        Schedule schedule(options_, chosen_operations());
        planned_ = schedule.planned();
        start_ = Clock::now(); // the schedule may have taken longer than options_.seconds
        const bool until_time = options_.cases == 0 && options_.seconds > 0;
        while (!finished() && (until_time || done() < planned_)) run_case(schedule.next());
        summary_.complete = done() >= schedule.members();
        summary_.kernel_sets = schedule.kernel_sets();
        if (!summary_.complete || options_.shards > 1) return;
        for (std::size_t s = 0; s < schedule.covering_sets().size(); ++s)
            for (std::string& pair :
                 coverage_.missing(*schedule.operations()[s], schedule.covering_sets()[s]))
                summary_.missing.push_back(std::move(pair));
    }

    void run_case(const Case& test_case) { run_instance(make_instance(test_case, size_)); }

    /// An error of the reference is an error of the space of cases: the message names the case.
    static reference::Matrix expected_of(const Instance& instance) {
        try {
            return execute_reference(instance);
        } catch (const std::logic_error& error) {
            throw std::logic_error(fmt::format("{}; in --case \"{}\"", error.what(), to_text(instance)));
        }
    }

    void run_instance(const Instance& instance) {
        const reference::Matrix expected = expected_of(instance);
        const Testimony testimony = ask(instance, expected, context_, options_.call);
        Testimony oracle;
        if (options_.oracle.has_value()) {
            oracle = ask(instance, expected, *options_.oracle, nullptr);
            if (oracle.refused) ++summary_.oracle_refused;
        }
        summary_.assertions += testimony.assertions + oracle.assertions;
        const bool failed = !testimony.difference.empty() || !oracle.difference.empty();
        if (failed) report(instance, testimony, oracle);
        if (testimony.refused && !failed) {
            ++summary_.unsupported;
            count_refusal(testimony.refusal);
        } else {
            ++summary_.cases;
        }
        coverage_.record(instance.words, failed              ? Verdict::failed
                                         : testimony.refused ? Verdict::unsupported
                                                             : Verdict::passed);
        if (options_.progress) options_.progress(done(), planned_);
    }

    /// Messages may contain sizes: beyond 50 different ones they are counted together.
    void count_refusal(const std::string& reason) {
        constexpr std::size_t most = 50;
        const bool known = refusals_.contains(reason);
        ++refusals_[known || refusals_.size() < most ? reason : "other reasons"];
    }

    /// Shrinks the case with the witness that disagrees, and reports the verdicts of both.
    void report(const Instance& instance, Testimony testimony, Testimony oracle) {
        const bool backend_is_wrong = !testimony.difference.empty();
        const Context& witness = backend_is_wrong ? context_ : *options_.oracle;
        const Caller caller = backend_is_wrong ? options_.call : nullptr;
        Instance small = instance;
        if (options_.shrink) {
            small = shrink(instance, [&](const Instance& candidate) {
                try {
                    const Testimony again = ask(candidate, execute_reference(candidate), witness, caller);
                    return !again.difference.empty();
                } catch (const std::exception&) {
                    return false; // not a valid case any more
                }
            });
            const reference::Matrix expected = execute_reference(small);
            testimony = ask(small, expected, context_, options_.call);
            if (options_.oracle.has_value()) oracle = ask(small, expected, *options_.oracle, nullptr);
        }
        const auto says = [](const Testimony& witness_says) {
            return witness_says.refused ? std::string("does not support it")
                   : witness_says.difference.empty()
                       ? std::string("agrees with the reference")
                       : "disagrees with the reference: " + witness_says.difference;
        };
        Failure failure;
        failure.reproducer = to_text(small);
        failure.message = fmt::format("{} {}", context_.backend(), says(testimony));
        if (options_.oracle.has_value())
            failure.message += fmt::format("; {} (oracle) {}", options_.oracle->backend(), says(oracle));
        if (small.words.seed != 0) failure.message += "\n    before shrinking: " + to_text(instance.words);
        if (!options_.reproducers.empty()) {
            std::ofstream file(options_.reproducers, std::ios::app);
            file << failure.reproducer << '\n';
        }
        summary_.failures.push_back(std::move(failure));
    }

    const Context& context_;
    const Options& options_;
    Size size_;
    Clock::time_point start_;
    std::size_t planned_ = 0;
    Coverage coverage_;
    std::map<std::string, std::uint64_t> refusals_;
    Summary summary_;
};

} // namespace

Summary run(const Context& context, const Options& options) {
    return Runner(context, options).run();
}

std::optional<Context> default_oracle(const Context& under_test) {
    if (under_test.backend() == "suitesparse") return std::nullopt;
    try {
        // Operands are small, and several runs may share the machine.
        return Context(ContextOptions{.backend = "suitesparse", .threads = 1});
    } catch (const Error&) {
        return std::nullopt;
    }
}

std::vector<std::string> operation_names() {
    std::vector<std::string> names;
    for (const Operation* operation : operations()) names.emplace_back(operation->name);
    return names;
}

double Summary::cases_per_second() const {
    return seconds > 0 ? static_cast<double>(cases + unsupported) / seconds : 0;
}

std::string Summary::text() const {
    std::string text = fmt::format(
        "{}: {} cases of {} kernel sets, {} assertions, {} failures, {} not supported, {:.1f} s, {:.0f} "
        "cases per second{}\n",
        backend, cases, kernel_sets, assertions, failures.size(), unsupported, seconds, cases_per_second(),
        complete ? "" : " (not the whole covering set)");
    if (cases == 0)
        text += fmt::format("nothing was checked: {}\n", unsupported > 0
                                                             ? "the backend supports none of the cases"
                                                             : "the run ended before the first case");
    for (const Failure& failure : failures)
        text += fmt::format("FAILED {}\n    --case \"{}\"\n", failure.message, failure.reproducer);
    for (const std::string& words : unsupported_words) text += fmt::format("not supported: {}\n", words);
    for (const Refusal& refusal : refusals)
        text += fmt::format("refused {} times: {}\n", refusal.count, refusal.reason);
    for (const std::string& pair : missing) text += fmt::format("no case: {}\n", pair);
    if (oracle_refused > 0)
        text += fmt::format("the oracle does not support {} of the cases\n", oracle_refused);
    return text;
}

} // namespace mergus::conformance
