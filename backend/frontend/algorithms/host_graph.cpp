/// \file host_graph.cpp
#include "host_graph.hpp"

namespace mergus::core {

HostGraph::HostGraph(const AnyMatrix& A) : offsets(A.nrows() + 1, 0), cols(A.nvals()) {
    std::vector<std::uint64_t> rows(cols.size());
    A.extract_tuples(rows.data(), cols.data(), nullptr, A.type());
    for (const std::uint64_t row : rows) ++offsets[row + 1];
    for (std::size_t i = 1; i < offsets.size(); ++i) offsets[i] += offsets[i - 1];
}

} // namespace mergus::core
