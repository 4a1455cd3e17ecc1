/// \file test_registry.cpp
/// Backends: finding, loading, refusing hostile plugins, unsupported operations and the fallback to the CPU.
#include <mergus/mergus.hpp>

#include "scratch_directory.hpp"

#include <doctest/doctest.h>

#include <algorithm>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <string>
#include <sys/stat.h>
#include <unistd.h>
#include <vector>

namespace fs = std::filesystem;
using namespace mergus;

namespace {

/// Sets an environment variable for a scope.
class Environment {
public:
    Environment(const char* name, const std::string& value) : name_(name) {
        if (const char* old = std::getenv(name)) old_ = old;
        had_ = std::getenv(name) != nullptr;
        setenv(name, value.c_str(), 1);
    }
    ~Environment() {
        if (had_)
            setenv(name_, old_.c_str(), 1);
        else
            unsetenv(name_);
    }
    Environment(const Environment&) = delete;
    Environment& operator=(const Environment&) = delete;

private:
    const char* name_;
    std::string old_;
    bool had_ = false;
};

Error failure_of(const std::string& backend) {
    try {
        const Context context{backend};
    } catch (const Error& error) {
        return error;
    }
    return {Code::success, "no error"};
}

bool says(const Error& error, const std::string& text) {
    return std::string(error.what()).find(text) != std::string::npos;
}

} // namespace

TEST_SUITE_BEGIN("registry");

TEST_CASE("suitesparse is found beside the library and can run") {
    bool found = false;
    for (const BackendInfo& info : backends())
        if (info.name == "suitesparse") {
            found = true;
            CHECK(info.score > 0);
            CHECK(info.score < 100);
            CHECK(!info.description.empty());
            CHECK(!info.reason.empty());
            CHECK(fs::exists(info.file));
        }
    CHECK(found);
    const Context context{"suitesparse"};
    CHECK(context.backend() == "suitesparse");
}

TEST_CASE("backends are sorted by score and the best is the default") {
    const Environment none("MERGUS_BACKEND", "");
    const auto all = backends();
    REQUIRE(!all.empty());
    for (std::size_t b = 1; b < all.size(); ++b) CHECK(all[b - 1].score >= all[b].score);
    CHECK(Context{}.backend() == all.front().name);
}

TEST_CASE("MERGUS_BACKEND chooses, and an explicit name goes before it") {
    const Environment wanted("MERGUS_BACKEND", "there_is_none_of_this_name");
    CHECK(failure_of("").code() == Code::no_backend);
    CHECK(Context{"suitesparse"}.backend() == "suitesparse");
}

TEST_CASE("an unknown backend: the error says where it was looked for") {
    const Error error = failure_of("unheard_of");
    CHECK(error.code() == Code::no_backend);
    CHECK(says(error, "libmergus_backend_unheard_of.so"));
    CHECK(says(error, "mergus"));
    CHECK(failure_of("../../etc/passwd").code() == Code::no_backend);
    CHECK(failure_of(std::string(300, 'x')).code() == Code::no_backend);
}

TEST_CASE("hostile plugins are refused, each with its reason") {
    const Environment path("MERGUS_BACKEND_PATH", MERGUS_TEST_PLUGIN_DIR);
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
        {"hostile_other_name", {"calls itself \"somebody_else\""}},
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

TEST_CASE("a file that is no library is refused") {
    const fs::path directory = fs::temp_directory_path() / ("mergus-registry-" + std::to_string(getpid()));
    fs::create_directories(directory);
    std::ofstream(directory / "libmergus_backend_text.so") << "this is not a shared object\n";
    {
        const Environment path("MERGUS_BACKEND_PATH", directory.string() + "::/there/is/nothing/here");
        const Error error = failure_of("text");
        CHECK(error.code() == Code::bad_plugin);
        CHECK(says(error, "cannot be loaded"));
    }
    fs::remove_all(directory);
}

TEST_CASE("a plugin that throws is listed with what it threw, and the others are listed too") {
    const Environment path("MERGUS_BACKEND_PATH", MERGUS_TEST_PLUGIN_DIR);
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
    const Error entry = failure_of("throws_entry");
    CHECK(entry.code() == Code::bad_plugin);
    CHECK(says(entry, "its entry threw an exception: thrown by the plugin"));
}

TEST_CASE("a FIFO, a folder, a truncated and an unreadable plugin are refused, without waiting and without a "
          "signal") {
    const mergus::tests::ScratchDirectory directory;
    const fs::path file = directory.path() / "libmergus_backend_odd.so";
    const Environment path("MERGUS_BACKEND_PATH", directory.path().string());
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
    // Where it waits for a writer of the FIFO, the alarm ends the run.
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

    // A whole plugin is taken; the same file cut anywhere is refused.
    const fs::path whole = fs::path(MERGUS_TEST_PLUGIN_DIR) / "libmergus_backend_storage_only.so";
    const std::uintmax_t size = fs::file_size(whole);
    for (const std::uintmax_t left :
         {size - 1, size / 2, size / 4, std::uintmax_t{4096}, std::uintmax_t{100}}) {
        CAPTURE(left);
        fs::copy_file(whole, file);
        fs::resize_file(file, left);
        refused("truncated");
    }
    // A header that says so much that offset and length together pass 64 bits.
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

TEST_CASE("a backend for tests is used by its name, and never by default") {
    const Environment path("MERGUS_BACKEND_PATH", MERGUS_TEST_PLUGIN_DIR);
    const Environment none("MERGUS_BACKEND", "");
    CHECK(probe_backend("storage_only").score == 1);
    CHECK(Context{"storage_only"}.backend() == "storage_only");
    CHECK(probe_backend("cuda-emulated").score > 0);
    CHECK(probe_backend("cuda-emulated").score < MERGUS_SCORE_DEFAULT);
    CHECK(Context{}.backend() != "storage_only");
    const std::vector<std::string> names = backend_names();
    CHECK(std::find(names.begin(), names.end(), "storage_only") != names.end());
    const BackendInfo unknown = probe_backend("unheard_of");
    CHECK(unknown.score == 0);
    CHECK(unknown.reason.find("NO_BACKEND") != std::string::npos);
    CHECK(unknown.file.empty());
}

TEST_CASE("a backend whose score is 0 is refused by name, with its reason") {
    const Environment path("MERGUS_BACKEND_PATH", MERGUS_TEST_PLUGIN_DIR);
    const Error error = failure_of("hostile_zero");
    CHECK(error.code() == Code::no_backend);
    CHECK(says(error, "cannot run here"));
}

TEST_CASE("a backend that has no memory to find out whether it can run says so, and is not chosen") {
    const Environment path("MERGUS_BACKEND_PATH", MERGUS_TEST_PLUGIN_DIR);
    const Error error = failure_of("hostile_no_memory");
    CHECK(error.code() == Code::out_of_memory);
    CHECK(says(error, "backend hostile_no_memory cannot tell whether it can run here"));
    for (const BackendInfo& info : backends())
        if (info.name == "hostile_no_memory") CHECK(info.score == 0);
}

TEST_CASE("a status message without an end does not run over") {
    const Environment path("MERGUS_BACKEND_PATH", MERGUS_TEST_PLUGIN_DIR);
    const Context context{"hostile_minimal"};
    const Matrix<double> A(context, 2, 2);
    try {
        static_cast<void>(A.nvals());
        FAIL("no error");
    } catch (const Error& error) {
        CHECK(error.code() == Code::panic);
        CHECK(says(error, "hostile_minimal"));
    }
}

TEST_CASE("an operation that a backend does not have is not_implemented and names the backend") {
    const Environment path("MERGUS_BACKEND_PATH", MERGUS_TEST_PLUGIN_DIR);
    const Context context{"hostile_minimal"};
    const Matrix<double> A(context, 2, 2);
    Matrix<double> C(context, 2, 2);
    try {
        mxm(C, no_mask, no_accum, plus_times<double>, A, A);
        FAIL("no error");
    } catch (const Error& error) {
        CHECK(error.code() == Code::not_implemented);
        CHECK(says(error, "mxm"));
        CHECK(says(error, "hostile_minimal"));
    }
}

TEST_CASE("with fallback_to_cpu an unsupported operation runs on the CPU, says so, and keeps aliases") {
    const Environment path("MERGUS_BACKEND_PATH", MERGUS_TEST_PLUGIN_DIR);
    std::vector<std::string> lines;
    ContextOptions options;
    options.backend = "storage_only";
    options.fallback_to_cpu = true;
    options.explain = [&](const Explanation& e) {
        lines.push_back(std::string(e.operation) + " " + std::string(e.backend) +
                        (e.fallback ? " fallback" : ""));
    };
    const Context context(options);
    const std::vector<std::uint64_t> rows{0, 1, 2};
    const std::vector<std::uint64_t> cols{1, 2, 0};
    const std::vector<double> values{2, 3, 5};
    Csr csr;
    csr.nrows = csr.ncols = 3;
    csr.field = Field::real;
    csr.row_ptr = {0, 1, 2, 3};
    csr.cols = cols;
    csr.reals = values;
    auto A = Matrix<double>::from_csr(context, csr);
    mxm(A, no_mask, no_accum, plus_times<double>, A, A); // A is its own output
    REQUIRE(lines.size() == 1);
    CHECK(lines.front() == "mxm suitesparse fallback");
    const Tuples squared = A.to(Context{"suitesparse"}).to_tuples();
    CHECK(squared.rows == rows);
    CHECK(squared.cols == std::vector<std::uint64_t>{2, 0, 1});
    CHECK(squared.reals == std::vector<double>{6, 15, 10});
    CHECK(reduce(plus_monoid<double>, A) == 31.0);
}

TEST_SUITE_END();
