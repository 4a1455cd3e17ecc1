/// \file error.hpp
/// The one exception type of the library and its codes.
#pragma once

#include <mergus/export.hpp>

#include <stdexcept>
#include <string>
#include <string_view>

namespace mergus {

/// What went wrong. Values 0 to −106 are GrB_Info of the GraphBLAS C API 2.0 (section 4.5), so a code has
/// the same meaning in a plugin and in a GraphBLAS program. Values of −1000 and below are Mergus's own.
enum class Code : int {
    success = 0,
    uninitialized_object = -1, ///< An empty Matrix or Vector (moved from, or default-constructed) was used.
    null_pointer = -2,
    invalid_value = -3,      ///< A value out of its range: a dimension, a descriptor bit, a file's content.
    invalid_index = -4,      ///< An index outside the matrix or vector.
    domain_mismatch = -5,    ///< Types between which GraphBLAS does not cast (a user type is involved).
    dimension_mismatch = -6, ///< Shapes that do not fit.
    output_not_empty = -7,   ///< build() into a matrix or vector that has entries.
    not_implemented = -8,    ///< The backend does not support the operation.
    panic = -101,            ///< An unexpected failure inside a backend.
    out_of_memory = -102,
    insufficient_space = -103,
    invalid_object = -104, ///< Objects of different contexts were mixed.
    index_out_of_bounds = -105,
    empty_object = -106,
    no_backend = -1000,    ///< No backend of that name was found, or none can run here.
    bad_plugin = -1001,    ///< A file with the name of a backend cannot be used as one by this library.
    device_lost = -1002,   ///< A device error that makes the context unusable. Make a new context.
    io_error = -1003,      ///< A file could not be opened, read or written.
    parse_error = -1004,   ///< The content of a file violates its format.
    compile_error = -1005, ///< The text of an operator or type does not compile.
    stopped = -1006        ///< A progress callback has ended an algorithm (progress.hpp).
};

/// The code's name as the GraphBLAS specification writes it without its prefix, e.g. "DIMENSION_MISMATCH".
MERGUS_API std::string_view code_name(Code code) noexcept;

/// Every failure of the library. what() reads "DIMENSION_MISMATCH: mxm: …" and says which argument, which
/// dimensions and which backend. After an Error the output of the failed call is as it was before.
class MERGUS_API Error : public std::runtime_error {
public:
    /// what() is the name of the code, a colon and the message.
    Error(Code code, const std::string& message);
    [[nodiscard]] Code code() const noexcept { return code_; } ///< what went wrong

private:
    Code code_;
};

} // namespace mergus
