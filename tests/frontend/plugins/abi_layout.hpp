/// \file abi_layout.hpp
/// The frozen layout of plugin.h on 64-bit machines, as rows of a table.
#pragma once

#include <cstddef>
#include <span>

namespace mergus::tests {

struct LayoutRow {
    const char* what;
    std::size_t found, frozen;
};

/// Statuses, types, operators, contexts, matrices and vectors, with the arguments of their functions.
std::span<const LayoutRow> layout_of_objects();
/// Calls, reports, extensions, and the table of a backend.
std::span<const LayoutRow> layout_of_calls();

} // namespace mergus::tests

/// Rows of the table: the size of a struct, and the offset of a member.
#define SIZE(STRUCT, BYTES)                                                                                  \
    { "sizeof " #STRUCT, sizeof(STRUCT), BYTES }
#define AT(STRUCT, MEMBER, BYTES)                                                                            \
    { #STRUCT "." #MEMBER, offsetof(STRUCT, MEMBER), BYTES }
