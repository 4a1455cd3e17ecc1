/// \file on_host.cpp
#include "on_host.hpp"

#include "../objects/context_state.hpp"

namespace mergus::core {

bool computes_on_host(const Context& context) {
    return context.state()->plugin().composite.context_new == nullptr && context.counters().launches == 0;
}

} // namespace mergus::core
