/// \file transfers.hpp
/// Copies of matrices that overlap calls, copies between contexts, and matrices one below the other: the
/// extension transfers (mergus/plugin/transfers.h).
#pragma once

#include "device/copy_streams.hpp"
#include "objects/matrix.hpp"

#include <mergus/plugin/transfers.h>

namespace mergus::cuda {

[[nodiscard]] CopyStreams& copy_streams(Context& context);

[[nodiscard]] Matrix begin_import(Context& context, const mergus_csr& csr, std::uint64_t& ticket);
/// \param csr its nvals and iso are set
void begin_export(Context& context, const Matrix& matrix, mergus_csr& csr, std::uint64_t& ticket);
[[nodiscard]] Matrix import_from(Context& context, Context& from, const Matrix& matrix);
[[nodiscard]] Matrix concatenate(Context& context, const mergus_concatenate_args& args);

} // namespace mergus::cuda
