// bitmap_forms.cuh: C<mask, replace> ⊙= T in one launch, where T in a cell depends on A and B in this cell.
//
// A warp loads up to 32 words of bits of each operand, then handles those words that can have an entry, a
// lane a cell. So empty parts of long vectors cost their bits alone.
//
// Bindings: X_value and Y_value (of A and B), Z_value (of T), M_value, C_value, Scalar; constants form
// (bitmap_forms.h), map_form, is_vector, has_mask, mask_structure, complement, replace, has_accum, reads_c.
// By form the functions of entry.cuh: both, only_x, only_y, f or keep. truth(m), t_to_c(t), accum(c, t).

#include "bitmap/bitmap_count.cuh"
#include "bitmap/bitmap_forms.h"
#include "steps/entry.cuh"

namespace mergus {

// C's new value in a cell where T has an entry. A template, because accum() exists only where it is used.
template <bool accumulates, class C>
__device__ __forceinline__ C_value written(const C& c, const Z_value& t) {
    if constexpr (accumulates) {
        if (c.present) return accum(c.value(), t);
    }
    return t_to_c(t);
}

// T in a cell where it has an entry.
template <int kind, class X, class Y, class S>
__device__ __forceinline__ Z_value value_of_t(const X& x, const Y& y, EntryPosition at, const S& scalar) {
    if constexpr (kind == bitmap_union || kind == bitmap_intersection)
        return CombinationRule<Z_value, kind == bitmap_union, true>()(x, y);
    else if constexpr (kind == bitmap_map)
        return mapped<map_form>(x, at, scalar);
    else if constexpr (kind == bitmap_scalar)
        return scalar;
    else
        return x.value();
}

// The words of a lane.
struct BitmapWords {
    uint32_t a, b, mask, c, t; // t: cells where T can have an entry

    __device__ __forceinline__ BitmapWords of_lane(unsigned source) const {
        return {__shfl_sync(full_mask, a, int(source)), __shfl_sync(full_mask, b, int(source)),
                __shfl_sync(full_mask, mask, int(source)), __shfl_sync(full_mask, c, int(source)),
                __shfl_sync(full_mask, t, int(source))};
    }
};

__device__ __forceinline__ BitmapWords load_words(const BitmapArrays& in, uint64_t w) {
    BitmapWords words = {0, 0, 0, 0, 0};
    if (in.a_bits != nullptr) words.a = in.a_bits[w];
    if (in.b_bits != nullptr) words.b = in.b_bits[w];
    if (has_mask) words.mask = in.mask_bits[w];
    if (reads_c) words.c = in.c_bits[w];
    const uint64_t left = in.cells - w * 32;
    const uint32_t inside = left >= 32 ? 0xffffffffu : (1u << left) - 1;
    words.t = form == bitmap_union          ? words.a | words.b
              : form == bitmap_intersection ? words.a & words.b
              : form == bitmap_scalar       ? inside
                                            : words.a;
    if (has_mask && mask_structure) words.t &= complement ? ~words.mask : words.mask;
    if (has_mask && !mask_structure && !complement) words.t &= words.mask;
    return words;
}

// Writes this lane's cell; whether C has an entry in it.
__device__ __forceinline__ bool write_position(const BitmapArrays& in, const BitmapWords& words,
                                               uint64_t cell, const Scalar& scalar) {
    const unsigned bit = 1u << lane();
    const bool had = (words.c & bit) != 0;
    bool in_t = (words.t & bit) != 0;
    if (!in_t && !had) return false;
    if constexpr (has_mask != 0) {
        const M_value* const mask_val = static_cast<const M_value*>(in.mask_val);
        if (!admits<complement != 0>(view_of(mask_val, cell, (words.mask & bit) != 0)))
            return !replace && had;
    }
    const X_value* const x_val = static_cast<const X_value*>(in.a_val);
    const Y_value* const y_val = static_cast<const Y_value*>(in.b_val);
    C_value* const c_val = static_cast<C_value*>(in.c_val);
    const uint64_t row = is_vector || form == bitmap_scalar ? 0 : cell / in.ncols;
    const EntryPosition at = position_of<is_vector != 0>(row, int64_t(cell - row * in.ncols));
    const auto x = view_of(x_val, cell, (words.a & bit) != 0);
    in_t = in_t && passes < form == bitmap_select ? 1 : 0 > (x, at, scalar);
    if (!in_t) return has_accum && had;
    const Z_value t = value_of_t<form>(x, view_of(y_val, cell, (words.b & bit) != 0), at, scalar);
    c_val[cell] = written<has_accum != 0>(view_of(c_val, cell, had), t);
    return true;
}

} // namespace mergus

extern "C" __global__ void bitmap_forms(mergus::BitmapArrays in, Scalar scalar,
                                        mergus::BitmapCounter* counter, uint64_t* count, uint64_t* posted,
                                        uint32_t ticket) {
    mergus::trigger_dependents();
    mergus::wait_for_dependency();
    const uint64_t words = mergus::div_up<uint64_t>(in.cells, 32);
    const uint64_t step = mergus::grid_threads() / 32 * in.warp_words;
    unsigned entries = 0;
    for (uint64_t base = mergus::grid_thread() / 32 * in.warp_words; base < words; base += step) {
        const uint64_t w = base + mergus::lane();
        const bool mine = mergus::lane() < in.warp_words && w < words;
        mergus::BitmapWords own = {0, 0, 0, 0, 0};
        if (mine) own = mergus::load_words(in, w);
        uint32_t result = 0;
        unsigned todo = __ballot_sync(mergus::full_mask, (own.t | own.c) != 0);
        while (todo != 0) {
            const unsigned source = unsigned(__ffs(int(todo)) - 1);
            todo &= todo - 1;
            const bool has = mergus::write_position(in, own.of_lane(source),
                                                    (base + source) * 32 + mergus::lane(), scalar);
            const unsigned now = __ballot_sync(mergus::full_mask, has);
            if (mergus::lane() == source) result = now;
        }
        if (mine) {
            in.c_bits[w] = result;
            entries += unsigned(__popc(result));
        }
    }
    mergus::end_count(entries, counter, count, posted, ticket);
}
