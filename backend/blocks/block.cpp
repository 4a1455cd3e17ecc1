/// \file block.cpp
#include "block.hpp"

#include "context.hpp"

#include <utility>

namespace mergus::blocks {

Cache::Cache(Device& device, std::size_t ordinal, std::uint64_t limit, std::recursive_mutex& mutex)
    : mutex_(mutex), device_(device), ordinal_(ordinal), limit_(limit) {}

bool Cache::drop_one() {
    const std::lock_guard lock(mutex_);
    for (const bool in_host_memory : {true, false}) {
        if (!in_host_memory && copying_) return false; // a copy to the host that needs device memory
        for (auto place = used_.begin(); place != used_.end(); ++place) {
            const Block& block = **place;
            const LocalPtr& local = block.copies_[ordinal_].local;
            if (local.use_count() > 1 || block.host_.has_value() != in_host_memory) continue;
            if (!in_host_memory && !copy_to_host(block)) continue;
            block.drop(*this);
            return true;
        }
    }
    return false;
}

bool Cache::copy_to_host(const Block& block) {
    const LocalPtr held = block.copies_[ordinal_].local; // other blocks may be dropped meanwhile
    copying_ = true;
    try {
        block.require_host_copy();
    } catch (const std::exception&) { // no memory for the copy: another block may need less
        copying_ = false;
        return false;
    }
    copying_ = false;
    return true;
}

void Cache::enforce_limit() {
    while (limit_ != 0 && bytes_ > limit_ && drop_one()) {
    }
}

Block::Block(mergus_context& context, LocalPtr local, std::uint64_t number)
    : context_(context), owner_(context.peers.rank()), number_(number), shape_(local->shape()),
      type_(local->type()), nvals_(local->nvals()), copies_(context.caches.size()) {
    const std::lock_guard lock(context_.residency);
    if (context_.peers.size() > 1) context_.peers.hold(number_, *this);
    Cache* home = nullptr;
    for (Cache& cache : context_.caches)
        if (&cache.device() == &local->device()) home = &cache;
    try {
        add(*home, std::move(local));
    } catch (...) { // there is no destructor to do so
        context_.peers.release(number_);
        throw;
    }
    home->enforce_limit();
}

Block::Block(mergus_context& context, HostArrays arrays, std::uint64_t number)
    : context_(context), owner_(context.peers.rank()), number_(number), shape_(arrays.shape),
      type_(arrays.type), nvals_(arrays.nvals), copies_(context.caches.size()), host_(std::move(arrays)) {
    if (context_.peers.size() > 1) context_.peers.hold(number_, *this);
}

Block::Block(mergus_context& context, const Shape& shape, const mergus_type* type, std::uint64_t nvals,
             int owner, std::uint64_t number)
    : context_(context), owner_(owner), number_(number), shape_(shape), type_(type), nvals_(nvals),
      copies_(context.caches.size()) {}

Block::~Block() {
    const std::lock_guard lock(context_.residency);
    if (context_.peers.size() > 1) {
        context_.peers.release(number_);
        context_.fetched.erase(this);
    }
    for (Cache& cache : context_.caches)
        if (copies_[cache.ordinal()].local != nullptr) drop(cache);
}

LocalPtr Block::on(Cache& cache) const {
    const std::lock_guard lock(context_.residency);
    Copy& copy = copies_[cache.ordinal()];
    if (copy.local == nullptr) {
        require_host_copy();
        LocalPtr local = to_device(cache.device(), *host_);
        cache.bytes_in += host_->bytes();
        add(cache, std::move(local));
    }
    cache.used_.splice(cache.used_.end(), cache.used_, copy.place); // the most recently used one
    LocalPtr held = copy.local;
    cache.enforce_limit();
    return held;
}

const HostArrays& Block::on_host() const {
    const std::lock_guard lock(context_.residency);
    require_host_copy();
    return *host_;
}

void Block::forget() const {
    for (Cache& cache : context_.caches)
        if (copies_[cache.ordinal()].local != nullptr) drop(cache);
    host_.reset();
}

void Block::forget_fetched(mergus_context& context) {
    const std::lock_guard lock(context.residency);
    for (const Block* block : context.fetched) block->forget();
    context.fetched.clear();
}

std::uint64_t Block::bytes() const {
    const std::lock_guard lock(context_.residency);
    std::uint64_t sum = host_ ? host_->bytes() : 0;
    for (const Copy& copy : copies_) sum += copy.bytes;
    return sum;
}

void Block::add(Cache& cache, LocalPtr local) const {
    Copy& copy = copies_[cache.ordinal()];
    const std::uint64_t bytes = local->info().bytes;
    copy.place = cache.used_.insert(cache.used_.end(), this);
    copy.local = std::move(local);
    copy.bytes = bytes;
    cache.bytes_ += bytes;
}

void Block::drop(Cache& cache) const {
    Copy& copy = copies_[cache.ordinal()];
    cache.bytes_ -= copy.bytes;
    cache.used_.erase(copy.place);
    copy.local.reset();
    copy.bytes = 0;
}

void Block::require_host_copy() const {
    if (host_) return;
    if (owner_ != context_.peers.rank()) {
        context_.fetched.insert(this); // first, so that no copy outlives the call
        host_ = context_.peers.fetch(owner_, number_, type_);
        return;
    }
    for (Cache& cache : context_.caches)
        // Held, because without memory on the device blocks are dropped meanwhile. That may copy this one to
        // the host from another device.
        if (const LocalPtr local = copies_[cache.ordinal()].local; local != nullptr) {
            HostArrays arrays = to_host(*local);
            cache.bytes_out += arrays.bytes();
            if (!host_) host_ = std::move(arrays);
            return;
        }
}

} // namespace mergus::blocks
