/// \file memory.hpp
/// The memory available to the process. Large arrays are checked before they are allocated: on systems that
/// overcommit, a too large allocation succeeds, and the process is killed when it writes to the array.
#pragma once

#include <cstdint>
#include <string>

namespace mergus::core {

__extension__ using WideBytes = unsigned __int128;

/// Bytes: the minimum of what the system has free or can reclaim (including swap), what the control groups
/// leave, and what RLIMIT_AS and RLIMIT_DATA leave. 2^64 − 1 if unknown.
std::uint64_t available_memory();

/// "64.0 GiB"
std::string bytes_text(WideBytes bytes);

/// \param what the operation and what it would allocate, such as "to_csr: 10 rows and 3 entries"
/// \throws Error out_of_memory "WHAT need 64.0 GiB of memory; 12.0 GiB are available". Less than 64 MiB is
/// not checked.
void require_memory(WideBytes bytes, const std::string& what);

} // namespace mergus::core
