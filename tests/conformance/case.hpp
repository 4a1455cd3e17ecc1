/// \file case.hpp
/// A test case as a row of words, and as one line of text.
#pragma once

#include <cstdint>
#include <span>
#include <string>
#include <string_view>

namespace mergus::conformance {

/// What is run. The data follow from these words and the seed; space.cpp lists each operation's words, and
/// "" stands for "not chosen yet" while cases are generated.
struct Case {
    std::string operation; ///< "mxm", "apply_first", …
    std::string algebra;   ///< a semiring's, operator's or monoid's name
    std::string type;      ///< the algebra's type: "fp64", …, or "own" for a user's algebra
    std::string mask;      ///< none, value, structural; each also as complement-…
    std::string accum;     ///< none; NAME on C's type; NAME:TYPE; own: the algebra's monoid
    std::string replace;   ///< no, yes
    std::string tran_a;    ///< no, yes
    std::string tran_b;
    std::string shape;
    std::string alias;   ///< none; A=B, C=A, C=M, …: which names stand for one matrix
    std::string a_type;  ///< same as the algebra's, or a type that is cast; so also a bound scalar's
    std::string b_type;  //
    std::string c_type;  ///< same as the result's, or a type that it is cast to
    std::string values;  ///< small (sums are exact), real (rounded), edge (extremes, infinities, NaN)
    std::string indices; ///< of assign and extract
    std::uint64_t seed =
        1; ///< of the data; without the lower data_bits also of what the kernels depend on: the mask's type
};

/// Seeds that differ only in the lower data_bits give cases that run the same kernels on other data.
inline constexpr unsigned data_bits = 16;

struct Factor {
    std::string_view name;
    std::string Case::*word;
};

/// All words but the operation, in the order in which they are chosen.
std::span<const Factor> factors();

/// "op=mxm algebra=plus_times type=fp64 … seed=7"; words that say "-" (not a factor there) are left out.
std::string to_text(const Case& test_case);

/// One "name=word" of such a line. \throws std::invalid_argument with the known names.
void set_word(Case& test_case, std::string_view name, std::string_view word);

} // namespace mergus::conformance
