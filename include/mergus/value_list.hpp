/// \file value_list.hpp
/// Lists of values as arguments.
#pragma once

#include <mergus/export.hpp>

#include <algorithm>
#include <concepts>
#include <cstddef>
#include <initializer_list>
#include <memory>
#include <ranges>
#include <span>
#include <type_traits>
#include <vector>

namespace mergus {

/// Values of type T as an argument: `{1.5, 2}`, an array, a vector, a span. It refers to them, so it is for
/// parameters. A std::vector<bool> is copied, because it is not an array of bool.
template <class T>
class ValueList {
public:
    /// A view of an array, a vector or a span.
    template <std::ranges::contiguous_range R>
    requires std::ranges::sized_range<R> && std::same_as<std::ranges::range_value_t<R>, T>
    // NOLINTNEXTLINE(google-explicit-constructor, bugprone-forwarding-reference-overload)
    ValueList(R&& values)
    noexcept : list_(std::ranges::data(values), std::ranges::size(values)) {}
    /// A list in braces.
    // NOLINTNEXTLINE(google-explicit-constructor)
    ValueList(std::initializer_list<T> values) noexcept : list_(values.begin(), values.size()) {}
    /// A copy of truth values.
    // NOLINTNEXTLINE(google-explicit-constructor)
    ValueList(const std::vector<bool>& values) requires std::same_as<T, bool>
        : owned_(std::make_unique<bool[]>(values.size() + 1)), list_(owned_.get(), values.size()) {
        std::ranges::copy(values, owned_.get());
    }

    [[nodiscard]] const T* data() const noexcept { return list_.data(); }    ///< the values
    [[nodiscard]] std::size_t size() const noexcept { return list_.size(); } ///< their number

private:
    std::unique_ptr<bool[]> owned_; ///< null: the values belong to the caller
    std::span<const T> list_;
};

} // namespace mergus
