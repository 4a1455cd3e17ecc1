/// \file block_file.hpp
/// A block in a file of the directory MERGUS_BLOCKS_DIRECTORY. Sizes and checksums stay in memory: the file
/// is of no use to another process.
#pragma once

#include "transfer.hpp"

#include <mergus/error.hpp>

#include <cstdint>
#include <string>
#include <vector>

#include <unistd.h>

namespace mergus::blocks {

/// A file that cannot be written or read, or has other bytes than were written.
struct FileError : Error {
    explicit FileError(const std::string& message) : Error(Code::io_error, message) {}
};

/// A new directory, in which this context alone writes. It is removed at the end, when it must be empty. A
/// child that was forked leaves directories and files to its parent. A process that was killed leaves its
/// own, which a later one removes: a lock tells whether it still runs.
class BlockDirectory {
public:
    /// \throws FileError
    explicit BlockDirectory(const std::string& parent);
    BlockDirectory(const BlockDirectory&) = delete;
    BlockDirectory& operator=(const BlockDirectory&) = delete;
    ~BlockDirectory();

    /// The name of a file that does not exist yet.
    [[nodiscard]] std::string new_name();

private:
    std::string name_;
    int lock_ = -1; ///< the directory, locked while a process has it open
    std::uint64_t next_ = 0;
    pid_t process_ = getpid();
};

/// Owns the file, which it removes.
class BlockFile {
public:
    /// Writes the arrays. \throws FileError, after which there is no file
    BlockFile(std::string name, const HostArrays& arrays);
    BlockFile(const BlockFile&) = delete;
    BlockFile& operator=(const BlockFile&) = delete;
    ~BlockFile();

    /// \param memory for the arrays \throws FileError; std::bad_alloc
    [[nodiscard]] HostArrays read(HostMemory& memory) const;
    /// Lets the system read the file while the caller does something else.
    void read_ahead() const noexcept;
    [[nodiscard]] std::uint64_t bytes() const noexcept { return bytes_; }

private:
    std::string name_;
    const mergus_type* type_;
    Shape shape_;
    std::uint64_t nvals_;
    bool is_list_;
    std::uint64_t rows_, cols_, narrow_cols_; ///< elements of these arrays
    std::uint64_t bytes_ = 0;
    std::vector<std::uint32_t> checksums_; ///< CRC-32 of each chunk
    pid_t process_ = getpid();
};

} // namespace mergus::blocks
