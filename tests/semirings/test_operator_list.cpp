/// \file test_operator_list.cpp
/// The list of built-in operators (operators.def) against the catalogue, the reference, and the table of
/// SuiteSparse's objects. A failure names the operator.
#include "../../backend/suitesparse/operators.hpp"
#include "reference/operators.hpp"
#include "testing/builtin_operators.hpp"

#include <mergus/mergus.hpp>

#include <string>
#include <string_view>
#include <type_traits>

using namespace mergus;
using namespace mergus::tests;
using reference::Value;

namespace {

/// The prefix of a line's objects in GraphBLAS.
std::string_view prefix_of(mergus_opcode code) {
    switch (code) {
#define MERGUS_BUILTIN_OP(NUMBER, CODE, NAME, KIND, DOMAIN, RESULT, READS, PROPERTIES, PREFIX, OBJECT)       \
    case MERGUS_OP_##CODE:                                                                                   \
        return #PREFIX;
#include <mergus/operators.def>
    default:
        return {};
    }
}

/// The reference's z for arguments that are 1.
Value reference_of_ones(const mergus_op& op) {
    const mergus_type* type = op.x_type != nullptr ? op.x_type : op.z_type;
    const Value one = reference::cast(reference::make(type_of<std::int64_t>(), std::int64_t{1}), type);
    switch (op.kind) {
    case MERGUS_UNARY:
        return reference::call_unary(op, one);
    case MERGUS_INDEX_UNARY:
        return reference::call_index_unary(op, one, 1, 1, one);
    default:
        return reference::call_multiply(op, one, one, 1, 1, 1);
    }
}

bool is_predefined(const mergus_op& op) {
    return suitesparse::predefined_unary(op) != nullptr || suitesparse::predefined_binary(op) != nullptr ||
           suitesparse::predefined_index_unary(op) != nullptr;
}

} // namespace

TEST_SUITE_BEGIN("semirings");

TEST_CASE("every line of operators.def has a text, a reference, and SuiteSparse's object that it names") {
    const Context context("suitesparse"); // predefined objects exist after GrB_init
    for (const BuiltinOp& line : builtin_ops)
        for_each_type([&]<class T>(T) {
            const std::string name(line.name);
            INFO("operator ", name, " on ", std::string(type_name(type_of<T>())));
            const mergus_op* op = catalogue_op<T>(line.code);
            REQUIRE((op != nullptr) == in_domain<T>(line.domain));
            if (op == nullptr) return;
            CHECK(op->struct_size == sizeof(mergus_op));
            CHECK(op->name == name);
            CHECK(std::string_view(op->callable).starts_with("mergus::functions::" + name + "<"));
            CHECK(std::string_view(op->text).find(" " + name + "(T") != std::string_view::npos);
            CHECK(op == find_op(line.name, type_of<T>()));
            CHECK_NOTHROW(reference_of_ones(*op));
            const std::string_view prefix = prefix_of(line.code);
            CHECK(is_predefined(*op) == (prefix == "boolean"    ? std::is_same_v<T, bool>
                                         : prefix == "floating" ? FloatingType<T>
                                                                : prefix != "none"));
        });
}

TEST_CASE("every line of a monoid has an operator that is associative and commutative, and a reference") {
    for (const BuiltinMonoid& line : builtin_monoids)
        for_each_type([&]<class T>(T) {
            const std::string name(line.name);
            INFO("monoid ", name, " on ", std::string(type_name(type_of<T>())));
            const mergus_monoid* monoid = find_monoid(line.name, type_of<T>());
            REQUIRE((monoid != nullptr) == in_domain<T>(line.domain));
            if (monoid == nullptr) return;
            REQUIRE(monoid->op == catalogue_op<T>(line.op));
            CHECK(monoid->op->properties == (MERGUS_OP_ASSOCIATIVE | MERGUS_OP_COMMUTATIVE));
            CHECK_NOTHROW(reference::identity_of(*monoid));
        });
}

TEST_SUITE_END();
