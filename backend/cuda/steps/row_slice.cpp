/// \file row_slice.cpp
#include "row_slice.hpp"

namespace mergus::cuda {

void move_offsets(Context& context, const std::uint64_t* ptr, std::uint64_t count, std::uint64_t base,
                  std::uint64_t* out) {
    context.device.launch(context.jit.kernel("steps/row_slice.cuh", "move_offsets", Bindings()),
                          grid_for(context, count, block_threads), {block_threads}, 0, ptr, count, base, out);
}

RowSlice::RowSlice(Context& context, const Matrix& matrix, RowSpan rows) : matrix_(matrix) {
    if (rows.size() == matrix.nrows) return;
    Device& device = context.device;
    Matrix& slice = part_.emplace();
    static_cast<MatrixShape&>(slice) = matrix;
    slice.nrows = rows.size();
    const std::uint64_t begin = device.read(matrix.ptr.data() + rows.first);
    slice.nvals = device.read(matrix.ptr.data() + rows.last) - begin;
    slice.ptr = Array<std::uint64_t>(device, slice.nrows + 1);
    move_offsets(context, matrix.ptr.data() + rows.first, slice.nrows + 1, 0, slice.ptr.data());
    const auto part = [&](const void* data, std::size_t size) {
        return Buffer::view(static_cast<const unsigned char*>(data) + begin * size, slice.nvals * size);
    };
    slice.col = part(matrix.col.data(), matrix.index_size());
    slice.iso = matrix.iso && slice.nvals != 0;
    slice.val = slice.iso ? Buffer::view(matrix.val.data(), matrix.type->size)
                          : part(matrix.val.data(), matrix.type->size);
}

} // namespace mergus::cuda
