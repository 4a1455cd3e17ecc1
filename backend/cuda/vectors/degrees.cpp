/// \file degrees.cpp
#include "degrees.hpp"

#include "objects/copy_arrays.hpp"
#include "objects/report.hpp"

#include "bitmap/bitmap_forms.hpp"
#include "bitmap/convert.hpp"
#include "bitmap/counted_launch.hpp"
#include "bitmap/dispatch.hpp"
#include "builtin_types.hpp"
#include "device/primitives.hpp"
#include "ops/operations.hpp"
#include "steps/identity.hpp"
#include "steps/pick.hpp"
#include "steps/symmetry.hpp"
#include "transpose/transpose.hpp"
#include "vector_method.hpp"

#include <algorithm>
#include <cmath>
#include <limits>
#include <type_traits>
#include <utility>

namespace mergus::cuda {

namespace vector_methods {
extern const VectorMethod degrees;
}

namespace {

constexpr const char* file = "vectors/degrees.cuh";

const mergus_type* degree_type(Context& context) {
    static constexpr mergus_type type{sizeof(mergus_type), MERGUS_UINT64, 8, 8, "uint64_t", nullptr};
    return context.intern(&type);
}

Matrix degrees_as_bitmap(Context& context, const Matrix& A, const MatrixShape& shape) {
    const Kernel& kernel = context.jit.kernel(KernelRequest(file, "degrees_to_bitmap", Bindings()));
    Bitmap bitmap = raw_bitmap(context, shape);
    const CountedLaunch counted(context, bitmap);
    launch_counted(context.device, counted, bitmap, kernel, grid_for(context, A.nrows, block_threads),
                   {block_threads}, static_cast<const std::uint64_t*>(A.ptr.data()), A.nrows,
                   bitmap.bits.data(), static_cast<const void*>(bitmap.val.data()));
    Matrix degrees;
    static_cast<MatrixShape&>(degrees) = shape;
    degrees.set_bitmap(std::move(bitmap));
    return degrees;
}

Matrix degrees_as_list(Context& context, const Matrix& A, const MatrixShape& shape) {
    Device& device = context.device;
    const KernelRequest mark(file, "mark_rows", Bindings()), list(file, "list_degrees", Bindings());
    const RowsWithValue rows(context, shape.wide());
    const IdentityColumns identity(context, A.nrows);
    KernelRequests requests{mark, list};
    rows.kernels(requests);
    identity.kernels(requests);
    context.jit.compile(requests);

    const Dim3 grid = grid_for(context, A.nrows, block_threads);
    const auto* const ptr = static_cast<const std::uint64_t*>(A.ptr.data());
    Array<std::uint64_t> offset(device, A.nrows + 1);
    device.launch(context.jit.kernel(mark), grid, {block_threads}, 0, ptr, A.nrows, offset.data());
    exclusive_scan(device, offset.data(), offset.data(), A.nrows);
    const std::uint64_t nvals = device.read(static_cast<const std::uint64_t*>(offset.data()) + A.nrows);
    Buffer values(device, nvals * shape.type->size);
    device.launch(context.jit.kernel(list), grid, {block_threads}, 0, ptr, A.nrows,
                  static_cast<const std::uint64_t*>(offset.data()), static_cast<const void*>(values.data()));
    if (nvals == A.nrows) return identity.vector(shape.type, std::move(values));
    return rows.run(A.nrows, nvals, offset, shape.type, std::move(values));
}

/// The degrees of A's rows, a vector of degree_type() with an entry for every row that has entries. Made if
/// need be, and kept with A.
std::shared_ptr<const Matrix> degrees_of(Context& context, const Matrix& A) {
    auto& degrees = derive<RowDegrees>(context, A);
    degrees.last_call = context.derived.call();
    if (degrees.vector) return degrees.vector;
    MatrixShape shape;
    shape.type = degree_type(context);
    shape.nrows = 1;
    shape.ncols = A.nrows;
    shape.is_vector = true;
    const bool as_bitmap = may_be_bitmap(context, shape);
    degrees.vector = std::make_shared<const Matrix>(as_bitmap ? degrees_as_bitmap(context, A, shape)
                                                              : degrees_as_list(context, A, shape));
    return degrees.vector;
}

/// The matrix whose rows are A's rows, or A's columns; null if that is not known without work.
std::shared_ptr<const Matrix> rows_of(Context& context, const Matrix& A, bool transposed) {
    const std::shared_ptr<const Matrix> itself{std::shared_ptr<void>(), &A};
    if (!transposed || known_symmetry(A).value_or(false)) return itself;
    return cached_transpose(context, A, false);
}

/// Whether degrees of `rows` can be had: they exist, or work submitted now runs before that of later calls.
bool has_degrees(const Context& context, const Matrix& rows) {
    const auto* const known = derived<RowDegrees>(rows);
    return (known != nullptr && known->vector) || !context.device.capturing();
}

/// All integers from 0 to this one are values of the type, and sums of ones up to it are exact.
std::uint64_t largest_count(const mergus_type& type) noexcept {
    const auto count_of = []<class T>(T) -> std::uint64_t {
        if constexpr (std::is_same_v<T, bool>)
            return 0;
        else if constexpr (std::is_integral_v<T>)
            return std::min<std::uint64_t>(std::numeric_limits<T>::max(), INT64_MAX);
        else // all integers of as many bits as the fraction has
            return std::uint64_t{1} << std::numeric_limits<decltype(std::abs(T()))>::digits;
    };
    return core::with_builtin(type.code, count_of, [] { return std::uint64_t{0}; });
}

bool is_plus(const mergus_monoid& monoid) noexcept {
    return monoid.op->code == MERGUS_OP_PLUS && monoid.terminal == nullptr;
}

/// Whether every cell has an entry, as far as the host knows.
bool is_full(const Matrix& u) {
    if (u.has_rows() || u.is_blank()) return u.full();
    return u.bitmap->count.known() && u.bitmap->count.get() == u.nrows * u.ncols;
}

KernelRequest scale_kernel(const mergus_type* from, const mergus_type* to) {
    Bindings bindings;
    bindings.type("X_value", from)
        .type("Z_value", to)
        .cast("convert", from, to)
        .constant("wraps", to->code != MERGUS_FP32 && to->code != MERGUS_FP64);
    return {"vectors/scale_degrees.cuh", "scale_degrees", std::move(bindings)};
}

/// The product w ⊙= A ⊕.⊗ u, or A' in A's place, if every entry of T is the number of entries of a row:
/// copies the degrees. u is full as far as the host knows; ⊕ is plus, ⊗ is pair, and every possible degree is
/// a value of their type. \return whether it was such a product; if not, nothing was done
bool count_entries(Context& context, const mergus_call& call, const Matrix& A, const Matrix& u,
                   bool transposed) {
    const mergus_semiring& semiring = *call.semiring;
    if (!is_plus(*semiring.add) || semiring.mul->code != MERGUS_OP_PAIR || !call.C->is_vector) return false;
    if (!A.has_rows() || A.nvals == 0 || !is_full(u)) return false;
    if (std::max(A.nrows, A.ncols) > largest_count(*semiring.mul->z_type)) return false;
    const std::shared_ptr<const Matrix> rows = rows_of(context, A, transposed);
    if (!rows || !has_degrees(context, *rows)) return false;
    const std::shared_ptr<const Matrix> degrees = degrees_of(context, *rows);
    mergus_call copy = call;
    copy.A = degrees.get();
    copy.B = nullptr;
    copy.descriptor &= ~std::uint32_t{MERGUS_DESC_TRAN0 | MERGUS_DESC_TRAN1};
    copy.report = nullptr;
    if (!copy_bitmap(context, copy)) on_rows<assign>(context, copy);
    report_method(call.report, vector_methods::degrees.name);
    if (call.report != nullptr) call.report->work = rows->nrows;
    return true;
}

} // namespace

AddEqualValues::AddEqualValues(Context& context, std::shared_ptr<const Matrix> rows, const Matrix& A,
                               const mergus_type* type)
    : context_(context), rows_(std::move(rows)), A_(A), type_(type), kernel_(scale_kernel(A.type, type)) {}

std::optional<AddEqualValues> AddEqualValues::planned(Context& context, const Matrix& A, bool transposed,
                                                      const mergus_monoid& monoid) {
    const mergus_type* const type = context.intern(monoid.op->z_type);
    const bool integers = type->code >= MERGUS_INT8 && type->code <= MERGUS_UINT64;
    const bool reals = type->code == MERGUS_FP32 || type->code == MERGUS_FP64;
    if (!A.iso || !is_plus(monoid) || !(integers || (reals && !context.deterministic))) return std::nullopt;
    std::shared_ptr<const Matrix> rows = rows_of(context, A, transposed);
    if (!rows || !has_degrees(context, *rows)) return std::nullopt;
    return AddEqualValues(context, std::move(rows), A, type);
}

Matrix AddEqualValues::run() const {
    const std::shared_ptr<const Matrix> degrees = degrees_of(context_, *rows_);
    const Matrix& list = csr(context_, *degrees);
    Matrix T;
    static_cast<MatrixShape&>(T) = list;
    T.type = type_;
    T.ptr = Array<std::uint64_t>(context_.device, 2);
    ArrayCopies copies(context_);
    copies.add(T.ptr.data(), list.ptr.data(), 2 * sizeof(std::uint64_t));
    T.col = copy_of_columns(list, copies);
    copies.run();
    T.val = Buffer(context_.device, T.nvals * type_->size);
    context_.device.launch(context_.jit.kernel(kernel_), grid_for(context_, T.nvals, block_threads),
                           {block_threads}, 0, static_cast<const void*>(list.val.data()),
                           static_cast<const void*>(A_.val.data()), T.nvals,
                           static_cast<const void*>(T.val.data()));
    return T;
}

namespace vector_methods {
constinit const VectorMethod degrees{
    .name = "degrees",
    .summary = "a full vector by plus_pair: the numbers of entries of rows, which the matrix keeps",
    .evidence = "docs/laboratory/graphs.md",
    .on_bitmap = true,
    .run = [](VectorProduct& product) {
        return count_entries(product.context, product.call, product.A, product.u, !product.pulls_given);
    }};
} // namespace vector_methods

} // namespace mergus::cuda
