/// \file checkpoint.hpp
/// The file of one call of an algorithm that repeats a step (mergus/algorithms/checkpoints.hpp).
#pragma once

#include <mergus/algorithms/checkpoints.hpp>
#include <mergus/matrix.hpp>

#include <bit>
#include <chrono>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <initializer_list>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace mergus::core {

/// What an algorithm has after a step: numbers, and a serialized object (serialize.hpp).
struct Progress {
    std::vector<std::uint64_t> numbers;
    std::vector<std::byte> object;

    /// A floating-point number among the others.
    static std::uint64_t of_real(double value) noexcept { return std::bit_cast<std::uint64_t>(value); }
    [[nodiscard]] double real(std::size_t n) const { return std::bit_cast<double>(numbers.at(n)); }
};

class Checkpoint {
public:
    /// Finds the name of the file, unless no directory is given. \param algorithm a literal
    /// \param weights of the graph that the result depends on; null: on the pattern of A only
    /// \param options that the steps depend on, floating-point numbers by Progress::of_real()
    Checkpoint(const Checkpoints& where, std::string_view algorithm, const AnyMatrix& A,
               const Matrix<double>* weights, std::initializer_list<std::uint64_t> options);

    /// What the last call has saved, if there is such a file. \throws Error io_error, parse_error
    [[nodiscard]] std::optional<Progress> load() const;
    /// Replaces the file, if it is time for that. \throws Error io_error
    void save(const std::function<Progress()>& progress);
    /// The algorithm has reached its end.
    void remove() const;

private:
    using Clock = std::chrono::steady_clock;

    std::string_view algorithm_;
    Context context_;
    std::string file_; ///< empty: there are no checkpoints
    std::string fingerprint_;
    double seconds_;
    std::optional<Clock::time_point> saved_;
};

} // namespace mergus::core
