// places.cuh: kernels move values, or for wide values their indices, with which the values are gathered at
// the end.

namespace mergus {

template <bool is_place>
struct ValueMaker {
    template <class Any>
    static __device__ __forceinline__ Any at(const Any* values, uint64_t e) {
        return values[e];
    }
};
template <>
struct ValueMaker<true> {
    template <class Place>
    static __device__ __forceinline__ Place at(const Place*, uint64_t e) {
        return Place(e);
    }
};

} // namespace mergus
