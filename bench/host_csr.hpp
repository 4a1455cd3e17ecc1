/// \file host_csr.hpp
/// Matrices of the benchmark on the host: 64-bit offsets, 32-bit columns, doubles. For other types the values
/// are rounded beforehand, so that the conversion for a backend is exact.
#pragma once

#include <mergus/host_data.hpp>

#include <cstdint>
#include <memory>
#include <utility>
#include <vector>

namespace mergus::bench {

/// Leaves new elements uninitialised, because one thread would need longer to fill gigabytes than a check
/// takes.
template <class T>
struct Uninitialized : std::allocator<T> {
    template <class U>
    struct rebind {
        using other = Uninitialized<U>;
    };
    template <class U>
    void construct(U* address) noexcept {
        ::new (static_cast<void*>(address)) U;
    }
    template <class U, class... Arguments>
    void construct(U* address, Arguments&&... arguments) {
        ::new (static_cast<void*>(address)) U(std::forward<Arguments>(arguments)...);
    }
};
template <class T>
using Array = std::vector<T, Uninitialized<T>>;

/// Row i has the entries ptr[i] … ptr[i+1]−1, with strictly increasing columns. Without values: a pattern.
struct HostCsr {
    std::uint64_t nrows = 0;
    std::uint64_t ncols = 0;
    Array<std::uint64_t> ptr = {0};
    Array<std::uint32_t> cols;
    Array<double> values;

    [[nodiscard]] std::uint64_t nvals() const noexcept { return cols.size(); }
    [[nodiscard]] bool square() const noexcept { return nrows == ncols; }
};

/// \throws Error invalid_value for more than 2^32 columns
HostCsr narrow(Csr&& wide);

/// Sets values in (0, 1] that depend only on the seed.
void fill_random(HostCsr& matrix, std::uint64_t seed);

/// Rounds values to the nearest float, so that fp32 and fp64 are tested with the same numbers.
void round_to_float(HostCsr& matrix);

/// The transpose, by a counting sort. Rows of the result are sorted.
HostCsr transposed(const HostCsr& matrix);

/// The pattern of A ∪ A' without the diagonal. \param matrix is square
HostCsr undirected(const HostCsr& matrix);

/// Sorts each row by columns. Other libraries may return unsorted rows.
void sort_rows(HostCsr& matrix);

/// The number of multiplications of A·B.
std::uint64_t products_of(const HostCsr& a, const HostCsr& b);

/// The `count` vertices of highest degree, or all if there are fewer; vertices of equal degree are ordered by
/// number.
std::vector<std::uint64_t> highest_degrees(const HostCsr& graph, std::uint64_t count);

} // namespace mergus::bench
