/// \file main.cpp
/// The test program: doctest's options and --backend=NAME[,NAME…]. A run that selects no test fails
/// unless --may-be-empty is given.
#define DOCTEST_CONFIG_IMPLEMENT
#include <doctest/doctest.h>

#include "backends_under_test.hpp"

#include <mergus/plugin.h>
#include <mergus/registry.hpp>

#include <cstdio>
#include <cstdlib>
#include <string_view>

namespace mergus::tests {

namespace {

std::vector<std::string> chosen_backends;

std::vector<std::string> split(std::string_view names) {
    std::vector<std::string> list;
    while (!names.empty()) {
        const std::size_t end = std::min(names.find(','), names.size());
        if (end > 0) list.emplace_back(names.substr(0, end));
        names.remove_prefix(std::min(end + 1, names.size()));
    }
    return list;
}

const char* environment(const char* name) {
    const char* value = std::getenv(name);
    return value == nullptr ? "" : value;
}

std::vector<std::string>& notices() {
    static std::vector<std::string> all;
    return all;
}

/// Number of test cases that pass the filters. doctest reports it only to listeners.
unsigned selected = 0;

struct Counter : doctest::IReporter {
    explicit Counter(const doctest::ContextOptions&) {}
    void report_query(const doctest::QueryData&) override { selected = 1; }
    void test_run_start() override {}
    void test_run_end(const doctest::TestRunStats& stats) override {
        selected = stats.numTestCasesPassingFilters;
    }
    void test_case_start(const doctest::TestCaseData&) override {}
    void test_case_reenter(const doctest::TestCaseData&) override {}
    void test_case_end(const doctest::CurrentTestCaseStats&) override {}
    void test_case_exception(const doctest::TestCaseException&) override {}
    void subcase_start(const doctest::SubcaseSignature&) override {}
    void subcase_end() override {}
    void log_assert(const doctest::AssertData&) override {}
    void log_message(const doctest::MessageData&) override {}
    void test_case_skipped(const doctest::TestCaseData&) override {}
};
DOCTEST_REGISTER_LISTENER("counter", 1, Counter);

} // namespace

const std::vector<std::string>& backends_under_test() {
    static const std::vector<std::string> names = [] {
        if (!chosen_backends.empty()) return chosen_backends;
        std::vector<std::string> found = split(environment("MERGUS_TEST_BACKENDS"));
        if (!found.empty()) return found;
        for (const BackendInfo& backend : backends())
            if (backend.score >= MERGUS_SCORE_DEFAULT) found.push_back(backend.name);
        return found;
    }();
    return names;
}

bool add_notice(const std::string& text) {
    notices().push_back(text);
    return true;
}

bool is_slow(const std::string& backend) {
    return backend.find("emulated") != std::string::npos ||
           std::string_view(environment("MERGUS_TEST_SIZE")) == "smoke";
}

} // namespace mergus::tests

#ifdef __SANITIZE_ADDRESS__
/// When GCC 12's LeakSanitizer scans thread-local variables of dlopened libraries, it reads unrelated memory
/// and crashes at the end of some runs.
extern "C" __attribute__((visibility("default"))) const char* __asan_default_options() {
    return "intercept_tls_get_addr=0";
}
#endif

int main(int count, char** arguments) {
    bool may_be_empty = false;
    std::vector<char*> rest;
    for (int a = 0; a < count; ++a) {
        const std::string_view argument = arguments[a];
        constexpr std::string_view backend = "--backend=";
        if (argument.starts_with(backend))
            mergus::tests::chosen_backends = mergus::tests::split(argument.substr(backend.size()));
        else if (argument == "--may-be-empty")
            may_be_empty = true;
        else
            rest.push_back(arguments[a]);
    }
    for (const std::string& notice : mergus::tests::notices()) std::fprintf(stderr, "%s\n", notice.c_str());
    doctest::Context context(static_cast<int>(rest.size()), rest.data());
    const int result = context.run();
    if (result == 0 && mergus::tests::selected == 0 && !may_be_empty && !context.shouldExit()) {
        std::fprintf(stderr, "no test was selected\n");
        return 1;
    }
    return result;
}
