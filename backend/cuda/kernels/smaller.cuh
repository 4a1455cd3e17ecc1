// smaller.cuh: the minimum, for the reductions of the prelude.

namespace mergus {

struct Smaller {
    template <class T>
    __device__ __forceinline__ T operator()(T a, T b) const {
        return min_of(a, b);
    }
};

} // namespace mergus
