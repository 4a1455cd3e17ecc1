/// \file inputs.cpp
#include "inputs.hpp"

#include "load.hpp"
#include "matrix_list.hpp"

#include "../backend/frontend/support/parallel.hpp"

#include <mergus/error.hpp>

#include <fmt/format.h>

#include <cstdio>
#include <numeric>

namespace mergus::bench {

namespace {

constexpr std::uint64_t grain = 1U << 16;

/// SplitMix64 of (seed, i).
std::uint64_t mixed(std::uint64_t seed, std::uint64_t i) {
    std::uint64_t z = (seed << 48U) + (i + 1) * 0x9e3779b97f4a7c15U;
    z = (z ^ (z >> 30U)) * 0xbf58476d1ce4e5b9U;
    z = (z ^ (z >> 27U)) * 0x94d049bb133111ebU;
    return z ^ (z >> 31U);
}
/// In (0, 1].
double uniform(std::uint64_t seed, std::uint64_t i) {
    return static_cast<double>((mixed(seed, i) >> 11U) + 1) * 0x1p-53;
}

template <class T>
const T& once(std::optional<T>& kept, auto make) {
    if (!kept) kept.emplace(make());
    return *kept;
}

/// Moves elements of `from` into the order of a shuffle.
template <class T, class From>
std::vector<T> gathered(const From& from, const std::vector<std::uint32_t>& order) {
    std::vector<T> to(order.size());
    core::parallel_for(order.size(), grain, 0, [&](std::uint64_t begin, std::uint64_t end) {
        for (std::uint64_t e = begin; e < end; ++e) to[e] = from[order[e]];
    });
    return to;
}

} // namespace

HostVector random_vector(std::uint64_t size, double fill, std::uint64_t seed) {
    HostVector vector;
    vector.size = size;
    vector.fill = fill;
    if (!vector.full())
        for (std::uint64_t i = 0; i < size; ++i)
            if (uniform(seed + 1, i) < fill) vector.indices.push_back(static_cast<std::uint32_t>(i));
    vector.values.resize(vector.full() ? size : vector.indices.size());
    core::parallel_for(vector.values.size(), grain, 0, [&](std::uint64_t begin, std::uint64_t end) {
        for (std::uint64_t e = begin; e < end; ++e) vector.values[e] = uniform(seed, e);
    });
    return vector;
}

OperationInputs::OperationInputs(std::string source) : source_(std::move(source)) {
    if (!is_vector(source_)) return;
    unsigned long long size = 0;
    char end = 0;
    const int read = std::sscanf(source_.c_str(), "vector:n=%llu,fill=%lf%c", &size, &fill_, &end);
    if (read != 2 || size < 16 || size > 1ULL << 32U || !(fill_ > 0 && fill_ <= 1))
        throw Error(Code::invalid_value,
                    fmt::format("{}: expected vector:n=SIZE,fill=SHARE, 16 to 2^32 and up to 1", source_));
    vector_size_ = size;
}

std::uint64_t OperationInputs::size() {
    return on_vectors() ? vector_size_ : matrix().nrows;
}
std::uint64_t OperationInputs::nvals() {
    return on_vectors() ? first().values.size() : matrix().nvals();
}

const HostCsr& OperationInputs::matrix() {
    return once(matrix_, [this] {
        HostCsr loaded = load(source_);
        if (!loaded.square() || loaded.nrows < 16)
            throw Error(Code::invalid_value,
                        fmt::format("the operations need a square matrix of 16 rows; this one is {} x {}",
                                    loaded.nrows, loaded.ncols));
        return loaded;
    });
}

const HostVector& OperationInputs::first() {
    return once(first_, [this] { return random_vector(vector_size_, fill_, 1); });
}
const HostVector& OperationInputs::second() {
    return once(second_, [this] { return random_vector(vector_size_, fill_, 3); });
}

const std::vector<std::uint64_t>& OperationInputs::permutation() {
    return once(permutation_, [this] {
        std::vector<std::uint64_t> order(size());
        std::iota(order.begin(), order.end(), 0U);
        for (std::uint64_t i = order.size(); i > 1; --i) std::swap(order[i - 1], order[mixed(5, i) % i]);
        return order;
    });
}

const std::vector<std::uint64_t>& OperationInputs::repeated() {
    return once(repeated_, [this] {
        std::vector<std::uint64_t> list(size() / 10 + 1);
        for (std::uint64_t e = 0; e < list.size(); ++e) list[e] = mixed(6, e) % size();
        return list;
    });
}

const HostTuples& OperationInputs::shuffled() {
    return once(shuffled_, [this] {
        const HostCsr& A = matrix();
        std::vector<std::uint32_t> order(A.nvals()), rows(A.nvals());
        std::iota(order.begin(), order.end(), 0U);
        for (std::uint64_t e = order.size(); e > 1; --e) std::swap(order[e - 1], order[mixed(7, e) % e]);
        for (std::uint64_t i = 0; i < A.nrows; ++i)
            std::fill(rows.begin() + static_cast<std::ptrdiff_t>(A.ptr[i]),
                      rows.begin() + static_cast<std::ptrdiff_t>(A.ptr[i + 1]),
                      static_cast<std::uint32_t>(i));
        return HostTuples{gathered<std::uint64_t>(rows, order), gathered<std::uint64_t>(A.cols, order),
                          gathered<double>(A.values, order)};
    });
}

} // namespace mergus::bench
