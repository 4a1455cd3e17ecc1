/// \file host_moving.cpp
/// Sources: as local_moving.cpp; a hash table for each vertex as in Sahu 2023 (GVE-Leiden).
#include "host_moving.hpp"

#include "on_host.hpp"

#include "../objects/context_state.hpp"
#include "../support/parallel.hpp"

#include <mergus/context.hpp>

#include <algorithm>
#include <atomic>
#include <bit>
#include <limits>
#include <numeric>
#include <utility>

namespace mergus::core {

namespace {

constexpr std::uint32_t none = std::numeric_limits<std::uint32_t>::max();
constexpr std::uint64_t vertices_of_range = 512;

/// The finalizer of SplitMix64 of index and seed, as in partition.cpp.
std::uint64_t index_hash(std::uint64_t i, std::uint64_t seed) noexcept {
    std::uint64_t z = (i + 1) * 0x9e3779b97f4a7c15U + seed * 0xd1342543de82ef95U;
    z = (z ^ (z >> 30)) * 0xbf58476d1ce4e5b9U;
    z = (z ^ (z >> 27)) * 0x94d049bb133111ebU;
    return z ^ (z >> 31);
}

} // namespace

/// Sums by label: open addressing, at most half full.
class HostMoving::Table {
public:
    struct Slot {
        std::uint32_t label;
        double sum;
    };

    /// Empties the table. \param labels that may be added, at most
    void reset(std::uint64_t labels) {
        const std::uint64_t slots = std::bit_ceil(std::max<std::uint64_t>(2 * labels, 8));
        if (slots > slots_.size()) slots_.resize(slots);
        mask_ = slots - 1;
        shift_ = 32 - std::countr_zero(slots);
        std::fill_n(slots_.begin(), slots, Slot{none, 0});
    }
    void add(std::uint32_t label, double weight) {
        std::uint64_t s = std::uint64_t{label * 0x9e3779b9U} >> std::max(shift_, 0);
        while (slots_[s & mask_].label != label && slots_[s & mask_].label != none) ++s;
        slots_[s & mask_].label = label;
        slots_[s & mask_].sum += weight;
    }
    [[nodiscard]] auto begin() const { return slots_.begin(); }
    [[nodiscard]] auto end() const { return slots_.begin() + static_cast<std::ptrdiff_t>(mask_ + 1); }

private:
    std::vector<Slot> slots_;
    std::uint64_t mask_ = 0;
    int shift_ = 0;
};

HostMoving::HostMoving(const Level& level)
    : context_(level.S.context()), threads_(context_.state()->options().threads), offsets_(level.size() + 1),
      cols_(level.S.nvals()), weights_(cols_.size()) {
    mergus_csr csr{};
    csr.struct_size = sizeof csr;
    csr.type = type_of<double>();
    csr.nrows = csr.ncols = level.size();
    csr.row_ptr = offsets_.data();
    csr.cols = cols_.data();
    csr.values = weights_.data();
    csr.pointer_bits = 64;
    csr.index_bits = 32;
    csr.capacity = cols_.size();
    level.S.export_csr(csr);
    for (const NullTerm& term : level.null) terms_.push_back({term.x.to_dense(), term.y.to_dense(), {}});
    targets_.resize(size());
    moves_.resize(size());
}

template <class Body>
void HostMoving::for_ranges(std::uint64_t count, Body body) const {
    parallel_for(count, vertices_of_range, threads_, body);
}

void HostMoving::load(const Labels& labels, std::uint64_t label_count) {
    labels_.assign(labels.begin(), labels.end());
    for (Term& term : terms_) {
        term.totals.assign(label_count, 0);
        for (std::uint64_t v = 0; v < size(); ++v) term.totals[labels_[v]] += term.y[v];
    }
}

double HostMoving::quality() const {
    std::vector<double> parts((size() + vertices_of_range - 1) / vertices_of_range);
    for_ranges(size(), [&](std::uint64_t begin, std::uint64_t end) {
        double sum = 0;
        for (std::uint64_t v = begin; v < end; ++v) {
            for (std::uint64_t e = offsets_[v]; e < offsets_[v + 1]; ++e)
                if (labels_[cols_[e]] == labels_[v]) sum += weights_[e];
            for (const Term& term : terms_) sum -= term.x[v] * term.totals[labels_[v]];
        }
        parts[begin / vertices_of_range] = sum;
    });
    return std::accumulate(parts.begin(), parts.end(), 0.0) / 2;
}

double HostMoving::gain(double edges, std::uint64_t v, std::uint32_t label) const {
    for (const Term& term : terms_)
        edges -= term.x[v] * (term.totals[label] - (label == labels_[v] ? term.y[v] : 0));
    return edges;
}

std::uint32_t HostMoving::label_at(std::uint64_t v, std::uint32_t neighbour) const {
    if (neighbour == v) return none;
    if (communities_ != nullptr &&
        ((*communities_)[neighbour] != (*communities_)[v] || moves_[neighbour] != 0))
        return none;
    return labels_[neighbour];
}

std::uint32_t HostMoving::target_of(std::uint64_t v, double least_gain, Table& table) const {
    table.reset(offsets_[v + 1] - offsets_[v]);
    for (std::uint64_t e = offsets_[v]; e < offsets_[v + 1]; ++e)
        if (const std::uint32_t label = label_at(v, cols_[e]); label != none) table.add(label, weights_[e]);
    const std::uint32_t own = labels_[v];
    double stay = gain(0, v, own);
    Move best{-std::numeric_limits<double>::infinity(), none};
    for (const auto& [label, sum] : table) {
        if (label == none) continue;
        const Move move{gain(sum, v, label), label};
        if (label == own)
            stay = move.gain;
        else if (move.gain > best.gain || (move.gain == best.gain && label < best.label))
            best = move;
    }
    return best.gain > stay + least_gain ? best.label : own;
}

void HostMoving::move(double least_gain, std::uint8_t* open) {
    for_ranges(movers_.size(), [&](std::uint64_t begin, std::uint64_t end) {
        Table table;
        for (std::uint64_t m = begin; m < end; ++m)
            targets_[movers_[m]] = target_of(movers_[m], least_gain, table);
    });
    std::erase_if(movers_, [&](std::uint32_t v) { return targets_[v] == labels_[v]; });
    for (const std::uint32_t v : movers_) {
        const std::uint32_t own = std::exchange(labels_[v], targets_[v]);
        for (Term& term : terms_) {
            term.totals[own] -= term.y[v];
            term.totals[labels_[v]] += term.y[v];
        }
        if (communities_ != nullptr) {
            --sizes_[own];
            ++sizes_[labels_[v]];
        }
    }
    if (open == nullptr) return;
    for_ranges(movers_.size(), [&](std::uint64_t begin, std::uint64_t end) {
        for (std::uint64_t m = begin; m < end; ++m)
            for (std::uint64_t e = offsets_[movers_[m]]; e < offsets_[movers_[m] + std::uint64_t{1}]; ++e)
                if (cols_[e] != movers_[m])
                    std::atomic_ref(open[cols_[e]]).store(1, std::memory_order_relaxed);
    });
}

double HostMoving::sweep(Labels& labels, std::vector<std::uint8_t>& open, const SweepOptions& options) {
    load(labels, options.label_count);
    for (std::uint64_t g = 0; g < options.groups; ++g) {
        movers_.clear();
        for (std::uint64_t v = 0; v < size(); ++v)
            if (open[v] != 0 && index_hash(v, options.seed) % options.groups == g) {
                movers_.push_back(static_cast<std::uint32_t>(v));
                open[v] = 0;
            }
        move(options.least_gain, open.data());
    }
    labels.assign(labels_.begin(), labels_.end());
    return quality();
}

HostMoving::Labels HostMoving::refine(const Labels& communities, const SweepOptions& options) {
    constexpr std::uint64_t sweeps = 2; // as in local_moving.cpp
    Labels own(size());
    std::iota(own.begin(), own.end(), std::int64_t{0});
    load(own, size());
    sizes_.assign(size(), 1);
    communities_ = &communities;
    for (std::uint64_t step = 0; step < sweeps * options.groups; ++step) {
        movers_.clear();
        for (std::uint64_t v = 0; v < size(); ++v) {
            moves_[v] = labels_[v] == v && sizes_[v] == 1 &&
                                index_hash(v, options.seed + step / options.groups) % options.groups ==
                                    step % options.groups
                            ? 1
                            : 0;
            if (moves_[v] != 0) movers_.push_back(static_cast<std::uint32_t>(v));
        }
        move(options.least_gain, nullptr);
    }
    communities_ = nullptr;
    return {labels_.begin(), labels_.end()};
}

double HostMoving::measure(const Labels& labels, std::uint64_t label_count) {
    load(labels, label_count);
    return quality();
}

Matrix<double> HostMoving::contracted(const Labels& parts, std::uint64_t count) const {
    // The vertices of each part, part after part.
    std::vector<std::uint64_t> first(count + 1, 0), members(size());
    for (const std::int64_t part : parts) ++first[static_cast<std::uint64_t>(part) + 1];
    std::partial_sum(first.begin(), first.end(), first.begin());
    std::vector<std::uint64_t> next(first.begin(), first.end() - 1);
    for (std::uint64_t v = 0; v < size(); ++v) members[next[static_cast<std::uint64_t>(parts[v])]++] = v;
    std::vector<Csr> ranges((count + vertices_of_range - 1) / vertices_of_range);
    for_ranges(count, [&](std::uint64_t begin, std::uint64_t end) {
        Csr& rows = ranges[begin / vertices_of_range];
        std::vector<std::pair<std::uint32_t, double>> row;
        Table table;
        for (std::uint64_t part = begin; part < end; ++part) {
            std::uint64_t entries = 0;
            for (std::uint64_t m = first[part]; m < first[part + 1]; ++m)
                entries += offsets_[members[m] + 1] - offsets_[members[m]];
            table.reset(std::min(entries, count));
            for (std::uint64_t m = first[part]; m < first[part + 1]; ++m)
                for (std::uint64_t e = offsets_[members[m]]; e < offsets_[members[m] + 1]; ++e)
                    table.add(static_cast<std::uint32_t>(parts[cols_[e]]), weights_[e]);
            row.clear();
            for (const auto& [label, sum] : table)
                if (label != none) row.emplace_back(label, sum);
            std::sort(row.begin(), row.end());
            for (const auto& [label, sum] : row) {
                rows.cols.push_back(label);
                rows.reals.push_back(sum);
            }
            rows.row_ptr.push_back(rows.cols.size());
        }
    });
    Csr all;
    all.nrows = all.ncols = count;
    all.field = Field::real;
    for (const Csr& rows : ranges) {
        for (std::size_t r = 1; r < rows.row_ptr.size(); ++r)
            all.row_ptr.push_back(all.nvals() + rows.row_ptr[r]);
        all.cols.insert(all.cols.end(), rows.cols.begin(), rows.cols.end());
        all.reals.insert(all.reals.end(), rows.reals.begin(), rows.reals.end());
    }
    return Matrix<double>::from_csr(context_, all);
}

HostMoving* host_moving(const Level& level) {
    if (level.host == nullptr) {
        const Context context = level.S.context(); // S was made by operations
        const bool on_host = context.state()->plugin().local_moving.sweep == nullptr &&
                             computes_on_host(context) && level.size() < none;
        if (!on_host) return nullptr;
        level.host = std::make_shared<HostMoving>(level);
    }
    return level.host.get();
}

} // namespace mergus::core
