/// \file unfinished.hpp
/// Named temporary files of this process, which a signal handler removes.
#pragma once

#include <filesystem>

namespace mergus::core {

/// Registers a file, which may not exist yet, for remove_unfinished_files() (io.hpp) during its lifetime. At
/// most 16 files with paths shorter than PATH_MAX are registered; others are ignored.
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
