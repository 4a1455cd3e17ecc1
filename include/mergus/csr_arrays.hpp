/// \file csr_arrays.hpp
/// Ownership of the arrays of a matrix in compressed sparse rows.
#pragma once

#include <mergus/export.hpp>
#include <mergus/plugin.h>

#include <cstdint>
#include <utility>

namespace mergus {

/// Owns arrays in host or device memory that AnyMatrix::release_csr moved out of a matrix, and frees them
/// when it is destroyed, from any thread. The arrays keep the context of the matrix alive. Work of the caller
/// on device arrays must be complete before they are freed. Move-only; a moved-from object is empty.
class CsrArrays {
public:
    CsrArrays() noexcept = default;
    /// Takes over arrays with their release function.
    explicit CsrArrays(const mergus_csr& csr) noexcept : csr_(csr) {}
    CsrArrays(CsrArrays&& other) noexcept : csr_(other.release()) {}
    CsrArrays& operator=(CsrArrays&& other) noexcept {
        CsrArrays(std::move(other)).swap(*this);
        return *this;
    }
    CsrArrays(const CsrArrays&) = delete;
    CsrArrays& operator=(const CsrArrays&) = delete;
    ~CsrArrays() {
        if (csr_.release != nullptr) csr_.release(csr_.release_arg);
    }
    void swap(CsrArrays& other) noexcept { std::swap(csr_, other.csr_); } ///< exchanges the contents

    [[nodiscard]] std::uint64_t nrows() const noexcept { return csr_.nrows; } ///< rows
    [[nodiscard]] std::uint64_t ncols() const noexcept { return csr_.ncols; } ///< columns
    [[nodiscard]] std::uint64_t nvals() const noexcept { return csr_.nvals; } ///< entries

    /// Pointers, widths of the indices, value type and kind of memory. The object keeps the ownership.
    [[nodiscard]] const mergus_csr& csr() const noexcept { return csr_; }
    /// Gives up the ownership: the caller calls csr.release(csr.release_arg) once, if it is not null.
    [[nodiscard]] mergus_csr release() noexcept { return std::exchange(csr_, mergus_csr{}); }

private:
    mergus_csr csr_{};
};

} // namespace mergus
