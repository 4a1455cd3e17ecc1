// places.cuh: values that are moved as they are, or replaced by where they came from, so that wide ones can
// be gathered at the end.

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
