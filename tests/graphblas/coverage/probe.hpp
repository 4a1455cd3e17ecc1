/// \file probe.hpp
/// A call with arguments that can be replaced one by one, and the pairs of function and code seen so far.
#pragma once

#include "fixture.hpp"

#include <cstring>
#include <functional>
#include <set>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace mergus::tests {

/// What an argument is, by its C type.
enum class Role {
    type,
    unary_op,
    binary_op,
    index_unary_op,
    monoid,
    semiring,
    descriptor,
    scalar,
    vector,
    matrix,
    global,
    handle_address, ///< of a new object, or of one that is freed
    index,          ///< GrB_Index, also a size
    index_list,     ///< const GrB_Index*
    index_room,     ///< GrB_Index*
    enumeration,
    pointer, ///< any other
    value
};

[[nodiscard]] inline bool is_handle(Role role) {
    return role <= Role::global;
}

struct Argument {
    Role role;
    void* at; ///< the argument, of `size` bytes
    std::size_t size;
    void (*release)(void* address) = nullptr; ///< frees the object behind a handle_address

    [[nodiscard]] void* pointer() const {
        void* value = nullptr;
        std::memcpy(&value, at, sizeof value);
        return value;
    }
    [[nodiscard]] bool is_pointer() const {
        return is_handle(role) || role == Role::handle_address || role == Role::index_list ||
               role == Role::index_room || role == Role::pointer;
    }
};

/// A call without its types.
struct Call {
    std::string_view name;
    std::vector<Argument> arguments;
    std::function<GrB_Info()> run;

    /// Frees the objects that a valid call made.
    void release() const {
        for (const Argument& argument : arguments)
            if (argument.release != nullptr) argument.release(argument.pointer());
    }
};

/// Calls `use(fixture, expected, call)` for every function.
void for_every_call(const std::function<void(Fixture&, GrB_Info, const Call&)>& use);

/// The pairs that a call of this program gave.
class Provoked {
public:
    static Provoked& in_process() {
        static Provoked log;
        return log;
    }
    void add(std::string_view function, GrB_Info info) { pairs_.emplace(function, info); }
    [[nodiscard]] bool has(std::string_view function, GrB_Info info) const {
        return pairs_.contains({std::string(function), info});
    }
    [[nodiscard]] std::size_t size() const { return pairs_.size(); }

private:
    std::set<std::pair<std::string, GrB_Info>> pairs_;
};

/// The contents of the collections among the arguments, and the handles behind addresses.
[[nodiscard]] std::string contents(const Call& call);

/// Every argument replaced by a bad one in turn. Each call must give the code that belongs to it, and change
/// nothing.
void replace_arguments(Fixture& fixture, const Call& call);

/// A valid call whose host allocations fail in turn. A call may succeed although an allocation failed, for
/// instance one of a cache; then its arguments are used, and the failures go on with new ones.
class AllocationFailures {
public:
    /// Fails allocations until the call succeeds, which must give `expected`; before, it must change nothing.
    void run(const Call& call, GrB_Info expected);
    /// No allocation was left to fail.
    [[nodiscard]] bool done() const { return done_; }
    /// The call needs memory.
    [[nodiscard]] bool refused() const { return refused_; }

private:
    long nth_ = 0; ///< the next allocation that fails
    bool done_ = false, refused_ = false;
};

/// Codes that need more than a replaced argument: empty inputs, repeated indices, texts that were set before.
void provoke_special_codes();

/// Calls of `function` that must give `info`.
#define PROVOKE(info, function, ...)                                                                         \
    do {                                                                                                     \
        CHECK_MESSAGE(function(__VA_ARGS__) == info, #function ", " #info ": ",                              \
                      std::string(mergus_graphblas_last_error()));                                           \
        ::mergus::tests::Provoked::in_process().add(#function, info);                                        \
    } while (false)

} // namespace mergus::tests
