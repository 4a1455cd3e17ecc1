/// \file convert.hpp
/// Parallel conversion of arrays to another type.
#pragma once

#include "host_csr.hpp"

#include "../backend/frontend/support/parallel.hpp"

namespace mergus::bench {

template <class To, class From>
Array<To> cast(const From& from) {
    Array<To> to(from.size());
    core::parallel_for(from.size(), 1U << 16, 0, [&](std::uint64_t begin, std::uint64_t end) {
        for (std::uint64_t e = begin; e < end; ++e) to[e] = static_cast<To>(from[e]);
    });
    return to;
}

} // namespace mergus::bench
