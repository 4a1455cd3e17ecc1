/// \file block.cpp
#include "block.hpp"

#include "context.hpp"

#include <algorithm>
#include <utility>

namespace mergus::blocks {

namespace {

/// Counts a use for a scope.
class InUse {
public:
    explicit InUse(int& uses) noexcept : uses_(uses) { ++uses_; }
    InUse(const InUse&) = delete;
    InUse& operator=(const InUse&) = delete;
    ~InUse() { --uses_; }

private:
    int& uses_;
};

} // namespace

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
        home->write_back();
        home->enforce_limit();
    } catch (...) { // there is no destructor to do so
        context_.peers.release(number_);
        forget();
        throw;
    }
}

Block::Block(mergus_context& context, HostArrays arrays, std::uint64_t number)
    : context_(context), owner_(context.peers.rank()), number_(number), shape_(arrays.shape),
      type_(arrays.type), nvals_(arrays.nvals), copies_(context.caches.size()) {
    const std::lock_guard lock(context_.residency);
    context_.host_blocks.make_room(arrays.bytes());
    if (context_.peers.size() > 1) context_.peers.hold(number_, *this);
    try {
        set_host_copy(std::move(arrays));
    } catch (...) { // there is no destructor to do so
        context_.peers.release(number_);
        throw;
    }
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

LocalPtr Block::present_on(Cache& cache) const {
    const std::lock_guard lock(context_.residency);
    const Copy& copy = copies_[cache.ordinal()];
    if (copy.local != nullptr) cache.used_.splice(cache.used_.end(), cache.used_, copy.place);
    return copy.local;
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
        if (copies_[cache.ordinal()].local != nullptr) return;
        if (!host_ && owner_ != context_.peers.rank()) ask();
        if (!host_ && file_ != nullptr) file_->read_ahead();
        const bool ready = host_ && host_->page_locked() && cache.device().transfers() != nullptr;
        if (ready && cache.make_room(host_->bytes())) copy_from_host(cache);
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
    const InUse in_use(uses_of_host_); // memory that ends on the device may move others to files
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

bool Block::can_be_read() const {
    if (host_) return ticket_ == 0;
    bool on_device = false;
    for (Cache& cache : context_.caches) {
        if (copies_[cache.ordinal()].local == nullptr) continue;
        if (cache.device().idle()) return true;
        on_device = true; // on_host() takes this copy rather than the file
    }
    return !on_device && file_ != nullptr;
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
    drop_host_copy();
}

bool Block::has_other_copy() const noexcept {
    return host_ || file_ != nullptr || owner_ != context_.peers.rank();
}

void Block::set_host_copy(HostArrays arrays) const {
    if (owner_ == context_.peers.rank()) host_place_ = context_.host_blocks.add(*this, arrays.bytes());
    host_ = std::move(arrays);
}

void Block::drop_host_copy() const noexcept {
    settle();
    if (host_place_) context_.host_blocks.remove(*host_place_, host_->bytes());
    host_place_.reset();
    host_.reset();
}

void Block::move_to_file() const {
    const InUse in_use(uses_of_host_);
    wait_for_host_copy();
    if (file_ == nullptr) {
        file_ = std::make_unique<const BlockFile>(context_.host_blocks.new_file(), *host_);
        context_.host_blocks.written += file_->bytes();
    }
    drop_host_copy();
}

void Block::read_from_file() const {
    context_.host_blocks.make_room(file_->bytes());
    set_host_copy(file_->read(context_.host_memory));
    context_.host_blocks.read += file_->bytes();
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
    if (host_place_) context_.host_blocks.touch(*host_place_);
    if (host_) return;
    if (owner_ != context_.peers.rank()) return fetch();
    for (Cache& cache : context_.caches)
        // Held, because without memory on the device blocks are dropped meanwhile. That may copy this one to
        // the host from another device.
        if (const LocalPtr local = copies_[cache.ordinal()].local; local != nullptr) {
            follow(cache);
            context_.host_blocks.make_room(copies_[cache.ordinal()].bytes);
            std::uint64_t ticket = 0;
            HostArrays arrays = begin_to_host(*local, ticket);
            cache.traffic.out += arrays.bytes();
            if (ticket != 0) {
                cache.last_written_ = ticket;
                cache.overlapped.out += arrays.bytes();
            }
            if (host_) return wait(cache.device(), ticket);
            writer_ = &cache;
            ticket_ = ticket;
            set_host_copy(std::move(arrays));
            return;
        }
    if (file_ != nullptr) read_from_file();
}

} // namespace mergus::blocks
