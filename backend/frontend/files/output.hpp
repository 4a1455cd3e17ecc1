/// \file output.hpp
/// Files that appear under their name only when they are complete and stored.
#pragma once

#include "unfinished.hpp"

#include <cstdint>
#include <filesystem>
#include <optional>
#include <string>
#include <string_view>

namespace mergus::core {

/// How the new file is kept until it is complete.
enum class Temporary {
    nameless_if_possible, ///< O_TMPFILE, where the file system has it
    named
};

/// Writes to a new file of the target's directory, which commit() puts in the target's place; without
/// commit() nothing stays. A target that is not a regular file (a pipe, a device, "-" for standard output) is
/// written to directly.
class OutputFile {
public:
    /// \throws Error io_error, as do the others
    explicit OutputFile(const std::filesystem::path& path,
                        Temporary temporary = Temporary::nameless_if_possible);
    OutputFile(const OutputFile&) = delete;
    OutputFile& operator=(const OutputFile&) = delete;
    ~OutputFile();

    void write(std::string_view bytes);
    /// Stores the bytes (fsync), then the name.
    void commit();

private:
    /// Of the file that is replaced.
    struct Status {
        std::uint32_t mode;
        std::uint32_t user;
        std::uint32_t group;
    };

    void look_at_target();
    void create(Temporary temporary);
    /// create(name) -> whether it made a file of that name; errno is EEXIST if the name is taken.
    template <class Create>
    bool under_new_name(const Create& create);
    void take_over_status() const;
    void give_name();
    void close();
    void sync_directory() const;
    [[noreturn]] void fail(const char* doing, int error_number) const;

    std::string name_; ///< as given, for messages
    std::filesystem::path target_;
    std::filesystem::path directory_; ///< of the target
    std::optional<Status> replaced_;
    bool direct_ = false;
    std::filesystem::path temporary_; ///< empty while the new file has no name
    std::optional<UnfinishedFile> unfinished_;
    int descriptor_ = -1;
};

/// The text as one gzip member. Members one after the other unpack to their texts one after the other.
std::string gzip_member(std::string_view text);

} // namespace mergus::core
