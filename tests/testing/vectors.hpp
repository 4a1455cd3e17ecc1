/// \file vectors.hpp
/// Short notations for making and reading vectors in tests.
#pragma once

#include "matrices.hpp"

#include <mergus/vector.hpp>

#include <map>

namespace mergus::tests {

/// The entries of a vector by index.
template <class T>
using Items = std::map<std::uint64_t, T>;

template <class T>
Vector<T> make_vector(const Context& context, std::uint64_t size, const Items<T>& items) {
    std::vector<std::uint64_t> indices;
    const auto values = std::make_unique<T[]>(items.size() + 1);
    for (const auto& [index, value] : items) {
        values[indices.size()] = value;
        indices.push_back(index);
    }
    return Vector<T>::from_tuples(context, size, indices, std::span<const T>(values.get(), indices.size()));
}

template <class T>
Items<T> items(const AnyVector& vector) {
    const std::uint64_t count = vector.nvals();
    std::vector<std::uint64_t> indices(count);
    const auto values = std::make_unique<T[]>(count + 1);
    vector.extract_tuples(indices.data(), values.get(), type_of<T>());
    Items<T> found;
    for (std::uint64_t e = 0; e < count; ++e) {
        CHECK((e == 0 || indices[e - 1] < indices[e]));
        found[indices[e]] = values[e];
    }
    return found;
}

/// A list in memory of the caller.
template <class T>
mergus_vector_arrays list_of(std::vector<std::uint64_t>& indices, std::vector<T>& values,
                             std::uint64_t size) {
    mergus_vector_arrays arrays{};
    arrays.struct_size = sizeof arrays;
    arrays.type = type_of<T>();
    arrays.size = size;
    arrays.nvals = arrays.capacity = indices.size();
    arrays.format = MERGUS_VECTOR_LIST;
    arrays.index_bits = 64;
    arrays.indices = indices.data();
    arrays.values = values.data();
    arrays.memory = MERGUS_MEMORY_HOST;
    return arrays;
}

} // namespace mergus::tests
