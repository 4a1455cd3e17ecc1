/// \file shrink.cpp
/// Delta debugging (Zeller and Hildebrandt 2002): halves first, then quarters, … down to single entries.
#include "conformance/shrink.hpp"

#include "conformance/space.hpp"

#include <algorithm>

namespace mergus::conformance {

namespace {

class Shrinker {
public:
    Shrinker(Instance instance, const Fails& fails, unsigned budget)
        : best_(std::move(instance)), fails_(fails), budget_(budget) {}

    Instance run() {
        simplify_words();
        for (bool smaller = true; smaller && budget_ > 0;) {
            smaller = false;
            for (const Role role : {role_A, role_B, role_C, role_M}) smaller = drop_entries(role) || smaller;
            smaller = drop_tuples() || smaller;
            smaller = trim_dimensions() || smaller;
        }
        return std::move(best_);
    }

private:
    /// Takes the candidate if it fails as well.
    bool attempt(Instance candidate) {
        if (budget_ == 0) return false;
        --budget_;
        if (!fails_(candidate)) return false;
        best_ = std::move(candidate);
        return true;
    }

    /// Turns options off. The data stay, so only words that do not affect the data may change.
    void simplify_words() {
        const auto without = [&](Axis axis, std::uint32_t bits) {
            if (best_.words[axis] == neutral_word(axis) || !has_axis(*best_.words.operation, axis)) return;
            Instance candidate = best_;
            candidate.words[axis] = neutral_word(axis);
            candidate.descriptor &= ~bits;
            if (axis == Axis::accum) candidate.accum = nullptr;
            if (axis == Axis::mask) {
                candidate.layout.extents[role_M].reset();
                candidate.holder[role_M] = role_M;
            }
            if (is_allowed(candidate.words)) attempt(std::move(candidate));
        };
        without(Axis::replace, MERGUS_DESC_REPLACE);
        without(Axis::accum, 0);
        without(Axis::mask, MERGUS_DESC_STRUCTURE | MERGUS_DESC_COMPLEMENT);
    }

    /// \param count how many there are; \param without gives the candidate without [first, last).
    template <class Without>
    bool drop_chunks(std::size_t count, Without without) {
        bool smaller = false;
        for (std::size_t chunk = (count + 1) / 2; chunk > 0 && budget_ > 0; chunk /= 2) {
            for (std::size_t first = 0; first < count && budget_ > 0;) {
                const std::size_t last = std::min(first + chunk, count);
                if (attempt(without(first, last))) {
                    count -= last - first;
                    smaller = true;
                } else {
                    first = last;
                }
            }
        }
        return smaller;
    }

    bool drop_entries(Role role) {
        return drop_chunks(best_.matrices[role].entries.size(), [&](std::size_t first, std::size_t last) {
            Instance candidate = best_;
            auto& entries = candidate.matrices[role].entries;
            const auto from = std::next(entries.begin(), static_cast<std::ptrdiff_t>(first));
            entries.erase(from, std::next(from, static_cast<std::ptrdiff_t>(last - first)));
            return candidate;
        });
    }

    bool drop_tuples() {
        return drop_chunks(best_.tuple_values.size(), [&](std::size_t first, std::size_t last) {
            Instance candidate = best_;
            const auto erase = [&](auto& list) {
                list.erase(list.begin() + static_cast<std::ptrdiff_t>(first),
                           list.begin() + static_cast<std::ptrdiff_t>(last));
            };
            erase(candidate.tuple_rows);
            erase(candidate.tuple_cols);
            erase(candidate.tuple_values);
            return candidate;
        });
    }

    /// Reduces m, k and n as far as the entries allow. Index lists fix their dimensions.
    bool trim_dimensions() {
        if (!best_.layout.all_rows || !best_.layout.all_cols) return false;
        bool smaller = false;
        for (std::uint64_t Dimensions::*which : {&Dimensions::m, &Dimensions::k, &Dimensions::n})
            for (std::uint64_t step = best_.layout.dimensions.*which; step > 0 && budget_ > 0;)
                if (step <= best_.layout.dimensions.*which && cut(which, step))
                    smaller = true;
                else
                    step /= 2;
        return smaller;
    }

    bool cut(std::uint64_t Dimensions::*which, std::uint64_t by) {
        Instance candidate = best_;
        Dimensions dimensions = best_.layout.dimensions;
        dimensions.*which -= by;
        candidate.layout = make_layout(candidate.words, dimensions);
        for (const Role role : {role_C, role_M, role_A, role_B}) {
            if (!candidate.has(role)) continue;
            const Extent extent = *candidate.layout.extents[role];
            if (candidate.holder[role] != role) {
                if (extent != *candidate.layout.extents[candidate.holder[role]]) return false;
                continue;
            }
            reference::Matrix& matrix = candidate.matrices[role];
            for (const auto& [place, entry] : matrix.entries)
                if (place.first >= extent.nrows || place.second >= extent.ncols) return false;
            matrix.nrows = extent.nrows;
            matrix.ncols = extent.ncols;
        }
        for (std::size_t e = 0; e < candidate.tuple_rows.size(); ++e)
            if (candidate.tuple_rows[e] >= dimensions.m || candidate.tuple_cols[e] >= dimensions.n)
                return false;
        return attempt(std::move(candidate));
    }

    Instance best_;
    const Fails& fails_;
    unsigned budget_;
};

} // namespace

Instance shrink(Instance instance, const Fails& fails, unsigned budget) {
    return Shrinker(std::move(instance), fails, budget).run();
}

} // namespace mergus::conformance
