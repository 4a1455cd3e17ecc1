/// \file select.cpp
#include "positional.hpp"

namespace mergus::blocks {

void select(mergus_context& context, const mergus_call& call) {
    run_positional(context, call, &mergus_backend::select, "select");
}

} // namespace mergus::blocks
