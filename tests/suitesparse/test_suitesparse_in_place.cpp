/// \file test_suitesparse_in_place.cpp
/// C<M> = M and C<M> = x for a structural M of few entries, which the backend writes into C's own arrays
/// where C is full or bitmap.
#include "suitesparse_testing.hpp"

#include <ctime>
#include <limits>

using namespace mergus;
using namespace mergus::tests;

namespace {

constexpr std::uint64_t n = 40;

/// Every `step`th element of an n × n matrix, from element 0. \param value of all entries, or 0: different
/// ones
Entries every(std::uint64_t step, double value) {
    Entries made;
    for (std::uint64_t e = 0; e < n * n; e += step)
        made[{e / n, e % n}] = value != 0 ? value : static_cast<double>(e + 2);
    return made;
}

/// The same elements of a vector of n · n elements.
template <class T>
Vector<T> vector(const Entries& from) {
    std::vector<std::uint64_t> indices;
    std::vector<T> values;
    for (const auto& [place, value] : from) {
        indices.push_back(place.first * n + place.second);
        values.push_back(static_cast<T>(value));
    }
    return Vector<T>::from_tuples(context(), n * n, indices, values);
}

Entries entries_in(const Vector<double>& v) {
    std::vector<std::uint64_t> indices;
    std::vector<double> values;
    v.extract_tuples(indices, values);
    Entries found;
    for (std::size_t e = 0; e < indices.size(); ++e) found[{indices[e] / n, indices[e] % n}] = values[e];
    return found;
}

/// Processor time of writes of one entry into a full vector, in ticks: the least of five times 20 writes.
double time_of_writes(std::uint64_t size) {
    Vector<double> c(context(), size), m(context(), size);
    assign(c, 1.0);
    c.set_element(0, 2.0);
    m.set_element(size / 2, 3.0);
    double least = std::numeric_limits<double>::infinity();
    for (int repeat = 0; repeat < 5; ++repeat) {
        const std::clock_t start = std::clock();
        for (int write = 0; write < 20; ++write) assign(c, m, {.mask = structure(m)});
        least = std::min(least, static_cast<double>(std::clock() - start));
    }
    CHECK(c.extract_element(size / 2) == 3.0);
    return least;
}

const Entries few{{{0, 0}, 5}, {{0, 7}, 6}, {{13, 20}, 7}, {{39, 39}, 8}};

} // namespace

TEST_SUITE_BEGIN("suitesparse");

TEST_CASE("a few entries that are assigned under their own pattern replace those of C, whatever its form") {
    for (const std::uint64_t step : {1, 2, 3, 300}) // full, bitmap, sparse
        for (const double value : {0.0, 5.0}) {     // also iso
            CAPTURE(step);
            CAPTURE(value);
            const Entries before = every(step, value);
            Entries with_values = few, with_fives = before;
            with_values.insert(before.begin(), before.end());
            for (const auto& [place, unused] : few) with_fives[place] = 5;
            const auto M = matrix<double>(n, n, few);
            const Vector<double> m = vector<double>(few);

            auto C = matrix<double>(n, n, before);
            assign(C, M, {.mask = structure(M)});
            CHECK(entries_in(C) == with_values);
            CHECK(C.nvals() == with_values.size());
            assign(C, M, {.mask = structure(M)}); // again, where C has the entries
            CHECK(entries_in(C) == with_values);
            auto c = vector<double>(before);
            assign(c, m, {.mask = structure(m)});
            CHECK(entries_in(c) == with_values);

            C = matrix<double>(n, n, before);
            assign(C, 5.0, {.mask = structure(M)});
            CHECK(entries_in(C) == with_fives);
            c = vector<double>(before);
            assign(c, 5.0, {.mask = structure(m)});
            CHECK(entries_in(c) == with_fives);

            // Masks and values of other types.
            const auto of_int8 = matrix<std::int8_t>(n, n, few);
            C = matrix<double>(n, n, before);
            assign(C, of_int8, {.mask = structure(of_int8)});
            CHECK(entries_in(C) == with_values);
            C = matrix<double>(n, n, before);
            assign(C, std::int8_t{5}, {.mask = structure(of_int8)});
            CHECK(entries_in(C) == with_fives);
        }
}

TEST_CASE("an output that is also the mask, and values of another pattern than the mask's") {
    const Entries before = every(1, 0);
    auto C = matrix<double>(n, n, before);
    assign(C, 5.0, {.mask = structure(C)});
    CHECK(entries_in(C) == every(1, 5));
    C = matrix<double>(n, n, before);
    assign(C, C, {.mask = structure(C)});
    CHECK(entries_in(C) == before);

    // An element of the mask without a value loses its entry.
    const auto M = matrix<double>(n, n, few), A = matrix<double>(n, n, {{{0, 7}, 3}});
    assign(C, A, {.mask = structure(M)});
    Entries after = before;
    for (const auto& [place, unused] : few) after.erase(place);
    after[{0, 7}] = 3;
    CHECK(entries_in(C) == after);
}

TEST_CASE("sums after a write in place see the values written") {
    const auto infinity = std::numeric_limits<double>::infinity();
    const auto M = matrix<double>(n, n, {{{3, 3}, infinity}});
    auto C = matrix<double>(n, n, every(1, 0));
    const auto D = matrix<double>(n, n, {{{0, 0}, 1}});
    (void)mxm(min_plus<double>, C, D); // what is known of C's values is remembered
    assign(C, M, {.mask = structure(M)});
    CHECK(reduce(max_monoid<double>, C) == infinity);
    assign(C, std::numeric_limits<double>::quiet_NaN(), {.mask = structure(M)});
    const Vector<double> least = reduce_rows(min_monoid<double>, C);
    CHECK(least.extract_element(3) == 3 * n + 2.0);
}

TEST_CASE("the program's own array is not written") {
    std::vector<double> values(n * n, 1.0);
    mergus_vector_arrays arrays{};
    arrays.struct_size = sizeof arrays;
    arrays.type = type_of<double>();
    arrays.format = MERGUS_VECTOR_FULL;
    arrays.size = arrays.nvals = arrays.capacity = values.size();
    arrays.values = values.data();
    arrays.index_bits = 64;
    arrays.release = [](void*) {};
    Vector<double> c(AnyVector::import_arrays(context(), arrays));
    const Vector<double> m = vector<double>(few);
    assign(c, m, {.mask = structure(m)});
    CHECK(c.extract_element(7) == 6.0);
    CHECK(values == std::vector<double>(n * n, 1.0));
}

TEST_CASE("the time of a write of one entry does not grow with the vector") {
    CHECK(time_of_writes(4'000'000) < 50 * time_of_writes(1000));
}

TEST_CASE("C<C> = x with the structure of C has one value") {
    const Entries few{{{0, 7}, 6}, {{3, 3}, 2}, {{9, 0}, 1}};
    Matrix<double> A(context(), n, n);
    for (const auto& [at, x] : few) A.set_element(at.first, at.second, x);
    Vector<double> v = vector<double>(few);
    assign(A, structure(A), no_accum, 4.0);
    assign(v, structure(v), no_accum, 4.0);
    CHECK((A.nvals() == 3 && A.extract_element(9, 0) == 4.0));
    CHECK((v.nvals() == 3 && v.extract_element(7) == 4.0));
    CHECK(A.release_csr().csr().iso != 0);
    CHECK(v.release_arrays().arrays().iso != 0);
}

TEST_SUITE_END();
