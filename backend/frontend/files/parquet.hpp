/// \file parquet.hpp
/// The interface of libmergus_parquet.so, which reads Parquet with the C++ library of Apache Arrow. It is a
/// library of its own, loaded for the first Parquet file, so that others need no Arrow.
#pragma once

#include <mergus/arrow.hpp>

#define MERGUS_PARQUET_ENTRY "mergus_parquet_stream"

namespace mergus::core {

/// Opens a stream of `count` columns of a file, by their numbers from 0; negative: of all, without rows.
/// \param fault why it cannot; valid until the next call in this thread \return 0, or as streams do EIO or
/// ENOMEM
using ParquetEntry = int (*)(const char* file, const int* columns, int count, ArrowArrayStream* stream,
                             const char** fault);

} // namespace mergus::core
