/// \file options.hpp
/// The options of this backend, from the environment (variables.def).
#pragma once

#include <cstdint>
#include <string>
#include <vector>

namespace mergus::blocks {

struct Options {
    std::string local = "suitesparse";     ///< the backend of the blocks
    std::uint64_t p = 2, q = 2;            ///< rows and columns of the grid
    std::vector<std::int32_t> devices{-1}; ///< ordinals of the local backend, one context each
    std::uint64_t memory = 0;              ///< bytes of blocks on a device; 0: until its memory ends
    std::string transport;                 ///< empty: one process
    double timeout = 60;                   ///< seconds without a word of another rank
};

/// \throws Error invalid_value with the variable and its value
Options options_of_environment();

} // namespace mergus::blocks
