/// \file graph_programs.hpp
/// The calls of graph programs that are written against the GraphBLAS C API, as those of LAGraph: searches,
/// ranks, shortest paths, components, betweenness and triangles, by products and operations on vectors. Their
/// kernels are compiled with the library.
#pragma once

#include <mergus/mergus.hpp>

namespace mergus::cuda {

/// Each program makes a few rounds, whatever its results are. \param weighted the same graph with weights
void run_graph_programs(const Matrix<bool>& graph, const Matrix<std::int32_t>& weighted);

} // namespace mergus::cuda
