/// \file diag.cpp
/// diag: the matrix that has a vector on a diagonal; extract_diag: a diagonal of a matrix as a vector.
#include "operations.hpp"

#include "steps/pick.hpp"
#include "steps/row_profile.hpp"
#include "steps/write_result.hpp"

#include <utility>

namespace mergus::cuda {

namespace {

/// Rows below, and columns right of, the main diagonal.
std::uint64_t rows_down(std::int64_t diagonal) {
    return diagonal < 0 ? std::uint64_t{0} - static_cast<std::uint64_t>(diagonal) : 0;
}
std::uint64_t columns_right(std::int64_t diagonal) {
    return diagonal > 0 ? static_cast<std::uint64_t>(diagonal) : 0;
}

/// The step that puts a vector on a diagonal.
class PutOnDiagonal {
public:
    PutOnDiagonal(Context& context, const mergus_call& call)
        : context_(context), v_(*call.A), nrows_(call.C->nrows), ncols_(call.C->ncols),
          down_(rows_down(call.diagonal)), right_(columns_right(call.diagonal)) {}

    void kernels(KernelRequests& requests) const { requests.push_back(kernel("diagonal_offsets")); }

    [[nodiscard]] Matrix run() const {
        Device& device = context_.device;
        Matrix T = raw_matrix(context_, v_.type, nrows_, ncols_, v_.nvals);
        const void* const index = v_.col.data();
        device.launch(context_.jit.kernel(kernel("diagonal_offsets")),
                      grid_for(context_, nrows_ + 1, block_threads), {block_threads}, 0, index, v_.nvals,
                      down_, nrows_, T.ptr.data());
        device.launch(context_.jit.kernel(kernel("diagonal_columns")),
                      grid_for(context_, v_.nvals, block_threads), {block_threads}, 0, index, v_.nvals,
                      right_, static_cast<const void*>(T.col.data()));
        device.copy(T.val.data(), v_.val.data(), v_.nvals * v_.type->size);
        if (v_.nvals == nrows_ && nrows_ == ncols_) set_diagonal_profile(context_, T); // for products
        return T;
    }

private:
    [[nodiscard]] KernelRequest kernel(const char* entry) const {
        Bindings bindings;
        bindings.index("Index", v_.wide()).index("C_index", needs_wide(ncols_));
        return {"vectors/diag.cuh", entry, std::move(bindings)};
    }

    Context& context_;
    const Matrix& v_;
    std::uint64_t nrows_, ncols_, down_, right_;
};

} // namespace

void diag(Context& context, const mergus_call& call) {
    const PutOnDiagonal put(context, call);
    const WriteResult write(context, *call.C, call.A->type, OutputSpec::of(call));
    compile_kernels(context, put, write);
    write.run(put.run());
}

void extract_diag(Context& context, const mergus_call& call) {
    const PickEntries pick(context, *call.A, call.C->ncols);
    const WriteResult write(context, *call.C, call.A->type, OutputSpec::of(call));
    compile_kernels(context, pick, write);
    const IndexSet rows{nullptr, rows_down(call.diagonal), call.C->ncols};
    write.run(pick.run(*call.A, {.rows = rows, .col = columns_right(call.diagonal), .step = 1}));
}

} // namespace mergus::cuda
