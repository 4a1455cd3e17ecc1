/// \file test_conformance.cpp
/// The covering set of every operation on every backend under test. MERGUS_TEST_CASES limits the number of
/// cases of each group, for slow devices.
#include "testing/backends_under_test.hpp"

#include <mergus/conformance.hpp>

#include <doctest/doctest.h>

#include <cstdlib>
#include <string>

using namespace mergus;

namespace {

void conform(const std::vector<std::string>& operations) {
    REQUIRE_FALSE(tests::backends_under_test().empty());
    for (const std::string& backend : tests::backends_under_test()) {
        const Context context(backend);
        conformance::Options options;
        options.operations = operations;
        options.oracle = conformance::default_oracle(context);
        if (tests::is_slow(backend)) options.size = "smoke";
        if (const char* limit = std::getenv("MERGUS_TEST_CASES")) options.cases = std::stoul(limit);
        const conformance::Summary summary = conformance::run(context, options);
        const std::string report = summary.text();
        INFO(report);
        CHECK(summary.failures.empty());
        CHECK(summary.missing.empty());
        CHECK(summary.cases > 0);
        CHECK((summary.complete || options.cases > 0));
        MESSAGE(report << summary.table);
    }
}

} // namespace

TEST_SUITE_BEGIN("conformance-mxm");
TEST_CASE("conformance: mxm") {
    conform({"mxm"});
}
TEST_SUITE_END();

TEST_SUITE_BEGIN("conformance-machinery");
/// GraphBLAS 7.4 gave a wrong result for each of these.
TEST_CASE("conformance: cases that once found errors pass") {
    const std::vector<std::string> cases = {
        // −0 in a mask by value is false
        "op=assign_scalar type=int32 mask=value indices=all dims=1,1,2 C=int32[] M=fp64[0,0:-0;0,1:nan] "
        "scalar=int32[0,0:1]",
        // the diagonal's number plus y
        "op=apply_index algebra=diagindex type=int64 dims=3,1,3 C=int64[] A=fp32[0,2:1;2,0:1] "
        "scalar=int64[0,0:4]",
        // an inner dimension of 0 gives no entries
        "op=mxm algebra=blocks type=own mask=value shape=zero_inner dims=9,0,8 C=block4[] "
        "M=uint64[8,1:5;8,5:4]",
        "op=mxm algebra=any_pair type=int16 a_type=block4 b_type=poly3 c_type=bool shape=zero_inner "
        "tran_b=yes "
        "dims=1,0,1 C=bool[] A=block4[] B=poly3[]",
        // an accumulation under a full mask, into an empty output
        "op=mxm algebra=min_plus type=uint8 alias=C=A a_type=int64 c_type=int64 accum=times mask=value "
        "shape=dense "
        "tran_a=yes tran_b=yes seed=4",
        // indices of the product, when most rows are empty
        "op=mxm algebra=any_secondj type=int32 tran_b=yes dims=8,11,11 C=int32[] A=int32[7,7:3] "
        "B=int32[3,7:0]",
        "op=mxm algebra=min_firsti type=int32 tran_b=yes shape=one_inner dims=32,1,26 C=int32[] "
        "A=int32[31,0:1] "
        "B=int32[25,0:6]",
        // an entry of one transposed input alone is cast to the result's type, not to the operator's first
        "op=ewise_add algebra=gt type=uint64 a_type=fp32 c_type=fp32 tran_a=yes dims=2,1,2 C=fp32[] "
        "A=fp32[0,1:0.25] B=uint64[]",
        // one matrix as both inputs, whose types differ in the operator
        "op=ewise_add algebra=distance_to type=own alias=A=B a_type=fp32 b_type=fp32 c_type=fp32 dims=1,1,16 "
        "C=fp32[] A=fp32[0,15:3]",
        // one matrix as both inputs and the mask
        "op=ewise_add algebra=second type=fp32 alias=C=M=A=B a_type=int8 b_type=int8 c_type=int8 "
        "mask=structural "
        "dims=12,1,9 A=int8[7,2:4;11,8:1]",
    };
    REQUIRE_FALSE(tests::backends_under_test().empty());
    for (const std::string& backend : tests::backends_under_test()) {
        const Context context(backend);
        for (const std::string& line : cases) {
            conformance::Options options;
            options.replay = line;
            options.size = "smoke";
            options.oracle = conformance::default_oracle(context);
            const conformance::Summary summary = conformance::run(context, options);
            const std::string report = summary.text();
            INFO(report);
            CHECK(summary.failures.empty());
            CHECK(summary.cases + summary.unsupported == 1);
        }
    }
}
TEST_SUITE_END();

TEST_SUITE_BEGIN("conformance-matrices");
TEST_CASE("conformance: transpose, assign, extract, build, diagonals, elements") {
    conform({"transpose", "assign", "assign_scalar", "extract", "build", "kronecker", "diag", "extract_diag",
             "elements", "resize"});
}
TEST_SUITE_END();

TEST_SUITE_BEGIN("conformance-apply");
TEST_CASE("conformance: select and apply") {
    conform({"select", "apply", "apply_first", "apply_second", "apply_index"});
}
TEST_SUITE_END();

TEST_SUITE_BEGIN("conformance-ewise");
TEST_CASE("conformance: ewise and reductions") {
    conform({"ewise_add", "ewise_mult", "reduce_rows", "reduce_scalar"});
}
TEST_SUITE_END();

TEST_SUITE_BEGIN("conformance-mxv");
TEST_CASE("conformance: mxv and vxm") {
    conform({"mxv", "vxm"});
}
TEST_SUITE_END();

TEST_SUITE_BEGIN("conformance-vectors");
TEST_CASE("conformance: the other operations with vectors") {
    conform({"vector_select", "vector_apply", "vector_apply_first", "vector_apply_second",
             "vector_apply_index", "vector_ewise_add", "vector_ewise_mult", "reduce_to_vector",
             "vector_reduce", "vector_assign", "vector_assign_scalar", "vector_extract", "assign_to_row",
             "assign_to_column", "extract_from_row", "extract_from_column", "vector_build", "vector_elements",
             "vector_resize"});
}
TEST_SUITE_END();
