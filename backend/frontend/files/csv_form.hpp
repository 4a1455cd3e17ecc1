/// \file csv_form.hpp
/// The form of a CSV file: separator, header and columns, as options say or the first records show.
#pragma once

#include "csv_fields.hpp"
#include "edge_columns.hpp"
#include "input.hpp"

#include <mergus/csv.hpp>

#include <cstddef>
#include <cstdint>

namespace mergus::core {

struct CsvForm : EdgeColumns {
    CsvDialect dialect;
    std::size_t columns = 0;
    std::size_t data_begin = 0;   ///< Bytes before the first record of data.
    std::uint64_t data_lines = 0; ///< Lines before it.
};

/// \throws Error parse_error, invalid_value. \param lines nothing has been read from it
CsvForm csv_form(const InputFile& file, LineSource& lines, const CsvOptions& options);

} // namespace mergus::core
