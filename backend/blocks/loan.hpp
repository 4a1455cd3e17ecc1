/// \file loan.hpp
/// Arrays that a caller hands over by an import, while the import can still fail.
#pragma once

#include <memory>

namespace mergus::blocks {

/// Lends the arrays to a matrix of the local backend, in whose place the import may fail afterwards: then the
/// caller keeps them, so their `release` is not called. Otherwise it is called when that matrix no longer
/// needs them.
class Loan {
public:
    /// \param arrays a mergus_csr or mergus_vector_arrays, whose `release` is replaced
    template <class Arrays>
    explicit Loan(Arrays& arrays) {
        if (arrays.release == nullptr) return; // the local backend copies them
        state_ = std::make_shared<State>(arrays.release, arrays.release_arg);
        held_ = std::make_unique<std::shared_ptr<State>>(state_);
        arrays.release = [](void* held) { delete static_cast<std::shared_ptr<State>*>(held); };
        arrays.release_arg = held_.get();
    }

    /// The local matrix is made, and will call the replaced `release`.
    void lent() noexcept { static_cast<void>(held_.release()); }
    /// The import has succeeded.
    void keep() noexcept {
        if (state_ != nullptr) state_->kept = true;
    }

private:
    struct State {
        State(void (*f)(void*), void* a) : release(f), arg(a) {}
        State(const State&) = delete;
        State& operator=(const State&) = delete;
        ~State() {
            if (kept) release(arg);
        }
        void (*release)(void*);
        void* arg;
        bool kept = false;
    };
    std::shared_ptr<State> state_;
    std::unique_ptr<std::shared_ptr<State>> held_;
};

} // namespace mergus::blocks
