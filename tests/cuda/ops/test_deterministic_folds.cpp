/// \file test_deterministic_folds.cpp
/// The fold order of reductions, duplicates and reducing merges, compared with plain code bit for bit.
#include "testing/deterministic_testing.hpp"

#include <mergus/runtime.hpp>

#include <algorithm>
#include <numeric>

using namespace mergus;
using namespace mergus::tests;
using mergus_tests::affine;
using mergus_tests::compositions;
using mergus_tests::path_trace;
using mergus_tests::traces;
using mergus_tests::wide_traces;

namespace {

/// The documented tree of a deterministic reduction to a scalar on a device. Each chunk of 1024 consecutive
/// values is summed by 32 lanes with stride 32, then the lanes' sums are added pairwise. The chunks' sums are
/// reduced in the same way until one is left.
double tree_sum(std::vector<double> values) {
    while (values.size() > 1) {
        std::vector<double> sums;
        for (std::size_t begin = 0; begin < values.size(); begin += 1024) {
            const std::size_t end = std::min(begin + 1024, values.size());
            std::vector<double> lanes;
            for (std::size_t lane = 0; lane < 32 && begin + lane < end; ++lane) {
                double sum = values[begin + lane];
                for (std::size_t e = begin + lane + 32; e < end; e += 32) sum += values[e];
                lanes.push_back(sum);
            }
            for (; lanes.size() > 1; lanes.resize((lanes.size() + 1) / 2))
                for (std::size_t pair = 0; pair < (lanes.size() + 1) / 2; ++pair)
                    lanes[pair] =
                        2 * pair + 1 < lanes.size() ? lanes[2 * pair] + lanes[2 * pair + 1] : lanes[2 * pair];
            sums.push_back(lanes.front());
        }
        values = std::move(sums);
    }
    return values.front();
}

/// Of threads' values: the value of the last one after an inclusive scan of a warp.
double scan_sum(std::vector<double> lanes) {
    for (std::size_t distance = 1; distance < 32; distance *= 2)
        for (std::size_t lane = lanes.size(); lane-- > distance;)
            lanes[lane] = lanes[lane - distance] + lanes[lane];
    return lanes.back();
}

/// A part of up to 2048 entries of one row: threads fold 9 neighbours each from left to right, and a scan of
/// warps of 32 threads joins them. A part of at most 32 entries is one left fold.
double part_sum(const double* values, std::size_t count) {
    if (count <= 32) return std::accumulate(values + 1, values + count, values[0]);
    constexpr std::size_t each = 9;
    std::vector<std::vector<double>> warps(1); // of the threads before the one with the part's end
    std::size_t at = 0;
    for (; at + each <= count; at += each) {
        if (warps.back().size() == 32) warps.emplace_back();
        warps.back().push_back(std::accumulate(values + at + 1, values + at + each, values[at]));
    }
    double sum = scan_sum(warps.back());
    for (warps.pop_back(); !warps.empty(); warps.pop_back()) sum = scan_sum(warps.back()) + sum;
    return at == count ? sum : sum + std::accumulate(values + at + 1, values + count, values[at]);
}

/// The documented tree of a deterministic reduction of rows, for a matrix of one row: the sums of the first
/// parts are added pairwise, and then the last one. Up to 32 parts.
double row_sum(const std::vector<double>& values) {
    constexpr std::size_t part = 2048;
    std::vector<double> sums;
    for (std::size_t begin = 0; begin < values.size(); begin += part)
        sums.push_back(part_sum(values.data() + begin, std::min(part, values.size() - begin)));
    const double last = sums.back();
    sums.pop_back();
    if (sums.empty()) return last;
    for (; sums.size() > 1; sums.resize((sums.size() + 1) / 2))
        for (std::size_t pair = 0; pair < (sums.size() + 1) / 2; ++pair)
            sums[pair] = 2 * pair + 1 < sums.size() ? sums[2 * pair] + sums[2 * pair + 1] : sums[2 * pair];
    return sums.front() + last;
}

/// 3 rows: one of `n` entries, an empty one, one of 40.
reference::Matrix long_rows(const mergus_type* type, std::uint64_t n) {
    return uneven_matrix(type, 3, n, [](auto i, auto j) { return i == 0 || (i == 2 && j < 40); });
}

template <class T>
bool same_bits(const T& a, const void* b) {
    return std::memcmp(&a, b, sizeof a) == 0;
}

/// Reduces to a scalar and by rows on every device and the CPU, and compares with the reference's left fold.
template <class T>
void check_left_fold(const mergus_monoid* monoid) {
    const reference::Matrix A = long_rows(type_of<T>(), 1500);
    const reference::Entry all = reference::reduce_scalar(reference::zero(type_of<T>()), nullptr, *monoid, A);
    const reference::Matrix empty{type_of<T>(), A.nrows, 1, {}};
    const Bits rows = bits_of(reference::reduce_rows(empty, {}, *monoid, A));
    std::vector<std::string> backends = devices_under_test();
    backends.emplace_back("suitesparse");
    for (const std::string& backend : backends) {
        CAPTURE(backend);
        const Context context = shuffled(backend, "", 5);
        const AnyMatrix a = upload(context, A);
        T result{};
        reduce(&result, type_of<T>(), no_accum, AnyMonoid(monoid), a);
        CHECK(same_bits(result, all.value.data()));
        AnyMatrix C(context, type_of<T>(), A.nrows, 1);
        reduce(C, no_mask, no_accum, AnyMonoid(monoid), a);
        CHECK(bits_of(C) == rows);
        const AnyMatrix none(context, type_of<T>(), 4, 4);
        reduce(&result, type_of<T>(), no_accum, AnyMonoid(monoid), none);
        CHECK(same_bits(result, monoid->identity));
    }
}

} // namespace

TEST_SUITE_BEGIN("deterministic");

TEST_CASE("a deterministic reduction is one tree that depends on positions only") {
    for (const std::uint64_t n : {1ull, 32ull, 33ull, 288ull, 1024ull, 2048ull, 2600ull, 9000ull}) {
        CAPTURE(n);
        std::vector<double> values(n);
        reference::Matrix A{type_of<double>(), 1, n, {}};
        for (std::uint64_t j = 0; j < n;
             ++j) { // the terms cancel; the sum is rounding error, different for each tree
            values[j] = j < n / 2 ? uneven(j) : -uneven(n - 1 - j);
            A.set(0, j, reference::make(type_of<double>(), values[j]));
        }
        const double wanted = tree_sum(values), wanted_of_row = row_sum(values);
        if (n > 1000) {
            REQUIRE(wanted != std::accumulate(values.begin(), values.end(), 0.0));
            REQUIRE(wanted_of_row != std::accumulate(values.begin(), values.end(), 0.0));
        }
        for (const std::string& backend : devices_under_test())
            for (const unsigned seed : {1u, 20u}) {
                CAPTURE(backend);
                const Context context = shuffled(backend, "", seed);
                const AnyMatrix a = upload(context, A);
                CHECK(reduce(plus_monoid<double>, a, {.deterministic = true}) == wanted);
                Matrix<double> C(context, 1, 1);
                reduce(C, no_mask, no_accum, plus_monoid<double>, a, DESC_DETERMINISTIC);
                CHECK(read<double>(C) == Entries<double>{{0, 0, wanted_of_row}});
            }
    }
}

TEST_CASE("reductions with operators that are not associative or do not commute keep the order") {
    check_left_fold<path_trace>(wide_traces.get()->add);
    check_left_fold<std::uint64_t>(traces.get()->add);
    check_left_fold<affine>(compositions.get()->add);
    const AnyMonoid ordered = make_monoid(ops::plus<double>, 0.0, {}, {.associative = false});
    check_left_fold<double>(ordered.get());
}

TEST_CASE("a reduction on the CPU has the same bits with any number of threads") {
    const reference::Matrix A = uneven_matrix(type_of<double>(), 200, 300, [](auto, auto) { return true; });
    const auto sum = [&](unsigned threads) {
        const Context context(ContextOptions{.backend = "suitesparse", .threads = threads});
        return reduce(plus_monoid<double>, upload(context, A), {.deterministic = true});
    };
    CHECK(sum(1) == sum(4));
}

TEST_CASE("a reduction to a scalar accepts only the deterministic flag") {
    const Matrix<double> A(Context("suitesparse"), 2, 2);
    double sum = 0;
    for (const Descriptor flag : {DESC_R, DESC_T0, DESC_S})
        CHECK_THROWS_AS(
            reduce(&sum, type_of<double>(), no_accum, plus_monoid<double>, A, flag | DESC_DETERMINISTIC),
            Error);
    Matrix<double> C(A.context(), 2, 2);
    CHECK_THROWS_AS(mxm(C, no_mask, no_accum, plus_times<double>, A, A, Descriptor{64}), Error);
}

TEST_CASE("duplicates are combined in the order given") {
    std::vector<std::uint64_t> rows, cols;
    std::vector<double> values;
    double sums[3] = {};
    for (std::uint64_t e = 0; e < 700; ++e) {
        const std::uint64_t place = e * 7 % 3;
        rows.push_back(place);
        cols.push_back(2 * place);
        values.push_back(uneven(e));
        sums[place] = e < 3 ? values.back() : sums[place] + values.back();
    }
    std::vector<std::string> backends = devices_under_test();
    backends.emplace_back("suitesparse");
    for (const std::string& backend : backends)
        for (const unsigned seed : {1u, 20u}) {
            CAPTURE(backend);
            Matrix<double> A(shuffled(backend, "", seed), 3, 5);
            A.build(rows, cols, values.data(), type_of<double>(), ops::plus<double>);
            CHECK(read<double>(A) == Entries<double>{{0, 0, sums[0]}, {1, 2, sums[1]}, {2, 4, sums[2]}});
        }
}

TEST_CASE("a reducing merge has the same bits in every run, and needs an associative operator") {
    constexpr std::uint64_t n = 3000;
    const std::vector<std::uint64_t> segment_ptr{0, 2}, subsegment_ptr{0, n / 2, n};
    std::vector<std::uint32_t> keys(n);
    std::vector<double> values(n);
    for (std::uint64_t e = 0; e < n; ++e) {
        keys[e] = static_cast<std::uint32_t>(e % (n / 2) / 700);
        values[e] = uneven(e);
    }
    const auto merged = [&](const Context& context, const Monoid<double>& monoid) {
        std::vector<std::uint32_t> keys_out(n);
        std::vector<double> values_out(n);
        std::vector<std::uint64_t> ptr(2);
        segmented_merge(context, {segment_ptr, subsegment_ptr}, n, monoid, keys.data(), values.data(),
                        ptr.data(), keys_out.data(), values_out.data());
        values_out.resize(ptr[1]);
        return values_out;
    };
    for (const std::string& backend : devices_under_test()) {
        CAPTURE(backend);
        const std::vector<double> once = merged(shuffled(backend, "", 1), plus_monoid<double>);
        REQUIRE(once.size() == 3);
        CHECK(once == merged(shuffled(backend, "", 20), plus_monoid<double>));
        CHECK_THROWS_AS(merged(shuffled(backend, "", 1), Monoid<double>(mergus_tests::halves.get()->add)),
                        Error);
    }
}

TEST_SUITE_END();
