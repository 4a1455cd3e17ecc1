/// \file reports.hpp
/// How an algorithm reports its steps to the caller's callback (progress.hpp).
#pragma once

#include <mergus/progress.hpp>

#include <cstdint>
#include <optional>
#include <string_view>

namespace mergus::core {

/// What is known after a step; the fields are those of AlgorithmStep.
struct Known {
    std::uint64_t done = 0;
    std::uint64_t total = 0;
    std::optional<double> residual{};
    double tolerance = 0;
};

/// The reports of one call of an algorithm. While it lives, other algorithms on this thread report nothing.
class Reports {
public:
    Reports(std::string_view algorithm, std::string_view counted, std::string_view unit = {}) noexcept;
    Reports(const Reports&) = delete;
    Reports& operator=(const Reports&) = delete;
    ~Reports();

    /// What a step is, where that depends on the backend.
    void in_units_of(std::string_view unit) noexcept { next_.unit = unit; }

    /// Reports the next step, from step 0. \param known returns Known; called only if there is a callback,
    /// because it may copy from the device. \return whether the algorithm is to go on
    template <class Find>
    [[nodiscard]] bool proceed(Find known) {
        return callback_ == nullptr || send(known());
    }

    /// The same for algorithms without a partial result. \throws Error stopped
    template <class Find>
    void report(Find known) {
        if (callback_ != nullptr && !send(known())) throw_stopped();
    }

private:
    bool send(const Known& known);
    [[noreturn]] void throw_stopped() const;

    AlgorithmStep next_;
    const ProgressCallback* callback_;
};

} // namespace mergus::core
