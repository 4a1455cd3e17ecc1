/// \file axes.hpp
/// The axes of the space of cases, and the words on each. This is the only place where words are written and
/// read.
#pragma once

#include "conformance/words.hpp"

#include <array>
#include <span>
#include <string>
#include <string_view>

namespace mergus::conformance {

/// In the order in which the words of a case are chosen. Most constraints depend on aliases, algebra and
/// types: these come first, so that impossible choices are found early.
enum class Axis : std::size_t {
    alias,
    algebra,
    type,
    a_type,
    c_type,
    b_type,
    values,
    accum,
    mask,
    shape,
    indices,
    tran_a,
    tran_b,
    replace,
    count
};
inline constexpr std::size_t axis_count = static_cast<std::size_t>(Axis::count);

constexpr std::array<Axis, axis_count> all_axes() {
    std::array<Axis, axis_count> axes{};
    for (std::size_t a = 0; a < axis_count; ++a) axes[a] = static_cast<Axis>(a);
    return axes;
}

std::string_view axis_name(Axis axis);
/// \throws std::invalid_argument with the known names.
Axis find_axis(std::string_view name);
/// The known names, separated by commas.
std::string axis_names();

/// The word of operations that do not have the axis.
const Word* absent_word(Axis axis);
/// The word that means the same as the absence of the axis (mask=none); null where there is none (algebra).
const Word* neutral_word(Axis axis);
/// The table of the axis, without the absent word. An algebra may have any name: that table is empty.
std::span<const Word* const> words_on(Axis axis);

/// Besides the table: any name of an algebra, and NAME or NAME:TYPE as an accumulator.
/// \throws std::invalid_argument with the known words.
const Word* find_word(Axis axis, std::string_view name);

/// What the word means; `axis` must be an axis of words with that meaning.
template <class Meaning>
const Meaning& meaning_of(const Word& word) {
    return static_cast<const WordOf<Meaning>&>(word);
}

} // namespace mergus::conformance
