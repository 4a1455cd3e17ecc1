/// \file callable.cpp
/// Operators from C++ callables. The functions of plugin.h have no state, so an operator with one takes a
/// slot of a table, which has a function for each slot. Invariant: a slot that is taken does not change, so
/// calls need no lock.
#include <mergus/callable.hpp>

#include <mergus/error.hpp>

#include <fmt/format.h>

#include <array>
#include <cstddef>
#include <memory>
#include <mutex>
#include <string>
#include <utility>

namespace mergus {

namespace {

constexpr std::size_t slot_count = 256;

template <class Function>
class Slots;
template <class... A>
class Slots<void (*)(A...)> {
public:
    using Function = void (*)(A...);

    /// A slot, or slot_count if all are taken.
    static std::size_t take(const detail::Callable<Function>& callable) {
        const std::lock_guard lock(mutex());
        for (std::size_t s = 0; s < slot_count; ++s) {
            if (slots_[s].function != nullptr) continue;
            slots_[s] = {callable.function, callable.state.get()};
            return s;
        }
        return slot_count;
    }
    static void give_back(std::size_t slot) noexcept {
        const std::lock_guard lock(mutex());
        slots_[slot] = {};
    }
    static Function function(std::size_t slot) noexcept {
        return functions(std::make_index_sequence<slot_count>())[slot];
    }

private:
    struct Slot {
        typename detail::WithState<Function>::type function = nullptr;
        const void* state = nullptr;
    };
    static std::mutex& mutex() {
        static auto& mutex = *new std::mutex; // operators may be destroyed at the end of the process
        return mutex;
    }
    template <std::size_t slot>
    static void call(A... arguments) {
        slots_[slot].function(slots_[slot].state, arguments...);
    }
    template <std::size_t... slot>
    static const std::array<Function, slot_count>& functions(std::index_sequence<slot...>) noexcept {
        static constexpr std::array<Function, slot_count> all{&call<slot>...};
        return all;
    }

    static inline std::array<Slot, slot_count> slots_;
};

template <class Function>
struct CallableOp final : detail::Shared {
    explicit CallableOp(const detail::Callable<Function>& callable)
        : name(callable.name), state(callable.state) {}
    ~CallableOp() override {
        if (slot != slot_count) Slots<Function>::give_back(slot);
    }
    CallableOp(const CallableOp&) = delete;
    CallableOp& operator=(const CallableOp&) = delete;

    std::string name;
    std::shared_ptr<const void> state;
    std::size_t slot = slot_count; ///< none
    mergus_op op{};
};

/// The operator but for its kind and its function, which is the second result.
template <class Function>
std::pair<std::unique_ptr<CallableOp<Function>>, Function>
new_op(const detail::Callable<Function>& callable) {
    auto made = std::make_unique<CallableOp<Function>>(callable);
    if (made->name.find('\0') != std::string::npos)
        throw Error(Code::invalid_value, "the name of an operator contains a NUL");
    made->op.struct_size = sizeof(mergus_op);
    made->op.code = MERGUS_OP_USER;
    made->op.name = made->name.c_str();
    made->op.z_type = callable.z;
    made->op.x_type = callable.x;
    made->op.y_type = callable.y;
    if (callable.plain != nullptr) return {std::move(made), callable.plain};
    made->slot = Slots<Function>::take(callable);
    if (made->slot == slot_count)
        throw Error(Code::out_of_memory,
                    fmt::format("operator '{}': the process has {} operators of this kind that are callables "
                                "with a state",
                                callable.name, slot_count));
    const Function function = Slots<Function>::function(made->slot);
    return {std::move(made), function};
}

template <class Op, class Function>
Op owned(std::unique_ptr<CallableOp<Function>>&& made) {
    const CallableOp<Function>* const owner = made.release();
    return Op(&owner->op, owner);
}

} // namespace

UnaryOp detail::make_callable_op(const Callable<mergus_unary_function>& callable) {
    auto [made, function] = new_op(callable);
    made->op.kind = MERGUS_UNARY;
    made->op.function.unary = function;
    return owned<UnaryOp>(std::move(made));
}

BinaryOp detail::make_callable_op(const Callable<mergus_binary_function>& callable) {
    auto [made, function] = new_op(callable);
    made->op.kind = MERGUS_BINARY;
    made->op.function.binary = function;
    return owned<BinaryOp>(std::move(made));
}

IndexUnaryOp detail::make_callable_op(const Callable<mergus_index_unary_function>& callable) {
    auto [made, function] = new_op(callable);
    made->op.kind = MERGUS_INDEX_UNARY;
    made->op.function.index_unary = function;
    return owned<IndexUnaryOp>(std::move(made));
}

IndexBinaryOp detail::make_callable_op(const Callable<mergus_index_binary_function>& callable) {
    auto [made, function] = new_op(callable);
    made->op.kind = MERGUS_INDEX_BINARY;
    made->op.function.index_binary = function;
    return owned<IndexBinaryOp>(std::move(made));
}

} // namespace mergus
