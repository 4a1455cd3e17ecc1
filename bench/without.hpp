/// \file without.hpp
/// Competitors for --without: a backend that leaves out one method or accumulator of products.
#pragma once

#include "competitor.hpp"

#include <mergus/registry.hpp>

#include <memory>
#include <string>
#include <vector>

namespace mergus::bench {

/// The names of methods and accumulators of products that can be left out, each once. Empty for a backend
/// that lists none.
std::vector<std::string> product_methods(const BackendInfo& backend);

/// A competitor for each name ("all": product_methods()), and at last the whole backend again, as
/// BACKEND-nothing: its difference to the backend is the noise. A competitor does not support problems for
/// which the backend makes the same call without the method: reports, launches and waits of a warm call are
/// equal.
/// \throws Error invalid_value for an unknown name
std::vector<std::unique_ptr<Competitor>> make_without(const BackendInfo& backend, void* stream,
                                                      const std::vector<std::string>& names);

} // namespace mergus::bench
