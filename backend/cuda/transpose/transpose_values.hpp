/// \file transpose_values.hpp
/// Shared by the methods of the transpose: how values move, and one allocation that is cut into arrays.
#pragma once

#include "device/primitives.hpp"
#include "jit/moved_type.hpp"
#include "objects/matrix.hpp"
#include "transpose_tuning.hpp"

#include <cstddef>
#include <cstdint>

namespace mergus::cuda {

/// Whether the numbers of entries move in place of wide values, which are gathered at the end.
[[nodiscard]] inline bool moves_indices(const mergus_type* type) {
    return type->size > tuning::moved_value;
}
[[nodiscard]] inline std::size_t moved_size(const mergus_type* type) {
    return moves_indices(type) ? sizeof(std::uint32_t) : type->size;
}

/// A' without its entries: `val` is null where no values move.
[[nodiscard]] inline Matrix raw_transpose(Context& context, const Matrix& A, const mergus_type* moved) {
    Matrix T = raw_pattern(context, A.type, A.ncols, A.nrows, A.nvals,
                           Array<std::uint64_t>(context.device, A.ncols + 1));
    if (moved == A.type) T.val = Buffer(context.device, T.nvals * T.type->size);
    return T;
}

/// The address of T's values. Without values the kernels write nothing there, but C++ wants an address.
[[nodiscard]] inline void* address_of_values(const Matrix& T) noexcept {
    return T.val.data() != nullptr ? T.val.data() : T.col.data();
}

/// The bindings Value and moves_indices of a kernel that moves values.
inline void bind_moved(Bindings& names, const mergus_type* type) {
    names.constant("moves_indices", moves_indices(type));
    if (moves_indices(type))
        names.index("Value", false);
    else
        names.type("Value", moved_type(type));
}

[[nodiscard]] inline KernelRequest values_request(const mergus_type* type) {
    return {"transpose/transpose_values.cuh", "transpose_values", KernelKey{type, 0}, [type] {
                Bindings names;
                names.type("Value", type);
                return names;
            }};
}
/// Writes the values of T: entry e of T is entry indices[e] of A.
inline void gather_values(Context& context, const Matrix& A, const std::uint32_t* indices, Matrix& T) {
    context.device.launch(context.jit.kernel(values_request(A.type)),
                          grid_for(context, A.nvals, block_threads), Dim3{block_threads}, 0,
                          static_cast<const void*>(A.val.data()), indices, A.nvals, T.val.data());
}

/// Cuts one allocation into arrays, since an allocation costs the host about as much as a launch. With
/// address 0 it only computes the size.
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
