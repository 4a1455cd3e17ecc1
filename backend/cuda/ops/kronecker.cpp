/// \file kronecker.cpp
/// kronecker: T((ia, ib), (ja, jb)) = op(A(ia, ja), B(ib, jb)).
#include "operations.hpp"
#include "steps/iso.hpp"
#include "steps/row_tiles.hpp"
#include "steps/write_result.hpp"
#include "transpose/transpose.hpp"

#include <fmt/format.h>

namespace mergus::cuda {

namespace {

class KroneckerProduct {
public:
    KroneckerProduct(Context& context, const mergus_call& call, const MatrixShape& A, const MatrixShape& B,
                     const mergus_type* z_type)
        : context_(context), C_(*call.C), z_type_(z_type) {
        bindings_.index("A_index", A.wide())
            .index("B_index", B.wide())
            .index("Index", C_.wide())
            .type("A_value", A.type)
            .type("B_value", B.type)
            .type("Z_value", z_type)
            .binary("f", call.op, A.type, B.type, z_type);
        if (context.deterministic) bindings_.no_contraction();
        if (B.nvals != 0 && A.nvals > (UINT64_MAX / 64) / B.nvals)
            throw Error(Code::out_of_memory, fmt::format("a product of {} x {} entries", A.nvals, B.nvals));
    }

    void kernels(KernelRequests& requests) const {
        requests.push_back(request("kronecker_offsets"));
        requests.push_back(row_tiles_kernel());
    }

    [[nodiscard]] Matrix run(const Matrix& A, const Matrix& B) const {
        Device& device = context_.device;
        const std::uint64_t nvals = A.nvals * B.nvals;
        if (nvals == 0) return empty_matrix(context_, z_type_, C_.nrows, C_.ncols);
        Matrix T = raw_matrix(context_, z_type_, C_.nrows, C_.ncols, nvals);
        const std::uint64_t* const a_ptr = A.ptr.data();
        const std::uint64_t* const b_ptr = B.ptr.data();
        const auto array = [](const auto& buffer) { return static_cast<const void*>(buffer.data()); };
        device.launch(context_.jit.kernel(request("kronecker_offsets")),
                      grid_for(context_, T.nrows + 1, block_threads), {block_threads}, 0, a_ptr, b_ptr,
                      B.nrows, T.nrows, T.ptr.data());
        const RowTiles tiles = split_rows(context_, T.ptr.data(), T.nrows, nvals);
        device.launch(context_.jit.kernel(request("kronecker_entries")), tiles.grid(), {tile_threads}, 0,
                      tiles.list(), a_ptr, array(A.col), values_of(context_, A), b_ptr, array(B.col),
                      values_of(context_, B), B.nrows, B.ncols,
                      static_cast<const std::uint64_t*>(T.ptr.data()), array(T.col), array(T.val));
        return T;
    }

private:
    [[nodiscard]] KernelRequest request(const char* entry) const {
        return {"ops/kronecker.cuh", entry, bindings_};
    }

    Context& context_;
    const Matrix& C_;
    const mergus_type* z_type_;
    Bindings bindings_;
};

} // namespace

void kronecker(Context& context, const mergus_call& call) {
    TransposedInput A(context, *call.A, (call.descriptor & MERGUS_DESC_TRAN0) != 0);
    TransposedInput B(context, *call.B, (call.descriptor & MERGUS_DESC_TRAN1) != 0);
    const mergus_type* const z_type = context.intern(call.op->z_type);
    const KroneckerProduct product(context, call, *A, *B, z_type);
    const WriteResult write(context, *call.C, z_type, OutputSpec::of(call));
    compile_kernels(context, A, B, product, write);
    A.run();
    B.run();
    write.run(product.run(*A, *B));
}

} // namespace mergus::cuda
