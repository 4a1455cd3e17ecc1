// monoid.cuh: the operator of a monoid and its terminal value.
//
// Bindings: Monoid_value, add(x, y); terminal(), which without a terminal value is the identity and unused;
// constants has_terminal and checks_terminal: whether the operator costs more than a test for the terminal
// value, so that the test comes first.

// Compares bits instead of using ==: so a NaN can be terminal, and a struct needs no operator. Values with
// different bits may be equal (padding, zeros, NaNs); then add() is called and gives the same result.
template <class T>
__device__ __forceinline__ bool is_terminal(const T& value) {
    const T last = terminal();
    if constexpr (sizeof(T) <= 8) {
        uint64_t x = 0, y = 0;
        memcpy(&x, &value, sizeof value);
        memcpy(&y, &last, sizeof last);
        return x == y;
    } else {
        unsigned char x[sizeof(T)], y[sizeof(T)];
        memcpy(x, &value, sizeof value);
        memcpy(y, &last, sizeof last);
        bool same = true;
        for (unsigned b = 0; b < sizeof(T); ++b) same = same && x[b] == y[b];
        return same;
    }
}

// By reference where the test comes first: y is then read only if it is used.
template <bool is_tested>
struct CombineArgument {
    using type = Monoid_value;
};
template <>
struct CombineArgument<true> {
    using type = const Monoid_value&;
};

__device__ __forceinline__ Monoid_value combine(CombineArgument<checks_terminal != 0>::type x,
                                                CombineArgument<checks_terminal != 0>::type y) {
    if constexpr (checks_terminal != 0) {
        if (is_terminal(x)) return x;
    }
    return add(x, y);
}
