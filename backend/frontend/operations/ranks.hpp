/// \file ranks.hpp
/// Steps that all ranks of a context make together, where one of them does what the others must know of.
#pragma once

#include "../objects/context_state.hpp"

#include <cstdint>
#include <functional>
#include <string_view>
#include <vector>

namespace mergus::core {

class Ranks {
public:
    /// \param name of the operation, a literal
    Ranks(detail::ContextState& context, std::string_view name);

    std::uint64_t rank = 0, count = 1;

    /// step() of this rank and the numbers that it and the other ranks return. \throws Error of the first
    /// rank on which it throws
    std::vector<std::uint64_t> together(const std::function<std::uint64_t()>& step);

private:
    detail::ContextState& context_;
    std::string_view name_;
};

} // namespace mergus::core
