/// \file sort.cpp
/// GxB_Vector_sort and GxB_Matrix_sort. They run on the host, with the operator's host function.
#include "call.hpp"

#include <algorithm>
#include <numeric>

namespace mergus::grb {

namespace {

/// Values of one type, as bytes.
class Bytes {
public:
    Bytes(std::size_t count, const mergus_type* type)
        : size_(type->size), data_(std::max<std::size_t>(count * type->size, 1)) {}
    [[nodiscard]] unsigned char* data() { return data_.data(); }
    [[nodiscard]] const unsigned char* operator[](std::size_t k) const { return data_.data() + k * size_; }

private:
    std::size_t size_;
    std::vector<unsigned char> data_;
};

/// The order of values that an operator gives.
struct Order {
    decltype(mergus_op::function.binary) before;
    const mergus_type* type;
};

Order order_of(const BinaryOp& op) {
    const mergus_op& f = *op.get();
    if (f.kind != MERGUS_BINARY || f.z_type->code != MERGUS_BOOL || f.x_type == nullptr ||
        f.x_type != f.y_type)
        fail(GrB_DOMAIN_MISMATCH, "the operator does not compare two values of one type");
    if (f.function.binary == nullptr) fail(GrB_NOT_IMPLEMENTED, "the operator has no host function");
    return {f.function.binary, f.x_type};
}

/// Sorts the entry numbers first to last of `entries`.
void sort_by(const Order& order, const Bytes& keys, std::span<std::size_t> entries) {
    std::ranges::stable_sort(entries, [&](std::size_t a, std::size_t b) {
        bool before = false;
        order.before(&before, keys[a], keys[b]);
        return before;
    });
}

/// The values of the entries in another order.
Bytes permuted(const Bytes& values, std::span<const std::size_t> entries, const mergus_type* type) {
    Bytes made(entries.size(), type);
    for (std::size_t k = 0; k < entries.size(); ++k)
        std::copy_n(values[entries[k]], type->size, made.data() + k * type->size);
    return made;
}

void sort_vector(AnyVector* w, AnyVector* p, const BinaryOp& op, const AnyVector& u) {
    const Order order = order_of(op);
    const std::size_t count = u.nvals();
    std::vector<std::uint64_t> indices(count), first(count);
    Bytes values(count, u.type()), keys(count, order.type);
    u.extract_tuples(indices.data(), values.data(), u.type());
    u.extract_tuples(nullptr, keys.data(), order.type);
    std::vector<std::size_t> entries(count);
    std::iota(entries.begin(), entries.end(), std::size_t{0});
    sort_by(order, keys, entries);
    std::iota(first.begin(), first.end(), std::uint64_t{0});
    const auto replace = [&](AnyVector& output, const void* content, const mergus_type* type) {
        AnyVector made(output.context(), output.type(), output.size());
        made.build(first, content, type);
        output = std::move(made);
    };
    Bytes sorted = permuted(values, entries, u.type());
    std::vector<std::uint64_t> places(count);
    for (std::size_t k = 0; k < count; ++k) places[k] = indices[entries[k]];
    const mergus_type* const type = u.type(); // u may be w
    if (w != nullptr) replace(*w, sorted.data(), type);
    if (p != nullptr) replace(*p, places.data(), type_of<std::uint64_t>());
}

/// Sorts rows, or columns as the rows of the transpose.
void sort_matrix(AnyMatrix* C, AnyMatrix* P, const BinaryOp& op, const AnyMatrix& A, bool by_columns) {
    const Order order = order_of(op);
    const std::size_t count = A.nvals();
    std::vector<std::uint64_t> rows(count), cols(count), first(count), places(count);
    Bytes values(count, A.type()), keys(count, order.type);
    A.extract_tuples(rows.data(), cols.data(), values.data(), A.type());
    A.extract_tuples(nullptr, nullptr, keys.data(), order.type);
    std::vector<std::uint64_t>&lines = by_columns ? cols : rows, &across = by_columns ? rows : cols;
    std::vector<std::size_t> entries(count);
    std::iota(entries.begin(), entries.end(), std::size_t{0});
    if (by_columns) std::ranges::stable_sort(entries, {}, [&](std::size_t e) { return cols[e]; });
    std::vector<std::uint64_t> sorted_lines(count);
    for (std::size_t begin = 0, end = 0; begin < count; begin = end) {
        const std::uint64_t line = lines[entries[begin]];
        while (end < count && lines[entries[end]] == line) ++end;
        sort_by(order, keys, std::span(entries).subspan(begin, end - begin));
        for (std::size_t k = begin; k < end; ++k) {
            sorted_lines[k] = line;
            first[k] = k - begin;
            places[k] = across[entries[k]];
        }
    }
    Bytes sorted = permuted(values, entries, A.type());
    const mergus_type* const type = A.type(); // A may be C
    const auto replace = [&](AnyMatrix& output, const void* content, const mergus_type* of) {
        AnyMatrix made(output.context(), output.type(), output.nrows(), output.ncols());
        made.build(by_columns ? first : sorted_lines, by_columns ? sorted_lines : first, content, of);
        output = std::move(made);
    };
    if (C != nullptr) replace(*C, sorted.data(), type);
    if (P != nullptr) replace(*P, places.data(), type_of<std::uint64_t>());
}

/// An output that may be null. \throws Failure GrB_DIMENSION_MISMATCH, GrB_DOMAIN_MISMATCH
template <class Handle>
auto output_like(Handle handle, Handle input, const char* argument) -> decltype(&handle->value) {
    if (handle == nullptr) return nullptr;
    auto& value = live(handle, argument).value;
    const auto& like = input->value;
    if constexpr (std::is_same_v<Handle, GrB_Vector>) {
        if (value.size() != like.size())
            fail(GrB_DIMENSION_MISMATCH, std::string(argument) + " has another size than the input");
    } else if (value.nrows() != like.nrows() || value.ncols() != like.ncols()) {
        fail(GrB_DIMENSION_MISMATCH, std::string(argument) + " has another shape than the input");
    }
    return &value;
}

} // namespace

} // namespace mergus::grb

using namespace mergus::grb;

GrB_Info GxB_Vector_sort(GrB_Vector w, GrB_Vector p, const GrB_BinaryOp op, const GrB_Vector u, GB_HOW) {
    return call(output_of(w), __func__, [&] {
        static_cast<void>(flags_of(descriptor));
        live(u, "u");
        if (w == nullptr && p == nullptr) fail(GrB_NULL_POINTER, "w and p are null");
        if (w == p) fail(GrB_NOT_IMPLEMENTED, "w and p are one vector");
        auto *const values = output_like(w, u, "w"), *const indices = output_like(p, u, "p");
        sort_vector(values, indices, live(op, "op").value, u->value);
    });
}

GrB_Info GxB_Matrix_sort(GrB_Matrix C, GrB_Matrix P, const GrB_BinaryOp op, const GrB_Matrix A, GB_HOW) {
    return call(output_of(C), __func__, [&] {
        const bool by_columns = flags_of(descriptor).has(mergus::DESC_T0);
        live(A, "A");
        if (C == nullptr && P == nullptr) fail(GrB_NULL_POINTER, "C and P are null");
        if (C == P) fail(GrB_NOT_IMPLEMENTED, "C and P are one matrix");
        auto *const values = output_like(C, A, "C"), *const indices = output_like(P, A, "P");
        sort_matrix(values, indices, live(op, "op").value, A->value, by_columns);
    });
}
