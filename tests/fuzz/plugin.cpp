/// \file plugin.cpp
/// The checks of a plugin's table. The input says how long the table is, which version it has, which
/// functions are there, what its name is, and what the functions return. The table lies in memory of exactly
/// its length.
#include "fuzz.hpp"

#include "objects/context_state.hpp"

#include <algorithm>
#include <cstdlib>
#include <cstring>
#include <memory>

namespace {

using namespace mergus;
using fuzz::require;

/// The input as numbers; 0 after its end.
class Numbers {
public:
    Numbers(const std::uint8_t* data, std::size_t size) : at_(data), left_(size) {}
    template <class T>
    T next() {
        T value{};
        const std::size_t taken = std::min(left_, sizeof value);
        if (taken > 0) std::memcpy(&value, at_, taken);
        at_ += taken;
        left_ -= taken;
        return value;
    }

private:
    const std::uint8_t* at_;
    std::size_t left_;
};

/// What the plugin's functions do: a plugin's functions have no argument for it.
std::int32_t score_value, new_code;
unsigned char filling;
bool terminated;

void fill(char* text, std::size_t size) {
    if (filling == 0) return;
    std::memset(text, filling, size);
    if (terminated) text[size / 2] = '\0';
}

std::int32_t score(char* reason, std::size_t size) {
    fill(reason, size);
    return score_value;
}
std::int32_t context_new(const mergus_context_options*, mergus_context** context, mergus_status* status) {
    *context = reinterpret_cast<mergus_context*>(&score_value);
    fill(status->message, sizeof status->message);
    return new_code;
}

/// An extension of up to 31 bytes, in memory of exactly its length.
std::unique_ptr<char[]> offered;
const void* extension(const char*) {
    return offered.get();
}
void offer(std::size_t bytes) {
    offered.reset();
    if (bytes < sizeof bytes) return;
    offered = std::make_unique<char[]>(bytes);
    std::memset(offered.get(), 0x5a, bytes);
    std::memcpy(offered.get(), &bytes, sizeof bytes);
}
std::int32_t device_count(std::uint64_t* count, mergus_status*) {
    *count = filling;
    return new_code;
}
std::int32_t device_info(std::uint64_t, mergus_device_info* info, mergus_status* status) {
    fill(info->name, sizeof info->name);
    fill(info->reason, sizeof info->reason);
    fill(status->message, sizeof status->message);
    return new_code;
}

constexpr char own_name[] = "fuzz";
const char* const names[] = {own_name, nullptr, "", "fuz", "fuzz2", "../fuzz"};

/// All members from `name` on are pointers.
constexpr std::size_t head = offsetof(mergus_backend, name);
constexpr std::size_t pointers = (sizeof(mergus_backend) - head) / sizeof(void*);
static_assert(head + pointers * sizeof(void*) == sizeof(mergus_backend));

void* pointer_at(const mergus_backend& table, std::size_t p) {
    void* value = nullptr;
    std::memcpy(&value, reinterpret_cast<const char*>(&table) + head + p * sizeof value, sizeof value);
    return value;
}

void use(const core::Plugin& plugin) {
    const std::uint64_t devices = core::device_count(plugin).value_or(0);
    for (std::uint64_t d = 0; d < devices; ++d)
        require(core::device_info(plugin, d).name.size() < sizeof mergus_device_info::name + 1,
                "a name without an end");
    try {
        const auto context = std::make_shared<detail::ContextState>(plugin, ContextOptions{});
        require(score_value > 0 && new_code == MERGUS_SUCCESS, "a context that the plugin refused");
        try {
            context->call("matrix_clear", plugin.table.matrix_clear, static_cast<mergus_matrix*>(nullptr));
        } catch (const Error& error) {
            require(plugin.table.matrix_clear != nullptr || error.code() == Code::not_implemented,
                    "a null function");
        }
    } catch (const Error&) {
        require(score_value <= 0 || new_code != MERGUS_SUCCESS, "a context refused without a reason");
    }
}

} // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
    Numbers input(data, size);
    const std::size_t length =
        std::clamp<std::size_t>(input.next<std::uint16_t>() % 1024, sizeof(std::size_t), 1024);
    mergus_backend whole{};
    whole.struct_size = length;
    whole.abi_major = input.next<std::uint8_t>();
    whole.abi_minor = input.next<std::uint8_t>();
    whole.name = names[input.next<std::uint8_t>() % std::size(names)];
    score_value = input.next<std::int32_t>();
    new_code = input.next<std::int32_t>();
    filling = input.next<std::uint8_t>();
    terminated = input.next<std::uint8_t>() % 2 != 0;
    whole.description = input.next<std::uint8_t>() % 2 != 0 ? "a table of the fuzzer" : nullptr;
    const auto present = input.next<std::uint64_t>();
    offer(input.next<std::uint8_t>() % 32);
    // A bit takes a function away: without input all are there.
    const auto has = [present](unsigned bit) { return (present >> bit & 1U) == 0; };
    if (has(0)) whole.score = score;
    if (has(1)) whole.context_new = context_new;
    if (has(2)) whole.context_free = [](mergus_context*) {};
    if (has(3)) whole.matrix_new = [](auto, auto, auto) -> std::int32_t { return new_code; };
    if (has(4)) whole.matrix_free = [](auto, auto) {};
    if (has(5)) whole.matrix_info = [](auto, auto, auto, auto) -> std::int32_t { return new_code; };
    if (has(6)) whole.matrix_import_csr = [](auto, auto, auto) -> std::int32_t { return new_code; };
    if (has(7)) whole.matrix_export_csr = [](auto, auto, auto) -> std::int32_t { return new_code; };
    if (has(8))
        whole.matrix_clear = [](auto, auto, mergus_status* status) -> std::int32_t {
            fill(status->message, sizeof status->message);
            return new_code;
        };
    if (has(9)) whole.mxm = [](auto, auto, auto) -> std::int32_t { return new_code; };
    if (has(10)) whole.extension = extension;
    if (has(11)) whole.supports = whole.mxm;
    if (has(12)) whole.device_count = device_count;
    if (has(13)) whole.device_info = device_info;

    const std::unique_ptr<void, decltype(&std::free)> block(std::malloc(length), &std::free);
    std::memset(block.get(), 0x5a, length); // members of a later version
    std::memcpy(block.get(), &whole, std::min(length, sizeof whole));

    const bool required_there = has(0) && has(1) && has(2) && has(3) && has(4) && has(5) && has(6) && has(7);
    const bool right = length >= offsetof(mergus_backend, matrix_move_csr) &&
                       whole.abi_major == MERGUS_ABI_MAJOR && whole.abi_minor == MERGUS_ABI_MINOR &&
                       required_there && whole.name == own_name;
    try {
        const core::Plugin plugin =
            core::check_table(static_cast<const mergus_backend*>(block.get()), "the file", own_name);
        require(right, "a table that is wrong was taken");
        for (std::size_t p = 0; p < pointers; ++p) {
            const bool there = head + (p + 1) * sizeof(void*) <= length;
            require(pointer_at(plugin.table, p) == (there ? pointer_at(whole, p) : nullptr),
                    "a member that the plugin does not have");
        }
        use(plugin);
    } catch (const Error& error) {
        require(error.code() == Code::bad_plugin && !right, "a table that is right was refused");
    }
    return 0;
}
