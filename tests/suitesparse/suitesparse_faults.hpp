/// \file suitesparse_faults.hpp
/// The cases of the program suitesparse_faults, the objects that they work on, and the injected failures.
#pragma once

#include <mergus/mergus.hpp>

#include <atomic>
#include <cstdint>
#include <functional>
#include <string>
#include <vector>

namespace suitesparse_faults {

using namespace mergus;

/// Allocations until the one that fails. If it is negative, none fails.
extern std::atomic<long> countdown;

/// Matrices and vectors that were imported without a copy, and calls of their release functions.
extern int lent, given_back;

// clang-format would take the definition for arguments of a function.
// clang-format off
MERGUS_SEMIRING(with_indices,
    static double identity() { return 0; }
    static double add(double x, double y) { return x + y; }
    static double mul(double a, double b, int64_t i, int64_t k, int64_t j) {
        return a * b + static_cast<double>(i + k + j);
    })
// clang-format on

/// A matrix that borrows the program's arrays.
Matrix<double> borrowing(const Context& context);

/// A full vector that borrows the program's array.
Vector<double> borrowing_vector(const Context& context);

struct Setting {
    Context context{"suitesparse"};
    Matrix<double> A = filled(7), B = filled(5), M = filled(3), C = filled(4), empty{context, 30, 30},
                   L = borrowing(context), column{context, 30, 1}, full = filled(1), few = filled(400);
    Vector<double> u = filled_vector(2), m = filled_vector(3), w = filled_vector(4),
                   lent_vector = borrowing_vector(context), full_vector = filled_vector(1),
                   one_entry = filled_vector(30);
    double scalar = 1;

    [[nodiscard]] Vector<double> filled_vector(std::uint64_t step) const {
        Vector<double> made(context, 30);
        std::vector<std::uint64_t> indices;
        std::vector<double> values;
        for (std::uint64_t i = 0; i < 30; i += step) {
            indices.push_back(i);
            values.push_back(static_cast<double>(i));
        }
        made.build(indices, values);
        return made;
    }
    [[nodiscard]] Matrix<double> filled(std::uint64_t step) const {
        Matrix<double> made(context, 30, 30);
        std::vector<std::uint64_t> rows, cols;
        std::vector<double> values;
        for (std::uint64_t e = 0; e < 900; e += step) {
            rows.push_back(e / 30);
            cols.push_back(e % 30);
            values.push_back(static_cast<double>(e));
        }
        made.build(rows, cols, values);
        return made;
    }
};

struct Content {
    std::vector<std::uint64_t> rows, cols;
    std::vector<double> values;
    explicit Content(const Matrix<double>& from) { from.extract_tuples(rows, cols, values); }
    explicit Content(const Vector<double>& from) { from.extract_tuples(rows, values); }
    bool operator==(const Content&) const = default;
};

/// The output and the inputs. An input changes only if it is the output.
struct State {
    Content output, A, B, u, w, lent_vector, full_vector;
    double scalar;
    State(const Setting& setting, Matrix<double> Setting::*which)
        : output(setting.*which), A(setting.A), B(setting.B), u(setting.u), w(setting.w),
          lent_vector(setting.lent_vector), full_vector(setting.full_vector), scalar(setting.scalar) {}
    bool operator==(const State&) const = default;
};

struct Case {
    const char* name;
    Matrix<double> Setting::*output;
    std::function<void(Setting&)> run;
};

[[noreturn]] void give_up(const std::string& message);

std::vector<Case> matrix_cases();
/// With vectors; a matrix output is C.
std::vector<Case> vector_cases();

} // namespace suitesparse_faults
