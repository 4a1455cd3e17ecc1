/// \file measure.cpp
#include "measure.hpp"

#include "statistics.hpp"

#include <algorithm>
#include <chrono>

namespace mergus::bench {

namespace {

class Clock final : public Timer {
public:
    void start() override { start_ = std::chrono::steady_clock::now(); }
    double stop(Trial& trial) override {
        trial.wait();
        return std::chrono::duration<double, std::milli>(std::chrono::steady_clock::now() - start_).count();
    }

private:
    std::chrono::steady_clock::time_point start_;
};

double timed(Trial& trial, Timer& timer) {
    trial.drop();
    trial.wait(); // earlier work and freeing the last output are not timed
    trial.reset_usage();
    timer.start();
    trial.call();
    return timer.stop(trial);
}

} // namespace

std::unique_ptr<Timer> make_clock() {
    return std::make_unique<Clock>();
}

Measurement measure(Trial& trial, Timer& timer, const MeasureOptions& options) {
    Measurement result;
    result.first_ms = timed(trial, timer);
    result.first = trial.usage();
    // One warm-up call suffices if it takes longer than the budget.
    const double budget_ms = options.budget_seconds * 1e3;
    const double computed_ms = result.first_ms - result.first.compile_seconds * 1e3;
    const bool once = computed_ms > options.longest_seconds * 1e3;
    double spent_ms = result.first_ms;
    for (unsigned call = 1; !once && call < options.warmup && spent_ms < budget_ms; ++call)
        spent_ms += timed(trial, timer);

    std::vector<double> times;
    if (once) times.push_back(result.first_ms);
    spent_ms = 0;
    while (!once && times.size() < options.repeat && (times.size() < min_repeats || spent_ms < budget_ms)) {
        times.push_back(timed(trial, timer));
        spent_ms += times.back();
    }
    result.usage = trial.usage();
    result.nvals = trial.nvals();
    result.repeats = static_cast<unsigned>(times.size());
    result.min_ms = *std::min_element(times.begin(), times.end());
    result.median_ms = median(std::move(times));
    return result;
}

} // namespace mergus::bench
