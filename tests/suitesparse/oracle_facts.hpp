/// \file oracle_facts.hpp
/// What oracle_facts.cpp and the facts share.
#pragma once

// GraphBLAS.h includes these; newer versions do so inside extern "C".
#include <cerrno>
#include <cinttypes>
#include <climits>
#include <cmath>
#include <complex.h>
#include <complex>
#include <cstdarg>
#include <cstddef>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <cstring>

extern "C" {
#include <GraphBLAS.h>
}
#undef I

#include <span>
#include <string_view>

namespace oracle {

/// Exit statuses of a fact's process and of the program.
constexpr int right = 0, wrong = 1, not_shown = 2, no_column = 77;

/// Ends the fact's process: a call that only prepares has failed, so nothing is shown.
void ok(GrB_Info info, int line);
#define OK(...) ::oracle::ok((__VA_ARGS__), __LINE__)

/// A row of the table, whose first cell begins with `call`.
struct Fact {
    std::string_view call;
    bool (*holds)();
};
/// In the order of the page.
std::span<const Fact> facts();

} // namespace oracle
