/// \file output.hpp
/// Files that get their name only when they are complete and stored on disk.
#pragma once

#include "unfinished.hpp"

#include <mergus/host_data.hpp>

#include <cstdint>
#include <filesystem>
#include <optional>
#include <string>
#include <string_view>

namespace mergus::core {

/// How the incomplete file is kept.
enum class Temporary {
    nameless_if_possible, ///< O_TMPFILE, if the file system supports it.
    named
};

/// Writes a new file in the directory of the target; commit() renames it to the target. Without commit() the
/// file is removed. Targets that are not regular files (pipes, devices, "-" for standard output) are written
/// directly.
class OutputFile {
public:
    /// \throws Error io_error, like the other members
    explicit OutputFile(const std::filesystem::path& path,
                        Temporary temporary = Temporary::nameless_if_possible);
    OutputFile(const OutputFile&) = delete;
    OutputFile& operator=(const OutputFile&) = delete;
    ~OutputFile();

    void write(std::string_view bytes);
    /// Flushes the file to disk (fsync), then renames it.
    void commit();

private:
    /// Mode and owner of the replaced file.
    struct Status {
        std::uint32_t mode;
        std::uint32_t user;
        std::uint32_t group;
    };

    void inspect_target();
    void create(Temporary temporary);
    /// \param create name → whether it created a file of that name; errno is EEXIST if the name is taken
    template <class Create>
    bool under_new_name(const Create& create);
    void take_over_status() const;
    void give_name();
    void close();
    void sync_directory() const;
    [[noreturn]] void fail(const char* doing, int error_number) const;

    std::string name_; ///< As given, for messages.
    std::filesystem::path target_;
    std::filesystem::path directory_; ///< Of the target.
    std::optional<Status> replaced_;
    bool direct_ = false;
    std::filesystem::path temporary_; ///< Empty while the new file has no name.
    std::optional<UnfinishedFile> unfinished_;
    int descriptor_ = -1;
};

/// The text of a MatrixMarket file. \param entries of the header; none: no header
std::string matrix_market_text(const Tuples& tuples, bool packed, std::optional<std::uint64_t> entries);

/// Packs the text to a gzip member. Concatenated members unpack to the concatenated texts.
std::string gzip_member(std::string_view text);

} // namespace mergus::core
