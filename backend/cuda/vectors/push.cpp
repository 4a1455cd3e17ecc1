/// \file push.cpp
#include "push.hpp"

#include "bitmap/convert.hpp"
#include "bitmap/counted_launch.hpp"
#include "jit/unused_type.hpp"
#include "mxm/problem.hpp"
#include "objects/report.hpp"
#include "push_workspace.hpp"
#include "steps/accumulate.hpp"
#include "steps/row_profile.hpp"
#include "steps/write_result.hpp"
#include "transpose/transpose.hpp"
#include "vector_method.hpp"

#include <algorithm>
#include <cstring>

namespace mergus::cuda {

namespace vector_methods {
extern const VectorMethod push_bitmap;
}

namespace {

using Input = PushInputOf<void, void, void, void>;
using AtOnce = PushedAtOnceOf<void>;
struct Output {
    const std::uint32_t* was;
    std::uint32_t* bits;
    void* val;
};

/// Rows of more entries are expanded in chunks by the whole grid, after a barrier.
constexpr std::uint64_t longest_of_warp = 256;
constexpr std::uint64_t push_chunk = 256;
/// Long rows that the list has room for; with more, only longer rows are listed.
constexpr std::uint64_t push_list_rows = std::uint64_t{1} << 22;
constexpr std::uint64_t push_least_long = 64;
/// Warps of a launch on a multiprocessor, from which on a warp takes several words. Measured on the H200, a
/// level of BFS: 32 or 16 warps 11 µs, 64 warps 12.3 µs (a road graph of 520,000 vertices).
constexpr std::uint64_t warps_per_sm = 32;

std::uint64_t cells_of(const Matrix& M) {
    return M.nrows * M.ncols;
}

/// A push, from the call to the kernels.
class Push {
public:
    Push(Context& context, const mergus_call& call, const Matrix& B, bool flipped)
        : context_(context), call_(call), U_(*call.A), B_(B), C_(*call.C), flipped_(flipped),
          how_(OutputSpec::of(call)), type_(context.intern(call.semiring->add->op->z_type)) {
        const mergus_op& mul = *call.semiring->mul;
        value_free_ = is_value_free(*call.semiring);
        reads_u_ = !value_free_ && (flipped ? mul.y_type : mul.x_type) != nullptr;
        reads_b_ = !value_free_ && (flipped ? mul.x_type : mul.y_type) != nullptr;
    }

    void run() {
        const Bitmap& U = use_as_bitmap(context_, U_);
        const Bitmap* const mask = how_.mask == nullptr ? nullptr : &use_as_bitmap(context_, *how_.mask);
        const bool has_longs =
            B_.nvals > longest_of_warp && row_profile(context_, B_).longest > longest_of_warp;
        const std::uint64_t long_row = std::max(push_least_long, U_.nrows * B_.nvals / push_list_rows);
        const Array<PushLongRow> longs(context_.device, has_longs ? U_.nrows * B_.nvals / long_row + 1 : 0);
        Input in{};
        in.u_bits = U.bits.data();
        in.u_val = U.val.data();
        in.ptr = B_.ptr.data();
        in.col = static_cast<const std::uint32_t*>(B_.col.data());
        in.b_val = B_.val.data();
        if (mask != nullptr) {
            in.m_bits = mask->bits.data();
            in.m_val = mask->val.data();
        }
        in.long_rows = longs.data();
        in.barrier = has_longs ? context_.device.grid_barrier_word() : nullptr;
        in.u_words = words_of(U_);
        in.u_cols = static_cast<std::uint32_t>(U_.ncols);
        in.t_words = words_of(C_);
        in.t_cols = static_cast<std::uint32_t>(C_.ncols);
        in.u_each = words_of_warp(in.u_words);
        in.t_each = words_of_warp(in.t_words);
        in.long_row = long_row;
        const bool at_once = writes_at_once();
        if (at_once)
            run_at_once(in);
        else
            run_in_two(in);
        report_method(call_.report, vector_methods::push_bitmap.name,
                      {mask_facts[mask_kind()], at_once ? facts::one_launch : "",
                       has_longs ? "long rows in chunks" : ""});
    }

private:
    /// Whether the expansion may write into C: C is to be T alone, and the first product of a cell is the
    /// value of the cell, so the expansion reads no value that it writes.
    [[nodiscard]] bool writes_at_once() const noexcept {
        const bool first_is_value = value_free_ || call_.semiring->add->op->code == MERGUS_OP_ANY;
        const bool reads_c = (&U_ == &C_ && reads_u_) || (how_.mask == &C_ && !how_.structure);
        return first_is_value && !keeps() && !reads_c;
    }

    void run_at_once(Input& in) {
        Device& device = context_.device;
        PushKernels& kernels = this->kernels(false);
        auto& workspace = context_.state<PushWorkspace>();
        const PushWorkspace::Hold held(workspace);
        const std::uint64_t cells = cells_of(C_);
        Buffer values(device, C_.is_bitmap() ? 0 : cells * C_.type->size);
        workspace.prepare_at_once(device, bits_size(cells));
        Bitmap made;
        made.bits = workspace.take_cleared();
        const CountedLaunch counted(context_, made);
        in.t_bits = made.bits.data();
        in.counters = workspace.counters_at_once();
        const AtOnce out{C_.is_bitmap() ? C_.bitmap->val.data() : values.data(), workspace.retired().data(),
                         workspace.retired().size(), workspace.next_counters()};
        const std::uint32_t blocks = blocks_for(in.u_words, in.u_each);
        workspace.begin();
        if (in.long_rows == nullptr) {
            launch_counted(device, counted, made, *kernels.at_once, {blocks}, {threads()}, in, out);
        } else {
            device.launch_cooperative(
                *kernels.at_once, {cooperative_blocks(blocks, *kernels.at_once, kernels.resident_at_once)},
                {threads()}, 0, in, out, counted.counter, counted.count, counted.post.words,
                counted.post.ticket);
            made.count = counted.launched();
        }
        workspace.end();
        Array<std::uint32_t> old;
        if (C_.is_bitmap()) {
            old = std::move(C_.bitmap->bits);
            values = std::move(C_.bitmap->val);
        }
        workspace.launched_at_once(std::move(old));
        made.val = std::move(values);
        C_.set_bitmap(std::move(made));
    }

    void run_in_two(Input& in) {
        Device& device = context_.device;
        const bool keeps = this->keeps();
        const bool in_place = C_.is_bitmap() || (keeps && C_.nvals != 0);
        if (in_place) use_as_bitmap(context_, C_);
        PushKernels& kernels = this->kernels(keeps);
        // What can fail comes first.
        Bitmap fresh;
        if (!in_place) fresh = raw_bitmap(context_, C_);
        auto& workspace = context_.state<PushWorkspace>();
        const PushWorkspace::Hold held(workspace);
        Bitmap& bitmap = in_place ? *C_.bitmap : fresh;
        const CountedLaunch counted(context_, bitmap);
        workspace.prepare(device, cells_of(C_), kernels);
        in.t_bits = workspace.bits();
        in.t_val = workspace.slots();
        in.counters = workspace.counters();
        workspace.begin();
        expand(in, kernels);
        write(in, kernels, counted, bitmap, keeps && in_place);
        workspace.end();
        if (in_place)
            C_.changed_bitmap();
        else
            C_.set_bitmap(std::move(fresh));
    }

    /// Whether entries of C may stay at cells where T has none.
    [[nodiscard]] bool keeps() const noexcept {
        return how_.accum != nullptr || (how_.mask != nullptr && !how_.replace);
    }
    [[nodiscard]] static std::uint32_t words_of(const Matrix& M) {
        return static_cast<std::uint32_t>((cells_of(M) + 31) / 32);
    }
    [[nodiscard]] std::uint32_t threads() const { return context_.device.properties().emulated ? 64 : 256; }
    [[nodiscard]] std::uint64_t sms() const {
        return static_cast<std::uint64_t>(std::max(1, context_.device.properties().sm_count));
    }
    [[nodiscard]] std::uint32_t words_of_warp(std::uint32_t words) const {
        const std::uint64_t warps = sms() * warps_per_sm;
        return static_cast<std::uint32_t>(std::clamp<std::uint64_t>((words + warps - 1) / warps, 1, 32));
    }
    [[nodiscard]] std::uint32_t blocks_for(std::uint32_t words, std::uint32_t each) const {
        const std::uint32_t block_words = threads() / 32 * each;
        return (words + block_words - 1) / block_words;
    }

    /// Blocks of a launch whose blocks are all resident at the same time.
    [[nodiscard]] std::uint32_t cooperative_blocks(std::uint32_t blocks, const Kernel& kernel,
                                                   std::uint32_t& resident) const {
        if (resident == 0) resident = context_.device.resident_blocks(kernel, threads(), 0);
        const std::uint64_t for_longs = B_.nvals / (threads() * 8) + 1;
        return static_cast<std::uint32_t>(
            std::min<std::uint64_t>(std::max<std::uint64_t>(blocks, for_longs), resident));
    }

    void expand(const Input& in, PushKernels& kernels) {
        Device& device = context_.device;
        const std::uint32_t blocks = blocks_for(in.u_words, in.u_each);
        if (in.long_rows == nullptr)
            return device.launch_dependent(*kernels.expand, {blocks}, {threads()}, 0, in);
        device.launch_cooperative(*kernels.expand,
                                  {cooperative_blocks(blocks, *kernels.expand, kernels.resident)},
                                  {threads()}, 0, in);
    }

    void write(const Input& in, const PushKernels& kernels, const CountedLaunch& counted, Bitmap& bitmap,
               bool has_old) {
        const Output out{has_old ? bitmap.bits.data() : nullptr, bitmap.bits.data(), bitmap.val.data()};
        launch_counted(context_.device, counted, bitmap, *kernels.write, {blocks_for(in.t_words, in.t_each)},
                       {threads()}, in, out);
    }

    [[nodiscard]] Bindings bind(bool keeps, PushKernels& kernels) const {
        const mergus_semiring& semiring = *call_.semiring;
        const bool m_valued = how_.mask != nullptr && !how_.structure;
        const mergus_type *const u_type = reads_u_ ? U_.type : unused_type(),
                                 *const b_type = reads_b_ ? B_.type : unused_type(),
                                 *const m_type = m_valued ? how_.mask->type : unused_type();
        Bindings bindings;
        kernels.slots = bind_accumulator(bindings, *semiring.add, false);
        kernels.keeps_slots = semiring.add->op->code != MERGUS_OP_ANY;
        if (value_free_) kernels.slots = {};
        bindings.type("A_value", u_type)
            .type("B_value", b_type)
            .type("M_value", m_type)
            .type("Out_value", C_.type)
            .truth("truth", m_type, !m_valued)
            .cast("to_out", type_, C_.type)
            .binary("accum_out", how_.accum, C_.type, type_, C_.type)
            .constant("reads_a", reads_u_)
            .constant("reads_b", reads_b_)
            .constant("value_free", value_free_)
            .constant("mask_kind", mask_kind())
            .constant("m_valued", m_valued)
            .constant("one_row", U_.nrows == 1)
            .constant("b_iso", B_.iso && reads_b_)
            .constant("chunk", push_chunk)
            .constant("has_accum", how_.accum != nullptr)
            .constant("replace", how_.replace && how_.mask != nullptr)
            .constant("keeps", keeps);
        bind_multiply(bindings, semiring.mul, u_type, b_type, flipped_);
        bindings.line(
            value_free_
                ? Literal("__device__ __forceinline__ C_value one_value() { return multiply(A_value(), "
                          "B_value(), 0, 0, 0); }")
                : Literal("__device__ __forceinline__ C_value one_value() { return C_value(); }"));
        return bindings;
    }
    [[nodiscard]] int mask_kind() const noexcept {
        return how_.mask == nullptr ? 0 : how_.complement ? 2 : 1;
    }

    /// Built-in semirings are found without writing their bindings, which would take as long as a launch.
    PushKernels& kernels(bool keeps) {
        const std::optional<PushKey> key = this->key(keeps);
        auto& known = context_.state<PushWorkspace>().kernels;
        if (key)
            if (const auto found = known.find(*key); found != known.end()) return found->second;
        PushKernels made;
        const Bindings bindings = bind(keeps, made);
        KernelRequests requests;
        for (const char* entry : {"expand_bitmap", "write_pushed", "empty_slots", "push_at_once"})
            requests.emplace_back("vectors/push.cuh", entry, bindings);
        context_.jit.compile(requests);
        made.expand = &context_.jit.kernel(requests[0]);
        made.write = &context_.jit.kernel(requests[1]);
        made.empty = &context_.jit.kernel(requests[2]);
        made.at_once = &context_.jit.kernel(requests[3]);
        if (key) return known.emplace(*key, made).first->second;
        return own_kernels_ = made;
    }

    /// Empty if a type or an operator is the user's.
    [[nodiscard]] std::optional<PushKey> key(bool keeps) const {
        const mergus_monoid& add = *call_.semiring->add;
        const mergus_op &mul = *call_.semiring->mul, *const accum = how_.accum;
        if (add.op->code == MERGUS_OP_USER || mul.code == MERGUS_OP_USER ||
            (accum != nullptr && accum->code == MERGUS_OP_USER))
            return std::nullopt;
        PushKey key{};
        const auto append = [](std::uint64_t& word, std::uint64_t value, unsigned bits) {
            word = word << bits | value;
        };
        append(key.words[0], static_cast<std::uint64_t>(add.op->code), 16);
        append(key.words[0], static_cast<std::uint64_t>(mul.code), 16);
        append(key.words[0], accum == nullptr ? 0 : static_cast<std::uint64_t>(accum->code), 16);
        for (const bool flag : {flipped_, how_.mask != nullptr, how_.complement, how_.structure, how_.replace,
                                keeps, U_.nrows == 1, B_.iso, add.terminal != nullptr})
            append(key.words[0], flag ? 1 : 0, 1);
        constexpr std::uint64_t none = 31;
        bool is_builtin = true;
        const auto append_type = [&](const mergus_type* type) {
            if (type != nullptr && type->definition != nullptr) is_builtin = false;
            append(key.words[1], type == nullptr ? none : static_cast<std::uint64_t>(type->code), 5);
        };
        for (const mergus_type* type : {U_.type, B_.type, how_.mask == nullptr ? nullptr : how_.mask->type,
                                        C_.type, add.op->z_type, mul.x_type, mul.y_type, mul.z_type})
            append_type(type);
        for (const mergus_type* type :
             {accum == nullptr ? nullptr : accum->x_type, accum == nullptr ? nullptr : accum->y_type,
              accum == nullptr ? nullptr : accum->z_type})
            append_type(type);
        if (!is_builtin) return std::nullopt;
        const std::size_t bytes = std::min<std::size_t>(add.op->z_type->size, 8);
        std::memcpy(&key.words[2], add.identity, bytes);
        if (add.terminal != nullptr) std::memcpy(&key.words[3], add.terminal, bytes);
        return key;
    }

    Context& context_;
    const mergus_call& call_;
    const Matrix& U_;
    const Matrix& B_;
    Matrix& C_;
    bool flipped_;
    OutputSpec how_;
    const mergus_type* type_; ///< of T, interned
    bool value_free_, reads_u_, reads_b_;
    PushKernels own_kernels_;
};

} // namespace

bool product_on_bitmap(const Context& context, const mergus_call& call, const Matrix& U, const Matrix& B) {
    const Matrix& C = *call.C;
    // B is read by its rows: as another operand it could lose them.
    if (&B == &U || &B == &C || &B == call.mask || forced<tuning::Choice>(context).given()) return false;
    if (!may_be_bitmap(context, U) || !may_be_bitmap(context, C) || U.ncols == 0 || C.ncols == 0 ||
        C.nrows == 0)
        return false;
    if (call.mask != nullptr && !may_be_bitmap(context, *call.mask)) return false;
    constexpr std::uint64_t min_width = 64; // columns for each row, as in prefers_bitmap()
    return forced<StorageChoice>(context).form == Storage::bitmap || C.is_vector || U.is_bitmap() ||
           C.is_bitmap() || (C.ncols / min_width >= C.nrows && U.ncols / min_width >= U.nrows);
}

namespace {

/// Computes such a product, A being U, by a push: in two launches, and without a wait. Values must be added
/// by atomics, so not in deterministic mode. \param flipped as multiply_flipped(). \return whether it did; if
/// not, nothing was done
bool push(Context& context, const mergus_call& call, bool flipped) {
    if (context.deterministic || !allows_atomics(*call.semiring->add)) return false;
    TransposedInput B(context, csr(context, *call.B), (call.descriptor & MERGUS_DESC_TRAN1) != 0);
    compile_kernels(context, B);
    B.run();
    Push(context, call, *B, flipped).run();
    return true;
}

} // namespace

namespace vector_methods {
constinit const VectorMethod push_bitmap{
    .name = "push_bitmap",
    .summary = "rows of the matrix that the cells name, by atomics, in one launch or two",
    .evidence = "docs/laboratory/graphs.md",
    .on_bitmap = true,
    .run = [](VectorProduct& product) {
        if (!product.on_bitmap() || product.pulls()) return false;
        return push(product.context, product.of_rows(), !product.u_first);
    }};
} // namespace vector_methods

} // namespace mergus::cuda
