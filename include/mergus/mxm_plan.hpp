/// \file mxm_plan.hpp
/// Products of matrices whose patterns stay while their values change: the pattern of C is computed once.
///
///     MxmPlan plan = mxm_plan(plus_times<double>, A, B); // C = A B, pattern and values
///     set_values(A, values);                             // the same pattern
///     plan.run(A, B);                                    // the values of C
///     use(plan.result());
///
/// The result of a plan may be a factor of another one, which runs after it: R A P by two plans
/// (examples/galerkin.cpp).
///
/// On a backend with plans (CUDA) a run allocates no device memory and does not wait for the device. So it
/// can be captured in a CUDA graph: let the context use a stream of the program (ContextOptions::stream),
/// call run() between cudaStreamBeginCapture and cudaStreamEndCapture on that stream, and launch the graph
/// after each change of values. A graph may be launched as long as the plan, A and B exist with the patterns
/// of the plan. Other backends run a whole product, with the same result.
///
/// The library does not see a launch, so it keeps nothing that depends on the values of a result whose run()
/// was captured, or of a matrix whose set_values() was captured: such as a transpose for later products
/// (ContextOptions::cache_derived). Each operation reads the values that are there. A copy (dup()) of such a
/// matrix is not affected. Before the capture, call set_values() and run() once: later calls do not allocate.
#pragma once

#include <mergus/algebra.hpp>
#include <mergus/descriptor.hpp>
#include <mergus/error.hpp>
#include <mergus/export.hpp>
#include <mergus/mask.hpp>
#include <mergus/matrix.hpp>
#include <mergus/options.hpp>
#include <mergus/segmented_merge.hpp>
#include <mergus/value_list.hpp>

#include <cstdint>
#include <memory>
#include <type_traits>

namespace mergus {

namespace detail {
class MxmPlanState;
}

/// A product with the pattern of its result. Move-only; calls on a moved-from plan throw
/// uninitialized_object. Threads: run() writes the result, otherwise as Context.
class MERGUS_API MxmPlan {
public:
    MxmPlan() noexcept;
    MxmPlan(MxmPlan&&) noexcept;
    MxmPlan& operator=(MxmPlan&&) noexcept;
    ~MxmPlan();

    /// The values of result() become those of the product of A and B, which must be the matrices of
    /// mxm_plan() with the same patterns. \throws Error invalid_value if A or B is another matrix, or was
    /// changed by anything but set_values(); what mxm throws. After an error result() is as before.
    void run(const AnyMatrix& A, const AnyMatrix& B);
    /// C. Its address and its pattern stay until the plan is destroyed.
    [[nodiscard]] const AnyMatrix& result() const;

    /// \internal
    explicit MxmPlan(std::unique_ptr<detail::MxmPlanState> state) noexcept;

private:
    std::unique_ptr<detail::MxmPlanState> state_;
};

/// Computes C = A ⊕.⊗ B, of the semiring's type, under the mask, and keeps what further runs need. A is m×k,
/// B is k×n (after the transposes). The mask is used here only: its later changes have no effect. The plan
/// takes 1, 2 or 4 bytes of device memory for each product, for rows of C of up to 127, up to 32767, and more
/// entries, and up to 1 byte more where a row has more than 127; bands and rows that repeat patterns take
/// less. \throws Error as mxm.
MERGUS_API MxmPlan mxm_plan(const AnySemiring& semiring, const AnyMatrix& A, const AnyMatrix& B,
                            const ResultOptionsAB& options = {});

/// Replaces the values of all entries, in row-major order (that of export_csr). The pattern stays, and plans
/// remain valid. `values` are `count` = nvals() values of `type`, in host memory or in device memory of the
/// matrix's context. `stream` is for device memory: the stream on which the caller uses the array, with the
/// order that mergus_csr specifies, or null: the call waits for its copy. With the stream of the context it
/// may be called while that stream is captured. \throws Error domain_mismatch if `type` is not the matrix's;
/// invalid_value if `count` is not nvals(), for a truth value in host memory that is not 0 or 1 (in device
/// memory it is undefined behaviour), for device memory on a backend without a device; null_pointer.
MERGUS_API void set_values(AnyMatrix& matrix, const void* values, std::uint64_t count,
                           const mergus_type* type, Memory memory = Memory::host, void* stream = nullptr);
template <ValueType T>
void set_values(Matrix<T>& matrix, const std::type_identity_t<ValueList<T>>& values) {
    set_values(matrix, values.data(), values.size(), type_of<T>());
}

} // namespace mergus
