/// \file test_method_tables.cpp
/// The tables of methods of all operations: properties of records, what a forced name does, and for
/// transposes, triangle counts and searches that every method gives the result that the choice gives.
/// Results of products are in mxm/test_methods.cpp.
#include "explained_context.hpp"
#include "graphs/bfs.hpp"
#include "graphs/triangle_methods.hpp"
#include "mxm/accumulators/accumulator.hpp"
#include "mxm/method.hpp"
#include "mxm/numeric_reuse/plan_method.hpp"
#include "testing/csr.hpp"
#include "testing/variable.hpp"
#include "transpose/transpose_methods.hpp"
#include "vectors/vector_method.hpp"

#include <mergus/mergus.hpp>

#include <doctest/doctest.h>

#include <filesystem>
#include <set>
#include <string>

using namespace mergus;
using cuda::MethodTable;
using tests::Explained;
using tests::Variable;

namespace {

template <class Record>
void check_records(MethodTable<Record> table) {
    std::set<std::string> names;
    for (const Record* method : table) {
        const std::string name(method->name);
        CAPTURE(name);
        CHECK(names.insert(name).second);
        CHECK_FALSE(std::string(method->summary).empty());
        CHECK(std::filesystem::exists(std::string(MERGUS_TEST_SOURCE_DIR "/") + method->evidence));
    }
}

/// What a variable that names one method allows.
template <class Choice, class Record>
void check_choice(MethodTable<Record> table) {
    const auto allowed = [&](const std::string& text) {
        const Choice choice = Choice::parse(text);
        std::string names;
        for (const Record* method : table)
            if (choice.allows(table, *method)) names += std::string(method->name) + " ";
        return names;
    };
    std::string all, behind;
    for (const Record* method : table) all += std::string(method->name) + " ";
    CHECK(allowed("") == all);
    CHECK(allowed("best") == all);
    for (std::size_t n = table.size(); n-- > 0;) {
        const std::string name(table[n]->name);
        CAPTURE(name);
        behind = name + " " + behind;
        CHECK(allowed(name) == behind);
        std::string others = all;
        if (n + 1 != table.size()) others.erase(others.find(name), name.size() + 1);
        CHECK(allowed("-" + name) == others);
    }
    try {
        static_cast<void>(Choice::parse("none of them"));
        FAIL("a wrong name is taken");
    } catch (const Error& error) {
        CHECK(error.code() == Code::invalid_value);
        const std::string message = error.what();
        CHECK(message.find(core::name_of(Choice::variable)) != message.npos);
        for (const Record* method : table) CHECK(message.find(method->name) != message.npos);
    }
}

/// Runs an operation by each method of a table where it is named and where it is left out, and compares with
/// what the choice among all gives.
template <class Choice, class Record, class Run>
void check_results(MethodTable<Record> table, const std::string& operation, Run run) {
    const auto wanted = run(Context("cuda-emulated"));
    for (const Record* method : table)
        for (const bool excluded : {false, true}) {
            if (excluded && method == table.back()) continue; // is always allowed
            const std::string name(method->name);
            CAPTURE(name);
            CAPTURE(excluded);
            const Variable setting(core::name_of(Choice::variable), (excluded ? "-" : "") + name);
            const Explained device("cuda-emulated", true, operation);
            CHECK((run(device.context) == wanted));
            CHECK(device.by(name) == !excluded);
        }
}

Matrix<double> matrix(const Context& context, const char* spec) {
    return Matrix<double>::from_csr(context, tests::with_integers(generate::from_spec(spec)));
}

/// Comparable.
template <class T>
auto entries(const Matrix<T>& matrix) {
    const Tuples tuples = matrix.to_tuples();
    return std::tuple(tuples.rows, tuples.cols, tuples.reals, tuples.integers);
}

} // namespace

TEST_SUITE_BEGIN("plan");

TEST_CASE("method tables: names are unique, and the pages with the measurements exist") {
    check_records(cuda::product_methods::all);
    check_records(cuda::plan_methods::all);
    check_records(cuda::transpose_methods::all);
    check_records(cuda::triangle_methods::all);
    check_records(cuda::bfs_methods::all);
    check_records(cuda::vector_methods::all);
}

TEST_CASE("method tables: a name allows a method and those behind it, a minus all others") {
    check_choice<cuda::TransposeChoice>(cuda::transpose_methods::all);
    check_choice<cuda::TriangleChoice>(cuda::triangle_methods::all);
    check_choice<cuda::BfsChoice>(cuda::bfs_methods::all);
}

TEST_CASE("method tables: the name of a product's method allows it and the last one, a minus all others") {
    using cuda::Accumulator;
    using cuda::ProductMethod;
    using cuda::tuning::Choice;
    const auto& all = cuda::product_methods::all;
    for (const ProductMethod* method : all) {
        const std::string name(method->name);
        CAPTURE(name);
        const Choice with = Choice::parse(name), without = Choice::parse("-" + name);
        CHECK(with.given());
        CHECK_FALSE(without.given());
        for (const ProductMethod* other : all) {
            const bool same = other->name == name, last = other == all.back();
            CHECK(with.allows(*other) == (same || last));
            CHECK(without.allows(*other) == (!same || last));
        }
    }
    for (const Accumulator* accumulator : cuda::accumulators::all) {
        const Choice without = Choice::parse("-" + std::string(accumulator->name));
        for (const Accumulator* other : cuda::accumulators::all)
            CHECK(without.has(*other) == (other != accumulator));
    }
    for (const char* text : {"-", "-heap", "--hash", "-hash:1"}) {
        CAPTURE(text);
        CHECK_THROWS_AS(Choice::parse(text), Error);
    }
    try {
        static_cast<void>(Choice::parse("heap"));
        FAIL("a wrong name is taken");
    } catch (const Error& error) { // names all, also those that are a part of another one
        const std::string message = error.what();
        for (const ProductMethod* method : all)
            CHECK(message.find(" " + std::string(method->name) + ",") != message.npos);
        for (const Accumulator* accumulator : cuda::accumulators::all)
            CHECK(message.find(" " + std::string(accumulator->name) + ",") != message.npos);
    }
}

TEST_CASE("method tables: every transpose") {
    check_results<cuda::TransposeChoice>(cuda::transpose_methods::all, "transpose",
                                         [](const Context& context) {
                                             const Matrix<double> A = matrix(context, "banded:n=1500,half=6");
                                             Matrix<double> T(context, A.ncols(), A.nrows());
                                             transpose(T, A);
                                             return entries(T);
                                         });
}

TEST_CASE("method tables: every triangle count") {
    check_results<cuda::TriangleChoice>(
        cuda::triangle_methods::all, "triangle_count",
        [](const Context& context) { return triangle_count(matrix(context, "banded:n=150,half=6")); });
}

TEST_CASE("method tables: every search") {
    const IndexList sources = {0, 5, 7, 30, 31, 60, 80, 99, 149};
    check_results<cuda::BfsChoice>(cuda::bfs_methods::all, "bfs_levels", [&](const Context& context) {
        return entries(bfs_levels(matrix(context, "banded:n=150,half=6"), sources));
    });
}

TEST_SUITE_END();
