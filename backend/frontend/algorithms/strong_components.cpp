/// \file strong_components.cpp
/// Strongly connected components by colours (Orzan 2004): every vertex takes the least colour that reaches
/// it; the component of the vertex that the colour is from is what reaches that vertex within the colour.
/// Colours are pseudo-random, so that a row of components is divided in O(log n) rounds, whatever its order.
#include <mergus/algorithms/components.hpp>

#include "../objects/context_state.hpp"
#include "extension_call.hpp"
#include "partition.hpp"
#include "peeling.hpp"
#include "reports.hpp"

namespace mergus {

namespace {

using Colours = Vector<std::uint64_t>;

/// Removes the vertices that have no cycle before them or none behind them: each is a component.
/// \return the vertices that are left
Vector<bool> trim(Matrix<bool>& graph) {
    Vector<bool> left(graph.context(), graph.nrows());
    for (const bool outgoing : {false, true}) {
        const auto removed = core::peeled(graph, outgoing, [](const auto&) {});
        left = Vector<bool>(graph.context(), graph.nrows());
        assign(left, true, {.mask = complement(structure(removed))});
        const auto D = diag(left);
        graph = mxm(any_pair<bool>, mxm(any_pair<bool>, D, graph), D);
    }
    return left;
}

/// For each vertex that has a colour the least one that reaches it.
Colours spread(const Matrix<bool>& graph, Colours&& colours) {
    Colours changed = colours.dup();
    for (std::int64_t round = 0; !core::counts_in_round(round) || changed.nvals() != 0; ++round) {
        vxm(changed, min_first<std::uint64_t>, changed, graph);
        const auto less = ewise_mult<bool>(ops::lt<std::uint64_t>, changed, colours);
        assign(changed, changed, {.mask = less, .replace = true});
        assign(colours, changed, {.mask = structure(changed)});
    }
    return std::move(colours);
}

/// The vertices that reach one of `ends`, with them; or those that they reach.
Vector<bool> search(const Matrix<bool>& graph, const Vector<bool>& ends, bool forwards = false) {
    Vector<bool> found = ends.dup(), frontier = ends.dup();
    for (std::int64_t round = 0; !core::counts_in_round(round) || frontier.nvals() != 0; ++round) {
        mxv(frontier, any_pair<bool>, graph, frontier,
            {.mask = complement(structure(found)), .replace = true, .transpose_a = forwards});
        assign(found, true, {.mask = structure(frontier)});
    }
    return found;
}

/// The component of the vertex of most pairs of edges, which in many graphs is most of the graph. The
/// searches of its two directions read each edge once; colours would spread several times.
Vector<bool> first_component(const Matrix<bool>& graph) {
    const auto pairs =
        ewise_mult<std::int64_t>(ops::times<std::int64_t>, degrees(graph), degrees(graph, {.columns = true}));
    Vector<bool> pivot(graph.context(), graph.nrows());
    pivot.set_element(core::place_of_greatest(pairs), true);
    return ewise_mult<bool>(ops::pair<bool>, search(graph, pivot), search(graph, pivot, true));
}

/// Removes the vertices that are found.
void remove(Matrix<bool>& graph, const Vector<bool>& left, const Vector<bool>& found) {
    Vector<bool> rest(graph.context(), graph.nrows());
    assign(rest, left, {.mask = complement(structure(found))});
    const auto D = diag(rest);
    graph = mxm(any_pair<bool>, mxm(any_pair<bool>, D, graph), D);
}

/// Numbers of components, one of the vertices' own numbers for each.
Colours components_by_algebra(const AnyMatrix& A, Matrix<bool>&& graph, core::Reports& reports) {
    const Colours own = core::hashes(A.context(), A.nrows(), 0);
    Colours components = own.dup();
    const auto known = [&] { return core::Known{graph.nvals()}; };
    reports.report(known);
    Vector<bool> left = trim(graph);
    if (left.nvals() != 0) {
        const auto found = first_component(graph);
        // One of their own numbers, so that no other component has it.
        const auto number = reduce(min_monoid<std::uint64_t>,
                                   ewise_mult<std::uint64_t>(ops::first<std::uint64_t>, own, found));
        assign(components, number, {.mask = structure(found)});
        remove(graph, left, found);
        reports.report(known);
        left = trim(graph);
    }
    for (; left.nvals() != 0; left = trim(graph)) {
        const Colours colours =
            spread(graph, ewise_mult<std::uint64_t>(ops::first<std::uint64_t>, own, left));
        graph = core::inner_edges(graph, colours); // a component has one colour
        const auto kept = ewise_mult<bool>(ops::eq<std::uint64_t>, colours, own);
        const auto found = search(graph, select(ops::valueeq<bool>, kept, true));
        assign(components, colours, {.mask = structure(found)});
        remove(graph, left, found);
        reports.report(known);
    }
    return components;
}

} // namespace

Vector<std::int64_t> strongly_connected_components(const AnyMatrix& A) {
    core::require_square(A, "strongly_connected_components");
    const mergus_operation extension = A.state()->context->plugin().strong_components.label;
    core::Reports reports("strongly_connected_components", "entries left",
                          extension != nullptr ? "run" : "round");
    Vector<std::int64_t> labels(A.context(), A.nrows());
    if (extension != nullptr) reports.report([&] { return core::Known{A.nvals()}; });
    if (core::run_extension("strongly_connected_components", extension, labels.state(), A)) {
        reports.report([] { return core::Known{0}; });
        return labels;
    }
    reports.in_units_of("round");
    const Matrix<bool> edges = core::simple_graph(A);
    return connected_components(core::inner_edges(edges, components_by_algebra(A, edges.dup(), reports)));
}

} // namespace mergus
