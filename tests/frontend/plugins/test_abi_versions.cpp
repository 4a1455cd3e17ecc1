/// \file test_abi_versions.cpp
/// Structs of other versions at the plugin boundary: options, structs that a backend fills in and statuses,
/// cut after each of their members, and longer than in this version; and names of unknown extensions.
#include "abi_versions_testing.hpp"
#include "testing/scratch.hpp"

using namespace mergus;
using namespace mergus::tests;
using cuda::testing::Variable;

TEST_SUITE_BEGIN("abi");

TEST_CASE("versions: options of a context, and structs that a backend fills in") {
    for (const std::string& name : backends_in_cpp) {
        CAPTURE(name);
        Plugin plugin(name);
        auto options = made<mergus_context_options>();
        options.device = -1;
        options.threads = 1;
        for (const std::size_t bytes : sizes<mergus_context_options>()) {
            CAPTURE(bytes);
            const Cut cut(options, bytes);
            mergus_context* context = nullptr;
            CHECK(plugin.table->context_new(cut.get(), &context, &plugin.status) == MERGUS_SUCCESS);
            plugin.table->context_free(context);
        }
        mergus_matrix* A = plugin.matrix();
        const mergus_matrix_info info = plugin.info(A);
        CHECK(info.nvals == 3);
        for (const std::size_t bytes : sizes<mergus_matrix_info>()) {
            CAPTURE(bytes);
            const Cut cut(made<mergus_matrix_info>(), bytes);
            CHECK(plugin.table->matrix_info(plugin.context, A, cut.get(), &plugin.status) == MERGUS_SUCCESS);
            CHECK(cut.intact());
            const mergus_matrix_info read = cut.read(info);
            CHECK(std::memcmp(&read.nrows, &info.nrows, sizeof info - sizeof info.struct_size) == 0);
        }
        auto counters = made<mergus_counters>();
        plugin.table->context_counters(plugin.context, &counters, 0);
        for (const std::size_t bytes : sizes<mergus_counters>()) {
            CAPTURE(bytes);
            auto marked = made<mergus_counters>();
            std::memset(&marked.bytes_to_host, 0x77, sizeof marked - sizeof marked.struct_size);
            const Cut cut(marked, bytes);
            plugin.table->context_counters(plugin.context, cut.get(), 0);
            CHECK(cut.intact());
            const mergus_counters read = cut.read(counters);
            CHECK(std::memcmp(&read.bytes_to_host, &counters.bytes_to_host,
                              sizeof counters - sizeof counters.struct_size) == 0);
        }
        auto device = made<mergus_device_info>();
        CHECK(plugin.table->device_info(0, &device, &plugin.status) == MERGUS_SUCCESS);
        for (const std::size_t bytes : sizes<mergus_device_info>()) {
            const Cut cut(made<mergus_device_info>(), bytes);
            CHECK(plugin.table->device_info(0, cut.get(), &plugin.status) == MERGUS_SUCCESS);
            CHECK(cut.intact());
            if (bytes >= END(mergus_device_info, score)) CHECK(cut.read().score == device.score);
        }
    }
}

TEST_CASE("versions: options without a device let the backend choose one") {
    const Variable two("MERGUS_EMULATION_DEVICES", "2");
    const Variable first("MERGUS_EMULATION_UNUSABLE", "1");
    const Plugin plugin("cuda-emulated", -1);
    for (const bool has_device : {false, true}) {
        const Cut cut(made<mergus_context_options>(), // device 0 if it has one
                      has_device ? END(mergus_context_options, deterministic) : sizeof(std::size_t));
        mergus_context* context = nullptr;
        auto status = made<mergus_status>();
        const std::int32_t code = plugin.table->context_new(cut.get(), &context, &status);
        CHECK(code == (has_device ? MERGUS_NO_BACKEND : MERGUS_SUCCESS));
        if (code == MERGUS_SUCCESS) plugin.table->context_free(context);
    }
}

TEST_CASE("versions: the message of a status is cut, and ends with a NUL") {
    for (const std::string& name : backends_in_cpp) {
        CAPTURE(name);
        Plugin plugin(name);
        plugin.cols[1] = 7; // outside the matrix
        const mergus_csr csr = plugin.arrays();
        auto args = made<mergus_matrix_import_csr_args>();
        args.csr = &csr;
        CHECK(plugin.table->matrix_import_csr(plugin.context, &args, &plugin.status) == MERGUS_INVALID_INDEX);
        const std::string message = plugin.status.message;
        CHECK(message.size() > 16);
        CHECK(plugin.table->matrix_import_csr(plugin.context, &args, nullptr) == MERGUS_INVALID_INDEX);
        for (const std::size_t bytes : {std::size_t{8}, std::size_t{16}, std::size_t{24}, std::size_t{512},
                                        sizeof(mergus_status), sizeof(mergus_status) + 16}) {
            CAPTURE(bytes);
            const Cut cut(made<mergus_status>(), bytes);
            CHECK(plugin.table->matrix_import_csr(plugin.context, &args, cut.get()) == MERGUS_INVALID_INDEX);
            CHECK(cut.intact());
            if (bytes < END(mergus_status, code)) continue;
            CHECK(cut.read().code == MERGUS_INVALID_INDEX);
            const std::size_t room =
                std::min(bytes, sizeof(mergus_status)) - offsetof(mergus_status, message);
            const char* text = cut.get()->message;
            REQUIRE(strnlen(text, room) < room);
            CHECK(text == message.substr(0, room - 1));
        }
        CHECK(args.matrix == nullptr);
    }
}

TEST_CASE("versions: names that are not extensions") {
    for (const std::string& name : backends_in_cpp) {
        const Plugin plugin(name);
        CHECK(plugin.table->extension("") == nullptr);
        CHECK(plugin.table->extension("count_triangles_and_squares") == nullptr);
        CHECK((plugin.table->extension(MERGUS_EXTENSION_COUNT_TRIANGLES) != nullptr) ==
              (name == "cuda-emulated"));
        CHECK((plugin.table->extension(MERGUS_EXTENSION_CONNECTED_COMPONENTS) != nullptr) ==
              (name == "cuda-emulated"));
    }
}

TEST_SUITE_END();
