/// \file algorithms.hpp
/// How the graph algorithms run: with progress, and without the GIL. Signals (Ctrl-C) are handled at each
/// report, so an algorithm ends between two steps.
#pragma once

#include "core.hpp"

#include <mergus/algorithms.hpp>
#include <mergus/progress.hpp>

namespace mergus::python {

/// The report of a step. A callback that returns a false value, of Python or NumPy, ends the algorithm; None
/// does not, so that callbacks without a result work.
bool goes_on(nb::handle callback, const AlgorithmStep& step);

/// Runs an algorithm without the GIL. The caller keeps `progress` alive.
template <class Algorithm>
auto run(nb::handle progress, const Algorithm& algorithm) {
    const nb::gil_scoped_release unlocked;
    const ProgressScope scope([progress](const AlgorithmStep& step) { return goes_on(progress, step); });
    return algorithm();
}

template <class T>
Object* object_of(Matrix<T>&& matrix) {
    return new Object(AnyMatrix(std::move(matrix)));
}
template <class T>
Object* object_of(Vector<T>&& vector) {
    return new Object(AnyVector(std::move(vector)));
}

/// An algorithm whose only argument is the graph, and whose result is an object.
template <class Result>
void add(nb::module_& module, const char* name, Result (*algorithm)(const AnyMatrix&)) {
    module.def(
        name,
        [algorithm](const Object& A, nb::handle progress) {
            const AnyMatrix& graph = A.matrix();
            return object_of(run(progress, [&] { return algorithm(graph); }));
        },
        nb::arg("A"), nb::arg("progress").none(), nb::rv_policy::take_ownership);
}

/// Directory and seconds, as Python gives them.
using GivenCheckpoints = std::tuple<std::string, double>;

inline Checkpoints checkpoints_of(const GivenCheckpoints& given) {
    return {.directory = std::get<0>(given), .seconds = std::get<1>(given)};
}

inline nb::object handle_of(Object* object) {
    return nb::cast(object, nb::rv_policy::take_ownership);
}

/// values, iterations, residual, converged
template <class Result>
nb::tuple as_tuple(Result&& found, nb::object values) {
    return nb::make_tuple(values, found.iterations, found.residual, found.converged);
}

/// What Python's pagerank() returns. \param graph a matrix, or a Graph with what it keeps
template <class GraphOrMatrix>
nb::tuple pagerank_of(const GraphOrMatrix& graph, double damping, double tolerance,
                      std::uint64_t max_iterations, const GivenCheckpoints& checkpoints,
                      nb::handle progress) {
    PageRank result = run(progress, [&] {
        return pagerank(graph, {.damping = damping,
                                .tolerance = tolerance,
                                .max_iterations = max_iterations,
                                .checkpoints = checkpoints_of(checkpoints)});
    });
    return as_tuple(result, handle_of(object_of(std::move(result.rank))));
}

/// An algorithm of a graph and a number.
template <class Result, class Number, class Given>
void add_with_number(nb::module_& module, const char* name, Result (*algorithm)(const AnyMatrix&, Number)) {
    module.def(
        name,
        [algorithm](const Object& A, Given number, nb::handle progress) {
            const AnyMatrix& graph = A.matrix();
            return object_of(run(progress, [&] { return algorithm(graph, Number(number)); }));
        },
        nb::arg("A"), nb::arg("number"), nb::arg("progress").none(), nb::rv_policy::take_ownership);
}

/// The part of add_algorithms() for communities.hpp and components.hpp.
void add_communities(nb::module_& module);
/// The part for paths and centralities.
void add_centralities(nb::module_& module);
/// The part for the structure of graphs and similarity.
void add_structure(nb::module_& module);

} // namespace mergus::python
