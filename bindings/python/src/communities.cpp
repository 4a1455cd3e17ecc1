/// \file communities.cpp
/// The algorithms for communities, components, forests and orders.
#include "algorithms.hpp"

namespace mergus::python {

namespace {

nb::tuple as_tuple(Communities&& found) {
    return nb::make_tuple(handle_of(object_of(std::move(found.labels))), found.count, found.quality,
                          found.levels);
}

} // namespace

void add_communities(nb::module_& module) {
    add(module, "connected_components", &connected_components);
    add(module, "strongly_connected_components", &strongly_connected_components);
    add(module, "minimum_spanning_forest", &minimum_spanning_forest);
    add(module, "topological_levels", &topological_levels);
    add(module, "topological_order", &topological_order);
    const auto progress_arg = nb::arg("progress").none();
    module.def(
        "is_acyclic",
        [](const Object& A, nb::handle progress) {
            const AnyMatrix& graph = A.matrix();
            return run(progress, [&] { return is_acyclic(graph); });
        },
        nb::arg("A"), progress_arg);
    module.def(
        "bipartite_sides",
        [](const Object& A, nb::handle progress) {
            const AnyMatrix& graph = A.matrix();
            auto sides = run(progress, [&] { return bipartite_sides(graph); });
            return sides ? handle_of(object_of(std::move(*sides))) : nb::object(nb::none());
        },
        nb::arg("A"), progress_arg);
    add(module, "maximum_matching", &maximum_matching);
    module.def(
        "biconnected_components",
        [](const Object& A, nb::handle progress) {
            const AnyMatrix& graph = A.matrix();
            BiconnectedComponents found = run(progress, [&] { return biconnected_components(graph); });
            return nb::make_tuple(handle_of(object_of(std::move(found.components))), found.count,
                                  handle_of(object_of(std::move(found.articulation_points))),
                                  handle_of(object_of(std::move(found.bridges))));
        },
        nb::arg("A"), progress_arg);
    module.def(
        "conductance",
        [](const Object& A, const Object& labels, nb::handle progress) {
            const AnyMatrix& graph = A.matrix();
            const AnyVector& given = labels.vector();
            return object_of(run(progress, [&] {
                Vector<std::int64_t> cast(given.context(), given.size());
                assign(cast, given);
                return conductance(graph, cast);
            }));
        },
        nb::arg("A"), nb::arg("labels"), progress_arg, nb::rv_policy::take_ownership);
    module.def(
        "modularity",
        [](const Object& A, const Object& labels, double resolution, nb::handle progress) {
            const AnyMatrix& graph = A.matrix();
            const AnyVector& given = labels.vector();
            return run(progress, [&] {
                Vector<std::int64_t> cast(given.context(), given.size());
                assign(cast, given);
                return modularity(graph, cast, {.resolution = resolution});
            });
        },
        nb::arg("A"), nb::arg("labels"), nb::arg("resolution"), progress_arg);
    module.def(
        "communities",
        [](const Object& A, bool refine, bool cpm, double resolution, double tolerance,
           std::uint64_t max_sweeps, std::uint64_t max_passes, std::uint64_t seed,
           const GivenCheckpoints& checkpoints, nb::handle progress) {
            const AnyMatrix& graph = A.matrix();
            const CommunityOptions options{.quality =
                                               cpm ? CommunityQuality::cpm : CommunityQuality::modularity,
                                           .resolution = resolution,
                                           .tolerance = tolerance,
                                           .max_sweeps = max_sweeps,
                                           .max_passes = max_passes,
                                           .seed = seed,
                                           .checkpoints = checkpoints_of(checkpoints)};
            return as_tuple(
                run(progress, [&] { return refine ? leiden(graph, options) : louvain(graph, options); }));
        },
        nb::arg("A"), nb::arg("refine"), nb::arg("cpm"), nb::arg("resolution"), nb::arg("tolerance"),
        nb::arg("max_sweeps"), nb::arg("max_passes"), nb::arg("seed"), nb::arg("checkpoints"), progress_arg);
    module.def(
        "k_way_partition",
        [](const Object& A, std::uint64_t parts, double imbalance, std::uint64_t seed, nb::handle progress) {
            const AnyMatrix& graph = A.matrix();
            KWayPartition found = run(progress, [&] {
                return k_way_partition(graph, parts, {.imbalance = imbalance, .seed = seed});
            });
            return nb::make_tuple(handle_of(object_of(std::move(found.labels))), found.cut, found.balance);
        },
        nb::arg("A"), nb::arg("parts"), nb::arg("imbalance"), nb::arg("seed"), progress_arg);
    module.def(
        "label_propagation",
        [](const Object& A, std::uint64_t max_iterations, std::uint64_t seed, nb::handle progress) {
            const AnyMatrix& graph = A.matrix();
            LabelPropagation result = run(progress, [&] {
                return label_propagation(graph, {.max_iterations = max_iterations, .seed = seed});
            });
            return nb::make_tuple(handle_of(object_of(std::move(result.labels))), result.iterations,
                                  result.converged);
        },
        nb::arg("A"), nb::arg("max_iterations"), nb::arg("seed"), progress_arg);
    module.def(
        "markov_clustering",
        [](const Object& A, double inflation, double threshold, double tolerance,
           std::uint64_t max_iterations, const GivenCheckpoints& checkpoints, nb::handle progress) {
            const AnyMatrix& graph = A.matrix();
            MarkovClustering result = run(progress, [&] {
                return markov_clustering(graph, {.inflation = inflation,
                                                 .threshold = threshold,
                                                 .tolerance = tolerance,
                                                 .max_iterations = max_iterations,
                                                 .checkpoints = checkpoints_of(checkpoints)});
            });
            return nb::make_tuple(handle_of(object_of(std::move(result.clusters))), result.iterations,
                                  result.converged);
        },
        nb::arg("A"), nb::arg("inflation"), nb::arg("threshold"), nb::arg("tolerance"),
        nb::arg("max_iterations"), nb::arg("checkpoints"), progress_arg);
}

} // namespace mergus::python
