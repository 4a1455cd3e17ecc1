/// \file row_reports.cpp
/// A graph of ratings: what each row holds, the best columns of each, and matrices that are joined, cut,
/// compared and sent.
#include <mergus/mergus.hpp>

#include <cmath>
#include <cstdint>
#include <iostream>
#include <vector>

using namespace mergus;

int main() {
    const Context context; // the best backend on this machine
    const std::vector<std::uint64_t> users{0, 0, 0, 2, 2}, films{1, 2, 4, 0, 2};
    const auto ratings =
        Matrix<double>::from_tuples(context, 3, 5, users, films, std::vector<double>{4, 1, 9, 4, 16});

    // A range-for copies the entries to the host, once.
    for (const auto& [user, film, rating] : entries(ratings))
        std::cout << "user " << user << " gave film " << film << ' ' << rating << '\n';

    const Vector<std::int64_t> counts = degrees(ratings);                    // 3, 0, 2
    const Vector<std::int64_t> raters = degrees(ratings, {.columns = true}); // 1, 1, 2, 0, 1
    const Vector<std::int64_t> favourites = argmax(ratings);                 // 4, no entry, 2
    const SortedMatrix<double> best = top_k(ratings, 2);                     // row 0: 9 and 4, films 4 and 1
    const SortedMatrix<double> upwards = sort(ops::lt<double>, ratings);     // row 0: 1, 4, 9
    const auto roots = apply<double>(ops::sqrt<double>, ratings);            // row 0: 2, 1, 3

    // An absent rating counts as 0 on both sides.
    const auto change = ewise_union<double>(ops::minus<double>, roots, 0.0, ratings, 0.0);
    const auto tiles = split(ratings, std::vector{1, 2}, std::vector{2, 3});
    const auto again = concat<double>({{&tiles[0][0], &tiles[0][1]}, {&tiles[1][0], &tiles[1][1]}});
    const std::vector<std::byte> message = serialize(ratings);
    const auto received = deserialize_matrix<double>(context, message);

    const bool right = counts.to_dense() == std::vector<std::int64_t>{3, 0, 2} &&
                       raters.to_dense() == std::vector<std::int64_t>{1, 1, 2, 0, 1} &&
                       favourites.to_dense(-1) == std::vector<std::int64_t>{4, -1, 2} &&
                       best.values.extract_element(0, 1) == 4 && best.positions.extract_element(0, 1) == 1 &&
                       upwards.values.extract_element(0, 2) == 9 &&
                       reduce(plus_monoid<double>, roots) == 12 &&
                       reduce(plus_monoid<double>, change) == 12 - 34 && isequal(again, ratings) &&
                       isequal(received, ratings);
    std::cout << (right ? "right" : "wrong") << '\n';
    return right ? 0 : 1;
}
