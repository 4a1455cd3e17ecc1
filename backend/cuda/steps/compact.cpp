/// \file compact.cpp
#include "compact.hpp"

#include "device/launch.hpp"
#include "iso.hpp"
#include "jit/unused_type.hpp"

#include <utility>

namespace mergus::cuda {

namespace {

/// The numbers are those of steps/compact.cuh.
enum class TestKind : int { none = 0, operation = 1, region = 2 };

/// \param iso A is iso. \param z_type unused_type(): the result gets no values.
Bindings bind_compaction(Bindings bindings, const MatrixShape& A, bool iso, TestKind test,
                         const mergus_type* z_type, bool has_fill) {
    bindings.constant("entry_test", static_cast<int>(test))
        .constant("has_fill", has_fill)
        .constant("is_vector", A.is_vector && test == TestKind::operation)
        .index("Index", A.wide())
        .type("X_value", A.type)
        .line(line_values(iso, 'X'))
        .type("Z_value", z_type);
    if (!has_fill) bindings.cast("convert", A.type, z_type);
    if (test != TestKind::region) bindings.constant("has_row_list", 0).constant("has_col_list", 0);
    return bindings;
}

/// The same for entries that are marked by no test.
Bindings bind_marked(const MatrixShape& A, bool iso, const mergus_type* z_type, bool has_fill) {
    Bindings bindings;
    bindings.line("typedef uint8_t Y_value;").constant("needs_row", 0);
    return bind_compaction(std::move(bindings), A, iso, TestKind::none, z_type, has_fill);
}

/// The columns for steps/compact.cuh.
const void* columns_of(const Matrix& A) {
    return A.full() ? nullptr : A.col.data();
}

/// The marks of a matrix's entries, then the entries that stay.
class Compaction {
public:
    Compaction(Context& context, const Matrix& A, const Bindings& bindings)
        : context_(context), A_(A), bindings_(bindings), tiles_((A.nvals + compact_tile - 1) / compact_tile),
          words_(context.device, tiles_ * compact_words), before_(context.device, tiles_ + 1),
          post_(context.device.next_post()) {}

    /// For one launch of a kernel that marks, in blocks of compact_threads.
    [[nodiscard]] MarkOutput output() {
        return {kept(), context_.zeroed<CompactCounter>(), post_.words, post_.ticket};
    }
    [[nodiscard]] Dim3 grid() const { return grid_for(context_, tiles_ * compact_threads, compact_threads); }

    /// After that launch: the kept entries without values. Waits for their number alone.
    [[nodiscard]] Matrix pattern(const mergus_type* type) {
        Device& device = context_.device;
        Array<std::uint64_t> ptr(device, A_.nrows + 1);
        device.launch(kernel("compact_offsets"), grid_for(context_, A_.nrows + 1, block_threads),
                      {block_threads}, 0, static_cast<const std::uint64_t*>(A_.ptr.data()), A_.nrows, kept(),
                      ptr.data());
        return raw_pattern(context_, type, A_.nrows, A_.ncols, device.posted(post_, 1)[0], std::move(ptr));
    }
    /// Writes the columns of T, of pattern(), and its values if it has memory for them. \param vals of all
    /// entries. \param fill the value of each entry, on the host, or null: their own.
    void write(const Matrix& T, const void* vals, const void* fill) const {
        Device& device = context_.device;
        if (T.nvals == 0) return;
        const Dim3 grid{static_cast<std::uint32_t>(tiles_)}, block{compact_threads};
        const void *const col = columns_of(A_), *const col_out = T.col.data(), *const val_out = T.val.data();
        if (fill == nullptr || val_out == nullptr)
            launch(device, kernel("compact_entries"), grid, block, 0, {col, vals, kept(), col_out, val_out});
        else
            launch(device, kernel("compact_scalar"), grid, block, 0,
                   {col, kept(), Parameter(fill, T.type->size), col_out, val_out});
    }

private:
    [[nodiscard]] const Kernel& kernel(const char* entry) const {
        return context_.jit.kernel("steps/compact.cuh", entry, bindings_);
    }
    [[nodiscard]] KeptEntries kept() const { return {words_.data(), before_.data(), tiles_, A_.nvals}; }

    Context& context_;
    const Matrix& A_;
    const Bindings& bindings_;
    std::uint64_t tiles_;
    Array<std::uint64_t> words_, before_;
    Device::Message post_;
};

/// The kept entries of A with their own values, or one value for all.
Matrix kept_entries(Context& context, const Matrix& A, Compaction& marked, const mergus_type* type,
                    const void* fill, bool to_iso) {
    Matrix T = marked.pattern(type);
    if (T.nvals == 0) return T;
    if (!to_iso) T.val = Buffer(context.device, T.nvals * type->size);
    marked.write(T, A.val.data(), fill);
    if (!to_iso) return T;
    if (fill != nullptr)
        set_one_value_of_host(context, T, fill);
    else
        set_one_value(context, T, A.val.data());
    return T;
}

} // namespace

SelectEntries::SelectEntries(Context& context, const Matrix& A, const EntryTest& test,
                             const mergus_type* z_type, const void* fill, bool iso)
    : context_(context), y_(test.y), y_size_(test.y_size), z_type_(z_type), fill_(fill),
      to_iso_(iso && may_be_iso(A) && (A.iso || fill != nullptr)) {
    bindings_ =
        bind_compaction(test.bindings, A, A.iso, test.in_region ? TestKind::region : TestKind::operation,
                        to_iso_ ? unused_type() : z_type, to_iso_ || fill != nullptr);
    bindings_.constant("needs_row", test.needs_row && A.nrows > 1);
}

void SelectEntries::kernels(KernelRequests& requests) const {
    requests.push_back({"steps/compact.cuh", "mark_entries", bindings_});
}

Matrix SelectEntries::run(const Matrix& A) const {
    if (A.nvals == 0) return empty_matrix(context_, z_type_, A.nrows, A.ncols);
    Compaction marked(context_, A, bindings_);
    const std::uint64_t* const ptr = A.ptr.data();
    const void *const col = columns_of(A), *const val = A.val.data();
    launch(context_.device, context_.jit.kernel("steps/compact.cuh", "mark_entries", bindings_),
           marked.grid(), {compact_threads}, 0,
           {ptr, A.nrows, col, val, Parameter(y_, y_size_), marked.output()});
    return kept_entries(context_, A, marked, z_type_, fill_, to_iso_);
}

SelectMarked::SelectMarked(Context& context, const Matrix& A)
    : context_(context), to_iso_(may_be_iso(A) && A.iso),
      bindings_(bind_marked(A, A.iso, to_iso_ ? unused_type() : A.type, to_iso_)) {}

void SelectMarked::kernels(KernelRequests& requests) const {
    requests.push_back({"steps/compact.cuh", "mark_bits", bindings_});
}

Matrix SelectMarked::run(const Matrix& A, const Array<std::uint64_t>& bits) const {
    if (A.nvals == 0) return empty_matrix(context_, A.type, A.nrows, A.ncols);
    Compaction marked(context_, A, bindings_);
    context_.device.launch(context_.jit.kernel("steps/compact.cuh", "mark_bits", bindings_), marked.grid(),
                           {compact_threads}, 0, static_cast<const std::uint64_t*>(bits.data()),
                           marked.output());
    return kept_entries(context_, A, marked, A.type, nullptr, to_iso_);
}

CompactPresent::CompactPresent(Context& context, const MatrixShape& pattern, const mergus_type* type)
    : context_(context), type_(type) {
    // The pattern's own values have no part: the given ones are of the result's type.
    MatrixShape shape = pattern;
    shape.type = type;
    bindings_ = bind_marked(shape, false, type, false);
}

void CompactPresent::kernels(KernelRequests& requests) const {
    requests.push_back({"steps/compact.cuh", "mark_flags", bindings_});
}

Matrix CompactPresent::run(const Matrix& pattern, const Array<std::uint8_t>& present, Buffer&& vals) const {
    Device& device = context_.device;
    if (pattern.nvals == 0) return empty_matrix(context_, type_, pattern.nrows, pattern.ncols);
    Compaction marked(context_, pattern, bindings_);
    device.launch(context_.jit.kernel("steps/compact.cuh", "mark_flags", bindings_), marked.grid(),
                  {compact_threads}, 0, static_cast<const std::uint8_t*>(present.data()), marked.output());
    Matrix T = marked.pattern(type_);
    if (T.nvals == pattern.nvals) {
        device.copy(T.col.data(), pattern.col.data(), T.nvals * pattern.index_size());
        T.val = std::move(vals);
        return T;
    }
    T.val = Buffer(device, T.nvals * type_->size);
    marked.write(T, vals.data(), nullptr);
    return T;
}

} // namespace mergus::cuda
