/// \file index_list.hpp
/// An index list of assign or extract on the device: as given, sorted, and where each sorted index stood.
#pragma once

#include "matrix.hpp"

#include <algorithm>
#include <numeric>
#include <vector>

namespace mergus::cuda {

class IndexList {
public:
    /// A null list is "all".
    IndexList(Context& context, const std::uint64_t* list, std::uint64_t count) : all_(list == nullptr) {
        if (all_ || count == 0) return;
        std::vector<std::uint64_t> places(count);
        std::iota(places.begin(), places.end(), std::uint64_t{0});
        std::stable_sort(places.begin(), places.end(),
                         [list](std::uint64_t a, std::uint64_t b) { return list[a] < list[b]; });
        std::vector<std::uint64_t> sorted(count);
        std::transform(places.begin(), places.end(), sorted.begin(),
                       [list](std::uint64_t p) { return list[p]; });
        given_ = upload(context, list, count);
        sorted_ = upload(context, sorted.data(), count);
        places_ = upload(context, places.data(), count);
    }
    [[nodiscard]] bool all() const noexcept { return all_; }
    [[nodiscard]] std::uint64_t size() const noexcept { return sorted_.size(); }
    [[nodiscard]] const Array<std::uint64_t>& sorted() const noexcept { return sorted_; }
    [[nodiscard]] const std::uint64_t* given() const noexcept { return given_.data(); }
    [[nodiscard]] const std::uint64_t* sorted_or_null() const noexcept { return sorted_.data(); }
    [[nodiscard]] const std::uint64_t* places() const noexcept { return places_.data(); }

private:
    static Array<std::uint64_t> upload(Context& context, const std::uint64_t* from, std::uint64_t count) {
        Array<std::uint64_t> array(context.device, count);
        context.device.copy_to_device(array.data(), from, count * sizeof(std::uint64_t));
        return array;
    }

    bool all_;
    Array<std::uint64_t> given_, sorted_, places_;
};

} // namespace mergus::cuda
