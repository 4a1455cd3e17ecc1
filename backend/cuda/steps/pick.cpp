/// \file pick.cpp
#include "pick.hpp"

#include "device/primitives.hpp"
#include "steps/iso.hpp"
#include "steps/row_tiles.h"

#include <utility>

namespace mergus::cuda {

namespace {

constexpr const char* file = "steps/pick.cuh";

} // namespace

PickEntries::PickEntries(Context& context, const Matrix& A, std::uint64_t size) : context_(context) {
    bindings_.index("Index", A.wide())
        .index("T_index", needs_wide(size))
        .type("Value", A.type)
        .type("X_value", A.type)
        .line(line_values(A.iso, 'X'));
}

KernelRequest PickEntries::kernel(const char* entry) const {
    return {file, entry, bindings_};
}

Matrix PickEntries::run(const Matrix& A, const Positions& positions) const {
    Device& device = context_.device;
    const IndexSet& rows = positions.rows;
    const std::uint64_t tiles = (rows.count + tile_items - 1) / tile_items;
    const Dim3 grid{static_cast<std::uint32_t>(tiles)}, block{tile_threads};
    const std::uint64_t* const ptr = A.ptr.data();
    const void* const col = A.col.data();
    Array<std::uint64_t> base(device, tiles + 1);
    device.launch(context_.jit.kernel(kernel("count_found")), grid, block, 0, rows, positions.col,
                  positions.step, ptr, col, base.data());
    exclusive_scan(device, base.data(), base.data(), tiles);
    Matrix T = raw_vector(context_, A.type, rows.count, device.read(base.data() + tiles));
    if (T.nvals == 0) return T;
    device.launch(context_.jit.kernel(kernel("write_found")), grid, block, 0, rows, positions.col,
                  positions.step, ptr, col, static_cast<const void*>(A.val.data()),
                  static_cast<const std::uint64_t*>(base.data()), static_cast<const void*>(T.col.data()),
                  static_cast<const void*>(T.val.data()));
    return T;
}

KernelRequest RowsWithValue::kernel() const {
    Bindings bindings;
    bindings.index("Index", false)
        .index("T_index", wide_)
        .line("typedef uint8_t Value;")
        .line("typedef const uint8_t* X_values;");
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
