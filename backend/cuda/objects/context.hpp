/// \file context.hpp
/// A context of the CUDA backend: its device, its domains, its compiled kernels, and what the operations keep
/// in it, whose types it does not know.
#pragma once

#include "derived.hpp"
#include "device/device.hpp"
#include "device/zeroed_buffer.hpp"
#include "environment.hpp"
#include "jit/jit.hpp"
#include "typed_set.hpp"

#include <mergus/plugin.h>

#include <deque>
#include <string>

namespace mergus::cuda {

/// Base of what a folder keeps in a context between calls: an object of each type, made at its first use
/// (mergus_context::state()).
struct State {
    State() = default;
    State(const State&) = delete;
    State& operator=(const State&) = delete;
    virtual ~State() = default;
    /// Memory on the device that can be given back.
    [[nodiscard]] virtual std::uint64_t bytes() const noexcept { return 0; }
    /// Gives it back. \return its bytes
    virtual std::uint64_t release() noexcept { return 0; }
};

/// A choice that a variable of the environment forces, for tests and experiments. T has the name of the
/// `variable` and `parse(text)`; T() is the choice without the variable.
template <class T>
struct Forced : State {
    Forced() {
        if (const char* const text = core::value_of(T::variable)) choice = T::parse(text);
    }
    T choice{};
};

} // namespace mergus::cuda

struct mergus_context {
private:
    /// The caller's allocator, for the device's hooks. Declared before the device, which it must outlive.
    struct CallerAllocator {
        void* (*allocate)(std::size_t bytes, void* stream, void* arg);
        void (*deallocate)(void* pointer, std::size_t bytes, void* stream, void* arg);
        void* arg;
    } allocator_;

public:
    explicit mergus_context(const mergus_context_options& options);

    /// The context's own copy of a type. Types with equal content have one copy, so pointers can be compared.
    const mergus_type* intern(const mergus_type* type);

    mergus::cuda::DerivedCaches derived; ///< declared before the device, whose allocations give it back
    mergus::cuda::Device device;
    mergus::cuda::Jit jit;
    bool deterministic = false; ///< of the running call; see CallMode
    bool keeps = true;          ///< matrices keep arrays after a call (derived.hpp)
    bool keeps_all = false; ///< for tests: small matrices too keep all that they may, from the first use on

    /// What a folder keeps in this context. T derives from State.
    template <class T>
    [[nodiscard]] T& state() const {
        return states_.get<T>();
    }
    /// A T on the device that is zero between launches.
    template <class T>
    [[nodiscard]] T* zeroed() {
        struct Zeroed : mergus::cuda::State {
            mergus::cuda::ZeroedBuffer<T> buffer;
        };
        return state<Zeroed>().buffer.get(device);
    }

    /// Memory on the device that is kept for later calls.
    [[nodiscard]] std::uint64_t derived_bytes() const noexcept;
    /// Gives back what the running call has not used. \return its bytes
    std::uint64_t release_derived() noexcept;

private:
    struct OwnType {
        std::string name, definition;
        mergus_type type;
    };
    std::deque<OwnType> types_;
    /// Destroyed before the device.
    mutable mergus::cuda::TypedSet<mergus::cuda::State> states_;
};

namespace mergus::cuda {

using Context = ::mergus_context;

/// The choice of this type that the environment forces, read when the context was made (plugin.cpp).
template <class T>
[[nodiscard]] const T& forced(const Context& context) {
    return context.state<Forced<T>>().choice;
}

/// A call into a context: deterministic if its descriptor or its context asks for it. Where matrices keep
/// nothing, what they kept for the call is given back at its end.
class CallMode {
public:
    CallMode(Context& context, std::uint32_t descriptor) noexcept
        : context_(context), before_(context.deterministic) {
        context.deterministic = before_ || (descriptor & MERGUS_DESC_DETERMINISTIC) != 0;
        context.derived.begin_call();
    }
    CallMode(const CallMode&) = delete;
    CallMode& operator=(const CallMode&) = delete;
    ~CallMode() {
        context_.deterministic = before_;
        if (context_.keeps) return;
        context_.derived.begin_call();
        context_.release_derived();
    }

private:
    Context& context_;
    bool before_;
};

/// Compiles the kernels of an operation's steps, in one round, before the first step runs. A step has
/// `void kernels(KernelRequests&) const`.
template <class... Steps>
void compile_kernels(Context& context, const Steps&... steps) {
    KernelRequests requests(context.jit);
    (steps.kernels(requests), ...);
    context.jit.compile(requests);
}

} // namespace mergus::cuda
