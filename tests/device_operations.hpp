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
struct Operands {
    static constexpr std::uint64_t n = 120;

    Context context;
    Matrix<double> A, B, M, C, column, empty;
    Vector<double> full, u, w; ///< `full` has an entry at every index
    double scalar = 0;

    explicit Operands(const Context& home)
        : context(home), A(in(csr_every(n, n, 37))), B(in(csr_every(n, n, 31, 5))),
          M(in(csr_every(n, n, 29, 3))), C(in(csr_every(n, n, 41, 1))), column(context, n, 1),
          empty(context, n, n), full(every(1)), u(every(3)), w(every(7)) {}

    [[nodiscard]] Matrix<double> in(const Csr& csr) const { return Matrix<double>::from_csr(context, csr); }
    /// A vector with an entry at every step-th index. Trusted, so that nothing is read back.
    [[nodiscard]] Vector<double> every(std::uint64_t step) const {
        std::vector<std::uint64_t> indices;
        for (std::uint64_t i = 0; i < n; i += step) indices.push_back(i);
        std::vector<double> values(indices.size(), 2.0);
        mergus_vector_arrays arrays{};
        arrays.struct_size = sizeof arrays;
        arrays.type = type_of<double>();
        arrays.size = n;
        arrays.nvals = indices.size();
        arrays.format = MERGUS_VECTOR_LIST;
        arrays.index_bits = 64;
        arrays.indices = indices.data();
        arrays.values = values.data();
        arrays.flags = MERGUS_CSR_TRUSTED;
        return Vector<double>(AnyVector::import_arrays(context, arrays));
    }
};

/// All outputs that a call could have changed, for comparison.
struct Content {
    std::vector<Entries<double>> matrices;
    std::vector<std::vector<double>> vectors;
    double scalar;
    bool operator==(const Content&) const = default;

    explicit Content(const Operands& operands) : scalar(operands.scalar) {
        for (const auto* matrix :
             {&operands.A, &operands.B, &operands.M, &operands.C, &operands.column, &operands.empty})
            matrices.push_back(read<double>(*matrix));
        for (const auto* vector : {&operands.full, &operands.u, &operands.w})
            vectors.push_back(vector->to_dense(-1e9));
    }
};

/// A call that may write C, column, empty, full, w and scalar. An error leaves them as they were.
struct DeviceOperation {
    std::string name;
    std::function<void(Operands&)> run;
    unsigned calls = 1; ///< upper bound on backend operations
};

const std::vector<DeviceOperation>& device_products();   ///< mxm
const std::vector<DeviceOperation>& device_operations(); ///< all

} // namespace mergus::tests
