/// \file index_list.cpp
#include "index_list.hpp"

#include "device/primitives.hpp"
#include "identity.hpp"
#include "index_arrays.hpp"
#include "index_pieces.hpp"

#include <algorithm>
#include <atomic>
#include <numeric>
#include <span>
#include <utility>
#include <vector>

namespace mergus::cuda {

namespace {

// Lists from this length on are read once, in threads of the host (IndexList::pack()).
constexpr std::uint64_t fewest_packed = 1 << 16;

Array<std::uint64_t> upload(Context& context, const std::uint64_t* from, std::uint64_t count) {
    Array<std::uint64_t> array(context.device, count);
    context.device.copy_to_device(array.data(), from, count * sizeof(std::uint64_t));
    return array;
}

Error index_outside() {
    return {Code::index_out_of_bounds, "an index is outside the matrix"};
}

} // namespace

IndexList::IndexList(Context& context, const std::uint64_t* list, std::uint64_t count, std::uint64_t limit)
    : context_(context), list_(list), count_(list == nullptr ? limit : count), limit_(limit) {
    if (all() || count_ == 0) return;
    if (is_consecutive()) {
        if (list_[count_ - 1] >= limit_) throw index_outside();
    } else if (may_be_packed()) {
        pack();
    } else {
        if (!core::all_below({list_, count_}, limit_)) throw index_outside();
        order_ = std::is_sorted(list_, list_ + count_) ? IndexOrder::sorted : IndexOrder::none;
    }
}

bool IndexList::is_consecutive() const {
    constexpr std::uint64_t first = 1024; // most lists that are not consecutive show it here
    const std::span<const std::uint64_t> list(list_, count_);
    if (list.back() - list.front() != count_ - 1 ||
        !core::part_strictly_increases(list, 0, std::min(first, count_)))
        return false;
    std::atomic<bool> increases{true};
    context_.device.for_parts(count_, [&](std::uint64_t begin, std::uint64_t end) {
        if (increases && !core::part_strictly_increases(list, begin, end)) increases = false;
    });
    return increases;
}

bool IndexList::may_be_packed() const noexcept {
    return count_ >= fewest_packed && limit_ <= std::uint64_t{1} << 32;
}

/// Checks a long list that is not consecutive, and finds its order, while its indices are copied to the
/// device in 32 bits. Differences, because compilers make no vector instructions of comparisons of unsigned
/// words.
void IndexList::pack() {
    Array<std::uint32_t> packed(context_.device, count_);
    std::atomic<bool> increases{true}, is_outside{false};
    const PiecedTarget target{packed.data(), sizeof(std::uint32_t)};
    context_.device.write_pieces({&target, 1}, count_, [&](const Piece& piece) {
        auto* const to = reinterpret_cast<std::uint32_t*>(piece.data[0]);
        const std::uint64_t* const from = list_ + piece.begin;
        const std::uint64_t length = piece.end - piece.begin;
        std::uint64_t below = from[0] - limit_, any = from[0], falls = 0; // bit 63 counts
        if (piece.begin != 0) falls = from[0] - from[-1];
        to[0] = static_cast<std::uint32_t>(from[0]);
        for (std::uint64_t e = 1; e < length; ++e) {
            to[e] = static_cast<std::uint32_t>(from[e]);
            below &= from[e] - limit_;
            any |= from[e];
            falls |= from[e] - from[e - 1];
        }
        if (falls >> 63 != 0) increases = false;
        if (below >> 63 == 0 || any >> 63 != 0) is_outside = true;
    });
    if (is_outside) throw index_outside();
    order_ = increases ? IndexOrder::sorted : IndexOrder::none;
    packed_ = std::move(packed);
}

const std::uint64_t* IndexList::array() const {
    if (all() || given_.size() != 0) return given_.data();
    if (!may_be_packed() || order() == IndexOrder::consecutive) {
        given_ = upload(context_, list_, count_);
        return given_.data();
    }
    given_.buffer() = ConvertIndex(context_, false, true).run(packed_.data(), count_);
    packed_ = {};
    return given_.data();
}

IndexSet IndexList::given() const {
    if (order() == IndexOrder::consecutive) return {nullptr, all() || count_ == 0 ? 0 : list_[0], count_};
    return {array(), 0, count_};
}

/// Short lists are sorted here, in less time than the launches of a sort on the device take.
void IndexList::sort() const {
    constexpr std::uint64_t few = 4096;
    if (order() != IndexOrder::none || sorted_.size() != 0) return;
    if (count_ <= few) {
        std::vector<std::uint64_t> positions(count_), sorted(count_);
        std::iota(positions.begin(), positions.end(), std::uint64_t{0});
        std::stable_sort(positions.begin(), positions.end(),
                         [this](std::uint64_t a, std::uint64_t b) { return list_[a] < list_[b]; });
        std::transform(positions.begin(), positions.end(), sorted.begin(),
                       [this](std::uint64_t p) { return list_[p]; });
        positions_ = upload(context_, positions.data(), count_);
        sorted_ = upload(context_, sorted.data(), count_);
        return;
    }
    Device& device = context_.device;
    Array<std::uint64_t> keys(device, count_), spare_keys(device, count_), values(device, count_),
        spare(device, count_);
    device.copy(keys.data(), array(), count_ * sizeof(std::uint64_t));
    write_identity(context_, count_, values.data());
    std::uint64_t *key = keys.data(), *other_key = spare_keys.data(), *value = values.data(),
                  *other_value = spare.data();
    sort_pairs(device, key, other_key, value, other_value, count_, 0, bits_below(limit_));
    positions_ = std::move(value == values.data() ? values : spare);
    sorted_ = std::move(key == keys.data() ? keys : spare_keys);
}

IndexSet IndexList::sorted() const {
    if (order() != IndexOrder::none) return given();
    sort();
    return {sorted_.data(), 0, count_};
}

const std::uint64_t* IndexList::positions() const {
    sort();
    return positions_.data();
}

Region region_of(const IndexList& rows, const IndexList& cols) {
    Region region;
    if (!rows.all()) region.rows = rows.sorted();
    if (!cols.all()) region.cols = cols.sorted();
    return region;
}

} // namespace mergus::cuda
