/// \file block_file.cpp
/// The file has the arrays one after the other. They are written, read and checked by chunks, by a team of
/// threads: one thread's checksums are slower than a disk.
#include "block_file.hpp"

#include "parallel.hpp"

#include <dirent.h>
#include <fcntl.h>
#include <fmt/format.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <unistd.h>
#include <zlib.h>

#include <algorithm>
#include <atomic>
#include <cerrno>
#include <cstdlib>
#include <ctime>
#include <filesystem>
#include <string_view>
#include <system_error>
#include <utility>

namespace mergus::blocks {

namespace {

[[noreturn]] void fail(const std::string& name, const char* doing, int error) {
    throw FileError(fmt::format("{}: cannot {}: {}", name, doing, std::generic_category().message(error)));
}

/// An open file.
class Descriptor {
public:
    Descriptor(const std::string& name, int flags, const char* doing)
        : number_(::open(name.c_str(), flags | O_CLOEXEC, S_IRUSR | S_IWUSR)) {
        if (number_ < 0) fail(name, doing, errno);
    }
    Descriptor(const Descriptor&) = delete;
    Descriptor& operator=(const Descriptor&) = delete;
    ~Descriptor() {
        if (number_ >= 0) ::close(number_);
    }
    operator int() const noexcept { return number_; }
    /// A file system may report only now that it has no room.
    int close() noexcept { return ::close(std::exchange(number_, -1)); }

private:
    int number_;
};

/// Bytes in memory, and their place in the file.
struct Chunk {
    std::byte* data;
    std::uint64_t bytes, place;
};

std::vector<Chunk> chunks_of(const HostArrays& arrays) {
    constexpr std::uint64_t most = std::uint64_t{4} << 20;
    std::vector<Chunk> chunks;
    std::uint64_t place = 0;
    const auto add = [&](const void* array, std::uint64_t bytes) {
        auto* data = static_cast<std::byte*>(const_cast<void*>(array)); // written by read() only
        while (bytes > 0) {
            const std::uint64_t part = std::min(bytes, most);
            chunks.push_back({data, part, place});
            data += part;
            place += part;
            bytes -= part;
        }
    };
    add(arrays.rows.data(), arrays.rows.size() * sizeof(std::uint64_t));
    add(arrays.cols.data(), arrays.cols.size() * sizeof(std::uint64_t));
    add(arrays.narrow_cols.data(), arrays.narrow_cols.size() * sizeof(std::uint32_t));
    add(arrays.values.data(), arrays.nvals * arrays.type->size);
    return chunks;
}

std::uint32_t checksum(const Chunk& chunk) {
    const auto* const bytes = reinterpret_cast<const unsigned char*>(chunk.data);
    return static_cast<std::uint32_t>(crc32(0, bytes, static_cast<unsigned>(chunk.bytes)));
}

/// Moves all of a chunk by `move(data, bytes, place)`, pread or pwrite. \returns an error number; −1 at the
/// end of the file
template <class Move>
int move_all(const Chunk& chunk, const Move& move) {
    for (std::uint64_t done = 0; done < chunk.bytes;) {
        const ssize_t moved =
            move(chunk.data + done, chunk.bytes - done, static_cast<off_t>(chunk.place + done));
        if (moved == 0) return -1;
        if (moved < 0 && errno != EINTR) return errno;
        if (moved > 0) done += static_cast<std::uint64_t>(moved);
    }
    return 0;
}

/// Calls body(n) → error for all chunks. \returns an error of one, or 0
template <class Body>
int for_each_chunk(std::size_t count, const Body& body) {
    std::atomic<int> error = 0;
    core::parallel_for(count, 1, 0, [&](std::uint64_t begin, std::uint64_t end) {
        for (std::uint64_t n = begin; n < end && error == 0; ++n)
            if (const int found = body(n); found != 0) error = found;
    });
    return error;
}

/// The directories of this machine: locks of others may not be seen here.
std::string directory_prefix() {
    char host[256] = "";
    ::gethostname(host, sizeof host - 1);
    return fmt::format("mergus-blocks-{}-", host);
}

int open_directory(const std::string& name) {
    return ::open(name.c_str(), O_RDONLY | O_DIRECTORY | O_NOFOLLOW | O_CLOEXEC);
}

/// The files in a directory. Empty, if there is anything that new_name() does not make.
std::vector<std::string> files_of_blocks(int directory) {
    DIR* const entries = ::fdopendir(::dup(directory));
    if (entries == nullptr) return {};
    std::vector<std::string> names;
    bool only_these = true;
    while (const dirent* const entry = ::readdir(entries)) {
        const std::string_view name = entry->d_name;
        if (name == "." || name == "..") continue;
        only_these =
            only_these && std::all_of(name.begin(), name.end(), [](char c) { return c >= '0' && c <= '9'; });
        names.emplace_back(name);
    }
    ::closedir(entries);
    return only_these ? names : std::vector<std::string>();
}

/// Removes a directory that no process has locked, because its process was killed. Errors are ignored.
void remove_abandoned(const std::string& name) {
    constexpr std::time_t settled = 60; // seconds in which a process locks the directory that it has made
    const int directory = open_directory(name);
    if (directory < 0) return;
    struct stat state {};
    const bool is_old = ::fstat(directory, &state) == 0 && state.st_uid == ::geteuid() &&
                        std::time(nullptr) - state.st_mtime >= settled;
    if (is_old && ::flock(directory, LOCK_EX | LOCK_NB) == 0) {
        for (const std::string& file : files_of_blocks(directory)) ::unlinkat(directory, file.c_str(), 0);
        ::rmdir(name.c_str()); // if it is empty
    }
    ::close(directory);
}

void remove_abandoned_in(const std::string& parent, const std::string& prefix) {
    namespace fs = std::filesystem;
    constexpr std::size_t random_letters = 6;
    std::error_code error;
    for (fs::directory_iterator entry(parent, error), end; !error && entry != end; entry.increment(error)) {
        const std::string name = entry->path().filename().string();
        if (name.starts_with(prefix) && name.size() == prefix.size() + random_letters)
            remove_abandoned(entry->path().string());
    }
}

} // namespace

BlockDirectory::BlockDirectory(const std::string& parent) {
    const std::string prefix = directory_prefix();
    remove_abandoned_in(parent, prefix);
    name_ = fmt::format("{}/{}XXXXXX", parent, prefix);
    if (::mkdtemp(name_.data()) == nullptr) fail(parent, "make a directory there for blocks", errno);
    lock_ = open_directory(name_);
    if (lock_ < 0) {
        const int error = errno;
        ::rmdir(name_.c_str());
        fail(name_, "open the directory", error);
    }
    ::flock(
        lock_,
        LOCK_EX |
            LOCK_NB); // a file system without locks: remove_abandoned() cannot lock it either, and leaves it
}

BlockDirectory::~BlockDirectory() {
    if (process_ == getpid()) ::rmdir(name_.c_str());
    ::close(lock_);
}

std::string BlockDirectory::new_name() {
    return fmt::format("{}/{}", name_, next_++);
}

BlockFile::BlockFile(std::string name, const HostArrays& arrays)
    : name_(std::move(name)), type_(arrays.type), shape_(arrays.shape), nvals_(arrays.nvals),
      is_list_(arrays.is_list), rows_(arrays.rows.size()), cols_(arrays.cols.size()),
      narrow_cols_(arrays.narrow_cols.size()), bytes_(arrays.bytes()) {
    const std::vector<Chunk> chunks = chunks_of(arrays);
    checksums_.resize(chunks.size());
    Descriptor file(name_, O_WRONLY | O_CREAT | O_EXCL, "make this file for a block");
    int error = for_each_chunk(chunks.size(), [&](std::uint64_t n) {
        checksums_[n] = checksum(chunks[n]);
        return move_all(chunks[n], [&](const void* data, std::uint64_t bytes, off_t place) {
            return ::pwrite(file, data, bytes, place);
        });
    });
    if (error == 0 && file.close() != 0) error = errno;
    if (error == 0) return;
    ::unlink(name_.c_str());
    fail(name_, "write a block", error > 0 ? error : ENOSPC);
}

BlockFile::~BlockFile() {
    if (process_ == getpid()) ::unlink(name_.c_str());
}

HostArrays BlockFile::read(HostMemory& memory) const {
    HostArrays arrays;
    arrays.type = type_;
    arrays.shape = shape_;
    arrays.nvals = nvals_;
    arrays.is_list = is_list_;
    HostMemory* const locked = is_list_ ? nullptr : &memory;
    arrays.rows.resize(rows_, locked);
    arrays.cols.resize(cols_, locked);
    arrays.narrow_cols.resize(narrow_cols_, locked);
    arrays.values.resize(nvals_ * type_->size, locked);
    const std::vector<Chunk> chunks = chunks_of(arrays);
    const Descriptor file(name_, O_RDONLY, "read a block");
    constexpr int damaged = -2;
    const int error = for_each_chunk(chunks.size(), [&](std::uint64_t n) {
        const int failed = move_all(chunks[n], [&](void* data, std::uint64_t bytes, off_t place) {
            return ::pread(file, data, bytes, place);
        });
        if (failed != 0) return failed;
        return checksum(chunks[n]) == checksums_[n] ? 0 : damaged;
    });
    if (error > 0) fail(name_, "read a block", error);
    if (error == damaged)
        throw FileError(fmt::format("{}: damaged: the block has another checksum than was written", name_));
    if (error != 0) throw FileError(fmt::format("{}: truncated: the block has {} bytes", name_, bytes_));
    return arrays;
}

void BlockFile::read_ahead() const noexcept {
    const int file = ::open(name_.c_str(), O_RDONLY | O_CLOEXEC);
    if (file < 0) return; // read() says so
    ::posix_fadvise(file, 0, 0, POSIX_FADV_WILLNEED);
    ::close(file);
}

} // namespace mergus::blocks
