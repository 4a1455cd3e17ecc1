/// \file transfer.hpp
/// Matrices of the benchmark to a context of Mergus and back, and what its counters say of a call.
#pragma once

#include "competitor.hpp"

#include <mergus/context.hpp>
#include <mergus/matrix.hpp>
#include <mergus/vector.hpp>

namespace mergus::bench {

/// A description without arrays, for 64-bit offsets and 32-bit columns in host memory.
mergus_csr describe(const mergus_type* type, std::uint64_t nrows, std::uint64_t ncols);

/// \param type bool, fp32, fp64 or a struct of wide_values.hpp; all values of a bool matrix are true
AnyMatrix upload(const Context& context, const HostCsr& host, const mergus_type* type);

/// The entries with their values as doubles. \param factors as for narrowed() of wide_values.hpp
HostCsr download(const AnyMatrix& matrix, unsigned factors = 2);
/// A vector as a matrix of one column.
HostCsr download(const AnyVector& vector, unsigned factors = 2);

/// `before` is of counters(true), which was called right before the work.
Usage usage_between(const Counters& before, const Counters& after);

} // namespace mergus::bench
