/// \file host_csr.hpp
/// Matrices on the host as the bench keeps them: 64-bit offsets, 32-bit columns, doubles. What is timed in
/// another type is rounded or cast once, when it is put on a backend; the values here are exact in that type.
#pragma once

#include <mergus/host_data.hpp>

#include <cstdint>
#include <memory>
#include <utility>
#include <vector>

namespace mergus::bench {

/// Leaves new elements as they are: filling gigabytes with zeros in one thread would take longer than a
/// check.
template <class T>
struct Uninitialized : std::allocator<T> {
    template <class U>
    struct rebind {
        using other = Uninitialized<U>;
    };
    template <class U>
    void construct(U* place) noexcept {
        ::new (static_cast<void*>(place)) U;
    }
    template <class U, class... Arguments>
    void construct(U* place, Arguments&&... arguments) {
        ::new (static_cast<void*>(place)) U(std::forward<Arguments>(arguments)...);
    }
};
template <class T>
using Array = std::vector<T, Uninitialized<T>>;

/// Row i holds entries ptr[i] … ptr[i+1]−1, columns strictly increasing. Without values: a pattern.
struct HostCsr {
    std::uint64_t nrows = 0;
    std::uint64_t ncols = 0;
    Array<std::uint64_t> ptr = {0};
    Array<std::uint32_t> cols;
    Array<double> values;

    [[nodiscard]] std::uint64_t nvals() const noexcept { return cols.size(); }
    [[nodiscard]] bool square() const noexcept { return nrows == ncols; }
};

/// \throws Error invalid_value for more than 2^32 columns.
HostCsr narrow(Csr&& wide);

/// Values in (0, 1], the same in every run and with every number of threads.
void fill_random(HostCsr& matrix, std::uint64_t seed);

/// Every value as the nearest float, so that both types are tested on the same numbers.
void round_to_float(HostCsr& matrix);

/// By counting; rows of the result come out sorted.
HostCsr transposed(const HostCsr& matrix);

/// The pattern of A ∪ A' without the diagonal. \param matrix is square
HostCsr undirected(const HostCsr& matrix);

/// Sorts each row by columns: what another library hands out need not be sorted.
void sort_rows(HostCsr& matrix);

/// Products of A·B.
std::uint64_t products_of(const HostCsr& a, const HostCsr& b);

/// The vertices of highest degree, those of equal degree in the order of their numbers; at most as many as
/// there are.
std::vector<std::uint64_t> highest_degrees(const HostCsr& graph, std::uint64_t count);

} // namespace mergus::bench
