/// \file transpose_sorted.cpp
/// The transpose of any matrix: a stable sort of (column, entry number), then one gather. A CSR is in row
/// order, so sorting by column alone leaves the entries of each column in row order.
#include "device/primitives.hpp"
#include "jit/moved_type.hpp"
#include "steps/index_arrays.hpp"
#include "transpose_methods.hpp"
#include "transpose_values.hpp"

namespace mergus::cuda {

namespace {

constexpr const char* file = "transpose/transpose_sorted.cuh";

bool has_wide_entries(const Matrix& A) {
    return needs_wide(A.nvals);
}

class SortTranspose : public TransposeRun {
public:
    using TransposeRun::TransposeRun;
    void kernels(KernelRequests& list) const override;
    [[nodiscard]] std::optional<Matrix> run() const override;

private:
    [[nodiscard]] Bindings bindings() const;
    template <class Index, class Place>
    [[nodiscard]] Matrix sorted() const;
};

Bindings SortTranspose::bindings() const {
    Bindings bindings;
    bindings.index("Index", A_.wide())
        .index("T_index", needs_wide(A_.nrows))
        .index("EntryIndex", has_wide_entries(A_))
        .type("Value", moved_type(moved_));
    return bindings;
}

void SortTranspose::kernels(KernelRequests& list) const {
    list.emplace_back(file, "transpose_keys", bindings());
    ExpandRows(context_, needs_wide(A_.nrows)).kernels(list);
}

template <class Index, class EntryIndex>
Matrix SortTranspose::sorted() const {
    Context& context = context_;
    const Matrix& A = A_;
    Device& device = context.device;
    Matrix T = empty_matrix(context, A.type, A.ncols, A.nrows);
    const Bindings names = bindings();
    const auto kernel = [&](const char* entry) -> const Kernel& {
        return context.jit.kernel(file, entry, names);
    };
    const Dim3 grid = grid_for(context, A.nvals, block_threads);
    const Dim3 block{block_threads};

    Array<Index> keys(device, A.nvals);
    Array<Index> spare_keys(device, A.nvals);
    Array<EntryIndex> entries(device, A.nvals);
    Array<EntryIndex> spare_entries(device, A.nvals);
    device.launch(kernel("transpose_keys"), grid, block, 0, static_cast<const void*>(A.col.data()), A.nvals,
                  keys.data(), entries.data());
    Index* key = keys.data();
    Index* other_key = spare_keys.data();
    EntryIndex* entry = entries.data();
    EntryIndex* other_entry = spare_entries.data();
    sort_pairs(device, key, other_key, entry, other_entry, A.nvals, 0, bits_below(A.ncols));
    device.launch(kernel("transpose_offsets"), grid_for(context, T.nrows + 1, block_threads), block, 0,
                  static_cast<const Index*>(key), A.nvals, T.nrows, T.ptr.data());
    // Freed before the next allocations: the pairs of 4.6 G entries take 110 GB.
    keys.buffer().reset();
    spare_keys.buffer().reset();
    (entry == entries.data() ? spare_entries : entries).buffer().reset();
    const Buffer rows = ExpandRows(context, T.wide()).run(A);
    T.nvals = A.nvals;
    T.col = Buffer(device, A.nvals * T.index_size());
    if (moved_ == A.type) T.val = Buffer(device, A.nvals * A.type->size);
    device.launch(kernel("transpose_permute"), grid, block, 0, static_cast<const void*>(rows.data()),
                  static_cast<const void*>(A.val.data()), static_cast<const EntryIndex*>(entry), A.nvals,
                  static_cast<const void*>(T.col.data()), address_of_values(T));
    return T;
}

std::optional<Matrix> SortTranspose::run() const {
    const bool wide_entries = has_wide_entries(A_);
    if (A_.wide())
        return wide_entries ? sorted<std::uint64_t, std::uint64_t>() : sorted<std::uint64_t, std::uint32_t>();
    return wide_entries ? sorted<std::uint32_t, std::uint64_t>() : sorted<std::uint32_t, std::uint32_t>();
}

} // namespace

namespace transpose_methods {
extern const TransposeMethod sort;
constinit const TransposeMethod sort{
    .name = "sort",
    .summary = "any size: a stable sort of (column, entry number), then one gather",
    .evidence = "docs/laboratory/transpose.md",
    .start = [](const TransposeProblem& problem) -> std::unique_ptr<TransposeRun> {
        return std::make_unique<SortTranspose>(problem);
    }};
} // namespace transpose_methods

} // namespace mergus::cuda
