/// \file jit_cache.cpp
/// An entry is a file: a header (magic, key, size, checksum), then the payload. It is written under a
/// temporary name in the same directory, flushed to the disk and renamed, so readers see a complete file or
/// none. Readers check all fields of the header, the length of the file, the checksum, and that the file is a
/// regular file that belongs to the user or root and is not writable by others. The checksum depends on the
/// key, so a payload is valid only under its own key.
#include "jit_cache.hpp"

#include "environment.hpp"

#include <fcntl.h>
#include <pwd.h>
#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>
#include <atomic>
#include <cerrno>
#include <charconv>
#include <cstring>
#include <map>
#include <mutex>

namespace mergus::core {
namespace fs = std::filesystem;
namespace {

constexpr char magic[8] = {'M', 'E', 'R', 'G', 'U', 'S', 'J', '2'};
constexpr std::string_view extension = ".kernel";
constexpr std::string_view temporary_extension = ".tmp";
constexpr auto abandoned_after = std::chrono::hours(1); ///< Writing a file takes much less.
/// A process may exceed the bound by 1 / check_share of it.
constexpr std::uint64_t check_share = 32;

struct Header {
    char magic[8];
    std::uint64_t key_low, key_high;
    std::uint64_t bytes;
    std::uint64_t sum_low, sum_high;
};
static_assert(sizeof(Header) == 48);

Header header_for(const Hash128& key, std::string_view payload) {
    Header h{};
    std::memcpy(h.magic, magic, sizeof magic);
    h.key_low = key.low;
    h.key_high = key.high;
    h.bytes = payload.size();
    const Hash128 sum = siphash128(payload, key.low, key.high);
    h.sum_low = sum.low;
    h.sum_high = sum.high;
    return h;
}

class File {
public:
    /// Does not block, even if the path is a FIFO without a writer (O_NONBLOCK).
    File(const fs::path& path, int flags)
        : fd_(open(path.c_str(), flags | O_CLOEXEC | O_NOFOLLOW | O_NONBLOCK, 0600)) {}
    File(const File&) = delete;
    File& operator=(const File&) = delete;
    ~File() {
        if (fd_ >= 0) close(fd_);
    }
    [[nodiscard]] bool good() const { return fd_ >= 0; }
    [[nodiscard]] int fd() const { return fd_; }

    bool read_all(void* to, std::size_t bytes) const {
        auto* at = static_cast<char*>(to);
        while (bytes > 0) {
            const ssize_t n = ::read(fd_, at, bytes);
            if (n < 0 && errno == EINTR) continue;
            if (n <= 0) return false;
            at += n;
            bytes -= static_cast<std::size_t>(n);
        }
        return true;
    }
    bool write_all(const void* from, std::size_t bytes) const {
        const auto* at = static_cast<const char*>(from);
        while (bytes > 0) {
            const ssize_t n = ::write(fd_, at, bytes);
            if (n < 0 && errno == EINTR) continue;
            if (n <= 0) return false;
            at += n;
            bytes -= static_cast<std::size_t>(n);
        }
        return true;
    }

private:
    int fd_;
};

bool is_entry(const fs::path& path) {
    const std::string name = path.filename().string();
    return name.size() == 32 + extension.size() && name.ends_with(extension) &&
           name.find_first_not_of("0123456789abcdef") == 32;
}

bool is_temporary(const fs::path& path) {
    const std::string name = path.filename().string();
    return name.starts_with("mergus-") && name.ends_with(temporary_extension);
}

/// Counts bytes that this process stores. To list a directory of thousands of kernels takes as long as to
/// compile one, so the bound is checked at a process's first entry and after each 1 / check_share of it.
bool is_check_due(const fs::path& directory, std::uint64_t bytes, std::uint64_t bound) {
    static std::mutex mutex;
    static auto& unchecked =
        *new std::map<fs::path, std::uint64_t>; // never destroyed: stores may come at exit
    const std::lock_guard lock(mutex);
    const auto [at, first] = unchecked.try_emplace(directory, 0);
    at->second += bytes;
    if (!first && at->second < bound / check_share) return false;
    at->second = 0;
    return true;
}

fs::path home() {
    if (const char* const set = value_of(Variable::home)) return set;
    const passwd* const user = getpwuid(geteuid());
    return user != nullptr && user->pw_dir != nullptr ? user->pw_dir : "";
}

} // namespace

JitCache JitCache::from_environment() {
    std::uint64_t bound = default_bound;
    if (const char* const text = value_of(Variable::cache_bytes)) {
        std::uint64_t value = 0;
        const char* const end = text + std::strlen(text);
        if (const auto [stop, failed] = std::from_chars(text, end, value);
            failed == std::errc{} && stop == end)
            bound = value;
    }
    if (const char* const set = value_of(Variable::cache_dir))
        return std::string_view(set) == "off" ? JitCache() : JitCache(set, bound);
    if (const char* const xdg = value_of(Variable::xdg_cache_home); xdg != nullptr && *xdg == '/')
        return JitCache(fs::path(xdg) / "mergus", bound);
    const fs::path base = home();
    return base.is_absolute() ? JitCache(base / ".cache" / "mergus", bound) : JitCache();
}

std::optional<std::string> JitCache::load(const Hash128& key) const noexcept {
    if (!enabled()) return std::nullopt;
    try {
        const File file(directory_ / (key.hex() + std::string(extension)), O_RDONLY);
        struct stat status {};
        if (!file.good() || fstat(file.fd(), &status) != 0 || !S_ISREG(status.st_mode)) return std::nullopt;
        if ((status.st_uid != geteuid() && status.st_uid != 0) || (status.st_mode & (S_IWGRP | S_IWOTH)) != 0)
            return std::nullopt;
        Header found{};
        const auto size = static_cast<std::uint64_t>(status.st_size);
        if (size < sizeof found || !file.read_all(&found, sizeof found) || found.bytes != size - sizeof found)
            return std::nullopt;
        std::string payload(found.bytes, '\0');
        if (!file.read_all(payload.data(), payload.size())) return std::nullopt;
        const Header wanted = header_for(key, payload);
        if (std::memcmp(&found, &wanted, sizeof wanted) != 0) return std::nullopt;
        futimens(file.fd(), nullptr); // the time of last use; failure is harmless
        return payload;
    } catch (...) {
        return std::nullopt;
    }
}

bool JitCache::store(const Hash128& key, std::string_view payload) const noexcept {
    if (!enabled() || payload.size() + sizeof(Header) > bound_) return false;
    try {
        std::error_code failed;
        if (!fs::exists(directory_, failed)) {
            fs::create_directories(directory_.parent_path(), failed);
            if (mkdir(directory_.c_str(), 0700) != 0 && errno != EEXIST) return false;
        }
        static std::atomic<unsigned> counter{0};
        const fs::path temporary =
            directory_ / ("mergus-" + std::to_string(getpid()) + "-" + std::to_string(counter++) + "-" +
                          key.hex().substr(0, 8) + std::string(temporary_extension));
        const Header header = header_for(key, payload);
        bool written = false;
        {
            const File file(temporary, O_WRONLY | O_CREAT | O_EXCL);
            if (!file.good()) return false;
            written = file.write_all(&header, sizeof header) &&
                      file.write_all(payload.data(), payload.size()) && fsync(file.fd()) == 0;
        }
        if (!written ||
            rename(temporary.c_str(), (directory_ / (key.hex() + std::string(extension))).c_str()) != 0) {
            unlink(temporary.c_str());
            return false;
        }
        if (is_check_due(directory_, payload.size(), bound_)) evict();
        return true;
    } catch (...) {
        return false;
    }
}

std::vector<CacheEntry> JitCache::list() const noexcept {
    std::vector<CacheEntry> entries;
    if (!enabled()) return entries;
    try {
        std::error_code failed;
        for (fs::directory_iterator at(directory_, failed), end; !failed && at != end; at.increment(failed)) {
            if (!is_entry(at->path())) continue;
            std::error_code gone; // another process may have removed it
            const auto bytes = at->file_size(gone);
            const auto used = gone ? fs::file_time_type{} : at->last_write_time(gone);
            if (!gone) entries.push_back({at->path().stem().string(), bytes, used});
        }
        std::sort(entries.begin(), entries.end(), [](const CacheEntry& a, const CacheEntry& b) {
            return a.last_used != b.last_used ? a.last_used < b.last_used : a.key < b.key;
        });
    } catch (...) {
        entries.clear();
    }
    return entries;
}

std::size_t JitCache::clear() const noexcept {
    std::size_t removed = 0;
    if (!enabled()) return removed;
    try {
        std::error_code failed;
        std::vector<fs::path> doomed;
        for (fs::directory_iterator at(directory_, failed), end; !failed && at != end; at.increment(failed))
            if (is_entry(at->path()) || is_temporary(at->path())) doomed.push_back(at->path());
        for (const fs::path& path : doomed)
            if (unlink(path.c_str()) == 0) ++removed;
    } catch (...) {
        return removed;
    }
    return removed;
}

/// Removes the least recently used entries beyond the bound, and abandoned temporary files.
void JitCache::evict() const {
    std::uint64_t total = 0;
    const std::vector<CacheEntry> entries = list();
    for (const CacheEntry& e : entries) total += e.bytes;
    for (const CacheEntry& e : entries) {
        if (total <= bound_) break;
        if (unlink((directory_ / (e.key + std::string(extension))).c_str()) == 0) total -= e.bytes;
    }
    std::error_code failed;
    for (fs::directory_iterator at(directory_, failed), end; !failed && at != end; at.increment(failed)) {
        std::error_code gone;
        const auto written = is_temporary(at->path()) ? at->last_write_time(gone) : fs::file_time_type::max();
        if (!gone && written != fs::file_time_type::max() &&
            fs::file_time_type::clock::now() - written > abandoned_after)
            unlink(at->path().c_str());
    }
}

} // namespace mergus::core
