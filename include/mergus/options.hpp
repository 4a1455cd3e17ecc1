/// \file options.hpp
/// Options of the C++ calls, to be written in braces: `{.mask = structure(M), .accum = ops::plus<double>}`.
///
/// An operation takes the struct that has exactly the members that mean something to it, so that any other
/// does not compile. WriteOptions… are those of a call that writes into a given C, ResultOptions… those of a
/// call that returns a new matrix, where there is nothing to accumulate into or to replace. The suffix names
/// the inputs that can be transposed. Designators keep the order of the members.
#pragma once

#include <mergus/algebra.hpp>
#include <mergus/descriptor.hpp>
#include <mergus/mask.hpp>
#include <mergus/result_types.hpp>

namespace mergus {

/// Of a call that writes into C, without transposes.
struct WriteOptions {
    Mask mask{};                ///< the entries of C that may be written: M, structure(M), complement(M)
    BinaryOp accum{};           ///< C ⊙= T instead of C = T
    bool replace = false;       ///< delete the entries of C outside of the mask
    bool deterministic = false; ///< the same bits in every run; see DESC_DETERMINISTIC
};

/// Of a call that writes into C.
struct WriteOptionsA {
    Mask mask{};
    BinaryOp accum{};
    bool replace = false;
    bool transpose_a = false; ///< A' in place of A
    bool deterministic = false;
};

/// Of a call that writes into C, with two inputs.
struct WriteOptionsAB {
    Mask mask{};
    BinaryOp accum{};
    bool replace = false;
    bool transpose_a = false; ///< A' in place of A
    bool transpose_b = false; ///< B' in place of B
    bool deterministic = false;
};

/// Of a call that returns an object, without transposes.
struct ResultOptions {
    Mask mask{}; ///< the entries that the result may have
    bool deterministic = false;
};

/// Of a call that returns an object.
struct ResultOptionsA {
    Mask mask{};
    bool transpose_a = false;
    bool deterministic = false;
};

/// Of a call that returns an object, with two inputs.
struct ResultOptionsAB {
    Mask mask{};
    bool transpose_a = false;
    bool transpose_b = false;
    bool deterministic = false;
};

/// Of a call that writes into C, a matrix or a vector X. Vectors have no transposes.
template <ObjectType X>
using WriteOptionsAOf = detail::ByKind<X, WriteOptionsA, WriteOptions>;
/// The same with two inputs.
template <ObjectType X>
using WriteOptionsABOf = detail::ByKind<X, WriteOptionsAB, WriteOptions>;
/// Of a call that returns an object of X's kind.
template <ObjectType X>
using ResultOptionsAOf = detail::ByKind<X, ResultOptionsA, ResultOptions>;
/// The same with two inputs.
template <ObjectType X>
using ResultOptionsABOf = detail::ByKind<X, ResultOptionsAB, ResultOptions>;

/// Of a reduction into a given C++ value.
struct WriteScalarOptions {
    BinaryOp accum{}; ///< accum(value, reduction) instead of the reduction
    bool deterministic = false;
};

/// Of a reduction that returns a C++ value.
struct ScalarOptions {
    bool deterministic = false;
};

namespace detail {

/// The flags of any of the structs above, without those of the mask.
template <class Options>
[[nodiscard]] constexpr Descriptor descriptor_of(const Options& options) noexcept {
    Descriptor flags;
    if constexpr (requires { options.replace; })
        if (options.replace) flags = flags | DESC_R;
    if constexpr (requires { options.transpose_a; })
        if (options.transpose_a) flags = flags | DESC_T0;
    if constexpr (requires { options.transpose_b; })
        if (options.transpose_b) flags = flags | DESC_T1;
    if (options.deterministic) flags = flags | DESC_DETERMINISTIC;
    return flags;
}

} // namespace detail

} // namespace mergus
