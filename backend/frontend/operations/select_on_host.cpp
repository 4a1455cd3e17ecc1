/// \file select_on_host.cpp
/// Threads test chunks of entries; the entries that pass are then put together.
#include "select_on_host.hpp"

#include "../objects/array_copies.hpp"
#include "../objects/catalogue.hpp"
#include "cast_scalar.hpp"
#include "memory_errors.hpp"
#include "parallel.hpp"

#include <algorithm>
#include <cstring>
#include <memory>
#include <vector>

namespace mergus::core {

namespace {

constexpr const char* name = "select";
/// A call of a function takes some ns, so a chunk takes some 100 us.
constexpr std::uint64_t grain = std::uint64_t{1} << 15;

/// Compressed rows on the host, whose memory is not cleared first.
struct HostRows {
    HostRows(const MatrixState& like, std::uint64_t entries) : nvals(entries) {
        with_memory_errors(name, [&] {
            ptr = std::make_unique_for_overwrite<std::uint64_t[]>(like.nrows + 1);
            if (like.ncols <= std::uint64_t{1} << 32)
                narrow = std::make_unique_for_overwrite<std::uint32_t[]>(nvals + 1);
            else
                wide = std::make_unique_for_overwrite<std::uint64_t[]>(nvals + 1);
            values = allocate_values(nvals * like.type->size);
        });
    }
    [[nodiscard]] std::uint64_t column(std::uint64_t e) const { return narrow ? narrow[e] : wide[e]; }
    [[nodiscard]] unsigned char* bytes() const { return reinterpret_cast<unsigned char*>(values.get()); }

    /// Copies `count` entries of `other`, or of these rows to a lower position.
    void copy(std::uint64_t to, const HostRows& other, std::uint64_t from, std::uint64_t count,
              std::uint64_t size) {
        if (narrow)
            std::copy_n(other.narrow.get() + from, count, narrow.get() + to);
        else
            std::copy_n(other.wide.get() + from, count, wide.get() + to);
        std::memmove(bytes() + to * size, other.bytes() + from * size, count * size);
    }

    [[nodiscard]] mergus_csr describe(const MatrixState& like) const {
        auto csr = defaults<mergus_csr>();
        csr.type = like.type;
        csr.nrows = like.nrows;
        csr.ncols = like.ncols;
        csr.nvals = csr.capacity = nvals;
        csr.row_ptr = ptr.get();
        csr.cols = narrow ? static_cast<void*>(narrow.get()) : wide.get();
        csr.values = values.get();
        csr.pointer_bits = 64;
        csr.index_bits = narrow ? 32 : 64;
        csr.memory = MERGUS_MEMORY_HOST;
        return csr;
    }

    std::uint64_t nvals;
    std::unique_ptr<std::uint64_t[]> ptr, wide;
    std::unique_ptr<std::uint32_t[]> narrow;
    std::unique_ptr<std::max_align_t[]> values;
};

HostRows rows_of(const MatrixState& A) {
    HostRows rows(A, info_of(A, name).nvals);
    mergus_csr csr = rows.describe(A);
    auto args = defaults<mergus_matrix_export_csr_args>();
    args.matrix = A.handle;
    args.csr = &csr;
    A.context->call(name, A.context->table().matrix_export_csr,
                    static_cast<const mergus_matrix_export_csr_args*>(&args));
    return rows;
}

std::unique_ptr<MatrixState> matrix_of(const MatrixState& like, const HostRows& rows) {
    auto state = std::make_unique<MatrixState>(like.context, like.type, like.shape());
    mergus_csr csr = rows.describe(like);
    csr.flags = MERGUS_CSR_TRUSTED;
    auto args = defaults<mergus_matrix_import_csr_args>();
    args.csr = &csr;
    like.context->call(name, like.context->table().matrix_import_csr, &args);
    state->handle = args.matrix;
    return state;
}

/// Entries are tested in chunks. Those that pass move to the begin of their chunk, in place.
class Selection {
public:
    Selection(const MatrixState& A, const mergus_call& call)
        : A_(A), op_(*call.op), y_(call.scalar), in_(rows_of(A)) {}

    HostRows run() {
        const std::uint64_t chunks = in_.nvals / grain + 1;
        with_memory_errors(name, [&] {
            counts_ = std::make_unique<std::uint64_t[]>(A_.nrows + 1);
            chunks_.resize(chunks);
        });
        // More threads take longer to start than they save.
        const auto threads = static_cast<unsigned>(std::clamp<std::uint64_t>(chunks / 4, 1, 16));
        parallel_for(chunks, 1, std::min(thread_count(), threads),
                     [&](std::uint64_t chunk, std::uint64_t) { test(chunk); });
        std::uint64_t passing = 0;
        for (std::uint64_t chunk = 0; chunk < chunks; ++chunk) {
            if (chunks_[chunk].of_earlier_row != 0)
                counts_[row_of(chunk * grain)] += chunks_[chunk].of_earlier_row;
            passing += chunks_[chunk].passing;
        }
        HostRows out(A_, passing);
        std::uint64_t to = 0;
        for (std::uint64_t chunk = 0; chunk < chunks; ++chunk) {
            out.copy(to, in_, chunk * grain, chunks_[chunk].passing, A_.type->size);
            to += chunks_[chunk].passing;
        }
        out.ptr[0] = 0;
        for (std::uint64_t row = 0; row < A_.nrows; ++row) out.ptr[row + 1] = out.ptr[row] + counts_[row];
        return out;
    }

private:
    struct Chunk {
        std::uint64_t passing = 0;
        std::uint64_t of_earlier_row = 0; ///< of them, those of the row that began in an earlier chunk
    };

    /// The last row that begins at or before entry e.
    [[nodiscard]] std::uint64_t row_of(std::uint64_t e) const {
        const std::uint64_t* const ptr = in_.ptr.get();
        return static_cast<std::uint64_t>(std::upper_bound(ptr, ptr + A_.nrows + 1, e) - ptr) - 1;
    }

    void test(std::uint64_t chunk) {
        const std::uint64_t begin = chunk * grain, end = std::min(begin + grain, in_.nvals);
        if (begin >= end) return;
        const auto z = value_buffer(op_.z_type);
        const mergus_type* const x_type = op_.x_type == nullptr ? op_.z_type : op_.x_type;
        const auto x = value_buffer(x_type);
        const bool casts = op_.x_type != nullptr && x_type != A_.type, reads = op_.x_type == A_.type;
        const auto passes = [&](std::uint64_t e, std::uint64_t row) {
            const unsigned char* const value = in_.bytes() + e * A_.type->size;
            if (casts) cast_value(x.get(), x_type, value, A_.type);
            op_.function.index_unary(z.get(), reads ? static_cast<const void*>(value) : x.get(),
                                     static_cast<std::int64_t>(row), static_cast<std::int64_t>(in_.column(e)),
                                     y_);
            unsigned char truth = *reinterpret_cast<const unsigned char*>(z.get());
            if (op_.z_type->code != MERGUS_BOOL) cast_value(&truth, type_of<bool>(), z.get(), op_.z_type);
            return truth != 0;
        };
        std::uint64_t to = begin;
        for (std::uint64_t row = row_of(begin), e = begin; e < end; ++row) {
            const std::uint64_t row_end = std::min(in_.ptr[row + 1], end), before = to;
            for (; e < row_end; ++e)
                if (passes(e, row)) in_.copy(to++, in_, e, 1, A_.type->size);
            if (in_.ptr[row] >= begin)
                counts_[row] = to - before;
            else
                chunks_[chunk].of_earlier_row = to - before;
        }
        chunks_[chunk].passing = to - begin;
    }

    const MatrixState& A_;
    const mergus_op& op_;
    const void* y_;
    HostRows in_;
    std::unique_ptr<std::uint64_t[]> counts_; ///< of each row: entries that pass in the chunk where it begins
    std::vector<Chunk> chunks_;
};

} // namespace

bool select_on_host(const Operands& operands, const mergus_call& call) {
    const MatrixState& A = *operands.A;
    MatrixState& C = *operands.C;
    if (A.is_vector || C.is_vector || (call.descriptor & DESC_T0.bits) != 0) return false;
    const auto selected = matrix_of(A, Selection(A, call).run());
    if (operands.mask == nullptr && call.accum == nullptr && C.type == A.type) {
        std::swap(C.handle, selected->handle);
        return true;
    }
    static constexpr Operation assign{name, &mergus_backend::assign};
    mergus_call write{};
    write.struct_size = sizeof write;
    write.accum = call.accum;
    write.descriptor = call.descriptor;
    dispatch(assign, {&C, operands.mask, selected.get(), nullptr}, write);
    return true;
}

} // namespace mergus::core
