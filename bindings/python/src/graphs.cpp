/// \file graphs.cpp
/// Graphs with names, and pictures. What users call is mergus/_graph.py.
#include "algorithms.hpp"

#include <mergus/arrow.hpp>
#include <mergus/graph.hpp>
#include <mergus/graph_formats.hpp>
#include <mergus/plot.hpp>

#include <algorithm>
#include <cstring>

namespace mergus::python {

namespace {

/// A graph, which matrices that Python has of it keep alive.
class GraphHandle {
public:
    explicit GraphHandle(Graph&& graph) : graph_(std::move(graph)) {}
    [[nodiscard]] const Graph& get() const { return *graph_.get("the graph"); }

    /// A matrix of the graph, without a copy.
    [[nodiscard]] Object* shared(const AnyMatrix& matrix) const {
        return new Object(
            std::shared_ptr<AnyMatrix>(graph_.get("the graph"), const_cast<AnyMatrix*>(&matrix)),
            "a graph does not change; copy its matrix");
    }

private:
    Owned<Graph> graph_;
};

Multiple multiple_of(const std::string& name) {
    constexpr std::pair<const char*, Multiple> names[] = {
        {"sum", Multiple::sum},     {"min", Multiple::min},   {"max", Multiple::max},
        {"first", Multiple::first}, {"last", Multiple::last}, {"count", Multiple::count}};
    for (const auto& [known, value] : names)
        if (name == known) return value;
    throw Error(Code::invalid_value,
                "multiple: '" + name + "' is none of 'sum', 'min', 'max', 'first', 'last' and 'count'");
}

/// directed, multiple, loops, type.
using Options = std::tuple<std::optional<bool>, std::string, bool, const mergus_type*>;

GraphOptions options_of(const Options& options) {
    const auto& [directed, multiple, loops, type] = options;
    return {.directed = directed, .multiple = multiple_of(multiple), .loops = loops, .type = type};
}

/// A progress callback, after which a signal such as that of Ctrl-C ends the reading.
void check_signals(std::uint64_t /*done*/, std::uint64_t /*total*/) {
    const nb::gil_scoped_acquire locked;
    if (PyErr_CheckSignals() != 0) throw nb::python_error();
}

/// header, separator, source, target, weight, blank_weight, comment, names.
using CsvForm = std::tuple<std::optional<bool>, std::string, std::string, std::string, std::string,
                           std::optional<double>, std::string, std::optional<std::string>>;

CsvOptions csv_of(const CsvForm& form) {
    const auto& [header, separator, source, target, weight, blank_weight, comment, names] = form;
    for (const std::string& mark : {separator, comment})
        if (mark.size() > 1)
            throw Error(Code::invalid_value,
                        "read: separator and comment are single characters, not '" + mark + "'");
    CsvOptions options;
    options.header = header;
    options.separator = separator.empty() ? '\0' : separator[0];
    options.source = source;
    options.target = target;
    options.weight = weight;
    options.blank_weight = blank_weight;
    options.comment = comment.empty() ? '\0' : comment[0];
    if (names && *names != "ids" && *names != "strings")
        throw Error(Code::invalid_value, "names: '" + *names + "' is none of 'ids' and 'strings'");
    if (names) options.names = *names == "ids" ? NameKind::ids : NameKind::strings;
    options.progress = check_signals;
    return options;
}

void add_names(nb::module_& module) {
    nb::class_<VertexNames>(module, "Names")
        .def_static("numbers", [] { return VertexNames(); })
        .def_static("from_ids",
                    [](std::uintptr_t address, std::uint64_t count) {
                        return VertexNames::from_ids({pointer<std::int64_t>(address), count});
                    })
        .def_static("from_strings",
                    [](const std::vector<nb::bytes>& names) {
                        std::vector<std::string_view> views;
                        for (const nb::bytes& name : names) views.emplace_back(name.c_str(), name.size());
                        return VertexNames::from_strings(views);
                    })
        .def_prop_ro("kind",
                     [](const VertexNames& names) {
                         return names.kind() == NameKind::numbers ? "numbers"
                                : names.kind() == NameKind::ids   ? "ids"
                                                                  : "strings";
                     })
        .def_prop_ro("size", &VertexNames::size)
        .def_prop_ro("nbytes", &VertexNames::bytes)
        .def("find",
             [](const VertexNames& names, const nb::bytes& name) {
                 return names.find({name.c_str(), name.size()});
             })
        .def("text",
             [](const VertexNames& names) { return nb::bytes(names.text().data(), names.text().size()); })
        .def("copy_ids",
             [](const VertexNames& names, std::uintptr_t to) {
                 std::copy(names.ids().begin(), names.ids().end(), pointer<std::int64_t>(to));
             })
        .def("copy_offsets", [](const VertexNames& names, std::uintptr_t to) {
            std::copy(names.offsets().begin(), names.offsets().end(), pointer<std::uint64_t>(to));
        });
}

template <class Make>
GraphHandle* made(const Make& make) {
    const nb::gil_scoped_release unlocked;
    return new GraphHandle(make());
}

void add_graph_class(nb::module_& module) {
    nb::class_<GraphHandle>(module, "Graph")
        .def_static(
            "from_file",
            [](const ContextHandle& context, const std::string& file, const Options& options,
               const CsvForm& form) {
                const Context& home = context.get();
                const GraphOptions how = options_of(options);
                const CsvOptions csv = csv_of(form);
                return made([&] { return read_graph(home, file, how, csv); });
            },
            nb::rv_policy::take_ownership)
        .def_static(
            "from_matrix",
            [](const Object& adjacency, bool directed, const VertexNames& names) {
                const AnyMatrix& matrix = adjacency.matrix();
                return made([&] { return Graph(matrix.dup(), directed, names); });
            },
            nb::rv_policy::take_ownership)
        // Vertices of sources and targets as 64-bit unsigned integers, weights as fp64 or int64, or none.
        .def_static(
            "from_edges",
            [](const ContextHandle& context, std::uint64_t count, std::uintptr_t sources,
               std::uintptr_t targets, std::uintptr_t integers, std::uintptr_t reals, std::uint64_t vertices,
               const VertexNames& names, const Options& options) {
                const Context& home = context.get();
                const GraphOptions how = options_of(options);
                return made([&] {
                    NamedEdges list;
                    Tuples& edges = list.edges;
                    edges.nrows = edges.ncols = vertices;
                    const auto copy = [count]<class T>(std::uintptr_t from, std::vector<T>& to) {
                        if (from != 0) to.assign(pointer<T>(from), pointer<T>(from) + count);
                    };
                    copy(sources, edges.rows);
                    copy(targets, edges.cols);
                    copy(integers, edges.integers);
                    copy(reals, edges.reals);
                    edges.field = integers != 0 ? Field::integer : reals != 0 ? Field::real : Field::pattern;
                    list.names = names;
                    return Graph::from_edges(home, std::move(list), how);
                });
            },
            nb::rv_policy::take_ownership)
        // The columns of edges in a stream of tables, which is used up.
        .def_static(
            "from_arrow",
            [](const ContextHandle& context, const nb::capsule& capsule, const std::string& source,
               const std::string& target, const std::string& weight, const Options& options) {
                const Context& home = context.get();
                const GraphOptions how = options_of(options);
                auto* const stream =
                    static_cast<ArrowArrayStream*>(PyCapsule_GetPointer(capsule.ptr(), "arrow_array_stream"));
                if (stream == nullptr) throw nb::python_error();
                const ArrowOptions columns{
                    .source = source, .target = target, .weight = weight, .progress = check_signals};
                return made([&] { return Graph::from_edges(home, read_arrow(*stream, columns), how); });
            },
            nb::rv_policy::take_ownership)
        .def_prop_ro("directed", [](const GraphHandle& graph) { return graph.get().directed(); })
        .def_prop_ro("vertices", [](const GraphHandle& graph) { return graph.get().vertices(); })
        .def_prop_ro("edges", [](const GraphHandle& graph) { return graph.get().edges(); })
        .def_prop_ro("names", [](const GraphHandle& graph) { return graph.get().names(); })
        .def(
            "adjacency", [](const GraphHandle& graph) { return graph.shared(graph.get().adjacency()); },
            nb::rv_policy::take_ownership)
        .def(
            "transposed", [](const GraphHandle& graph) { return graph.shared(graph.get().transposed()); },
            nb::rv_policy::take_ownership)
        .def(
            "symmetric", [](const GraphHandle& graph) { return graph.shared(graph.get().symmetric()); },
            nb::rv_policy::take_ownership)
        .def(
            "out_degrees",
            [](const GraphHandle& graph) { return new Object(graph.get().out_degrees().dup()); },
            nb::rv_policy::take_ownership)
        .def(
            "in_degrees", [](const GraphHandle& graph) { return new Object(graph.get().in_degrees().dup()); },
            nb::rv_policy::take_ownership)
        .def(
            "pagerank",
            [](const GraphHandle& graph, double damping, double tolerance, std::uint64_t max_iterations,
               const GivenCheckpoints& checkpoints, nb::handle progress) {
                return pagerank_of(graph.get(), damping, tolerance, max_iterations, checkpoints, progress);
            },
            nb::arg("damping"), nb::arg("tolerance"), nb::arg("max_iterations"), nb::arg("checkpoints"),
            nb::arg("progress").none())
        .def("write",
             [](const GraphHandle& handle, const std::string& file, const std::string& format) {
                 const Graph& graph = handle.get();
                 const nb::gil_scoped_release unlocked;
                 const Tuples tuples = graph.adjacency().to_tuples();
                 if (format == "graphml") return write_graphml(file, tuples, graph.names(), graph.directed());
                 if (format == "gml") return write_gml(file, tuples, graph.names(), graph.directed());
                 write_csv(file, tuples, graph.names());
             })
        .def("write_result",
             [](const GraphHandle& graph, const Object& result, const std::string& file) {
                 const VertexNames& names = graph.get().names();
                 const nb::gil_scoped_release unlocked;
                 write_csv(file,
                           result.is_vector() ? result.vector().to_tuples() : result.matrix().to_tuples(),
                           names, result.is_vector());
             })
        // The vertices and values of the greatest entries, as fp64.
        .def("top",
             [](const GraphHandle& graph, const Object& result, std::uint64_t count) {
                 const AnyVector& vector = result.vector();
                 (void)graph.get();
                 std::vector<std::uint64_t> vertices;
                 std::vector<double> values;
                 {
                     const nb::gil_scoped_release unlocked;
                     Vector<double> reals(vector.context(), vector.size());
                     assign(reals, vector);
                     for (const Ranked<double>& entry : top(reals, count, {})) {
                         vertices.push_back(entry.vertex);
                         values.push_back(entry.value);
                     }
                 }
                 return nb::make_tuple(vertices, values);
             })
        .def(
            "plot",
            [](const GraphHandle& handle, const Object* communities, std::uint64_t size, std::uint64_t labels,
               std::uint64_t max_edges, std::uint64_t iterations, std::uint64_t seed,
               const std::string& title) {
                const Graph& graph = handle.get();
                const PlotOptions options{.size = size,
                                          .labels = labels,
                                          .max_edges = max_edges,
                                          .layout = {.iterations = iterations, .seed = seed},
                                          .title = title};
                const nb::gil_scoped_release unlocked;
                const ProgressScope scope([](const AlgorithmStep&) {
                    const nb::gil_scoped_acquire locked;
                    if (PyErr_CheckSignals() != 0) throw nb::python_error();
                    return true;
                });
                if (communities == nullptr) return plot_graph(graph, options);
                const AnyVector& given = communities->vector();
                Vector<std::int64_t> labelled(given.context(), given.size());
                assign(labelled, given);
                return plot_graph(graph, labelled, options);
            },
            nb::arg("communities").none(), nb::arg("size"), nb::arg("labels"), nb::arg("max_edges"),
            nb::arg("iterations"), nb::arg("seed"), nb::arg("title"));
}

} // namespace

void add_graphs(nb::module_& module) {
    add_names(module);
    add_graph_class(module);
    module.def("plot_matrix", [](const Object& A, bool spy, bool degrees, std::uint64_t cells,
                                 const std::string& title) {
        const AnyMatrix& matrix = A.matrix();
        const nb::gil_scoped_release unlocked;
        return plot_matrix(matrix, {.spy = spy, .degrees = degrees, .cells = cells, .title = title});
    });
    module.def("write_text",
               [](const std::string& file, const std::string& text) { write_text(file, text); });
}

} // namespace mergus::python
