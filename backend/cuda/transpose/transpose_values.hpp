/// \file transpose_values.hpp
/// What the methods of the transpose have in common: how values are moved, and one allocation that is cut
/// into arrays.
#pragma once

#include "device/primitives.hpp"
#include "matrix.hpp"
#include "transpose_plan.hpp"

#include <cstddef>
#include <cstdint>
#include <type_traits>
#include <utility>

namespace mergus::cuda {

/// Wide values are moved as their places, numbers of entries, and gathered at the end.
[[nodiscard]] inline bool moves_places(const mergus_type* type) {
    return type->size > plan::moved_value;
}
[[nodiscard]] inline std::size_t moved_size(const mergus_type* type) {
    return moves_places(type) ? sizeof(std::uint32_t) : type->size;
}

/// The bindings Value and makes_places of a kernel that moves values.
inline void bind_moved(Bindings& names, const mergus_type* type) {
    names.constant("makes_places", moves_places(type));
    if (moves_places(type))
        names.index("Value", false);
    else
        names.type("Value", type);
}

[[nodiscard]] inline KernelRequest gather_kernel(const mergus_type* type) {
    return {"transpose/transpose_gather.cuh", "transpose_gather_values", KernelKey{type, 0}, [type] {
                Bindings names;
                names.type("Value", type);
                return names;
            }};
}
/// The values of T, whose entries come from these places of A.
inline void gather_values(Context& context, const Matrix& A, const std::uint32_t* places, Matrix& T) {
    context.device.launch(context.jit.kernel(gather_kernel(A.type)),
                          grid_for(context, A.nvals, block_threads), Dim3{block_threads}, 0,
                          static_cast<const void*>(A.val.data()), places, A.nvals, T.val.data());
}

/// Cuts one allocation into arrays, since each allocation costs the host about as much as a launch. From
/// address 0 it only tells how much is needed.
class ArrayCutter {
public:
    explicit ArrayCutter(std::uintptr_t memory) : memory_(memory) {}

    template <class T>
    void take(T*& array, std::size_t count, std::size_t size = sizeof(T)) {
        array = reinterpret_cast<T*>(memory_ + bytes_);
        bytes_ += (count * size + 255) / 256 * 256;
    }
    [[nodiscard]] std::size_t bytes() const noexcept { return bytes_; }

private:
    std::uintptr_t memory_;
    std::size_t bytes_ = 0;
};

} // namespace mergus::cuda
