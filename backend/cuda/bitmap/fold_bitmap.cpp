/// \file fold_bitmap.cpp
#include "bitmap/bitmap_counter.h"
#include "bitmap_forms.hpp"
#include "steps/accumulate.hpp"

#include <algorithm>

namespace mergus::cuda {

bool reduce_scalar_bitmap(Context& context, const mergus_call& call) {
    const Matrix& A = *call.A;
    const mergus_monoid& monoid = *call.monoid;
    constexpr std::uint32_t any_order = MERGUS_OP_ASSOCIATIVE | MERGUS_OP_COMMUTATIVE;
    const std::uint64_t words = Bitmap::words_of(A.nrows * A.ncols);
    if (!A.is_bitmap() || A.has_rows() || context.deterministic || words == 0 ||
        (monoid.op->properties & any_order) != any_order)
        return false;
    Device& device = context.device;
    const mergus_type* const type = context.intern(monoid.op->z_type);
    Bindings bindings;
    bind_monoid(bindings, monoid);
    bindings.type("X_value", A.type).cast("convert", A.type, type).value("identity", type, monoid.identity);
    const Kernel& kernel = context.jit.kernel("bitmap/fold_bitmap.cuh", "fold_bitmap", bindings);
    // The last block folds the results of all warps, so they are few.
    constexpr std::uint32_t max_blocks = 256;
    const std::uint32_t blocks = std::min(grid_for(context, words * 32, block_threads).x, max_blocks);
    const std::uint32_t warps = blocks * block_threads / 32;
    const Buffer values(device, warps * type->size);
    const Array<std::uint32_t> filled(device, warps);
    device.launch(kernel, {blocks}, {block_threads}, 0,
                  static_cast<const std::uint32_t*>(A.bitmap->bits.data()),
                  static_cast<const void*>(A.bitmap->val.data()), words, context.zeroed<BitmapCounter>(),
                  static_cast<void*>(values.data()), filled.data());
    device.copy_to_host(call.result, values.data(), type->size);
    return true;
}

} // namespace mergus::cuda
