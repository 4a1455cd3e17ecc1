/// \file test_row_folds_costs.cpp
/// Folds of rows by equal parts: launches, waits, deterministic bits, and failed allocations.
#include "row_folds_testing.hpp"
#include "testing/faulty_allocator.hpp"

#include <functional>
#include <map>
#include <string>
#include <utility>
#include <vector>

using namespace mergus;
using namespace mergus::tests;
using namespace mergus::tests::folds_of_rows;

TEST_SUITE_BEGIN("row-folds");

TEST_CASE("folds of rows: one launch, two if rows are split, and no wait where the parts are known") {
    on_devices([&](const Context& context) {
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
    });
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
            const Context context = allocator.context();
            const Matrix<I64> A = matrix_of<I64>(context, shapes()[8], false);
            Vector<I64> u(context, A.ncols());
            assign(u, I64{1});
            for (const bool is_product : {false, true})
                fail_each_allocation(allocator, context, [&](const auto& attempt) {
                    Vector<I64> w(context, A.nrows());
                    assign(w, I64{4});
                    const auto before = items<I64>(w);
                    const bool done = attempt([&] {
                        if (is_product)
                            mxv(w, plus_times<I64>, A, u);
                        else
                            reduce(w, plus_monoid<I64>, A);
                    });
                    CHECK(items<I64>(w) == (done ? sums : before));
                });
        }
}

TEST_SUITE_END();
