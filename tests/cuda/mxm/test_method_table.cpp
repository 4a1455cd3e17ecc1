/// \file test_method_table.cpp
/// The table of methods that make products: each one makes some product where it is named, with the oracle's
/// result, and the product is the same without it.
#include "cuda/mxm/forced.hpp"
#include "mxm/accumulators/accumulator.hpp"
#include "mxm/method.hpp"
#include "testing/csr.hpp"

#include <mergus/mergus.hpp>

#include <doctest/doctest.h>

#include <set>
#include <string>
#include <vector>

namespace tuning = mergus::cuda::tuning;
namespace accumulators = mergus::cuda::accumulators;
using mergus::cuda::Accumulator;
using mergus::cuda::ProductMethod;
using mergus::cuda::product_methods::all;
using mergus::tests::Forced;
using mergus::tests::with_integers;

namespace {

struct Factors {
    const char *A, *B;
    bool masked; ///< by the pattern of A, which then is square
};

// Bands, stencils, skewed and short rows, few rows, a diagonal, each with a mask where that makes sense.
constexpr Factors products[] = {
    {"banded:n=150,half=6", "banded:n=150,half=6", false},
    {"banded:n=150,half=6", "banded:n=150,half=6", true},
    {"poisson3d27:n=6", "poisson3d27:n=6", false},
    {"rmat:scale=7,ef=6,seed=3", "rmat:scale=7,ef=6,seed=3", false},
    {"rmat:scale=7,ef=6,seed=3", "rmat:scale=7,ef=6,seed=3", true},
    {"er:rows=200,degree=2,seed=1", "er:rows=200,degree=2,seed=2", false},
    {"er:rows=200,degree=2,seed=1", "er:rows=200,degree=2,seed=2", true},
    {"banded:n=128,half=0", "rmat:scale=7,ef=6,seed=3", false},
    {"er:rows=4,cols=90,degree=30", "er:rows=90,cols=3000,degree=40", false},
};

mergus::Tuples multiply(const mergus::Context& context, const Factors& factors) {
    using Matrix = mergus::Matrix<double>;
    const Matrix A = Matrix::from_csr(context, with_integers(mergus::generate::from_spec(factors.A))),
                 B = Matrix::from_csr(context, with_integers(mergus::generate::from_spec(factors.B)));
    Matrix C(context, A.nrows(), B.ncols());
    if (factors.masked)
        mergus::mxm(C, mergus::plus_times<double>, A, B, {.mask = mergus::structure(A)});
    else
        mergus::mxm(C, mergus::plus_times<double>, A, B);
    return C.to_tuples();
}

bool equal(const mergus::Tuples& a, const mergus::Tuples& b) {
    return a.rows == b.rows && a.cols == b.cols && a.reals == b.reals;
}

} // namespace

TEST_SUITE_BEGIN("plan");

TEST_CASE("every method makes the right product where it is named, and products are right without it") {
    const mergus::Context cpu("suitesparse");
    std::vector<mergus::Tuples> wanted;
    for (const Factors& factors : products) wanted.push_back(multiply(cpu, factors));
    for (const ProductMethod* method : all) {
        const std::string name(method->name);
        CAPTURE(name);
        std::string said;
        bool made = false;
        {
            const Forced device(name, said);
            for (std::size_t p = 0; p < wanted.size(); ++p) {
                INFO(products[p].A << " " << products[p].masked);
                CHECK(equal(multiply(device.context(), products[p]), wanted[p]));
                made = made || device.method().starts_with(method->text);
            }
        }
        CHECK(made);
        if (method == all.back()) continue;
        const Forced without("-" + name, said);
        for (std::size_t p = 0; p < wanted.size(); ++p) {
            INFO(products[p].A << " " << products[p].masked);
            CHECK(equal(multiply(without.context(), products[p]), wanted[p]));
        }
    }
}

TEST_CASE("a name allows its method, and a minus in front of it all others") {
    for (const ProductMethod* method : all) {
        const std::string name(method->name);
        CAPTURE(name);
        CHECK_FALSE(std::string(method->summary).empty());
        const tuning::Choice with = tuning::Choice::parse(name), without = tuning::Choice::parse("-" + name);
        CHECK(with.given());
        CHECK_FALSE(without.given());
        for (const ProductMethod* other : all) {
            const bool same = std::string(other->name) == method->name, last = other == all.back();
            CHECK(with.allows(*other) == (same || last));
            CHECK(without.allows(*other) == (!same || last));
        }
    }
    for (const Accumulator* accumulator : accumulators::all) {
        const tuning::Choice without = tuning::Choice::parse("-" + std::string(accumulator->name));
        for (const Accumulator* other : accumulators::all)
            CHECK(without.has(*other) == (other != accumulator));
    }
    for (const char* text : {"-", "-heap", "--hash", "-hash:1"}) {
        CAPTURE(text);
        CHECK_THROWS_AS(tuning::Choice::parse(text), mergus::Error);
    }
}

TEST_SUITE_END();
