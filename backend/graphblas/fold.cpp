/// \file fold.cpp
/// Folds of entries on the host.
#include "fold.hpp"

#include "values.hpp"

#include <mergus/cast.hpp>

#include <cstring>

namespace mergus::grb {

namespace {

using Bytes = std::vector<std::max_align_t>;

Bytes room(const mergus_type* type, std::uint64_t count = 1) {
    return Bytes(count * type->size / sizeof(std::max_align_t) + 1);
}

/// The operator of a reduction: x ← f(x, y). An argument that the operator ignores may have any value.
class Fold {
public:
    explicit Fold(const BinaryOp& op) : op_(*op.get()), type_(op_.z_type), z_(room(type_)) {
        check_one_domain(op_);
    }
    [[nodiscard]] const mergus_type* type() const noexcept { return type_; }
    /// The values of an array, one after the other.
    [[nodiscard]] unsigned char* at(Bytes& values, std::uint64_t e) const {
        return reinterpret_cast<unsigned char*>(values.data()) + e * type_->size;
    }
    /// Element `to` of the array becomes f(element to, element e).
    void combine(Bytes& values, std::uint64_t to, std::uint64_t e) {
        op_.function.binary(z_.data(), at(values, to), at(values, e));
        std::memcpy(at(values, to), z_.data(), type_->size);
    }

private:
    const mergus_op& op_;
    const mergus_type* type_;
    Bytes z_;
};

template <class Extract>
Bytes fold_values(const BinaryOp& op, std::uint64_t count, Extract extract) {
    Fold fold(op);
    Bytes values = room(fold.type(), count);
    extract(values.data(), fold.type());
    for (std::uint64_t e = 1; e < count; ++e) fold.combine(values, 0, e);
    return values;
}

} // namespace

void fold_rows(AnyVector& w, const Mask& mask, const BinaryOp& accum, const BinaryOp& op, const AnyMatrix& A,
               Descriptor flags) {
    Fold fold(op);
    const bool transposed = flags.has(DESC_T0);
    const AnyMatrix turned = transposed ? transpose(A) : AnyMatrix();
    const AnyMatrix& input = transposed ? turned : A;
    const std::uint64_t count = input.nvals();
    std::vector<std::uint64_t> rows(count);
    Bytes values = room(fold.type(), count);
    input.extract_tuples(rows.data(), nullptr, values.data(), fold.type());
    std::uint64_t kept = 0; // rows[0, kept) and values[0, kept) are reduced
    for (std::uint64_t e = 0; e < count; ++e) {
        if (kept > 0 && rows[kept - 1] == rows[e]) {
            fold.combine(values, kept - 1, e);
        } else {
            rows[kept] = rows[e];
            std::memmove(fold.at(values, kept++), fold.at(values, e), fold.type()->size);
        }
    }
    rows.resize(kept);
    AnyVector reduced(A.context(), fold.type(), input.nrows());
    reduced.build(rows, values.data(), fold.type());
    assign(w, mask, accum, reduced, all, Descriptor{flags.bits & ~DESC_T0T1.bits});
}

std::vector<std::max_align_t> fold_all(const BinaryOp& op, const AnyMatrix& A) {
    return fold_values(op, A.nvals(), [&](void* values, const mergus_type* type) {
        A.extract_tuples(nullptr, nullptr, values, type);
    });
}

std::vector<std::max_align_t> fold_all(const BinaryOp& op, const AnyVector& u) {
    return fold_values(op, u.nvals(), [&](void* values, const mergus_type* type) {
        u.extract_tuples(nullptr, values, type);
    });
}

void accumulate(mergus_grb_scalar& s, const BinaryOp& accum, const void* value, const mergus_type* type) {
    const mergus_op* const f = accum.get();
    if (f == nullptr || !s.present) {
        set_scalar(s, Scalar(value, type));
        return;
    }
    const auto argument = [&](const mergus_type* wanted, const void* from, const mergus_type* from_type) {
        Bytes bytes = room(wanted != nullptr ? wanted : f->z_type);
        if (wanted == nullptr) return bytes;
        if (!castable(from_type, wanted)) fail(GrB_DOMAIN_MISMATCH, "the accumulator is on another type");
        cast_value(bytes.data(), wanted, from, from_type);
        return bytes;
    };
    const Bytes x = argument(f->x_type, s.bytes.data(), s.type), y = argument(f->y_type, value, type);
    Bytes z = room(f->z_type);
    f->function.binary(z.data(), x.data(), y.data());
    set_scalar(s, Scalar(z.data(), f->z_type));
}

} // namespace mergus::grb
