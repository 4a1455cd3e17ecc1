/// \file symbolic.hpp
/// Products counted without values, on all cores: how long the rows of A·B are.
#pragma once

#include "host_csr.hpp"

#include <vector>

namespace mergus::bench {

/// The length of every row of A·B, of what lies in `mask` if that is not null. Time: the products; memory:
/// B's columns × 4 bytes a thread.
Array<std::uint64_t> row_lengths(const HostCsr& a, const HostCsr& b, const HostCsr* mask = nullptr);

/// Products of F₁·F₂, or of all steps of (F₁·F₂)·F₃ or F₁·(F₂·F₃), where each row of F₃ (of F₁' in the second
/// case) has one entry, as aggregations have.
std::uint64_t chain_products(const std::vector<const HostCsr*>& factors, bool right_first);

} // namespace mergus::bench
