/// \file test_io_memory.cpp
/// Sizes that exceed memory are refused before any allocation; the error names the size.
#include "child_testing.hpp"
#include "frontend/generate/generate_testing.hpp"
#include "io_testing.hpp"

#include <mergus/generate.hpp>

#include <utility>

using namespace mergus::tests;

namespace {

constexpr std::uint64_t gib = std::uint64_t{1} << 30;

std::string spec_failure(const std::string& spec) {
    return mergus::tests::failure([&] { mergus::generate::from_spec(spec); });
}

} // namespace

TEST_SUITE_BEGIN("io");

TEST_CASE(
    "a file that declares more rows than fit in memory is read as entries, and refused as compressed rows") {
    const Scratch scratch;
    const fs::path path =
        scratch.write(banner("coordinate pattern general") + "8000000000 8000000000 1\n1 2\n");
    CHECK(read(path).nvals() == 1);
    if (!memory_is_ours) return;
    const std::string text = text_within(5 * gib / 2, scratch.file("out"), [&] {
        return failure("", [&] { mergus::to_csr(read(path, Duplicates::fail, 1), Duplicates::fail, 1); });
    });
    CHECK(text.starts_with(
        "OUT_OF_MEMORY: to_csr: 8000000000 rows with 1 entries need 59.6 GiB of memory; 2."));
    CHECK(text.ends_with(" GiB are available"));
    // A shape that fits is accepted.
    Tuples small{100'000'000, 1, Field::pattern, {5}, {0}, {}, {}};
    CHECK(text_within(2 * gib, scratch.file("out"), [&] {
              return failure("", [&] { mergus::to_csr(small, Duplicates::fail, 1); });
          }).empty());
}

TEST_SUITE_END();

TEST_SUITE_BEGIN("generate");

TEST_CASE("a matrix that does not fit in memory is refused with its size") {
    const std::pair<const char*, const char*> cases[] = {
        {"banded:n=4294967296,half=4294967296", "banded: 4294967296 by 4294967296 with 1.84e+19 entries"},
        {"banded-permuted:n=1152921504606846976,half=1152921504606846975",
         "banded-permuted: 1152921504606846976 by 1152921504606846976 with 1.33e+36 entries"},
        {"er:rows=1000000000000,cols=1000,degree=1000",
         "er: 1000000000000 by 1000 with 630000000000000 entries"},
        {"er:rows=1,cols=1152921504606846976,degree=1152921504606846976",
         "er: 1 by 1152921504606846976 with 726340547902313594 entries"},
        {"poisson2d5:n=1000000000",
         "poisson2d5: 1000000000000000000 by 1000000000000000000 with 4999999996000000000"},
        {"poisson2d9:n=1000000000",
         "poisson2d9: 1000000000000000000 by 1000000000000000000 with 8999999988000000004"},
        {"poisson3d7:n=1000000",
         "poisson3d7: 1000000000000000000 by 1000000000000000000 with 6999994000000000000"},
        {"poisson3d27:n=1000000",
         "poisson3d27: 1000000000000000000 by 1000000000000000000 with 2.70e+19 entries"},
        {"powerlaw:rows=4294967295,degree=4294967295", "powerlaw: 4294967295 by 4294967295 with 184467440"},
        {"rmat:scale=36,ef=16777216", "rmat: 68719476736 by 68719476736 with 2282"},
        {"rmat:scale=36,ef=1000,symmetric=0", "rmat: 68719476736 by 68719476736 with 68719476736000 entries"},
    };
    for (const auto& [spec, message] : cases) {
        CAPTURE(spec);
        const std::string text = spec_failure(spec);
        CAPTURE(text);
        CHECK(text.starts_with(std::string("OUT_OF_MEMORY: generate: ") + message));
        CHECK(text.find("B of memory; ") != text.npos);
    }
    for (const char* spec : {"banded:n=1152921504606846977,half=1", "er:rows=18446744073709551615,degree=1",
                             "er:rows=1,cols=18446744073709551615,degree=18446744073709551615",
                             "poisson3d7:n=1048577", "poisson2d5:n=4294967296"})
        CHECK(spec_failure(spec).find("2^60") != std::string::npos);
}

TEST_CASE("a matrix that fits in memory is not refused") {
    // A limit of a few times the result's size suffices.
    if (!memory_is_ours) return;
    const Scratch scratch;
    for (const char* spec : {"banded:n=1000000,half=10", "poisson2d5:n=2000", "poisson3d27:n=90",
                             "er:rows=3000000,degree=8", "rmat:scale=20,ef=8"}) {
        CAPTURE(spec);
        CHECK(text_within(2 * gib, scratch.file("out"), [&] { return spec_failure(spec); }).empty());
    }
}

TEST_SUITE_END();
