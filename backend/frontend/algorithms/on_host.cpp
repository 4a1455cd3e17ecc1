/// \file on_host.cpp
#include "on_host.hpp"

#include "../objects/context_state.hpp"

namespace mergus::core {

bool computes_on_host(const Context& context) {
    return context.state()->plugin().composite.context_new == nullptr && context.counters().launches == 0;
}

bool goes_on_on_host(std::int64_t round, const AnyMatrix& A) {
    return round >= 16 && (A.nrows() + A.nvals()) >> 16 <= static_cast<std::uint64_t>(round) &&
           computes_on_host(A.context());
}

} // namespace mergus::core
