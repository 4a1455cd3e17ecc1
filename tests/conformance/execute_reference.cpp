/// \file execute_reference.cpp
/// Runs an instance with the reference.
#include "conformance/execute.hpp"
#include "conformance/operation.hpp"

namespace mergus::conformance {

reference::Matrix execute_reference(const Instance& instance) {
    return instance.words.operation->reference({
        .instance = instance,
        .algebra = instance.algebra,
        .C = instance.matrix(role_C),
        .A = instance.matrix(role_A),
        .B = instance.matrix(role_B),
        .output = {instance.has(role_M) ? &instance.matrix(role_M) : nullptr, instance.accum,
                   instance.descriptor},
        .scalar = instance.scalar,
        .rows = instance.layout.all_rows ? nullptr : &instance.rows,
        .cols = instance.layout.all_cols ? nullptr : &instance.cols,
    });
}

} // namespace mergus::conformance
