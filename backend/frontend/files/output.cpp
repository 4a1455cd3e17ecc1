/// \file output.cpp
/// Atomic output files, and gzip. With Linux's O_TMPFILE the incomplete file has no name, so it disappears if
/// the process is killed. On file systems without O_TMPFILE it has a temporary name.
#include "output.hpp"

#include <mergus/error.hpp>

#include <fcntl.h>
#include <fmt/format.h>
#include <sys/stat.h>
#include <unistd.h>
#include <zlib.h>

#include <atomic>
#include <cerrno>
#include <cstdio>
#include <new>
#include <system_error>

namespace mergus::core {

namespace {

namespace fs = std::filesystem;

constexpr mode_t any_one = 0666; // minus the umask, as for any new file
constexpr mode_t owner_only = 0600;

/// The target of symbolic links: a rename would replace the link itself.
fs::path resolve(const fs::path& path) {
    std::error_code error;
    fs::path resolved = fs::weakly_canonical(path, error);
    return error ? path : resolved;
}

/// Gives an open file a name. Unprivileged processes must link the name in /proc/self/fd.
int link_descriptor(int descriptor, const fs::path& name) {
    const std::string own = fmt::format("/proc/self/fd/{}", descriptor);
    return ::linkat(AT_FDCWD, own.c_str(), AT_FDCWD, name.c_str(), AT_SYMLINK_FOLLOW);
}

/// Whether the error means that the file system lacks the function; the data is not affected.
bool unsupported(int error_number) {
    return error_number == EINVAL || error_number == EOPNOTSUPP || error_number == ENOSYS ||
           error_number == EROFS;
}

/// The mode with the group's permissions reduced to those of others.
mode_t without_group(mode_t mode) {
    return (mode & ~static_cast<mode_t>(S_IRWXG)) | (mode & ((mode & S_IRWXO) << 3));
}

} // namespace

OutputFile::OutputFile(const fs::path& path, Temporary temporary)
    : name_(path == "-" ? "standard output" : path.string()), target_(path) {
    if (path == "-") {
        direct_ = true;
        descriptor_ = ::fcntl(STDOUT_FILENO, F_DUPFD_CLOEXEC, 0);
        if (descriptor_ < 0) fail("open", errno);
        return;
    }
    inspect_target();
    if (direct_) {
        descriptor_ = ::open(target_.c_str(), O_WRONLY | O_CLOEXEC);
        if (descriptor_ < 0) fail("open", errno);
        return;
    }
    create(temporary);
}

OutputFile::~OutputFile() {
    if (descriptor_ >= 0) ::close(descriptor_);
    if (!temporary_.empty()) ::unlink(temporary_.c_str());
}

void OutputFile::inspect_target() {
    // Open descriptors may be shared with other processes, so they are written directly.
    const std::string& text = target_.native();
    direct_ = text == "/dev/stdout" || text == "/dev/stderr" || text.starts_with("/dev/fd/") ||
              text.starts_with("/proc/self/fd/");
    if (direct_) return;
    struct stat status = {};
    const bool exists = ::stat(target_.c_str(), &status) == 0;
    direct_ = exists && !S_ISREG(status.st_mode);
    if (direct_) return;
    target_ = resolve(target_);
    directory_ = target_.has_parent_path() ? target_.parent_path() : ".";
    if (!exists) return;
    if (::faccessat(AT_FDCWD, target_.c_str(), W_OK, AT_EACCESS) != 0) fail("write", errno);
    replaced_ = Status{status.st_mode & (S_IRWXU | S_IRWXG | S_IRWXO), status.st_uid, status.st_gid};
}

template <class Create>
bool OutputFile::under_new_name(const Create& create) {
    static std::atomic<unsigned> counter{0};
    bool made = false;
    do {
        temporary_ = directory_ / fmt::format(".mergus-{}-{}.part", ::getpid(), counter++);
        unfinished_.emplace(temporary_);
        made = create(temporary_.c_str());
    } while (!made && errno == EEXIST);
    const int error_number = errno;
    if (!made) {
        unfinished_.reset();
        temporary_.clear();
    }
    errno = error_number;
    return made;
}

void OutputFile::create(Temporary temporary) {
    // A file that replaces another gets its mode when it is complete; until then only the owner can read it.
    const mode_t mode = replaced_ ? owner_only : any_one;
#ifdef O_TMPFILE
    // Without /proc it could not be named.
    if (temporary == Temporary::nameless_if_possible && ::access("/proc/self/fd", X_OK) == 0) {
        descriptor_ = ::open(directory_.c_str(), O_TMPFILE | O_WRONLY | O_CLOEXEC, mode);
        if (descriptor_ >= 0) return;
    }
#endif
    const bool made = under_new_name([&](const char* name) {
        descriptor_ = ::open(name, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, mode);
        return descriptor_ >= 0;
    });
    if (!made) fail("create", errno);
}

void OutputFile::write(std::string_view bytes) {
    while (!bytes.empty()) {
        const ssize_t count = ::write(descriptor_, bytes.data(), bytes.size());
        if (count < 0 && errno == EINTR) continue;
        if (count < 0) fail("write", errno);
        bytes.remove_prefix(static_cast<std::size_t>(count));
    }
}

void OutputFile::commit() {
    if (direct_) return close();
    if (replaced_) take_over_status();
    if (::fsync(descriptor_) != 0 && !unsupported(errno)) fail("write", errno);
    give_name();
    close();
    if (!temporary_.empty()) {
        if (std::rename(temporary_.c_str(), target_.c_str()) != 0) fail("create", errno);
        temporary_.clear();
        unfinished_.reset();
    }
    sync_directory();
}

/// Copies mode and owner of the replaced file. Only privileged users may give a file to another user, or to a
/// group of which they are not a member. If the group cannot be kept, the mode is reduced.
void OutputFile::take_over_status() const {
    mode_t mode = replaced_->mode;
    struct stat status = {};
    if (::fstat(descriptor_, &status) != 0) fail("write", errno);
    const auto same_owner = [&] {
        return status.st_uid == replaced_->user ||
               ::fchown(descriptor_, replaced_->user, static_cast<gid_t>(-1)) == 0;
    };
    const auto same_group = [&] {
        return status.st_gid == replaced_->group ||
               ::fchown(descriptor_, static_cast<uid_t>(-1), replaced_->group) == 0;
    };
    if (!same_group()) mode = without_group(mode);
    if (::fchmod(descriptor_, mode) != 0 && !unsupported(errno) && errno != EPERM) fail("write", errno);
    static_cast<void>(same_owner()); // last, because afterwards the file may belong to another user
}

/// linkat() cannot replace a file. So if the target exists, the file gets a temporary name first.
void OutputFile::give_name() {
    if (!temporary_.empty()) return;
    if (!replaced_ && link_descriptor(descriptor_, target_) == 0) return;
    if (!replaced_ && errno != EEXIST) fail("create", errno);
    const auto link = [this](const char* name) { return link_descriptor(descriptor_, name) == 0; };
    if (!under_new_name(link)) fail("create", errno);
}

void OutputFile::close() {
    const int closed = ::close(descriptor_); // some file systems report a full disk only here
    const int error_number = errno;
    descriptor_ = -1;
    if (closed != 0) fail("write", error_number);
}

/// A directory without read permission cannot be opened for fsync.
void OutputFile::sync_directory() const {
    const int directory = ::open(directory_.c_str(), O_RDONLY | O_DIRECTORY | O_CLOEXEC);
    if (directory < 0) return;
    const int synced = ::fsync(directory);
    const int error_number = errno;
    ::close(directory);
    if (synced != 0 && !unsupported(error_number)) fail("write", error_number);
}

void OutputFile::fail(const char* doing, int error_number) const {
    throw Error(Code::io_error, fmt::format("cannot {} '{}': {}", doing, name_,
                                            std::generic_category().message(error_number)));
}

std::string gzip_member(std::string_view text) {
    constexpr int gzip_format = 16;
    constexpr int memory_level = 8; // zlib's default
    constexpr int level = 4;        // of 9. For digits three times as fast as the default 6, and 3 % larger
    z_stream stream = {};
    if (deflateInit2(&stream, level, Z_DEFLATED, MAX_WBITS + gzip_format, memory_level, Z_DEFAULT_STRATEGY) !=
        Z_OK) {
        throw std::bad_alloc();
    }
    std::string packed;
    try {
        packed.resize(deflateBound(&stream, text.size()));
    } catch (...) {
        deflateEnd(&stream);
        throw;
    }
    // zlib's input pointer is not const.
    stream.next_in = const_cast<Bytef*>(reinterpret_cast<const Bytef*>(text.data()));
    stream.avail_in = static_cast<uInt>(text.size());
    stream.next_out = reinterpret_cast<Bytef*>(packed.data());
    stream.avail_out = static_cast<uInt>(packed.size());
    const int status = deflate(&stream, Z_FINISH);
    packed.resize(packed.size() - stream.avail_out);
    deflateEnd(&stream);
    if (status != Z_STREAM_END) throw Error(Code::panic, "gzip: the packed data outgrew zlib's own bound");
    return packed;
}

} // namespace mergus::core
