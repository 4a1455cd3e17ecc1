/// \file test_registry_refusals.cpp
/// Plugins that are faulty or cannot run here, each with its reason.
#include "registry_testing.hpp"
#include "testing/scratch_directory.hpp"

#include <doctest/doctest.h>

#include <algorithm>
#include <filesystem>
#include <fstream>
#include <string>
#include <sys/stat.h>
#include <unistd.h>
#include <vector>

namespace fs = std::filesystem;
using namespace mergus;
using namespace mergus::tests;

TEST_SUITE_BEGIN("registry");

TEST_CASE("hostile plugins are refused, each with its reason") {
    const Variable path("MERGUS_BACKEND_PATH", MERGUS_TEST_PLUGIN_DIR);
    struct Row {
        const char* name;
        std::vector<std::string> words;
    };
    const std::string expected_version =
        std::to_string(MERGUS_ABI_MAJOR) + "." + std::to_string(MERGUS_ABI_MINOR);
    const Row rows[] = {
        {"hostile_major", {"interface " + std::to_string(MERGUS_ABI_MAJOR + 7), expected_version}},
        {"hostile_null_table", {"no table"}},
        {"hostile_no_symbol", {"not a Mergus backend", "mergus_backend_entry"}},
        {"hostile_short_head", {"4 bytes", "too short"}},
        {"hostile_short_table", {"required"}},
        {"hostile_no_score", {"score", "required"}},
        {"hostile_other_name", {"\"somebody_else\"", "file name \"hostile_other_name\""}},
        {"hostile_missing_dependency", {"cannot be loaded", "mergus_hostile_undefined_symbol"}},
    };
    for (const Row& row : rows) {
        CAPTURE(row.name);
        const Error error = failure_of(row.name);
        CAPTURE(error.what());
        CHECK(error.code() == Code::bad_plugin);
        CHECK(says(error, row.name));
        for (const std::string& word : row.words) CHECK(says(error, word));
    }
    // They are listed with their reasons and never chosen.
    std::size_t listed = 0;
    for (const BackendInfo& info : backends())
        if (info.name.starts_with("hostile_") && info.score == 0) {
            ++listed;
            CHECK(!info.reason.empty());
        }
    CHECK(listed >= std::size(rows));
    CHECK(failure_of("").code() == Code::success);
}

TEST_CASE("a file that is not a library is refused") {
    const fs::path directory = fs::temp_directory_path() / ("mergus-registry-" + std::to_string(getpid()));
    fs::create_directories(directory);
    std::ofstream(directory / "libmergus_backend_text.so") << "this is not a shared object\n";
    {
        const Variable path("MERGUS_BACKEND_PATH", directory.string() + "::/there/is/nothing/here");
        const Error error = failure_of("text");
        CHECK(error.code() == Code::bad_plugin);
        CHECK(says(error, "cannot be loaded"));
    }
    fs::remove_all(directory);
}

TEST_CASE("a plugin that throws is listed with what it threw, and the others are listed too") {
    const Variable path("MERGUS_BACKEND_PATH", MERGUS_TEST_PLUGIN_DIR);
    std::vector<std::string> names;
    for (const BackendInfo& info : backends()) {
        names.push_back(info.name);
        if (info.name.starts_with("throws_")) {
            CAPTURE(info.name);
            CHECK(info.score == 0);
            CHECK(info.reason.find("threw an exception") != std::string::npos);
        }
    }
    for (const std::string name : {"throws_score", "throws_number", "throws_entry", "suitesparse"})
        CHECK(std::find(names.begin(), names.end(), name) != names.end());
    const Error score = failure_of("throws_score");
    CHECK(score.code() == Code::no_backend);
    CHECK(says(score, "thrown by the plugin"));
    CHECK(failure_of("throws_number").code() == Code::no_backend);
    const Error extension = failure_of("throws_extension");
    CHECK(extension.code() == Code::bad_plugin);
    CHECK(says(extension, "threw an exception when asked for the extension count_triangles"));
    const Error entry = failure_of("throws_entry");
    CHECK(entry.code() == Code::bad_plugin);
    CHECK(says(entry, "its entry threw an exception: thrown by the plugin"));
}

TEST_CASE("a FIFO, a folder, a truncated and an unreadable plugin are refused, without waiting and without a "
          "signal") {
    const mergus::tests::ScratchDirectory directory;
    const fs::path file = directory.path() / "libmergus_backend_odd.so";
    const Variable path("MERGUS_BACKEND_PATH", directory.path().string());
    const auto refused = [&](const std::string& why) {
        const Error error = failure_of("odd");
        CAPTURE(error.what());
        CHECK(error.code() == Code::bad_plugin);
        CHECK(says(error, why));
        const BackendInfo info = probe_backend("odd");
        CHECK(info.score == 0);
        CHECK(info.file == file);
        fs::remove_all(file);
    };
    // If the library waited for a writer of the FIFO, the alarm would end the program.
    REQUIRE(mkfifo(file.c_str(), 0600) == 0);
    alarm(20);
    refused("not a regular file");
    alarm(0);
    fs::create_directory(file);
    refused("not a regular file");
    fs::create_symlink(directory.path() / "nothing", file);
    refused("cannot open it");
    std::ofstream(file).close();
    refused("not an ELF shared object");
    std::ofstream(file)
        << "\177ELF and not much more than that, but longer than a header, which has 64 bytes";
    refused("cannot be loaded");

    // The whole plugin is loaded; the same file cut anywhere is refused.
    const fs::path whole = fs::path(MERGUS_TEST_PLUGIN_DIR) / "libmergus_backend_storage_only.so";
    const std::uintmax_t size = fs::file_size(whole);
    for (const std::uintmax_t left :
         {size - 1, size / 2, size / 4, std::uintmax_t{4096}, std::uintmax_t{100}}) {
        CAPTURE(left);
        fs::copy_file(whole, file);
        fs::resize_file(file, left);
        refused("truncated");
    }
    // A header whose offset and length overflow 64 bits in sum.
    fs::copy_file(whole, file);
    {
        std::fstream header(file, std::ios::in | std::ios::out | std::ios::binary);
        header.seekp(32); // e_phoff
        const std::uint64_t far = ~std::uint64_t{0} - 16;
        header.write(reinterpret_cast<const char*>(&far), sizeof far);
    }
    refused("truncated");
    CHECK(Context{"suitesparse"}.backend() == "suitesparse");
}

TEST_CASE("a backend whose score is 0 is refused by name, with its reason") {
    const Variable path("MERGUS_BACKEND_PATH", MERGUS_TEST_PLUGIN_DIR);
    const Error error = failure_of("hostile_zero");
    CHECK(error.code() == Code::no_backend);
    CHECK(says(error, "cannot run here"));
}

TEST_CASE("a backend without memory to compute its score is an error by name, and is not chosen") {
    const Variable path("MERGUS_BACKEND_PATH", MERGUS_TEST_PLUGIN_DIR);
    const Error error = failure_of("hostile_no_memory");
    CHECK(error.code() == Code::out_of_memory);
    CHECK(says(error, "backend hostile_no_memory cannot tell whether it can run here"));
    for (const BackendInfo& info : backends())
        if (info.name == "hostile_no_memory") CHECK(info.score == 0);
}

TEST_SUITE_END();
