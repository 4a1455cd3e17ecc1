/// \file zoo.hpp
/// The whole zoo as a list: for each semiring how an edge of a graph becomes a value of its domains, and when
/// two results are the same.
#pragma once

#include "numbers.hpp"
#include "paths.hpp"
#include "texts.hpp"

#include <mergus/mergus.hpp>

#include <algorithm>
#include <cmath>
#include <complex>
#include <cstdint>
#include <cstring>
#include <limits>
#include <stdexcept>
#include <string>
#include <type_traits>
#include <vector>

namespace zoo {

/// Entry (i, j) of a graph, with numbers that depend on the place alone.
struct Edge {
    std::uint64_t bits;
    double weight; ///< 1/64, 2/64, …, 1

    Edge(std::uint64_t i, std::uint64_t j) noexcept {
        std::uint64_t x = (i << 32 ^ j) + 0x9e3779b97f4a7c15; // the finaliser of splitmix64
        x = (x ^ x >> 30) * 0xbf58476d1ce4e5b9;
        x = (x ^ x >> 27) * 0x94d049bb133111eb;
        bits = x ^ x >> 31;
        weight = static_cast<double>(bits % 64 + 1) / 64;
    }
};

using Fill = void (*)(void* value, const Edge& edge);
using Same = bool (*)(const void* x, const void* y);

struct Exhibit {
    std::string name;
    mergus::AnySemiring semiring;
    Fill a, b;          ///< values of A and of B
    Same same;          ///< of two values of C: exactly, or within rounding where ⊕ rounds
    bool same_fills;    ///< A and B are one matrix
    std::string twin{}; ///< the exhibit that has the same results, if there is one
};

namespace detail {

/// Bytes: for types without padding.
inline constexpr auto exactly = []<class C>(const C& x, const C& y) {
    return std::memcmp(&x, &y, sizeof(C)) == 0;
};
/// For types made of doubles, whose sums differ with the order.
inline constexpr auto within_rounding = []<class C>(const C& x, const C& y) {
    double a[sizeof(C) / sizeof(double)], b[sizeof(C) / sizeof(double)];
    static_assert(sizeof a == sizeof(C));
    std::memcpy(a, &x, sizeof a);
    std::memcpy(b, &y, sizeof b);
    const auto close = [](double p, double q) {
        return p == q || std::abs(p - q) <= 1e-9 * std::max(1.0, std::abs(p));
    };
    return std::equal(std::begin(a), std::end(a), std::begin(b), close);
};
/// Member by member.
inline constexpr auto same_route = [](const Route& x, const Route& y) {
    return x.length == y.length && x.hops == y.hops;
};

/// \param a,b functions of an Edge. \tparam C the domain of C. \throws std::logic_error if the types are not
/// the semiring's.
template <class C, class A, class B, class S>
Exhibit exhibit(std::string name, const mergus::AnySemiring& semiring, A, B, S) {
    const mergus_op& mul = *semiring.get()->mul;
    using a_type = std::invoke_result_t<A, const Edge&>;
    using b_type = std::invoke_result_t<B, const Edge&>;
    if (mul.x_type != mergus::type_of<a_type>() || mul.y_type != mergus::type_of<b_type>() ||
        mul.z_type != mergus::type_of<C>())
        throw std::logic_error("the zoo fills " + name + " with values of other types");
    return {std::move(name),
            semiring,
            [](void* value, const Edge& e) { mergus::detail::store(value, A{}(e)); },
            [](void* value, const Edge& e) { mergus::detail::store(value, B{}(e)); },
            [](const void* x, const void* y) {
                return S{}(mergus::detail::load<C>(x), mergus::detail::load<C>(y));
            },
            std::is_same_v<A, B>};
}

} // namespace detail

/// A matrix with the pattern of a graph.
inline mergus::AnyMatrix filled(const mergus::Context& context, const mergus::Csr& graph,
                                const mergus_type* type, Fill fill) {
    std::vector<unsigned char> values(graph.nvals() * type->size);
    for (std::uint64_t i = 0; i < graph.nrows; ++i)
        for (std::uint64_t e = graph.row_ptr[i]; e < graph.row_ptr[i + 1]; ++e)
            fill(values.data() + e * type->size, Edge(i, graph.cols[e]));
    mergus_csr csr{};
    csr.struct_size = sizeof csr;
    csr.type = type;
    csr.nrows = graph.nrows;
    csr.ncols = graph.ncols;
    csr.nvals = graph.nvals();
    // Without a release function the arrays are only read.
    csr.row_ptr = const_cast<std::uint64_t*>(graph.row_ptr.data());
    csr.cols = const_cast<std::uint64_t*>(graph.cols.data());
    csr.values = values.data();
    csr.pointer_bits = csr.index_bits = 64;
    csr.memory = MERGUS_MEMORY_HOST;
    return mergus::AnyMatrix::import_csr(context, csr);
}

/// All of them, in the order of the table in docs/SEMIRINGS.md. The last two are compiled when this is
/// called. \throws Error compile_error where there is no compiler for them.
inline std::vector<Exhibit> exhibits() {
    using namespace detail;
    constexpr double far = std::numeric_limits<double>::infinity();
    const auto weight = [](const Edge& e) { return e.weight; };
    const auto single = [](const Edge& e) { return static_cast<float>(e.weight); };
    const auto logarithm = [](const Edge& e) { return std::log(e.weight); };
    const auto often = [](const Edge& e) { return e.bits % 4 != 0; };
    const auto ways = [](const Edge& e) { return Best4{{e.weight, 2 * e.weight, far, far}}; };
    const auto reliable = [](const Edge& e) { return Probability{e.weight}; };
    const auto path = [](const Edge& e) { return Shortest{1 + static_cast<std::int64_t>(e.bits % 3), 1}; };
    const auto route = [](const Edge& e) {
        return Route{std::ceil(4 * e.weight), 1 + static_cast<int>(e.bits % 2)};
    };
    const auto fare = [](const Edge& e) {
        return Fare{static_cast<float>(std::ceil(4 * e.weight)), static_cast<float>(e.weight)};
    };
    const auto sources = [](const Edge& e) { return Sources{{e.bits | 1u << e.bits % 32, e.bits >> 7}}; };
    const auto residue = [](const Edge& e) { return Residue{e.bits % ((std::uint64_t{1} << 61) - 1)}; };
    const auto matrix = [](const Edge& e) { return Matrix2{e.weight, 1, 0.5, e.weight / 2}; };
    const auto interval = [](const Edge& e) { return Interval{e.weight - 0.5, e.weight}; };
    const auto phase = [](const Edge& e) { return std::polar(e.weight, static_cast<double>(e.bits % 360)); };
    const auto polynomial = [](const Edge& e) { return Polynomial{{1, e.bits % 64, 2, e.bits >> 40}}; };
    const auto length = [](const Edge& e) { return static_cast<std::uint8_t>(e.bits % 8); };
    const auto histogram = [](const Edge& e) {
        Histogram z{};
        z.paths[e.bits % 8] = 1;
        return z;
    };
    std::vector<Exhibit> all = {
        exhibit<Way>("min_plus_argmin", min_plus_argmin, weight, weight, exactly),
        exhibit<Best4>("k_best_paths", k_best_paths, ways, ways, exactly),
        exhibit<Probability>("max_reliability", max_reliability, reliable, reliable, exactly),
        exhibit<Shortest>("count_shortest", count_shortest, path, path, exactly),
        exhibit<Route>("min_plus_hops", min_plus_hops, route, route, same_route),
        exhibit<Step>("viterbi", viterbi, weight, single, exactly),
        exhibit<double>("bottleneck", bottleneck, weight, weight, exactly),
        exhibit<Fare>("lexicographic", lexicographic, fare, fare, exactly),
        exhibit<double>("log_sum_exp", log_sum_exp, logarithm, logarithm, within_rounding),
        exhibit<bool>("gf2", gf2, often, often, exactly),
        exhibit<Sources>("provenance", provenance, sources, sources, exactly),
        exhibit<Residue>("modulo_prime", modulo_prime, residue, residue, exactly),
        exhibit<Matrix2>("matrices_2x2", matrices_2x2, matrix, matrix, within_rounding),
        exhibit<Interval>("intervals", intervals, interval, interval, within_rounding),
        exhibit<std::complex<double>>("complex_plus_times", complex_plus_times, phase, phase,
                                      within_rounding),
        exhibit<Polynomial>("polynomials", polynomials, polynomial, polynomial, exactly),
        exhibit<Histogram>("path_lengths", path_lengths, length, histogram, exactly),
        exhibit<double>("log_sum_exp (text)", log_sum_exp_text(), logarithm, logarithm, within_rounding),
        exhibit<Way>("min_plus_argmin (text)", min_plus_argmin_text(), weight, weight, exactly),
    };
    for (Exhibit& text : all)
        if (const std::size_t end = text.name.find(" (text)"); end != std::string::npos)
            text.twin = text.name.substr(0, end);
    return all;
}

/// plus_times on double, against which all are timed.
inline Exhibit yardstick() {
    const auto weight = [](const Edge& e) { return e.weight; };
    return detail::exhibit<double>("plus_times<double>", mergus::plus_times<double>, weight, weight,
                                   detail::within_rounding);
}

} // namespace zoo
