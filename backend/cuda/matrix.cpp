/// \file matrix.cpp
#include "matrix.hpp"

#include <algorithm>

namespace mergus::cuda {

Matrix empty_matrix(Context& context, const mergus_type* type, std::uint64_t nrows, std::uint64_t ncols) {
    Matrix matrix;
    matrix.type = context.intern(type);
    matrix.nrows = nrows;
    matrix.ncols = ncols;
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
    Matrix matrix;
    matrix.type = context.intern(type);
    matrix.nrows = nrows;
    matrix.ncols = ncols;
    matrix.nvals = nvals;
    matrix.ptr = std::move(ptr);
    matrix.col = Buffer(context.device, nvals * matrix.index_size());
    matrix.val = Buffer(context.device, nvals * matrix.type->size);
    return matrix;
}

Matrix copy_of(Context& context, const Matrix& matrix) {
    Matrix copy = raw_matrix(context, matrix.type, matrix.nrows, matrix.ncols, matrix.nvals);
    Device& device = context.device;
    device.copy(copy.ptr.data(), matrix.ptr.data(), (matrix.nrows + 1) * sizeof(std::uint64_t));
    device.copy(copy.col.data(), matrix.col.data(), matrix.nvals * matrix.index_size());
    device.copy(copy.val.data(), matrix.val.data(), matrix.nvals * matrix.type->size);
    return copy;
}

namespace {

Bindings bind_index(bool wide_from, bool wide_to) {
    Bindings bindings;
    bindings.index("From", wide_from).index("To", wide_to);
    return bindings;
}

} // namespace

void request_index(std::vector<KernelRequest>& requests, bool wide_from, bool wide_to) {
    requests.push_back({"kernels/index.cuh", "convert_index", bind_index(wide_from, wide_to)});
}

Buffer expand_rows(Context& context, const Matrix& matrix, bool wide_rows) {
    Buffer rows(context.device, matrix.nvals * (wide_rows ? 8 : 4));
    context.device.launch(
        context.jit.kernel("kernels/index.cuh", "expand_rows", bind_index(false, wide_rows)),
        grid_for(context, matrix.nvals / 8 + 1, block_threads), {block_threads}, 0,
        static_cast<const std::uint64_t*>(matrix.ptr.data()), matrix.nrows, matrix.nvals,
        static_cast<const void*>(rows.data()));
    return rows;
}

Buffer convert_index(Context& context, const void* from, bool wide_from, std::uint64_t count, bool wide_to) {
    Buffer to(context.device, count * (wide_to ? 8 : 4));
    context.device.launch(
        context.jit.kernel("kernels/index.cuh", "convert_index", bind_index(wide_from, wide_to)),
        grid_for(context, count, block_threads), {block_threads}, 0, from, count,
        static_cast<const void*>(to.data()));
    return to;
}

Dim3 grid_for(const Context& context, std::uint64_t n, std::uint32_t threads) {
    // Enough blocks that every multiprocessor is full several times over; the kernels stride.
    constexpr std::uint64_t waves = 32;
    const auto sms = static_cast<std::uint64_t>(std::max(1, context.device.properties().sm_count));
    const std::uint64_t wanted = n / threads + (n % threads != 0 ? 1 : 0);
    return {static_cast<std::uint32_t>(std::min(wanted, sms * waves))};
}

} // namespace mergus::cuda
