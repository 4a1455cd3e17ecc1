/// \file block.cpp
#include "block.hpp"

#include "context.hpp"

#include <algorithm>
#include <utility>

namespace mergus::blocks {

Cache::Cache(Device& device, std::size_t ordinal, std::uint64_t limit, std::recursive_mutex& mutex)
    : mutex_(mutex), device_(device), ordinal_(ordinal), limit_(limit) {}

bool Cache::drop_where(bool in_host_memory) {
    for (auto place = used_.begin(); place != used_.end(); ++place) {
        const Block& block = **place;
        const LocalPtr& local = block.copies_[ordinal_].local;
        if (local.use_count() > 1 || block.host_.has_value() != in_host_memory) continue;
        if (!in_host_memory && !copy_to_host(block)) continue;
        block.drop(*this);
        return true;
    }
    return false;
}

bool Cache::drop_one() {
    const std::lock_guard lock(mutex_);
    if (drop_where(true) || drop_kept_one(false)) return true;
    return !copying_ && drop_where(false); // a copy to the host may need device memory
}

LocalPtr Cache::kept(const Part& part) {
    const std::lock_guard lock(mutex_);
    const auto found =
        std::find_if(kept_.begin(), kept_.end(), [&](const Kept& one) { return one.part == part; });
    if (found == kept_.end()) return nullptr;
    kept_.splice(kept_.end(), kept_, found);
    return kept_.back().local;
}

void Cache::keep(const Part& part, const LocalPtr& local) {
    const std::uint64_t bytes = local->info().bytes;
    const std::lock_guard lock(mutex_);
    kept_.push_back({part, local, bytes});
    bytes_ += bytes;
    enforce_limit();
}

void Cache::keep_beyond_call(const LocalPtr& local, const std::weak_ptr<const Block>& source) {
    const std::uint64_t bytes = local->info().bytes;
    const std::lock_guard lock(mutex_);
    kept_.push_back({{nullptr, {}, {}}, local, bytes, source});
    bytes_ += bytes;
    enforce_limit();
}

bool Cache::drop_kept_one(bool of_call) {
    const auto found = std::find_if(kept_.begin(), kept_.end(), [&](const Kept& one) {
        return one.local.use_count() == 1 && (!of_call || !one.outlives_call());
    });
    if (found == kept_.end()) return false;
    bytes_ -= found->bytes;
    kept_.erase(found);
    return true;
}

void Cache::drop_kept() {
    const std::lock_guard lock(mutex_);
    while (drop_kept_one(true)) {
    }
}

bool Cache::make_room(std::uint64_t bytes) {
    const std::lock_guard lock(mutex_);
    while (limit_ != 0 && bytes_ + bytes > limit_)
        if (!drop_where(true)) return false;
    return true;
}

void Cache::write_back() noexcept try {
    const std::lock_guard lock(mutex_);
    if (limit_ == 0 || device_.transfers() == nullptr) return;
    std::uint64_t only_here = 0, room = limit_;
    for (const Kept& one : kept_) room -= std::min(room, one.bytes);
    for (const Block* const block : used_)
        if (!block->host_) only_here += block->copies_[ordinal_].bytes;
    std::vector<const Block*> blocks(used_.begin(), used_.end()); // copies may drop others
    for (const Block* const block : blocks) {
        if (only_here <= room / 4 * 3) return;
        const std::uint64_t bytes = block->copies_[ordinal_].bytes;
        if (bytes != 0 && !block->host_ && copy_to_host(*block)) only_here -= std::min(only_here, bytes);
    }
} catch (const std::bad_alloc&) { // blocks are copied when memory ends
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
    home->write_back();
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
    forget();
}

LocalPtr Block::on(Cache& cache) const {
    const std::lock_guard lock(context_.residency);
    Copy& copy = copies_[cache.ordinal()];
    if (copy.local == nullptr && !copy_from_peer(cache)) copy_from_host(cache);
    follow(cache);
    cache.used_.splice(cache.used_.end(), cache.used_, copy.place); // the most recently used one
    LocalPtr held = copy.local;
    cache.enforce_limit();
    return held;
}

LocalPtr Block::near(Cache& cache) const {
    const std::lock_guard lock(context_.residency);
    if (copies_[cache.ordinal()].local == nullptr)
        for (Cache& peer : context_.caches)
            if (const LocalPtr& theirs = copies_[peer.ordinal()].local; theirs != nullptr) {
                follow(peer);
                return theirs;
            }
    return on(cache);
}

void Block::start(Cache& cache) const noexcept {
    try {
        const std::lock_guard lock(context_.residency);
        const bool ready = host_ && host_->page_locked() && cache.device().transfers() != nullptr;
        if (ready && copies_[cache.ordinal()].local == nullptr && cache.make_room(host_->bytes()))
            copy_from_host(cache);
    } catch (const std::exception&) { // on() will say so
    }
}

/// From another device: their links are faster than that of the host. A device that computes would be waited
/// for.
bool Block::copy_from_peer(Cache& cache) const {
    if (cache.device().transfers() == nullptr) return false;
    for (Cache& peer : context_.caches) {
        const LocalPtr theirs = copies_[peer.ordinal()].local;
        if (theirs == nullptr || (host_ && !peer.device().idle())) continue;
        follow(peer);
        LocalPtr local = copy_from(cache.device(), *theirs);
        add(cache, std::move(local));
        cache.traffic.between_devices += copies_[cache.ordinal()].bytes;
        return true;
    }
    return false;
}

void Block::copy_from_host(Cache& cache) const {
    require_host_copy();
    wait_for_host_copy();
    cache.traffic.in += host_->bytes();
    if (!host_->page_locked() || cache.device().transfers() == nullptr)
        return add(cache, to_device(cache.device(), *host_));
    std::uint64_t ticket = 0;
    LocalPtr local = begin_to_device(cache.device(), *host_, ticket);
    cache.overlapped.in += host_->bytes();
    Copy& copy = copies_[cache.ordinal()];
    copy.ticket = ticket;
    copy.followed = false;
    add(cache, std::move(local));
}

/// Before the copy on the device is used.
void Block::follow(Cache& cache) const {
    Copy& copy = copies_[cache.ordinal()];
    if (!copy.followed) blocks::follow(cache.device(), copy.ticket);
    copy.followed = true;
}

const HostArrays& Block::on_host() const {
    const std::lock_guard lock(context_.residency);
    require_host_copy();
    wait_for_host_copy();
    return *host_;
}

void Block::wait_for_host_copy() const {
    if (ticket_ == 0) return;
    wait(writer_->device(), ticket_);
    ticket_ = 0;
}

/// Before the host arrays are freed. A lost device copies nothing.
void Block::settle() const noexcept {
    for (Cache& cache : context_.caches) {
        Copy& copy = copies_[cache.ordinal()];
        try {
            wait(cache.device(), copy.ticket);
            if (writer_ == &cache) wait_for_host_copy();
        } catch (const std::exception&) {
        }
        copy.ticket = 0;
    }
    ticket_ = 0;
}

void Block::forget() const {
    for (Cache& cache : context_.caches)
        if (copies_[cache.ordinal()].local != nullptr) drop(cache);
    settle();
    host_.reset();
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

/// Its memory is free when copies from and to it have ended, for which later calls of the device wait.
void Block::drop(Cache& cache) const {
    Copy& copy = copies_[cache.ordinal()];
    try {
        follow(cache);
        if (writer_ == &cache) blocks::follow(cache.device(), ticket_);
    } catch (const std::exception&) { // a lost device
    }
    copy.followed = true;
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
            follow(cache);
            std::uint64_t ticket = 0;
            HostArrays arrays = begin_to_host(*local, ticket);
            cache.traffic.out += arrays.bytes();
            if (ticket != 0) {
                cache.last_written_ = ticket;
                cache.overlapped.out += arrays.bytes();
            }
            if (host_) return wait(cache.device(), ticket);
            host_ = std::move(arrays);
            writer_ = &cache;
            ticket_ = ticket;
            return;
        }
}

} // namespace mergus::blocks
