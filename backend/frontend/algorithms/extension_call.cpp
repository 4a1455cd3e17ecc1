/// \file extension_call.cpp
#include "extension_call.hpp"

namespace mergus::core {

bool run_extension(const char* name, mergus_operation entry, detail::MatrixState* C, const AnyMatrix& A,
                   const mergus_call& call, const detail::MatrixState* B) {
    if (entry == nullptr) return false;
    try {
        dispatch_extension(name, entry, {C, nullptr, &state_of(A, name, "A"), B}, call);
        return true;
    } catch (const Error& error) {
        // The generic method takes other work memory, and may go on in blocks.
        if (error.code() != Code::not_implemented && !detail::is_of_device_memory(error)) throw;
        return false;
    }
}

} // namespace mergus::core
