/// \file test_generate_specs.cpp
/// Generators by name: a spec gives the matrix of the function, and errors list the valid specs.
#include <mergus/generate.hpp>
#include <mergus/io.hpp>

#include "generate_testing.hpp"

#include <doctest/doctest.h>

#include <algorithm>
#include <string>

namespace {

namespace generate = mergus::generate;
using mergus::Csr;
using mergus::tests::failure;
using mergus::tests::sum_of;

std::string spec_failure(const std::string& spec) {
    return failure([&] { generate::from_spec(spec); });
}

} // namespace

TEST_SUITE_BEGIN("generate");

TEST_CASE("a spec gives the same matrix as the function") {
    const auto same = [](const std::string& spec, const Csr& csr) {
        CAPTURE(spec);
        CHECK(generate::is_spec(spec));
        CHECK(sum_of(generate::from_spec(spec)) == sum_of(csr));
    };
    generate::Rmat rmat;
    rmat.scale = 7;
    same("rmat:scale=7", generate::rmat(rmat));
    same("rmat:seed=4,permute=false,symmetric=false,c=0.1,b=0.2,a=0.3,ef=2.5,scale=6",
         generate::rmat({6, 2.5, 0.3, 0.2, 0.1, false, false, 4}));
    same("er:rows=100,degree=3", generate::er(100, 100, 3));
    same("er:rows=100,cols=50,degree=2.5,seed=8", generate::er(100, 50, 2.5, 8));
    same("er:rows=100,cols=rows,degree=3", generate::er(100, 100, 3));
    same("poisson2d5:n=6", generate::poisson2d5(6));
    same("poisson2d9:n=6", generate::poisson2d9(6));
    same("poisson3d7:n=6", generate::poisson3d7(6));
    same("poisson3d27:n=6", generate::poisson3d27(6));
    same("banded:n=60,half=4,seed=2", generate::banded(60, 4, 2));
    same("banded-permuted:n=60,half=4", generate::banded_permuted(60, 4));
    same("barabasi-albert:n=60,edges=2", generate::barabasi_albert(60, 2));
    same("watts-strogatz:n=60,degree=4", generate::watts_strogatz(60, 4, 0.1));
    same("watts-strogatz:n=60,degree=4,rewired=0.5,seed=3", generate::watts_strogatz(60, 4, 0.5, 3));
    same("planted-partition:n=60,groups=3,inside=4,outside=1", generate::planted_partition(60, 3, 4, 1));
    same("random-geometric:n=60,degree=4,seed=2", generate::random_geometric(60, 4, 2));
    same("lfr", generate::lfr({}));
    same("lfr:n=500,mu=0.3,degree=8,max-degree=30,degree-exponent=2.5,min-community=10,max-community=40,"
         "community-exponent=1.5,seed=4",
         generate::lfr({500, 0.3, 8, 30, 2.5, 10, 40, 1.5, 4}));
    same("grid:sides=7", generate::grid({7}));
    same("grid:sides=6x5x4,periodic=true", generate::grid({6, 5, 4}, true));
    same("powerlaw:rows=60,degree=4", generate::powerlaw(60, 60, 4));
    same("powerlaw:rows=60,cols=50,degree=4,exponent=3,seed=2", generate::powerlaw(60, 50, 4, 3, 2));

    CHECK(generate::is_spec("rmat:"));
    CHECK(generate::is_spec("rmat"));
    CHECK(generate::is_spec("er")); // though its parameters are missing
    CHECK_FALSE(generate::is_spec("rmat.mtx"));
    CHECK_FALSE(generate::is_spec("./rmat"));
    CHECK_FALSE(generate::is_spec("file.mtx"));
    CHECK_FALSE(generate::is_spec("RMAT:scale=3"));
    CHECK_FALSE(generate::is_spec(""));
    CHECK(generate::names().front() == "rmat");
    for (const std::string_view name : generate::names()) CHECK(generate::is_spec(name));
}

TEST_CASE("the error for a wrong spec names the valid ones") {
    const std::string er = "; expected er:rows=…,cols=rows,degree=…,seed=1";
    CHECK(spec_failure("er:rows=10") == "INVALID_VALUE: generate: er: 'degree' is missing" + er);
    CHECK(spec_failure("er:rows=10,deg=3") == "INVALID_VALUE: generate: er: unknown key 'deg'" + er);
    CHECK(spec_failure("er:rows=10,degree") == "INVALID_VALUE: generate: er: 'degree' has no value" + er);
    CHECK(spec_failure("er:rows=,degree=1") == "INVALID_VALUE: generate: er: 'rows' has no value" + er);
    CHECK(spec_failure("er:rows=1,degree=1,rows=2") ==
          "INVALID_VALUE: generate: er: 'rows' is given twice" + er);
    CHECK(spec_failure("er:rows=1e3,degree=1") ==
          "INVALID_VALUE: generate: er: rows is '1e3', not an integer from 0 to 2^64 - 1" + er);
    CHECK(spec_failure("er:rows=-1,degree=1").find("rows is '-1', not") != std::string::npos);
    CHECK(spec_failure("grid:sides=3x") ==
          "INVALID_VALUE: generate: grid: sides is '3x', not integers with an x between them; expected "
          "grid:sides=…,periodic=0");
    CHECK(spec_failure("grid:sides=3x-1").find("sides is '3x-1', not") != std::string::npos);
    CHECK(spec_failure("er:rows=1,,degree=1").find("unknown key ''") != std::string::npos);
    CHECK(spec_failure("er:rows=10,degree=x") ==
          "INVALID_VALUE: generate: er: degree is 'x', not a number" + er);
    CHECK(spec_failure("er:rows=10,degree=11") ==
          "INVALID_VALUE: generate: er: degree must be from 0 to cols");
    CHECK(spec_failure("rmat:permute=maybe")
              .starts_with("INVALID_VALUE: generate: rmat: permute is 'maybe', not 0, 1, false or true; "
                           "expected rmat:scale=16,ef=16,"));
    CHECK(spec_failure("rmat:scale=4294967300").starts_with("INVALID_VALUE: generate: rmat: scale must be"));
    CHECK(spec_failure("poisson:n=3") ==
          "INVALID_VALUE: generate: unknown generator 'poisson'; known: "
          "rmat, er, poisson2d5, poisson2d9, "
          "poisson3d7, poisson3d27, banded, banded-permuted, powerlaw, "
          "barabasi-albert, watts-strogatz, planted-partition, random-geometric, lfr, grid");
    CHECK(spec_failure("").find("unknown generator ''") != std::string::npos);
    const std::string help = generate::spec_help();
    CHECK(std::count(help.begin(), help.end(), '\n') == 15);
    CHECK(help.find("banded-permuted:n=…,half=…,seed=1  ") != std::string::npos);
}

TEST_SUITE_END();
