/// \file kernel_archive.hpp
/// Kernels that were compiled when the library was built: one read-only file beside the plugin.
///
/// Invariants: load() returns exactly the bytes that were written under the key, or nothing. The key
/// (kernel_key, kernel_source.hpp) contains the version of the library, the target and the whole text, so
/// kernels of another build or for another GPU are never found. It leaves out the compiler: the machine of
/// the build may have another one than the machine that runs the kernels. A missing file is an empty archive;
/// so is a damaged one, which is also reported on stderr.
#pragma once

#include "kernel_source.hpp"

#include <filesystem>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace mergus::cuda {

class KernelArchive {
public:
    /// The kernels for one target (Driver::target).
    struct Target {
        std::string name;
        std::size_t kernels = 0;
    };
    struct Image {
        Hash128 key;
        std::string bytes;
    };

    /// $MERGUS_PRECOMPILED (`off`: none), else the plugin's file with the extension .kernels.
    static std::filesystem::path default_file();
    /// Writes a file under a temporary name, then renames it. \throws Error io_error
    static void write(const std::filesystem::path& file, const std::vector<Target>& targets,
                      std::vector<Image> images);

    KernelArchive() = default;
    /// Maps a file; an empty path is an empty archive. Never throws for a bad file.
    explicit KernelArchive(const std::filesystem::path& file);
    KernelArchive(const KernelArchive&) = delete;
    KernelArchive& operator=(const KernelArchive&) = delete;
    ~KernelArchive();

    /// The image stored under `key`, if present and intact.
    [[nodiscard]] std::optional<std::string> load(const Hash128& key) const;

    /// For which targets kernels were stored.
    [[nodiscard]] const std::vector<Target>& targets() const noexcept { return targets_; }
    [[nodiscard]] std::size_t size() const noexcept { return count_; }
    /// Why the file is not used; empty if it is used or there is none.
    [[nodiscard]] const std::string& damage() const noexcept { return damage_; }

private:
    struct Header;
    struct Entry;

    [[nodiscard]] const Entry* entries() const noexcept;
    /// Checks everything but the images. \return what is wrong, or empty
    std::string read();
    void report_damage(const std::string& what) const;

    std::filesystem::path file_;
    std::string_view mapped_;
    std::size_t entries_at_ = 0, count_ = 0;
    std::vector<Target> targets_;
    std::string damage_;
};

/// "412 precompiled kernels" for a target, or why there are none.
[[nodiscard]] std::string describe(const KernelArchive& archive, std::string_view target);

} // namespace mergus::cuda
