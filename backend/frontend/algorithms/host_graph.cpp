/// \file host_graph.cpp
#include "host_graph.hpp"

namespace mergus::core {

HostGraph::HostGraph(const AnyMatrix& A, std::vector<double>* weights)
    : offsets(A.nrows() + 1, 0), cols(A.nvals()) {
    mergus_csr csr{};
    csr.struct_size = sizeof csr;
    csr.type = A.type();
    csr.nrows = A.nrows();
    csr.ncols = A.ncols();
    csr.row_ptr = offsets.data();
    csr.cols = cols.data();
    if (weights != nullptr) {
        weights->resize(cols.size());
        csr.values = weights->data();
    }
    csr.pointer_bits = csr.index_bits = 64;
    csr.capacity = cols.size();
    A.export_csr(csr);
}

} // namespace mergus::core
