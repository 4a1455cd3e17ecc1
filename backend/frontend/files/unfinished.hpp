/// \file unfinished.hpp
/// The temporary files that this process has named and not finished, for the handler of a signal.
#pragma once

#include <filesystem>

namespace mergus::core {

/// Lists a file, which need not exist yet, for remove_unfinished_files() (io.hpp) as long as it lives. A file
/// beyond the sixteenth, or of a longer path than PATH_MAX, is not listed.
class UnfinishedFile {
public:
    explicit UnfinishedFile(const std::filesystem::path& path) noexcept;
    UnfinishedFile(const UnfinishedFile&) = delete;
    UnfinishedFile& operator=(const UnfinishedFile&) = delete;
    ~UnfinishedFile();

private:
    int slot_ = -1;
};

} // namespace mergus::core
