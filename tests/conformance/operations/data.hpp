/// \file data.hpp
/// What calls take from an instance beside its operands. Every caller of an operation uses these.
#pragma once

#include "conformance/instance.hpp"

#include <mergus/error.hpp>
#include <mergus/scalar.hpp>

#include <cstddef>
#include <cstdint>

namespace mergus::conformance {

/// Of diag and extract_diag, the number of the diagonal: −4 to 4. Of a small matrix it may be outside.
std::int64_t diagonal_of(const Dimensions& d);

/// Of resize: another shape for each case, larger or smaller.
Extent resized(const Dimensions& d, bool vector);

/// Of elements: whether update e deletes its element. The tuples have duplicates, and the last update of an
/// element counts.
inline bool removes_element(std::size_t e) {
    return e % 4 == 3;
}

/// \param set called with (e, value), \param remove with (e), \param has with (e): whether there is an entry.
/// It is called after some of the updates; the updates before it are then applied.
template <class Set, class Remove, class Has>
void update_elements(const Instance& given, Set set, Remove remove, Has has) {
    for (std::size_t e = 0; e < given.tuple_values.size(); ++e) {
        if (removes_element(e))
            remove(e);
        else
            set(e, Scalar(given.tuple_values[e].data(), given.tuple_values[e].type));
        const bool reads = e % 16 == 14 || e % 16 == 15;
        if (reads && has(e) == removes_element(e))
            throw Error(Code::panic, "extract_element does not find what set_element has written");
    }
}

} // namespace mergus::conformance
