/// \file test_door.cpp
/// The covering set through the C API, on the backend of MERGUS_BACKEND. MERGUS_TEST_CASES limits the number
/// of cases of each group. MERGUS_TEST_SHARD=K/N runs the K-th of N parts of each group: most cases need
/// kernels of their own, and compiling these takes most of the time, so several processes share the work.
#include "call.hpp"

#include "conformance/axes.hpp"
#include "conformance/space.hpp"

#include <mergus/conformance.hpp>

#include <cstdlib>
#include <set>
#include <string>
#include <vector>

using namespace mergus::tests;
namespace conformance = mergus::conformance;

namespace {

/// Types that the C API has, as words of the axes.
std::vector<std::string> real_types() {
    using conformance::Axis;
    std::set<std::string> where;
    for (const conformance::Operation* operation : conformance::operations())
        for (const Axis axis : {Axis::type, Axis::a_type, Axis::b_type, Axis::c_type})
            for (const conformance::Word* word :
                 conformance::levels(*operation)[static_cast<std::size_t>(axis)])
                if (word != conformance::absent_word(axis) && word->name != "fc32" && word->name != "fc64")
                    where.insert(std::string(conformance::axis_name(axis)) + "=" + word->name);
    return {where.begin(), where.end()};
}

/// "3/16", as `mergus check --shard`.
void set_shard(conformance::Options& options, const std::string& text) {
    const std::size_t slash = text.find('/');
    REQUIRE_MESSAGE(slash != std::string::npos, "MERGUS_TEST_SHARD=" << text << " is not K/N");
    const std::size_t number = std::stoul(text.substr(0, slash));
    options.shards = std::stoul(text.substr(slash + 1));
    REQUIRE_MESSAGE((number >= 1 && number <= options.shards), "MERGUS_TEST_SHARD: no part " << text);
    options.shard = number - 1;
}

void conform(const std::vector<std::string>& operations) {
    initialise();
    mergus::Context context;
    OK(mergus_graphblas_get_context(&context));
    conformance::Options options;
    options.operations = operations;
    options.where = real_types();
    options.oracle = conformance::default_oracle(context);
    options.call = call_c_api;
    options.shrink = false; // the seed chooses how the call is written
    if (context.backend().find("emulated") != std::string_view::npos) options.size = "smoke";
    if (const char* limit = std::getenv("MERGUS_TEST_CASES")) options.cases = std::stoul(limit);
    if (const char* shard = std::getenv("MERGUS_TEST_SHARD")) set_shard(options, shard);
    const conformance::Summary summary = conformance::run(context, options);
    MESSAGE(summary.text());
    CHECK(summary.failures.empty());
    CHECK(summary.missing.empty());
    CHECK((options.shards > 1 || summary.cases > 10 * summary.unsupported));
    CHECK((summary.complete || options.cases > 0));
    // What a case has beyond the C API is said by the test; the library itself refuses nothing.
    for (const conformance::Refusal& refusal : summary.refusals)
        CHECK(refusal.reason.find("the C API has no ") == 0);
}

} // namespace

TEST_SUITE_BEGIN("graphblas-conformance");

TEST_CASE("C API: products") {
    conform({"mxm", "mxv", "vxm", "kronecker"});
}
TEST_CASE("C API: transpose, assign, extract, build, diagonals, elements") {
    conform({"transpose", "assign", "assign_scalar", "extract", "build", "diag", "extract_diag", "elements",
             "resize"});
}
TEST_CASE("C API: select and apply") {
    conform({"select", "apply", "apply_first", "apply_second", "apply_index"});
}
TEST_CASE("C API: element-wise operations and reductions") {
    conform({"ewise_add", "ewise_mult", "reduce_scalar", "reduce_to_vector", "vector_reduce",
             "vector_ewise_add", "vector_ewise_mult"});
}
TEST_CASE("C API: vectors") {
    conform({"vector_select", "vector_apply", "vector_apply_first", "vector_apply_second",
             "vector_apply_index", "vector_assign", "vector_assign_scalar", "vector_extract", "assign_to_row",
             "assign_to_column", "extract_from_row", "extract_from_column", "vector_build", "vector_elements",
             "vector_resize"});
}

TEST_SUITE_END();
