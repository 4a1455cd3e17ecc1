/// \file replay.cpp
/// Runs a fuzz target on every file of the folders that are named, so that what a fuzzer once found stays
/// found in builds without a fuzzer. No file at all is a failure.
#include "fuzz.hpp"

#include <cstdio>
#include <exception>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <vector>

int main(int count, char** arguments) {
    std::size_t files = 0;
    try {
        for (int a = 1; a < count; ++a)
            for (const auto& entry : std::filesystem::directory_iterator(arguments[a])) {
                std::ifstream in(entry.path(), std::ios::binary);
                const std::string bytes{std::istreambuf_iterator<char>(in), {}};
                std::printf("%s\n", entry.path().c_str());
                std::fflush(stdout);
                // Memory of exactly that size, so that a sanitizer sees a read past the end.
                const std::vector<std::uint8_t> input(bytes.begin(), bytes.end());
                LLVMFuzzerTestOneInput(input.data(), input.size());
                ++files;
            }
    } catch (const std::exception& error) {
        std::fprintf(stderr, "fuzz: an exception came out: %s\n", error.what());
        return 1;
    }
    std::printf("%zu inputs\n", files);
    return files > 0 ? 0 : 1;
}
