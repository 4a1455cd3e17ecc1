/// \file test_csv_numbers.cpp
/// Numbers in CSV files: all lengths and places of the point, and bytes that are no digits.
#include "io_testing.hpp"

#include <mergus/csv.hpp>

#include <cstdlib>

using namespace mergus::tests;
using mergus::NamedEdges;
using mergus::NameKind;

namespace {

NamedEdges parse_csv(const std::string& text) {
    const Scratch scratch;
    return mergus::read_csv(scratch.write(text));
}

} // namespace

TEST_SUITE_BEGIN("csv");

TEST_CASE("numbers of every length are read exactly, at the end of the file too") {
    const std::string digits = "9182736450918273645091";
    std::string reals, integers;
    Reals expected;
    Integers whole;
    for (std::size_t length = 1; length <= digits.size(); ++length)
        for (std::size_t point = 0; point <= length; ++point)
            for (const char* const sign : {"", "-", "+"}) {
                const std::string text =
                    sign + digits.substr(0, point) + '.' + digits.substr(point, length - point);
                reals += "a,b," + text + '\n';
                expected.push_back(std::strtod(text.c_str(), nullptr));
                if (point != length || length > 18) continue;
                const std::string integer = sign + digits.substr(0, length);
                integers += integer.substr(integer[0] == '+' ? 1 : 0) + ",7," + integer + '\n';
                whole.push_back(std::stoll(integer));
            }
    CHECK(parse_csv(reals).edges.reals == expected);
    const NamedEdges found = parse_csv(integers);
    CHECK(found.edges.integers == whole);
    CHECK(found.names.kind() == NameKind::ids);
    bool same_ids = true;
    for (std::size_t e = 0; e < whole.size(); ++e)
        same_ids = same_ids && found.names.ids()[found.edges.rows[e]] == whole[e];
    CHECK(same_ids);
    for (std::size_t length = 1; length <= 18; ++length) {
        const std::string number = digits.substr(0, length);
        CHECK(parse_csv("7,8,9\n1,2," + number).edges.integers.back() == std::stoll(number));
        CHECK(parse_csv("7,8,9\n1,2,0." + number).edges.reals.back() ==
              std::strtod(("0." + number).c_str(), nullptr));
        CHECK(parse_csv("7,8\n1," + number).names.ids().back() == std::stoll(number));
    }
    // Around 2^63, and more digits than a word has.
    CHECK(parse_csv("1,2,9223372036854775807\n").edges.integers == Integers{9223372036854775807});
    for (const char* const large :
         {"9223372036854775808", "18446744073709551617", "9182736450918273645091"}) {
        CHECK(parse_csv(std::string("1,2,") + large + "\n").edges.reals ==
              Reals{std::strtod(large, nullptr)});
        CHECK(parse_csv(std::string("1,") + large + "\n").names.kind() == NameKind::strings);
    }
    // A byte that is no digit anywhere in a word.
    for (const char wrong : {'/', ':', '\x7f', '\x80', '\xff', '\xfa', ' '})
        for (std::size_t at = 0; at < 10; ++at) {
            std::string number = digits.substr(0, 10);
            number[at] = wrong;
            if (wrong == ' ' && (at == 0 || at == 9)) continue; // dropped around a field
            CHECK(parse_csv("7,8\n1," + number + "\n").names.kind() == NameKind::strings);
        }
}

TEST_SUITE_END();
