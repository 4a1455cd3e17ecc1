/// \file check_csr.hpp
/// Checks of the caller's compressed rows before they become a matrix.
#pragma once

#include "objects/context.hpp"

namespace mergus::cuda {

/// Checks host arrays: offsets from 0 to nvals that do not decrease, columns in range and strictly increasing
/// in each row, truth values 0 or 1. \throws Error invalid_value, invalid_index with the row.
void check_csr(const mergus_csr& csr);

/// The step that checks arrays in device memory, and widens their offsets.
class CheckCsr {
public:
    /// \param csr sizes and the widths of indices; its arrays are not read.
    CheckCsr(Context& context, const mergus_csr& csr) : context_(context), csr_(csr) {}

    void kernels(KernelRequests& requests) const;
    /// \param narrow_ptr the caller's offsets of 32 bits, which are copied to ptr, or null: ptr has the
    /// caller's offsets. \param ptr offsets of 64 bits. \param cols of the caller's width. \param values
    /// truth values, or null: not checked. Waits for the work submitted before and its own. \throws Error as
    /// check_csr().
    void run(const void* narrow_ptr, std::uint64_t* ptr, const void* cols, const void* values) const;

private:
    /// Finds the first fault. \throws Error
    [[noreturn]] void throw_first(const std::uint64_t* ptr, const void* cols, const void* values) const;
    [[nodiscard]] KernelRequest kernel(const char* entry) const;

    Context& context_;
    const mergus_csr& csr_;
};

/// A truth value that is neither 0 nor 1. \param entry its position.
[[noreturn]] void throw_bad_bool(std::uint64_t entry, unsigned value);

} // namespace mergus::cuda
