/// \file matrix.cpp
/// AnyMatrix: construction, shape, tuples, import and export of compressed rows.
#include <mergus/matrix.hpp>

#include "catalogue.hpp"
#include "context_state.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <limits>

namespace mergus {

using core::state_of;
using detail::MatrixState;

namespace detail {

MatrixState::~MatrixState() {
    if (handle == nullptr) return;
    context->locked([&] {
        context->table().matrix_free(context->handle(), handle);
        return 0;
    });
}

} // namespace detail

namespace core {

MatrixState& state_of(const AnyMatrix& matrix, std::string_view operation, std::string_view argument) {
    if (matrix.state() == nullptr)
        throw Error(Code::uninitialized_object,
                    fmt::format("{}: {} is an empty object", operation, argument));
    return *matrix.state();
}

void check_dimensions(std::string_view operation, std::uint64_t nrows, std::uint64_t ncols) {
    if (nrows > max_dimension || ncols > max_dimension)
        throw Error(Code::invalid_value,
                    fmt::format("{}: {} x {} is too large: compressed sparse rows are limited to {} (2^36) "
                                "rows and columns",
                                operation, nrows, ncols, max_dimension));
}

} // namespace core

namespace {

const mergus_type* check_type(const mergus_type* type, std::string_view operation) {
    if (type == nullptr) throw Error(Code::null_pointer, fmt::format("{}: the type is null", operation));
    return detail::intern_type(*type);
}

bool castable(const mergus_type* from, const mergus_type* to) {
    return from == to || (from->code != MERGUS_USER_TYPE && to->code != MERGUS_USER_TYPE);
}

void require_castable(std::string_view operation, const mergus_type* from, const mergus_type* to) {
    if (!castable(from, to))
        throw Error(Code::domain_mismatch, fmt::format("{}: values of type {} cannot be cast to {}",
                                                       operation, type_name(from), type_name(to)));
}

} // namespace

AnyMatrix::AnyMatrix() noexcept = default;
AnyMatrix::AnyMatrix(AnyMatrix&&) noexcept = default;
AnyMatrix& AnyMatrix::operator=(AnyMatrix&&) noexcept = default;
AnyMatrix::~AnyMatrix() = default;
AnyMatrix::AnyMatrix(std::unique_ptr<MatrixState> state) noexcept : state_(std::move(state)) {}

AnyMatrix::AnyMatrix(const Context& context, const mergus_type* type, Natural rows, Natural cols) {
    const std::uint64_t nrows = rows, ncols = cols;
    type = check_type(type, "Matrix");
    core::check_dimensions("Matrix", nrows, ncols);
    auto state = std::make_unique<MatrixState>(context.state(), nullptr, type, nrows, ncols);
    auto args = core::defaults<mergus_matrix_new_args>();
    args.type = type;
    args.nrows = nrows;
    args.ncols = ncols;
    context.state()->call("Matrix", context.state()->table().matrix_new, &args);
    state->handle = args.matrix;
    state_ = std::move(state);
}

std::uint64_t AnyMatrix::nrows() const {
    return state_of(*this, "nrows", "the matrix").nrows;
}
std::uint64_t AnyMatrix::ncols() const {
    return state_of(*this, "ncols", "the matrix").ncols;
}
const mergus_type* AnyMatrix::type() const {
    return state_of(*this, "type", "the matrix").type;
}
Context AnyMatrix::context() const {
    return Context(state_of(*this, "context", "the matrix").context);
}

namespace {

mergus_matrix_info info_of(const AnyMatrix& matrix, std::string_view operation) {
    const MatrixState& state = state_of(matrix, operation, "the matrix");
    auto info = core::defaults<mergus_matrix_info>();
    state.context->call(operation, state.context->table().matrix_info, state.handle, &info);
    return info;
}

/// The shape and type of a matrix as a CSR without arrays, with 64-bit indices on the host.
mergus_csr describe(const MatrixState& state) {
    auto csr = core::defaults<mergus_csr>();
    csr.type = state.type;
    csr.nrows = state.nrows;
    csr.ncols = state.ncols;
    csr.pointer_bits = csr.index_bits = 64;
    csr.memory = MERGUS_MEMORY_HOST;
    return csr;
}

void call_export(const MatrixState& state, mergus_csr& csr, std::string_view operation) {
    auto args = core::defaults<mergus_matrix_export_csr_args>();
    args.matrix = state.handle;
    args.csr = &csr;
    state.context->call(operation, state.context->table().matrix_export_csr, &args);
}

/// Host arrays that an imported matrix can own.
struct OwnedArrays {
    std::vector<std::uint64_t> row_ptr;
    std::vector<std::uint64_t> cols;
    std::unique_ptr<std::max_align_t[]> values;
};

std::unique_ptr<std::max_align_t[]> allocate_values(std::uint64_t bytes) {
    return std::make_unique_for_overwrite<std::max_align_t[]>(bytes / sizeof(std::max_align_t) + 1);
}

/// Exports a matrix to the host. `csr` describes the returned arrays.
std::unique_ptr<OwnedArrays> export_all(const AnyMatrix& matrix, mergus_csr& csr,
                                        std::string_view operation) {
    const MatrixState& state = state_of(matrix, operation, "the matrix");
    const std::uint64_t nvals = info_of(matrix, operation).nvals;
    auto arrays = std::make_unique<OwnedArrays>();
    arrays->row_ptr.resize(state.nrows + 1);
    arrays->cols.resize(nvals);
    arrays->values = allocate_values(nvals * state.type->size);
    csr = describe(state);
    csr.row_ptr = arrays->row_ptr.data();
    csr.cols = arrays->cols.data();
    csr.values = arrays->values.get();
    csr.capacity = nvals;
    call_export(state, csr, operation);
    return arrays;
}

} // namespace

std::uint64_t AnyMatrix::nvals() const {
    return info_of(*this, "nvals").nvals;
}
std::uint64_t AnyMatrix::bytes() const {
    return info_of(*this, "bytes").bytes;
}

AnyMatrix AnyMatrix::dup() const {
    const MatrixState& state = state_of(*this, "dup", "the matrix");
    const auto duplicate = state.context->table().matrix_dup;
    if (duplicate == nullptr) return to(Context(state.context));
    auto copy = std::make_unique<MatrixState>(state.context, nullptr, state.type, state.nrows, state.ncols);
    auto args = core::defaults<mergus_matrix_dup_args>();
    args.matrix = state.handle;
    state.context->call("dup", duplicate, &args);
    copy->handle = args.copy;
    return AnyMatrix(std::move(copy));
}

AnyMatrix AnyMatrix::to(const Context& context) const {
    mergus_csr csr{};
    auto arrays = export_all(*this, csr, "to");
    csr.release = [](void* owner) { delete static_cast<OwnedArrays*>(owner); };
    csr.release_arg = arrays.get();
    AnyMatrix copy = import_csr(context, csr);
    static_cast<void>(arrays.release()); // only a successful import takes ownership
    return copy;
}

void AnyMatrix::clear() {
    const MatrixState& state = state_of(*this, "clear", "the matrix");
    if (const auto empty = state.context->table().matrix_clear)
        state.context->call("clear", empty, state.handle);
    else
        *this = AnyMatrix(Context(state.context), state.type, state.nrows, state.ncols);
}

void AnyMatrix::build(const IndexList& row_list, const IndexList& col_list, const void* values,
                      const mergus_type* value_type, const BinaryOp& dup) {
    const MatrixState& state = state_of(*this, "build", "the matrix");
    const std::span<const std::uint64_t> rows = row_list.list(), cols = col_list.list();
    value_type = check_type(value_type, "build");
    if (rows.size() != cols.size())
        throw Error(Code::dimension_mismatch,
                    fmt::format("build: {} rows but {} columns", rows.size(), cols.size()));
    if (values == nullptr && !rows.empty()) throw Error(Code::null_pointer, "build: values is null");
    require_castable("build", value_type, state.type);
    const mergus_op* op = dup.get();
    if (op != nullptr) {
        if (op->kind != MERGUS_BINARY)
            throw Error(Code::invalid_value, "build: dup is not a binary operator");
        for (const mergus_type* side : {op->x_type, op->y_type, op->z_type})
            if (side != nullptr) require_castable("build: dup", state.type, side);
    }
    for (std::size_t e = 0; e < rows.size(); ++e)
        if (rows[e] >= state.nrows || cols[e] >= state.ncols)
            throw Error(Code::index_out_of_bounds,
                        fmt::format("build: entry {} is at ({}, {}), outside {} x {}", e, rows[e], cols[e],
                                    state.nrows, state.ncols));
    if (nvals() != 0) throw Error(Code::output_not_empty, "build: the matrix already has entries");
    auto args = core::defaults<mergus_matrix_build_args>();
    args.matrix = state.handle;
    args.rows = rows.data();
    args.cols = cols.data();
    args.values = values;
    args.value_type = value_type;
    args.nvals = rows.size();
    args.dup = op;
    state.context->call("build", state.context->table().matrix_build, &args);
}

void AnyMatrix::extract_tuples(std::uint64_t* rows, std::uint64_t* cols, void* values,
                               const mergus_type* value_type) const {
    const MatrixState& state = state_of(*this, "extract_tuples", "the matrix");
    if (values != nullptr) {
        value_type = check_type(value_type, "extract_tuples");
        require_castable("extract_tuples", state.type, value_type);
    } else {
        value_type = state.type;
    }
    auto args = core::defaults<mergus_matrix_extract_tuples_args>();
    args.matrix = state.handle;
    args.rows = rows;
    args.cols = cols;
    args.values = values;
    args.value_type = value_type;
    state.context->call("extract_tuples", state.context->table().matrix_extract_tuples, &args);
}

namespace {

/// A struct whose creator did not set struct_size would read as one without members.
void check_size(const mergus_csr& csr, std::string_view operation) {
    if (!MERGUS_HAS(mergus_csr, &csr, capacity))
        throw Error(Code::invalid_value, fmt::format("{}: struct_size is {}; set it to sizeof(mergus_csr)",
                                                     operation, csr.struct_size));
}

/// Checks nvals against the shape and the address space before any array is read.
void check_entry_count(const mergus_csr& csr, const mergus_type* type) {
    const bool too_many = csr.nvals > 0 && (csr.ncols == 0 || (csr.nvals - 1) / csr.ncols >= csr.nrows);
    if (too_many)
        throw Error(Code::invalid_value,
                    fmt::format("import_csr: a {} x {} matrix cannot have nvals = {} entries", csr.nrows,
                                csr.ncols, csr.nvals));
    const std::uint64_t widest = std::max<std::uint64_t>(type->size, sizeof(std::uint64_t));
    if (csr.nvals > std::numeric_limits<std::ptrdiff_t>::max() / widest)
        throw Error(
            Code::invalid_value,
            fmt::format("import_csr: no memory holds nvals = {} entries of {} bytes", csr.nvals, type->size));
}

} // namespace

AnyMatrix AnyMatrix::import_csr(const Context& context, const mergus_csr& given) {
    check_size(given, "import_csr");
    mergus_csr csr = core::whole(&given);
    const mergus_type* type = check_type(csr.type, "import_csr");
    core::check_dimensions("import_csr", csr.nrows, csr.ncols);
    for (const int bits : {csr.pointer_bits, csr.index_bits})
        if (bits != 32 && bits != 64)
            throw Error(Code::invalid_value,
                        fmt::format("import_csr: indices of {} bits; 32 or 64 are supported", bits));
    if (csr.memory != MERGUS_MEMORY_HOST && csr.memory != MERGUS_MEMORY_DEVICE)
        throw Error(Code::invalid_value, fmt::format("import_csr: {} is not a kind of memory", csr.memory));
    if (csr.row_ptr == nullptr) throw Error(Code::null_pointer, "import_csr: row_ptr is null");
    if (csr.nvals > 0 && (csr.cols == nullptr || csr.values == nullptr))
        throw Error(Code::null_pointer,
                    fmt::format("import_csr: {} is null", csr.cols == nullptr ? "cols" : "values"));
    if ((csr.flags & ~std::uint32_t{MERGUS_CSR_TRUSTED}) != 0)
        throw Error(Code::invalid_value,
                    fmt::format("import_csr: flags are {:#x}; only MERGUS_CSR_TRUSTED is known", csr.flags));
    check_entry_count(csr, type);
    csr.type = type;
    // Allocated before the call, so that no step can fail after the backend has made the handle.
    auto state = std::make_unique<MatrixState>(context.state(), nullptr, type, csr.nrows, csr.ncols);
    auto lent =
        csr.release != nullptr ? std::make_unique<detail::LentArrays>(*context.state(), csr) : nullptr;
    auto args = core::defaults<mergus_matrix_import_csr_args>();
    args.csr = &csr;
    context.state()->call("import_csr", context.state()->table().matrix_import_csr, &args);
    state->handle = args.matrix;
    static_cast<void>(lent.release()); // deleted when the backend returns the arrays
    return AnyMatrix(std::move(state));
}

void AnyMatrix::export_csr(mergus_csr& given) const {
    const MatrixState& state = state_of(*this, "export_csr", "the matrix");
    check_size(given, "export_csr");
    mergus_csr csr = core::whole(&given);
    for (const int bits : {csr.pointer_bits, csr.index_bits})
        if (bits != 32 && bits != 64)
            throw Error(Code::invalid_value,
                        fmt::format("export_csr: indices of {} bits; 32 or 64 are supported", bits));
    const std::uint64_t entries = nvals();
    if ((csr.cols != nullptr || csr.values != nullptr) && csr.capacity < entries)
        throw Error(Code::insufficient_space,
                    fmt::format("export_csr: room for {} entries, the matrix has {}", csr.capacity, entries));
    constexpr std::uint64_t limit_32 = std::uint64_t{1} << 32; // number of unsigned 32-bit indices
    if (csr.index_bits == 32 && csr.cols != nullptr && state.ncols > limit_32)
        throw Error(
            Code::invalid_value,
            fmt::format("export_csr: column indices of 32 bits are too narrow for a {} x {} matrix; use 64",
                        state.nrows, state.ncols));
    if (csr.pointer_bits == 32 && csr.row_ptr != nullptr && entries >= limit_32)
        throw Error(
            Code::invalid_value,
            fmt::format("export_csr: offsets of 32 bits are too narrow for {} entries; use 64", entries));
    csr.type = state.type;
    csr.nrows = state.nrows;
    csr.ncols = state.ncols;
    call_export(state, csr, "export_csr");
    core::write_back(&given, csr);
}

AnyMatrix AnyMatrix::import_csr(const Context& context, CsrArrays&& arrays) {
    AnyMatrix matrix = import_csr(context, arrays.csr());
    static_cast<void>(arrays.release()); // the matrix owns them
    return matrix;
}

CsrArrays AnyMatrix::release_csr() {
    const MatrixState& state = state_of(*this, "release_csr", "the matrix");
    mergus_csr csr = describe(state);
    if (const auto move = state.context->table().matrix_move_csr) {
        auto held = std::make_unique<detail::HeldArrays>(state.context);
        auto args = core::defaults<mergus_matrix_move_csr_args>();
        args.matrix = state.handle;
        args.csr = &csr;
        state.context->call("release_csr", move, &args);
        detail::HeldArrays::hold(std::move(held), csr);
        return CsrArrays(csr);
    }
    auto arrays = export_all(*this, csr, "release_csr");
    clear();
    csr.release = [](void* owner) { delete static_cast<OwnedArrays*>(owner); };
    csr.release_arg = arrays.release();
    return CsrArrays(csr);
}

} // namespace mergus
