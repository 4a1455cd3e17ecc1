/// \file assign.cpp
/// assign: C<mask>(rows, cols) ⊙= A. A vector is stored as a row; as a part of a column of a matrix it is
/// read transposed. A's entries become a matrix of C's shape, which is written as any result; but entries of
/// C outside the region stay unless the mask and replace delete them.
#include "operations.hpp"
#include "steps/coordinates.hpp"
#include "steps/index_list.hpp"
#include "steps/iso.hpp"
#include "steps/write_result.hpp"
#include "transpose/transpose.hpp"

#include <utility>

namespace mergus::cuda {

namespace {

/// \param as_column A's columns are rows of the region, which has one column.
KernelRequest coordinates_kernel(const MatrixShape& A, bool wide, bool as_column) {
    Bindings bindings;
    bindings.index("Index", A.wide())
        .index("Row", wide)
        .index("T_index", wide)
        .constant("as_column", as_column);
    return {"ops/region.cuh", "map_coordinates", std::move(bindings)};
}

/// Whether a vector becomes a part of a column, not of a row, of a matrix.
bool is_column_part(const mergus_call& call) {
    if (!call.A->is_vector || call.C->is_vector) return false;
    const bool one_row = call.rows != nullptr && call.nrows == 1;
    return !one_row && call.cols != nullptr && call.ncols == 1;
}

/// The step that makes of A a matrix of C's shape: entry (i, j) goes to (rows[i], cols[j]).
class MapToRegion {
public:
    MapToRegion(Context& context, const MatrixShape& A, const MatrixShape& C, const IndexList& rows,
                const IndexList& cols, bool as_column)
        : context_(context), rows_(rows), cols_(cols), whole_(rows.all() && cols.all()),
          wide_(needs_wide(C.nrows) || needs_wide(C.ncols)), kernel_(coordinates_kernel(A, wide_, as_column)),
          sort_(context, {A.type, C.nrows, C.ncols}, A.nvals, wide_, nullptr) {}

    void kernels(KernelRequests& requests) const {
        if (whole_) return;
        requests.push_back(kernel_);
        sort_.kernels(requests);
    }

    [[nodiscard]] Matrix run(const Matrix& A) const {
        if (whole_) return copy_of(context_, A);
        Device& device = context_.device;
        const std::size_t index_size = wide_ ? 8 : 4;
        Coordinates triples;
        triples.count = A.nvals;
        triples.rows = Buffer(device, A.nvals * index_size);
        triples.cols = Buffer(device, A.nvals * index_size);
        triples.values = Buffer(device, A.nvals * A.type->size);
        device.copy(triples.values.data(), values_of(context_, A), triples.values.bytes());
        device.launch(context_.jit.kernel(kernel_), grid_for(context_, A.nvals, block_threads),
                      {block_threads}, 0, static_cast<const std::uint64_t*>(A.ptr.data()), A.nrows,
                      static_cast<const void*>(A.col.data()), A.nvals, rows_.given(), cols_.given(),
                      static_cast<const void*>(triples.rows.data()),
                      static_cast<const void*>(triples.cols.data()));
        return sort_.run(std::move(triples));
    }

private:
    Context& context_;
    const IndexList& rows_;
    const IndexList& cols_;
    bool whole_; ///< the region is all of C
    bool wide_;  ///< coordinates have 64 bits
    KernelRequest kernel_;
    SortCoordinates sort_;
};

} // namespace

void assign(Context& context, const mergus_call& call) {
    TransposedInput A(context, *call.A, (call.descriptor & MERGUS_DESC_TRAN0) != 0);
    const CallLists lists(context, call);
    OutputSpec how = OutputSpec::of(call);
    how.region = region_of(lists.rows, lists.cols);
    const MapToRegion map(context, *A, *call.C, lists.rows, lists.cols, is_column_part(call));
    const WriteResult write(context, *call.C, A->type, how);
    compile_kernels(context, A, map, write);
    A.run();
    write.run(map.run(*A));
}

} // namespace mergus::cuda
