/// \file bitmap_forms.cpp
#include "bitmap_forms.hpp"

#include "bitmap/bitmap_forms.h"
#include "bitmap/convert.hpp"
#include "bitmap/counted_launch.hpp"
#include "device/launch.hpp"
#include "jit/unused_type.hpp"
#include "objects/report.hpp"
#include "steps/entry.hpp"

#include <algorithm>
#include <utility>

namespace mergus::cuda {

namespace {

/// T, as the kernel computes it.
struct BitmapResult {
    BitmapForm form;
    const Matrix* A = nullptr;
    const Matrix* B = nullptr;
    const mergus_type* type = nullptr; ///< of T
    MapFunction function{}; ///< of map; otherwise op, scalar_type and scalar as far as the form has them
};

bool has(const mergus_call& call, std::uint32_t flag) {
    return (call.descriptor & flag) != 0;
}

/// Whether C<mask, replace> ⊙= T depends on C's entries.
bool reads_c(const mergus_call& call) {
    return call.accum != nullptr || (call.mask != nullptr && !has(call, MERGUS_DESC_REPLACE));
}

void bind_result(Bindings& bindings, const BitmapResult& T) {
    const mergus_type* const a_type = T.A != nullptr ? T.A->type : unused_type();
    const mergus_type* const b_type = T.B != nullptr ? T.B->type : unused_type();
    const MapFunction& function = T.function;
    bindings.type("X_value", a_type)
        .type("Y_value", b_type)
        .type("Z_value", T.type)
        .type("Scalar", function.scalar_type != nullptr ? function.scalar_type : unused_type())
        .constant("form", T.form);
    if (T.form == bitmap_map)
        bind_map(bindings, function, a_type, T.type);
    else
        bindings.constant("map_form", 0);
    if (T.form == bitmap_union || T.form == bitmap_intersection)
        bind_combination(bindings, function.op, a_type, b_type, T.type, T.form == bitmap_union);
    if (T.form == bitmap_select) bind_keep(bindings, function.op, a_type);
}

Bindings bind_call(const Context& context, const mergus_call& call, const BitmapResult& T) {
    const bool structure = has(call, MERGUS_DESC_STRUCTURE), complement = has(call, MERGUS_DESC_COMPLEMENT);
    Bindings bindings;
    bind_result(bindings, T);
    bind_mask(bindings, call.mask, structure, complement);
    bindings.type("C_value", call.C->type)
        .cast("t_to_c", T.type, call.C->type)
        .constant("is_vector", call.C->is_vector)
        .constant("mask_structure", structure && call.mask != nullptr)
        .constant("replace", has(call, MERGUS_DESC_REPLACE) && (call.mask != nullptr || complement))
        .constant("has_accum", call.accum != nullptr)
        .constant("reads_c", reads_c(call));
    if (call.accum != nullptr) bindings.binary("accum", call.accum, call.C->type, T.type, call.C->type);
    if (context.deterministic) bindings.no_contraction();
    return bindings;
}

/// Packs numbers into a word; `fits` becomes false if one has too many bits.
struct PackedKey {
    std::uint64_t word = 0;
    bool fits = true;

    void add(std::uint64_t number, unsigned bits) noexcept {
        fits = fits && number >> bits == 0;
        word = word << bits | number;
    }
    /// A predefined type, or null.
    void add(const mergus_type* type) noexcept {
        constexpr std::uint64_t none = 15;
        add(type == nullptr ? none : static_cast<std::uint64_t>(type->code), 4);
    }
    /// A predefined operator, or null.
    void add(const mergus_op* op) noexcept {
        fits = fits && (op == nullptr || op->code != MERGUS_OP_USER);
        add(op == nullptr ? 0 : static_cast<std::uint64_t>(op->code), 7);
    }
};

/// The inputs of bind_call() as a key, for predefined types and operators. A kernel that is found by its key
/// needs no bindings, which take as long to write as the launch.
std::optional<KernelKey> key_of(const Context& context, const mergus_call& call, const BitmapResult& T) {
    const mergus_op *const accum = call.accum, *const op = T.function.op;
    // The code of a predefined operator and one of its types determine the other types.
    if (accum != nullptr && ((accum->x_type != nullptr && accum->x_type->code != accum->z_type->code) ||
                             (accum->y_type != nullptr && accum->y_type->code != accum->z_type->code)))
        return std::nullopt;
    const bool structure = has(call, MERGUS_DESC_STRUCTURE);
    PackedKey key;
    for (const bool flag : {structure, has(call, MERGUS_DESC_COMPLEMENT), has(call, MERGUS_DESC_REPLACE),
                            call.mask != nullptr, call.C->is_vector, context.deterministic})
        key.add(flag ? 1 : 0, 1);
    key.add(static_cast<std::uint64_t>(T.form), 3);
    key.add(static_cast<std::uint64_t>(T.function.form), 2);
    for (const Matrix* const operand : {T.A, T.B}) key.add(operand == nullptr ? nullptr : operand->type);
    for (const mergus_type* const type :
         {T.type, T.function.scalar_type, call.mask == nullptr || structure ? nullptr : call.mask->type,
          op == nullptr ? nullptr : op->x_type, op == nullptr ? nullptr : op->z_type,
          accum == nullptr ? nullptr : accum->z_type})
        key.add(type);
    key.add(op);
    key.add(accum);
    if (!key.fits) return std::nullopt;
    return KernelKey{call.C->type, key.word};
}

const Kernel& kernel_of(Context& context, const mergus_call& call, const BitmapResult& T) {
    constexpr const char *file = "bitmap/bitmap_forms.cuh", *entry = "bitmap_forms";
    if (const std::optional<KernelKey> key = key_of(context, call, T))
        return context.jit.kernel(
            KernelRequest(file, entry, *key, [&] { return bind_call(context, call, T); }));
    return context.jit.kernel(file, entry, bind_call(context, call, T));
}

/// Words of bits that a warp takes at a time: more than one only where all warps have some. With 16 to 32
/// warps on a multiprocessor, each with more words, short kernels are 10 to 15 % faster than with a word for
/// each.
std::uint64_t words_of_warp(const Context& context, std::uint64_t words) {
    constexpr std::uint64_t warps_per_sm = 32;
    const auto sms = static_cast<std::uint64_t>(std::max(1, context.device.properties().sm_count));
    return std::clamp<std::uint64_t>(words / (sms * warps_per_sm), 1, 32);
}

/// False: the call is not for bitmaps, and nothing was done.
bool run(Context& context, const mergus_call& call, const BitmapResult& T) {
    if (!prefers_bitmap(context, call)) return false;
    Device& device = context.device;
    Matrix& C = *call.C;
    report_method(call.report, facts::bitmaps);
    const Kernel& kernel = kernel_of(context, call, T);
    Conversions conversions(context);
    BitmapArrays in{};
    const auto use = [&](const Matrix* operand, const std::uint32_t*& bits, const void*& values) {
        if (operand == nullptr) return;
        const Bitmap& bitmap = conversions.bitmap(*operand);
        bits = bitmap.bits.data();
        values = bitmap.val.data();
    };
    if (reads_c(call)) conversions.bitmap(C);
    use(T.A, in.a_bits, in.a_val);
    use(T.B, in.b_bits, in.b_val);
    use(call.mask, in.mask_bits, in.mask_val);
    std::optional<Bitmap> made;
    if (!C.is_bitmap()) made = raw_bitmap(context, C);
    Bitmap& result = made ? *made : *C.bitmap;
    in.c_bits = result.bits.data();
    in.c_val = result.val.data();
    in.cells = C.nrows * C.ncols;
    in.ncols = C.ncols;
    const std::uint64_t words = Bitmap::words_of(in.cells);
    in.warp_words = words_of_warp(context, words);
    if (in.cells != 0) {
        const CountedLaunch counted(context, result);
        const std::uint64_t warps = (words + in.warp_words - 1) / in.warp_words;
        const Parameter scalar = T.function.scalar_parameter();
        launch(device, kernel, grid_for(context, warps * 32, block_threads), {block_threads}, 0,
               {in, scalar, counted.counter, counted.count, counted.post.words, counted.post.ticket},
               Start::dependent);
        const bool fills = T.form == bitmap_scalar && call.mask == nullptr;
        result.count = fills ? LazyCount(in.cells) : counted.launched();
    } else {
        result.count = 0;
    }
    // Nothing below fails.
    conversions.keep();
    if (made)
        C.set_bitmap(std::move(*made));
    else
        C.changed_bitmap();
    return true;
}

bool ewise_bitmap(Context& context, const mergus_call& call, BitmapForm form) {
    return run(context, call,
               {.form = form,
                .A = call.A,
                .B = call.B,
                .type = context.intern(call.op->z_type),
                .function = {.op = call.op}});
}

} // namespace

bool prefers_bitmap(const Context& context, const mergus_call& call) {
    if (has(call, MERGUS_DESC_TRAN0 | MERGUS_DESC_TRAN1) || call.rows != nullptr || call.cols != nullptr)
        return false;
    const MatrixShape& C = *call.C;
    bool some_are_bitmap = false;
    for (const Matrix* const operand : {static_cast<const Matrix*>(call.C), call.mask, call.A, call.B}) {
        if (operand == nullptr) continue;
        if (operand->nrows != C.nrows || operand->ncols != C.ncols || operand->is_vector != C.is_vector ||
            !may_be_bitmap(context, *operand))
            return false;
        some_are_bitmap = some_are_bitmap || operand->is_bitmap();
    }
    constexpr std::uint64_t min_width = 64; // columns for each row
    return some_are_bitmap || forced<StorageChoice>(context).form == Storage::bitmap || C.is_vector ||
           C.ncols / min_width >= C.nrows;
}

bool ewise_add_bitmap(Context& context, const mergus_call& call) {
    return ewise_bitmap(context, call, bitmap_union);
}

bool ewise_mult_bitmap(Context& context, const mergus_call& call) {
    return ewise_bitmap(context, call, bitmap_intersection);
}

bool apply_bitmap(Context& context, const mergus_call& call) {
    // Without an accumulator the values are mapped to C's type directly.
    const BitmapResult T{.form = bitmap_map,
                         .A = call.B != nullptr ? call.B : call.A,
                         .type = context.intern(call.accum == nullptr ? call.C->type : call.op->z_type),
                         .function = MapFunction::of(call)};
    return run(context, call, T);
}

bool select_bitmap(Context& context, const mergus_call& call) {
    if (call.op->callable == nullptr) return false;
    return run(context, call,
               {.form = bitmap_select,
                .A = call.A,
                .type = call.A->type,
                .function = {.op = call.op, .scalar_type = call.scalar_type, .scalar = call.scalar}});
}

bool copy_bitmap(Context& context, const mergus_call& call) {
    return run(context, call, {.form = bitmap_copy, .A = call.A, .type = call.A->type});
}

bool assign_scalar_bitmap(Context& context, const mergus_call& call) {
    const mergus_type* const type = context.intern(call.scalar_type);
    return run(
        context, call,
        {.form = bitmap_scalar, .type = type, .function = {.scalar_type = type, .scalar = call.scalar}});
}

} // namespace mergus::cuda
