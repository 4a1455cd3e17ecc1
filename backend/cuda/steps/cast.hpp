/// \file cast.hpp
/// Values cast to another type.
#pragma once

#include "objects/matrix.hpp"

namespace mergus::cuda {

/// The step that casts the values of a matrix. Without effect if the types are equal.
class Cast {
public:
    /// \param from, \param to interned.
    Cast(Context& context, const mergus_type* from, const mergus_type* to)
        : context_(context), from_(from), to_(to) {}

    void kernels(KernelRequests& requests) const;
    /// The matrix with values of the type `to`; its pattern's arrays are kept.
    [[nodiscard]] Matrix run(Matrix&& matrix) const;
    /// The cast of `count` values; the types must differ.
    [[nodiscard]] Buffer run(const void* values, std::uint64_t count) const;

private:
    Context& context_;
    const mergus_type* from_;
    const mergus_type* to_;
};

} // namespace mergus::cuda
