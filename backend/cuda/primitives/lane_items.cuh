// lane_items.cuh: items that the lanes of a warp have, such as the entries of rows of different lengths, an
// item for each lane at a time.

namespace mergus {

template <class Count>
struct LaneItems {
    Count end, all; // the items up to and with this lane's, and of the warp

    __device__ __forceinline__ explicit LaneItems(Count own)
        : end(warp_inclusive_scan(own, Plus())), all(shuffle(full_mask, end, 31)) {}

    // The lane that has item n: the first one whose `end` is above n; the last one if n is not below `all`.
    // The whole warp.
    __device__ __forceinline__ unsigned owner(Count n) const {
        unsigned owner = 0;
        for (unsigned step = 16; step > 0; step /= 2)
            if (shuffle(full_mask, end, int(owner + step - 1)) <= n) owner += step;
        return owner;
    }

    // Calls visit(has, n, owner) in rounds of 32 items, in the order of the lanes: all lanes call it, those
    // with an item with `has`. n: the number of the item over all lanes.
    template <class Visit>
    __device__ __forceinline__ void for_each(const Visit& visit) const {
        for (Count first = 0; first < all; first += 32) {
            const Count n = first + lane();
            visit(n < all, n, owner(n));
        }
    }
};

} // namespace mergus
