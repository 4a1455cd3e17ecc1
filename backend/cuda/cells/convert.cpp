/// \file convert.cpp
/// Between compressed rows and cells; kernels in convert.cuh.
#include "device/primitives.hpp"
#include "matrix.hpp"
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
    const KernelRequest request = conversion_kernel(from.full() ? "full_bits" : "rows_to_cells", from);
    const Kernel& kernel = context.jit.kernel(request);
    const Dim3 block{block_threads};
    if (from.full()) {
        Cells made = raw_cells(context, from);
        device.launch(kernel, grid_for(context, Cells::words_of(from.nvals), block_threads), block, 0,
                      from.nvals, made.bits.data());
        device.copy(made.val.data(), from.val.data(), made.val.bytes());
        made.count = from.nvals;
        return made;
    }
    Cells made = empty_cells(context, from);
    device.launch(kernel, grid_for(context, from.nvals, block_threads), block, 0,
                  static_cast<const std::uint64_t*>(from.ptr.data()), from.nrows, from.ncols,
                  static_cast<const void*>(from.col.data()), static_cast<const void*>(from.val.data()),
                  from.nvals, made.bits.data(), made.val.data());
    made.count = from.nvals;
    return made;
}

/// The vector whose every cell has an entry.
Matrix rows_of_full_cells(Context& context, const Matrix& from) {
    const IdentityColumns identity(context, from.ncols);
    compile_kernels(context, identity);
    Buffer values(context.device, from.cells->val.bytes());
    context.device.copy(values.data(), from.cells->val.data(), values.bytes());
    return identity.vector(from.type, std::move(values));
}

Matrix rows_of_cells(Context& context, const Matrix& from) {
    const std::uint64_t nvals = from.cells->count.get();
    if (nvals == 0) return empty_matrix(context, from.type, from.nrows, from.ncols);
    if (from.nrows == 1 && nvals == from.ncols) return rows_of_full_cells(context, from);
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
    if (!matrix.is_cells()) const_cast<Matrix&>(matrix).cells = cells_of_rows(context, matrix);
    return *matrix.cells;
}

const Matrix& csr(Context& context, const Matrix& matrix) {
    if (matrix.has_rows()) return matrix;
    Matrix made = rows_of_cells(context, matrix);
    auto& changed = const_cast<Matrix&>(matrix);
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
