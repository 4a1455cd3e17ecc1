/// \file centralities.cpp
/// The algorithms for paths and centralities.
#include "algorithms.hpp"

namespace mergus::python {

namespace {

using Sources = std::tuple<std::uintptr_t, std::uint64_t>;

void add_paths(nb::module_& module) {
    const auto progress_arg = nb::arg("progress").none();
    add(module, "eccentricities", &eccentricities);
    add_with_number<Vector<double>, Natural, std::uint64_t>(module, "widest_paths", &widest_paths);
    module.def(
        "neighbourhoods",
        [](const Object& A, const Sources& sources, std::int64_t hops, nb::handle progress) {
            const AnyMatrix& graph = A.matrix();
            return object_of(run(progress, [&] { return neighbourhoods(graph, span_of(sources), hops); }));
        },
        nb::arg("A"), nb::arg("sources"), nb::arg("hops"), progress_arg, nb::rv_policy::take_ownership);
    module.def(
        "shortest_path_lengths",
        [](const Object& A, const Sources& sources, nb::handle progress) {
            const AnyMatrix& graph = A.matrix();
            return object_of(run(progress, [&] { return shortest_path_lengths(graph, span_of(sources)); }));
        },
        nb::arg("A"), nb::arg("sources"), progress_arg, nb::rv_policy::take_ownership);
    module.def(
        "shortest_path_tree",
        [](const Object& A, std::uint64_t source, nb::handle progress) {
            const AnyMatrix& graph = A.matrix();
            ShortestPathTree tree = run(progress, [&] { return shortest_path_tree(graph, source); });
            return nb::make_tuple(handle_of(object_of(std::move(tree.distance))),
                                  handle_of(object_of(std::move(tree.parent))));
        },
        nb::arg("A"), nb::arg("source"), progress_arg);
    module.def(
        "path_to",
        [](const Object& parents, std::uint64_t target) {
            Vector<std::int64_t> cast(parents.vector().context(), parents.vector().size());
            assign(cast, parents.vector());
            nb::list path;
            for (const std::uint64_t v : path_to(cast, target)) path.append(v);
            return path;
        },
        nb::arg("parents"), nb::arg("target"));
    module.def(
        "maximum_flow",
        [](const Object& A, std::uint64_t source, std::uint64_t target, nb::handle progress) {
            const AnyMatrix& graph = A.matrix();
            MaximumFlow found = run(progress, [&] { return maximum_flow(graph, source, target); });
            return nb::make_tuple(found.value, handle_of(object_of(std::move(found.flow))),
                                  handle_of(object_of(std::move(found.source_side))));
        },
        nb::arg("A"), nb::arg("source"), nb::arg("target"), progress_arg);
    module.def(
        "random_walks",
        [](const Object& A, const Sources& starts, std::int64_t length, bool weighted, std::uint64_t seed,
           double p, double q, nb::handle progress) {
            const AnyMatrix& graph = A.matrix();
            return object_of(run(progress, [&] {
                return random_walks(graph, span_of(starts), length,
                                    {.weighted = weighted, .seed = seed, .p = p, .q = q});
            }));
        },
        nb::arg("A"), nb::arg("starts"), nb::arg("length"), nb::arg("weighted"), nb::arg("seed"),
        nb::arg("p"), nb::arg("q"), progress_arg, nb::rv_policy::take_ownership);
    module.def(
        "walk_pairs",
        [](const Object& walks, std::uint64_t vertices, std::int64_t window, nb::handle progress) {
            const AnyMatrix& given = walks.matrix();
            return object_of(run(progress, [&] {
                Matrix<std::int64_t> cast(given.context(), given.nrows(), given.ncols());
                assign(cast, given);
                return walk_pairs(cast, vertices, window);
            }));
        },
        nb::arg("walks"), nb::arg("vertices"), nb::arg("window"), progress_arg,
        nb::rv_policy::take_ownership);
    module.def(
        "a_star",
        [](const Object& A, std::uint64_t source, std::uint64_t target, const Object& bounds,
           nb::handle progress) {
            const AnyMatrix& graph = A.matrix();
            const AnyVector& given = bounds.vector();
            const ShortestPath found = run(progress, [&] {
                Vector<double> cast(given.context(), given.size());
                assign(cast, given);
                return a_star(graph, source, target, cast);
            });
            return nb::make_tuple(found.distance, found.path, found.reached);
        },
        nb::arg("A"), nb::arg("source"), nb::arg("target"), nb::arg("bounds"), progress_arg);
    module.def(
        "gomory_hu_tree",
        [](const Object& A, nb::handle progress) {
            const AnyMatrix& graph = A.matrix();
            GomoryHuTree tree = run(progress, [&] { return gomory_hu_tree(graph); });
            return nb::make_tuple(handle_of(object_of(std::move(tree.parent))),
                                  handle_of(object_of(std::move(tree.capacity))));
        },
        nb::arg("A"), progress_arg);
    module.def(
        "diameter",
        [](const Object& A, nb::handle progress) {
            const AnyMatrix& graph = A.matrix();
            return run(progress, [&] { return diameter(graph); });
        },
        nb::arg("A"), progress_arg);
}

void add_of_distances(nb::module_& module) {
    const auto progress_arg = nb::arg("progress").none();
    for (const auto& [name, algorithm] : {std::pair{"closeness", &closeness}, {"harmonic", &harmonic}})
        module.def(
            name,
            [algorithm = algorithm](const Object& A, const Sources& vertices, bool weighted,
                                    nb::handle progress) {
                const AnyMatrix& graph = A.matrix();
                return object_of(run(
                    progress, [&] { return algorithm(graph, span_of(vertices), {.weighted = weighted}); }));
            },
            nb::arg("A"), nb::arg("vertices"), nb::arg("weighted"), progress_arg,
            nb::rv_policy::take_ownership);
    module.def(
        "edge_betweenness",
        [](const Object& A, const Sources& sources, bool estimate, bool is_undirected, bool normalized,
           nb::handle progress) {
            const AnyMatrix& graph = A.matrix();
            return object_of(run(progress, [&] {
                return edge_betweenness(
                    graph, span_of(sources),
                    {.estimate = estimate, .undirected = is_undirected, .normalized = normalized});
            }));
        },
        nb::arg("A"), nb::arg("sources"), nb::arg("estimate"), nb::arg("undirected"), nb::arg("normalized"),
        progress_arg, nb::rv_policy::take_ownership);
    module.def(
        "approximate_betweenness",
        [](const Object& A, double error, double probability, std::uint64_t seed, nb::handle progress) {
            const AnyMatrix& graph = A.matrix();
            ApproximateBetweenness found = run(progress, [&] {
                return approximate_betweenness(graph,
                                               {.error = error, .probability = probability, .seed = seed});
            });
            return nb::make_tuple(handle_of(object_of(std::move(found.values))), found.sources);
        },
        nb::arg("A"), nb::arg("error"), nb::arg("probability"), nb::arg("seed"), progress_arg);
    module.def(
        "k_path_centrality",
        [](const Object& A, std::uint64_t k, double alpha, std::uint64_t seed, nb::handle progress) {
            const AnyMatrix& graph = A.matrix();
            KPathCentrality found =
                run(progress, [&] { return k_path_centrality(graph, k, {.alpha = alpha, .seed = seed}); });
            return nb::make_tuple(handle_of(object_of(std::move(found.values))), found.paths);
        },
        nb::arg("A"), nb::arg("k"), nb::arg("alpha"), nb::arg("seed"), progress_arg);
}

} // namespace

void add_centralities(nb::module_& module) {
    add_paths(module);
    add_of_distances(module);
    const auto progress_arg = nb::arg("progress").none();
    module.def(
        "personalized_pagerank",
        [](const Object& A, const Sources& seeds, double damping, double tolerance,
           std::uint64_t max_iterations, nb::handle progress) {
            const AnyMatrix& graph = A.matrix();
            auto found = run(progress, [&] {
                return personalized_pagerank(
                    graph, span_of(seeds),
                    {.damping = damping, .tolerance = tolerance, .max_iterations = max_iterations});
            });
            return as_tuple(found, handle_of(object_of(std::move(found.rank))));
        },
        nb::arg("A"), nb::arg("seeds"), nb::arg("damping"), nb::arg("tolerance"), nb::arg("max_iterations"),
        progress_arg);
    module.def(
        "eigenvector_centrality",
        [](const Object& A, double tolerance, std::uint64_t max_iterations, nb::handle progress) {
            const AnyMatrix& graph = A.matrix();
            auto found = run(progress, [&] {
                return eigenvector_centrality(graph,
                                              {.tolerance = tolerance, .max_iterations = max_iterations});
            });
            return as_tuple(found, handle_of(object_of(std::move(found.values))));
        },
        nb::arg("A"), nb::arg("tolerance"), nb::arg("max_iterations"), progress_arg);
    module.def(
        "katz_centrality",
        [](const Object& A, double alpha, double beta, bool normalized, double tolerance,
           std::uint64_t max_iterations, nb::handle progress) {
            const AnyMatrix& graph = A.matrix();
            auto found = run(progress, [&] {
                return katz_centrality(graph, {.alpha = alpha,
                                               .beta = beta,
                                               .normalized = normalized,
                                               .tolerance = tolerance,
                                               .max_iterations = max_iterations});
            });
            return as_tuple(found, handle_of(object_of(std::move(found.values))));
        },
        nb::arg("A"), nb::arg("alpha"), nb::arg("beta"), nb::arg("normalized"), nb::arg("tolerance"),
        nb::arg("max_iterations"), progress_arg);
    module.def(
        "hits",
        [](const Object& A, double tolerance, std::uint64_t max_iterations, nb::handle progress) {
            const AnyMatrix& graph = A.matrix();
            Hits found = run(progress, [&] {
                return hits(graph, {.tolerance = tolerance, .max_iterations = max_iterations});
            });
            return nb::make_tuple(handle_of(object_of(std::move(found.hubs))),
                                  handle_of(object_of(std::move(found.authorities))), found.iterations,
                                  found.residual, found.converged);
        },
        nb::arg("A"), nb::arg("tolerance"), nb::arg("max_iterations"), progress_arg);
}

} // namespace mergus::python
