/// \file bfs.cpp
/// The extension bfs: levels or parents of breadth-first searches, in batches of sources. The columns and
/// values of a batch are allocated for all vertices; the kernel writes those reached, and the host reads
/// their number once.
#include "bfs.hpp"

#include "operations.hpp"

#include <algorithm>
#include <optional>
#include <vector>

namespace mergus::cuda {

namespace {

class Bfs {
public:
    explicit Bfs(const BfsProblem& problem, std::uint64_t count)
        : problem_(problem), one_(problem), many_(problem),
          with_many_(!problem.parents && count >= SearchMany::least) {
        if (!with_many_) sweep_.emplace(problem);
        if (with_many_)
            compile_kernels(problem.context, many_);
        else if (!sweep_->possible())
            compile_kernels(problem.context, one_);
    }

    Matrix run(const std::uint64_t* sources, std::uint64_t count) const {
        Array<std::uint64_t> ptr(problem_.context.device, count + 1);
        std::vector<Matrix> batches;
        std::uint64_t nvals = 0;
        const std::uint64_t most = batch_size(count);
        for (std::uint64_t s = 0; s < count; s += most) {
            batches.push_back(search(ptr.data() + s, sources + s, std::min(most, count - s), nvals));
            if (count > most) give_back(batches.back());
            nvals += batches.back().nvals;
        }
        return joined(std::move(ptr), std::move(batches), count, nvals);
    }

private:
    /// The result of a batch takes at most a quarter of the free memory, unless that of one source takes
    /// more.
    [[nodiscard]] std::uint64_t batch_size(std::uint64_t count) const {
        if (count == 1) return 1;
        const std::uint64_t row = problem_.A.ncols * (problem_.A.index_size() + problem_.type->size);
        return std::clamp<std::uint64_t>(problem_.context.device.free_memory() / 4 / row, 1,
                                         SearchMany::most);
    }

    /// Rows of C without offsets, which go to ptr. \param base entries of C before them
    Matrix search(std::uint64_t* ptr, const std::uint64_t* sources, std::uint64_t count,
                  std::uint64_t base) const {
        Device& device = problem_.context.device;
        Matrix rows;
        rows.type = problem_.type;
        rows.nrows = count;
        rows.ncols = problem_.A.ncols;
        rows.col = Buffer(device, count * rows.ncols * rows.index_size());
        rows.val = Buffer(device, count * rows.ncols * rows.type->size);
        const BfsRows to{ptr, rows.col.data(), rows.val.data(), base, base == 0};
        std::uint64_t end = ~std::uint64_t{0};
        if (sweep_ && sweep_->possible())
            end = sweep_->run(to, sources, count);
        else if (with_many_ && count > 1)
            end = many_.run(to, sources, count);
        if (end == ~std::uint64_t{0}) end = one_.run(to, sources, count);
        rows.nvals = end - base;
        rows.col.shrink(rows.nvals * rows.index_size());
        rows.val.shrink(rows.nvals * rows.type->size);
        return rows;
    }

    /// Moves the entries of a batch that reached few vertices to smaller arrays.
    void give_back(Matrix& rows) const {
        if (rows.nvals >= rows.nrows * rows.ncols / 2) return;
        Device& device = problem_.context.device;
        Buffer col(device, rows.nvals * rows.index_size()), val(device, rows.nvals * rows.type->size);
        device.copy(col.data(), rows.col.data(), col.bytes());
        device.copy(val.data(), rows.val.data(), val.bytes());
        rows.col = std::move(col);
        rows.val = std::move(val);
    }

    /// C from its batches. Memory of vertices that are not reached is given back if it is much.
    Matrix joined(Array<std::uint64_t>&& ptr, std::vector<Matrix>&& batches, std::uint64_t count,
                  std::uint64_t nvals) const {
        constexpr std::uint64_t few = 1 << 16;
        const std::uint64_t all = count * problem_.A.ncols;
        if (batches.size() == 1 && (nvals >= all / 2 || all <= few)) {
            batches[0].ptr = std::move(ptr);
            return std::move(batches[0]);
        }
        Device& device = problem_.context.device;
        Matrix C =
            raw_matrix(problem_.context, problem_.type, count, problem_.A.ncols, nvals, std::move(ptr));
        auto* col = static_cast<std::byte*>(C.col.data());
        auto* val = static_cast<std::byte*>(C.val.data());
        for (Matrix& rows : batches) {
            device.copy(col, rows.col.data(), rows.col.bytes());
            device.copy(val, rows.val.data(), rows.val.bytes());
            col += rows.col.bytes();
            val += rows.val.bytes();
            rows = Matrix();
        }
        return C;
    }

    const BfsProblem& problem_;
    SearchOne one_;
    std::optional<SearchSweep> sweep_; ///< unless there are many sources
    SearchMany many_;
    bool with_many_;
};

void search(Context& context, const mergus_call& call, bool parents) {
    const std::uint64_t n = call.A->nrows;
    if (call.nrows == 0 || n == 0) {
        *call.C = empty_matrix(context, call.C->type, call.nrows, n);
        return;
    }
    constexpr std::size_t static_shared = 40 << 10; // more than the kernels declare
    if (context.device.properties().shared_per_block_optin < static_shared)
        throw Error(Code::not_implemented, "bfs: the device has too little shared memory for a block");
    const BfsProblem problem(context, *call.A, call.C->type, parents);
    *call.C = Bfs(problem, call.nrows).run(call.rows, call.nrows);
}

} // namespace

void bfs_levels(Context& context, const mergus_call& call) {
    search(context, call, false);
}
void bfs_parents(Context& context, const mergus_call& call) {
    search(context, call, true);
}

} // namespace mergus::cuda
