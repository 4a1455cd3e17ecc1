/// \file index_list.cpp
#include "index_list.hpp"

#include <algorithm>
#include <numeric>
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
    : all_(list == nullptr) {
    if (all_ || count == 0) return;
    std::vector<std::uint64_t> positions(count);
    std::iota(positions.begin(), positions.end(), std::uint64_t{0});
    std::stable_sort(positions.begin(), positions.end(),
                     [list](std::uint64_t a, std::uint64_t b) { return list[a] < list[b]; });
    std::vector<std::uint64_t> sorted(count);
    std::transform(positions.begin(), positions.end(), sorted.begin(),
                   [list](std::uint64_t p) { return list[p]; });
    given_ = upload(context, list, count);
    sorted_ = upload(context, sorted.data(), count);
    positions_ = upload(context, positions.data(), count);
}

Region region_of(const IndexList& rows, const IndexList& cols) noexcept {
    return {rows.all() ? nullptr : &rows.sorted(), cols.all() ? nullptr : &cols.sorted()};
}

} // namespace mergus::cuda
