/// \file positions.cpp
#include "positions.hpp"

#include "values.hpp"

#include <mergus/callable.hpp>
#include <mergus/cast.hpp>
#include <mergus/runtime.hpp>

#include <algorithm>
#include <cstring>
#include <functional>

namespace mergus::grb {

namespace {

using Bytes = std::vector<std::max_align_t>;

struct Position {
    std::uint64_t row, col;
    auto operator<=>(const Position&) const = default;
};

using EntryFunction =
    std::function<void(void* z, const void* x, Position of_x, const void* y, Position of_y)>;

/// The operator of the text whose i is the address of four indices: an operator for products has three.
const mergus_op& text_at(const BoundIndexOp& bound) {
    std::call_once(bound.compiled, [&] {
        const auto name = [](const mergus_type* type) { return std::string(type->name); };
        const std::string text = bound.definition + "\nvoid " + bound.name + "_at(" + name(bound.z) +
                                 "* z, const " + name(bound.x) + "* x, GrB_Index i, GrB_Index k, const " +
                                 name(bound.y) + "* y, GrB_Index l, GrB_Index j, const " +
                                 name(bound.theta_type) +
                                 "* theta) { const GrB_Index* const p = (const GrB_Index*)i; " + bound.name +
                                 "(z, x, p[0], p[1], y, p[2], p[3], theta); }\n";
        bound.at = define_index_binary_op(bound.name + "_at", text, bound.z, bound.x, bound.y,
                                          Scalar(bound.theta.data(), bound.theta_type));
    });
    return *bound.at.get();
}

EntryFunction function_of(const PositionOp& f) {
    const BoundIndexOp* const bound = f.bound;
    if (bound == nullptr) { // reads one of the four indices
        const bool column_of_x = f.op->code == MERGUS_OP_FIRSTJ || f.op->code == MERGUS_OP_FIRSTJ1;
        return [call = f.op->function.index_binary, column_of_x](void* z, const void* x, Position of_x,
                                                                 const void* y, Position of_y) {
            call(z, x, y, static_cast<std::int64_t>(of_x.row),
                 static_cast<std::int64_t>(column_of_x ? of_x.col : of_y.row),
                 static_cast<std::int64_t>(of_y.col));
        };
    }
    if (bound->function != nullptr)
        return [bound](void* z, const void* x, Position of_x, const void* y, Position of_y) {
            bound->function(z, x, of_x.row, of_x.col, y, of_y.row, of_y.col, bound->theta.data());
        };
    return [call = text_at(*bound).function.index_binary](void* z, const void* x, Position of_x,
                                                          const void* y, Position of_y) {
        const GrB_Index positions[] = {of_x.row, of_x.col, of_y.row, of_y.col};
        call(z, x, y, reinterpret_cast<std::int64_t>(positions), 0, 0);
    };
}

/// Values of one type; none if the operator ignores the operand.
class Values {
public:
    Values() = default;
    Values(const mergus_type* type, std::uint64_t count)
        : type_(type), bytes_(type == nullptr ? 0 : count * type->size / sizeof(std::max_align_t) + 1) {}
    [[nodiscard]] const mergus_type* type() const noexcept { return type_; }
    [[nodiscard]] void* data() noexcept { return type_ == nullptr ? nullptr : bytes_.data(); }
    [[nodiscard]] void* at(std::uint64_t e) noexcept {
        return type_ == nullptr ? nullptr : reinterpret_cast<unsigned char*>(bytes_.data()) + e * type_->size;
    }

private:
    const mergus_type* type_ = nullptr;
    Bytes bytes_;
};

/// An input on the host: its entries in row-major order, after the transpose.
struct Input {
    std::uint64_t nrows = 0, ncols = 0;
    std::vector<Position> positions{};
    Values values{}; ///< of the operator's type
    Values passed{}; ///< of the operator's z type, if entries of one input are results
};

void read_values(const AnyMatrix& A, Values& values) {
    if (values.type() != nullptr) A.extract_tuples(nullptr, nullptr, values.data(), values.type());
}
void read_values(const AnyVector& u, Values& values) {
    if (values.type() != nullptr) u.extract_tuples(nullptr, values.data(), values.type());
}

template <class Entries>
void read_all(Input& input, const Entries& from, const mergus_type* type, const mergus_type* z) {
    check_castable(from.type(), type, "an input into the operator");
    check_castable(from.type(), z, "an input into the operator's result");
    input.values = Values(type, input.positions.size());
    input.passed = Values(z, input.positions.size());
    read_values(from, input.values);
    read_values(from, input.passed);
}

/// \param z the type of passed values, or null
Input read(const AnyMatrix& A, bool transposed, const mergus_type* type, const mergus_type* z) {
    if (transposed) return read(transpose(A), false, type, z);
    Input input{.nrows = A.nrows(), .ncols = A.ncols(), .positions = std::vector<Position>(A.nvals())};
    std::vector<std::uint64_t> rows(input.positions.size()), cols(rows.size());
    A.extract_tuples(rows.data(), cols.data(), nullptr, nullptr);
    for (std::size_t e = 0; e < rows.size(); ++e) input.positions[e] = {rows[e], cols[e]};
    read_all(input, A, type, z);
    return input;
}
Input read(const AnyVector& u, bool, const mergus_type* type, const mergus_type* z) {
    Input input{.nrows = u.size(), .ncols = 1, .positions = std::vector<Position>(u.nvals())};
    std::vector<std::uint64_t> indices(input.positions.size());
    u.extract_tuples(indices.data(), nullptr, nullptr);
    for (std::size_t e = 0; e < indices.size(); ++e) input.positions[e] = {indices[e], 0};
    read_all(input, u, type, z);
    return input;
}

/// The entries of T, in any order, with room for `most`.
class Result {
public:
    Result(const mergus_type* z, std::uint64_t most) : values_(z, most) {
        rows_.reserve(most);
        cols_.reserve(most);
    }
    /// Adds an entry; the value is to be written.
    void* add(Position at) {
        rows_.push_back(at.row);
        cols_.push_back(at.col);
        return values_.at(rows_.size() - 1);
    }
    void write(AnyMatrix& C, const Mask& mask, const BinaryOp& accum, std::uint64_t nrows,
               std::uint64_t ncols, Descriptor flags) {
        AnyMatrix T(C.context(), values_.type(), nrows, ncols);
        T.build(rows_, cols_, values_.data(), values_.type());
        assign(C, mask, accum, T, all, all, flags);
    }
    void write(AnyVector& w, const Mask& mask, const BinaryOp& accum, std::uint64_t size, std::uint64_t,
               Descriptor flags) {
        AnyVector t(w.context(), values_.type(), size);
        t.build(rows_, values_.data(), values_.type());
        assign(w, mask, accum, t, all, flags);
    }

private:
    std::vector<std::uint64_t> rows_, cols_;
    Values values_;
};

/// What an operation does where only A, or only B, has an entry.
enum class Alone { nothing, passes, with_scalar };

template <class Entries>
void combine(Entries& C, const Mask& mask, const BinaryOp& accum, const PositionOp& f, const Entries& A,
             const Scalar* alpha, const Entries& B, const Scalar* beta, Alone alone, Descriptor flags) {
    const mergus_op& op = *f.op;
    const mergus_type* const z = op.z_type;
    check_castable(z, accum.get() == nullptr ? C.type() : accum.get()->y_type, "the operator's result");
    const EntryFunction call = function_of(f);
    const mergus_type* const passed = alone == Alone::passes ? z : nullptr;
    Input a = read(A, flags.has(DESC_T0), op.x_type, passed),
          b = read(B, flags.has(DESC_T1), op.y_type, passed);
    if (a.nrows != b.nrows || a.ncols != b.ncols)
        fail(GrB_DIMENSION_MISMATCH, "the inputs have different dimensions");
    const auto scalar = [](const Scalar* given, const mergus_type* type) {
        Values value(type, 1);
        if (given != nullptr && type != nullptr) {
            if (given->data() == nullptr) fail(GrB_EMPTY_OBJECT, "the scalar has no value");
            check_castable(given->type(), type, "the scalar into the operator");
            cast_value(value.data(), type, given->data(), given->type());
        }
        return value;
    };
    Values x = scalar(alpha, op.x_type), y = scalar(beta, op.y_type);
    Result T(z, a.positions.size() + b.positions.size());
    const auto one = [&](Input& input, std::size_t e, bool first) {
        const Position at = input.positions[e];
        if (alone == Alone::nothing) return;
        void* const to = T.add(at);
        if (alone == Alone::passes)
            std::memcpy(to, input.passed.at(e), z->size);
        else
            call(to, first ? input.values.at(e) : x.data(), at, first ? y.data() : input.values.at(e), at);
    };
    std::size_t i = 0, j = 0;
    while (i < a.positions.size() || j < b.positions.size()) {
        if (j == b.positions.size() || (i < a.positions.size() && a.positions[i] < b.positions[j])) {
            one(a, i++, true);
        } else if (i == a.positions.size() || b.positions[j] < a.positions[i]) {
            one(b, j++, false);
        } else {
            const Position at = a.positions[i];
            call(T.add(at), a.values.at(i), at, b.values.at(j), at);
            ++i, ++j;
        }
    }
    T.write(C, mask, accum, a.nrows, a.ncols, Descriptor{flags.bits & ~DESC_T0T1.bits});
}

} // namespace

IndexBinaryOp product_op(const std::shared_ptr<const BoundIndexOp>& bound) {
    if (bound->function == nullptr)
        return define_index_binary_op(bound->name, bound->definition, bound->z, bound->x, bound->y,
                                      Scalar(bound->theta.data(), bound->theta_type));
    return detail::make_callable_op(detail::Callable<mergus_index_binary_function>{
        .name = bound->name,
        .z = bound->z,
        .x = bound->x,
        .y = bound->y,
        .function =
            [](const void* state, void* z, const void* x, const void* y, std::int64_t i, std::int64_t k,
               std::int64_t j) {
                const auto& op = *static_cast<const BoundIndexOp*>(state);
                const auto row = static_cast<GrB_Index>(i), inner = static_cast<GrB_Index>(k);
                op.function(z, x, row, inner, y, inner, static_cast<GrB_Index>(j), op.theta.data());
            },
        .state = bound});
}

PositionOp positions_of(const mergus_grb_binary_op& op) {
    const mergus_op* const f = op.value.get();
    return f->kind == MERGUS_INDEX_BINARY ? PositionOp{f, op.bound.get()} : PositionOp{};
}

PositionOp positions_of(const mergus_grb_semiring& semiring) {
    const mergus_op* const f = semiring.value.get()->mul;
    return f->kind == MERGUS_INDEX_BINARY ? PositionOp{f, semiring.bound.get()} : PositionOp{};
}

template <class Entries>
void ewise_mult(Entries& C, const Mask& mask, const BinaryOp& accum, const PositionOp& f, const Entries& A,
                const Entries& B, Descriptor flags) {
    combine(C, mask, accum, f, A, nullptr, B, nullptr, Alone::nothing, flags);
}
template <class Entries>
void ewise_add(Entries& C, const Mask& mask, const BinaryOp& accum, const PositionOp& f, const Entries& A,
               const Entries& B, Descriptor flags) {
    combine(C, mask, accum, f, A, nullptr, B, nullptr, Alone::passes, flags);
}
template <class Entries>
void ewise_union(Entries& C, const Mask& mask, const BinaryOp& accum, const PositionOp& f, const Entries& A,
                 const Scalar& alpha, const Entries& B, const Scalar& beta, Descriptor flags) {
    combine(C, mask, accum, f, A, &alpha, B, &beta, Alone::with_scalar, flags);
}
#define MERGUS_COMBINE(Entries)                                                                              \
    template void ewise_mult(Entries&, const Mask&, const BinaryOp&, const PositionOp&, const Entries&,      \
                             const Entries&, Descriptor);                                                    \
    template void ewise_add(Entries&, const Mask&, const BinaryOp&, const PositionOp&, const Entries&,       \
                            const Entries&, Descriptor);                                                     \
    template void ewise_union(Entries&, const Mask&, const BinaryOp&, const PositionOp&, const Entries&,     \
                              const Scalar&, const Entries&, const Scalar&, Descriptor);
MERGUS_COMBINE(AnyMatrix)
MERGUS_COMBINE(AnyVector)

void kronecker(AnyMatrix& C, const Mask& mask, const BinaryOp& accum, const PositionOp& f, const AnyMatrix& A,
               const AnyMatrix& B, Descriptor flags) {
    const mergus_op& op = *f.op;
    check_castable(op.z_type, accum.get() == nullptr ? C.type() : accum.get()->y_type,
                   "the operator's result");
    const EntryFunction call = function_of(f);
    Input a = read(A, flags.has(DESC_T0), op.x_type, nullptr),
          b = read(B, flags.has(DESC_T1), op.y_type, nullptr);
    if (C.nrows() != a.nrows * b.nrows || C.ncols() != a.ncols * b.ncols) // no product of 2^36 overflows here
        fail(GrB_DIMENSION_MISMATCH, "the output does not have the dimensions of the product");
    Result T(op.z_type, a.positions.size() * b.positions.size());
    for (std::size_t i = 0; i < a.positions.size(); ++i)
        for (std::size_t j = 0; j < b.positions.size(); ++j) {
            const Position p = a.positions[i], q = b.positions[j];
            call(T.add({p.row * b.nrows + q.row, p.col * b.ncols + q.col}), a.values.at(i), p, b.values.at(j),
                 q);
        }
    T.write(C, mask, accum, C.nrows(), C.ncols(), Descriptor{flags.bits & ~DESC_T0T1.bits});
}

} // namespace mergus::grb
