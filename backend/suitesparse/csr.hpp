/// \file csr.hpp
/// Compressed sparse rows: arrays of this backend and of GraphBLAS. Checks and copies that arrays of vectors
/// share.
#pragma once

#include "context.hpp"

#include <memory>

namespace mergus::suitesparse {

/// Arrays allocated by this backend, to be owned by a matrix.
struct OwnArrays {
    OwnArrays(GrB_Index nrows, GrB_Index nvals, std::size_t value_bytes);
    static void destroy(void* own) noexcept { delete static_cast<OwnArrays*>(own); }

    std::unique_ptr<GrB_Index[]> row_ptr;
    std::unique_ptr<GrB_Index[]> cols;
    std::unique_ptr<std::max_align_t[]> values;
};

/// A matrix that owns the arrays.
Store lend(MatrixHandle empty, std::unique_ptr<OwnArrays> arrays, GrB_Index nvals, bool iso);

/// The arrays of a GrB_Matrix, extracted from it. GraphBLAS allocated them, possibly with the program's
/// functions. To free them, they are put back into the matrix, which is kept for this purpose.
class TakenArrays {
public:
    /// The matrix must own its arrays. After an exception it is unchanged.
    explicit TakenArrays(MatrixHandle&& matrix);
    TakenArrays(const TakenArrays&) = delete;
    TakenArrays& operator=(const TakenArrays&) = delete;
    ~TakenArrays();
    static void destroy(void* taken) noexcept { delete static_cast<TakenArrays*>(taken); }

    GrB_Index* row_ptr = nullptr;
    GrB_Index* cols = nullptr;
    void* values = nullptr;
    bool iso = false;

private:
    GrB_Index row_ptr_size_ = 0;
    GrB_Index cols_size_ = 0;
    GrB_Index values_size_ = 0;
    MatrixHandle matrix_;
};

/// \throws Failure{code} unless `good`
void require(bool good, std::int32_t code, const char* message);
/// \param verb for the message
void require_host(std::int32_t memory, const char* verb);
/// \param asked the type of the caller's arrays, or null for any
void require_type(const mergus_type* asked, const Type& type, const char* kind);
/// 32 or 64.
bool is_width(std::int32_t bits) noexcept;
/// Copies indices of `bits`.
void widen(GrB_Index* to, const void* from, int bits, std::uint64_t count);
void narrow(void* to, const GrB_Index* from, int bits, std::uint64_t count);

} // namespace mergus::suitesparse
