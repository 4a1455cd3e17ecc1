/// \file apply.cpp
/// apply in its four forms (unary, scalar bound first or second, index unary), and the cast of a whole
/// matrix.
#include "apply.hpp"

#include "device/launch.hpp"
#include "transpose/transpose.hpp"
#include "write_result.hpp"

namespace mergus::cuda {

namespace {

constexpr unsigned char no_scalar = 0;

/// A matrix with A's pattern (taken over if A is a temporary) and values map(A).
Matrix mapped(Context& context, const Matrix& A, Matrix&& pattern, const mergus_type* z_type,
              Bindings& bindings, const void* scalar, std::size_t scalar_size) {
    Device& device = context.device;
    Buffer values(device, A.nvals * z_type->size);
    const Kernel& kernel = context.jit.kernel("ops/map.cuh", "map_entries", bindings);
    const std::uint64_t* ptr = A.ptr.data();
    const void* col = A.col.data();
    const void* val = A.val.data();
    const void* out = values.data();
    launch(device, kernel, grid_for(context, A.nvals, block_threads), {block_threads}, 0,
           {ptr, A.nrows, col, val, A.nvals, Parameter(scalar, scalar_size), out});
    pattern.type = z_type;
    pattern.val = std::move(values);
    return std::move(pattern);
}

/// A copy of the pattern alone.
Matrix pattern_of(Context& context, const Matrix& A) {
    Matrix pattern;
    pattern.type = A.type;
    pattern.nrows = A.nrows;
    pattern.ncols = A.ncols;
    pattern.nvals = A.nvals;
    pattern.ptr = Array<std::uint64_t>(context.device, A.nrows + 1);
    pattern.col = Buffer(context.device, A.nvals * A.index_size());
    context.device.copy(pattern.ptr.data(), A.ptr.data(), (A.nrows + 1) * sizeof(std::uint64_t));
    context.device.copy(pattern.col.data(), A.col.data(), A.nvals * A.index_size());
    return pattern;
}

void bind_map(Bindings& bindings, const mergus_op* op, const Matrix& A, const mergus_type* z_type,
              const mergus_type* scalar_type, bool scalar_first) {
    bindings.index("Index", A.wide()).type("X_value", A.type).type("Z_value", z_type);
    bindings.constant("needs_row", op->kind == MERGUS_INDEX_UNARY);
    if (op->kind == MERGUS_UNARY) {
        bindings.line("typedef uint8_t Y_value;")
            .unary("f", op, A.type, z_type)
            .line("__device__ __forceinline__ Z_value map(X_value x, int64_t, int64_t, Y_value) { return "
                  "f(x); }");
    } else if (op->kind == MERGUS_INDEX_UNARY) {
        bindings.type("Y_value", scalar_type).index_unary("map", op, A.type, z_type);
    } else if (scalar_first) {
        bindings.type("Y_value", scalar_type)
            .binary("f", op, scalar_type, A.type, z_type)
            .line("__device__ __forceinline__ Z_value map(X_value x, int64_t, int64_t, Y_value y) "
                  "{ return f(y, x); }");
    } else {
        bindings.type("Y_value", scalar_type)
            .binary("f", op, A.type, scalar_type, z_type)
            .line("__device__ __forceinline__ Z_value map(X_value x, int64_t, int64_t, Y_value y) "
                  "{ return f(x, y); }");
    }
}

Bindings bind_cast(bool wide, const mergus_type* from, const mergus_type* to) {
    Bindings bindings;
    bindings.index("Index", wide)
        .type("X_value", from)
        .type("Z_value", to)
        .line("typedef uint8_t Y_value;")
        .cast("f", from, to)
        .constant("needs_row", 0)
        .line(
            "__device__ __forceinline__ Z_value map(X_value x, int64_t, int64_t, Y_value) { return f(x); }");
    return bindings;
}

} // namespace

void request_cast(std::vector<KernelRequest>& requests, bool wide, const mergus_type* from,
                  const mergus_type* to) {
    requests.push_back({"ops/map.cuh", "map_entries", bind_cast(wide, from, to)});
}

Matrix cast_matrix(Context& context, Matrix&& matrix, const mergus_type* type) {
    type = context.intern(type);
    if (matrix.type == type) return std::move(matrix);
    Bindings bindings = bind_cast(matrix.wide(), matrix.type, type);
    Matrix source = std::move(matrix);
    Matrix pattern;
    pattern.nrows = source.nrows;
    pattern.ncols = source.ncols;
    pattern.nvals = source.nvals;
    Matrix result = mapped(context, source, std::move(pattern), type, bindings, &no_scalar, sizeof no_scalar);
    result.ptr = std::move(source.ptr);
    result.col = std::move(source.col);
    return result;
}

void apply(Context& context, const mergus_call& call) {
    const bool scalar_first = call.B != nullptr;
    const Matrix& input = *(scalar_first ? call.B : call.A);
    const bool transposed = (call.descriptor & (scalar_first ? MERGUS_DESC_TRAN1 : MERGUS_DESC_TRAN0)) != 0;
    TransposedInput A(context, input, transposed);
    // The result goes straight into C's type where no accumulator wants it as it is.
    const mergus_type* z_type = context.intern(call.accum == nullptr ? call.C->type : call.op->z_type);
    Bindings bindings;
    bind_map(bindings, call.op, *A, z_type, call.scalar_type, scalar_first);
    if (context.deterministic) bindings.no_contraction();
    const OutputSpec how = OutputSpec::of(call);
    KernelRequests requests{{"ops/map.cuh", "map_entries", bindings}};
    A.kernels(requests);
    request_write_result(requests, context, *call.C, z_type, how);
    context.jit.compile(requests);
    A.run();
    const bool has_scalar = call.op->kind != MERGUS_UNARY;
    Matrix T =
        mapped(context, *A, pattern_of(context, *A), z_type, bindings, has_scalar ? call.scalar : &no_scalar,
               has_scalar ? call.scalar_type->size : sizeof no_scalar);
    write_result(context, *call.C, std::move(T), how);
}

} // namespace mergus::cuda
