/// \file topological.cpp
/// Levels and orders of a graph without cycles.
#include <mergus/algorithms/components.hpp>
#include <mergus/sort.hpp>

#include "peeling.hpp"
#include "reports.hpp"

#include <string_view>

namespace mergus {

namespace {

/// The levels of all vertices that no cycle reaches.
Vector<std::int64_t> levels_of(const AnyMatrix& A, std::string_view algorithm) {
    core::require_square(A, algorithm);
    core::Reports reports(algorithm, "vertices", "level");
    return core::peeled(core::pattern_of(A), false, [&](const Vector<std::int64_t>& levels) {
        reports.report([&] { return core::Known{levels.nvals(), levels.size()}; });
    });
}

Vector<std::int64_t> levels_of_all(const AnyMatrix& A, std::string_view algorithm) {
    Vector<std::int64_t> levels = levels_of(A, algorithm);
    if (levels.nvals() != levels.size())
        throw Error(Code::invalid_value, std::string(algorithm) + ": the graph has a cycle");
    return levels;
}

} // namespace

Vector<std::int64_t> topological_levels(const AnyMatrix& A) {
    return levels_of_all(A, "topological_levels");
}

Vector<std::int64_t> topological_order(const AnyMatrix& A) {
    return sort(ops::lt<std::int64_t>, levels_of_all(A, "topological_order")).positions;
}

bool is_acyclic(const AnyMatrix& A) {
    return levels_of(A, "is_acyclic").nvals() == A.nrows();
}

} // namespace mergus
