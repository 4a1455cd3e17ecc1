/// \file elementwise.hpp
/// The operator that element-wise operations take from a semiring, a monoid or an operator. The result refers
/// to its argument and is used during the call only.
#pragma once

#include "call.hpp"

namespace mergus::grb {

inline const BinaryOp& multiply_of(const mergus_grb_binary_op& op) {
    return op.value;
}
inline BinaryOp multiply_of(const mergus_grb_monoid& monoid) {
    return BinaryOp(monoid.value.get()->op);
}
inline BinaryOp multiply_of(const mergus_grb_semiring& semiring) {
    return BinaryOp(semiring.value.get()->mul);
}

inline const BinaryOp& add_of(const mergus_grb_binary_op& op) {
    return op.value;
}
inline BinaryOp add_of(const mergus_grb_monoid& monoid) {
    return BinaryOp(monoid.value.get()->op);
}
inline BinaryOp add_of(const mergus_grb_semiring& semiring) {
    return BinaryOp(semiring.value.get()->add->op);
}

} // namespace mergus::grb
