/// \file test_masked_dot.cpp
/// Products under a mask as dot products: sets of warps and of blocks, as bitmaps and as hash tables in one
/// part and in several, masks sparser and denser than the operands, the symmetric pass, one pass and two,
/// products that are counted, wide indices.
#include "product_shapes.hpp"
#include "testing/scratch.hpp"

using namespace mergus;
using namespace mergus::tests;
using mergus_tests::traces;
using mergus_tests::wide_traces;

namespace {

const Method dot{"masked_dot", {"masked_dot"}}, counted{"masked_dot", {facts::counted, "masked_dot"}},
    one_pass{"masked_dot", {facts::one_pass, "masked_dot"}},
    in_order{"masked_dot", {facts::k_in_order, "masked_dot"}};

Operands with_transposed_b(const Operands& given) {
    return {given.A, transposed(given.B), given.M};
}

/// With plain and with transposed operands.
void check(const AnySemiring& semiring, const Operands& given, Descriptor how = DESC_S,
           const Method& method = dot) {
    tests::check(method, semiring, given, how);
    tests::check(method, semiring, {transposed(given.A), transposed(given.B), given.M},
                 how | DESC_T0 | DESC_T1);
}

} // namespace

TEST_SUITE_BEGIN("masked-dot");

TEST_CASE("masked dot: equal products of complex numbers with an infinite part") {
    using Complex = complex<double>;
    const Csr graph =
        csr_where(40, 40, [](std::uint64_t i, std::uint64_t j) { return (i + 3 * j) % 4 == 0; });
    const auto values = [&](const Context& context) {
        const auto pattern = Matrix<bool>::from_csr(context, graph);
        const auto A = [&](Complex value) {
            Matrix<Complex> made(context, graph.nrows, graph.ncols);
            assign(made, structure(pattern), no_accum, value);
            return made;
        };
        const double infinite = std::numeric_limits<double>::infinity();
        const auto C = mxm(plus_first<Complex>, A({infinite, 1}), A({1, 0}), {.mask = structure(pattern)});
        Entries<Complex> entries = read<Complex>(C);
        return entries;
    };
    const auto expected = values(Context("suitesparse"));
    for (const std::string& backend : devices_under_test()) {
        CAPTURE(backend);
        const cuda::testing::Variable forced("MERGUS_CUDA_MXM", "masked_dot");
        const auto found = values(Context(backend));
        REQUIRE(found.size() == expected.size());
        for (std::size_t e = 0; e < found.size(); ++e) {
            CHECK(std::isnan(found[e].value.real()) == std::isnan(expected[e].value.real()));
            CHECK(std::isnan(found[e].value.imag()) == std::isnan(expected[e].value.imag()));
        }
    }
}

TEST_CASE("masked dot: masks by value, sparser and denser than the operands") {
    Operands some = masked(70, 90, 80);
    some.M = with_zeros(*some.M);
    check(traces, some, {});
    check(min_plus<double>, some, {});
    check(min_plus<double>, some);
    some.M = uneven_matrix(type_of<bool>(), 70, 90, everywhere);
    check(traces, some);
    some.M = uneven_matrix(type_of<bool>(), 70, 90, [](auto i, auto j) { return (i * 90 + j) % 97 == 5; });
    check(min_plus<double>, some);
}

TEST_CASE("masked dot: sets of blocks, as bitmaps") {
    const Operands large = masked(24, 70, 1500, 20);
    check(traces, large);
    check(min_plus<double>, large);
    check(plus_pair<std::int64_t>, large);
    // A row of the mask of more entries than a block takes at a time.
    const auto first = [](auto i, auto j) { return i == 0 && j % 2 == 0; };
    check(min_plus<double>, {uneven_matrix(type_of<double>(), 2, 700, first),
                             uneven_matrix(type_of<double>(), 700, 2000, skewed(5, 1)),
                             uneven_matrix(type_of<bool>(), 2, 2000, everywhere)});
}

TEST_CASE("masked dot: sets of blocks, as hash tables") {
    // Columns k too many for a bitmap in shared memory. The first row of A needs two parts of a table.
    constexpr std::uint64_t far = 3'000'017;
    Operands some{{type_of<double>(), 3, far, {}},
                  {type_of<double>(), far, 40, {}},
                  uneven_matrix(type_of<bool>(), 3, 40, everywhere)};
    for (std::uint64_t e = 0; e < 9000; ++e) {
        const std::uint64_t k = e * 331 + e % 7;
        some.A.set(0, k, uneven_value(type_of<double>(), e));
        if (e % 17 == 0) some.A.set(1, k, uneven_value(type_of<double>(), e + 3));
        if (e % 5 < 2)
            for (std::uint64_t j = e % 3; j < 40; j += 9)
                some.B.set(k, j, uneven_value(type_of<double>(), e + j));
    }
    check(traces, some);
    check(wide_traces, some);
    check(min_plus<double>, some);
}

TEST_CASE("masked dot: columns k and j of 64 bits") {
    const cuda::testing::Variable rows("MERGUS_CUDA_STORAGE",
                                       "csr"); // no lists of the columns that have entries
    constexpr std::uint64_t wide = std::uint64_t{1} << 36;
    const Operands small = masked(40, 400, 400, 8);
    // B and the mask are not transposed here where a matrix of 2³⁶ rows would be.
    const Operands far{moved(small.A, 40, wide, 0, wide - 400),
                       moved(transposed(small.B), 400, wide, 0, wide - 400), small.M};
    tests::check(dot, traces, far, DESC_S | DESC_T1);
}

TEST_CASE("masked dot: one symmetric pattern") {
    const auto undirected = [](std::uint64_t i, std::uint64_t j) {
        const std::uint64_t low = std::min(i, j), high = std::max(i, j);
        return (low * 7919 + high * 31) % 13 == 0 || low % 40 == 3; // with loops
    };
    for (const bool symmetric : {true, false}) {
        reference::Matrix graph = uneven_matrix(type_of<bool>(), 600, 600, undirected);
        if (!symmetric) graph.entries.erase(std::next(graph.entries.begin(), 100));
        for (const std::string& backend : devices_under_test()) {
            CAPTURE(backend);
            const Context context = shuffled(backend, "masked_dot", 7);
            const AnyMatrix A = upload(context, graph);
            for (const Descriptor turn : {Descriptor{}, DESC_T1}) {
                Matrix<std::int64_t> C(context, 600, 600);
                mxm(C, A, no_accum, plus_pair<std::int64_t>, A, A, DESC_S | turn);
                CHECK(bits_of(C) == naive(plus_pair<std::int64_t>, {graph, graph, graph}, DESC_S | turn));
            }
        }
    }
}

TEST_CASE("masked dot: equal products are counted") {
    const Operands large = masked(24, 70, 1500, 20); // more products of an entry than int8 holds
    check(plus_pair<std::int8_t>, large, DESC_S, counted);
    check(plus_pair<std::uint64_t>, large, DESC_S, counted);
    check(plus_pair<float>, large, DESC_S, counted);
    check(plus_pair<double>, large, DESC_S | DESC_DETERMINISTIC, counted);
    check(any_pair<bool>, large, DESC_S, counted);
    check(any_pair<std::int16_t>, masked(70, 90, 80), {}, counted);
}

TEST_CASE("masked dot: products are counted in one pass, by blocks of columns and by entries") {
    const auto all = uneven_matrix(type_of<bool>(), 24, 40, everywhere);
    const Operands close{
        uneven_matrix(type_of<double>(), 24, 1500, [](auto i, auto k) { return (i * 7 + k) % 4 < 2; }),
        uneven_matrix(type_of<double>(), 1500, 40, [](auto k, auto j) { return (k + j * 3) % 8 < 4; }), all};
    // As many blocks as entries.
    const Operands apart{
        uneven_matrix(type_of<double>(), 24, 9000, [](auto i, auto k) { return k % 40 == i % 3; }),
        uneven_matrix(type_of<double>(), 9000, 40,
                      [](auto k, auto j) { return k % 40 == j % 3 && (k / 40 + j) % 5 != 0; }),
        all};
    for (const Operands& given : {close, apart})
        for (const AnySemiring& semiring : {AnySemiring(plus_pair<std::int8_t>),
                                            AnySemiring(plus_pair<double>), AnySemiring(any_pair<bool>)})
            tests::check({"masked_dot", {facts::counted, facts::one_pass}}, semiring,
                         with_transposed_b(given), DESC_S | DESC_T1);
}

TEST_CASE("masked dot: products of iso operands are counted") {
    Operands some = masked(24, 70, 1500, 20, type_of<std::int16_t>(), type_of<std::int16_t>());
    const auto same = [](reference::Matrix& matrix, std::int16_t value) {
        for (auto& [place, entry] : matrix.entries) std::memcpy(entry.value.data(), &value, sizeof value);
    };
    same(some.A, 7);
    same(some.B, -3);
    const cuda::testing::Variable keep("MERGUS_CUDA_DERIVED", "all"); // finds that values are equal
    tests::check(counted, plus_times<std::int16_t>, some, DESC_S);
    tests::check(counted, plus_first<std::int16_t>, some, DESC_S);
    tests::check(counted, plus_second<std::int16_t>, some, DESC_S);
    tests::check(counted, max_plus<std::int16_t>, some, DESC_S);
    tests::check(counted, min_firstj<std::int64_t>, some, DESC_S, Used::no);
    tests::check(counted, times_plus<std::int16_t>, some, DESC_S, Used::no);
}

TEST_CASE("masked dot: counted products of integers wrap around") {
    for (const mergus_type* const type : {type_of<std::int32_t>(), type_of<std::uint16_t>()}) {
        Operands some = masked(24, 70, 80, 20, type, type);
        for (reference::Matrix* const factor : {&some.A, &some.B})
            for (auto& [place, entry] : factor->entries) std::memset(entry.value.data(), 0x7f, type->size);
        const AnySemiring first = type == type_of<std::int32_t>() ? AnySemiring(plus_first<std::int32_t>)
                                                                  : AnySemiring(plus_first<std::uint16_t>);
        const cuda::testing::Variable keep("MERGUS_CUDA_DERIVED", "all"); // finds that values are equal
        tests::check(counted, first, some, DESC_S);
    }
}

TEST_CASE("masked dot: deterministic sums of ones are counted where the type holds every count") {
    // A sum of ones in 32 bits stays at 2^24, whatever is added.
    const auto check_terms = [](const Method& method, const AnySemiring& semiring, std::uint64_t terms) {
        Operands some{
            {type_of<double>(), 20, terms, {}},
            {type_of<double>(), terms, 20, {}},
            uneven_matrix(type_of<bool>(), 20, 20, [](auto i, auto j) { return (i + j) % 3 != 0; })};
        for (std::uint64_t i = 0; i < 20; ++i)
            for (const std::uint64_t k : {i % 4, terms / 2 + i % 3, terms - 1 - i % 2}) {
                some.A.set(i, k, uneven_value(some.A.type, i + k));
                some.B.set(k, i, uneven_value(some.B.type, i + 3 * k));
            }
        tests::check(method, semiring, with_transposed_b(some), DESC_S | DESC_DETERMINISTIC | DESC_T1);
    };
    constexpr std::uint64_t held = 1 << 24;
    check_terms(counted, plus_pair<float>, held);
    check_terms(in_order, plus_pair<float>, held + 1);
    check_terms(counted, plus_pair<double>, held + 1);
    check_terms(counted, plus_pair<std::int8_t>, held + 1);
}

TEST_CASE("masked dot: the work is estimated from all samples, on small devices too") {
    // 20000 samples; a grid of the emulated device, which has one multiprocessor, has 8192 threads at most.
    const Csr ring = csr_where(5000, 5000, [](auto i, auto j) { return (j + 5000 - i) % 5000 < 4; });
    for (const std::string& backend : devices_under_test()) {
        CAPTURE(backend);
        Report found;
        const Context context = shuffled(backend, "masked_dot", 3, reporting(found, {}, "mxm"));
        const auto A = Matrix<double>::from_csr(context, ring);
        const auto C = mxm(plus_times<double>, A, A, {.mask = structure(A), .transpose_b = true});
        CHECK(C.nvals() == 20000);
        CHECK(found.by("masked_dot"));
        CHECK(found.work == 4 * 20000);
    }
}

TEST_CASE("masked dot: B transposed in one pass, and in two where its columns are long") {
    const Operands long_columns{
        uneven_matrix(type_of<double>(), 30, 700, [](auto i, auto k) { return k % 233 == i % 5; }),
        uneven_matrix(type_of<double>(), 700, 40, [](auto k, auto j) { return k % 3 != j % 4; }),
        uneven_matrix(type_of<bool>(), 30, 40, everywhere)};
    tests::check(one_pass, traces, with_transposed_b(masked(70, 90, 80)), DESC_S | DESC_T1);
    tests::check(one_pass, traces, with_transposed_b(long_columns), DESC_S | DESC_T1, Used::no);
}

TEST_CASE("masked dot: long runs of empty rows of the mask") {
    Operands sparse = masked(3000, 90, 80);
    for (const std::uint64_t distance : {3, 40, 211}) {
        sparse.M = uneven_matrix(type_of<bool>(), 3000, 90,
                                 [=](auto i, auto j) { return i % distance == 2 && (i * 7 + j) % 23 < 2; });
        check(min_plus<double>, sparse);
        check(plus_pair<std::int64_t>, sparse);
    }
}

TEST_SUITE_END();
