/// \file bfs.cpp
/// The extension bfs: the table of methods; levels or parents of searches, in batches of sources. The columns
/// and values of a batch are allocated for all vertices; the kernel writes those reached, and the host reads
/// their number once.
#include "bfs.hpp"

#include "objects/report.hpp"
#include "operations.hpp"

#include <algorithm>
#include <array>
#include <memory>
#include <vector>

namespace mergus::cuda {

namespace bfs_methods {

// Each record stands at the end of its method's file.
extern const BfsMethod many, sweep, queue;

namespace {
constexpr std::array in_order = {&many, &sweep, &queue};
} // namespace
constexpr MethodTable<BfsMethod> all(in_order);

} // namespace bfs_methods

BfsChoice BfsChoice::parse(std::string_view text) {
    BfsChoice choice;
    choice.read(variable, bfs_methods::all, text);
    return choice;
}

namespace {

/// Searches by the first method that suits, and where that gives up by the last one.
class Bfs {
public:
    explicit Bfs(const BfsProblem& problem) : problem_(problem) {
        std::size_t next = 0;
        first_ = start_next(bfs_methods::all, forced<BfsChoice>(problem.context), problem, next);
        method_ = bfs_methods::all[next - 1];
        compile_kernels(problem.context, *first_);
    }

    /// The method of the last batch.
    [[nodiscard]] const BfsMethod& method() const noexcept { return *method_; }

    Matrix run(const std::uint64_t* sources, std::uint64_t count) {
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
        return std::clamp<std::uint64_t>(problem_.context.device.free_memory() / 4 / row, 1, most_sources);
    }

    /// Rows of C without offsets, which go to ptr. \param base entries of C before them
    Matrix search(std::uint64_t* ptr, const std::uint64_t* sources, std::uint64_t count, std::uint64_t base) {
        Device& device = problem_.context.device;
        Matrix rows;
        rows.type = problem_.type;
        rows.nrows = count;
        rows.ncols = problem_.A.ncols;
        rows.col = Buffer(device, count * rows.ncols * rows.index_size());
        rows.val = Buffer(device, count * rows.ncols * rows.type->size);
        const BfsRows to{ptr, rows.col.data(), rows.val.data(), base, base == 0};
        std::uint64_t end = first_->run(to, sources, count);
        if (end == BfsRun::gave_up) {
            method_ = bfs_methods::all.back();
            if (!last_) last_ = method_->start(problem_);
            end = last_->run(to, sources, count);
        }
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
    std::unique_ptr<BfsRun> first_, last_; ///< last_: after first_ gave up
    const BfsMethod* method_;
};

void search(Context& context, const mergus_call& call, bool parents) {
    const std::uint64_t n = call.A->nrows;
    if (call.nrows == 0 || n == 0) {
        *call.C = empty_matrix(context, call.C->type, call.nrows, n);
        return;
    }
    constexpr std::size_t search_shared = 40 << 10; // more than the kernels declare
    if (context.device.properties().shared_per_block_optin < search_shared)
        throw Error(Code::not_implemented, "bfs: the device has too little shared memory for a block");
    const BfsProblem problem(context, *call.A, call.C->type, parents, call.nrows);
    Bfs search(problem);
    *call.C = search.run(call.rows, call.nrows);
    report_method(call.report, search.method().name);
}

} // namespace

void bfs_levels(Context& context, const mergus_call& call) {
    search(context, call, false);
}
void bfs_parents(Context& context, const mergus_call& call) {
    search(context, call, true);
}

} // namespace mergus::cuda
