// bitmap_forms.cuh: C<mask, replace> ⊙= T in one launch, where T in a cell depends on A and B in this cell.
//
// A warp loads up to 32 words of bits of each operand, then handles those words that can have an entry, a
// lane a cell. So empty parts of long vectors cost their bits alone.
//
// Bindings: A_value, B_value, M_value, T_value, C_value, Scalar; constants form (bitmap_forms.h), map_form,
// is_vector, has_mask, mask_structure, complement, replace, has_accum, reads_c. By form: both(a, b),
// a_to_t(a), b_to_t(b), f (map.cuh), keep(a, i, j, scalar). truth(m), t_to_c(t), accum(c, t).

#include "bitmap/bitmap_count.cuh"
#include "bitmap/bitmap_forms.h"

namespace mergus {

// Templates, because the functions of the bindings exist only for the forms that use them.
template <int map, class A, class S>
__device__ __forceinline__ T_value mapped(const A& a, int64_t i, int64_t j, const S& scalar) {
    if constexpr (map == 0)
        return f(a);
    else if constexpr (map == 1)
        return f(a, scalar);
    else if constexpr (map == 2)
        return f(scalar, a);
    else
        return f(a, i, j, scalar);
}

template <int kind, class A, class B, class S>
__device__ __forceinline__ T_value value_of_t(const A* a_val, const B* b_val, bool in_a, bool in_b,
                                              uint64_t cell, int64_t i, int64_t j, const S& scalar) {
    if constexpr (kind == bitmap_union) {
        if (in_a && in_b) return both(a_val[cell], b_val[cell]);
        return in_a ? a_to_t(a_val[cell]) : b_to_t(b_val[cell]);
    } else if constexpr (kind == bitmap_intersection) {
        return both(a_val[cell], b_val[cell]);
    } else if constexpr (kind == bitmap_map) {
        return mapped<map_form>(a_val[cell], i, j, scalar);
    } else if constexpr (kind == bitmap_scalar) {
        return scalar;
    } else {
        return a_val[cell];
    }
}

template <int kind, class A, class S>
__device__ __forceinline__ bool passes(const A* a_val, uint64_t cell, int64_t i, int64_t j, const S& scalar) {
    if constexpr (kind == bitmap_select)
        return keep(a_val[cell], i, j, scalar);
    else
        return true;
}

template <bool accumulates, class C, class T>
__device__ __forceinline__ C written(const C* c_val, uint64_t cell, bool had, const T& t) {
    if constexpr (accumulates) {
        if (had) return accum(c_val[cell], t);
    }
    return t_to_c(t);
}

template <bool by_value, class M>
__device__ __forceinline__ bool is_true(const M* val, uint64_t cell) {
    if constexpr (by_value)
        return truth(val[cell]);
    else
        return true;
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
    const bool marked = (words.mask & bit) != 0 && is_true < has_mask != 0 &&
                        mask_structure == 0 > (static_cast<const M_value*>(in.mask_val), cell);
    const bool admitted = !has_mask || marked != bool(complement);
    if (!admitted) return !replace && had;
    const uint64_t row = is_vector || form == bitmap_scalar ? cell : cell / in.ncols;
    const int64_t i = int64_t(row), j = is_vector ? 0 : int64_t(cell - row * in.ncols);
    const A_value* const a_val = static_cast<const A_value*>(in.a_val);
    C_value* const c_val = static_cast<C_value*>(in.c_val);
    in_t = in_t && passes<form>(a_val, cell, i, j, scalar);
    if (!in_t) return has_accum && had;
    const T_value t = value_of_t<form>(a_val, static_cast<const B_value*>(in.b_val), (words.a & bit) != 0,
                                       (words.b & bit) != 0, cell, i, j, scalar);
    c_val[cell] = written<has_accum != 0>(c_val, cell, had, t);
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
