/// \file on_host.cpp
#include "on_host.hpp"

#include "../objects/context_state.hpp"

namespace mergus::core {

bool computes_on_host(const Context& context) {
    return context.state()->plugin().composite.context_new == nullptr && context.counters().launches == 0;
}

bool can_be_on_host(const AnyMatrix& A) {
    constexpr std::uint64_t small = 1 << 20, longer = 64;
    return computes_on_host(A.context()) && A.nrows() / longer <= A.nvals() + small / longer;
}

bool goes_on_on_host(std::int64_t round, const AnyMatrix& A, std::uint64_t searches) {
    constexpr double copied_in_round = 1 << 16;
    const double copies =
        static_cast<double>(A.nvals()) + (1 + static_cast<double>(searches)) * static_cast<double>(A.nrows());
    return round >= 16 && copies <= copied_in_round * static_cast<double>(round) &&
           computes_on_host(A.context());
}

} // namespace mergus::core
