/// \file structure.cpp
/// The algorithms for the structure of graphs, and similarity.
#include "algorithms.hpp"

namespace mergus::python {

void add_structure(nb::module_& module) {
    const auto progress_arg = nb::arg("progress").none();
    add(module, "edge_support", &edge_support);
    add(module, "truss_numbers", &truss_numbers);
    add(module, "rich_club", &rich_club);
    add(module, "square_clustering", &square_clustering);
    add(module, "graphlet_degrees", &graphlet_degrees);
    for (const auto& [name, algorithm] :
         {std::pair{"vertex_cover", &vertex_cover}, {"dominating_set", &dominating_set}})
        add_with_number<Vector<bool>, std::uint64_t, std::uint64_t>(module, name, algorithm);
    module.def(
        "maximal_cliques",
        [](const Object& A, std::uint64_t limit, std::uint64_t least, nb::handle progress) {
            const AnyMatrix& graph = A.matrix();
            MaximalCliques found =
                run(progress, [&] { return maximal_cliques(graph, {.limit = limit, .least = least}); });
            return nb::make_tuple(handle_of(object_of(std::move(found.members))), found.complete);
        },
        nb::arg("A"), nb::arg("limit"), nb::arg("least"), progress_arg);
    module.def(
        "motifs",
        [](const Object& A, nb::handle progress) {
            const AnyMatrix& graph = A.matrix();
            const Motifs found = run(progress, [&] { return motifs(graph); });
            return nb::make_tuple(found.wedges, found.triangles, found.paths, found.stars, found.cycles,
                                  found.tailed_triangles, found.diamonds, found.cliques);
        },
        nb::arg("A"), progress_arg);
    add_with_number<Matrix<bool>, Integer, std::int64_t>(module, "k_core", &k_core);
    add_with_number<Vector<std::int64_t>, std::uint64_t, std::uint64_t>(module, "coloring", &coloring);
    for (const auto& [name, algorithm] :
         {std::pair{"transitivity", &transitivity}, {"assortativity", &assortativity}})
        module.def(
            name,
            [algorithm = algorithm](const Object& A, nb::handle progress) {
                const AnyMatrix& graph = A.matrix();
                return run(progress, [&] { return algorithm(graph); });
            },
            nb::arg("A"), progress_arg);
    module.def(
        "similarity",
        [](const Object& A, const Object& pairs, int score, nb::handle progress) {
            const AnyMatrix &graph = A.matrix(), &mask = pairs.matrix();
            return object_of(
                run(progress, [&] { return similarity(graph, mask, static_cast<Similarity>(score)); }));
        },
        nb::arg("A"), nb::arg("pairs"), nb::arg("score"), progress_arg, nb::rv_policy::take_ownership);
    module.def(
        "simrank",
        [](const Object& A, double decay, double tolerance, std::uint64_t max_iterations,
           nb::handle progress) {
            const AnyMatrix& graph = A.matrix();
            SimRank found = run(progress, [&] {
                return simrank(graph,
                               {.decay = decay, .tolerance = tolerance, .max_iterations = max_iterations});
            });
            return as_tuple(found, handle_of(object_of(std::move(found.scores))));
        },
        nb::arg("A"), nb::arg("decay"), nb::arg("tolerance"), nb::arg("max_iterations"), progress_arg);
    module.def(
        "most_similar",
        [](const Object& A, std::uint64_t k, nb::handle progress) {
            const AnyMatrix& rows = A.matrix();
            MostSimilar found = run(progress, [&] { return most_similar(rows, k); });
            return nb::make_tuple(handle_of(object_of(std::move(found.score))),
                                  handle_of(object_of(std::move(found.row))));
        },
        nb::arg("A"), nb::arg("k"), progress_arg);
}

} // namespace mergus::python
