// entry.cuh: what happens to one entry, whatever stores its matrix: compressed rows or bitmaps. The kernels
// differ in how they find the entries of their operands at a position; the value at the position, the test of
// an operator and the test of the mask are here.
//
// All are templates, because the functions of the bindings exist only in the kernels that use them: f, keep,
// truth; both, only_x, only_y through a rule.

namespace mergus {

// The entry of an operand at a position, or none. Values: a pointer, or one value for all entries.
template <class Values>
struct EntryView {
    const Values& values;
    uint64_t at;
    bool present;

    __device__ __forceinline__ decltype(auto) value() const { return values[at]; }
};
template <class Values>
__device__ __forceinline__ EntryView<Values> view_of(const Values& values, uint64_t at, bool present) {
    return {values, at, present};
}

// What an operator sees as the position of an entry. A vector has its index as row, and column 0.
struct EntryPosition {
    int64_t i, j;
};
template <bool of_vector, class Row>
__device__ __forceinline__ EntryPosition position_of(Row row, int64_t index) {
    if constexpr (of_vector)
        return {index, 0};
    else
        return {int64_t(row), index};
}

// The values of a combination of X and Y. uses_op: both(x, y), otherwise Y's value. A union has only_x and
// only_y too.
template <class Z, bool is_union, bool uses_op>
struct CombinationRule {
    template <class X, class Y>
    __device__ __forceinline__ Z of_both(const X& x, const Y& y) const {
        if constexpr (uses_op)
            return both(x, y);
        else
            return only_y(y);
    }
    template <class X>
    __device__ __forceinline__ Z of_x(const X& x) const {
        if constexpr (is_union)
            return only_x(x);
        else
            return Z();
    }
    template <class Y>
    __device__ __forceinline__ Z of_y(const Y& y) const {
        if constexpr (is_union)
            return only_y(y);
        else
            return Z();
    }
    // Where at least one has an entry or, of an intersection, both.
    template <class X, class Y>
    __device__ __forceinline__ Z operator()(const X& x, const Y& y) const {
        if (is_union && !x.present) return of_y(y.value());
        if (is_union && !y.present) return of_x(x.value());
        return of_both(x.value(), y.value());
    }
};

// f of an entry's value. form: a MapForm (map.hpp).
template <int form, class Values, class Y>
__device__ __forceinline__ auto mapped(const EntryView<Values>& x, EntryPosition at, const Y& y) {
    if constexpr (form == 0)
        return f(x.value());
    else if constexpr (form == 1)
        return f(x.value(), y);
    else if constexpr (form == 2)
        return f(y, x.value());
    else
        return f(x.value(), at.i, at.j, y);
}

// Whether an entry passes. test: 0 always, 1 keep(x, i, j, y), 2 truth(x) and (i, j) in the region of the
// lists y.
template <int test, class Values, class Y>
__device__ __forceinline__ bool passes(const EntryView<Values>& x, EntryPosition at, const Y& y) {
    if constexpr (test == 1)
        return keep(x.value(), at.i, at.j, y);
    else if constexpr (test == 2)
        return truth(x.value()) && in_region(y, uint64_t(at.i), uint64_t(at.j));
    else
        return true;
}

// Whether the mask admits a position. With `structure` truth() reads no value.
template <bool is_complement, class Values>
__device__ __forceinline__ bool admits(const EntryView<Values>& mask) {
    return (mask.present && truth(mask.value())) != is_complement;
}

} // namespace mergus
