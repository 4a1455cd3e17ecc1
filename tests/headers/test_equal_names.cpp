/// \file test_equal_names.cpp
/// Definitions by macros of equal names in different files of a program do not meet; those of a header are
/// the same type in all files.
#include "equal_names.hpp"
#include "testing/matrices.hpp"

using namespace mergus;
using namespace mergus::tests;

TEST_SUITE_BEGIN("definitions");

TEST_CASE("definitions: equal names in two files of a program are two definitions") {
    on_each_backend([](const Context& context) {
        const EqualNames first = equal_names_1(context), second = equal_names_2(context);
        // combine (2), change (2), keep (1), fold, ring, box (2), combine_from_header (2)
        CHECK(first.results == std::vector<double>{6, 10, 4, 6, 5, 8, 18, 6, 7, 33, 55});
        CHECK(second.results == std::vector<double>{9, 25, 2, 4, 3, 15, 45, 6, 7, 33, 55});
        CHECK(first.type->size == 16);
        CHECK(second.type->size == 8);
        CHECK(isequal(first.shared, second.shared));
    });
}

TEST_SUITE_END();
