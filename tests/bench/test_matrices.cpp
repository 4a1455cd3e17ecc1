/// \file test_matrices.cpp
/// The bench's lists of matrices, its generators, and its reports on the choice of methods and on data
/// movement.
#include "data_movement.hpp"
#include "generators.hpp"
#include "load.hpp"
#include "matrix_list.hpp"
#include "methods_report.hpp"
#include "symbolic.hpp"

#include <mergus/error.hpp>

#include <doctest/doctest.h>

#include <algorithm>
#include <numeric>
#include <set>
#include <string>

using namespace mergus::bench;

TEST_SUITE("bench") {

    TEST_CASE("the committed list: names once, sources that exist") {
        std::set<std::string> names;
        for (const MatrixEntry& entry : known_matrices("data")) {
            CAPTURE(entry.name);
            CHECK(names.insert(entry.name).second);
            CHECK((is_generated(entry.source) || entry.source == "data/" + entry.name + ".mtx.gz"));
        }
        CHECK(choose_matrices(known_matrices(""), {"mxm", "mxm"}, {"p5_256"}).size() == 36);
        CHECK_THROWS_AS(choose_matrices(known_matrices(""), {"nothing"}, {}), mergus::Error);
    }

    TEST_CASE("the wide list: two halves of generated matrices, small ones for the ablation") {
        std::set<std::string> sources;
        std::size_t fit = 0, report = 0, ablation = 0;
        for (const MatrixEntry& entry : choose_matrices(known_matrices(""), {"wide"}, {})) {
            CAPTURE(entry.name);
            const auto in = [&](const char* set) {
                return std::find(entry.sets.begin(), entry.sets.end(), set) != entry.sets.end();
            };
            CHECK(is_generated(entry.source));
            CHECK(sources.insert(entry.source).second);
            CHECK(in("wide-fit") != in("wide-report"));
            (in("wide-fit") ? fit : report) += 1;
            if (!in("ablation")) continue;
            ++ablation;
            if (!is_bench_spec(entry.source)) continue; // others take long
            const HostCsr matrix = load(entry.source);
            const HostCsr other = matrix.square() ? HostCsr() : transposed(matrix);
            const std::uint64_t products = products_of(matrix, matrix.square() ? matrix : other);
            CHECK(products >= 100'000);
            CHECK(products <= 60'000'000);
        }
        CHECK(sources.size() >= 120);
        CHECK(fit + 2 >= report);
        CHECK(report + 2 >= fit);
        CHECK(ablation == 60);
    }

    TEST_CASE("generators of the bench") {
        const auto same_pattern = [](const char* a, const char* b) {
            const HostCsr first = load(a), second = load(b);
            return first.ptr == second.ptr && first.cols == second.cols;
        };
        CHECK(same_pattern("stencil:x=6,y=6", "poisson2d5:n=6"));
        CHECK(same_pattern("stencil:x=5,y=5,z=5,box=1", "poisson3d27:n=5"));
        CHECK(same_pattern("holes:n=50,half=4,keep=100", "banded:n=50,half=4"));
        CHECK(same_pattern("stencil:x=50,reach=4", "banded:n=50,half=4"));
        CHECK(same_pattern("blocks:n=50,size=50", "banded:n=50,half=49"));
        CHECK(same_pattern("kronecker:side=2,power=5,each=2", "blocks:n=32,size=32"));
        CHECK_FALSE(same_pattern("holes:n=500,half=4,seed=1", "holes:n=500,half=4,seed=2"));
        CHECK(load("stencil:x=100,y=100,drop=50").nvals() < load("stencil:x=100,y=100").nvals() * 7 / 10);
        CHECK(load("diagonals:n=100,count=1,span=10").nvals() == 100);
        CHECK(load("bipartite:rows=30,cols=7,degree=3,groups=2").ncols == 7);
        CHECK(load("small-world:n=30,near=2,rewire=0").nvals() == 120);
        const auto lengths = [](const HostCsr& matrix) {
            std::vector<std::uint64_t> found;
            for (std::uint64_t row = 0; row < matrix.nrows; ++row)
                found.push_back(matrix.ptr[row + 1] - matrix.ptr[row]);
            return found;
        };
        const auto hyper = lengths(load("hypersparse:rows=1000,cols=1000,every=10,degree=3,match=1"));
        CHECK(std::count(hyper.begin(), hyper.end(), 0) == 900);
        const auto spikes = lengths(load("spikes:n=1000,degree=2,rows=3,cols=0,length=500"));
        CHECK(std::count_if(spikes.begin(), spikes.end(), [](auto n) { return n > 300; }) == 3);
        const auto columns = lengths(transposed(load("spikes:n=1000,degree=2,cols=3,length=500")));
        CHECK(std::count_if(columns.begin(), columns.end(), [](auto n) { return n > 300; }) == 3);
        for (const char* spec :
             {"holes:n=20000,half=40", "diagonals:n=9000,count=5,span=400", "blocks:n=9000,size=30,random=1",
              "bipartite:rows=9000,cols=500,degree=9,groups=4", "small-world:n=9000,near=5",
              "kronecker:side=5,power=4,each=3,star=1", "runs:n=9000,count=3,length=7",
              "hypersparse:rows=9000,cols=800,every=9,degree=5", "stencil:x=50,y=50,z=4,drop=30,reach=2"}) {
            CAPTURE(spec);
            const HostCsr matrix = load(spec);
            REQUIRE(matrix.ptr.size() == matrix.nrows + 1);
            REQUIRE(matrix.ptr.back() == matrix.cols.size());
            std::uint64_t wrong = 0;
            for (std::uint64_t row = 0; row < matrix.nrows; ++row)
                for (std::uint64_t e = matrix.ptr[row]; e < matrix.ptr[row + 1]; ++e)
                    wrong += matrix.cols[e] >= matrix.ncols ||
                             (e > matrix.ptr[row] && matrix.cols[e - 1] >= matrix.cols[e]);
            CHECK(wrong == 0);
        }
        for (const char* spec :
             {"stencil:", "stencil:x=0", "stencil:x=9,colour=1", "holes:n=9,half=2,keep=101",
              "blocks:n=9,size=x", "kronecker:side=10,power=20,each=2", "stencil:x=9,y=0",
              "bipartite:rows=9,cols=2,degree=1,groups=3"}) {
            CAPTURE(spec);
            CHECK_THROWS_AS(static_cast<void>(load(spec)), mergus::Error);
        }
    }

    TEST_CASE("what the report of a product names") {
        mergus::BackendInfo backend;
        backend.methods = {{"mxm", "short_rows", "short rows", ""},
                           {"mxm", "binned", "any product", ""},
                           {"mxm_plan", "others", "short rows of plans", ""}};
        const auto read = [&](const char* reason, const char* method = "binned, unmasked") {
            return read_choice(backend, {"mxm", method, reason});
        };
        CHECK(read("for few", "short_rows, unmasked").method == "short_rows");
        CHECK(read("for few", "short_rows").symbolic.empty());
        CHECK(read("short rows", "row_ranges, 3 of them").method.empty());
        CHECK(read("short rows", "others").method.empty());
        const ProductChoice both =
            read("rows in esc:0,1 hash:2, then esc:0; A iso", "binned, B in blocks of columns, unmasked");
        CHECK(both.method == "binned");
        CHECK(both.symbolic == "esc:0,1 hash:2");
        CHECK(both.numeric == "esc:0");
        CHECK(both.blocks);
        const ProductChoice again = read("rows in esc:0, then esc:1, then hash:0, then hash:1");
        CHECK(again.symbolic == "hash:0");
        CHECK(again.numeric == "hash:1");
        CHECK_FALSE(again.blocks);
        CHECK_FALSE(again.truncated);
        CHECK(read(std::string(sizeof(mergus_report::reason) - 1, 'x').c_str()).truncated);
    }

    TEST_CASE("data movement: every entry once, no cache, and a band in three orders") {
        const HostCsr band = load("banded:n=300,half=3");
        constexpr std::uint64_t entry = 12, all = 1 << 20;
        const Array<std::uint64_t> lengths = row_lengths(band, band);
        const auto a = static_cast<double>(band.nvals()),
                   c = static_cast<double>(std::accumulate(lengths.begin(), lengths.end(), std::uint64_t{0})),
                   products = static_cast<double>(products_of(band, band));
        const DataMovement cached = data_movement(band, entry, all);
        CHECK(cached.bandwidth == 3);
        CHECK(cached.products == products_of(band, band));
        CHECK(cached.lower == 12 * (2 * a + c));
        CHECK(cached.blocks == cached.lower);
        CHECK(cached.kernels == cached.lower + 4 * 2 * a);
        CHECK(cached.uncached == 12 * (a + c + products) + 4 * (a + products));
        const DataMovement tiny = data_movement(band, entry, entry); // no row of B fits
        CHECK(tiny.lower == cached.lower);
        CHECK(tiny.blocks == 12 * (a + c + products));
        CHECK(tiny.kernels == tiny.uncached);
        // Rows of B that the cache keeps: those of seven rows of A, then one less.
        CHECK(data_movement(band, entry, 49 * entry).kernels <
              data_movement(band, entry, 30 * entry).kernels);

        const HostCsr shuffled = permuted(band, random_order(300, 5));
        const DataMovement random = data_movement(shuffled, entry, 300 * entry),
                           given = data_movement(band, entry, 300 * entry);
        CHECK(random.bandwidth > 100);
        CHECK(random.lower == given.lower);
        CHECK(random.products == given.products);
        CHECK(random.uncached == given.uncached);
        CHECK(random.blocks > 1.5 * given.blocks);
        CHECK(random.kernels > 1.5 * given.kernels);
        if (const std::optional<Order> rcm = rcm_order(shuffled)) {
            const DataMovement restored = data_movement(permuted(shuffled, *rcm), entry, 300 * entry);
            CHECK(restored.bandwidth <= 6);
            CHECK(restored.blocks < 1.1 * given.blocks);
        }
        if (random.hypergraph) CHECK(*random.hypergraph < 0.8 * random.blocks);
        if (const std::optional<Order> parts = partitioned_rows(shuffled, shuffled, 4)) {
            Order sorted = *parts;
            std::sort(sorted.begin(), sorted.end());
            for (std::uint32_t row = 0; row < 300; ++row) CHECK(sorted[row] == row);
        }
    }

} // TEST_SUITE
