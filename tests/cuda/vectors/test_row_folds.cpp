/// \file test_row_folds.cpp
/// Reductions of rows and products with full vectors by equal parts of rows and entries: rows that span many
/// parts, empty rows and rows that end where a part ends, for values of 1 to 64 bytes and operators that do
/// not commute.
#include "row_folds_testing.hpp"

#include <complex>
#include <functional>
#include <string>

using namespace mergus;
using namespace mergus::tests;
using namespace mergus::tests::folds_of_rows;
using mergus_tests::compositions;

namespace row_folds {

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
                if (shape != 6) CHECK(by_parts(device));
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

TEST_CASE("folds of rows: masks that keep most rows, and vectors whose entries the host has not counted") {
    const std::vector<std::uint64_t>& lengths = shapes()[8];
    for (const std::string& backend : devices_under_test()) {
        CAPTURE(backend);
        Explained device(backend);
        const Context& context = device.context;
        const Matrix<I64> A = matrix_of<I64>(context, lengths, false);
        Vector<I64> few(context, A.nrows()), w(context, A.nrows()), ones(context, A.ncols()),
            u(context, A.ncols());
        for (std::uint64_t i = 0; i < A.nrows(); i += 3) few.set_element(i, 1);
        CHECK(few.nvals() != 0);
        assign(ones, I64{1});
        ewise_mult(u, ops::plus<I64>, ones, ones);
        context.wait();
        mxv(w, plus_times<I64>, A, u, {.mask = complement(structure(few))});
        CHECK(by_parts(device));
        auto sums = folds<I64>(lengths, std::plus<I64>(), [](auto e, auto) { return 2 * value_of<I64>(e); });
        for (std::uint64_t i = 0; i < A.nrows(); i += 3) sums.erase(i);
        CHECK(items<I64>(w) == sums);
        mxv(w, plus_times<I64>, A, u, {.mask = structure(few)});
        CHECK_FALSE(by_parts(device));
    }
}

TEST_SUITE_END();
