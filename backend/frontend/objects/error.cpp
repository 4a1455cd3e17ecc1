/// \file error.cpp
/// The names of the codes and the exception type.
#include <mergus/error.hpp>

namespace mergus {

std::string_view code_name(Code code) noexcept {
    switch (code) {
    case Code::success:
        return "SUCCESS";
    case Code::uninitialized_object:
        return "UNINITIALIZED_OBJECT";
    case Code::null_pointer:
        return "NULL_POINTER";
    case Code::invalid_value:
        return "INVALID_VALUE";
    case Code::invalid_index:
        return "INVALID_INDEX";
    case Code::domain_mismatch:
        return "DOMAIN_MISMATCH";
    case Code::dimension_mismatch:
        return "DIMENSION_MISMATCH";
    case Code::output_not_empty:
        return "OUTPUT_NOT_EMPTY";
    case Code::not_implemented:
        return "NOT_IMPLEMENTED";
    case Code::panic:
        return "PANIC";
    case Code::out_of_memory:
        return "OUT_OF_MEMORY";
    case Code::insufficient_space:
        return "INSUFFICIENT_SPACE";
    case Code::invalid_object:
        return "INVALID_OBJECT";
    case Code::index_out_of_bounds:
        return "INDEX_OUT_OF_BOUNDS";
    case Code::empty_object:
        return "EMPTY_OBJECT";
    case Code::no_backend:
        return "NO_BACKEND";
    case Code::bad_plugin:
        return "BAD_PLUGIN";
    case Code::device_lost:
        return "DEVICE_LOST";
    case Code::io_error:
        return "IO_ERROR";
    case Code::parse_error:
        return "PARSE_ERROR";
    case Code::compile_error:
        return "COMPILE_ERROR";
    case Code::stopped:
        return "STOPPED";
    }
    return "UNKNOWN"; // a number from beyond the plugin boundary
}

Error::Error(Code code, const std::string& message)
    : std::runtime_error(std::string(code_name(code)) + ": " + message), code_(code) {}

} // namespace mergus
