/// \file jit_cache.hpp
/// Compiled kernels on disk, shared by all processes of a user.
///
/// Invariants: load() returns exactly the bytes that were stored under the key, or nothing. No state of the
/// directory (missing, read-only, full, damaged, changed by other processes) makes a call throw or return
/// wrong bytes. A file gets its name only when it is complete. The least recently used files are removed when
/// the total size exceeds the bound, by a process that starts to store, or has stored a 32nd of the bound.
#pragma once

#include "hash128.hpp"

#include <cstdint>
#include <filesystem>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace mergus::core {

struct CacheEntry {
    std::string key; ///< 32 hexadecimal digits, the file name without its extension.
    std::uint64_t bytes = 0;
    std::filesystem::file_time_type last_used;
};

class JitCache {
public:
    static constexpr std::uint64_t default_bound = std::uint64_t{1} << 30;

    /// A disabled cache.
    JitCache() = default;
    explicit JitCache(std::filesystem::path directory, std::uint64_t bound = default_bound)
        : directory_(std::move(directory)), bound_(bound) {}

    /// The directory is $MERGUS_CACHE_DIR (`off`: disabled), else $XDG_CACHE_HOME/mergus, else
    /// ~/.cache/mergus. $MERGUS_CACHE_BYTES is the bound.
    [[nodiscard]] static JitCache from_environment();

    /// The bytes stored under `key`, if present and intact.
    [[nodiscard]] std::optional<std::string> load(const Hash128& key) const noexcept;
    /// Stores `payload` under `key`. \return whether it succeeded
    bool store(const Hash128& key, std::string_view payload) const noexcept;

    [[nodiscard]] std::vector<CacheEntry> list() const noexcept; ///< Least recently used first.
    /// Removes all entries and abandoned temporary files, and no other files. \return their number
    std::size_t clear() const noexcept;

    [[nodiscard]] bool enabled() const noexcept { return !directory_.empty(); }
    [[nodiscard]] const std::filesystem::path& directory() const noexcept { return directory_; }
    [[nodiscard]] std::uint64_t bound() const noexcept { return bound_; }

private:
    void evict() const;

    std::filesystem::path directory_;
    std::uint64_t bound_ = default_bound;
};

} // namespace mergus::core
