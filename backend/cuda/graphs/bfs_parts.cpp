/// \file bfs_parts.cpp
#include "bfs_parts.hpp"

#include "bitmap/convert.hpp"
#include "device/primitives.hpp"
#include "steps/identity.hpp"
#include "steps/symmetry.hpp"

namespace mergus::cuda {

namespace {

constexpr const char* text = "graphs/bfs_parts.cuh";

KernelRequest kernel(const char* entry, bool wide) {
    Bindings bindings;
    bindings.index("Index", wide);
    return {text, entry, std::move(bindings)};
}

/// Compiles all kernels of the text at once.
struct Kernels {
    bool wide;
    void kernels(KernelRequests& list) const { list.push_back(kernel("push_rows", wide)); }
};

class Launcher {
public:
    Launcher(Context& context, bool wide) : context_(context), wide_(wide) {
        compile_kernels(context, Kernels{wide});
    }
    template <class... Arguments>
    void operator()(const char* entry, std::uint64_t items, const Arguments&... arguments) const {
        context_.device.launch(context_.jit.kernel(kernel(entry, wide_)),
                               grid_for(context_, items + 1, block_threads), {block_threads}, 0,
                               arguments...);
    }

private:
    Context& context_;
    bool wide_;
};

void require_words(const Matrix& set) {
    if (!set.is_vector || !set.full() || set.type->size != 4)
        throw Error(Code::invalid_value, "a set of vertices is no full vector of values of 4 bytes");
}

std::uint32_t* words(const Matrix& set) {
    require_words(set);
    return static_cast<std::uint32_t*>(set.val.data());
}

/// The list of long rows, and their number.
struct LongRows : State {
    Array<std::uint64_t> list;
};

} // namespace

Matrix bfs_vector(Context& context, const mergus_type* type, std::uint64_t size, std::uint8_t byte) {
    const IdentityColumns columns(context, size);
    compile_kernels(context, columns);
    Buffer values(context.device, size * type->size);
    context.device.fill(values.data(), byte, values.bytes());
    return columns.vector(context.intern(type), std::move(values));
}

void bfs_insert(Context& context, Matrix& set, std::uint64_t vertex) {
    std::uint32_t* const word = words(set) + vertex / 32;
    const std::uint32_t with =
        context.device.read(static_cast<const std::uint32_t*>(word)) | std::uint32_t{1} << vertex % 32;
    context.device.copy_to_device(word, &with, sizeof with);
}

std::array<std::uint64_t, 2> bfs_asymmetry(Context& context, const Matrix& A, std::uint64_t first) {
    return asymmetry_of_rows(context, csr(context, A), first);
}

void bfs_search_part(Context& context, const mergus_bfs_part& part, bool pull) {
    const Matrix& A = csr(context, *part.A);
    const std::uint32_t *const frontier = words(*part.frontier), *const visited = words(*part.visited);
    std::uint32_t* const found = words(*part.found);
    if (A.nvals == 0) return;
    const Launcher launch(context, A.wide());
    const std::uint64_t* const ptr = A.ptr.data();
    const void* const col = A.col.data();
    constexpr std::uint64_t long_row = 4096; // as in bfs_parts.cuh
    auto& rows = context.state<LongRows>().list;
    if (const std::uint64_t room = A.nvals / long_row + 2; rows.size() < room)
        rows = Array<std::uint64_t>(context.device, room);
    std::uint64_t* const count = rows.data();
    context.device.fill(count, 0, sizeof *count);
    const std::uint64_t* const known_count = count;
    std::uint64_t* const list = count + 1;
    const std::uint64_t* const known = list;
    launch(pull ? "pull_rows" : "push_rows", A.nrows, ptr, col, A.nrows, part.first, frontier, visited, found,
           list, count);
    if (A.nvals <= long_row) return;
    if (pull)
        launch("pull_long_rows", A.nvals, ptr, col, part.first, frontier, found, known, known_count);
    else
        launch("push_long_rows", A.nvals / 8, ptr, col, visited, found, known, known_count);
}

void bfs_unite(Context& context, Matrix& set, const Matrix& other) {
    const std::uint32_t* const from = words(other);
    if (set.ncols != other.ncols) throw Error(Code::dimension_mismatch, "sets of different graphs");
    Launcher(context, false)("unite_sets", set.ncols, words(set), from, set.ncols);
}

std::uint64_t bfs_next_level(Context& context, Matrix& found, Matrix& frontier, Matrix& visited,
                             Matrix& levels, std::uint64_t first, std::int32_t level) {
    require_words(levels);
    Array<std::uint64_t> vertices(context.device, 1);
    context.device.fill(vertices.data(), 0, sizeof(std::uint64_t));
    Launcher(context, false)("next_level", found.ncols, words(found), words(frontier), words(visited),
                             found.ncols, static_cast<std::int32_t*>(levels.val.data()), first, levels.ncols,
                             level, vertices.data());
    return context.device.read(static_cast<const std::uint64_t*>(vertices.data()));
}

Matrix bfs_row(Context& context, const Matrix& levels) {
    require_words(levels);
    Device& device = context.device;
    const std::uint64_t n = levels.ncols;
    const bool wide = levels.wide();
    const Launcher launch(context, wide);
    const auto* const level = static_cast<const std::int32_t*>(levels.val.data());
    Array<std::uint8_t> flags(device, n);
    Buffer vertices(device, n * levels.index_size());
    Array<std::uint64_t> count(device, 1);
    launch("flag_levels", n, level, n, flags.data());
    if (wide)
        select_flagged(device, flags.data(), static_cast<std::uint64_t*>(vertices.data()), count.data(), n);
    else
        select_flagged(device, flags.data(), static_cast<std::uint32_t*>(vertices.data()), count.data(), n);
    const std::uint64_t nvals = device.read(static_cast<const std::uint64_t*>(count.data()));
    Matrix row = raw_matrix(context, levels.type, 1, n, nvals);
    const std::uint64_t ptr[2] = {0, nvals};
    device.copy_to_device(row.ptr.data(), ptr, sizeof ptr);
    if (nvals == 0) return row;
    device.copy(row.col.data(), vertices.data(), nvals * levels.index_size());
    const void* const of = vertices.data();
    launch("gather_levels", nvals, level, of, nvals, static_cast<std::int32_t*>(row.val.data()));
    return row;
}

} // namespace mergus::cuda
