/// \file conformance.cpp
/// Compares a backend named mine with the oracle and the reference. docs/WRITING-A-BACKEND.md shows it.
#include <mergus/conformance.hpp> // find_package(mergus), target_link_libraries(… mergus::conformance)

#include <cstdio>

int main() {
    const mergus::Context context("mine");
    mergus::conformance::Options options;
    options.operations = {"mxm", "transpose"};
    options.oracle = mergus::conformance::default_oracle(context);
    const auto summary = mergus::conformance::run(context, options);
    std::puts(summary.text().c_str());
    return summary.passed() ? 0 : 1;
}
