/// \file fuzz.hpp
/// What the fuzz targets share. Each target is one file with LLVMFuzzerTestOneInput, which is linked with
/// libFuzzer (clang, MERGUS_BUILD_FUZZERS) and with replay.cpp, which runs the corpus in every build.
#pragma once

#include <mergus/error.hpp>
#include <mergus/io.hpp>

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size);

namespace mergus::fuzz {

/// Ends the process with a message, so that the fuzzer and the replay both see a failure.
void require(bool condition, const char* what);

/// A file in memory with a path of its own.
class MemoryFile {
public:
    MemoryFile();
    MemoryFile(const MemoryFile&) = delete;
    MemoryFile& operator=(const MemoryFile&) = delete;
    ~MemoryFile();

    void write(std::string_view bytes) const;
    [[nodiscard]] const std::string& path() const noexcept { return path_; }

private:
    int descriptor_;
    std::string path_;
};

enum class Format { matrix_market, edge_list };

/// What a reader made of a file: entries, or an error. Any exception but mergus::Error goes through.
struct Reading {
    std::optional<Tuples> tuples;
    Code code = Code::success;
    std::string message;
};
Reading read(Format format, const MemoryFile& file, Duplicates duplicates);

/// What the readers promise about entries, whatever the file.
void check_tuples(const Tuples& tuples);
/// The codes that a file may be refused with.
void check_refusal(const Reading& reading);

} // namespace mergus::fuzz
