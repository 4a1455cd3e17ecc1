/// \file edge_collector.cpp
#include "edge_collector.hpp"

#include "scan.hpp"

#include <utility>

namespace mergus::core {

std::uint64_t EdgeCollector::vertex(std::string_view name) {
    std::vector<std::uint64_t> number;
    if (const auto id = canonical<std::int64_t>(name))
        names_.intern(std::vector<std::int64_t>{*id}, {hash_of(*id)}, number);
    else
        names_.intern(std::vector<std::string_view>{name}, {hash_of(name)}, number);
    return number.front();
}

bool EdgeCollector::add(std::uint64_t source, std::uint64_t target, std::string_view weight) {
    std::int64_t integer = 1;
    double real = 1;
    if (!weight.empty()) {
        Cursor cursor{weight.data(), weight.data() + weight.size()};
        if (!scan_integer(cursor, integer)) {
            integers_only_ = false;
            if (!scan_real(cursor, real)) return false;
        } else {
            real = static_cast<double>(integer);
        }
        if (!cursor.done()) return false;
        weighted_ = true;
    }
    edges_.rows.push_back(source);
    edges_.cols.push_back(target);
    edges_.integers.push_back(integer);
    edges_.reals.push_back(real);
    return true;
}

NamedEdges EdgeCollector::finish(bool directed) {
    edges_.nrows = edges_.ncols = names_.size();
    edges_.field = !weighted_ ? Field::pattern : integers_only_ ? Field::integer : Field::real;
    if (edges_.field != Field::integer) edges_.integers = {};
    if (edges_.field != Field::real) edges_.reals = {};
    return {std::exchange(edges_, {}), names_.finish(), directed};
}

} // namespace mergus::core
