/// \file test_row_folds.cpp
/// Reductions of rows and products with full vectors by equal parts of rows and entries: rows that span many
/// parts, empty rows and rows that end where a part ends, for values of 1 to 64 bytes and operators that do
/// not commute. Expected values are folds from left to right.
#include "cuda/explained_context.hpp"
#include "testing/deterministic_testing.hpp"
#include "testing/faulty_allocator.hpp"
#include "testing/vectors.hpp"

#include <algorithm>
#include <complex>
#include <functional>
#include <string>
#include <utility>
#include <vector>

using namespace mergus;
using namespace mergus::tests;
using mergus_tests::affine;
using mergus_tests::compositions;

namespace row_folds {

/// Three bytes: an affine map modulo 256, and a third one.
MERGUS_TYPE(small_map, uint8_t a; uint8_t b; uint8_t c;);
/// Four maps modulo 2^64.
MERGUS_TYPE(wide_map, uint64_t a[4]; uint64_t b[4];);

// Associative, but not commutative.
MERGUS_SEMIRING(
    small_maps, static bool commutative() { return false; } static small_map identity() {
        return small_map{1, 0, 0};
    } static small_map add(small_map f, small_map g) {
        return small_map{uint8_t(f.a * g.a), uint8_t(f.a * g.b + f.b), uint8_t(f.c ^ g.c)};
    } static small_map mul(small_map f, small_map g) {
        return small_map{uint8_t(f.a + g.b), uint8_t(f.b ^ g.a), g.c};
    })
MERGUS_SEMIRING(
    wide_maps, static bool commutative() { return false; } static wide_map identity() {
        return wide_map{{1, 1, 1, 1}, {0, 0, 0, 0}};
    } static wide_map add(wide_map f, wide_map g) {
        wide_map h{};
        for (int i = 0; i < 4; ++i) {
            h.a[i] = f.a[i] * g.a[i];
            h.b[i] = f.a[i] * g.b[i] + f.b[i];
        }
        return h;
    } static wide_map mul(wide_map f, wide_map g) {
        for (int i = 0; i < 4; ++i) f.b[i] ^= g.a[i];
        return f;
    })

} // namespace row_folds

namespace {

using I64 = std::int64_t;
using row_folds::small_map;
using row_folds::wide_map;

constexpr const char* method = "equal parts of rows and entries";

/// A part has 2048 entries and ends of rows; rows of more than 256 entries may be split.
const std::vector<std::vector<std::uint64_t>>& shapes() {
    static const std::vector<std::vector<std::uint64_t>> all = [] {
        std::vector<std::vector<std::uint64_t>> list{
            {9000},
            {7000, 0, 5000, 3},
            {0, 0, 2047, 2047, 4095, 1, 0},          // rows that end with a part
            {2048, 2046, 300, 1747, 0, 2049, 6143},  // and an item before or after
            {1795, 253, 1792, 255, 1791, 256, 3000}, // parts that begin in rows that are not split
        };
        std::vector<std::uint64_t> sparse(5000), limits(120), stencil(1200, 7), skewed(300);
        for (std::uint64_t i = 0; i < sparse.size(); ++i) sparse[i] = i % 97 == 5 ? 1 + i % 40 : 0;
        for (std::uint64_t i = 0; i < limits.size(); ++i)
            limits[i] = std::vector<std::uint64_t>{255, 256, 257, 0, 1, 31, 32, 33}[i % 8];
        for (std::uint64_t i = 0; i < skewed.size(); ++i) skewed[i] = i % 50 == 49 ? 2500 : i % 5;
        for (auto* shape : {&sparse, &limits, &stencil, &skewed}) list.push_back(*shape);
        return list;
    }();
    return all;
}

std::uint64_t widest(const std::vector<std::uint64_t>& lengths) {
    return *std::max_element(lengths.begin(), lengths.end());
}

template <class T>
T value_of(std::uint64_t e) {
    T value{};
    const std::uint64_t word = (e + 1) * 0x9e3779b97f4a7c15u >> 5 | 1;
    if constexpr (std::is_same_v<T, bool>)
        value = e % 3 != 0;
    else if constexpr (std::is_same_v<T, small_map>)
        value = {static_cast<std::uint8_t>(word), static_cast<std::uint8_t>(e),
                 static_cast<std::uint8_t>(e / 7)};
    else if constexpr (std::is_same_v<T, affine>)
        value = {word, e * e + 3};
    else if constexpr (std::is_same_v<T, wide_map>)
        for (std::uint64_t i = 0; i < 4; ++i) {
            value.a[i] = word + 2 * i;
            value.b[i] = e * e + i;
        }
    else if constexpr (std::is_same_v<T, std::complex<double>>)
        value = {static_cast<double>(e % 19), static_cast<double>(e % 7) - 3};
    else // whole numbers, so that sums of floating-point numbers are exact
        value = static_cast<T>(1 + e % 19);
    return value;
}

/// Row i has the first lengths[i] columns, or a matrix of its columns.
template <class T>
Matrix<T> matrix_of(const Context& context, const std::vector<std::uint64_t>& lengths, bool transposed) {
    std::vector<std::uint64_t> rows, cols;
    std::uint64_t count = 0;
    for (std::uint64_t i = 0; i < lengths.size(); ++i)
        for (std::uint64_t j = 0; j < lengths[i]; ++j, ++count) {
            rows.push_back(i);
            cols.push_back(j);
        }
    const auto values = std::make_unique<T[]>(count + 1);
    for (std::uint64_t e = 0; e < count; ++e) values[e] = value_of<T>(e);
    if (transposed) std::swap(rows, cols);
    const std::uint64_t nrows = lengths.size(), ncols = widest(lengths);
    Matrix<T> A(context, transposed ? ncols : nrows, transposed ? nrows : ncols);
    A.build(rows, cols, values.get(), type_of<T>());
    return A;
}

/// By bytes, because structs have no ==.
template <class T>
std::map<std::uint64_t, std::string> bytes_of(const Items<T>& items) {
    std::map<std::uint64_t, std::string> bytes;
    for (const auto& [i, value] : items)
        bytes[i] = std::string(reinterpret_cast<const char*>(&value), sizeof value);
    return bytes;
}

/// The folds from left to right of term(e, j) for the entries e = (i, j) of each row.
template <class T, class Add, class Term>
Items<T> folds(const std::vector<std::uint64_t>& lengths, Add add, Term term) {
    Items<T> sums;
    std::uint64_t e = 0;
    for (std::uint64_t i = 0; i < lengths.size(); ++i)
        for (std::uint64_t j = 0; j < lengths[i]; ++j, ++e)
            sums[i] = j == 0 ? term(e, j) : add(sums[i], term(e, j));
    return sums;
}

/// Reduces all shapes, and multiplies them by full vectors.
template <class T, class Add, class Mul>
void check_type(const AnySemiring& semiring, Add add, Mul mul) {
    const AnyMonoid monoid(semiring.get()->add);
    for (const std::string& backend : devices_under_test())
        for (const char* storage : {"", "csr"}) {
            const Variable forced("MERGUS_CUDA_STORAGE", storage);
            Explained device(backend);
            const Context& context = device.context;
            CAPTURE(backend);
            CAPTURE(storage);
            for (std::size_t shape = 0; shape < shapes().size(); ++shape) {
                CAPTURE(shape);
                const std::vector<std::uint64_t>& lengths = shapes()[shape];
                const auto sums = folds<T>(lengths, add, [](auto e, auto) { return value_of<T>(e); });
                const Matrix<T> A = matrix_of<T>(context, lengths, false);
                Vector<T> w(context, lengths.size());
                for (int call = 0; call < 2; ++call) {
                    reduce(w, no_mask, no_accum, monoid, A);
                    CHECK(bytes_of(items<T>(w)) == bytes_of(sums));
                }
                const Matrix<T> At = matrix_of<T>(context, lengths, true);
                reduce(w, no_mask, no_accum, monoid, At, DESC_T0);
                CHECK(bytes_of(items<T>(w)) == bytes_of(sums));
                Matrix<T> column(context, lengths.size(), 1);
                reduce(column, no_mask, no_accum, monoid, A);
                Items<T> of_column;
                for (const auto& entry : read<T>(column)) of_column[entry.row] = entry.value;
                CHECK(bytes_of(of_column) == bytes_of(sums));

                const std::uint64_t n = widest(lengths);
                const Matrix<T> diagonal = matrix_of<T>(context, std::vector<std::uint64_t>(n, 1), false);
                Vector<T> u(context, n); // a bitmap that is known to be full, or a full list
                reduce(u, no_mask, no_accum, monoid, diagonal);
                const auto products = folds<T>(
                    lengths, add, [&](auto e, auto j) { return mul(value_of<T>(e), value_of<T>(j)); });
                const auto flipped = folds<T>(
                    lengths, add, [&](auto e, auto j) { return mul(value_of<T>(j), value_of<T>(e)); });
                mxv(w, no_mask, no_accum, semiring, A, u);
                CHECK(bytes_of(items<T>(w)) == bytes_of(products));
                if (shape != 6) CHECK(device.method == method);
                vxm(w, no_mask, no_accum, semiring, u, A, DESC_T1);
                CHECK(bytes_of(items<T>(w)) == bytes_of(flipped));
            }
        }
}

} // namespace

TEST_SUITE_BEGIN("row-folds");

TEST_CASE("folds of rows: numbers of 1 to 16 bytes") {
    const auto plus = [](auto x, auto y) { return static_cast<decltype(x)>(x + y); };
    const auto times = [](auto x, auto y) { return static_cast<decltype(x)>(x * y); };
    check_type<std::int8_t>(plus_times<std::int8_t>, plus, times);
    check_type<std::uint16_t>(plus_times<std::uint16_t>, plus, times);
    check_type<float>(
        make_semiring(min_monoid<float>, ops::plus<float>), [](float x, float y) { return std::min(x, y); },
        plus);
    check_type<double>(plus_times<double>, plus, times);
    check_type<std::complex<double>>(
        make_semiring(plus_monoid<std::complex<double>>, ops::second<std::complex<double>>), plus,
        [](auto, auto y) { return y; });
}

TEST_CASE("folds of rows: structs of 3, 16 and 64 bytes, whose operators do not commute") {
    using namespace row_folds;
    check_type<small_map>(small_maps, small_maps_definition::add, small_maps_definition::mul);
    check_type<affine>(compositions, mergus_tests::compositions_definition::add,
                       mergus_tests::compositions_definition::mul);
    check_type<wide_map>(wide_maps, wide_maps_definition::add, wide_maps_definition::mul);
}

TEST_CASE("folds of rows: masks, accumulators and outputs with entries") {
    const Context cpu("suitesparse");
    const auto written = [](const Context& context, const std::vector<std::uint64_t>& lengths, unsigned mask,
                            bool accumulates, bool replace, bool is_product) {
        const Matrix<I64> A = matrix_of<I64>(context, lengths, false);
        Vector<double> w(context, lengths.size());
        Vector<I64> m(context, lengths.size()), u(context, A.ncols());
        assign(u, I64{3});
        for (std::uint64_t i = 0; i < lengths.size(); i += 2) w.set_element(i, 5);
        for (std::uint64_t i = 0; i < lengths.size(); i += 3) m.set_element(i, static_cast<I64>(i % 2));
        const Mask masks[] = {no_mask, Mask(m), complement(structure(m))};
        const BinaryOp accum = accumulates ? BinaryOp(ops::minus<double>) : no_accum;
        const WriteOptionsA how{.mask = masks[mask], .accum = accum, .replace = replace};
        if (is_product)
            mxv(w, plus_times<I64>, A, u, how);
        else
            reduce(w, plus_monoid<I64>, A, how);
        return items<double>(w);
    };
    for (const std::string& backend : devices_under_test())
        for (const char* storage : {"", "bitmap", "csr"}) {
            const Variable forced("MERGUS_CUDA_STORAGE", storage);
            const Context context(backend);
            CAPTURE(backend);
            CAPTURE(storage);
            for (const std::size_t shape : {1u, 8u})
                for (unsigned way = 0; way < 24; ++way) {
                    CAPTURE(shape);
                    CAPTURE(way);
                    const unsigned mask = way % 3;
                    const bool accumulates = way / 3 % 2 != 0, replace = mask != 0 && way / 6 % 2 != 0,
                               is_product = way / 12 != 0;
                    CHECK(written(context, shapes()[shape], mask, accumulates, replace, is_product) ==
                          written(cpu, shapes()[shape], mask, accumulates, replace, is_product));
                }
        }
}

TEST_CASE("folds of rows: one launch, two if rows are split, and no wait where the parts are known") {
    for (const std::string& backend : devices_under_test()) {
        CAPTURE(backend);
        const Context context(backend);
        for (const auto& [shape, launches] : {std::pair<std::size_t, std::uint64_t>{5, 1}, {7, 1}, {8, 2}}) {
            CAPTURE(shape);
            const Matrix<I64> A = matrix_of<I64>(context, shapes()[shape], false);
            Vector<I64> w(context, A.nrows()), u(context, A.ncols());
            assign(u, I64{2});
            CHECK(u.nvals() == A.ncols());
            const auto used = [&](const std::function<void()>& run) {
                run();
                const Counters before = context.counters();
                run();
                const Counters after = context.counters();
                CHECK(after.synchronizations == before.synchronizations);
                return after.launches - before.launches;
            };
            CHECK(used([&, &A = A] { reduce(w, plus_monoid<I64>, A); }) == launches);
            CHECK(used([&, &A = A] { mxv(w, plus_times<I64>, A, u); }) == launches);
        }
    }
}

TEST_CASE("folds of rows: the bits of a deterministic sum depend on positions alone") {
    const std::vector<std::uint64_t>& lengths = shapes()[8];
    for (const std::string& backend : devices_under_test()) {
        CAPTURE(backend);
        std::vector<std::map<std::uint64_t, std::string>> found;
        for (const unsigned seed : {1u, 20u, 300u})
            for (const char* storage : {"bitmap", "csr"}) {
                const Variable forced("MERGUS_CUDA_STORAGE", storage);
                const Context context = shuffled(backend, "", seed);
                Matrix<double> A(context, lengths.size(), widest(lengths));
                std::vector<std::uint64_t> rows, cols;
                std::vector<double> values;
                for (std::uint64_t i = 0; i < lengths.size(); ++i)
                    for (std::uint64_t j = 0; j < lengths[i]; ++j) {
                        rows.push_back(i);
                        cols.push_back(j);
                        values.push_back(uneven(values.size()));
                    }
                A.build(rows, cols, values.data(), type_of<double>());
                Vector<double> w(context, lengths.size());
                reduce(w, plus_monoid<double>, A, {.deterministic = true});
                found.push_back(bytes_of(items<double>(w)));
                CHECK(found.back() == found.front());
            }
    }
}

TEST_CASE("folds of rows: a failed allocation leaves the output as it was") {
    const auto sums =
        folds<I64>(shapes()[8], std::plus<I64>(), [](auto e, auto) { return value_of<I64>(e); });
    for (const std::string& backend : devices_under_test())
        for (const char* storage : {"bitmap", "csr"}) {
            CAPTURE(backend);
            const Variable setting("MERGUS_CUDA_STORAGE", storage);
            FaultyAllocator allocator(backend);
            {
                const Context context = allocator.context();
                const Matrix<I64> A = matrix_of<I64>(context, shapes()[8], false);
                Vector<I64> u(context, A.ncols());
                assign(u, I64{1});
                for (const bool is_product : {false, true}) {
                    bool failed = true;
                    for (std::uint64_t nth = 1; failed; ++nth) {
                        CAPTURE(nth);
                        Vector<I64> w(context, A.nrows());
                        assign(w, I64{4});
                        const auto before = items<I64>(w);
                        static_cast<void>(context.release_derived());
                        allocator.refused = 0;
                        allocator.fail(nth);
                        bool done = true;
                        try {
                            if (is_product)
                                mxv(w, plus_times<I64>, A, u);
                            else
                                reduce(w, plus_monoid<I64>, A);
                        } catch (const Error& error) {
                            done = false;
                            CHECK(error.code() == Code::out_of_memory);
                        }
                        failed = allocator.refused != 0;
                        allocator.fail(0);
                        CHECK(items<I64>(w) == (done ? sums : before));
                    }
                }
            }
            CHECK(allocator.live == 0);
            CHECK(allocator.wrong == 0);
        }
}

TEST_SUITE_END();
