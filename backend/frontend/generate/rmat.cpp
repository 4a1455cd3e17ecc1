/// \file rmat.cpp
/// R-MAT graphs: each edge selects one of four quadrants for each bit of its two ends.
#include "../files/memory.hpp"
#include "memory_errors.hpp"
#include "rows.hpp"

#include <mergus/generate.hpp>

#include <fmt/format.h>

#include <algorithm>
#include <atomic>
#include <bit>
#include <cmath>
#include <numeric>
#include <utility>

namespace mergus::generate {

namespace {

constexpr std::uint64_t edge_grain = std::uint64_t{1} << 15;
constexpr unsigned largest_scale = 36; // with 2^12 buckets the packed entries have 60 bits

class RmatEdges {
public:
    explicit RmatEdges(const Rmat& parameters)
        : scale_(parameters.scale), symmetric_(parameters.symmetric),
          stream_(parameters.seed, structure_stream),
          count_(static_cast<std::uint64_t>(parameters.edge_factor * static_cast<double>(vertices()))),
          upper_left_(threshold(parameters.a)), upper_(upper_left_ + threshold(parameters.b)),
          not_lower_right_(upper_ + threshold(parameters.c)), permute_(parameters.permute),
          label_(vertices(), Stream(parameters.seed, row_order_stream)) {}

    [[nodiscard]] std::uint64_t vertices() const { return std::uint64_t{1} << scale_; }

    [[nodiscard]] std::uint64_t count() const { return count_; }

    /// Calls visit(row, column) for the entries of the edges begin … end−1.
    template <class Visit>
    void for_entries(std::uint64_t begin, std::uint64_t end, const Visit& visit) const {
        for (std::uint64_t e = begin; e < end; ++e) {
            const auto [row, col] = edge(e);
            if (symmetric_ && row == col) continue;
            visit(row, col);
            if (symmetric_) visit(col, row);
        }
    }

private:
    /// A probability, scaled by 2^32 and truncated.
    static std::uint64_t threshold(double probability) {
        return static_cast<std::uint64_t>(probability * 0x1p32);
    }

    [[nodiscard]] std::pair<std::uint64_t, std::uint64_t> edge(std::uint64_t e) const {
        const Stream stream = stream_.sub(e);
        std::uint64_t row = 0;
        std::uint64_t col = 0;
        // Without branches, because the quadrant is unpredictable.
        const auto descend = [&](std::uint64_t draw) {
            const std::uint64_t lower = draw >= upper_ ? 1 : 0;
            const std::uint64_t beyond_upper_left = draw >= upper_left_ ? 1 : 0;
            const std::uint64_t lower_right = draw >= not_lower_right_ ? 1 : 0;
            row = 2 * row + lower;
            col = 2 * col + (beyond_upper_left ^ lower ^ lower_right);
        };
        for (unsigned level = 0; level < scale_; level += 2) { // one number serves two levels
            const std::uint64_t bits = stream.at(level / 2);
            descend(bits & 0xffffffffU);
            if (level + 1 < scale_) descend(bits >> 32);
        }
        if (!permute_) return {row, col};
        return {label_(row), label_(col)};
    }

    unsigned scale_;
    bool symmetric_;
    Stream stream_;
    std::uint64_t count_;
    std::uint64_t upper_left_;
    std::uint64_t upper_;
    std::uint64_t not_lower_right_;
    bool permute_;
    Permutation label_;
};

/// Sorts entries by row in the memory of the result's columns: a partition into ranges of 2^k rows
/// ("buckets") that fit a processor's cache, then a sort of each bucket. Scattering entries directly to their
/// rows would take several times as long. Until the last step an entry is one number: its row in the bucket
/// in the high bits, its column in the low bits.
class RowSorter {
public:
    RowSorter(const RmatEdges& edges, unsigned scale) : edges_(edges), scale_(scale) {
        constexpr unsigned entries_bits = 16; // of a bucket, approximately
        constexpr unsigned most_bits = 12;
        const auto bits = static_cast<unsigned>(std::bit_width(edges.count()));
        const unsigned bucket_bits =
            std::min({scale, most_bits, bits > entries_bits ? bits - entries_bits : 0});
        shift_ = scale - bucket_bits;
        begins_.resize((std::size_t{1} << bucket_bits) + 1);
    }

    void run(Csr& csr) {
        count();
        core::require_memory(Wide{begins_.back()} * 8,
                             fmt::format("generate: rmat: {} vertices and {} entries, duplicates included,",
                                         edges_.vertices(), begins_.back()));
        csr.cols.resize(begins_.back());
        split(csr.cols);
        core::parallel_for(begins_.size() - 1, 1, 0,
                           [&](std::uint64_t bucket, std::uint64_t) { sort_bucket(csr, bucket); });
        compact(csr);
    }

private:
    using Indices = std::vector<std::uint64_t>;

    void count() {
        core::parallel_for(edges_.count(), edge_grain, 0, [&](std::uint64_t begin, std::uint64_t end) {
            Indices counts(begins_.size() - 1);
            edges_.for_entries(begin, end,
                               [&](std::uint64_t row, std::uint64_t) { ++counts[row >> shift_]; });
            for (std::size_t bucket = 0; bucket < counts.size(); ++bucket) {
                std::atomic_ref(begins_[bucket + 1]).fetch_add(counts[bucket], std::memory_order_relaxed);
            }
        });
        std::partial_sum(begins_.begin(), begins_.end(), begins_.begin());
    }

    /// The order in a bucket depends on timing; the bucket is sorted later.
    void split(Indices& entries) {
        Indices next(begins_.begin(), begins_.end() - 1);
        const std::uint64_t low_rows = (std::uint64_t{1} << shift_) - 1;
        core::parallel_for(edges_.count(), edge_grain, 0, [&](std::uint64_t begin, std::uint64_t end) {
            std::vector<std::pair<std::uint64_t, std::uint64_t>> drawn; // bucket, entry
            drawn.reserve(2 * edge_grain);
            Indices at(next.size());
            edges_.for_entries(begin, end, [&](std::uint64_t row, std::uint64_t col) {
                drawn.emplace_back(row >> shift_, (row & low_rows) << scale_ | col);
                ++at[row >> shift_];
            });
            for (std::size_t bucket = 0; bucket < at.size(); ++bucket) {
                at[bucket] = std::atomic_ref(next[bucket]).fetch_add(at[bucket], std::memory_order_relaxed);
            }
            for (const auto& [bucket, entry] : drawn) entries[at[bucket]++] = entry;
        });
    }

    /// Writes the distinct columns of the bucket's rows at the beginning of the bucket, and their numbers to
    /// row_ptr.
    void sort_bucket(Csr& csr, std::uint64_t bucket) const {
        const auto begin = csr.cols.begin() + static_cast<std::ptrdiff_t>(begins_[bucket]);
        auto end = csr.cols.begin() + static_cast<std::ptrdiff_t>(begins_[bucket + 1]);
        std::sort(begin, end);
        end = std::unique(begin, end);
        const std::uint64_t first_row = bucket << shift_;
        const std::uint64_t low_columns = (std::uint64_t{1} << scale_) - 1;
        for (auto entry = begin; entry != end; ++entry) {
            ++csr.row_ptr[first_row + (*entry >> scale_) + 1];
            *entry &= low_columns;
        }
    }

    void compact(Csr& csr) const {
        std::partial_sum(csr.row_ptr.begin(), csr.row_ptr.end(), csr.row_ptr.begin());
        for (std::size_t bucket = 0; bucket + 1 < begins_.size(); ++bucket) {
            const std::uint64_t to = csr.row_ptr[bucket << shift_];
            const std::uint64_t length = csr.row_ptr[(bucket + 1) << shift_] - to;
            std::copy_n(csr.cols.begin() + static_cast<std::ptrdiff_t>(begins_[bucket]), length,
                        csr.cols.begin() + static_cast<std::ptrdiff_t>(to));
        }
        csr.cols.resize(csr.row_ptr.back());
    }

    const RmatEdges& edges_;
    unsigned scale_;
    unsigned shift_ = 0; ///< A bucket has 2^shift rows.
    Indices begins_;     ///< Start of each bucket in the columns, duplicates included.
};

/// The number of entries including duplicates, which are removed in the memory of the result. An edge is a
/// loop if all its quadrants are on the diagonal.
std::uint64_t least_entries(const Rmat& parameters, const RmatEdges& edges) {
    if (!parameters.symmetric) return edges.count();
    const double on_diagonal = 1 - parameters.b - parameters.c;
    const double loops = std::pow(on_diagonal, parameters.scale);
    constexpr double certain = 0.99; // the number of loops is random
    return static_cast<std::uint64_t>(2 * certain * (1 - loops) * static_cast<double>(edges.count()));
}

Csr make_rmat(const Rmat& parameters) {
    const auto probability = [](double p) { return p >= 0 && p <= 1; };
    require(parameters.scale <= largest_scale, "rmat", "scale must be at most 36");
    require(parameters.edge_factor >= 0 && parameters.edge_factor <= 0x1p24, "rmat",
            "edge_factor must be from 0 to 2^24");
    require(probability(parameters.a) && probability(parameters.b) && probability(parameters.c) &&
                parameters.a + parameters.b + parameters.c <= 1,
            "rmat", "a, b and c must not be negative, nor their sum above 1");

    const RmatEdges edges(parameters);
    require_room(
        {"rmat", edges.vertices(), edges.vertices(), Field::pattern, least_entries(parameters, edges)});
    Csr csr = start_rows(edges.vertices(), edges.vertices(), Field::pattern);
    RowSorter(edges, parameters.scale).run(csr);
    return csr;
}

} // namespace

Csr rmat(const Rmat& parameters) {
    return core::with_memory_errors("generate: rmat", [&] { return make_rmat(parameters); });
}

} // namespace mergus::generate
