/// \file test_triangle_tuning.cpp
/// The choice between the methods of the triangle count, and the setting that forces one.
#include "graphs/triangle_methods.hpp"
#include "graphs/triangle_tuning.hpp"

#include <mergus/error.hpp>

#include <doctest/doctest.h>

#include <cstdint>
#include <string>

using namespace mergus::cuda::tuning;

namespace {

bool by_hubs(std::uint64_t vertices, std::uint64_t entries, std::uint64_t longest) {
    const GraphSize size{vertices, entries, false};
    return may_have_hubs(size) && has_hubs(size, longest);
}

} // namespace

TEST_CASE("triangle plan: skewed graphs with many entries are counted with hubs") {
    CHECK(by_hubs(262'144, 7'611'834, 25'137));       // R-MAT of scale 18
    CHECK(by_hubs(8'388'608, 258'676'260, 258'067));  // R-MAT of scale 23
    CHECK(by_hubs(81'306, 2'684'592, 3383));          // ego-Twitter
    CHECK(by_hubs(11'758, 1'038'000, 2138));          // tolokers
    CHECK_FALSE(by_hubs(36'692, 367'662, 1383));      // email-Enron: few entries
    CHECK_FALSE(by_hubs(82'168, 1'008'460, 2552));    // soc-Slashdot0902: short rows
    CHECK_FALSE(by_hubs(325'557, 5'477'938, 18'236)); // cnr-2000: short rows
    CHECK_FALSE(by_hubs(411'992, 901'838, 6));        // osm-moscow
    CHECK_FALSE(by_hubs(2'744'000, 71'473'000, 27));  // a grid in space: no skew
    CHECK_FALSE(by_hubs(1, 1, 1));
    CHECK_FALSE(allows_hubs({100, 1000, true}));
    CHECK_FALSE(allows_hubs({(std::uint64_t{1} << 31) + 1, 1000, false}));
}

TEST_CASE("triangle plan: the setting") {
    using mergus::cuda::TriangleChoice;
    const auto name_of = [](const TriangleChoice& choice) {
        return choice.named == nullptr ? std::string() : choice.named->name;
    };
    const TriangleChoice hubs = TriangleChoice::parse("hubs"), sized = TriangleChoice::parse("hubs:40,128");
    CHECK(name_of(hubs) == "hubs");
    CHECK(hubs.hubs == 65535);
    CHECK_FALSE(hubs.bit_rows);
    CHECK(name_of(sized) == "hubs");
    CHECK(sized.hubs == 40);
    CHECK(sized.bit_rows == 128u);
    for (const char* none : {"hubs:70000,1", "hubs:1", "hubs:", "lists:1,1", "-hubs:1,1"}) {
        CAPTURE(none);
        CHECK_THROWS_AS(static_cast<void>(TriangleChoice::parse(none)), mergus::Error);
    }
}
