/// \file generate_testing.hpp
/// Helpers for the tests of generators.
#pragma once

#include <mergus/error.hpp>
#include <mergus/io.hpp>

#include <bit>
#include <cstdint>
#include <functional>
#include <string>

namespace mergus::tests {

/// FNV-1a hash of the shape, pattern and values of a matrix, 64 bits at a time.
inline std::uint64_t sum_of(const Csr& csr) {
    std::uint64_t sum = 0xcbf29ce484222325U;
    const auto add = [&sum](std::uint64_t word) { sum = (sum ^ word) * 0x100000001b3U; };
    add(csr.nrows);
    add(csr.ncols);
    add(static_cast<std::uint64_t>(csr.field));
    for (const std::uint64_t offset : csr.row_ptr) add(offset);
    for (const std::uint64_t col : csr.cols) add(col);
    for (const double real : csr.reals) add(std::bit_cast<std::uint64_t>(real));
    return sum;
}

inline std::string failure(const std::function<void()>& call) {
    try {
        call();
        return "";
    } catch (const Error& error) {
        return error.what();
    }
}

} // namespace mergus::tests
