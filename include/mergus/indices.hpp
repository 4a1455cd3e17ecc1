/// \file indices.hpp
/// Lists of row and column indices as arguments.
#pragma once

#include <mergus/natural.hpp>

#include <concepts>
#include <cstdint>
#include <initializer_list>
#include <memory>
#include <ranges>
#include <span>
#include <type_traits>
#include <utility>
#include <vector>

namespace mergus {

class IndexList;

namespace detail {
/// An array, a vector or a span of integers.
template <class R>
concept IndexRange =
    !std::derived_from<std::remove_cvref_t<R>, IndexList> && std::ranges::contiguous_range<R> &&
    std::ranges::sized_range<R> && CountingType<std::ranges::range_value_t<R>>;

/// An element of a list in braces, whose elements may be of different integer types.
struct ListedIndex {
    template <CountingType T>
    // NOLINTNEXTLINE(google-explicit-constructor)
    constexpr ListedIndex(T index) noexcept
        : value(static_cast<std::uint64_t>(index)), negative(std::cmp_less(index, 0)) {}
    std::uint64_t value;
    bool negative;
};
} // namespace detail

/// Row or column indices, or vertices: `{0, 2, 5}`, an array, a vector, a span. A span, and a named array or
/// vector of 64-bit unsigned integers, is referenced and must outlive the object. A temporary vector moves
/// into the object; lists in braces, other temporaries and other integer types are copied. Floating-point
/// numbers, bool and characters do not compile. \throws Error index_out_of_bounds for a negative index.
class IndexList {
public:
    IndexList() noexcept = default;
    IndexList(const IndexList&) = default; // no move: list_ may be a view of owned_
    IndexList& operator=(const IndexList&) = default;
    ~IndexList() = default;

    /// The list moves into the object.
    // NOLINTNEXTLINE(google-explicit-constructor): lists are arguments of operations
    IndexList(std::vector<std::uint64_t>&& list) { own(std::move(list)); }

    /// A list in braces.
    // NOLINTNEXTLINE(google-explicit-constructor)
    IndexList(std::initializer_list<detail::ListedIndex> list) {
        std::vector<std::uint64_t> values;
        values.reserve(list.size());
        for (const detail::ListedIndex& index : list) {
            if (index.negative) detail::negative_index(values.size(), static_cast<std::int64_t>(index.value));
            values.push_back(index.value);
        }
        own(std::move(values));
    }

    /// A view of the list, or a copy (see above).
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

    [[nodiscard]] std::span<const std::uint64_t> list() const noexcept { return list_; } ///< the indices
    [[nodiscard]] std::size_t size() const noexcept { return list_.size(); }             ///< their number

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

/// Row or column indices of assign and extract: a list (see IndexList; `{}` is the list without elements), or
/// all of them.
class Indices {
public:
    /// All of them.
    // NOLINTNEXTLINE(google-explicit-constructor)
    Indices(AllIndices) noexcept {}
    /// A list in braces.
    // NOLINTNEXTLINE(google-explicit-constructor)
    Indices(std::initializer_list<detail::ListedIndex> list) : list_(list), all_(false) {}
    /// A list.
    template <class R>
    requires std::constructible_from<IndexList, R>
    // NOLINTNEXTLINE(google-explicit-constructor, bugprone-forwarding-reference-overload)
    Indices(R&& list) : list_(std::forward<R>(list)), all_(false) {}

    [[nodiscard]] bool all() const noexcept { return all_; } ///< whether it is `all`
    [[nodiscard]] std::span<const std::uint64_t> list() const noexcept { return list_.list(); } ///< a list's

private:
    IndexList list_;
    bool all_ = true;
};

} // namespace mergus
