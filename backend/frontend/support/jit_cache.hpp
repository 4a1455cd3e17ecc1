/// \file jit_cache.hpp
/// Compiled kernels on disk, shared by all processes of a user.
///
/// Invariants: load() returns exactly the bytes that were stored under the key, or nothing; no state of the
/// directory (missing, read-only, full, damaged, being written or cleared by others) makes a call fail or
/// answer wrongly. Files are complete before they have their name, and the oldest-used go when the sum of
/// sizes passes the bound.
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
    std::string key; ///< 32 hexadecimal digits, the file's name without its ending.
    std::uint64_t bytes = 0;
    std::filesystem::file_time_type last_used;
};

class JitCache {
public:
    static constexpr std::uint64_t default_bound = std::uint64_t{1} << 30;

    /// A cache that holds nothing.
    JitCache() = default;
    explicit JitCache(std::filesystem::path directory, std::uint64_t bound = default_bound)
        : directory_(std::move(directory)), bound_(bound) {}

    /// $MERGUS_CACHE_DIR (`off`: none), else $XDG_CACHE_HOME/mergus, else ~/.cache/mergus.
    /// $MERGUS_CACHE_BYTES changes the bound.
    [[nodiscard]] static JitCache from_environment();

    /// The bytes stored under `key`, if they are there and whole.
    [[nodiscard]] std::optional<std::string> load(const Hash128& key) const noexcept;
    /// Keeps `payload` under `key` if it can. Returns whether it did.
    bool store(const Hash128& key, std::string_view payload) const noexcept;

    [[nodiscard]] std::vector<CacheEntry> list() const noexcept; ///< Least recently used first.
    /// Removes every entry and abandoned temporary file; returns how many. Touches no other file.
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
