/// \file check_csr.hpp
/// Checks of the caller's compressed rows before they become a matrix.
#pragma once

#include "objects/matrix.hpp"

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
    /// Submits the check. \param narrow_ptr the caller's offsets of 32 bits, which are copied to ptr, or
    /// null: ptr has the caller's offsets. \param ptr offsets of 64 bits. \param cols of the caller's width.
    /// \param values truth values, or null: not checked.
    [[nodiscard]] Device::Message begin(const void* narrow_ptr, std::uint64_t* ptr, const void* cols,
                                        const void* values) const;
    /// Waits for the result. \throws Error as check_csr()
    void end(const Device::Message& begun, const std::uint64_t* ptr, const void* cols,
             const void* values) const;

private:
    /// Finds the first fault. \throws Error
    [[noreturn]] void throw_first(const std::uint64_t* ptr, const void* cols, const void* values) const;
    [[nodiscard]] KernelRequest kernel(const char* entry) const;

    Context& context_;
    const mergus_csr& csr_;
};

/// Leaves the result of a check that was begun to settle_check(). The arrays are those of the matrix, whose
/// columns have the caller's width.
void defer_check(Context& context, const Matrix& matrix, const Device::Message& begun);
/// Before a call reads the matrix: waits for the result of a deferred check. \throws Error as check_csr(), at
/// each call
void settle_check(const Matrix& matrix);

/// A truth value that is neither 0 nor 1. \param entry its position.
[[noreturn]] void throw_bad_bool(std::uint64_t entry, unsigned value);

} // namespace mergus::cuda
