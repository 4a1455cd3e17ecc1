/// \file hypersparse_testing.hpp
/// Matrices of up to 2^60 rows with few entries, and results of several contexts that are compared.
#pragma once

#include "testing/device_testing.hpp"
#include "testing/scratch.hpp"
#include "testing/vectors.hpp"

#include <mergus/mergus.hpp>

#include <map>
#include <random>
#include <utility>
#include <vector>

namespace mergus::tests::hypersparse {

using I64 = std::int64_t;
using Lists = std::vector<std::uint64_t>;

inline constexpr std::uint64_t huge = std::uint64_t{1} << 60, large = std::uint64_t{1} << 40, small = 16;

/// An index of a dimension: 16 are used, the first and the last among them.
inline std::uint64_t id(std::uint64_t dimension, std::uint64_t index) {
    return index == 15 ? dimension - 1
                       : index * (dimension / 16) + (dimension > small && index > 3 ? index : 0);
}

inline Matrix<I64> random_matrix(const Context& context, std::uint64_t nrows, std::uint64_t ncols,
                                 unsigned seed) {
    std::mt19937 random(seed);
    std::map<std::pair<std::uint64_t, std::uint64_t>, I64> entries;
    for (int e = 0; e < 40; ++e)
        entries[{id(nrows, random() % 16), id(ncols, random() % 16)}] = static_cast<I64>(random() % 9) - 4;
    Entries<I64> list;
    for (const auto& [position, value] : entries) list.push_back({position.first, position.second, value});
    return make<I64>(context, nrows, ncols, list);
}

inline Vector<I64> random_vector(const Context& context, std::uint64_t size, unsigned seed) {
    std::mt19937 random(seed);
    Items<I64> items;
    for (int e = 0; e < 9; ++e) items[id(size, random() % 16)] = static_cast<I64>(random() % 9) - 4;
    return make_vector<I64>(context, size, items);
}

/// The results of one context, to be compared with those of another.
class Results {
public:
    void keep(const AnyMatrix& matrix) {
        CHECK(matrix.nvals() == read<I64>(matrix).size());
        all_.push_back(read<I64>(matrix));
    }
    void keep(const AnyVector& vector) {
        Entries<I64> entries;
        for (const auto& [index, value] : items<I64>(vector)) entries.push_back({index, 0, value});
        all_.push_back(entries);
    }
    void keep(I64 value) { all_.push_back({{0, 0, value}}); }

    friend void check_equal(const Results& a, const Results& b) {
        REQUIRE(a.all_.size() == b.all_.size());
        for (std::size_t r = 0; r < a.all_.size(); ++r) {
            CAPTURE(r);
            CHECK(a.all_[r] == b.all_[r]);
        }
    }

private:
    std::vector<Entries<I64>> all_;
};

/// Runs test(context, results) on the devices and on the CPU, and compares.
template <class Test>
void agrees(Test test) {
    Results expected;
    test(Context("suitesparse"), expected);
    on_devices([&](const Context& context) {
        Results found;
        test(context, found);
        check_equal(found, expected);
    });
}

inline constexpr std::uint64_t dimensions[] = {huge, large, small};

} // namespace mergus::tests::hypersparse
