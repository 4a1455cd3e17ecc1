/// \file field_values.hpp
/// Access to the value array of a host matrix (Tuples or Csr) by its field.
#pragma once

#include <mergus/host_data.hpp>

#include <cstddef>
#include <cstdint>

namespace mergus::core {

/// Calls function(array...) with the value array of each host for `field`. A pattern has no values, so the
/// function is not called.
template <class Function, class... Hosts>
void with_values(Field field, const Function& function, Hosts&... hosts) {
    switch (field) {
    case Field::pattern:
        return;
    case Field::integer:
        return function(hosts.integers...);
    case Field::real:
        return function(hosts.reals...);
    case Field::complex:
        return function(hosts.complexes...);
    }
}

/// The number of values that the host has for its field. A pattern has as many as it has columns.
template <class Host>
std::uint64_t value_count(const Host& host) {
    std::uint64_t count = host.cols.size();
    with_values(
        host.field, [&](const auto& values) { count = values.size(); }, host);
    return count;
}

/// Bytes of a value; 0 for a pattern.
inline std::size_t value_bytes(Field field) {
    return field == Field::pattern ? 0 : field == Field::complex ? 16 : 8;
}

} // namespace mergus::core
