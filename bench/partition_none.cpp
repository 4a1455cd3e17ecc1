/// \file partition_none.cpp
/// Builds without a hypergraph partitioner.
#include "data_movement.hpp"

namespace mergus::bench {

std::optional<Order> partitioned_rows(const HostCsr&, const HostCsr&, unsigned) {
    return std::nullopt;
}

} // namespace mergus::bench
