/// \file test_elements.cpp
/// Single elements: updates one by one and many in a row, before and after operations; sizes that change.
#include "conformance/user_algebra.hpp"
#include "testing/faulty_allocator.hpp"
#include "testing/vectors.hpp"

#include <mergus/mergus.hpp>

#include <random>
#include <thread>

using namespace mergus;
using namespace mergus::tests;
using conformance::poly3;

namespace {

using I32 = std::int32_t;
using I64 = std::int64_t;
using List = std::vector<std::uint64_t>;

} // namespace

TEST_SUITE_BEGIN("vectors");

TEST_CASE("elements: set, removed and read, the last update of a position counts") {
    on_each_backend([](const Context& context) {
        Vector<I32> u(context, 6);
        CHECK_FALSE(u.extract_element(2).has_value());
        u.set_element(2, 5);
        u.set_element(4, 1.0); // a whole number
        u.set_element(2, 6);
        u.remove_element(4);
        u.remove_element(3);
        u.set_element(0, 9);
        CHECK(u.extract_element(2) == 6);
        CHECK_FALSE(u.extract_element(4).has_value());
        CHECK(items<I32>(u) == Items<I32>{{0, 9}, {2, 6}});
        CHECK(u.extract_element(0) == 9);
        u.remove_element(0);
        u.set_element(5, 7);
        CHECK_FALSE(u.extract_element(0).has_value());
        CHECK(u.extract_element(2) == 6); // of the backend, while updates are pending
        double real = 0;
        CHECK(u.extract_element(5, &real, type_of<double>()));
        CHECK(real == 7);
        CHECK(items<I32>(u) == Items<I32>{{2, 6}, {5, 7}});
        u.remove_element(2);
        u.set_element(2, 8);
        CHECK(u.nvals() == 2);
        u.set_element(1, 1);
        u.clear();
        CHECK(u.nvals() == 0);

        auto A = make<I32>(context, 3, 3, {{0, 1, 4}, {2, 2, 5}});
        A.set_element(1, 0, 6);
        A.remove_element(0, 1);
        A.set_element(2, 2, 7);
        CHECK(A.extract_element(2, 2) == 7);
        CHECK_FALSE(A.extract_element(0, 1).has_value());
        CHECK(read<I32>(A) == Entries<I32>{{1, 0, 6}, {2, 2, 7}});
        CHECK(A.extract_element(1, 0) == 6);
        CHECK_FALSE(A.extract_element(0, 0).has_value());
        CHECK(A.extract_element(2, 2) == 7);

        Matrix<poly3> P(context, 2, 2);
        P.set_element(1, 1, poly3{1, 2, 3});
        CHECK(P.extract_element(1, 1)->b == 2);
        CHECK(P.nvals() == 1);
        CHECK(P.extract_element(1, 1)->c == 3);
    });
}

TEST_CASE("elements: updates are part of the object in every kind of operation") {
    on_each_backend([](const Context& context) {
        const auto A = make<I32>(context, 3, 3, {{0, 0, 1}, {1, 1, 2}, {2, 2, 3}});
        const auto with = [&] {
            auto u = make_vector<I32>(context, 3, {{0, 10}, {1, 20}});
            u.remove_element(1);
            u.set_element(2, 30);
            return u;
        };
        const Items<I32> all_of_it{{0, 10}, {2, 30}};
        CHECK(items<I32>(mxv(plus_times<I32>, A, with())) == Items<I32>{{0, 10}, {2, 90}}); // an input
        auto w = make_vector<I32>(context, 3, {{0, 1}, {1, 1}, {2, 1}});
        apply(w, ops::ainv<I32>, make_vector<I32>(context, 3, {{0, 5}, {1, 5}, {2, 5}}), {.mask = with()});
        CHECK(items<I32>(w) == Items<I32>{{0, -5}, {1, 1}, {2, -5}}); // a mask
        auto c = with();
        apply(c, ops::identity<I32>, make_vector<I32>(context, 3, {{0, 1}}), {.accum = ops::plus<I32>});
        CHECK(items<I32>(c) == Items<I32>{{0, 11}, {2, 30}}); // an output
        CHECK(items<I32>(with().dup()) == all_of_it);
        CHECK(items<I32>(with().to(Context("suitesparse"))) == all_of_it);
        CHECK(reduce(plus_monoid<I32>, with()) == 40);
        CHECK(isequal(with(), with()));
        CHECK(to_string(with()).find("(2)  30") != std::string::npos);
        CHECK(with().to_tuples().rows == List{0, 2});
        auto released = with();
        CHECK(released.release_arrays().nvals() == 2);
        auto resized = with();
        resized.resize(2);
        CHECK(items<I32>(resized) == Items<I32>{{0, 10}});
    });
}

TEST_CASE("elements: thousands of random updates agree with a map") {
    on_each_backend([](const Context& context) {
        std::mt19937_64 random(15);
        const std::uint64_t n = 500;
        auto A = Matrix<I64>(context, n, n);
        std::map<std::pair<std::uint64_t, std::uint64_t>, I64> expected;
        const int rounds = is_slow(std::string(context.backend())) ? 2 : 6;
        for (int round = 0; round < rounds; ++round) {
            for (int step = 0; step < 3000; ++step) {
                const std::uint64_t i = random() % 40, j = random() % 40;
                if (random() % 3 == 0) {
                    A.remove_element(i, j);
                    expected.erase({i, j});
                } else {
                    A.set_element(i, j, I64{step});
                    expected[{i, j}] = step;
                }
                if (step % 500 == 0) {
                    const auto found = A.extract_element(i, j);
                    CHECK(found.has_value() == expected.contains({i, j}));
                }
            }
            Entries<I64> entries;
            for (const auto& [p, value] : expected) entries.push_back({p.first, p.second, value});
            CHECK(read<I64>(A) == entries);
        }
    });
}

TEST_CASE("elements: threads that read an object apply its updates once") {
    on_each_backend([](const Context& context) {
        auto u = Vector<I32>::from_dense(context, std::vector<I32>(100, 1));
        for (std::uint64_t i = 0; i < 100; i += 2) u.remove_element(i);
        std::vector<std::uint64_t> counts(4);
        std::vector<std::thread> threads;
        for (auto& count : counts) threads.emplace_back([&] { count = u.nvals(); });
        for (auto& thread : threads) thread.join();
        CHECK(counts == std::vector<std::uint64_t>(4, 50));
    });
}

TEST_CASE("elements: after a failure to apply them, updates are applied by the next call" *
          doctest::test_suite("vectors-emulated")) {
    const std::string backend = "cuda-emulated";
    FaultyAllocator memory(backend);
    {
        const Context context = memory.context();
        auto u = make_vector<I32>(context, 5, {{0, 1}, {1, 2}});
        bool failed = true;
        std::uint64_t failures = 0;
        for (std::uint64_t nth = 1; failed && nth < 500; ++nth) {
            auto v = u.dup();
            v.remove_element(1);
            v.set_element(3, 4);
            memory.fail(nth);
            failed = false;
            try {
                (void)v.nvals();
            } catch (const Error& error) {
                CHECK(error.code() == Code::out_of_memory);
                failed = true;
                ++failures;
            }
            memory.fail(0);
            CHECK(v.extract_element(3) == 4);
            CHECK(items<I32>(v) == Items<I32>{{0, 1}, {3, 4}});
        }
        CHECK(failures > 0);
        CHECK_FALSE(failed);
    }
    CHECK(memory.live == 0);
    CHECK(memory.wrong == 0);
}

TEST_CASE("resize: entries outside are deleted, the others stay, and growing adds none") {
    on_each_backend([](const Context& context) {
        auto u = make_vector<I32>(context, 5, {{0, 1}, {3, 2}, {4, 3}});
        u.resize(4);
        CHECK(u.size() == 4);
        CHECK(items<I32>(u) == Items<I32>{{0, 1}, {3, 2}});
        u.resize(1000);
        CHECK(items<I32>(u) == Items<I32>{{0, 1}, {3, 2}});
        u.set_element(999, 5);
        CHECK(u.nvals() == 3);
        u.resize(0);
        CHECK(u.nvals() == 0);
        auto A = make<I32>(context, 3, 4, {{0, 0, 1}, {0, 3, 2}, {2, 1, 3}});
        A.resize(2, 3);
        CHECK(read<I32>(A) == Entries<I32>{{0, 0, 1}});
        A.resize(5, 6);
        A.set_element(4, 5, 9);
        CHECK(A.nrows() == 5);
        CHECK(A.ncols() == 6);
        CHECK(read<I32>(A) == Entries<I32>{{0, 0, 1}, {4, 5, 9}});
        const auto dense = Vector<I32>::from_dense(context, std::vector<I32>{1, 2, 3});
        auto grown = dense.dup();
        grown.resize(5); // a full vector that is full no longer
        CHECK(items<I32>(grown) == Items<I32>{{0, 1}, {1, 2}, {2, 3}});
        grown.resize(2);
        CHECK(items<I32>(grown) == Items<I32>{{0, 1}, {1, 2}});
    });
}

TEST_CASE("nvals: counted again after each change of the entries") {
    on_each_backend([](const Context& context) {
        auto u = make_vector<I32>(context, 6, {{0, 1}, {3, 2}});
        CHECK((u.nvals() == 2 && u.nvals() == 2));
        u.set_element(1, 5);
        CHECK(u.nvals() == 3);
        u.remove_element(0);
        CHECK(u.nvals() == 2);
        u = apply(ops::abs<I32>, u);
        CHECK(u.nvals() == 2);
        assign(u, no_mask, no_accum, 7);
        CHECK(u.nvals() == 6);
        u.resize(4);
        CHECK(u.nvals() == 4);
        u.clear();
        CHECK(u.nvals() == 0);
        u.build(List{2}, std::vector<I32>{9});
        CHECK(u.nvals() == 1);

        auto A = make<I32>(context, 3, 3, {{0, 1, 4}, {2, 2, 5}});
        CHECK(A.nvals() == 2);
        const CsrArrays arrays = A.release_csr();
        CHECK((arrays.nvals() == 2 && A.nvals() == 0));
        A.build(List{0, 1, 2}, List{1, 2, 0}, std::vector<I32>{1, 1, 1});
        CHECK(A.nvals() == 3);
        MxmPlan plan = mxm_plan(plus_times<I32>, A, A);
        CHECK(plan.result().nvals() == 3);
        plan.run(A, A);
        CHECK(plan.result().nvals() == 3);
        mxm(A, plus_times<I32>, A, A, {.accum = ops::plus<I32>});
        CHECK(A.nvals() == 6);
    });
}

TEST_SUITE_END();
