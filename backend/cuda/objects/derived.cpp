/// \file derived.cpp
#include "derived.hpp"

namespace mergus::cuda {

DerivedCache::DerivedCache(DerivedCaches& caches) : caches_(caches) {
    caches_.all_.insert(this);
}

DerivedCache::~DerivedCache() {
    caches_.all_.erase(this);
}

std::uint64_t DerivedCache::bytes() const noexcept {
    std::uint64_t bytes = 0;
    objects.for_each([&](const Derived& object) { bytes += object.bytes(); });
    return bytes;
}

std::uint64_t DerivedCache::all_bytes() const noexcept {
    std::uint64_t bytes = 0;
    objects.for_each([&](const Derived& object) { bytes += object.all_bytes(); });
    return bytes;
}

std::uint64_t DerivedCaches::bytes() const noexcept {
    std::uint64_t bytes = 0;
    for (const DerivedCache* cache : all_) bytes += cache->bytes();
    return bytes;
}

std::uint64_t DerivedCaches::release() noexcept {
    std::uint64_t released = 0;
    for (auto next = all_.begin(); next != all_.end();) {
        DerivedCache* const cache = *next;
        if (cache->last_call != call_) {
            released += cache->bytes();
            // May erase other caches: what the transpose kept.
            cache->objects.erase_if([](const Derived& object) { return object.bytes() != 0; });
        }
        next = all_.upper_bound(cache);
    }
    return released;
}

} // namespace mergus::cuda
