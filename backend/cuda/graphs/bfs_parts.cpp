/// \file bfs_parts.cpp
#include "bfs_parts.hpp"

#include "bitmap/convert.hpp"
#include "device/primitives.hpp"
#include "steps/symmetry.hpp"

#include <algorithm>
#include <iterator>

namespace mergus::cuda {

namespace {

static_assert(sizeof(BfsFoundSets::sets) / sizeof(BfsFound) == MERGUS_MOST_BFS_PARTS);

constexpr const char* text = "graphs/bfs_parts.cuh";

KernelRequest kernel(const char* entry, bool wide) {
    Bindings bindings;
    bindings.index("Index", wide).constant("block_threads", block_threads).constant("with_parents", 0);
    return {text, entry, std::move(bindings)};
}

/// Compiles all kernels of the text at once.
struct Kernels {
    bool wide;
    void kernels(KernelRequests& list) const { list.push_back(kernel("push_rows", wide)); }
};

Array<std::uint32_t> empty_set(Device& device, std::uint64_t n) {
    Array<std::uint32_t> words(device, (n + 31) / 32);
    device.fill(words.data(), 0, words.size() * sizeof(std::uint32_t));
    return words;
}

} // namespace

std::array<std::uint64_t, 2> bfs_asymmetry(Context& context, const Matrix& A, std::uint64_t first) {
    return asymmetry_of_rows(context, csr(context, A), first);
}

template <class... Arguments>
void BfsPartSearch::launch(const char* entry, bool wide, std::uint64_t items,
                           const Arguments&... arguments) const {
    context_.device.launch(context_.jit.kernel(kernel(entry, wide)),
                           grid_for(context_, items + 1, block_threads), {block_threads}, 0, arguments...);
}

BfsPartSearch::BfsPartSearch(Context& context, const mergus_bfs_part& part)
    : context_(context), first_(part.first), vertices_(part.vertices),
      found_(empty_set(context.device, part.n)), frontier_(empty_set(context.device, part.n)),
      visited_(empty_set(context.device, part.n)), found_set_{found_.data(), 0, 0},
      levels_(context.device, part.vertices), sums_(context.device, 1) {
    Device& device = context.device;
    compile_kernels(context, Kernels{false});
    std::uint64_t end = first_; // of the rows so far
    const auto fill_up = [&](std::uint64_t to) {
        if (end < to) blocks_.push_back({{nullptr, nullptr, to - end, end}, false});
    };
    for (std::uint64_t b = 0; b < part.count; ++b) {
        const Matrix& A = csr(context, *part.blocks[b]);
        if (A.nvals == 0) continue;
        fill_up(part.first_rows[b]);
        end = part.first_rows[b] + A.nrows;
        blocks_.push_back({{A.ptr.data(), A.col.data(), A.nrows, part.first_rows[b]}, A.wide()});
        compile_kernels(context, Kernels{A.wide()});
        // A row of more than bfs_short_row entries has at most one span for each of as many.
        list_size_ = std::max(list_size_, A.nvals / bfs_short_row + 1);
    }
    fill_up(first_ + vertices_);
    list_ = Array<std::uint64_t>(device, list_size_ + 1);
    device.fill(levels_.data(), 0xff, levels_.size() * sizeof(std::int32_t)); // −1
    if (part.source - first_ >= vertices_) return;                            // large before the first vertex
    const std::uint32_t bit = std::uint32_t{1} << part.source % 32;
    found_set_.begin = part.source / 32;
    found_set_.end = found_set_.begin + 1;
    device.copy_to_device(found_.data() + found_set_.begin, &bit, sizeof bit);
    device.synchronize(); // before other devices read it
}

BfsPartSums BfsPartSearch::next_level(const std::vector<const BfsPartSearch*>& all) {
    BfsFoundSets sets{};
    if (all.size() > std::size(sets.sets)) throw Error(Code::invalid_value, "a search of too many contexts");
    for (const BfsPartSearch* const one : all) sets.sets[sets.count++] = one->found_set_;
    const std::uint64_t words = found_.size();
    // Not again by a call that is repeated after memory ended: nothing would be new.
    if (!is_joined_) launch("join_found", false, words, sets, frontier_.data(), visited_.data(), words);
    is_joined_ = true;
    context_.device.fill(sums_.data(), 0, sizeof(BfsPartSums));
    const std::uint32_t* const frontier = frontier_.data();
    for (const Block& block : blocks_)
        launch("set_level", block.wide, block.rows.count, block.rows, frontier,
               levels_.data() + (block.rows.first - first_), level_, sums_.data());
    const auto sums = context_.device.read(static_cast<const BfsPartSums*>(sums_.data()));
    ++level_;
    is_joined_ = false;
    return sums;
}

void BfsPartSearch::find(bool pull) {
    Device& device = context_.device;
    device.fill(found_.data(), 0, found_.size() * sizeof(std::uint32_t));
    found_set_.begin = pull ? first_ / 32 : 0;
    found_set_.end = pull ? (first_ + vertices_ + 31) / 32 : found_.size();
    const std::uint32_t *const frontier = frontier_.data(), *const visited = visited_.data();
    std::uint64_t *const count = list_.data(), *const list = count + 1;
    const std::uint64_t *const known_count = count, *const known = list;
    for (const Block& block : blocks_) {
        if (block.rows.ptr == nullptr) continue;
        device.fill(count, 0, sizeof *count);
        if (pull) {
            launch("pull_part", block.wide, block.rows.count, block.rows, visited, found_.data(), list,
                   count);
            launch("pull_long_rows", block.wide, block.rows.count, block.rows, visited, found_.data(), known,
                   known_count);
        } else {
            launch("push_rows", block.wide, block.rows.count, block.rows, frontier, visited, found_.data(),
                   list, count);
            launch("push_spans", block.wide, list_size_, block.rows.col, visited, found_.data(), known,
                   known_count);
        }
    }
    device.synchronize();
}

Matrix BfsPartSearch::row(const mergus_type* type) const {
    Device& device = context_.device;
    const std::uint64_t n = vertices_;
    const std::int32_t* const levels = levels_.data();
    const bool wide = n > UINT32_MAX;
    Array<std::uint8_t> flags(device, n);
    Buffer vertices(device, n * (wide ? sizeof(std::uint64_t) : sizeof(std::uint32_t)));
    Array<std::uint64_t> count(device, 1);
    launch("flag_levels", false, n, levels, n, flags.data());
    if (wide)
        select_flagged(device, flags.data(), static_cast<std::uint64_t*>(vertices.data()), count.data(), n);
    else
        select_flagged(device, flags.data(), static_cast<std::uint32_t*>(vertices.data()), count.data(), n);
    const std::uint64_t nvals = device.read(static_cast<const std::uint64_t*>(count.data()));
    Matrix row = raw_matrix(context_, context_.intern(type), 1, n, nvals);
    const std::uint64_t ptr[2] = {0, nvals};
    device.copy_to_device(row.ptr.data(), ptr, sizeof ptr);
    if (nvals == 0) return row;
    device.copy(row.col.data(), vertices.data(), nvals * row.index_size());
    const void* const of = vertices.data();
    launch("gather_levels", wide, nvals, levels, of, nvals, static_cast<std::int32_t*>(row.val.data()));
    return row;
}

} // namespace mergus::cuda
