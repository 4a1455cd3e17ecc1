/// \file jit.hpp
/// From operators to kernels. The text of a kernel is its file, preceded by generated lines that define the
/// free names of the file (types, operators, constants) for one call: its bindings.
#pragma once

#include "bindings.hpp"
#include "device/device.hpp"

#include <mergus/plugin.h>

#include <cstdint>
#include <deque>
#include <functional>
#include <initializer_list>
#include <unordered_map>
#include <utility>
#include <vector>

namespace mergus::cuda {

/// A small key that decides the bindings of a kernel of one file and entry.
struct KernelKey {
    const mergus_type* type; ///< interned, or null
    std::uint64_t number;    ///< everything else
    bool operator==(const KernelKey&) const = default;
};

/// A kernel of a call: a file, one of its `extern "C"` functions, and the bindings of its free names. `file`
/// and `entry` are literals: keys have their addresses.
struct KernelRequest {
    KernelRequest(const char* file, const char* entry, Bindings bindings)
        : file(file), entry(entry), bindings(std::move(bindings)) {}
    /// Found by `key`: `make_bindings` is called only while the kernel is unknown. For operations of a few
    /// microseconds, where writing the bindings would show.
    KernelRequest(const char* file, const char* entry, KernelKey key, std::function<Bindings()> make_bindings)
        : file(file), entry(entry), key(key), make_bindings(std::move(make_bindings)) {}

    const char* file;
    const char* entry;
    Bindings bindings; ///< unless there is make_bindings
    KernelKey key{};
    std::function<Bindings()> make_bindings;
};

class Jit;

/// A list of kernels. With a Jit it takes only those that the Jit does not know, so that a call whose kernels
/// are all there copies no bindings.
class KernelRequests {
public:
    KernelRequests() = default;
    KernelRequests(std::initializer_list<KernelRequest> requests) : list_(requests) {}
    explicit KernelRequests(const Jit& jit) : jit_(&jit) {}

    void push_back(KernelRequest&& request);
    void push_back(const KernelRequest& request);
    template <class... Arguments>
    void emplace_back(Arguments&&... arguments) {
        push_back(KernelRequest(std::forward<Arguments>(arguments)...));
    }
    [[nodiscard]] bool empty() const noexcept { return list_.empty(); }
    [[nodiscard]] std::size_t size() const noexcept { return list_.size(); }
    [[nodiscard]] const KernelRequest& front() const noexcept { return list_.front(); }
    [[nodiscard]] const KernelRequest& operator[](std::size_t n) const noexcept { return list_[n]; }
    [[nodiscard]] auto begin() const noexcept { return list_.begin(); }
    [[nodiscard]] auto end() const noexcept { return list_.end(); }

private:
    [[nodiscard]] bool takes(const KernelRequest& request) const;

    const Jit* jit_ = nullptr;
    std::vector<KernelRequest> list_;
};

/// The compiled kernels of a context. They are found by their bindings, without writing or hashing the text.
class Jit {
public:
    explicit Jit(Device& device) : device_(device) {}
    /// \param file of the kernel, \param entry its `extern "C"` function. Compiles it if it is in no cache.
    /// \throws Error compile_error with the compiler's messages.
    const Kernel& kernel(const char* file, const char* entry, const Bindings& bindings);
    const Kernel& kernel(const KernelRequest& request);
    /// The kernel, if it is there already; else null.
    [[nodiscard]] const Kernel* known(const KernelRequest& request) const;

    /// Compiles the kernels of a call that are in no cache, all at the same time, so that none is compiled
    /// alone at its launch. Kernels may be listed more than once. \throws Error as kernel() does; the kernels
    /// that did compile are kept.
    void compile(const KernelRequests& requests);
    void compile(const KernelRequest& request) { static_cast<void>(kernel(request)); }

private:
    /// A request with a key; file and entry are compared by their addresses.
    struct ByKey {
        const char* file;
        const char* entry;
        KernelKey key;
        bool operator==(const ByKey&) const = default;
    };
    struct ByKeyHasher {
        std::size_t operator()(const ByKey& k) const noexcept {
            std::size_t hash = std::hash<const void*>()(k.entry);
            hash = hash * 31 + std::hash<const void*>()(k.key.type);
            return hash * 31 + std::hash<std::uint64_t>()(k.key.number);
        }
    };

    /// The name and bindings of a kernel; Names refers to them during a look-up.
    struct Names {
        const char* file;
        const char* entry;
        const Bindings& bindings;
        [[nodiscard]] std::size_t hash() const noexcept {
            return (bindings.hash() ^ std::hash<const void*>()(entry)) * 0x9e3779b97f4a7c15U;
        }
    };
    struct Known {
        const char* file;
        const char* entry;
        Bindings bindings; ///< its operators and types may no longer exist
        std::size_t hash;
        [[nodiscard]] bool is(const Names& names) const noexcept {
            return entry == names.entry && file == names.file && bindings.same_key(names.bindings);
        }
        friend bool operator==(const Known& known, const Names& names) noexcept { return known.is(names); }
        friend bool operator==(const Known& a, const Known& b) noexcept {
            return a.is({b.file, b.entry, b.bindings});
        }
    };
    struct KnownHasher {
        using is_transparent = void;
        std::size_t operator()(const Known& known) const noexcept { return known.hash; }
        std::size_t operator()(const Names& names) const noexcept { return names.hash(); }
    };
    static KernelSource source_of(const Names& names);
    void keep(const Names& names, const Kernel& kernel);
    /// Kernels to compile.
    struct Missing {
        std::vector<Names> names;
        std::vector<KernelSource> sources;
        std::vector<const KernelRequest*> requests; ///< null: without a key
        std::deque<Bindings> made;                  ///< owns what names refer to
    };
    std::vector<Kernel*> make(const Missing& missing);

    Device& device_;
    std::unordered_map<Known, const Kernel*, KnownHasher, std::equal_to<>> known_;
    std::unordered_map<ByKey, const Kernel*, ByKeyHasher> by_key_; ///< none null
};

} // namespace mergus::cuda
