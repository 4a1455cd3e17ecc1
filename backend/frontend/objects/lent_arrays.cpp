/// \file lent_arrays.cpp
#include "lent_arrays.hpp"

#include "context_state.hpp"

namespace mergus::detail {

void LentArrays::returned(void* self) noexcept {
    auto* const arrays = static_cast<LentArrays*>(self);
    std::atomic<LentArrays*>& list = arrays->context_.returned_;
    arrays->next_ = list.load();
    while (!list.compare_exchange_weak(arrays->next_, arrays)) {
    }
}

void ContextState::release_returned() noexcept {
    LentArrays* arrays = returned_.load() == nullptr ? nullptr : returned_.exchange(nullptr);
    while (arrays != nullptr) {
        const std::unique_ptr<LentArrays> done(arrays);
        arrays = arrays->next_;
        done->release_(done->arg_);
    }
}

HeldArrays::HeldArrays(std::shared_ptr<ContextState> context) noexcept : context_(std::move(context)) {}

void HeldArrays::release(void* self) noexcept {
    const std::unique_ptr<HeldArrays> held(static_cast<HeldArrays*>(self));
    held->context_->locked([&] {
        held->release_(held->arg_);
        return 0;
    });
}

} // namespace mergus::detail
