/// \file transpose_methods.hpp
/// The table of methods of the transpose, and the step that uses it. The record of a method, and its class,
/// are in the method's file.
#pragma once

#include "objects/matrix.hpp"
#include "objects/method_record.hpp"

#include <cstddef>
#include <memory>
#include <optional>
#include <string_view>

namespace mergus::cuda {

struct TransposeProblem {
    Context& context;
    const Matrix& A;          ///< has entries, and outlives the methods
    const mergus_type* moved; ///< the type of the values that move: A's, or unused_type() where A' gets none
};

/// A method at work on one matrix. The requests of kernels() refer to it.
class TransposeRun {
public:
    explicit TransposeRun(const TransposeProblem& problem)
        : context_(problem.context), A_(problem.A), moved_(problem.moved) {}
    TransposeRun(const TransposeRun&) = delete;
    TransposeRun& operator=(const TransposeRun&) = delete;
    virtual ~TransposeRun() = default;

    /// The kernels that run() launches.
    virtual void kernels(KernelRequests& list) const = 0;
    /// A' in A's type, or nothing where the matrix turns out not to suit the method.
    [[nodiscard]] virtual std::optional<Matrix> run() const = 0;
    /// The parameters.
    virtual void explain(mergus_report&) const {}

protected:
    Context& context_;
    const Matrix& A_;
    const mergus_type* moved_;
};

/// A record of the table.
using TransposeMethod = MethodRecord<const TransposeProblem, TransposeRun>;

namespace transpose_methods {
extern const MethodTable<TransposeMethod> all;
} // namespace transpose_methods

/// What MERGUS_CUDA_TRANSPOSE forces.
struct TransposeChoice : ForcedMethod<TransposeMethod> {
    static constexpr core::Variable variable = core::Variable::cuda_transpose;
    /// \throws Error invalid_value.
    static TransposeChoice parse(std::string_view text);
};

/// A transpose by the first method that suits the matrix: a step. A may be empty.
class Transposition {
public:
    /// \param values false: the pattern alone; the result's `val` is null.
    Transposition(Context& context, const Matrix& A, bool values = true);
    Transposition(const Transposition&) = delete;
    Transposition& operator=(const Transposition&) = delete;
    /// Those of the first method to be tried.
    void kernels(KernelRequests& list) const;
    [[nodiscard]] Matrix run();
    /// The method of the last run(), and its parameters.
    void explain(mergus_report& report) const;

private:
    /// Starts the next method of the table that suits.
    void start_next_method();

    TransposeProblem problem_;
    bool values_;
    std::size_t next_ = 0;                 ///< in the table: the number behind that of method_
    std::unique_ptr<TransposeRun> method_; ///< null if A has no entries
};

} // namespace mergus::cuda
