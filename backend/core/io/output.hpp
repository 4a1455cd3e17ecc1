/// \file output.hpp
/// Files that appear under their name only when they are complete.
#pragma once

#include <cstdint>
#include <filesystem>
#include <string>
#include <string_view>

namespace mergus::core {

/// Writes to a new file beside the target, which commit() puts in the target's place; without commit()
/// nothing stays. A target that is not a regular file (a pipe, a device) is written to directly.
class OutputFile {
public:
    /// \throws Error io_error, as do the others
    explicit OutputFile(const std::filesystem::path& path);
    OutputFile(const OutputFile&) = delete;
    OutputFile& operator=(const OutputFile&) = delete;
    ~OutputFile();

    void write(std::string_view bytes);
    void commit();

private:
    [[noreturn]] void fail(const char* doing, int error_number) const;

    std::string name_; ///< as given, for messages
    std::filesystem::path target_;
    std::filesystem::path temporary_; ///< empty: writing to the target itself
    int descriptor_ = -1;
};

/// The text as one gzip member. Members one after the other unpack to their texts one after the other.
std::string gzip_member(std::string_view text);

} // namespace mergus::core
