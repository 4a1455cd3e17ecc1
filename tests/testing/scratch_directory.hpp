/// \file scratch_directory.hpp
/// A temporary directory that is removed at the end of the test.
#pragma once

#include <stdlib.h> // NOLINT(modernize-deprecated-headers): mkdtemp

#include <filesystem>
#include <iterator>
#include <stdexcept>
#include <string>
#include <system_error>
#include <vector>

namespace mergus::tests {

class ScratchDirectory {
public:
    ScratchDirectory() {
        std::string pattern = (std::filesystem::temp_directory_path() / "mergus-test-XXXXXX").string();
        if (mkdtemp(pattern.data()) == nullptr) throw std::runtime_error("no scratch directory");
        path_ = pattern;
    }
    ScratchDirectory(const ScratchDirectory&) = delete;
    ScratchDirectory& operator=(const ScratchDirectory&) = delete;
    ~ScratchDirectory() {
        std::error_code ignored;
        std::filesystem::permissions(path_, std::filesystem::perms::owner_all, ignored);
        std::filesystem::remove_all(path_, ignored);
    }
    [[nodiscard]] const std::filesystem::path& path() const { return path_; }
    [[nodiscard]] std::string name() const { return path_.string(); }
    [[nodiscard]] std::size_t files() const {
        using Files = std::filesystem::directory_iterator;
        return static_cast<std::size_t>(std::distance(Files(path_), Files()));
    }
    /// Regular files, those of directories inside too.
    [[nodiscard]] std::vector<std::filesystem::path> all_files() const {
        std::vector<std::filesystem::path> found;
        for (const auto& entry : std::filesystem::recursive_directory_iterator(path_))
            if (entry.is_regular_file()) found.push_back(entry.path());
        return found;
    }

private:
    std::filesystem::path path_;
};

} // namespace mergus::tests
