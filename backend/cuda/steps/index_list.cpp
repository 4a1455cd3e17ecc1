/// \file index_list.cpp
#include "index_list.hpp"

#include "device/primitives.hpp"

#include <algorithm>
#include <bit>
#include <numeric>
#include <utility>
#include <vector>

namespace mergus::cuda {

namespace {

Array<std::uint64_t> upload(Context& context, const std::uint64_t* from, std::uint64_t count) {
    Array<std::uint64_t> array(context.device, count);
    context.device.copy_to_device(array.data(), from, count * sizeof(std::uint64_t));
    return array;
}

} // namespace

IndexList::IndexList(Context& context, const std::uint64_t* list, std::uint64_t count)
    : context_(context), list_(list), count_(list == nullptr ? 0 : count), all_(list == nullptr) {}

const std::uint64_t* IndexList::given() const {
    if (count_ != 0 && given_.size() == 0) given_ = upload(context_, list_, count_);
    return given_.data();
}

/// Short lists are sorted here, in less time than the launches of a sort on the device take.
void IndexList::sort() const {
    constexpr std::uint64_t few = 4096;
    if (size() == 0 || sorted_.size() != 0) return;
    const std::uint64_t count = size();
    std::vector<std::uint64_t> positions(count);
    std::iota(positions.begin(), positions.end(), std::uint64_t{0});
    if (const bool in_order = std::is_sorted(list_, list_ + count); in_order || count <= few) {
        std::vector<std::uint64_t> sorted(list_, list_ + count);
        if (!in_order) {
            std::stable_sort(positions.begin(), positions.end(),
                             [this](std::uint64_t a, std::uint64_t b) { return list_[a] < list_[b]; });
            std::transform(positions.begin(), positions.end(), sorted.begin(),
                           [this](std::uint64_t p) { return list_[p]; });
        }
        positions_ = upload(context_, positions.data(), count);
        sorted_ = upload(context_, sorted.data(), count);
        return;
    }
    Device& device = context_.device;
    Array<std::uint64_t> keys(device, count), spare_keys(device, count), spare(device, count);
    Array<std::uint64_t> values = upload(context_, positions.data(), count);
    device.copy(keys.data(), given(), count * sizeof(std::uint64_t));
    std::uint64_t *key = keys.data(), *other_key = spare_keys.data(), *value = values.data(),
                  *other_value = spare.data();
    sort_pairs(device, key, other_key, value, other_value, count, 0,
               static_cast<int>(std::bit_width(*std::max_element(list_, list_ + count))));
    positions_ = std::move(value == values.data() ? values : spare);
    sorted_ = std::move(key == keys.data() ? keys : spare_keys);
}

const Array<std::uint64_t>& IndexList::sorted() const {
    sort();
    return sorted_;
}

const std::uint64_t* IndexList::positions() const {
    sort();
    return positions_.data();
}

Region region_of(const IndexList& rows, const IndexList& cols) {
    return {rows.all() ? nullptr : &rows.sorted(), cols.all() ? nullptr : &cols.sorted()};
}

} // namespace mergus::cuda
