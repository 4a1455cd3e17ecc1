/// \file matrix.cpp
#include "matrix.hpp"

#include "objects/copy_arrays.hpp"

#include <algorithm>

namespace mergus::cuda {

Matrix blank_matrix(Context& context, const mergus_type* type, std::uint64_t nrows, std::uint64_t ncols) {
    Matrix matrix;
    matrix.type = context.intern(type);
    matrix.nrows = nrows;
    matrix.ncols = ncols;
    return matrix;
}

Matrix empty_matrix(Context& context, const mergus_type* type, std::uint64_t nrows, std::uint64_t ncols) {
    Matrix matrix = blank_matrix(context, type, nrows, ncols);
    matrix.ptr = Array<std::uint64_t>(context.device, nrows + 1);
    context.device.fill(matrix.ptr.data(), 0, (nrows + 1) * sizeof(std::uint64_t));
    return matrix;
}

Matrix raw_matrix(Context& context, const mergus_type* type, std::uint64_t nrows, std::uint64_t ncols,
                  std::uint64_t nvals) {
    return raw_matrix(context, type, nrows, ncols, nvals, Array<std::uint64_t>(context.device, nrows + 1));
}

Matrix raw_matrix(Context& context, const mergus_type* type, std::uint64_t nrows, std::uint64_t ncols,
                  std::uint64_t nvals, Array<std::uint64_t>&& ptr) {
    Matrix matrix = raw_pattern(context, type, nrows, ncols, nvals, std::move(ptr));
    matrix.val = Buffer(context.device, nvals * matrix.type->size);
    return matrix;
}

Matrix raw_pattern(Context& context, const mergus_type* type, std::uint64_t nrows, std::uint64_t ncols,
                   std::uint64_t nvals, Array<std::uint64_t>&& ptr) {
    Matrix matrix;
    matrix.type = context.intern(type);
    matrix.nrows = nrows;
    matrix.ncols = ncols;
    matrix.nvals = nvals;
    matrix.ptr = std::move(ptr);
    matrix.col = Buffer(context.device, nvals * matrix.index_size());
    return matrix;
}

Matrix copy_of(Context& context, const Matrix& matrix) {
    ArrayCopies copies(context);
    Matrix copy = copy_of_pattern(matrix, matrix.type, copies);
    copy.iso = matrix.iso;
    copy.val = Buffer(context.device, matrix.val.bytes());
    copies.add(copy.val.data(), matrix.val.data(), matrix.val.bytes());
    copies.run();
    return copy;
}

void values_changed(Matrix& matrix) noexcept {
    if (matrix.derived)
        matrix.derived->objects.erase_if([](const Derived& object) { return object.depends_on_values(); });
}

void invalidate_captured(const Matrix& constant) noexcept {
    if (!constant.changed_by_capture) return;
    auto& matrix = const_cast<Matrix&>(constant);
    if (matrix.has_rows()) matrix.bitmap.reset();
    values_changed(matrix);
}

void invalidate_captured(const mergus_call& call) noexcept {
    for (const Matrix* const operand : {static_cast<const Matrix*>(call.C), call.mask, call.A, call.B})
        if (operand != nullptr) invalidate_captured(*operand);
}

std::uint64_t bytes_of(const Matrix& matrix) noexcept {
    return matrix.ptr.size() * sizeof(std::uint64_t) + matrix.col.bytes() + matrix.val.bytes() +
           (matrix.is_bitmap() ? matrix.bitmap->bytes() : 0);
}

std::uint64_t derived_bytes(const Matrix& matrix) noexcept {
    return matrix.derived ? matrix.derived->all_bytes() : 0;
}

ColumnArray copy_of_columns(const Matrix& matrix, ArrayCopies& copies) {
    if (matrix.col.shared()) return ColumnArray(matrix.col.shared());
    Buffer columns(copies.device(), matrix.nvals * matrix.index_size());
    copies.add(columns.data(), matrix.col.data(), columns.bytes());
    return columns;
}

Matrix copy_of_pattern(const Matrix& A, const mergus_type* type, ArrayCopies& copies) {
    Matrix copy;
    static_cast<MatrixShape&>(copy) = A;
    copy.type = type;
    copy.ptr = Array<std::uint64_t>(copies.device(), A.nrows + 1);
    copies.add(copy.ptr.data(), A.ptr.data(), (A.nrows + 1) * sizeof(std::uint64_t));
    copy.col = copy_of_columns(A, copies);
    return copy;
}

Matrix copy_of_pattern(Context& context, const Matrix& A, const mergus_type* type) {
    ArrayCopies copies(context);
    Matrix copy = copy_of_pattern(A, type, copies);
    copies.run();
    return copy;
}

void own_columns(Context& context, Matrix& matrix) {
    if (!matrix.col.shared()) return;
    Buffer columns(context.device, matrix.nvals * matrix.index_size());
    context.device.copy(columns.data(), matrix.col.data(), columns.bytes());
    matrix.col = std::move(columns);
}

void unlend_values(Context& context, Matrix& matrix) {
    if (!matrix.val.is_lent()) return;
    Buffer values(context.device, matrix.val.bytes());
    context.device.copy(values.data(), matrix.val.data(), values.bytes());
    matrix.val = std::move(values);
}

Matrix raw_vector(Context& context, const mergus_type* type, std::uint64_t size, std::uint64_t nvals) {
    Matrix vector = raw_matrix(context, type, 1, size, nvals);
    vector.is_vector = true;
    const std::uint64_t ptr[2] = {0, nvals};
    context.device.copy_to_device(vector.ptr.data(), ptr, sizeof ptr);
    return vector;
}

Dim3 grid_for(const Context& context, std::uint64_t n, std::uint32_t threads) {
    constexpr std::uint64_t blocks_per_sm = 32;
    const auto sms = static_cast<std::uint64_t>(std::max(1, context.device.properties().sm_count));
    const std::uint64_t blocks = n / threads + (n % threads != 0 ? 1 : 0);
    return {static_cast<std::uint32_t>(std::min(blocks, sms * blocks_per_sm))};
}

} // namespace mergus::cuda
