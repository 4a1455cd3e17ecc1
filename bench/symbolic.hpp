/// \file symbolic.hpp
/// Parallel symbolic products: row lengths of A·B.
#pragma once

#include "host_csr.hpp"

#include <vector>

namespace mergus::bench {

/// The length of each row of A·B, or of its part inside `mask` if that is not null. Time is proportional to
/// the products; memory is 4 bytes per column of B and thread.
Array<std::uint64_t> row_lengths(const HostCsr& a, const HostCsr& b, const HostCsr* mask = nullptr);

/// The number of multiplications of F₁·F₂, or of both steps of (F₁·F₂)·F₃ or F₁·(F₂·F₃), if each row of F₃
/// (in the second case: of F₁') has one entry, as in aggregations.
std::uint64_t chain_products(const std::vector<const HostCsr*>& factors, bool right_first);

} // namespace mergus::bench
