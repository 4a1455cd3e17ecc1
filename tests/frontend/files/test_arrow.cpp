/// \file test_arrow.cpp
/// Edge lists from streams of Arrow, which are made here by hand: types and encodings of columns, offsets,
/// nulls, faults, and the release of what a stream gives.
#include "arrow_testing.hpp"

#include <mergus/context.hpp>
#include <mergus/error.hpp>
#include <mergus/graph.hpp>

#include <doctest/doctest.h>

#include <bit>
#include <limits>
#include <optional>
#include <string>
#include <vector>

using namespace mergus::tests;
using mergus::ArrowOptions;
using mergus::NamedEdges;
using mergus::NameKind;

namespace {

using Indices = std::vector<std::uint64_t>;
using Integers = std::vector<std::int64_t>;
using Reals = std::vector<double>;

/// Read with every number of threads, with the same result; everything is released.
NamedEdges read(Stream stream, ArrowOptions options = {}) {
    std::optional<NamedEdges> first;
    for (const unsigned threads : {1U, 2U, 7U}) {
        options.threads = threads;
        ArrowArrayStream opened = stream.open();
        NamedEdges found = mergus::read_arrow(opened, options);
        CHECK((opened.release == nullptr));
        CHECK(stream.alive == 0);
        if (first) {
            CHECK((found.edges.rows == first->edges.rows && found.edges.cols == first->edges.cols));
            CHECK((found.edges.integers == first->edges.integers && found.edges.reals == first->edges.reals));
            CHECK(found.names.size() == first->names.size());
        } else {
            first = std::move(found);
        }
    }
    return *first;
}

std::string refusal(Stream stream, ArrowOptions options = {}) {
    std::string message;
    for (const unsigned threads : {1U, 2U, 7U}) {
        options.threads = threads;
        ArrowArrayStream opened = stream.open();
        std::string found = "read";
        try {
            mergus::read_arrow(opened, options);
        } catch (const mergus::Error& error) {
            found = error.what();
        }
        CHECK((opened.release == nullptr));
        CHECK(stream.alive == 0);
        if (!message.empty()) CHECK(found == message);
        message = found;
    }
    return message;
}

std::string refusal(Table table, const ArrowOptions& options = {}) {
    return refusal(Stream({std::move(table)}), options);
}

NamedEdges read(Table table, const ArrowOptions& options = {}) {
    return read(Stream({std::move(table)}), options);
}

Names all_names(const NamedEdges& edges) {
    Names names;
    for (std::uint64_t v = 0; v < edges.names.size(); ++v) names.push_back(edges.names.name(v));
    return names;
}

const Names who = {"ann", "", "a name of many bytes", "ann"};
const Names whom = {"a name of many bytes", "ann", "ann", "bob"};

/// Tables with the columns above, in all encodings of strings.
std::vector<Table> tables_of_strings() {
    return {
        {strings<std::int32_t>("source", "u", who), strings<std::int64_t>("target", "U", whom)},
        {strings<std::int32_t>("source", "z", who), strings<std::int64_t>("target", "Z", whom)},
        {views("source", who), views("target", whom)},
        {encoded("source", {1, 0, 2, 1}, strings<std::int32_t>("", "u", {"", "ann", "a name of many bytes"})),
         encoded("target", {1, 0, 0, 2}, views("", {"ann", "a name of many bytes", "bob"}))},
        {strings<std::int32_t>("source", "u", who),
         from_row(encoded("target", {7, 2, 1, 1, 3},
                          from_row(strings<std::int32_t>("", "u",
                                                         {"x", "y", "ann", "a name of many bytes", "bob"}),
                                   1)),
                  1)},
    };
}

} // namespace

TEST_SUITE_BEGIN("arrow");

TEST_CASE("strings in every encoding") {
    for (const Table& table : tables_of_strings()) {
        CAPTURE(table[1].format);
        const NamedEdges found = read(table);
        CHECK(found.names.kind() == NameKind::strings);
        CHECK(all_names(found) == Names{"ann", "a name of many bytes", "", "bob"});
        CHECK(found.edges.rows == Indices{0, 2, 1, 0});
        CHECK(found.edges.cols == Indices{1, 0, 0, 3});
        CHECK((found.edges.nrows == 4 && found.edges.field == mergus::Field::pattern));
    }
}

TEST_CASE_TEMPLATE("integers of every width are ids", T, std::int8_t, std::uint8_t, std::int16_t,
                   std::uint16_t, std::int32_t, std::uint32_t, std::int64_t, std::uint64_t) {
    const std::string format(1, "csil"[std::countr_zero(sizeof(T))]);
    const std::string code = std::is_signed_v<T> ? format : std::string(1, static_cast<char>(format[0] - 32));
    constexpr T least = std::is_signed_v<T> ? std::numeric_limits<T>::min() : T{0};
    const T most = sizeof(T) == 8 ? static_cast<T>(std::numeric_limits<std::int64_t>::max())
                                  : std::numeric_limits<T>::max();
    const NamedEdges found =
        read({numbers<T>("a", code, {least, 5, most}), numbers<T>("b", code, {5, 5, least}),
              numbers<T>("w", code, {most, least, 1})},
             {.weight = "w"});
    CHECK(found.names.kind() == NameKind::ids);
    CHECK(found.names.ids()[2] == static_cast<std::int64_t>(most));
    CHECK(found.edges.rows == Indices{0, 1, 2});
    CHECK(found.edges.cols == Indices{1, 1, 0});
    CHECK(found.edges.integers ==
          Integers{static_cast<std::int64_t>(most), static_cast<std::int64_t>(least), 1});
    CHECK(all_names(read({numbers<T>("a", code, {least}), strings<std::int32_t>("b", "u", {"x"})})) ==
          Names{std::to_string(least), "x"});
    CHECK(read({numbers<T>("a", code, {1}), numbers<T>("b", code, {2})}, {.names = NameKind::strings})
              .names.kind() == NameKind::strings);
}

TEST_CASE("weights: floats, nulls, dictionaries, and a blank weight") {
    const Column a = numbers<std::int32_t>("from", "i", {1, 2, 3}),
                 b = numbers<std::int32_t>("to", "i", {2, 3, 1});
    CHECK(read({numbers<float>("Weight", "f", {0.5F, 2, 3}), b, a}).edges.reals == Reals{0.5, 2, 3});
    CHECK(read({a, b, numbers<double>("weight", "g", {0.1, -2, 3})}).edges.reals == Reals{0.1, -2, 3});
    CHECK(read({a, b, numbers<double>("weight", "g", {0.1, -2, 3})}, {.weight = "none"}).edges.reals.empty());
    const Column integers = with_nulls(numbers<std::int64_t>("weight", "l", {4, 5, 6}), {1});
    CHECK(refusal({a, b, integers}) ==
          "INVALID_VALUE: read_arrow: row 1, column 'weight': expected a weight, found null");
    CHECK(read({a, b, integers}, {.blank_weight = 7}).edges.integers == Integers{4, 7, 6});
    CHECK(read({a, b, integers}, {.blank_weight = 0.5}).edges.reals == Reals{4, 0.5, 6});
    CHECK(read({a, b, with_nulls(numbers<double>("weight", "g", {4, 5, 6}), {2})}, {.blank_weight = 7})
              .edges.reals == Reals{4, 5, 7});
    const Column dictionary = with_nulls(numbers<double>("", "g", {1.5, 2.5}), {1});
    CHECK(read({a, b, encoded("weight", {0, 1, 0}, dictionary)}, {.blank_weight = 7}).edges.reals ==
          Reals{1.5, 7, 1.5});
}

TEST_CASE("booleans are the integers 0 and 1") {
    const Column a = numbers<std::int32_t>("from", "i", {1, 2, 3}),
                 b = numbers<std::int32_t>("to", "i", {2, 3, 1});
    const Column bits{"weight", "b", {"", "\x0b"}, 4}; // 1, 1, 0, 1
    CHECK(read({a, b, from_row(bits, 1)}).edges.integers == Integers{1, 0, 1});
    CHECK(read({a, b, with_nulls(from_row(bits, 1), {3})}, {.blank_weight = 0.5}).edges.reals ==
          Reals{1, 0, 0.5});
}

TEST_CASE("places outside of a dictionary are faults") {
    const Column a = strings<std::int32_t>("a", "u", {"p", "q", "r"});
    const Column two = from_row(strings<std::int32_t>("", "u", {"unused", "x", "y"}), 1);
    CHECK(refusal({a, encoded("b", {0, 9, 1}, two)}) ==
          "INVALID_VALUE: read_arrow: row 1, column 'b': expected a place in the dictionary of 2, found 9");
    CHECK(refusal({a, encoded("b", {0, 1, 2}, two)}) ==
          "INVALID_VALUE: read_arrow: row 2, column 'b': expected a place in the dictionary of 2, found 2");
    CHECK(refusal({a, encoded("b", {-1, 0, 9}, two)}) ==
          "INVALID_VALUE: read_arrow: row 0, column 'b': expected a place in the dictionary of 2, found -1");
    CHECK(refusal({a, a, encoded("w", {0, 1, 0}, numbers<double>("", "g", {0.5}))},
                  {.source = "1", .target = "2", .weight = "w", .blank_weight = 1}) ==
          "INVALID_VALUE: read_arrow: row 1, column 'w': expected a place in the dictionary of 1, found 1");
    // What stands at a null is not read.
    CHECK(read({numbers<std::int8_t>("source", "c", {1, 2}), numbers<std::int8_t>("target", "c", {1, 2}),
                with_nulls(encoded("weight", {0, 9}, numbers<double>("", "g", {0.5})), {1})},
               {.blank_weight = 7})
              .edges.reals == Reals{0.5, 7});
    CHECK(refusal({a, encoded("b", {0, 0, 0}, encoded("", {0}, two))}).starts_with("DOMAIN_MISMATCH"));
}

TEST_CASE("offsets of columns and tables, and columns by number") {
    const Column a = from_row(numbers<std::int16_t>("x", "s", {9, 9, 1, 2, 3}), 2);
    const Column b = from_row(with_nulls(strings<std::int32_t>("y", "u", {"p", "q", "r", "s"}), {0}), 1);
    Stream stream({{b, numbers<std::int8_t>("z", "c", {0, 0, 0}), a}});
    CHECK(all_names(read(stream, {.source = "3", .target = "y"})) == Names{"1", "q", "2", "r", "3", "s"});
    stream.rows_before = 1;
    CHECK(all_names(read(stream, {.source = "3", .target = "y"})) == Names{"2", "r", "3", "s"});
}

TEST_CASE("arrays of many rows are read in parts, and a name has one number in all of them") {
    std::vector<Table> tables;
    std::uint32_t next = 0;
    for (const std::size_t rows : {100000U, 0U, 1U, 70000U}) {
        std::vector<std::uint32_t> sources, targets;
        for (std::size_t k = 0; k < rows; ++k, ++next) {
            sources.push_back(next % 90001);
            targets.push_back(next * 7 % 90001);
        }
        tables.push_back({numbers("source", "I", sources), numbers("target", "I", targets)});
    }
    const NamedEdges found = read(Stream(tables));
    CHECK(found.edges.nvals() == 170001);
    CHECK(found.names.size() == 90001);
    bool same = true;
    for (std::uint64_t e = 0; e < found.edges.nvals(); ++e)
        same = same && found.names.ids()[found.edges.rows[e]] == static_cast<std::int64_t>(e % 90001) &&
               found.names.ids()[found.edges.cols[e]] == static_cast<std::int64_t>(e * 7 % 90001);
    CHECK(same);
}

TEST_CASE("faults name the row and the column, and everything is released") {
    const Column a = strings<std::int32_t>("who", "u", {"p", "q", "r"}),
                 b = strings<std::int32_t>("whom", "u", {"q", "q", "p"});
    CHECK(refusal({a, with_nulls(b, {2})}) ==
          "INVALID_VALUE: read_arrow: row 2, column 'whom': expected the name of a vertex, found null");
    CHECK(refusal({with_nulls(a, {2}), with_nulls(b, {1})}) ==
          "INVALID_VALUE: read_arrow: row 1, column 'whom': expected the name of a vertex, found null");
    CHECK(refusal(Stream({{a, b}, {a, b}, {with_nulls(a, {0}), b}})) ==
          "INVALID_VALUE: read_arrow: row 6, column 'who': expected the name of a vertex, found null");
    CHECK(refusal({encoded("a", {0}, with_nulls(strings<std::int32_t>("", "u", {"x"}), {0})), a}) ==
          "INVALID_VALUE: read_arrow: row 0, column 'a': expected the name of a vertex, found null");
    CHECK(refusal({a, numbers<std::uint64_t>("b", "L", {1, 2, 1ULL << 63U})}) ==
          "INVALID_VALUE: read_arrow: row 2, column 'b': expected an integer below 2^63, found "
          "9223372036854775808");
    CHECK(refusal({a, numbers<double>("b", "g", {1, 2, 3})}) ==
          "DOMAIN_MISMATCH: read_arrow: column 'b': expected integers or strings, found Arrow's format 'g'; "
          "cast it");
    CHECK(refusal({a, numbers<std::int32_t>("when", "tdD", {1, 2, 3})}) ==
          "DOMAIN_MISMATCH: read_arrow: column 'when': expected integers or strings, found Arrow's format "
          "'tdD'; cast it");
    CHECK(refusal({a, b, strings<std::int32_t>("w", "u", {"1", "2", "3"})}, {.weight = "w"}) ==
          "DOMAIN_MISMATCH: read_arrow: column 'w': expected integers, or floats of 32 or 64 bits, found "
          "Arrow's format "
          "'u'; cast it");
    CHECK(refusal({a, b}, {.source = "you"}) ==
          "INVALID_VALUE: read_arrow: there is no column 'you' among 2 columns: who, whom");
    CHECK(refusal({a}) == "INVALID_VALUE: read_arrow: expected two columns or more, found 1");
    CHECK(refusal({a, b}, {.names = NameKind::ids}) ==
          "INVALID_VALUE: read_arrow: names are ids where both columns have integers, else strings");
    Stream failing({{a, b}, {a, b}});
    failing.fail_at = 1;
    CHECK(refusal(failing) == "IO_ERROR: read_arrow: the disk is gone");
    failing.error = ENOMEM;
    CHECK(refusal(failing) == "OUT_OF_MEMORY: read_arrow: the disk is gone");
    Stream without_row({{a, b}, {a, b}});
    without_row.validity = "\x07";
    CHECK(read(without_row).edges.nvals() == 6);
    without_row.validity = "\x05";
    CHECK(refusal(without_row) == "INVALID_VALUE: read_arrow: row 1: expected an edge, found null");
    Stream other({{a, b}});
    other.table_format = "i";
    CHECK(refusal(other) == "DOMAIN_MISMATCH: read_arrow: expected a stream of tables, found another one");
}

TEST_CASE("a stream that is released is refused") {
    ArrowArrayStream none{};
    CHECK_THROWS_WITH_AS(mergus::read_arrow(none), "INVALID_VALUE: read_arrow: the stream is released",
                         mergus::Error);
}

TEST_CASE("an exception of the progress callback ends the reading") {
    Stream stream({{numbers<std::int8_t>("a", "c", {1}), numbers<std::int8_t>("b", "c", {2})}});
    ArrowArrayStream opened = stream.open();
    CHECK_THROWS_AS(mergus::read_arrow(opened, {.progress =
                                                    [](std::uint64_t rows, std::uint64_t total) {
                                                        CHECK((rows == 1 && total == 0));
                                                        throw 7;
                                                    }}),
                    int);
    CHECK(stream.alive == 0);
}

TEST_CASE("a graph of a table") {
    Stream stream({{strings<std::int32_t>("source", "u", {"a", "b"}),
                    strings<std::int32_t>("target", "u", {"b", "b"})}});
    ArrowArrayStream opened = stream.open();
    const mergus::Context context({.backend = "suitesparse"});
    const auto graph = mergus::Graph::from_edges(context, mergus::read_arrow(opened), {.loops = false});
    CHECK((graph.vertices() == 2 && graph.edges() == 1 && graph.name(1) == "b"));
}

TEST_SUITE_END();
