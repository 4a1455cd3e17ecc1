/// \file lfr.cpp
/// The benchmark of Lancichinetti, Fortunato and Radicchi (2008). Degrees and sizes of communities are drawn
/// from power laws; vertices go to communities that are large enough for their inner edges; edges join random
/// ends of vertices, inside communities and between them.
#include "inverse_power.hpp"
#include "memory_errors.hpp"
#include "network_edges.hpp"
#include "rows.hpp"

#include <mergus/generate.hpp>

#include <algorithm>
#include <numeric>
#include <utility>

namespace mergus::generate {

namespace {

using Numbers = std::vector<std::uint64_t>;

/// Numbers from `least` to `most` with the density x^-exponent, in shares of 2^-31 of that of `least`.
class PowerLaw {
public:
    PowerLaw(double exponent, std::uint64_t least, std::uint64_t most) : least_(least) {
        const InversePower power(static_cast<std::uint64_t>(exponent * 0x1p32));
        std::uint64_t sum = 0;
        for (std::uint64_t x = least; x <= most; ++x) {
            const std::uint64_t weight = power.ratio(x, least) >> (InversePower::fraction_bits - 31);
            if (weight == 0) break; // and that of every greater number
            ends_.push_back(sum += weight);
            moment_ += Wide{x} * weight;
        }
    }

    [[nodiscard]] double mean() const {
        return static_cast<double>(moment_) / static_cast<double>(ends_.back());
    }
    /// \param random 64 random bits
    [[nodiscard]] std::uint64_t operator()(std::uint64_t random) const {
        const std::uint64_t point = multiply_high(random, ends_.back());
        return least_ + static_cast<std::uint64_t>(std::upper_bound(ends_.begin(), ends_.end(), point) -
                                                   ends_.begin());
    }

private:
    std::uint64_t least_;
    Numbers ends_; ///< inclusive prefix sums of the weights
    Wide moment_ = 0;
};

/// Degrees of the given mean: a mixture of the power laws from k on and from k + 1 on.
Numbers degrees_of(const Lfr& parameters) {
    const auto from = [&](std::uint64_t least) {
        return PowerLaw(parameters.degree_exponent, least, parameters.max_degree);
    };
    // The mean from `high` on is at least the given one.
    std::uint64_t low = 1;
    std::uint64_t high = std::min(parameters.max_degree, static_cast<std::uint64_t>(parameters.degree) + 1);
    require(from(low).mean() <= parameters.degree, "lfr",
            "degree is below the mean of the power law from 1 to max_degree");
    while (low + 1 < high) {
        const std::uint64_t middle = low + (high - low) / 2;
        (from(middle).mean() <= parameters.degree ? low : high) = middle;
    }
    const PowerLaw lower = from(low), upper = from(high);
    const double span = upper.mean() - lower.mean();
    const auto share =
        static_cast<std::uint64_t>((span > 0 ? (parameters.degree - lower.mean()) / span : 0) * 0x1p53);
    const Stream stream(parameters.seed, length_stream);
    Numbers degrees(parameters.n);
    for_rows(parameters.n, [&](std::uint64_t v) {
        const Stream own = stream.sub(v);
        degrees[v] = (own.at(0) >> 11) < share ? upper(own.at(1)) : lower(own.at(1));
    });
    return degrees;
}

/// Sizes of communities, the largest first, whose sum is n.
Numbers sizes_of(const Lfr& parameters) {
    const PowerLaw law(parameters.community_exponent, parameters.min_community, parameters.max_community);
    const Stream stream(parameters.seed, column_order_stream);
    Numbers sizes;
    std::uint64_t left = parameters.n;
    while (left >= parameters.min_community) {
        sizes.push_back(std::min(law(stream.at(sizes.size())), left));
        left -= sizes.back();
    }
    for (std::uint64_t c = 0; left != 0; --left) ++sizes[c++ % sizes.size()];
    std::sort(sizes.rbegin(), sizes.rend());
    return sizes;
}

/// Degrees, how many of them are inside the community, and the community of each vertex.
struct Vertices {
    explicit Vertices(const Lfr& parameters)
        : degrees(degrees_of(parameters)), inner(parameters.n), communities(parameters.n),
          sizes(sizes_of(parameters)) {
        const Stream stream(parameters.seed, row_order_stream);
        const auto inside = static_cast<std::uint64_t>((1 - parameters.mixing) * 0x1p53);
        for_rows(parameters.n, [&](std::uint64_t v) {
            const Wide exact = Wide{degrees[v]} * inside;
            inner[v] = static_cast<std::uint64_t>((exact + (stream.sub(0).at(v) >> 11)) >> 53);
        });
        // Those of the most inner edges first: places of the communities that are large enough for them.
        Numbers order(parameters.n);
        std::iota(order.begin(), order.end(), std::uint64_t{0});
        std::stable_sort(order.begin(), order.end(),
                         [&](std::uint64_t a, std::uint64_t b) { return inner[a] > inner[b]; });
        Numbers places;
        std::uint64_t open = 0;
        for (std::uint64_t k = 0; k < parameters.n; ++k) {
            const std::uint64_t v = order[k];
            while (open < sizes.size() && (places.empty() || sizes[open] > inner[v])) {
                places.insert(places.end(), sizes[open], open);
                ++open;
            }
            std::uint64_t& place = places[multiply_high(stream.sub(1).at(k), places.size())];
            communities[v] = std::exchange(place, places.back());
            places.pop_back();
            inner[v] = std::min(inner[v], sizes[communities[v]] - 1);
        }
    }

    Numbers degrees, inner, communities, sizes;
};

std::vector<Edge> edges_of(const Lfr& parameters) {
    const Vertices vertices(parameters);
    const std::uint64_t n = parameters.n, groups = vertices.sizes.size();
    std::vector<Numbers> ends(groups + 1); // of inner edges by community; of those between, the last one
    for (std::uint64_t v = 0; v < n; ++v) {
        ends[vertices.communities[v]].insert(ends[vertices.communities[v]].end(), vertices.inner[v], v);
        ends[groups].insert(ends[groups].end(), vertices.degrees[v] - vertices.inner[v], v);
    }
    std::vector<std::vector<Edge>> edges(groups + 1);
    const Stream stream(parameters.seed, structure_stream);
    core::parallel_for(groups, 1, 0, [&](std::uint64_t begin, std::uint64_t end) {
        for (std::uint64_t c = begin; c < end; ++c)
            edges[c] = joined(std::move(ends[c]), stream.sub(c), [](Edge) { return true; });
    });
    edges[groups] = joined(std::move(ends[groups]), stream.sub(groups), [&](Edge edge) {
        return vertices.communities[edge.first] != vertices.communities[edge.second];
    });
    std::vector<Edge> all;
    for (const auto& part : edges) all.insert(all.end(), part.begin(), part.end());
    return all;
}

void check(const Lfr& p) {
    constexpr std::uint64_t most = 0xffffffffU;
    require(p.n >= 2 && p.n <= most, "lfr", "n must be from 2 to 2^32 - 1");
    require(p.mixing >= 0 && p.mixing <= 1, "lfr", "mixing must be from 0 to 1");
    require(p.max_degree >= 1 && p.max_degree < p.n, "lfr", "max_degree must be from 1 to n - 1");
    require(p.degree >= 1 && p.degree <= static_cast<double>(p.max_degree), "lfr",
            "degree must be from 1 to max_degree");
    require(p.degree_exponent >= 1 && p.degree_exponent <= 8 && p.community_exponent >= 1 &&
                p.community_exponent <= 8,
            "lfr", "exponents must be from 1 to 8");
    require(p.min_community >= 1 && p.min_community <= p.max_community && p.max_community <= p.n, "lfr",
            "sizes of communities must be from 1 to n, the least not above the greatest");
    const Wide entries = static_cast<Wide>(p.degree * static_cast<double>(p.n));
    // Ends, edges and a table of them.
    require_room({"lfr", p.n, p.n, Field::pattern, 0, entries * 56 + Wide{p.n} * 48});
}

} // namespace

Csr lfr(const Lfr& parameters) {
    return core::with_memory_errors("generate: lfr", [&] {
        check(parameters);
        return symmetric("lfr", parameters.n, edges_of(parameters));
    });
}

std::vector<std::uint64_t> lfr_communities(const Lfr& parameters) {
    return core::with_memory_errors("generate: lfr", [&] {
        check(parameters);
        return std::move(Vertices(parameters).communities);
    });
}

} // namespace mergus::generate
