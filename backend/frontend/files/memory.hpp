/// \file memory.hpp
/// How much memory the process can still take. Large arrays are refused before they are allocated: where the
/// system overcommits, an allocation that is too large succeeds, and the process is killed when it is filled.
#pragma once

#include <cstdint>
#include <string>

namespace mergus::core {

__extension__ using WideBytes = unsigned __int128;

/// Bytes: the least of what the system has free or can reclaim (with its swap), what the control groups leave
/// and what the limits of the process (RLIMIT_AS, RLIMIT_DATA) leave. 2^64 − 1 where the system tells
/// nothing.
std::uint64_t available_memory();

/// "64.0 GiB"
std::string bytes_text(WideBytes bytes);

/// \param what the operation and what it would allocate, such as "to_csr: 10 rows and 3 entries"
/// \throws Error out_of_memory "WHAT need 64.0 GiB of memory; 12.0 GiB are available". Less than 64 MiB is
/// not checked.
void require_memory(WideBytes bytes, const std::string& what);

} // namespace mergus::core
