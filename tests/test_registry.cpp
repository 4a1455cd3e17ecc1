/// \file test_registry.cpp
/// Backends: finding, loading, refusing hostile plugins, unsupported operations and the fallback to the CPU.
#include <mergus/mergus.hpp>

#include <doctest/doctest.h>

#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <string>
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
    const std::string expected_version = std::to_string(MERGUS_ABI_MAJOR) + "." + std::to_string(MERGUS_ABI_MINOR);
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
        lines.push_back(std::string(e.operation) + " " + std::string(e.backend) + (e.fallback ? " fallback" : ""));
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
