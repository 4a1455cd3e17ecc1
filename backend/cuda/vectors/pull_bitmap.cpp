/// \file pull_bitmap.cpp
/// The product of a matrix and a vector, or a matrix of few rows, by rows of the matrix, on bitmaps: the host
/// side of vectors/pull_bitmap.cuh.
#include "bitmap/convert.hpp"
#include "bitmap/counted_launch.hpp"
#include "jit/unused_type.hpp"
#include "objects/report.hpp"
#include "pull.hpp"
#include "steps/row_profile.hpp"
#include "steps/write_result.hpp"
#include "vector_method.hpp"

#include <algorithm>

namespace mergus::cuda {

namespace vector_methods {
extern const VectorMethod pull_bitmap;
}

namespace {

using Input = PullInputOf<void, const void*, void, void, void>;
struct Output {
    const std::uint32_t* was;
    std::uint32_t* bits;
    void* val;
};

class PullOnBitmap {
public:
    PullOnBitmap(Context& context, const mergus_call& call, const Matrix& A, const Matrix& u, bool u_first)
        : context_(context), call_(call), A_(A), u_(u), C_(*call.C), how_(OutputSpec::of(call)),
          shape_(A, *call.semiring->add), u_first_(u_first) {}

    void run() {
        Device& device = context_.device;
        const bool full = u_.nrows == 1 && !u_.is_bitmap() && u_.full() && !u_.iso && how_.mask != &u_;
        const Bitmap* const u = full ? nullptr : &use_as_bitmap(context_, u_);
        const Bitmap* const mask = how_.mask == nullptr ? nullptr : &use_as_bitmap(context_, *how_.mask);
        keeps_ = how_.accum != nullptr || (how_.mask != nullptr && !how_.replace);
        // Rows are written while others still read u.
        const bool in_place = &u_ != &C_ && (C_.is_bitmap() || (keeps_ && C_.nvals != 0));
        if (in_place) use_as_bitmap(context_, C_);
        const Bindings bindings = bind(full ? 0 : 1);
        constexpr const char *file = "vectors/pull_bitmap.cuh", *rows = "pull_bitmap";
        const auto kernel = [&](const char* entry) -> const Kernel& {
            return context_.jit.kernel(file, entry, bindings);
        };
        KernelRequests requests(context_.jit);
        requests.emplace_back(file, rows, bindings);
        if (shape_.may_have_longs(A_)) requests.push_back(row_profile_kernel(A_));
        context_.jit.compile(requests);

        // What can fail comes first.
        const bool has_longs = shape_.has_longs(context_, A_);
        const std::uint64_t most_longs = has_longs ? u_.nrows * shape_.most_longs(A_) : 0;
        const std::uint64_t most_chunks = has_longs ? u_.nrows * shape_.most_chunks(A_) : 0;
        const Array<LongRow> long_rows(device, most_longs);
        const Buffer partial(device, most_chunks * call_.semiring->add->op->z_type->size),
            filled(device, most_chunks);
        const Array<PullCounters> counters(device, has_longs ? 1 : 0);
        Bitmap fresh;
        if (!in_place) fresh = raw_bitmap(context_, C_);

        Bitmap& bitmap = in_place ? *C_.bitmap : fresh;
        const CountedLaunch counted(context_, bitmap);
        const Input in = input(u, mask);
        const Output out{keeps_ && in_place ? bitmap.bits.data() : nullptr, bitmap.bits.data(),
                         bitmap.val.data()};
        const LongRowsOf<void> longs{long_rows.data(), partial.data(),
                                     static_cast<std::uint8_t*>(filled.data())};
        const Dim3 block{block_threads};
        const Dim3 grid = grid_for(context_, (in.count + 31) / 32 * 32, block_threads);
        const Kernel& pull = kernel(rows);
        const Kernel *chunks = nullptr, *write = nullptr; // found before anything runs
        if (has_longs) {
            chunks = &kernel("pull_chunks");
            write = &kernel("write_long_rows");
        }
        if (!has_longs) {
            launch_counted(device, counted, bitmap, pull, grid, block, in, out, longs, counters.data());
        } else {
            device.fill(counters.data(), 0, sizeof(PullCounters));
            // The entries that this kernel adds are counted by the last one.
            device.launch(pull, grid, block, 0, in, out, longs, counters.data(), counted.counter,
                          counted.count, counted.post.words, counted.post.ticket);
            const auto* const read = static_cast<const PullCounters*>(counters.data());
            device.launch(*chunks, grid_for(context_, most_chunks * 32, block_threads), block, 0, in, longs,
                          read);
            launch_counted(device, counted, bitmap, *write,
                           grid_for(context_, most_longs * 32, block_threads), block, in, out, longs, read);
        }
        if (in_place)
            C_.changed_bitmap();
        else
            C_.set_bitmap(std::move(fresh));
        explain(has_longs);
    }

private:
    [[nodiscard]] int mask_kind() const noexcept {
        return how_.mask == nullptr ? 0 : how_.complement ? 2 : 1;
    }

    [[nodiscard]] Bindings bind(int u_form) const {
        const bool m_valued = how_.mask != nullptr && !how_.structure;
        const mergus_type* const m_type = m_valued ? how_.mask->type : unused_type();
        Bindings bindings;
        bindings.index("A_index", A_.wide())
            .index("M_index", false)
            .type("M_value", m_type)
            .truth("truth", m_type, !m_valued)
            .type("Out_value", C_.type)
            .cast("to_out", call_.semiring->mul->z_type, C_.type)
            .binary("accum_out", how_.accum, C_.type, call_.semiring->mul->z_type, C_.type)
            .constant("mask_kind", mask_kind())
            .constant("m_valued", m_valued)
            .constant("has_accum", how_.accum != nullptr)
            .constant("replace", how_.replace && how_.mask != nullptr)
            .constant("keeps", keeps_);
        bind_fold(bindings, {.A = A_, .u = u_, .semiring = *call_.semiring, .u_first = u_first_}, shape_,
                  u_form);
        if (context_.deterministic) bindings.no_contraction();
        return bindings;
    }

    [[nodiscard]] Input input(const Bitmap* u, const Bitmap* mask) const {
        Input in{};
        in.ptr = A_.ptr.data();
        in.col = A_.col.data();
        in.val = A_.val.data();
        in.u_val = u != nullptr ? u->val.data() : u_.val.data();
        in.u_bits = u != nullptr ? u->bits.data() : nullptr;
        if (mask != nullptr) {
            in.m_bits = mask->bits.data();
            in.m_val = mask->val.data();
        }
        in.count = C_.nrows * C_.ncols;
        in.u_cols = u_.ncols;
        in.t_cols = C_.ncols;
        return in;
    }

    void explain(bool has_longs) const {
        mergus_report* const report = call_.report;
        if (report == nullptr) return;
        report_method(report, vector_methods::pull_bitmap.name,
                      {mask_facts[mask_kind()], shape_.lanes_fact(), has_longs ? "long rows in chunks" : ""});
        report->work = u_.nrows * A_.nvals;
    }

    Context& context_;
    const mergus_call& call_;
    const Matrix& A_;
    const Matrix& u_;
    Matrix& C_;
    OutputSpec how_;
    PullShape shape_;
    bool u_first_;
    bool keeps_ = false; ///< entries of C may stay at cells where the product has none
};

/// Computes C<mask, replace> ⊙= A ⊕.⊗ u, or u ⊕.⊗ A' for a u of several rows: in one launch, or in three if A
/// has long rows, and without a wait. \param u_first ⊗ has u's value as its first argument
void pull(Context& context, const mergus_call& call, const Matrix& A, const Matrix& u, bool u_first) {
    const Matrix& C = *call.C;
    const bool keeps =
        call.accum != nullptr || (call.mask != nullptr && (call.descriptor & MERGUS_DESC_REPLACE) == 0);
    if (&u != &C || !keeps) {
        PullOnBitmap(context, call, csr(context, A), u, u_first).run();
        return;
    }
    Matrix copy;
    static_cast<MatrixShape&>(copy) = u;
    copy.bitmap = copy_of(context, use_as_bitmap(context, u));
    PullOnBitmap(context, call, csr(context, A), copy, u_first).run();
}

} // namespace

namespace vector_methods {
constinit const VectorMethod pull_bitmap{.name = "pull_bitmap",
                                         .summary = "rows of the matrix, each folded with the vector, on "
                                                    "bitmaps: one launch, or three where rows are long",
                                         .evidence = "docs/laboratory/graphs.md",
                                         .on_bitmap = true,
                                         .run = [](VectorProduct& product) {
                                             if (!product.on_bitmap() || !product.pulls()) return false;
                                             pull(product.context, product.call, product.matrix(), product.u,
                                                  product.u_first);
                                             return true;
                                         }};
} // namespace vector_methods

} // namespace mergus::cuda
