/// \file memory_errors.hpp
/// Converts the standard library's exceptions for exhausted memory to Error.
#pragma once

#include <mergus/error.hpp>

#include <new>
#include <stdexcept>
#include <string>

namespace mergus::core {

/// Calls function() and converts std::bad_alloc, and the length_error of vectors larger than the address
/// space, to Error out_of_memory.
template <class Function>
auto with_memory_errors(const std::string& what, const Function& function) {
    try {
        return function();
    } catch (const std::bad_alloc&) {
        throw Error(Code::out_of_memory, what + ": not enough memory");
    } catch (const std::length_error&) {
        throw Error(Code::out_of_memory, what + ": larger than the address space");
    }
}

} // namespace mergus::core
