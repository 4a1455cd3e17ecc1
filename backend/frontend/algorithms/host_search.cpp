/// \file host_search.cpp
#include "host_search.hpp"

#include "host_graph.hpp"
#include "row_tuples.hpp"

#include <algorithm>
#include <vector>

namespace mergus::core {

namespace {

/// Searches for each source. \param seed the value of a vertex of the frontier \param step the value of a
/// vertex that is reached from one of this level
template <class T, class Frontier, class Seed, class Step>
void finish(Matrix<T>& found, const Matrix<Frontier>& frontier, const AnyMatrix& A, const LevelRange& range,
            Reports& reports, Seed seed, Step step) {
    const HostGraph graph(A);
    const std::uint64_t n = graph.rows(), all = found.nrows() * n;
    RowTuples known(found);
    RowTuples begin(frontier);
    Csr result{found.nrows(), n, Field::integer, {0}, {}, {}, {}};
    std::vector<T> values(n);
    std::vector<std::uint64_t> level, next;
    std::uint64_t count = known.cols.size() + begin.cols.size();
    for (std::uint64_t source = 0; source < result.nrows; ++source) {
        std::fill(values.begin(), values.end(), T{-1});
        known.next_row(source, [&](std::uint64_t v, T value) { values[v] = value; });
        level.clear();
        begin.next_row(source, [&](std::uint64_t v, const Frontier& value) {
            values[v] = seed(value);
            level.push_back(v);
        });
        for (std::int64_t depth = range.first; depth < range.last && !level.empty(); ++depth) {
            next.clear();
            for (const std::uint64_t u : level)
                for (const std::uint64_t v : graph.of(u))
                    if (values[v] < 0) {
                        values[v] = step(depth, u);
                        next.push_back(v);
                    }
            std::sort(next.begin(), next.end()); // the least vertex of a level reaches others first
            level.swap(next);
            count += level.size();
            reports.report([&] { return Known{count, all}; });
        }
        for (std::uint64_t v = 0; v < n; ++v)
            if (values[v] >= 0) {
                result.cols.push_back(v);
                result.integers.push_back(values[v]);
            }
        result.row_ptr.push_back(result.cols.size());
    }
    found = Matrix<T>::from_csr(found.context(), result);
}

} // namespace

void finish_search(Matrix<std::int32_t>& found, const Matrix<bool>& frontier, const AnyMatrix& A,
                   const LevelRange& range, Reports& reports) {
    finish(
        found, frontier, A, range, reports, [&](bool) { return range.first; },
        [](std::int64_t level, std::uint64_t) { return static_cast<std::int32_t>(level + 1); });
}

void finish_search(Matrix<std::int64_t>& found, const Matrix<std::int64_t>& frontier, const AnyMatrix& A,
                   Reports& reports) {
    finish(
        found, frontier, A, {0}, reports, [](std::int64_t parent) { return parent; },
        [](std::int64_t, std::uint64_t u) { return static_cast<std::int64_t>(u); });
}

} // namespace mergus::core
