/// \file triangle_methods.hpp
/// The table of methods of the triangle count. The record of a method, and its class, are in the method's
/// file.
#pragma once

#include "objects/matrix.hpp"
#include "objects/method_record.hpp"

#include "jit/jit.hpp"

#include <cstdint>
#include <optional>
#include <string_view>

namespace mergus::cuda {

struct TriangleProblem {
    Context& context;
    const Matrix& A;                     ///< has entries
    std::uint32_t share = 0, shares = 1; ///< which of equal parts of the work
};

/// A method at work on one graph.
class TriangleRun {
public:
    explicit TriangleRun(const TriangleProblem& problem)
        : context_(problem.context), A_(problem.A), share_(problem.share), shares_(problem.shares) {}
    TriangleRun(const TriangleRun&) = delete;
    TriangleRun& operator=(const TriangleRun&) = delete;
    virtual ~TriangleRun() = default;
    virtual void kernels(KernelRequests& list) const = 0;
    [[nodiscard]] virtual std::uint64_t run() = 0; ///< Waits.

protected:
    Context& context_;
    const Matrix& A_;
    std::uint32_t share_, shares_;
};

/// A record of the table.
using TriangleMethod = MethodRecord<const TriangleProblem, TriangleRun>;

namespace triangle_methods {
extern const MethodTable<TriangleMethod> all;
} // namespace triangle_methods

/// What MERGUS_CUDA_TRIANGLES forces, and for hubs the sizes.
struct TriangleChoice : ForcedMethod<TriangleMethod> {
    static constexpr core::Variable variable = core::Variable::cuda_triangles;
    std::uint32_t hubs = 65535;              ///< vertices with 16-bit lists at most; below 2^16
    std::optional<std::uint32_t> bit_rows{}; ///< vertices with rows of bits at most; else bit_rows_for()
    /// Also "hubs:HUBS,BIT_ROWS". \throws Error invalid_value.
    static TriangleChoice parse(std::string_view text);
};

} // namespace mergus::cuda
