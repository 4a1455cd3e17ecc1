/// \file options.hpp
/// The options of this backend, from the environment (variables.def).
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

namespace mergus::blocks {

struct Options {
    std::string local;                     ///< the backend of the blocks
    std::uint64_t p = 0, q = 0;            ///< rows and columns of the grid; 0: the context chooses
    std::vector<std::int32_t> devices{-1}; ///< ordinals of the local backend, one context each
    /// Bytes of blocks on a device; 0: until its memory ends. Without a value: three quarters of the free
    /// memory, if the local backend can say how much that is.
    std::optional<std::uint64_t> memory;
    std::string directory; ///< for files of blocks; empty: none
    /// Bytes of blocks in host memory, beyond which they go to files. Without a value: half of what is free.
    std::optional<std::uint64_t> host_memory;
    std::string transport;     ///< empty: one process
    bool device_links = false; ///< blocks pass between the devices of ranks
    double timeout = 60;       ///< seconds without a word of another rank
};

/// \throws Error invalid_value with the variable and its value
Options options_of_environment();

} // namespace mergus::blocks
