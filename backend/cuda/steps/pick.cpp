/// \file pick.cpp
#include "pick.hpp"

#include "device/primitives.hpp"
#include "steps/iso.hpp"

#include <utility>

namespace mergus::cuda {

namespace {

constexpr const char* file = "steps/pick.cuh";

Bindings bind_pick(const MatrixShape& A, bool wide_vector) {
    Bindings bindings;
    bindings.index("Index", A.wide()).index("T_index", wide_vector).type("Value", A.type);
    return bindings;
}

} // namespace

PickEntries::PickEntries(Context& context, const MatrixShape& A, std::uint64_t size)
    : context_(context), size_(size), bindings_(bind_pick(A, needs_wide(size))) {}

KernelRequest PickEntries::kernel(const char* entry) const {
    return {file, entry, bindings_};
}

Matrix PickEntries::run(const Matrix& A, const Positions& positions) const {
    Device& device = context_.device;
    Array<std::uint64_t> offset(device, size_ + 1);
    const Array<std::uint64_t> entry(device, size_);
    const Dim3 grid = grid_for(context_, size_, block_threads);
    device.launch(context_.jit.kernel(kernel("find_entries")), grid, {block_threads}, 0,
                  static_cast<const std::uint64_t*>(A.ptr.data()), static_cast<const void*>(A.col.data()),
                  positions.rows, positions.row, positions.col, positions.step, size_, offset.data(),
                  entry.data());
    exclusive_scan(device, offset.data(), offset.data(), size_);
    Matrix T = raw_vector(context_, A.type, size_,
                          device.read(static_cast<const std::uint64_t*>(offset.data()) + size_));
    device.launch(context_.jit.kernel(kernel("write_found")), grid, {block_threads}, 0,
                  static_cast<const std::uint64_t*>(offset.data()),
                  static_cast<const std::uint64_t*>(entry.data()), values_of(context_, A), size_,
                  static_cast<const void*>(T.col.data()), static_cast<const void*>(T.val.data()));
    return T;
}

KernelRequest RowsWithValue::kernel() const {
    Bindings bindings;
    bindings.index("Index", false).index("T_index", wide_).line("typedef uint8_t Value;");
    return {file, "rows_with_value", std::move(bindings)};
}

Matrix RowsWithValue::run(std::uint64_t nrows, std::uint64_t nvals, const Array<std::uint64_t>& ptr,
                          const mergus_type* type, Buffer&& values) const {
    Device& device = context_.device;
    Matrix T;
    T.type = type;
    T.nrows = 1;
    T.ncols = nrows;
    T.nvals = nvals;
    T.is_vector = true;
    T.ptr = Array<std::uint64_t>(device, 2);
    const std::uint64_t ends[2] = {0, nvals};
    device.copy_to_device(T.ptr.data(), ends, sizeof ends);
    T.col = Buffer(device, nvals * T.index_size());
    T.val = std::move(values);
    device.launch(context_.jit.kernel(kernel()), grid_for(context_, nrows, block_threads), {block_threads}, 0,
                  static_cast<const std::uint64_t*>(ptr.data()), nrows,
                  static_cast<const void*>(T.col.data()));
    return T;
}

} // namespace mergus::cuda
