/// \file from_edges.cpp
/// Graphs from lists of edges: duplicates, loops and directions.
#include <mergus/ops.hpp>

#include "../files/graph_files.hpp"
#include "../objects/host_data.hpp"
#include "graph_state.hpp"
#include "parallel.hpp"

#include <fmt/format.h>

namespace mergus {

namespace {

/// The operator that combines the weights of several edges. Of truth values the sum is "or", as the maximum.
BinaryOp combining(Multiple multiple, const mergus_type* type) {
    const auto code = static_cast<mergus_type_code>(type->code);
    const bool truth = code == MERGUS_BOOL;
    const auto op = [&] {
        switch (multiple) {
        case Multiple::sum:
        case Multiple::count:
            return truth ? MERGUS_OP_LOR : MERGUS_OP_PLUS;
        case Multiple::min:
            return truth ? MERGUS_OP_LAND : MERGUS_OP_MIN;
        case Multiple::max:
            return truth ? MERGUS_OP_LOR : MERGUS_OP_MAX;
        case Multiple::first:
            return MERGUS_OP_FIRST;
        case Multiple::last:
            return MERGUS_OP_SECOND;
        }
        return MERGUS_OP_FIRST;
    }();
    return BinaryOp(detail::builtin_op(op, code));
}

/// Every edge from its lesser vertex to the greater one.
void orient(Tuples& edges) {
    constexpr std::uint64_t grain = 1 << 16;
    core::parallel_for(edges.nvals(), grain, 0, [&](std::uint64_t begin, std::uint64_t end) {
        for (std::uint64_t e = begin; e < end; ++e)
            if (edges.rows[e] > edges.cols[e]) std::swap(edges.rows[e], edges.cols[e]);
    });
}

} // namespace

Graph Graph::from_edges(const Context& context, NamedEdges list, const GraphOptions& options) {
    Tuples& edges = list.edges;
    const bool directed = options.directed.value_or(list.directed.value_or(true));
    if (options.multiple == Multiple::count) {
        edges.field = Field::integer;
        edges.reals = {};
        edges.complexes = {};
        edges.integers.assign(edges.nvals(), 1);
    }
    if (!directed) orient(edges);
    const mergus_type* const type = options.type == nullptr ? core::field_type(edges.field) : options.type;
    if (type->code == MERGUS_USER_TYPE)
        throw Error(Code::domain_mismatch,
                    fmt::format("Graph: weights of type {}; a built-in type is needed", type_name(type)));
    AnyMatrix A = AnyMatrix::from_tuples(context, edges, type, combining(options.multiple, type));
    edges = {};
    if (!options.loops) {
        AnyMatrix kept(context, type, A.nrows(), A.ncols());
        select(kept, ops::offdiag, A, 0);
        A = std::move(kept);
    }
    if (!directed) {
        AnyMatrix both(context, type, A.nrows(), A.ncols());
        ewise_add(both, combining(Multiple::first, type), A, transpose(A));
        A = std::move(both);
    }
    Graph graph;
    graph.state_ = std::make_shared<core::GraphState>();
    graph.state_->adjacency = std::move(A);
    graph.state_->directed = directed;
    graph.state_->names = std::move(list.names);
    return graph;
}

Graph read_graph(const Context& context, const std::filesystem::path& file, const GraphOptions& options,
                 const CsvOptions& csv) {
    return Graph::from_edges(context, core::read_named_edges(file, csv), options);
}

} // namespace mergus
