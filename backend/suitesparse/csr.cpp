/// \file csr.cpp
/// Import, export and transfer of compressed sparse rows. Arrays with 64-bit indices on the host are used
/// without a copy; others are copied once.
///
/// Invariant: arrays that GraphBLAS did not allocate are lent to a matrix (Store), which never frees them.
#include "csr.hpp"

#include "operations.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <new>

namespace mergus::suitesparse {

OwnArrays::OwnArrays(GrB_Index nrows, GrB_Index nvals, std::size_t value_bytes)
    : row_ptr(new GrB_Index[nrows + 1]), cols(new GrB_Index[nvals]),
      values(new std::max_align_t[value_bytes / sizeof(std::max_align_t) + 1]) {}

Store lend(MatrixHandle empty, std::unique_ptr<OwnArrays> arrays, GrB_Index nvals, bool iso) {
    Store store(std::move(empty), Lender{.release = &OwnArrays::destroy,
                                         .arg = arrays.get(),
                                         .row_ptr = arrays->row_ptr.get(),
                                         .indices = arrays->cols.get(),
                                         .values = arrays->values.get(),
                                         .iso = iso,
                                         .nvals = nvals});
    (void)arrays.release(); // owned by the matrix
    return store;
}

TakenArrays::TakenArrays(MatrixHandle&& matrix) {
    check(GxB_Matrix_unpack_CSR(matrix.get(), &row_ptr, &cols, &values, &row_ptr_size_, &cols_size_,
                                &values_size_, &iso, nullptr, nullptr),
          "GxB_Matrix_unpack_CSR", matrix.get());
    matrix_ = std::move(matrix);
}

TakenArrays::~TakenArrays() {
    (void)GxB_Matrix_pack_CSR(matrix_.get(), &row_ptr, &cols, &values, row_ptr_size_, cols_size_,
                              values_size_, iso, false, nullptr);
}

void require(bool good, std::int32_t code, const char* message) {
    if (!good) throw Failure{code, message};
}

void require_host(std::int32_t memory, const char* verb) {
    if (memory != MERGUS_MEMORY_HOST)
        throw Failure{
            MERGUS_INVALID_VALUE,
            fmt::format("cannot {} arrays in device memory: this backend has host memory only", verb)};
}

void require_type(const mergus_type* asked, const Type& type, const char* kind) {
    if (asked != nullptr && &intern(asked) != &type)
        throw Failure{MERGUS_DOMAIN_MISMATCH, fmt::format("the type asked for is not the {}'s", kind)};
}

bool is_width(std::int32_t bits) noexcept {
    return bits == 32 || bits == 64;
}

void widen(GrB_Index* to, const void* from, int bits, std::uint64_t count) {
    if (bits == 64)
        std::copy_n(static_cast<const std::uint64_t*>(from), count, to);
    else
        std::copy_n(static_cast<const std::uint32_t*>(from), count, to);
}

void narrow(void* to, const GrB_Index* from, int bits, std::uint64_t count) {
    if (bits == 64)
        std::copy_n(from, count, static_cast<std::uint64_t*>(to));
    else
        std::transform(from, from + count, static_cast<std::uint32_t*>(to),
                       [](GrB_Index value) { return static_cast<std::uint32_t>(value); });
}

namespace {

void check_layout(const mergus_csr& csr, const char* verb) {
    require_host(csr.memory, verb);
    require(is_width(csr.pointer_bits) && is_width(csr.index_bits), MERGUS_INVALID_VALUE,
            "pointer_bits and index_bits must be 32 or 64");
}

template <class Offset>
void check_offsets(const mergus_csr& csr) {
    const auto* row_ptr = static_cast<const Offset*>(csr.row_ptr);
    require(row_ptr[0] == 0, MERGUS_INVALID_VALUE, "row_ptr[0] is not 0");
    for (std::uint64_t i = 0; i < csr.nrows; ++i)
        if (row_ptr[i + 1] < row_ptr[i] || row_ptr[i + 1] > csr.nvals)
            throw Failure{
                MERGUS_INVALID_VALUE,
                fmt::format("row_ptr[{}] = {} is less than row_ptr[{}] = {} or more than nvals = {}", i + 1,
                            row_ptr[i + 1], i, row_ptr[i], csr.nvals)};
    if (row_ptr[csr.nrows] != csr.nvals)
        throw Failure{MERGUS_INVALID_VALUE,
                      fmt::format("row_ptr[nrows] = {} is not nvals = {}", row_ptr[csr.nrows], csr.nvals)};
}

template <class Offset, class Index>
void check_columns(const mergus_csr& csr) {
    const auto* row_ptr = static_cast<const Offset*>(csr.row_ptr);
    const auto* cols = static_cast<const Index*>(csr.cols);
    for (std::uint64_t i = 0; i < csr.nrows; ++i)
        for (std::uint64_t p = row_ptr[i]; p < row_ptr[i + 1]; ++p) {
            if (cols[p] >= csr.ncols)
                throw Failure{
                    MERGUS_INVALID_INDEX,
                    fmt::format("column {} in row {} of a matrix with {} columns", cols[p], i, csr.ncols)};
            if (p > row_ptr[i] && cols[p] <= cols[p - 1])
                throw Failure{MERGUS_INVALID_VALUE,
                              fmt::format("the columns of row {} do not increase: {} then {}", i, cols[p - 1],
                                          cols[p])};
        }
}

void check_content(const mergus_csr& csr, const Type& type) {
    require(csr.row_ptr != nullptr && (csr.nvals == 0 || (csr.cols != nullptr && csr.values != nullptr)),
            MERGUS_NULL_POINTER, "row_ptr, cols or values is null");
    const bool narrow = csr.index_bits == 32;
    if (csr.pointer_bits == 32) {
        check_offsets<std::uint32_t>(csr);
        narrow ? check_columns<std::uint32_t, std::uint32_t>(csr)
               : check_columns<std::uint32_t, std::uint64_t>(csr);
    } else {
        check_offsets<std::uint64_t>(csr);
        narrow ? check_columns<std::uint64_t, std::uint32_t>(csr)
               : check_columns<std::uint64_t, std::uint64_t>(csr);
    }
    if (type.code == MERGUS_BOOL && csr.nvals != 0) { // other bytes are invalid bool objects in C++
        const auto* bytes = static_cast<const unsigned char*>(csr.values);
        require(std::all_of(bytes, bytes + (csr.iso != 0 ? 1 : csr.nvals),
                            [](unsigned char byte) { return byte <= 1; }),
                MERGUS_INVALID_VALUE, "a bool value is neither 0 nor 1");
    }
}

Store copy_of(const mergus_csr& csr, MatrixHandle empty, const Type& type) {
    const std::size_t value_bytes = (csr.iso != 0 ? 1 : csr.nvals) * type.size;
    auto own = std::make_unique<OwnArrays>(csr.nrows, csr.nvals, value_bytes);
    widen(own->row_ptr.get(), csr.row_ptr, csr.pointer_bits, csr.nrows + 1);
    widen(own->cols.get(), csr.cols, csr.index_bits, csr.nvals);
    std::memcpy(own->values.get(), csr.values, value_bytes);
    return lend(std::move(empty), std::move(own), csr.nvals, csr.iso != 0);
}

} // namespace

mergus_matrix* matrix_import_csr(const mergus_csr& csr) {
    check_layout(csr, "import");
    const Type& type = intern(csr.type);
    check_content(csr, type);
    auto matrix = std::make_unique<mergus_matrix>(mergus_matrix{&type, {}});
    MatrixHandle empty = new_matrix(type, csr.nrows, csr.ncols);
    const bool wide = csr.pointer_bits == 64 && csr.index_bits == 64;
    if (csr.release != nullptr && wide && csr.nvals != 0) {
        matrix->store = Store(std::move(empty), Lender{.release = csr.release,
                                                       .arg = csr.release_arg,
                                                       .row_ptr = static_cast<GrB_Index*>(csr.row_ptr),
                                                       .indices = static_cast<GrB_Index*>(csr.cols),
                                                       .values = csr.values,
                                                       .iso = csr.iso != 0,
                                                       .nvals = csr.nvals});
        return matrix.release();
    }
    matrix->store = csr.nvals == 0 ? Store(std::move(empty)) : copy_of(csr, std::move(empty), type);
    if (csr.release != nullptr) csr.release(csr.release_arg);
    return matrix.release();
}

void matrix_export_csr(const mergus_matrix& matrix, mergus_csr& csr) {
    check_layout(csr, "export to");
    const Type& type = *matrix.type;
    require_type(csr.type, type, "matrix");
    const GrB_Matrix A = matrix.store.get().matrix();
    const GrB_Index nrows = nrows_of(A), ncols = ncols_of(A), nvals = nvals_of(A);
    require(csr.capacity >= nvals || (csr.cols == nullptr && csr.values == nullptr),
            MERGUS_INSUFFICIENT_SPACE, "the matrix has more entries than cols and values have room for");
    const auto write = [&](const GrB_Index* row_ptr, const GrB_Index* cols, const void* values, bool iso) {
        if (csr.row_ptr != nullptr) narrow(csr.row_ptr, row_ptr, csr.pointer_bits, nrows + 1);
        if (csr.cols != nullptr) narrow(csr.cols, cols, csr.index_bits, nvals);
        if (csr.values == nullptr || nvals == 0) return;
        auto* to = static_cast<unsigned char*>(csr.values);
        if (!iso)
            std::memcpy(to, values, nvals * type.size);
        else
            for (GrB_Index p = 0; p < nvals; ++p) std::memcpy(to + p * type.size, values, type.size);
    };
    if (const Lender& lender = matrix.store.lender(); matrix.store.lent()) {
        write(lender.row_ptr, lender.indices, lender.values, lender.iso);
    } else {
        const TakenArrays taken(duplicate(A));
        write(taken.row_ptr, taken.cols, taken.values, taken.iso);
    }
    csr.nrows = nrows;
    csr.ncols = ncols;
    csr.nvals = nvals;
    csr.iso = 0;
}

void matrix_move_csr(mergus_matrix& matrix, mergus_csr& csr) {
    const GrB_Matrix A = matrix.store.get().matrix();
    mergus_csr out{};
    out.struct_size = csr.struct_size;
    out.type = csr.type;
    out.nrows = nrows_of(A);
    out.ncols = ncols_of(A);
    out.nvals = out.capacity = nvals_of(A);
    out.pointer_bits = out.index_bits = 64;
    out.memory = MERGUS_MEMORY_HOST;
    const auto arrays = [&](GrB_Index* row_ptr, GrB_Index* cols, void* values, bool iso,
                            void (*release)(void*), void* arg) {
        out.row_ptr = row_ptr;
        out.cols = cols;
        out.values = values;
        out.iso = iso ? 1 : 0;
        out.release = release;
        out.release_arg = arg;
    };
    Store empty{new_matrix(*matrix.type, out.nrows, out.ncols)};
    if (matrix.store.lent()) {
        const Lender lender = matrix.store.give_back();
        arrays(lender.row_ptr, lender.indices, lender.values, lender.iso, lender.release, lender.arg);
    } else if (out.nvals == 0) { // GraphBLAS may have no arrays
        auto own = std::make_unique<OwnArrays>(out.nrows, 0, 0);
        std::fill_n(own->row_ptr.get(), out.nrows + 1, GrB_Index{0});
        out.row_ptr = own->row_ptr.get();
        out.cols = own->cols.get();
        out.values = own->values.get();
        out.release = &OwnArrays::destroy;
        out.release_arg = own.release();
    } else {
        MatrixHandle held = matrix.store.take().take_matrix();
        std::unique_ptr<TakenArrays> taken;
        try {
            taken = std::make_unique<TakenArrays>(std::move(held));
        } catch (...) {
            matrix.store = Store(std::move(held));
            throw;
        }
        arrays(taken->row_ptr, taken->cols, taken->values, taken->iso, &TakenArrays::destroy, taken.get());
        (void)taken.release(); // owned by the caller
    }
    matrix.store = std::move(empty);
    csr = out;
}

} // namespace mergus::suitesparse
