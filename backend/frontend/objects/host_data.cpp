/// \file host_data.cpp
/// Matrices from host arrays (Csr, Tuples), and matrices and vectors to such arrays, with the cast from a
/// file's field to the matrix's type.
#include "host_data.hpp"

#include "catalogue.hpp"
#include "matrix_state.hpp"

#include <mergus/matrix.hpp>
#include <mergus/vector.hpp>

#include <fmt/format.h>

#include <algorithm>
#include <memory>

namespace mergus {

namespace core {

const mergus_type* field_type(Field field) {
    switch (field) {
    case Field::pattern:
        return type_of<bool>();
    case Field::integer:
        return type_of<std::int64_t>();
    case Field::real:
        return type_of<double>();
    case Field::complex:
        return type_of<complex<double>>();
    }
    throw Error(Code::invalid_value, "not a field");
}

} // namespace core

namespace {

using core::field_type;
using ValueArray = std::unique_ptr<std::max_align_t[]>;

template <class HostMatrix>
const void* field_values(const HostMatrix& host) {
    static const bool yes = true;
    switch (host.field) {
    case Field::pattern:
        return &yes;
    case Field::integer:
        return host.integers.data();
    case Field::real:
        return host.reals.data();
    case Field::complex:
        return host.complexes.data();
    }
    return nullptr;
}

template <class HostMatrix>
void check_arrays(const HostMatrix& host, std::string_view operation) {
    const std::uint64_t values = host.field == Field::integer   ? host.integers.size()
                                 : host.field == Field::real    ? host.reals.size()
                                 : host.field == Field::complex ? host.complexes.size()
                                                                : host.nvals();
    if (values != host.nvals())
        throw Error(Code::dimension_mismatch,
                    fmt::format("{}: {} entries but {} values", operation, host.nvals(), values));
}

void require_builtin(const mergus_type* type, std::string_view operation) {
    if (type->code == MERGUS_USER_TYPE)
        throw Error(Code::domain_mismatch, fmt::format("{}: numbers cannot be cast to the user type {}",
                                                       operation, type_name(type)));
}

/// `count` values, cast.
ValueArray cast_values(const void* from, const mergus_type* from_type, const mergus_type* to_type,
                       std::uint64_t count) {
    auto array = std::make_unique_for_overwrite<std::max_align_t[]>(
        count * to_type->size / sizeof(std::max_align_t) + 1);
    auto* to = reinterpret_cast<unsigned char*>(array.get());
    const auto* source = static_cast<const unsigned char*>(from);
    for (std::uint64_t e = 0; e < count; ++e)
        core::cast_value(to + e * to_type->size, to_type, source + e * from_type->size, from_type);
    return array;
}

} // namespace

AnyMatrix AnyMatrix::from_csr(const Context& context, const Csr& csr) {
    return from_csr(context, csr, field_type(csr.field));
}

AnyMatrix AnyMatrix::from_csr(const Context& context, const Csr& host, const mergus_type* type) {
    type = detail::intern_type(*type);
    require_builtin(type, "from_csr");
    check_arrays(host, "from_csr");
    if (host.row_ptr.size() != host.nrows + 1)
        throw Error(Code::dimension_mismatch, fmt::format("from_csr: {} rows but {} offsets, not one more",
                                                          host.nrows, host.row_ptr.size()));
    const mergus_type* from = field_type(host.field);
    const bool iso = host.field == Field::pattern;
    const std::uint64_t values = iso ? 1 : host.nvals();
    const ValueArray cast = type == from ? nullptr : cast_values(field_values(host), from, type, values);

    mergus_csr csr{};
    csr.struct_size = sizeof csr;
    csr.type = type;
    csr.nrows = host.nrows;
    csr.ncols = host.ncols;
    csr.nvals = host.nvals();
    // Without a release function the import copies the arrays and does not write to them.
    csr.row_ptr = const_cast<std::uint64_t*>(host.row_ptr.data());
    csr.cols = const_cast<std::uint64_t*>(host.cols.data());
    csr.values = cast ? static_cast<void*>(cast.get()) : const_cast<void*>(field_values(host));
    csr.pointer_bits = csr.index_bits = 64;
    csr.iso = iso ? 1 : 0;
    csr.memory = MERGUS_MEMORY_HOST;
    return import_csr(context, csr);
}

AnyMatrix AnyMatrix::from_tuples(const Context& context, const Tuples& tuples, const BinaryOp& dup) {
    return from_tuples(context, tuples, field_type(tuples.field), dup);
}

namespace {

/// build(matrix, values, their type) writes the entries.
template <class Build>
AnyMatrix built(const Context& context, const Tuples& tuples, const mergus_type* type, const Build& build) {
    AnyMatrix matrix(context, type, tuples.nrows, tuples.ncols);
    require_builtin(matrix.type(), "from_tuples");
    check_arrays(tuples, "from_tuples");
    if (tuples.field != Field::pattern) {
        build(matrix, field_values(tuples), field_type(tuples.field));
        return matrix;
    }
    const auto ones = std::make_unique<unsigned char[]>(tuples.nvals() + 1);
    std::fill_n(ones.get(), tuples.nvals(), static_cast<unsigned char>(1));
    build(matrix, static_cast<const void*>(ones.get()), type_of<std::uint8_t>());
    return matrix;
}

} // namespace

AnyMatrix AnyMatrix::from_tuples(const Context& context, const Tuples& tuples, const mergus_type* type,
                                 const BinaryOp& dup) {
    return built(context, tuples, type,
                 [&](AnyMatrix& matrix, const void* values, const mergus_type* value_type) {
                     matrix.build(tuples.rows, tuples.cols, values, value_type, dup);
                 });
}

AnyMatrix core::from_tuple_parts(const Context& context, const Tuples& tuples, const mergus_type* type,
                                 const BinaryOp& dup) {
    if (type == nullptr) type = field_type(tuples.field);
    const auto build = [&](AnyMatrix& matrix, const void* values, const mergus_type* value_type) {
        detail::MatrixState& state = state_of(matrix, "from_tuples", "the matrix");
        core::check_dup(dup.get(), state.type);
        auto args = core::defaults<mergus_matrix_build_args>();
        args.matrix = state.handle;
        args.rows = tuples.rows.data();
        args.cols = tuples.cols.data();
        args.values = values;
        args.value_type = value_type;
        args.nvals = tuples.nvals();
        args.dup = dup.get();
        state.context->call("from_tuples", state.context->plugin().ranks.build, &args);
        state.changed();
    };
    return built(context, tuples, type, build);
}

namespace {

/// Entries of an object; a vector has the column 0. extract(rows, cols, values, their type) reads `count` of
/// them.
template <class Extract>
Tuples tuples_of(const detail::MatrixState& state, std::uint64_t count, const Extract& extract) {
    Tuples tuples;
    tuples.nrows = state.nrows;
    tuples.ncols = state.ncols;
    const mergus_type* const held = state.type;
    tuples.rows.resize(count);
    tuples.cols.resize(count);
    tuples.field = held->code == MERGUS_FP32 || held->code == MERGUS_FP64   ? Field::real
                   : held->code == MERGUS_FC32 || held->code == MERGUS_FC64 ? Field::complex
                                                                            : Field::integer;
    void* values = nullptr;
    if (tuples.field == Field::integer) {
        tuples.integers.resize(count);
        values = tuples.integers.data();
    } else if (tuples.field == Field::real) {
        tuples.reals.resize(count);
        values = tuples.reals.data();
    } else {
        tuples.complexes.resize(count);
        values = tuples.complexes.data();
    }
    extract(tuples.rows.data(), state.is_vector ? nullptr : tuples.cols.data(), values,
            field_type(tuples.field));
    if (held->code != MERGUS_UINT64) return tuples;
    // The cast to signed integers made values above 2^63 − 1 negative.
    for (const std::int64_t value : tuples.integers)
        if (value < 0)
            throw Error(
                Code::invalid_value,
                fmt::format(
                    "to_tuples: the value {} does not fit signed 64-bit integers; cast the entries, or "
                    "use extract_tuples",
                    static_cast<std::uint64_t>(value)));
    return tuples;
}

/// All of them. Truth values are a pattern if all are true.
Tuples tuples_of(const detail::MatrixState& state) {
    require_builtin(state.type, "to_tuples");
    Tuples tuples = tuples_of(state, core::info_of(state, "to_tuples").nvals,
                              [&](auto* rows, auto* cols, void* values, const mergus_type* type) {
                                  core::extract_tuples(state, rows, cols, values, type);
                              });
    if (state.type->code == MERGUS_BOOL &&
        std::find(tuples.integers.begin(), tuples.integers.end(), 0) == tuples.integers.end()) {
        tuples.integers.clear();
        tuples.field = Field::pattern;
    }
    return tuples;
}

} // namespace

Tuples core::own_tuples(const AnyMatrix& matrix) {
    const detail::MatrixState& state = state_of(matrix, "write_matrix", "the matrix");
    require_builtin(state.type, "write_matrix");
    auto args = core::defaults<mergus_matrix_extract_tuples_args>();
    args.matrix = state.handle;
    args.value_type = state.type;
    std::uint64_t count = 0;
    const auto extract_own = state.context->plugin().ranks.extract_own;
    state.context->call("write_matrix", extract_own, &args, &count);
    return tuples_of(state, count, [&](auto* rows, auto* cols, void* values, const mergus_type* type) {
        args.rows = rows;
        args.cols = cols;
        args.values = values;
        args.value_type = type;
        state.context->call("write_matrix", extract_own, &args, &count);
    });
}

Tuples AnyMatrix::to_tuples() const {
    return tuples_of(core::state_of(*this, "to_tuples", "the matrix"));
}

Tuples AnyVector::to_tuples() const {
    return tuples_of(core::state_of(*this, "to_tuples", "the vector"));
}

} // namespace mergus
