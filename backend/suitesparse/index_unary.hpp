/// \file index_unary.hpp
/// The scalar y of select and apply in the form that the operator expects.
#pragma once

#include "operands.hpp"

#include <cstddef>
#include <vector>

namespace mergus::suitesparse {

/// y for one call: a GrB_Scalar with the value for predefined operators, else with a pointer to a closure
/// that has the value cast to y_type. Not movable, because the pointer refers to a member.
class IndexUnaryScalar {
public:
    IndexUnaryScalar(const mergus_call& call, const IndexUnary& op);
    IndexUnaryScalar(const IndexUnaryScalar&) = delete;
    IndexUnaryScalar& operator=(const IndexUnaryScalar&) = delete;
    [[nodiscard]] GrB_Scalar get() const noexcept { return scalar_.get(); }

private:
    std::vector<std::max_align_t> value_;
    IndexUnaryClosure closure_{};
    ScalarHandle scalar_;
};

/// The value of the call's scalar, or an arbitrary one if the operator ignores it.
ScalarHandle operand_scalar(const mergus_call& call, const mergus_type* declared_type, const mergus_op& op);

} // namespace mergus::suitesparse
