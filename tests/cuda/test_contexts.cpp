/// \file test_contexts.cpp
/// Lifetime of device contexts: contexts released while their work is running, and arrays freed by other
/// threads.
#include "testing/device_testing.hpp"

#include <mergus/mergus.hpp>

#include <chrono>
#include <thread>

using namespace mergus;
using namespace mergus::tests;

namespace {

/// Rounds of a case, limited to 15 seconds after the tenth: a context costs several waits for the device.
class Rounds {
public:
    explicit Rounds(const std::string& backend) : most_(is_slow(backend) ? 20 : 1000) {}
    /// Whether there is another round. \param round from 0
    [[nodiscard]] bool more(unsigned round) const {
        return round < 10 || (round < most_ && std::chrono::steady_clock::now() < end_);
    }

private:
    unsigned most_;
    std::chrono::steady_clock::time_point end_ = std::chrono::steady_clock::now() + std::chrono::seconds(15);
};

Csr graph(const std::string& backend) {
    const std::uint64_t n = is_slow(backend) ? 60 : 1500;
    return csr_where(n, n, [=](std::uint64_t i, std::uint64_t j) { return (i * 7 + j * 3) % (n / 12) == 0; });
}

/// Starts work and does not wait for the last operation.
Matrix<double> work(const Matrix<double>& A) {
    Matrix<double> C(A.context(), A.nrows(), A.nrows());
    mxm(C, no_mask, no_accum, plus_times<double>, A, A);
    transpose(C, no_mask, ops::plus<double>, C);
    return C;
}

} // namespace

TEST_SUITE_BEGIN("contexts");

TEST_CASE("contexts: dropped many times while their work is running") {
    for (const std::string& backend : devices_under_test()) {
        CAPTURE(backend);
        const Csr csr = graph(backend);
        const Context last(backend);
        const Entries<double> expected = read<double>(work(Matrix<double>::from_csr(last, csr)));
        const Rounds rounds(backend);
        for (unsigned t = 0; rounds.more(t); ++t) {
            const Context context(backend);
            const auto A = Matrix<double>::from_csr(context, csr);
            const Matrix<double> C = work(A);
            CHECK(C.nvals() == expected.size());
            if (t % 100 == 0) {
                const bool same = read<double>(work(A)) == expected;
                CHECK(same);
            }
        }
        const bool same = read<double>(work(Matrix<double>::from_csr(last, csr))) == expected;
        CHECK(same);
    }
}

TEST_CASE(
    "contexts: arrays are given back by another thread, while their context works and when it is gone") {
    for (const std::string& backend : devices_under_test()) {
        CAPTURE(backend);
        const Csr csr = graph(backend);
        Entries<double> expected;
        const Rounds rounds(backend);
        for (unsigned t = 0; rounds.more(t); ++t) {
            std::vector<CsrArrays> early, late;
            const auto give_back = [](std::vector<CsrArrays>& list) { list.clear(); };
            {
                const Context context(backend);
                const auto A = Matrix<double>::from_csr(context, csr);
                for (int i = 0; i < 4; ++i) {
                    early.push_back(A.dup().release_csr());
                    late.push_back(work(A).release_csr());
                }
                std::thread other([&] { give_back(early); });
                const Matrix<double> C = work(A);
                other.join();
                if (t == 0) expected = read<double>(C);
                if (t % 100 == 0) {
                    const bool same = read<double>(work(A)) == expected;
                    CHECK(same);
                }
            }
            std::thread([&] { give_back(late); }).join();
        }
    }
}

TEST_SUITE_END();
