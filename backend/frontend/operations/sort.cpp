/// \file sort.cpp
/// Sorts of rows, columns and vectors, on a copy of the entries on the host, with the operator's host
/// function.
///
/// Invariant: an output changes only when all results are made.
#include <mergus/sort.hpp>

#include "checks.hpp"
#include "memory_errors.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <span>
#include <vector>

namespace mergus {

using core::Checker;
using detail::MatrixState;

namespace {

using Function = decltype(mergus_op::function.binary);

/// Values of one type, as bytes.
class Bytes {
public:
    Bytes(std::size_t count, const mergus_type* type)
        : size_(type->size), data_(count * type->size / sizeof(std::max_align_t) + 1) {}
    [[nodiscard]] unsigned char* data() { return reinterpret_cast<unsigned char*>(data_.data()); }
    [[nodiscard]] const unsigned char* operator[](std::size_t k) const {
        return reinterpret_cast<const unsigned char*>(data_.data()) + k * size_;
    }

private:
    std::size_t size_;
    std::vector<std::max_align_t> data_;
};

/// All entries: those of a vector are one line. `keys` are the values in the type that the operator compares.
struct Entries {
    Entries(const MatrixState& state, const mergus_type* key_type)
        : type(state.type), count(core::info_of(state, "sort").nvals), rows(count), cols(count),
          values(count, type), keys(count, key_type) {
        core::extract_tuples(state, rows.data(), state.is_vector ? nullptr : cols.data(), values.data(),
                             type);
        core::extract_tuples(state, nullptr, nullptr, keys.data(), key_type);
        if (state.is_vector) std::swap(rows, cols); // the line 0, across it the indices
    }
    const mergus_type* type;
    std::size_t count;
    std::vector<std::uint64_t> rows, cols;
    Bytes values, keys;
};

/// Sorted lines: the k-th entry of a line was at `from` across the line.
struct Sorted {
    Sorted(std::size_t count, const mergus_type* type) : values(count, type) {
        lines.reserve(count);
        places.reserve(count);
        from.reserve(count);
    }
    std::vector<std::uint64_t> lines, places, from;
    Bytes values;
};

/// Whether a key takes part: with `equal` (of built-in types) NaN does not.
bool takes_part(Function equal, const void* key) {
    if (equal == nullptr) return true;
    bool same = false;
    equal(&same, key, key);
    return same;
}

/// The first `limit` entries of each line in the order of the operator.
Sorted sort_lines(const Entries& in, Function before, Function equal, bool by_columns, std::uint64_t limit) {
    const std::vector<std::uint64_t>&lines = by_columns ? in.cols : in.rows,
          &across = by_columns ? in.rows : in.cols;
    std::vector<std::size_t> order;
    order.reserve(in.count);
    for (std::size_t e = 0; e < in.count; ++e)
        if (takes_part(equal, in.keys[e])) order.push_back(e);
    if (by_columns) std::ranges::stable_sort(order, {}, [&](std::size_t e) { return lines[e]; });
    Sorted out(in.count, in.type);
    for (std::size_t begin = 0, end = 0; begin < order.size(); begin = end) {
        const std::uint64_t line = lines[order[begin]];
        while (end < order.size() && lines[order[end]] == line) ++end;
        const auto entries = std::span(order).subspan(begin, end - begin);
        std::ranges::stable_sort(entries, [&](std::size_t a, std::size_t b) {
            bool is_before = false;
            before(&is_before, in.keys[a], in.keys[b]);
            return is_before;
        });
        for (std::size_t k = 0; k < std::min<std::uint64_t>(entries.size(), limit); ++k) {
            std::copy_n(in.values[entries[k]], in.type->size,
                        out.values.data() + out.lines.size() * in.type->size);
            out.lines.push_back(line);
            out.places.push_back(k);
            out.from.push_back(across[entries[k]]);
        }
    }
    return out;
}

AnyMatrix result(const AnyMatrix& like, const Sorted& sorted, const void* values, const mergus_type* type,
                 bool by_columns) {
    AnyMatrix made(like.context(), like.type(), like.nrows(), like.ncols());
    made.build(by_columns ? sorted.places : sorted.lines, by_columns ? sorted.lines : sorted.places, values,
               type);
    return made;
}
AnyVector result(const AnyVector& like, const Sorted& sorted, const void* values, const mergus_type* type,
                 bool) {
    AnyVector made(like.context(), like.type(), like.size());
    made.build(sorted.places, values, type);
    return made;
}

/// Writes into the outputs that are not null.
template <class Object>
void write(Object* C, Object* P, Sorted& sorted, const mergus_type* type, bool by_columns) {
    Object values, positions;
    if (C != nullptr) values = result(*C, sorted, sorted.values.data(), type, by_columns);
    if (P != nullptr)
        positions = result(*P, sorted, sorted.from.data(), type_of<std::uint64_t>(), by_columns);
    if (C != nullptr) *C = std::move(values);
    if (P != nullptr) *P = std::move(positions);
}

/// The outputs: of types that their values can be cast to, then of the input's shape.
template <class Object>
void check_outputs(const Checker& check, const Object* C, const Object* P) {
    const std::string_view name_P = std::same_as<Object, AnyVector> ? "p" : "P";
    const auto cast = [&](const Object* output, std::string_view name, const mergus_type* type) {
        if (output != nullptr) check.cast(name, {}, type, core::state_of(*output, "sort", name).type);
    };
    const auto shape = [&](const Object* output, std::string_view name) {
        if (output != nullptr)
            check.same_shape(name, core::state_of(*output, "sort", name).shape(), check.name_A(),
                             check.C().shape());
    };
    cast(C, check.name_C(), check.C().type);
    cast(P, name_P, type_of<std::uint64_t>());
    shape(C, check.name_C());
    shape(P, name_P);
}

template <class Object>
void sort_object(Object* C, Object* P, const BinaryOp& before, const Object& A, bool by_columns) {
    const Checker check("sort", A, std::same_as<Object, AnyVector> ? "u" : "A");
    if (C == nullptr && P == nullptr) check.fail(Code::null_pointer, "both outputs are null");
    if (C == P) check.fail(Code::invalid_value, "both outputs are one object");
    const mergus_op& f = check.op(before.get(), "the order", MERGUS_BINARY);
    if (f.z_type->code != MERGUS_BOOL || f.x_type != f.y_type)
        check.fail(Code::domain_mismatch,
                   fmt::format("the operator {} does not compare two values of one type", f.name));
    if (f.function.binary == nullptr)
        check.fail(Code::not_implemented, fmt::format("the operator {} has no host function", f.name));
    const mergus_type* const keys = f.x_type != nullptr ? f.x_type : check.C().type; // pair reads nothing
    check.cast(check.name_A(), "the order", check.C().type, keys);
    check_outputs(check, C, P);
    core::with_memory_errors("sort", [&] {
        const Entries entries(check.C(), keys);
        Sorted sorted = sort_lines(entries, f.function.binary, nullptr, by_columns, entries.count);
        write(C, P, sorted, entries.type, by_columns);
    });
}

} // namespace

void sort(AnyMatrix* C, AnyMatrix* P, const BinaryOp& before, const AnyMatrix& A,
          const SortOptions& options) {
    sort_object(C, P, before, A, options.columns);
}
void sort(AnyVector* w, AnyVector* p, const BinaryOp& before, const AnyVector& u) {
    sort_object(w, p, before, u, false);
}

void detail::top_k(AnyMatrix& values, AnyMatrix& positions, const AnyMatrix& A, std::uint64_t k,
                   const TopKOptions& options) {
    const MatrixState& a = core::state_of(A, "top_k", "A");
    const auto code = static_cast<mergus_type_code>(a.type->code);
    const mergus_op& before = *builtin_op(options.smallest ? MERGUS_OP_LT : MERGUS_OP_GT, code);
    core::with_memory_errors("top_k", [&] {
        const Entries entries(a, a.type);
        Sorted sorted = sort_lines(entries, before.function.binary,
                                   builtin_op(MERGUS_OP_EQ, code)->function.binary, false, k);
        write(&values, &positions, sorted, entries.type, false);
    });
}

} // namespace mergus
