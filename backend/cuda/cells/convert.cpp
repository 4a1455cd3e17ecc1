/// \file convert.cpp
/// Between compressed rows and cells; kernels in convert.cuh.
#include "device/primitives.hpp"
#include "matrix.hpp"
#include "ops/iso.hpp"
#include "vectors/identity.hpp"

#include <utility>

namespace mergus::cuda {

namespace {

KernelRequest conversion_kernel(const char* entry, const MatrixShape& shape) {
    const bool wide = shape.wide();
    return {"cells/convert.cuh", entry, KernelKey{shape.type, wide ? 1u : 0u}, [type = shape.type, wide] {
                Bindings bindings;
                bindings.index("Index", wide).type("Value", type);
                return bindings;
            }};
}

Cells cells_of_rows(Context& context, const Matrix& from) {
    if (from.nvals == 0) return empty_cells(context, from);
    Device& device = context.device;
    const Kernel& kernel = context.jit.kernel(conversion_kernel("rows_to_cells", from));
    Cells made = empty_cells(context, from);
    device.launch(kernel, grid_for(context, from.nvals, block_threads), {block_threads}, 0,
                  static_cast<const std::uint64_t*>(from.ptr.data()), from.nrows, from.ncols,
                  static_cast<const void*>(from.col.data()), values_of(context, from), from.nvals,
                  made.bits.data(), made.val.data());
    made.count = from.nvals;
    return made;
}

/// A full row has the same values in both forms, so they are moved.
void full_to_cells(Context& context, Matrix& row) {
    own_values(context, row);
    const Kernel& kernel = context.jit.kernel(conversion_kernel("full_bits", row));
    Cells made;
    made.bits = raw_bits(context, row.ncols);
    context.device.launch(kernel, grid_for(context, Cells::words_of(row.ncols), block_threads),
                          {block_threads}, 0, row.ncols, made.bits.data());
    made.count = row.nvals;
    made.val = std::move(row.val);
    row.set_cells(std::move(made));
}

void full_to_rows(Context& context, Matrix& row) {
    const IdentityColumns identity(context, row.ncols);
    compile_kernels(context, identity);
    Array<std::uint64_t> ptr(context.device, 2);
    const std::uint64_t offsets[2] = {0, row.ncols};
    context.device.copy_to_device(ptr.data(), offsets, sizeof offsets);
    row.col = identity.run();
    row.val = std::move(row.cells->val);
    row.ptr = std::move(ptr);
    row.nvals = row.ncols;
    row.cells.reset();
}

Matrix rows_of_cells(Context& context, const Matrix& from) {
    const std::uint64_t nvals = from.cells->count.get();
    if (nvals == 0) return empty_matrix(context, from.type, from.nrows, from.ncols);
    Device& device = context.device;
    KernelRequests requests;
    requests.push_back(conversion_kernel("count_words", from));
    requests.push_back(conversion_kernel("cells_to_rows", from));
    context.jit.compile(requests);
    const Cells& cells = *from.cells;
    const std::uint32_t* const bits = cells.bits.data();
    const std::uint64_t words = Cells::words_of(from.nrows * from.ncols);
    const Dim3 block{block_threads};
    Matrix made = raw_matrix(context, from.type, from.nrows, from.ncols, nvals);
    Array<std::uint32_t> offset(device, words + 1);
    device.launch(context.jit.kernel(requests[0]), grid_for(context, words, block_threads), block, 0, bits,
                  words, offset.data());
    exclusive_scan(device, offset.data(), offset.data(), words);
    device.launch(context.jit.kernel(requests[1]), grid_for(context, words * 32, block_threads), block, 0,
                  bits, static_cast<const void*>(cells.val.data()),
                  static_cast<const std::uint32_t*>(offset.data()), from.nrows, from.ncols, made.ptr.data(),
                  static_cast<const void*>(made.col.data()), static_cast<const void*>(made.val.data()));
    return made;
}

} // namespace

// Conversions change the form of a constant object, not its content.
const Cells& use_as_cells(Context& context, const Matrix& matrix) {
    auto& changed = const_cast<Matrix&>(matrix);
    if (!matrix.is_cells()) {
        if (matrix.full() && matrix.nvals != 0)
            full_to_cells(context, changed);
        else
            changed.cells = cells_of_rows(context, matrix);
    }
    return *matrix.cells;
}

const Matrix& csr(Context& context, const Matrix& matrix) {
    if (matrix.has_rows()) return matrix;
    auto& changed = const_cast<Matrix&>(matrix);
    if (matrix.nrows == 1 && matrix.ncols != 0 && matrix.cells->count.get() == matrix.ncols) {
        full_to_rows(context, changed);
        return matrix;
    }
    Matrix made = rows_of_cells(context, matrix);
    changed.nvals = made.nvals;
    changed.ptr = std::move(made.ptr);
    changed.col = std::move(made.col);
    changed.val = std::move(made.val);
    return matrix;
}

Matrix& only_csr(Context& context, Matrix& matrix) {
    csr(context, matrix);
    matrix.cells.reset();
    return matrix;
}

} // namespace mergus::cuda
