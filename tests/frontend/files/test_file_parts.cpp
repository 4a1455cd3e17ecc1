/// \file test_file_parts.cpp
/// Named temporary files, and overflow of summed row lengths.
#include "frontend/generate/generate_testing.hpp"
#include "testing/scratch_directory.hpp"

#include "../../../backend/frontend/files/output.hpp"
#include "../../../backend/frontend/generate/rows.hpp"

#include <mergus/io.hpp>

#include <doctest/doctest.h>

#include <filesystem>
#include <fstream>
#include <sstream>

using namespace mergus::tests;

namespace {

std::string slurp(const std::filesystem::path& path) {
    std::ostringstream text;
    text << std::ifstream(path).rdbuf();
    return text.str();
}

} // namespace

TEST_CASE("a named temporary file is registered for signal handlers until it is renamed") {
    const ScratchDirectory scratch;
    const std::filesystem::path path = scratch.path() / "f";
    std::ofstream(path) << "old";
    {
        mergus::core::OutputFile file(path, mergus::core::Temporary::named);
        file.write("new");
        CHECK(scratch.files() == 2);
        mergus::remove_unfinished_files();
        CHECK(scratch.files() == 1);
    }
    {
        mergus::core::OutputFile file(path, mergus::core::Temporary::named);
        file.write("new");
    }
    CHECK(scratch.files() == 1);
    CHECK(slurp(path) == "old");
    mergus::core::OutputFile file(path, mergus::core::Temporary::named);
    file.write("new");
    file.commit();
    mergus::remove_unfinished_files();
    CHECK(slurp(path) == "new");
    CHECK(scratch.files() == 1);
}

TEST_CASE("row lengths whose sum overflows are refused") {
    mergus::Csr csr = mergus::generate::start_rows(4, 9, mergus::Field::real);
    for (std::size_t row = 1; row <= 4; ++row)
        csr.row_ptr[row] = std::uint64_t{1} << 62; // the sum is 2^64, which wraps to 0
    CHECK(failure([&] { mergus::generate::allocate_entries("name", csr); })
              .starts_with(
                  "OUT_OF_MEMORY: generate: name: 4 by 9 with 1.84e+19 entries need 256.0 EiB of memory; "));
    CHECK(csr.cols.empty());
}
