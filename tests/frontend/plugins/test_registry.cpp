/// \file test_registry.cpp
/// Backends: search, choice, messages, devices.
#include "registry_testing.hpp"

#include <doctest/doctest.h>

#include <algorithm>
#include <filesystem>
#include <string>
#include <vector>

namespace fs = std::filesystem;
using namespace mergus;
using namespace mergus::tests;

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
    const Variable none("MERGUS_BACKEND", "");
    const auto all = backends();
    REQUIRE(!all.empty());
    for (std::size_t b = 1; b < all.size(); ++b) CHECK(all[b - 1].score >= all[b].score);
    CHECK(Context{}.backend() == all.front().name);
}

TEST_CASE("MERGUS_BACKEND chooses a backend, and an explicit name overrides it") {
    const Variable wanted("MERGUS_BACKEND", "there_is_none_of_this_name");
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

TEST_CASE("a backend for tests is used by its name, and never by default") {
    const Variable path("MERGUS_BACKEND_PATH", MERGUS_TEST_PLUGIN_DIR);
    const Variable none("MERGUS_BACKEND", "");
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

TEST_CASE("a status message without a NUL is read up to its end") {
    const Variable path("MERGUS_BACKEND_PATH", MERGUS_TEST_PLUGIN_DIR);
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

TEST_CASE("devices are enumerated, and a context's device must be one of them") {
    const Variable path("MERGUS_BACKEND_PATH", MERGUS_TEST_PLUGIN_DIR);
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
        const Variable two("MERGUS_EMULATION_DEVICES", "2");
        const Variable first("MERGUS_EMULATION_UNUSABLE", "1");
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

TEST_SUITE_END();
