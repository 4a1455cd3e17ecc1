/// \file bfs_parts.hpp
/// A breadth-first search of which other contexts have other rows: the extension bfs_parts
/// (mergus/plugin/bfs_parts.h).
#pragma once

#include "objects/matrix.hpp"

#include <mergus/plugin/bfs_parts.h>

#include <array>
#include <cstdint>
#include <vector>

#include "bfs_parts.h"

namespace mergus::cuda {

[[nodiscard]] std::array<std::uint64_t, 2> bfs_asymmetry(Context& context, const Matrix& A,
                                                         std::uint64_t first);

class BfsPartSearch {
public:
    /// \param part its blocks are compressed rows
    BfsPartSearch(Context& context, const mergus_bfs_part& part);

    /// As the functions of the extension.
    BfsPartSums next_level(const std::vector<const BfsPartSearch*>& all);
    void find(bool pull);
    [[nodiscard]] Matrix row(const mergus_type* type) const;

private:
    struct Block {
        BfsRowsOf<void> rows;
        bool wide;
    };
    template <class... Arguments>
    void launch(const char* entry, bool wide, std::uint64_t items, const Arguments&... arguments) const;

    Context& context_;
    std::uint64_t first_, vertices_;
    std::vector<Block> blocks_;
    std::uint64_t list_size_ = 1; ///< enough for the spans of any block
    Array<std::uint32_t> found_, frontier_, visited_;
    BfsFound found_set_; ///< where in found_ vertices may be
    Array<std::int32_t> levels_;
    Array<std::uint64_t> list_;
    Array<BfsPartSums> sums_;
    std::int32_t level_ = 0;
    bool is_joined_ = false; ///< of the sets of this level
};

} // namespace mergus::cuda
