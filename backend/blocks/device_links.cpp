/// \file device_links.cpp
#include "device_links.hpp"

#include "collective.hpp"
#include "gather.hpp"
#include "struct_size.hpp"

#include "../frontend/plugins/registry_impl.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cstring>
#include <map>
#include <set>

namespace mergus::blocks {

namespace {

bool contains(const Bytes& numbers, std::uint64_t number) {
    for (std::size_t at = 0; at + sizeof number <= numbers.size(); at += sizeof number)
        if (std::memcmp(numbers.data() + at, &number, sizeof number) == 0) return true;
    return false;
}

} // namespace

DeviceLinks::~DeviceLinks() {
    if (group_ != nullptr) functions_->leave(group_);
}

void DeviceLinks::open(mergus_context& context) {
    if (group_ != nullptr) return;
    Device& device = *context.devices.front();
    const mergus_device_groups& functions = device.plugin().device_groups;
    // Each rank finds out whether groups are possible; the name is that of rank 0.
    const std::vector<Bytes> names = exchange(context, "the name of a group of devices", [&] {
        Bytes id(functions.id_bytes);
        const auto name = device.require(functions.name_group, "device_group");
        device.call([&](mergus_status* status) { return name(device.handle(), id.data(), status); });
        return id;
    });
    collectively(context, "joining a group of devices", [&] {
        mergus_device_group* joined = nullptr;
        device.call([&](mergus_status* status) {
            return functions.join(device.handle(), names.front().data(),
                                  static_cast<std::uint64_t>(context.peers.rank()),
                                  static_cast<std::uint64_t>(context.peers.size()), &joined, status);
        });
        functions_ = &functions;
        group_ = joined;
    });
}

DeviceExchange::DeviceExchange(mergus_context& context, const Needs& needs) : context_(context) {
    try {
        const std::vector<Bytes> present =
            exchange(context, "room for blocks of other devices", [&] { return prepare(needs); });
        std::erase_if(messages_, [&](const Message& one) {
            return !one.receives &&
                   contains(present[static_cast<std::size_t>(one.rank)], one.block->number());
        });
    } catch (const Error& error) { // the same on all ranks
        if (error.code() != Code::out_of_memory) throw;
        messages_.clear();
    }
}

LocalPtr DeviceExchange::present(const Need& need) const {
    Cache& cache = context_.caches.front();
    LocalPtr whole = need.whole != nullptr ? known_whole_on(context_, cache, *need.whole) : nullptr;
    return whole != nullptr ? whole : need.block->present_on(cache);
}

Bytes DeviceExchange::prepare(const Needs& needs) {
    const int own = context_.peers.rank();
    Device& device = *context_.devices.front();
    std::map<std::pair<int, const Block*>, bool> by_part; // whether a part of the matrix is needed, too
    for (const Need& need : needs)
        if (need.rank == own) by_part[{own, need.block}] |= need.whole == nullptr;
    std::set<std::pair<int, const Block*>> seen;
    Bytes numbers;
    for (Need need : needs) {
        const auto [rank, block, whole] = need;
        const bool sends = block->owner() == own, receives = rank == own;
        if (sends == receives || !seen.emplace(rank, block).second) continue;
        const Shape& shape = block->shape();
        if (shape.is_vector || is_long(shape.nrows, block->nvals())) continue;
        if (receives && by_part[{own, block}]) need.whole = nullptr;
        if (LocalPtr here = receives ? present(need) : nullptr) {
            present_.push_back(std::move(here));
            append(numbers, block->number());
            continue;
        }
        LocalPtr matrix;
        if (sends) {
            matrix = block->on(context_.caches.front());
        } else {
            auto csr = core::defaults<mergus_csr>();
            csr.type = block->type();
            csr.nrows = shape.nrows;
            csr.ncols = shape.ncols;
            csr.nvals = block->nvals();
            mergus_matrix* made = nullptr;
            device.call([&](mergus_status* status) {
                return device.plugin().device_groups.matrix_for(device.handle(), &csr, &made, status);
            });
            matrix = device.own(made, block->type());
        }
        messages_.push_back({block, std::move(matrix), receives ? block->owner() : rank, receives});
    }
    return numbers;
}

void DeviceExchange::run() {
    if (messages_.empty()) return present_.clear();
    Device& device = *context_.devices.front();
    std::vector<mergus_device_message> messages;
    for (const Message& one : messages_) {
        auto message = core::defaults<mergus_device_message>();
        message.matrix = one.matrix->handle();
        message.member = static_cast<std::uint64_t>(one.rank);
        message.receives = one.receives ? 1 : 0;
        messages.push_back(message);
    }
    device.call([&](mergus_status* status) {
        return device.plugin().device_groups.exchange(device.handle(), context_.links->group(),
                                                      messages.data(), messages.size(),
                                                      context_.options.timeout, status);
    });
    for (Message& one : messages_)
        if (one.receives) one.block->add_fetched(context_.caches.front(), std::move(one.matrix));
    messages_.clear();
    present_.clear();
}

} // namespace mergus::blocks
