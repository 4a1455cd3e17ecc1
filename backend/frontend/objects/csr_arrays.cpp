/// \file csr_arrays.cpp
/// Import and export of compressed sparse rows.
#include <mergus/matrix.hpp>

#include "array_copies.hpp"
#include "matrix_state.hpp"
#include "memory_errors.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <limits>
#include <vector>

namespace mergus {

using core::allocate_values;
using core::state_of;
using detail::MatrixState;

namespace {

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

/// The arrays have an offset for every row.
void check_rows(std::string_view operation, std::uint64_t nrows) {
    constexpr std::uint64_t max_csr_rows = std::uint64_t{1} << 36;
    if (nrows > max_csr_rows)
        throw Error(Code::invalid_value,
                    fmt::format("{}: compressed sparse rows are limited to {} (2^36) rows, not {}", operation,
                                max_csr_rows, nrows));
}

/// Exports a matrix to the host. `csr` describes the returned arrays.
std::unique_ptr<OwnedArrays> export_all(const MatrixState& state, mergus_csr& csr,
                                        std::string_view operation) {
    const std::uint64_t nvals = core::info_of(state, operation).nvals;
    auto arrays = core::with_memory_errors(std::string(operation), [&] {
        auto made = std::make_unique<OwnedArrays>();
        made->row_ptr.resize(state.nrows + 1);
        made->cols.resize(nvals);
        made->values = allocate_values(nvals * state.type->size);
        return made;
    });
    csr = describe(state);
    csr.row_ptr = arrays->row_ptr.data();
    csr.cols = arrays->cols.data();
    csr.values = arrays->values.get();
    csr.capacity = nvals;
    call_export(state, csr, operation);
    return arrays;
}

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

std::unique_ptr<MatrixState> import_state(const std::shared_ptr<detail::ContextState>& context,
                                          const mergus_csr& given) {
    check_size(given, "import_csr");
    mergus_csr csr = core::whole(&given);
    const mergus_type* type = core::check_type(csr.type, "import_csr");
    core::check_dimensions("import_csr", csr.nrows, csr.ncols);
    check_rows("import_csr", csr.nrows);
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
    auto state = std::make_unique<MatrixState>(context, type, core::Shape{csr.nrows, csr.ncols});
    auto lent = csr.release != nullptr ? std::make_unique<detail::LentArrays>(*context, csr) : nullptr;
    auto args = core::defaults<mergus_matrix_import_csr_args>();
    args.csr = &csr;
    try {
        context->call("import_csr", context->table().matrix_import_csr, &args);
    } catch (const Error& error) {
        return context->in_blocks_or_rethrow(error,
                                             [&](const auto& blocks) { return import_state(blocks, given); });
    }
    state->handle = args.matrix;
    static_cast<void>(lent.release()); // deleted when the backend returns the arrays
    return state;
}

/// Whether offsets would be most of a copy.
bool has_few_entries(const MatrixState& state, std::uint64_t nvals) {
    constexpr std::uint64_t many_rows = std::uint64_t{1} << 24, rows_per_entry = 16;
    return state.nrows > many_rows && state.nrows / rows_per_entry > nvals;
}

std::unique_ptr<MatrixState> copy_tuples_to(const MatrixState& state,
                                            const std::shared_ptr<detail::ContextState>& context,
                                            std::uint64_t nvals) {
    std::unique_ptr<MatrixState> copy = core::new_state("to", context, state.type, state.shape());
    if (nvals == 0) return copy;
    core::with_memory_errors("to", [&] {
        std::vector<std::uint64_t> rows(nvals), cols(nvals);
        const auto values = allocate_values(nvals * state.type->size);
        core::extract_tuples(state, rows.data(), cols.data(), values.get(), state.type);
        core::build(*copy, "to", rows.data(), cols.data(), values.get(), state.type, nvals, nullptr);
        return 0;
    });
    return copy;
}

} // namespace

std::unique_ptr<MatrixState> core::copy_csr_to(const MatrixState& state,
                                               const std::shared_ptr<ContextState>& context) {
    if (const std::uint64_t nvals = info_of(state, "to").nvals; has_few_entries(state, nvals))
        return copy_tuples_to(state, context, nvals);
    mergus_csr csr{};
    auto arrays = export_all(state, csr, "to");
    csr.release = [](void* owner) { delete static_cast<OwnedArrays*>(owner); };
    csr.release_arg = arrays.get();
    auto copy = import_state(context, csr);
    static_cast<void>(arrays.release()); // only a successful import takes ownership
    return copy;
}

AnyMatrix AnyMatrix::import_csr(const Context& context, const mergus_csr& csr) {
    return AnyMatrix(import_state(context.state(), csr));
}

void AnyMatrix::export_csr(mergus_csr& given) const {
    const MatrixState& state = state_of(*this, "export_csr", "the matrix");
    check_size(given, "export_csr");
    mergus_csr csr = core::whole(&given);
    for (const int bits : {csr.pointer_bits, csr.index_bits})
        if (bits != 32 && bits != 64)
            throw Error(Code::invalid_value,
                        fmt::format("export_csr: indices of {} bits; 32 or 64 are supported", bits));
    if (csr.row_ptr != nullptr) check_rows("export_csr", state.nrows);
    const std::uint64_t entries = core::info_of(state, "export_csr").nvals;
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
    MatrixState& state = state_of(*this, "release_csr", "the matrix");
    mergus_csr csr = describe(state);
    if (const auto move = state.context->table().matrix_move_csr) {
        auto held = std::make_unique<detail::HeldArrays>(state.context);
        auto args = core::defaults<mergus_matrix_move_csr_args>();
        args.matrix = state.handle;
        args.csr = &csr;
        state.context->call("release_csr", move, &args);
        state.changed();
        detail::HeldArrays::hold(std::move(held), csr);
        return CsrArrays(csr);
    }
    auto arrays = export_all(state, csr, "release_csr");
    clear();
    csr.release = [](void* owner) { delete static_cast<OwnedArrays*>(owner); };
    csr.release_arg = arrays.release();
    return CsrArrays(csr);
}

} // namespace mergus
