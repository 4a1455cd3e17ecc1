/// \file operands.cpp
#include "operands.hpp"

#include "transfer.hpp"
#include "wide_values.hpp"

#include <algorithm>

namespace mergus::bench {

namespace {

enum Key {
    matrix_key,
    transposed_key,
    twin_key,
    iso_key,
    diagonal_key,
    full_key,
    sparse_key,
    mask_key,
    first_key,
    second_key
};

template <class Object>
const Object& once(std::map<std::pair<int, const mergus_type*>, Object>& kept, Key key,
                   const mergus_type* type, auto make) {
    const auto found = kept.find({key, type});
    if (found != kept.end()) return found->second;
    return kept.emplace(std::pair(key, type), make()).first->second;
}

AnyVector upload(const Context& context, const HostVector& host, const mergus_type* type) {
    Array<double> wide;
    const Array<double>* values = &host.values;
    if (type->code == MERGUS_USER_TYPE) values = &(wide = widened(host.values, type->size));
    mergus_vector_arrays arrays{};
    arrays.struct_size = sizeof arrays;
    arrays.type = type;
    arrays.size = host.size;
    arrays.nvals = host.values.size();
    arrays.format = host.full() ? MERGUS_VECTOR_FULL : MERGUS_VECTOR_LIST;
    arrays.index_bits = 32;
    arrays.memory = MERGUS_MEMORY_HOST;
    // The import copies (release is null), so the arrays are only read.
    arrays.indices = const_cast<std::uint32_t*>(host.indices.data());
    arrays.values = const_cast<double*>(values->data());
    return AnyVector::import_arrays(context, arrays);
}

/// As a bitmap, as a program that updates it in place has it.
AnyVector as_bitmap(AnyVector list) {
    Context context = list.context();
    VectorArrays arrays = list.release_arrays(MERGUS_VECTOR_BITMAP);
    return AnyVector::import_arrays(context, std::move(arrays));
}

AnyVector operand(const Context& context, const HostVector& host) {
    constexpr double densest_list = 0.1;
    AnyVector vector = upload(context, host, type_of<double>());
    return host.full() || host.fill <= densest_list ? std::move(vector) : as_bitmap(std::move(vector));
}

/// Values of about half the bits of `type`: 0 to 7, true and false, or rounded.
template <class Object>
Object converted(Object to, const Object& from) {
    if (to.type()->code == MERGUS_BOOL)
        apply(to, ops::gt<double>, from, 0.5);
    else if (to.type()->code == MERGUS_FP32)
        apply(to, ops::identity<double>, from);
    else
        apply(to, ops::times<double>, from, 7.0);
    return to;
}

bool needs_conversion(const mergus_type* type) {
    return type->code != MERGUS_USER_TYPE && type->code != MERGUS_FP64;
}

} // namespace

double pattern_bytes(const AnyMatrix& matrix) {
    return 8.0 * static_cast<double>(matrix.nrows() + 1) + 4.0 * static_cast<double>(matrix.nvals());
}
double bytes(const AnyMatrix& matrix) {
    return pattern_bytes(matrix) + static_cast<double>(matrix.nvals() * matrix.type()->size);
}
double bytes(const AnyVector& vector) {
    const auto n = static_cast<double>(vector.size());
    const auto nvals = static_cast<double>(vector.nvals());
    const auto value = static_cast<double>(vector.type()->size);
    return value * nvals + (vector.nvals() == vector.size() ? 0 : std::min(4 * nvals, n));
}

const AnyMatrix& Operands::A(const mergus_type* type) {
    return once(matrices_, matrix_key, type, [&] {
        return needs_conversion(type) ? converted(new_matrix(type), A())
                                      : bench::upload(context, host.matrix(), type);
    });
}
const AnyMatrix& Operands::At(const mergus_type* type) {
    return once(matrices_, transposed_key, type, [&] { return transpose(A(type)); });
}
const AnyMatrix& Operands::twin() {
    return once(matrices_, twin_key, nullptr, [&] {
        AnyMatrix half = new_matrix();
        apply(half, ops::times<double>, A(), 0.5);
        return half;
    });
}
const AnyMatrix& Operands::iso() {
    return once(matrices_, iso_key, nullptr, [&] {
        const CsrArrays arrays = A().dup().release_csr();
        mergus_csr csr = arrays.csr();
        csr.release = nullptr; // a copy, of one value
        csr.iso = 1;
        return AnyMatrix::import_csr(context, csr);
    });
}
const AnyMatrix& Operands::diagonal() {
    return once(matrices_, diagonal_key, nullptr, [&] { return diag(u()); });
}

const AnyVector& Operands::u(const mergus_type* type) {
    return once(vectors_, full_key, type, [&] {
        return needs_conversion(type) ? converted(new_vector(type), u())
                                      : upload(context, random_vector(n(), 1, operand_seed), type);
    });
}
const AnyVector& Operands::sparse() {
    return once(vectors_, sparse_key, nullptr, [&] { return operand(context, random_vector(n(), .01, 13)); });
}
const AnyVector& Operands::mask() {
    return once(vectors_, mask_key, nullptr, [&] { return operand(context, random_vector(n(), .1, 15)); });
}
const AnyVector& Operands::first() {
    return once(vectors_, first_key, nullptr, [&] { return operand(context, host.first()); });
}
const AnyVector& Operands::second() {
    return once(vectors_, second_key, nullptr, [&] { return operand(context, host.second()); });
}

std::vector<std::uint64_t> stride(std::uint64_t begin, std::uint64_t step, std::uint64_t count) {
    std::vector<std::uint64_t> list(count);
    for (std::uint64_t e = 0; e < count; ++e) list[e] = begin + e * step;
    return list;
}

} // namespace mergus::bench
