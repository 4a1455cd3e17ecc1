/// \file indices.hpp
/// Lists of row and column indices as arguments.
#pragma once

#include <mergus/natural.hpp>

#include <concepts>
#include <cstdint>
#include <memory>
#include <ranges>
#include <span>
#include <type_traits>
#include <vector>

namespace mergus {

class IndexList;

namespace detail {
/// An array, a vector or a span of integers.
template <class R>
concept IndexRange =
    !std::derived_from<std::remove_cvref_t<R>, IndexList> && std::ranges::contiguous_range<R> &&
    std::ranges::sized_range<R> && CountingType<std::ranges::range_value_t<R>>;
} // namespace detail

/// Row or column indices, or vertices. A span, and a named array or vector of 64-bit unsigned integers, is
/// referenced and must outlive the object. A temporary vector moves into the object; other temporaries and
/// other integer types are copied. Floating-point numbers, bool and characters do not compile. \throws Error
/// index_out_of_bounds for a negative index.
class IndexList {
public:
    IndexList() noexcept = default;
    IndexList(const IndexList&) = default; // no move: list_ may be a view of owned_
    IndexList& operator=(const IndexList&) = default;
    ~IndexList() = default;

    // NOLINTNEXTLINE(google-explicit-constructor): lists are arguments of operations
    IndexList(std::vector<std::uint64_t>&& list) { own(std::move(list)); }

    template <detail::IndexRange R>
    // NOLINTNEXTLINE(google-explicit-constructor, bugprone-forwarding-reference-overload)
    IndexList(R&& list) {
        using T = std::ranges::range_value_t<R>;
        const std::span<const T> source(std::ranges::data(list), std::ranges::size(list));
        if constexpr (std::same_as<T, std::uint64_t> && std::ranges::borrowed_range<R>)
            list_ = source;
        else
            own(converted(source));
    }

    [[nodiscard]] std::span<const std::uint64_t> list() const noexcept { return list_; }
    [[nodiscard]] std::size_t size() const noexcept { return list_.size(); }

private:
    void own(std::vector<std::uint64_t>&& list) {
        owned_ = std::make_shared<const std::vector<std::uint64_t>>(std::move(list));
        list_ = *owned_;
    }
    template <class T>
    static std::vector<std::uint64_t> converted(std::span<const T> source) {
        std::vector<std::uint64_t> list(source.size());
        for (std::size_t e = 0; e < list.size(); ++e) {
            if constexpr (std::signed_integral<T>)
                if (source[e] < 0) detail::negative_index(e, source[e]);
            list[e] = static_cast<std::uint64_t>(source[e]);
        }
        return list;
    }

    std::span<const std::uint64_t> list_{};
    std::shared_ptr<const std::vector<std::uint64_t>> owned_; ///< null: the list belongs to the caller
};

/// The type of `all`.
struct AllIndices {};

/// Every row, or every column (GrB_ALL).
inline constexpr AllIndices all{};

/// Row or column indices of assign and extract: a list (see IndexList), or all of them.
class Indices {
public:
    Indices() noexcept = default;
    // NOLINTNEXTLINE(google-explicit-constructor)
    Indices(AllIndices) noexcept {}
    template <class R>
    requires std::constructible_from<IndexList, R>
    // NOLINTNEXTLINE(google-explicit-constructor, bugprone-forwarding-reference-overload)
    Indices(R&& list) : list_(std::forward<R>(list)), all_(false) {}

    [[nodiscard]] bool all() const noexcept { return all_; }
    [[nodiscard]] std::span<const std::uint64_t> list() const noexcept { return list_.list(); }

private:
    IndexList list_;
    bool all_ = true;
};

} // namespace mergus
