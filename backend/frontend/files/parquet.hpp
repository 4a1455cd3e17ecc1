/// \file parquet.hpp
/// The interface of libmergus_parquet.so, which reads Parquet with the C++ library of Apache Arrow. It is a
/// library of its own, loaded for the first Parquet file, so that others need no Arrow.
#pragma once

#include <mergus/arrow.hpp>

#define MERGUS_PARQUET_ENTRY "mergus_parquet_stream"

namespace mergus::core {

/// Opens a stream of `count` columns of a file, by their numbers from 0; negative: of all. \return null, or
/// why it cannot; valid until the next call in this thread
using ParquetEntry = const char* (*)(const char* file, const int* columns, int count,
                                     ArrowArrayStream* stream);

} // namespace mergus::core
