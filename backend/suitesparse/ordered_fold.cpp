/// \file ordered_fold.cpp
/// mxm and reductions with monoids that are declared not commutative or not associative: left folds in the
/// order of k or of the entries. GraphBLAS assumes that all monoids are commutative and associative, and
/// specifies no order. Reductions to a scalar by other users' monoids are here too, because GraphBLAS begins
/// them with the identity.
///
/// Invariant: values are at multiples of their type's size in memory aligned for any type.
#include "ordered_fold.hpp"

#include "csr.hpp"
#include "parallel.hpp"

#include <algorithm>
#include <atomic>
#include <map>
#include <vector>

namespace mergus::suitesparse {

namespace {

using Words = std::vector<std::max_align_t>;

/// With room behind the value. Functions that Numba makes of array types write their own descriptor of an
/// array, 56 bytes, into values of 6; GraphBLAS keeps values in buffers that have the room.
Words room_for(const Type& type) {
    constexpr std::size_t behind = 128;
    return Words((type.size + behind) / sizeof(std::max_align_t) + 1);
}

/// The entries of a matrix in arrays.
class Rows {
public:
    Rows(MatrixHandle matrix, const Type& type)
        : size_(type.size), nrows(nrows_of(matrix.get())), ncols(ncols_of(matrix.get())),
          arrays_(std::move(matrix)) {}

    [[nodiscard]] GrB_Index begin(GrB_Index row) const { return arrays_.row_ptr[row]; }
    [[nodiscard]] GrB_Index end(GrB_Index row) const { return arrays_.row_ptr[row + 1]; }
    [[nodiscard]] GrB_Index col(GrB_Index e) const { return arrays_.cols[e]; }
    [[nodiscard]] const void* value(GrB_Index e) const {
        return static_cast<const unsigned char*>(arrays_.values) + (arrays_.iso ? 0 : e) * size_;
    }

private:
    std::size_t size_;

public:
    GrB_Index nrows, ncols;

private:
    TakenArrays arrays_;
};

/// A, or A', with values cast to a type. A vector is one row.
Rows rows_of(const mergus_context& context, Collection A, const Type& type, bool transposed) {
    if (A.is_vector()) return {as_row(A.vector(), type.grb), type};
    MatrixHandle cast =
        new_matrix(type, transposed ? ncols_of(A) : nrows_of(A), transposed ? nrows_of(A) : ncols_of(A));
    copy_through(context, cast.get(), {}, nullptr, A, transposed ? MERGUS_DESC_TRAN0 : 0);
    finish(cast.get());
    return {std::move(cast), type};
}

/// Builds a matrix row by row; each value is a fold.
class Result {
public:
    Result(const Type& type, const mergus_op& add, GrB_Index nrows, GrB_Index ncols)
        : type_(type), add_(add), nrows_(nrows), ncols_(ncols), sum_(room_for(type)) {}

    /// Adds a term to the entry at column `col` of the current row. end_row() sorts the entries by column.
    void add(GrB_Index col, const void* term) {
        const auto [found, fresh] = row_.try_emplace(col, row_.size());
        if (fresh) {
            terms_.resize((found->second + 1) * type_.size / sizeof(std::max_align_t) + 1);
            std::memcpy(at(found->second), term, type_.size);
            return;
        }
        add_.function.binary(sum_.data(), at(found->second), term);
        std::memcpy(at(found->second), sum_.data(), type_.size);
    }

    void end_row() {
        for (const auto& [col, place] : row_) {
            cols_.push_back(col);
            values_.insert(values_.end(), at(place), at(place) + type_.size);
        }
        row_.clear();
        ends_.push_back(cols_.size());
    }

    Store finish() {
        auto own = std::make_unique<OwnArrays>(nrows_, cols_.size(), values_.size());
        own->row_ptr[0] = 0;
        std::copy(ends_.begin(), ends_.end(), own->row_ptr.get() + 1);
        std::copy(cols_.begin(), cols_.end(), own->cols.get());
        std::copy(values_.begin(), values_.end(), reinterpret_cast<unsigned char*>(own->values.get()));
        MatrixHandle empty = new_matrix(type_, nrows_, ncols_);
        if (cols_.empty()) return Store(std::move(empty));
        return lend(std::move(empty), std::move(own), cols_.size(), false);
    }

private:
    unsigned char* at(std::size_t place) {
        return reinterpret_cast<unsigned char*>(terms_.data()) + place * type_.size;
    }

    const Type& type_;
    const mergus_op& add_;
    GrB_Index nrows_, ncols_;
    std::map<GrB_Index, std::size_t> row_; ///< Position of each column of the row in terms_.
    Words terms_, sum_;
    std::vector<GrB_Index> cols_, ends_;
    std::vector<unsigned char> values_;
};

} // namespace

bool needs_ordered_fold(const mergus_monoid& monoid) noexcept {
    constexpr std::uint32_t any_order = MERGUS_OP_ASSOCIATIVE | MERGUS_OP_COMMUTATIVE;
    return (monoid.op->properties & any_order) != any_order;
}

void mxm_ordered(mergus_context& context, const mergus_call& call, std::uint64_t work) {
    const mergus_op& mul = *call.semiring->mul;
    const auto factor = [&](const mergus_matrix* matrix, const mergus_type* declared_type,
                            std::uint32_t transpose) {
        const Operand operand(context, call, matrix, declared_type, mul);
        return rows_of(context, operand.get(),
                       declared_type != nullptr ? intern(declared_type) : Operators::stand_in(mul),
                       (call.descriptor & transpose) != 0);
    };
    const Rows A = factor(call.A, mul.x_type, MERGUS_DESC_TRAN0),
               B = factor(call.B, mul.y_type, MERGUS_DESC_TRAN1);
    const Type& z = intern(mul.z_type);
    Words product = room_for(z);
    Result T(z, *call.semiring->add->op, A.nrows, B.ncols);
    for (GrB_Index i = 0; i < A.nrows; ++i) {
        for (GrB_Index a = A.begin(i); a < A.end(i); ++a) {
            const GrB_Index k = A.col(a);
            for (GrB_Index b = B.begin(k); b < B.end(k); ++b) {
                const GrB_Index j = B.col(b);
                if (mul.kind == MERGUS_INDEX_BINARY)
                    mul.function.index_binary(product.data(), A.value(a), B.value(b),
                                              static_cast<std::int64_t>(i), static_cast<std::int64_t>(k),
                                              static_cast<std::int64_t>(j));
                else
                    mul.function.binary(product.data(), A.value(a), B.value(b));
                T.add(j, product.data());
            }
        }
        T.end_row();
    }
    const Store result = T.finish();
    write_through(context, call, result.get(), "left folds in the order of k, in plain code", work);
}

void reduce_rows_ordered(mergus_context& context, const mergus_call& call) {
    const Type& type = intern(call.monoid->op->z_type);
    const Rows A = rows_of(context, call.A->store.get(), type, (call.descriptor & MERGUS_DESC_TRAN0) != 0);
    Result T(type, *call.monoid->op, A.nrows, 1);
    for (GrB_Index i = 0; i < A.nrows; ++i) {
        for (GrB_Index e = A.begin(i); e < A.end(i); ++e) T.add(0, A.value(e));
        T.end_row();
    }
    const Store result = T.finish();
    write_through(context, call, result.get(), "left folds in plain code", nvals_of(call.A->store.get()));
}

void fold_entries(const mergus_context& context, const mergus_monoid& monoid, const mergus_matrix& A,
                  void* sum) {
    constexpr GrB_Index most = 1U << 15U;
    const Type& type = intern(monoid.op->z_type);
    const GrB_Index count = nvals_of(A.store.get());
    const auto entries =
        std::make_unique_for_overwrite<std::max_align_t[]>(count * type.size / sizeof(std::max_align_t) + 1);
    matrix_extract_tuples(A, nullptr, nullptr, entries.get(), monoid.op->z_type);
    const auto value = [&](GrB_Index e) {
        return reinterpret_cast<const unsigned char*>(entries.get()) + e * type.size;
    };
    const GrB_Index part = needs_ordered_fold(monoid) ? count : std::min(count, most);
    const auto threads = static_cast<unsigned>(context.one_thread ? 1 : context.threads);
    std::vector<Words> sums((count - 1) / part + 1);
    // A part whose sum is the terminal value, by its bytes, ends the others.
    const auto ends = [&](const Words& total) {
        return monoid.terminal != nullptr && std::memcmp(total.data(), monoid.terminal, type.size) == 0;
    };
    std::atomic<bool> ended = false;
    core::parallel_for(count, part, threads, [&](GrB_Index begin, GrB_Index end) {
        Words total = room_for(type), next = room_for(type);
        std::memcpy(total.data(), value(begin), type.size);
        for (GrB_Index e = begin + 1; e < end && !ends(total) && !ended; ++e) {
            monoid.op->function.binary(next.data(), total.data(), value(e));
            total.swap(next);
        }
        if (ends(total)) ended = true;
        sums[begin / part] = std::move(total);
    });
    if (ended) {
        std::memcpy(sum, monoid.terminal, type.size);
        return;
    }
    Words next = room_for(type);
    for (std::size_t p = 1; p < sums.size() && !ends(sums[0]); ++p) {
        monoid.op->function.binary(next.data(), sums[0].data(), sums[p].data());
        sums[0].swap(next);
    }
    std::memcpy(sum, sums[0].data(), type.size);
}

} // namespace mergus::suitesparse
