/// \file host_csr.hpp
/// Compressed rows of the caller's in host memory, checked and cut into blocks there, so that no device has
/// to hold the whole matrix.
#pragma once

#include "context.hpp"

namespace mergus::blocks {

/// A matrix of blocks in host memory with the entries of the arrays, which are checked unless they are
/// trusted. \throws Error invalid_value, invalid_index, with the row
std::unique_ptr<mergus_matrix> cut_on_host(mergus_context& context, const mergus_csr& csr);

} // namespace mergus::blocks
