/// \file index_unary.hpp
/// The scalar y of select and apply, as the operator wants it.
#pragma once

#include "operands.hpp"

#include <cstddef>
#include <vector>

namespace mergus::suitesparse {

/// Holds y for one call: a GrB_Scalar of the value itself for a predefined operator, else of a pointer to a
/// closure with the value cast to y_type. It stays where it was made, as that pointer leads into it.
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

/// One value of the call's scalar, or of the stand-in where the operator does not look at it.
ScalarHandle operand_scalar(const mergus_call& call, const mergus_type* declared_type, const mergus_op& op);

} // namespace mergus::suitesparse
