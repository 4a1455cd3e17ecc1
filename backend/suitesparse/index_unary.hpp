/// \file index_unary.hpp
/// The scalar y of select and apply as a GrB_Scalar.
#pragma once

#include "operands.hpp"

#include <cstddef>
#include <vector>

namespace mergus::suitesparse {

/// Holds y for one call: for a predefined operator the value, otherwise a pointer to a closure with the value
/// cast to y_type. Not copied or moved, because the pointer refers to a member.
class IndexUnaryScalar {
public:
    IndexUnaryScalar(mergus_context& context, const mergus_call& call, const IndexUnary& op);
    IndexUnaryScalar(const IndexUnaryScalar&) = delete;
    IndexUnaryScalar& operator=(const IndexUnaryScalar&) = delete;
    [[nodiscard]] GrB_Scalar get() const noexcept { return scalar_; }

private:
    std::vector<std::max_align_t> value_;
    IndexUnaryClosure closure_{};
    GrB_Scalar scalar_; ///< the context's
};

/// The scalar of the call, or a zero of the stand-in type if the operator ignores it.
GrB_Scalar operand_scalar(mergus_context& context, const mergus_call& call, const mergus_type* declared_type,
                          const mergus_op& op);

} // namespace mergus::suitesparse
