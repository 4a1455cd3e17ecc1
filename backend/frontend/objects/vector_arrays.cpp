/// \file vector_arrays.cpp
/// Import and export of the arrays of a vector.
#include <mergus/vector.hpp>

#include "array_copies.hpp"
#include "matrix_state.hpp"
#include "memory_errors.hpp"

#include <fmt/format.h>

#include <limits>

namespace mergus {

using core::allocate_values;
using core::state_of;
using detail::MatrixState;

namespace {

/// Size and type of a vector as a list without arrays, with 64-bit indices on the host.
mergus_vector_arrays describe(const MatrixState& state) {
    auto arrays = core::defaults<mergus_vector_arrays>();
    arrays.type = state.type;
    arrays.size = state.nrows;
    arrays.format = MERGUS_VECTOR_LIST;
    arrays.index_bits = 64;
    arrays.memory = MERGUS_MEMORY_HOST;
    return arrays;
}

void call_export(const MatrixState& state, mergus_vector_arrays& arrays, std::string_view operation) {
    auto args = core::defaults<mergus_vector_export_args>();
    args.vector = state.handle;
    args.arrays = &arrays;
    state.context->call(operation, state.context->table().vector_export, &args);
}

/// Host arrays that an imported vector can own.
struct OwnedArrays {
    std::vector<std::uint64_t> indices;
    std::vector<std::uint8_t> present;
    std::unique_ptr<std::max_align_t[]> values;

    static void release(void* owner) { delete static_cast<OwnedArrays*>(owner); }
};

/// Exports a vector to the host. `arrays` describes the returned arrays.
std::unique_ptr<OwnedArrays> export_all(const MatrixState& state, mergus_vector_format format,
                                        mergus_vector_arrays& arrays, std::string_view operation) {
    arrays = describe(state);
    arrays.format = format;
    arrays.nvals = core::info_of(state, operation).nvals;
    arrays.capacity = format == MERGUS_VECTOR_LIST ? arrays.nvals : state.nrows;
    if (arrays.capacity > std::numeric_limits<std::ptrdiff_t>::max() / state.type->size)
        throw Error(Code::out_of_memory, fmt::format("{}: no memory holds {} values of {} bytes", operation,
                                                     arrays.capacity, state.type->size));
    auto owned = core::with_memory_errors(std::string(operation), [&] {
        auto made = std::make_unique<OwnedArrays>();
        if (format == MERGUS_VECTOR_LIST) made->indices.resize(arrays.nvals);
        if (format == MERGUS_VECTOR_BITMAP) made->present.resize(state.nrows);
        made->values = allocate_values(arrays.capacity * state.type->size);
        return made;
    });
    if (format == MERGUS_VECTOR_LIST) arrays.indices = owned->indices.data();
    if (format == MERGUS_VECTOR_BITMAP) arrays.present = owned->present.data();
    arrays.values = owned->values.get();
    call_export(state, arrays, operation);
    return owned;
}

[[noreturn]] void refuse(std::string_view operation, Code code, const std::string& why) {
    throw Error(code, fmt::format("{}: {}", operation, why));
}

/// The members that import and export share.
void check_description(const mergus_vector_arrays& arrays, std::string_view operation) {
    if (arrays.format != MERGUS_VECTOR_LIST && arrays.format != MERGUS_VECTOR_FULL &&
        arrays.format != MERGUS_VECTOR_BITMAP)
        refuse(operation, Code::invalid_value, fmt::format("{} is not a format of a vector", arrays.format));
    if (arrays.format == MERGUS_VECTOR_LIST && arrays.index_bits != 32 && arrays.index_bits != 64)
        refuse(operation, Code::invalid_value,
               fmt::format("indices of {} bits; 32 or 64 are supported", arrays.index_bits));
    if (arrays.memory != MERGUS_MEMORY_HOST && arrays.memory != MERGUS_MEMORY_DEVICE)
        refuse(operation, Code::invalid_value, fmt::format("{} is not a kind of memory", arrays.memory));
}

/// A struct whose creator did not set struct_size would read as one without members.
void check_struct(const mergus_vector_arrays& arrays, std::string_view operation) {
    if (!MERGUS_HAS(mergus_vector_arrays, &arrays, capacity))
        refuse(operation, Code::invalid_value,
               fmt::format("struct_size is {}; set it to sizeof(mergus_vector_arrays)", arrays.struct_size));
}

/// Checks nvals against the size and the address space before any array is read.
void check_entry_count(const mergus_vector_arrays& arrays, const mergus_type* type) {
    const auto refused = [](const std::string& why) { refuse("import_arrays", Code::invalid_value, why); };
    if (arrays.nvals > arrays.size)
        refused(fmt::format("a vector of size {} cannot have nvals = {} entries", arrays.size, arrays.nvals));
    if (arrays.format == MERGUS_VECTOR_FULL && arrays.nvals != arrays.size)
        refused(fmt::format("a full vector of size {} has as many entries, not nvals = {}", arrays.size,
                            arrays.nvals));
    const std::uint64_t count = arrays.format == MERGUS_VECTOR_LIST ? arrays.nvals : arrays.size;
    const std::uint64_t widest = std::max<std::uint64_t>(type->size, sizeof(std::uint64_t));
    if (count > std::numeric_limits<std::ptrdiff_t>::max() / widest)
        refused(fmt::format("no memory holds {} values of {} bytes", count, type->size));
}

std::unique_ptr<MatrixState> import_state(const std::shared_ptr<detail::ContextState>& context,
                                          const mergus_vector_arrays& given) {
    constexpr std::string_view operation = "import_arrays";
    check_struct(given, operation);
    mergus_vector_arrays arrays = core::whole(&given);
    arrays.type = core::check_type(arrays.type, operation);
    core::check_size(operation, arrays.size);
    check_description(arrays, operation);
    if ((arrays.flags & ~std::uint32_t{MERGUS_CSR_TRUSTED}) != 0)
        refuse(operation, Code::invalid_value,
               fmt::format("flags are {:#x}; only MERGUS_CSR_TRUSTED is known", arrays.flags));
    check_entry_count(arrays, arrays.type);
    const bool is_list = arrays.format == MERGUS_VECTOR_LIST;
    if ((is_list ? arrays.nvals : arrays.size) > 0) {
        const char* const missing = is_list && arrays.indices == nullptr ? "indices"
                                    : arrays.format == MERGUS_VECTOR_BITMAP && arrays.present == nullptr
                                        ? "present"
                                    : arrays.values == nullptr ? "values"
                                                               : nullptr;
        if (missing != nullptr) refuse(operation, Code::null_pointer, fmt::format("{} is null", missing));
    }
    // Allocated before the call, so that no step can fail after the backend has made the handle.
    auto state = std::make_unique<MatrixState>(context, arrays.type, core::vector_shape(arrays.size));
    auto lent = arrays.release != nullptr ? std::make_unique<detail::LentArrays>(*context, arrays) : nullptr;
    auto args = core::defaults<mergus_vector_import_args>();
    args.arrays = &arrays;
    context->call(operation, context->table().vector_import, &args);
    state->handle = args.vector;
    static_cast<void>(lent.release()); // deleted when the backend returns the arrays
    return state;
}

} // namespace

std::unique_ptr<MatrixState> core::copy_vector_to(const MatrixState& state,
                                                  const std::shared_ptr<ContextState>& context) {
    mergus_vector_arrays arrays{};
    const bool is_full = core::info_of(state, "to").nvals == state.nrows;
    auto owned = export_all(state, is_full ? MERGUS_VECTOR_FULL : MERGUS_VECTOR_LIST, arrays, "to");
    arrays.release = &OwnedArrays::release;
    arrays.release_arg = owned.get();
    auto copy = import_state(context, arrays);
    static_cast<void>(owned.release()); // only a successful import takes ownership
    return copy;
}

AnyVector AnyVector::import_arrays(const Context& context, const mergus_vector_arrays& arrays) {
    return AnyVector(import_state(context.state(), arrays));
}

AnyVector AnyVector::import_arrays(const Context& context, VectorArrays&& arrays) {
    AnyVector vector = import_arrays(context, arrays.arrays());
    static_cast<void>(arrays.release()); // the vector owns them
    return vector;
}

AnyVector AnyVector::from_dense(const Context& context, const void* values, const mergus_type* type,
                                Natural size) {
    auto arrays = core::defaults<mergus_vector_arrays>();
    arrays.type = type;
    arrays.size = arrays.nvals = size;
    arrays.format = MERGUS_VECTOR_FULL;
    arrays.memory = MERGUS_MEMORY_HOST;
    // Without a release function the import copies the values and does not write to them.
    arrays.values = const_cast<void*>(values);
    return import_arrays(context, arrays);
}

void AnyVector::export_arrays(mergus_vector_arrays& given) const {
    constexpr std::string_view operation = "export_arrays";
    const MatrixState& state = state_of(*this, operation, "the vector");
    check_struct(given, operation);
    mergus_vector_arrays arrays = core::whole(&given);
    check_description(arrays, operation);
    const std::uint64_t entries = core::info_of(state, operation).nvals;
    const bool is_list = arrays.format == MERGUS_VECTOR_LIST;
    if (arrays.format == MERGUS_VECTOR_FULL && entries != state.nrows)
        refuse(operation, Code::invalid_value,
               fmt::format("the vector is not full: {} of {} entries", entries, state.nrows));
    const std::uint64_t needed = is_list ? entries : state.nrows;
    const bool any = arrays.values != nullptr || (is_list && arrays.indices != nullptr) ||
                     (arrays.format == MERGUS_VECTOR_BITMAP && arrays.present != nullptr);
    if (any && arrays.capacity < needed)
        refuse(operation, Code::insufficient_space,
               fmt::format("room for {} elements, {} are needed", arrays.capacity, needed));
    constexpr std::uint64_t limit_32 = std::uint64_t{1} << 32; // number of unsigned 32-bit indices
    if (is_list && arrays.index_bits == 32 && arrays.indices != nullptr && state.nrows > limit_32)
        refuse(operation, Code::invalid_value,
               fmt::format("indices of 32 bits are too narrow for a vector of size {}; use 64", state.nrows));
    arrays.type = state.type;
    arrays.size = state.nrows;
    call_export(state, arrays, operation);
    core::write_back(&given, arrays);
}

VectorArrays AnyVector::release_arrays(int format) {
    constexpr std::string_view operation = "release_arrays";
    MatrixState& state = state_of(*this, operation, "the vector");
    mergus_vector_arrays arrays = describe(state);
    if (format != 0) {
        arrays.format = format;
        check_description(arrays, operation);
        const std::uint64_t entries = core::info_of(state, operation).nvals;
        if (format == MERGUS_VECTOR_FULL && entries != state.nrows)
            refuse(operation, Code::invalid_value,
                   fmt::format("the vector is not full: {} of {} entries", entries, state.nrows));
    }
    if (const auto move = state.context->table().vector_move) {
        arrays.format = format;
        auto held = std::make_unique<detail::HeldArrays>(state.context);
        auto args = core::defaults<mergus_vector_move_args>();
        args.vector = state.handle;
        args.arrays = &arrays;
        state.context->call(operation, move, &args);
        state.changed();
        detail::HeldArrays::hold(std::move(held), arrays);
        return VectorArrays(arrays);
    }
    auto owned = export_all(state, static_cast<mergus_vector_format>(arrays.format), arrays, operation);
    clear();
    arrays.release = &OwnedArrays::release;
    arrays.release_arg = owned.release();
    return VectorArrays(arrays);
}

} // namespace mergus
