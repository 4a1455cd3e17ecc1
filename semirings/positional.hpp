/// \file positional.hpp
/// Products that are an index of A(i,k)·B(k,j): parents in a search, arg-min patterns. Values are ignored.
#pragma once

#include <mergus/algebra.hpp>

#include <concepts>
#include <cstdint>

namespace mergus {

/// The types of an index.
template <class T>
concept PositionType = std::same_as<T, std::int32_t> || std::same_as<T, std::int64_t>;

/// some i
template <PositionType T>
inline constexpr Semiring<T> any_firsti{&detail::resolve_semiring<MERGUS_OP_ANY, MERGUS_OP_FIRSTI, T>};

/// some i + 1
template <PositionType T>
inline constexpr Semiring<T> any_firsti1{&detail::resolve_semiring<MERGUS_OP_ANY, MERGUS_OP_FIRSTI1, T>};

/// some k
template <PositionType T>
inline constexpr Semiring<T> any_firstj{&detail::resolve_semiring<MERGUS_OP_ANY, MERGUS_OP_FIRSTJ, T>};

/// some k + 1
template <PositionType T>
inline constexpr Semiring<T> any_firstj1{&detail::resolve_semiring<MERGUS_OP_ANY, MERGUS_OP_FIRSTJ1, T>};

/// some k
template <PositionType T>
inline constexpr Semiring<T> any_secondi{&detail::resolve_semiring<MERGUS_OP_ANY, MERGUS_OP_SECONDI, T>};

/// some k + 1
template <PositionType T>
inline constexpr Semiring<T> any_secondi1{&detail::resolve_semiring<MERGUS_OP_ANY, MERGUS_OP_SECONDI1, T>};

/// some j
template <PositionType T>
inline constexpr Semiring<T> any_secondj{&detail::resolve_semiring<MERGUS_OP_ANY, MERGUS_OP_SECONDJ, T>};

/// some j + 1
template <PositionType T>
inline constexpr Semiring<T> any_secondj1{&detail::resolve_semiring<MERGUS_OP_ANY, MERGUS_OP_SECONDJ1, T>};

/// the least i
template <PositionType T>
inline constexpr Semiring<T> min_firsti{&detail::resolve_semiring<MERGUS_OP_MIN, MERGUS_OP_FIRSTI, T>};

/// the least i + 1
template <PositionType T>
inline constexpr Semiring<T> min_firsti1{&detail::resolve_semiring<MERGUS_OP_MIN, MERGUS_OP_FIRSTI1, T>};

/// the least k
template <PositionType T>
inline constexpr Semiring<T> min_firstj{&detail::resolve_semiring<MERGUS_OP_MIN, MERGUS_OP_FIRSTJ, T>};

/// the least k + 1
template <PositionType T>
inline constexpr Semiring<T> min_firstj1{&detail::resolve_semiring<MERGUS_OP_MIN, MERGUS_OP_FIRSTJ1, T>};

/// the least k
template <PositionType T>
inline constexpr Semiring<T> min_secondi{&detail::resolve_semiring<MERGUS_OP_MIN, MERGUS_OP_SECONDI, T>};

/// the least k + 1
template <PositionType T>
inline constexpr Semiring<T> min_secondi1{&detail::resolve_semiring<MERGUS_OP_MIN, MERGUS_OP_SECONDI1, T>};

/// the least j
template <PositionType T>
inline constexpr Semiring<T> min_secondj{&detail::resolve_semiring<MERGUS_OP_MIN, MERGUS_OP_SECONDJ, T>};

/// the least j + 1
template <PositionType T>
inline constexpr Semiring<T> min_secondj1{&detail::resolve_semiring<MERGUS_OP_MIN, MERGUS_OP_SECONDJ1, T>};

} // namespace mergus
