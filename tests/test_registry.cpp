/// \file test_registry.cpp
/// Backends: search, loading, refusal of faulty plugins, devices, unsupported operations and the fallback to
/// the CPU, extensions.
#include <mergus/mergus.hpp>

#include "scratch_directory.hpp"

#include <doctest/doctest.h>

#include <algorithm>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <functional>
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

TEST_CASE("MERGUS_BACKEND chooses a backend, and an explicit name overrides it") {
    const Environment wanted("MERGUS_BACKEND", "there_is_none_of_this_name");
    CHECK(failure_of("").code() == Code::no_backend);
    CHECK(Context{"suitesparse"}.backend() == "suitesparse");
}

TEST_CASE("an unknown backend: the error names the folders that were searched") {
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

TEST_CASE("a backend without memory to compute its score is an error by name, and is not chosen") {
    const Environment path("MERGUS_BACKEND_PATH", MERGUS_TEST_PLUGIN_DIR);
    const Error error = failure_of("hostile_no_memory");
    CHECK(error.code() == Code::out_of_memory);
    CHECK(says(error, "backend hostile_no_memory cannot tell whether it can run here"));
    for (const BackendInfo& info : backends())
        if (info.name == "hostile_no_memory") CHECK(info.score == 0);
}

TEST_CASE("a status message without a NUL is read up to its end") {
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

TEST_CASE("with fallback_to_cpu operations on vectors run on the CPU too, full and sparse ones") {
    const Environment path("MERGUS_BACKEND_PATH", MERGUS_TEST_PLUGIN_DIR);
    ContextOptions options;
    options.backend = "storage_only";
    options.fallback_to_cpu = true;
    const Context context(options);
    Csr csr; // a cycle
    csr.nrows = csr.ncols = 3;
    csr.row_ptr = {0, 1, 2, 3};
    csr.cols = {1, 2, 0};
    const auto A = Matrix<double>::from_csr(context, csr);
    const auto u = Vector<double>::from_dense(context, std::vector<double>{2, 3, 5});
    const auto on_cpu = [](const Vector<double>& w) { return w.to(Context{"suitesparse"}).to_dense(-1); };
    auto w = mxv(plus_times<double>, A, u);
    CHECK(on_cpu(w) == std::vector<double>{3, 5, 2});
    vxm(w, plus_times<double>, w, A, {.accum = ops::plus<double>}); // w is input and output
    CHECK(on_cpu(w) == std::vector<double>{5, 8, 7});
    const auto large = select(ops::valuegt<double>, w, 6);
    CHECK(on_cpu(large) == std::vector<double>{-1, 8, 7});
    assign(w, 0, {.mask = complement(structure(large)), .replace = true});
    CHECK(on_cpu(w) == std::vector<double>{0, -1, -1});
    CHECK(reduce(plus_monoid<double>, u) == 10);
    CHECK(on_cpu(w.dup()) == std::vector<double>{0, -1, -1});
    CHECK(w.release_arrays().nvals() == 1);
    CHECK(w.nvals() == 0);
}

TEST_CASE("a table that ends after the required functions: the others are missing") {
    const Environment path("MERGUS_BACKEND_PATH", MERGUS_TEST_PLUGIN_DIR);
    CHECK(probe_backend("storage_short").devices.empty());
    const Context context{"storage_short"};
    context.wait();
    CHECK(context.counters().launches == 0);
    Matrix<double> A(context, 2, 3);
    CHECK(A.dup().ncols() == 3);
    A.clear();
    CHECK(A.release_csr().nvals() == 0);
    const std::vector<std::uint64_t> none;
    for (const auto& call : std::vector<std::function<void()>>{
             [&] { A.build(none, none, std::vector<double>{}); },
             [&] { transpose(A, no_mask, no_accum, A, DESC_T0); }, [&] { A.resize(1, 1); },
             [&] { (void)Vector<double>(context, 3); }}) {
        try {
            call();
            FAIL("no error");
        } catch (const Error& error) {
            CHECK(error.code() == Code::not_implemented);
            CHECK(says(error, "storage_short"));
        }
    }
}

TEST_CASE("operations that a backend made by the adapter does not have are missing") {
    const Environment path("MERGUS_BACKEND_PATH", MERGUS_TEST_PLUGIN_DIR);
    const Context context{"only_transpose"};
    const std::vector<std::uint64_t> rows{0, 1}, cols{2, 0};
    const auto A = Matrix<double>::from_tuples(context, 2, 3, rows, cols, std::vector<double>{4, 5});
    CHECK(transpose(A).to_tuples().rows == std::vector<std::uint64_t>{0, 2});
    try {
        static_cast<void>(select(ops::tril, A, 0));
        FAIL("no error");
    } catch (const Error& error) {
        CHECK(error.code() == Code::not_implemented);
        CHECK(says(error, "only_transpose"));
    }
}

TEST_CASE("devices are enumerated, and a context's device must be one of them") {
    const Environment path("MERGUS_BACKEND_PATH", MERGUS_TEST_PLUGIN_DIR);
    const std::vector<DeviceInfo> stores = probe_backend("storage_asks").devices;
    REQUIRE(stores.size() == 2);
    CHECK(stores[0].name == "store 0");
    CHECK(stores[0].score == 1);
    CHECK(stores[0].reason == "open");
    CHECK(stores[1].ordinal == 1);
    CHECK(stores[1].memory == 8192);
    CHECK(stores[1].score == 0);
    CHECK(stores[1].reason == std::string(256, 'x')); // the plugin's text has no NUL
    const std::vector<DeviceInfo> cpu = probe_backend("suitesparse").devices;
    REQUIRE(cpu.size() == 1);
    CHECK(cpu[0].name == "CPU");
    CHECK(cpu[0].memory > 0);
    CHECK(cpu[0].score == MERGUS_SCORE_DEFAULT);
    {
        const Environment two("MERGUS_EMULATION_DEVICES", "2");
        const Environment first("MERGUS_EMULATION_UNUSABLE", "1");
        const std::vector<DeviceInfo> emulated = probe_backend("cuda-emulated").devices;
        REQUIRE(emulated.size() == 2);
        CHECK(emulated[0].score == 0);
        CHECK(emulated[0].reason.find("MERGUS_EMULATION_UNUSABLE") != std::string::npos);
        CHECK(emulated[1].score == 1);
        CHECK(emulated[1].compute_major >= 7);
        CHECK(emulated[1].memory > 0);
    }

    struct Row {
        const char* backend;
        int devices;
        const char* words;
    };
    for (const Row row : {Row{"storage_asks", 2, "the backend storage_asks has the devices 0 to 1"},
                          Row{"suitesparse", 1, "the backend suitesparse has one device, 0"},
                          Row{"cuda-emulated", 1, "the backend cuda-emulated has one device, 0"},
                          Row{"storage_only", 1, "the backend storage_only has one device, 0"}}) {
        CAPTURE(row.backend);
        ContextOptions options;
        options.backend = row.backend;
        for (options.device = -1; options.device < row.devices; ++options.device)
            CHECK(Context(options).backend() == row.backend);
        for (const int wrong : {row.devices, -2}) {
            options.device = wrong;
            try {
                const Context context(options);
                FAIL("no error");
            } catch (const Error& error) {
                CHECK(error.code() == Code::invalid_value);
                CHECK(says(error, "device is " + std::to_string(wrong)));
                CHECK(says(error, row.words));
            }
        }
    }
}

TEST_CASE("supports() is asked before a call that may fall back, and the explanation has the reason") {
    const Environment path("MERGUS_BACKEND_PATH", MERGUS_TEST_PLUGIN_DIR);
    std::vector<std::string> reasons, lines;
    ContextOptions options;
    options.backend = "storage_asks";
    options.explain = [&](const Explanation& e) {
        reasons.push_back(e.fallback_reason);
        lines.push_back(to_string(e));
    };
    options.fallback_to_cpu = true;
    const Context context(options);
    Matrix<double> A(context, 2, 2);
    mxm(A, no_mask, ops::plus<double>, plus_times<double>, A, A); // the backend's mxm would panic
    mxm(A, no_mask, no_accum, plus_times<double>, A, A);
    transpose(A, no_mask, no_accum, A);
    CHECK(reasons == std::vector<std::string>{
                         "mxm: accumulators (backend storage_asks)",
                         "mxm: found while it ran (backend storage_asks)",
                         "transpose: the backend storage_asks does not support it",
                     });
    CHECK(lines.front().find("; fallback because mxm: accumulators (backend storage_asks);") !=
          std::string::npos);

    // Without the fallback the call is made at once.
    options.fallback_to_cpu = false;
    options.explain = nullptr;
    Matrix<double> B(Context(options), 2, 2);
    try {
        mxm(B, no_mask, ops::plus<double>, plus_times<double>, B, B);
        FAIL("no error");
    } catch (const Error& error) {
        CHECK(error.code() == Code::panic);
    }
}

TEST_CASE("extensions are used if the backend has them, whatever their length") {
    const Environment path("MERGUS_BACKEND_PATH", MERGUS_TEST_PLUGIN_DIR);
    ContextOptions options;
    options.backend = "storage_asks";
    options.fallback_to_cpu = true;
    const Context context(options);
    Csr csr;
    csr.nrows = csr.ncols = 2;
    csr.field = Field::real;
    csr.row_ptr = {0, 1, 2};
    csr.cols = {1, 0};
    csr.reals = {1, 1};
    CHECK(triangle_count(Matrix<double>::from_csr(context, csr)) == 2); // this one counts rows
    // Without entries the extension refuses the call. The generic method needs bool, which the backend
    // refuses.
    try {
        static_cast<void>(triangle_count(Matrix<double>(context, 2, 2)));
        FAIL("no error");
    } catch (const Error& error) {
        CHECK(error.code() == Code::not_implemented);
        CHECK(says(error, "only fp64"));
    }
    // Its segmented_merge has no function: the library merges.
    const std::vector<std::uint64_t> segments{0, 2}, subsegments{0, 2, 4};
    std::vector<std::uint32_t> keys{3, 5, 1, 4};
    segmented_merge(context, {segments, subsegments}, keys.size(), keys.data(), keys.data());
    CHECK(keys == std::vector<std::uint32_t>{1, 3, 4, 5});
}

TEST_SUITE_END();
