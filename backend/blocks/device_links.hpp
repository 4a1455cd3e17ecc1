/// \file device_links.hpp
/// Blocks that pass between the devices of ranks, by the extension device_group of the local backend.
///
/// All ranks know which blocks each rank needs for a call, so they exchange them before it, all together.
/// Blocks that a rank has of an earlier call are not sent again. Those that are lists, and all blocks where a
/// device has no room, are fetched through host memory instead.
#pragma once

#include "context.hpp"

#include <mergus/plugin/device_group.h>

#include <utility>
#include <vector>

namespace mergus::blocks {

/// The device of this rank as a member of a group.
class DeviceLinks {
public:
    DeviceLinks() = default;
    DeviceLinks(const DeviceLinks&) = delete;
    DeviceLinks& operator=(const DeviceLinks&) = delete;
    ~DeviceLinks();

    /// Forms the group, if there is none. A call of all ranks. \throws Error not_implemented, the same on all
    void open(mergus_context& context);
    [[nodiscard]] mergus_device_group* group() const noexcept { return group_; }

private:
    const mergus_device_groups* functions_ = nullptr;
    mergus_device_group* group_ = nullptr;
};

/// The blocks that pass between devices for one call.
class DeviceExchange {
public:
    /// A block that a rank needs.
    struct Need {
        int rank;
        const Block* block;
        const mergus_matrix* whole; ///< the matrix, if the rank needs all of it
    };
    using Needs = std::vector<Need>;

    /// Makes room for what this rank needs. A call of all ranks. \param needs the same on all ranks
    DeviceExchange(mergus_context& context, const Needs& needs);
    /// Within the call that needs the blocks, which have copies on the device then.
    void run();

private:
    struct Message {
        const Block* block;
        LocalPtr matrix;
        int rank; ///< the other one
        bool receives;
    };
    /// \returns the numbers of the blocks that this rank has already
    Bytes prepare(const Needs& needs);
    [[nodiscard]] LocalPtr present(const Need& need) const;

    mergus_context& context_;
    std::vector<Message> messages_;
    std::vector<LocalPtr> present_; ///< what others do not send stays until the others have sent
};

} // namespace mergus::blocks
