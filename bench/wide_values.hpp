/// \file wide_values.hpp
/// Semirings over structs of 16, 32 and 64 bytes: several sums of products at once. Component c of an input
/// is its value times 2^c, so component c of a result is 4^c times the first, exactly.
#pragma once

#include "host_csr.hpp"

#include <mergus/plugin.h>

#include <array>

namespace mergus::bench {

struct WideSemiring {
    const char* name;
    const mergus_type* type;
    const mergus_semiring* semiring;
};

/// "user_pair16", "user_quad32" and "user_oct64": of 2, 4 and 8 doubles.
const std::array<WideSemiring, 3>& wide_semirings();

/// The values as structs of `size` bytes. \param size 16, 32 or 64
Array<double> widened(const Array<double>& values, std::size_t size);
/// The first components of structs of `size` bytes; NaN where another component does not fit it. \param
/// factors inputs in a product: component c of a result is 2^(factors·c) times the first
Array<double> narrowed(const Array<double>& components, std::size_t size, unsigned factors = 2);

} // namespace mergus::bench
