/// \file algorithms.cpp
/// The graph algorithms; communities.cpp has those for communities and components,
/// centralities.cpp those for paths and centralities, structure.cpp those for structure and similarity.
#include "algorithms.hpp"

namespace mergus::python {

namespace {

nb::dict as_dict(const AlgorithmStep& step) {
    const auto text = [](std::string_view value) { return nb::str(value.data(), value.size()); };
    nb::dict record;
    record["algorithm"] = text(step.algorithm);
    record["unit"] = text(step.unit);
    record["step"] = step.step;
    record["counted"] = text(step.counted);
    record["done"] = step.done;
    record["total"] = step.total;
    record["residual"] = step.residual ? nb::object(nb::float_(*step.residual)) : nb::object(nb::none());
    record["tolerance"] = step.tolerance;
    return record;
}

} // namespace

bool goes_on(nb::handle callback, const AlgorithmStep& step) {
    const nb::gil_scoped_acquire locked;
    if (PyErr_CheckSignals() != 0) throw nb::python_error();
    if (callback.is_none()) return true;
    const nb::object answer = callback(as_dict(step));
    if (answer.is_none()) return true;
    const int goes = PyObject_IsTrue(answer.ptr());
    if (goes < 0) throw nb::python_error();
    return goes != 0;
}

void add_algorithms(nb::module_& module) {
    using Sources = std::tuple<std::uintptr_t, std::uint64_t>;
    add(module, "undirected", &undirected);
    add(module, "triangles", &triangles);
    add(module, "clustering_coefficients", &clustering_coefficients);
    add(module, "core_numbers", &core_numbers);
    add(module, "jaccard", &jaccard);
    add_communities(module);
    add_centralities(module);
    add_structure(module);
    const auto progress_arg = nb::arg("progress").none();
    module.def(
        "bfs",
        [](const Object& A, const Sources& sources, bool parents, nb::handle progress) {
            const AnyMatrix& graph = A.matrix();
            const IndexList list = span_of(sources);
            return parents ? object_of(run(progress, [&] { return bfs_parents(graph, list); }))
                           : object_of(run(progress, [&] { return bfs_levels(graph, list); }));
        },
        nb::arg("A"), nb::arg("sources"), nb::arg("parents"), progress_arg, nb::rv_policy::take_ownership);
    module.def(
        "shortest_paths",
        [](const Object& A, std::uint64_t source, nb::handle progress) {
            const AnyMatrix& graph = A.matrix();
            return object_of(run(progress, [&] { return shortest_paths(graph, source); }));
        },
        nb::arg("A"), nb::arg("source"), progress_arg, nb::rv_policy::take_ownership);
    module.def(
        "pagerank",
        [](const Object& A, double damping, double tolerance, std::uint64_t max_iterations,
           const GivenCheckpoints& checkpoints, nb::handle progress) {
            return pagerank_of(A.matrix(), damping, tolerance, max_iterations, checkpoints, progress);
        },
        nb::arg("A"), nb::arg("damping"), nb::arg("tolerance"), nb::arg("max_iterations"),
        nb::arg("checkpoints"), progress_arg);
    module.def(
        "betweenness",
        [](const Object& A, const Sources& sources, bool estimate, bool is_undirected, bool normalized,
           bool weighted, nb::handle progress) {
            const AnyMatrix& graph = A.matrix();
            return object_of(run(progress, [&] {
                return betweenness(graph, span_of(sources),
                                   {.estimate = estimate,
                                    .undirected = is_undirected,
                                    .normalized = normalized,
                                    .weighted = weighted});
            }));
        },
        nb::arg("A"), nb::arg("sources"), nb::arg("estimate"), nb::arg("undirected"), nb::arg("normalized"),
        nb::arg("weighted"), progress_arg, nb::rv_policy::take_ownership);
    module.def(
        "triangle_count",
        [](const Object& A, nb::handle progress) {
            const AnyMatrix& graph = A.matrix();
            return run(progress, [&] { return triangle_count(graph); });
        },
        nb::arg("A"), progress_arg);
    module.def(
        "k_truss",
        [](const Object& A, std::int64_t k, nb::handle progress) {
            const AnyMatrix& graph = A.matrix();
            return object_of(run(progress, [&] { return k_truss(graph, k); }));
        },
        nb::arg("A"), nb::arg("k"), progress_arg, nb::rv_policy::take_ownership);
    module.def(
        "maximal_independent_set",
        [](const Object& A, std::uint64_t seed, nb::handle progress) {
            const AnyMatrix& graph = A.matrix();
            return object_of(run(progress, [&] { return maximal_independent_set(graph, seed); }));
        },
        nb::arg("A"), nb::arg("seed"), progress_arg, nb::rv_policy::take_ownership);
}

} // namespace mergus::python
