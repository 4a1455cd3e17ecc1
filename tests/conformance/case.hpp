/// \file case.hpp
/// A test case as a row of words, and as one line of text.
#pragma once

#include "conformance/axes.hpp"

#include <array>
#include <cstdint>
#include <string>
#include <string_view>

namespace mergus::conformance {

struct Operation;

/// What is run. The data follow from these words and the seed.
struct Case {
    const Operation* operation = nullptr;
    /// By axis; null while a word is not chosen yet.
    std::array<const Word*, axis_count> words{};
    /// Of the data; without the lower data_bits also of the mask's type, on which kernels depend.
    std::uint64_t seed = 1;

    const Word*& operator[](Axis axis) { return words[static_cast<std::size_t>(axis)]; }
    const Word* operator[](Axis axis) const { return words[static_cast<std::size_t>(axis)]; }
    [[nodiscard]] bool chosen(Axis axis) const { return (*this)[axis] != nullptr; }
    /// The word as text; "" while it is not chosen.
    [[nodiscard]] std::string_view text(Axis axis) const {
        return chosen(axis) ? std::string_view((*this)[axis]->name) : std::string_view();
    }

    // The meanings; of a word that is not chosen, that of an operation without the axis.
    [[nodiscard]] const Alias& alias() const { return meaning<Alias>(Axis::alias); }
    [[nodiscard]] const TypeChoice& type(Axis axis) const { return meaning<TypeChoice>(axis); }
    [[nodiscard]] ValueKind values() const { return meaning<ValueChoice>(Axis::values).kind; }
    [[nodiscard]] const AccumChoice& accum() const { return meaning<AccumChoice>(Axis::accum); }
    [[nodiscard]] const MaskChoice& mask() const { return meaning<MaskChoice>(Axis::mask); }
    [[nodiscard]] const Shape& shape() const { return meaning<Shape>(Axis::shape); }
    [[nodiscard]] const IndexLists& indices() const { return meaning<IndexLists>(Axis::indices); }
    [[nodiscard]] bool is_set(Axis flag) const { return meaning<Flag>(flag).set; }

private:
    template <class Meaning>
    [[nodiscard]] const Meaning& meaning(Axis axis) const {
        return meaning_of<Meaning>(chosen(axis) ? *(*this)[axis] : *absent_word(axis));
    }
};

/// Seeds that differ only in the lower data_bits give cases that run the same kernels on other data.
inline constexpr unsigned data_bits = 16;

/// "op=mxm algebra=plus_times type=fp64 … seed=7", without the axes that the operation does not have.
std::string to_text(const Case& test_case);

/// One "name=word" of such a line. \throws std::invalid_argument for unknown names and words, and for an axis
/// that the operation does not have.
void set_word(Case& test_case, std::string_view name, std::string_view word);

} // namespace mergus::conformance
