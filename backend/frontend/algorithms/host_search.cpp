/// \file host_search.cpp
#include "host_search.hpp"

#include "graph.hpp"
#include "host_graph.hpp"

#include <algorithm>
#include <functional>
#include <optional>
#include <queue>
#include <utility>
#include <vector>

namespace mergus::core {

namespace {

/// Entries of a matrix, row after row.
template <class T>
struct RowTuples {
    explicit RowTuples(const Matrix<T>& M) { M.extract_tuples(rows, cols, values); }

    /// Calls visit(column, value) for the entries of the next row.
    template <class Visit>
    void next_row(std::uint64_t row, Visit visit) {
        for (; at < rows.size() && rows[at] == row; ++at) visit(cols[at], values[at]);
    }

    std::vector<std::uint64_t> rows, cols;
    std::vector<T> values;
    std::size_t at = 0;
};

/// Searches for each source. \param seed the value of a vertex of the frontier \param step the value of a
/// vertex that is reached from one of this level
template <class T, class Frontier, class Seed, class Step>
void finish(Matrix<T>& found, const Matrix<Frontier>& frontier, const AnyMatrix& A, const LevelRange& range,
            Reports& reports, Seed seed, Step step) {
    const HostGraph graph(A);
    const std::uint64_t n = graph.rows(), all = found.nrows() * n;
    RowTuples known(found), begin(frontier);
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

void finish_shortest_paths(Vector<double>& distance, const Vector<double>& changed, const AnyMatrix& A,
                           Reports& reports) {
    std::optional<Matrix<double>> own;
    std::vector<double> weights;
    const HostGraph graph(as_fp64(A, own), &weights);
    std::vector<double> length = distance.to_dense();
    using Waiting = std::pair<double, std::uint64_t>;
    std::priority_queue<Waiting, std::vector<Waiting>, std::greater<>> queue;
    std::vector<std::uint64_t> vertices;
    std::vector<double> lengths;
    changed.extract_tuples(vertices, lengths);
    for (std::size_t i = 0; i < vertices.size(); ++i) queue.emplace(lengths[i], vertices[i]);
    constexpr std::uint64_t reported = 1 << 14; // vertices between reports
    for (std::uint64_t settled = 0; !queue.empty();) {
        const auto [from_length, from] = queue.top();
        queue.pop();
        if (from_length > length[from]) continue; // a shorter path has been found since
        for (std::uint64_t e = graph.offsets[from]; e < graph.offsets[from + 1]; ++e) {
            const std::uint64_t to = graph.cols[e];
            if (const double sum = from_length + weights[e]; sum < length[to]) {
                length[to] = sum;
                queue.emplace(sum, to);
            }
        }
        if (++settled % reported == 0)
            reports.report([&] {
                return Known{static_cast<std::uint64_t>(std::count_if(
                                 length.begin(), length.end(),
                                 [](double one) { return one < std::numeric_limits<double>::infinity(); })),
                             length.size()};
            });
    }
    distance = Vector<double>::from_dense(distance.context(), length);
}

} // namespace mergus::core
