/// \file fetched.cpp
/// Blocks of other ranks.
#include "block.hpp"

#include "context.hpp"

#include <utility>

namespace mergus::blocks {

void Block::ask() const {
    if (request_) return;
    context_.fetched.insert(this); // first, so that no copy outlives the call
    request_ = context_.peers.ask(wanted());
}

void Block::fetch() const {
    ask();
    host_ = context_.peers.receive(wanted(), *std::exchange(request_, {}), context_.host_memory);
}

LocalPtr Block::rows_on(Cache& cache, const std::vector<std::uint64_t>& rows, std::uint64_t times) const {
    const std::lock_guard lock(context_.residency);
    if (host_ || request_) return on(cache);
    HostArrays arrays = context_.peers.fetch_rows(wanted(), {rows, times}, context_.host_memory);
    if (arrays.nvals < nvals_) return to_device(cache.device(), arrays);
    context_.fetched.insert(this);
    host_ = std::move(arrays);
    return on(cache);
}

void Block::add_fetched(Cache& cache, LocalPtr local) const {
    const std::lock_guard lock(context_.residency);
    if (copies_[cache.ordinal()].local != nullptr) return;
    context_.fetched.insert(this);
    add(cache, std::move(local));
    cache.traffic.between_devices += copies_[cache.ordinal()].bytes;
}

void Block::forget_fetched(mergus_context& context) {
    const std::lock_guard lock(context.residency);
    for (const Block* block : context.fetched) {
        if (block->request_) context.peers.forget(*std::exchange(block->request_, {}));
        block->drop_host_copy();
        for (Cache& cache : context.caches)
            if (cache.limit() == 0 && block->copies_[cache.ordinal()].local != nullptr) block->drop(cache);
    }
    context.fetched.clear();
}

} // namespace mergus::blocks
