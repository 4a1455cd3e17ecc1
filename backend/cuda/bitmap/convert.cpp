/// \file convert.cpp
#include "convert.hpp"

#include "device/primitives.hpp"
#include "jit/moved_type.hpp"
#include "steps/check_csr.hpp"
#include "steps/identity.hpp"
#include "steps/iso.hpp"

#include <utility>

namespace mergus::cuda {

namespace {

KernelRequest conversion_kernel(const char* entry, const MatrixShape& shape) {
    const bool wide = shape.wide();
    return {"bitmap/convert.cuh", entry, KernelKey{shape.type, wide ? 1u : 0u}, [type = shape.type, wide] {
                Bindings bindings;
                bindings.index("Index", wide).type("Value", moved_type(type));
                return bindings;
            }};
}

Bitmap bitmap_of_rows(Context& context, const Matrix& from) {
    if (from.nvals == 0) return empty_bitmap(context, from);
    Device& device = context.device;
    const Kernel& kernel = context.jit.kernel(conversion_kernel("rows_to_bitmap", from));
    Bitmap made = empty_bitmap(context, from);
    device.launch(kernel, grid_for(context, from.nvals, block_threads), {block_threads}, 0,
                  static_cast<const std::uint64_t*>(from.ptr.data()), from.nrows, from.ncols,
                  static_cast<const void*>(from.col.data()), values_of(context, from), from.nvals,
                  made.bits.data(), made.val.data());
    made.count = from.nvals;
    return made;
}

KernelRequests rows_kernels(const MatrixShape& shape) {
    return {conversion_kernel("count_words", shape), conversion_kernel("bitmap_to_rows", shape)};
}

Matrix rows_of_bitmap(Context& context, const Matrix& from, std::uint64_t nvals) {
    if (nvals == 0) return empty_matrix(context, from.type, from.nrows, from.ncols);
    Device& device = context.device;
    const KernelRequests requests = rows_kernels(from);
    context.jit.compile(requests);
    const Bitmap& bitmap = *from.bitmap;
    const std::uint32_t* const bits = bitmap.bits.data();
    const std::uint64_t words = Bitmap::words_of(from.nrows * from.ncols);
    const Dim3 block{block_threads};
    Matrix made = raw_matrix(context, from.type, from.nrows, from.ncols, nvals);
    Array<std::uint64_t> offset(device, words + 1);
    device.launch(context.jit.kernel(requests[0]), grid_for(context, words, block_threads), block, 0, bits,
                  words, offset.data());
    exclusive_scan(device, offset.data(), offset.data(), words);
    device.launch(context.jit.kernel(requests[1]), grid_for(context, words * 32, block_threads), block, 0,
                  bits, static_cast<const void*>(bitmap.val.data()),
                  static_cast<const std::uint64_t*>(offset.data()), from.nrows, from.ncols, made.ptr.data(),
                  static_cast<const void*>(made.col.data()), static_cast<const void*>(made.val.data()));
    return made;
}

} // namespace

const Bitmap& Conversions::bitmap(const Matrix& constant) {
    auto& matrix = const_cast<Matrix&>(constant);
    if (matrix.is_bitmap()) return *matrix.bitmap;
    Done& done = done_[count_].emplace(Done{});
    // Bitmaps are changed in place, lent values are not.
    if (!matrix.full() || matrix.nvals == 0 || matrix.iso || matrix.val.is_lent()) {
        matrix.bitmap = bitmap_of_rows(context_, matrix);
        done = {.matrix = &matrix, .to_bitmap = true};
    } else {
        own_values(context_, matrix);
        const Kernel& kernel = context_.jit.kernel(conversion_kernel("full_bits", matrix));
        Bitmap made;
        made.bits = raw_bits(context_, matrix.ncols);
        context_.device.launch(kernel, grid_for(context_, Bitmap::words_of(matrix.ncols), block_threads),
                               {block_threads}, 0, matrix.ncols, made.bits.data());
        made.count = matrix.nvals;
        made.val = std::move(matrix.val);
        done = {.matrix = &matrix,
                .to_bitmap = true,
                .moved = true,
                .ptr = std::exchange(matrix.ptr, {}),
                .col = std::exchange(matrix.col, {})};
        matrix.nvals = 0;
        matrix.bitmap = std::move(made);
    }
    ++count_;
    return *matrix.bitmap;
}

const Matrix& Conversions::rows(const Matrix& constant) {
    auto& matrix = const_cast<Matrix&>(constant);
    if (matrix.has_rows()) return matrix;
    Done& done = done_[count_].emplace(Done{});
    const std::uint64_t nvals = nvals_of(matrix);
    if (matrix.nrows != 1 || nvals != matrix.ncols || nvals == 0) {
        Matrix made = rows_of_bitmap(context_, matrix, nvals);
        matrix.ptr = std::move(made.ptr);
        matrix.col = std::move(made.col);
        matrix.val = std::move(made.val);
        done = {.matrix = &matrix};
    } else {
        const IdentityColumns identity(context_, matrix.ncols);
        compile_kernels(context_, identity);
        Array<std::uint64_t> ptr(context_.device, 2);
        const std::uint64_t offsets[2] = {0, nvals};
        context_.device.copy_to_device(ptr.data(), offsets, sizeof offsets);
        matrix.col = identity.run();
        matrix.ptr = std::move(ptr);
        matrix.val = std::move(matrix.bitmap->val);
        done = {.matrix = &matrix, .moved = true, .bits = std::move(matrix.bitmap->bits)};
        matrix.bitmap.reset();
    }
    matrix.nvals = nvals;
    ++count_;
    return matrix;
}

void Conversions::undo(Done& done) noexcept {
    Matrix& matrix = *done.matrix;
    if (done.to_bitmap) {
        if (done.moved) {
            matrix.nvals = matrix.ncols;
            matrix.ptr = std::move(done.ptr);
            matrix.col = std::move(done.col);
            matrix.val = std::move(matrix.bitmap->val);
        }
        matrix.bitmap.reset();
        return;
    }
    if (done.moved) {
        matrix.bitmap.emplace();
        matrix.bitmap->bits = std::move(done.bits);
        matrix.bitmap->val = std::move(matrix.val);
        matrix.bitmap->count = matrix.nvals;
    }
    matrix.ptr = {};
    matrix.col = {};
    matrix.val.reset();
    matrix.nvals = 0;
}

const Bitmap& use_as_bitmap(Context& context, const Matrix& matrix) {
    if (matrix.is_bitmap()) return *matrix.bitmap;
    Conversions conversions(context);
    const Bitmap& bitmap = conversions.bitmap(matrix);
    conversions.keep();
    return bitmap;
}

const Matrix& csr(Context& context, const Matrix& matrix) {
    settle_check(matrix);
    if (matrix.has_rows()) return matrix;
    Conversions conversions(context);
    conversions.rows(matrix);
    conversions.keep();
    return matrix;
}

Matrix& only_csr(Context& context, Matrix& matrix) {
    csr(context, matrix);
    matrix.bitmap.reset();
    return matrix;
}

void request_csr(Context& context, KernelRequests& requests, const MatrixShape& shape) {
    for (const KernelRequest& request : rows_kernels(shape)) requests.push_back(request);
    if (shape.nrows == 1) IdentityColumns(context, shape.ncols).kernels(requests);
}

} // namespace mergus::cuda
