/// \file rcm_order.cpp
/// The reverse Cuthill-McKee order, by Boost.Graph, whose headers need not be there.
#include "data_movement.hpp"

#if __has_include(<boost/graph/cuthill_mckee_ordering.hpp>)
#include <boost/graph/compressed_sparse_row_graph.hpp>
#include <boost/graph/cuthill_mckee_ordering.hpp>

#include <utility>

namespace mergus::bench {

std::optional<Order> rcm_order(const HostCsr& matrix) {
    const HostCsr pattern = undirected(matrix);
    using Graph = boost::compressed_sparse_row_graph<boost::directedS, boost::no_property, boost::no_property,
                                                     boost::no_property, std::uint32_t, std::uint64_t>;
    std::vector<std::pair<std::uint32_t, std::uint32_t>> edges;
    edges.reserve(pattern.nvals());
    std::vector<std::uint64_t> degrees(pattern.nrows);
    for (std::uint64_t i = 0; i < pattern.nrows; ++i) {
        degrees[i] = pattern.ptr[i + 1] - pattern.ptr[i];
        for (std::uint64_t e = pattern.ptr[i]; e < pattern.ptr[i + 1]; ++e)
            edges.emplace_back(static_cast<std::uint32_t>(i), pattern.cols[e]);
    }
    const Graph graph(boost::edges_are_sorted, edges.begin(), edges.end(),
                      static_cast<std::uint32_t>(pattern.nrows));
    const auto index = boost::get(boost::vertex_index, graph);
    std::vector<boost::default_color_type> colors(pattern.nrows);
    Order order(pattern.nrows);
    boost::cuthill_mckee_ordering(graph, order.rbegin(),
                                  boost::make_iterator_property_map(colors.begin(), index),
                                  boost::make_iterator_property_map(degrees.begin(), index));
    return order;
}

} // namespace mergus::bench

#else

namespace mergus::bench {

std::optional<Order> rcm_order(const HostCsr&) {
    return std::nullopt;
}

} // namespace mergus::bench

#endif
