/// \file graph_programs.cpp
#include "graph_programs.hpp"

#include <mergus/semirings/all.hpp>

#include <cstdint>
#include <utility>
#include <vector>

namespace mergus::cuda {

namespace {

using Index = std::uint64_t;
constexpr int rounds = 3;

/// Breadth-first search for parents, and one for levels.
void search(const Matrix<bool>& A) {
    const Context context = A.context();
    using I32 = std::int32_t;
    Vector<I32> parents(context, A.nrows()), frontier(context, A.nrows()), levels(context, A.nrows());
    frontier.set_element(0, 0);
    for (int round = 0; round < rounds; ++round) {
        assign(levels, Index(round), {.mask = structure(frontier)});
        assign(parents, frontier, {.mask = structure(frontier)});
        apply(frontier, ops::rowindex<I32>, frontier, 0);
        vxm(frontier, min_first<I32>, frontier, A, {.mask = complement(structure(parents)), .replace = true});
        static_cast<void>(frontier.nvals());
    }
    Vector<bool> reached(context, A.nrows());
    reached.set_element(0, true);
    for (int round = 0; round < rounds; ++round) {
        assign(levels, Index(round), {.mask = structure(reached)});
        vxm(reached, any_pair<bool>, reached, A, {.mask = complement(structure(levels)), .replace = true});
        static_cast<void>(reached.nvals());
    }
}

Vector<std::int64_t> degrees(const Matrix<bool>& A) {
    Vector<std::int64_t> zeros(A.context(), A.ncols()), degree(A.context(), A.nrows());
    assign(zeros, 0);
    mxv(degree, plus_pair<std::int64_t>, A, zeros);
    return degree;
}

void rank(const Matrix<bool>& A) {
    const Context context = A.context();
    const Vector<std::int64_t> degree = degrees(A);
    Vector<float> t(context, A.nrows()), r(context, A.nrows()), w(context, A.nrows()), d(context, A.nrows()),
        least(context, A.nrows());
    assign(r, 1.0F);
    apply(d, ops::div<float>, degree, 0.5F);
    assign(least, 2.0F);
    ewise_add(d, ops::max<float>, least, d);
    for (int round = 0; round < rounds; ++round) {
        std::swap(t, r);
        ewise_mult(w, ops::div<float>, t, d);
        assign(r, 0.25F);
        mxv(r, plus_second<float>, A, w, {.accum = ops::plus<float>});
        assign(t, r, {.accum = ops::minus<float>});
        apply(t, ops::abs<float>, t);
        static_cast<void>(reduce(plus_monoid<float>, t));
    }
}

/// Delta stepping.
void shortest_paths_by_steps(const Matrix<std::int32_t>& A) {
    using I32 = std::int32_t;
    const Context context = A.context();
    const Index n = A.nrows();
    static_cast<void>(reduce(min_monoid<I32>, A));
    const Matrix<I32> light = select(ops::valuele<I32>, A, 100), heavy = select(ops::valuegt<I32>, A, 100);
    Vector<I32> t(context, n), bucket(context, n), request(context, n);
    Vector<bool> reach(context, n), done(context, n), less(context, n), none(context, n);
    assign(t, 1000000);
    t.set_element(0, 0);
    reach.set_element(0, true);
    done.set_element(0, true);
    for (int round = 0; round < rounds; ++round) {
        bucket.clear();
        assign(bucket, t, {.mask = reach});
        select(bucket, ops::valuelt<I32>, bucket, 100);
        for (int step = 0; step < rounds; ++step) {
            vxm(request, min_plus<I32>, bucket, light);
            assign(done, true, {.mask = structure(bucket)});
            static_cast<void>(request.nvals());
            ewise_mult(less, ops::lt<I32>, request, t);
            select(less, ops::valuene<bool>, less, false);
            assign(reach, true, {.mask = structure(less)});
            bucket.clear();
            select(bucket, ops::valuelt<I32>, request, 100, {.mask = structure(less)});
            select(bucket, ops::valuege<I32>, bucket, 0);
            assign(t, request, {.mask = structure(less)});
        }
        bucket.clear();
        assign(bucket, t, {.mask = structure(done)});
        vxm(request, min_plus<I32>, bucket, heavy);
        ewise_mult(less, ops::lt<I32>, request, t);
        assign(t, request, {.mask = less});
        assign(reach, true, {.mask = less});
        assign(reach, none, {.mask = structure(done)});
        static_cast<void>(reach.nvals());
        done.clear();
    }
}

void components_by_labels(const Matrix<bool>& A) {
    const Context context = A.context();
    const Index n = A.nrows();
    Vector<Index> parent(context, n), grandparent(context, n), least(context, n), root(context, n);
    Vector<bool> mask(context, n);
    std::vector<Index> indices(n), labels(n);
    assign(parent, 0);
    apply(parent, ops::rowindex<std::int64_t>, parent, 0);
    const Vector<Index> ramp = parent.dup();
    for (int round = 0; round < rounds; ++round) {
        assign(least, n);
        mxv(least, min_second<Index>, A, parent, {.accum = ops::min<Index>});
        assign(root, n);
        root.extract_tuples(indices.data(), labels.data(), type_of<Index>());
        for (Index i = 0; i < n; ++i) indices[i] = labels[i] = i;
        root.clear();
        root.build(indices, labels, ops::plus<Index>);
        apply(mask, ops::ne<Index>, root, n);
        assign(parent, root, {.mask = mask});
        extract(grandparent, parent, labels);
        ewise_mult(mask, ops::eq<Index>, grandparent, ramp);
        assign(parent, ramp, {.mask = mask, .accum = ops::min<Index>});
        extract(grandparent, parent, labels);
        ewise_mult(mask, ops::ne<Index>, parent, grandparent);
        static_cast<void>(reduce(lor_monoid, mask));
        assign(parent, grandparent);
    }
}

/// From four vertices.
void centrality(const Matrix<bool>& A) {
    const Context context = A.context();
    constexpr Index sources = 4;
    const Index n = A.nrows();
    Matrix<double> paths(context, sources, n), frontier(context, sources, n), W(context, sources, n),
        update(context, sources, n);
    for (Index i = 0; i < sources; ++i) {
        paths.set_element(i, i, 1.0);
        frontier.set_element(i, i, 1.0);
    }
    const auto unvisited = [&] { return complement(structure(paths)); };
    mxm(frontier, plus_first<double>, frontier, A, {.mask = unvisited(), .replace = true});
    std::vector<Matrix<bool>> levels;
    for (int round = 0; round < rounds; ++round) {
        Matrix<bool> level(context, sources, n);
        assign(level, true, {.mask = structure(frontier)});
        levels.push_back(std::move(level));
        assign(paths, frontier, {.accum = ops::plus<double>});
        const bool pulls = round % 2 == 0;
        mxm(frontier, plus_first<double>, frontier, A,
            {.mask = unvisited(), .replace = true, .transpose_b = pulls});
        static_cast<void>(frontier.nvals());
    }
    assign(update, 1);
    for (int round = rounds - 1; round > 0; --round) {
        const auto now = static_cast<std::size_t>(round);
        ewise_mult(W, ops::div<double>, update, paths, {.mask = structure(levels[now]), .replace = true});
        const bool pulls = round % 2 == 0;
        mxm(W, plus_first<double>, W, A,
            {.mask = structure(levels[now - 1]), .replace = true, .transpose_b = pulls});
        ewise_mult(update, ops::times<double>, W, paths, {.accum = ops::plus<double>});
    }
    Vector<double> sums(context, n);
    assign(sums, -4);
    reduce(sums, plus_monoid<double>, update, {.accum = ops::plus<double>, .transpose_a = true});
}

void count(const Matrix<bool>& A) {
    const Matrix<bool> L = select(ops::tril, A, -1), U = select(ops::triu, A, 1);
    Matrix<std::int64_t> C(A.context(), A.nrows(), A.nrows());
    mxm(C, plus_pair<std::int64_t>, L, U, {.mask = structure(L), .transpose_b = true});
    static_cast<void>(reduce(plus_monoid<std::int64_t>, C));
}

} // namespace

void run_graph_programs(const Matrix<bool>& graph, const Matrix<std::int32_t>& weighted) {
    search(graph);
    rank(graph);
    shortest_paths_by_steps(weighted);
    components_by_labels(graph);
    centrality(graph);
    count(graph);
}

} // namespace mergus::cuda
