/// \file device_operations.hpp
/// Every operation of the public interface as a row of a table, for tests that check all of them:
/// copies, allocations, and behaviour when memory runs out. Matrices have at least 100 rows
/// and 200 entries.
#pragma once

#include "device_testing.hpp"

#include <mergus/mergus.hpp>

#include <functional>
#include <string>
#include <vector>

namespace mergus::tests {

/// The operands, with a context of their own.
struct DeviceOperands {
    static constexpr std::uint64_t n = 120;

    Context context;
    Matrix<double> A, B, M, C, column, empty;
    Vector<double> u, v, m, w; ///< v is full
    double scalar = 0;

    explicit DeviceOperands(const Context& home)
        : context(home), A(in(csr_every(n, n, 37))), B(in(csr_every(n, n, 31, 5))),
          M(in(csr_every(n, n, 29, 3))), C(in(csr_every(n, n, 41, 1))), column(context, n, 1),
          empty(context, n, n), u(every(3, 0)), v(every(1, 0)), m(every(2, 1)), w(every(5, 2)) {}

    [[nodiscard]] Matrix<double> in(const Csr& csr) const { return Matrix<double>::from_csr(context, csr); }
    /// A vector with the entries first, first + step, …
    [[nodiscard]] Vector<double> every(std::uint64_t step, std::uint64_t first) const {
        std::vector<std::uint64_t> indices;
        std::vector<double> values;
        for (std::uint64_t i = first; i < n; i += step) {
            indices.push_back(i);
            values.push_back(static_cast<double>(i % 7 + 1));
        }
        return Vector<double>::from_tuples(context, n, indices, values);
    }
};

/// All outputs that a call could have changed, for comparison.
struct Content {
    std::vector<Entries<double>> matrices;
    std::vector<std::vector<double>> vectors; ///< -1: no entry
    double scalar;
    bool operator==(const Content&) const = default;

    explicit Content(const DeviceOperands& operands) : scalar(operands.scalar) {
        for (const auto* matrix :
             {&operands.A, &operands.B, &operands.M, &operands.C, &operands.column, &operands.empty})
            matrices.push_back(read<double>(*matrix));
        for (const auto* vector : {&operands.u, &operands.v, &operands.m, &operands.w})
            vectors.push_back(vector->to_dense(-1));
    }
};

/// A call that may write C, column, empty, v, w and scalar. An error leaves them as they were.
struct DeviceOperation {
    std::string name;
    std::function<void(DeviceOperands&)> run;
    unsigned calls = 1; ///< upper bound on backend operations
};

const std::vector<DeviceOperation>& device_products();   ///< mxm
const std::vector<DeviceOperation>& device_operations(); ///< all

} // namespace mergus::tests
