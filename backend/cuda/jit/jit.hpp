/// \file jit.hpp
/// From operators to kernels. The text of a kernel is its file, preceded by generated lines that define the
/// free names of the file (types, operators, constants) for one call: its bindings.
#pragma once

#include "bindings_text.hpp"
#include "device/device.hpp"

#include <mergus/plugin.h>

#include <array>
#include <cstdint>
#include <deque>
#include <functional>
#include <string>
#include <string_view>
#include <unordered_map>
#include <utility>
#include <vector>

namespace mergus::cuda {

/// Definitions of the free names of a kernel file, in the order in which they are appended.
///
/// The text is written on demand only: most calls find their kernel by the key. The key contains the content
/// that the text is made from (names, definitions, bytes) and no addresses, so equal keys mean equal texts,
/// even if operators of earlier calls no longer exist. Operators and types must live until the text is
/// written.
class Bindings {
public:
    Bindings() = default;
    /// Reserves room for further bindings: a kernel adds some to those of its call.
    Bindings(const Bindings& other);
    Bindings(Bindings&&) noexcept = default;
    Bindings& operator=(const Bindings&) = delete;
    Bindings& operator=(Bindings&&) noexcept = default;
    ~Bindings() = default;

    /// typedef TYPE alias;
    Bindings& type(std::string_view alias, const mergus_type* type);
    /// typedef uint32_t or uint64_t alias;
    Bindings& index(std::string_view alias, bool wide);
    /// constexpr long long name = value;
    Bindings& constant(std::string_view name, std::int64_t value);

    /// z_to alias(x_from, y_from): the operator between casts. Without op (null): the first argument, cast.
    Bindings& binary(std::string_view alias, const mergus_op* op, const mergus_type* x_from,
                     const mergus_type* y_from, const mergus_type* z_to);
    /// z_to alias(x_from)
    Bindings& unary(std::string_view alias, const mergus_op* op, const mergus_type* x_from,
                    const mergus_type* z_to);
    /// z_to alias(x_from, i, j, y): y has the operator's type.
    Bindings& index_unary(std::string_view alias, const mergus_op* op, const mergus_type* x_from,
                          const mergus_type* z_to);
    /// z alias(a, b, i, k, j): a semiring's multiply, which may ignore the indices.
    Bindings& multiply(std::string_view alias, const mergus_op* op, const mergus_type* a_from,
                       const mergus_type* b_from);
    /// to alias(from): the typecast.
    Bindings& cast(std::string_view alias, const mergus_type* from, const mergus_type* to);
    /// bool alias(mask value): the value cast to bool, or true if only the structure counts.
    Bindings& truth(std::string_view alias, const mergus_type* mask, bool structure);
    /// T alias(): a value with these bytes.
    Bindings& value(std::string_view alias, const mergus_type* type, const void* bytes);
    /// A line of text.
    Bindings& line(std::string_view text);

    /// The kernel is compiled without contraction of products and sums.
    Bindings& no_contraction() {
        contract_ = false;
        return *this;
    }

    /// Equal for bindings of the same text, and only for these.
    [[nodiscard]] const std::string& key() const noexcept { return key_; }
    [[nodiscard]] std::size_t hash() const noexcept { return hash_; }
    [[nodiscard]] bool contract() const noexcept { return contract_; }
    [[nodiscard]] BindingsText text() const;

private:
    enum class What : std::uint8_t {
        type,
        index,
        constant,
        binary,
        unary,
        index_unary,
        multiply,
        cast,
        truth,
        value,
        line
    };
    /// A call of one of the functions above.
    struct Step {
        What what;
        std::uint32_t begin = 0, size = 0; ///< the alias, or the line, in the key
        const mergus_op* op = nullptr;
        std::array<const mergus_type*, 3> types{};
        std::int64_t number = 0; ///< a constant, a flag, or the offset of the bytes in the key
    };

    Bindings& note(Step step, std::string_view name, const void* bytes = nullptr);
    void append(std::string_view text);
    void append(const mergus_type* type);
    void append(const mergus_op* op);
    bool append_index(const void* object);

    std::string key_;
    std::size_t hash_ = 0;
    std::vector<Step> steps_;
    std::vector<const void*> seen_; ///< types and operators whose content is in the key
    bool contract_ = true;
};

/// A small key that decides the bindings of a kernel of one file and entry.
struct KernelKey {
    const mergus_type* type; ///< interned, or null
    std::uint64_t number;    ///< everything else
    bool operator==(const KernelKey&) const = default;
};

/// A kernel of a call: a file, one of its `extern "C"` functions, and the bindings of its free names.
struct KernelRequest {
    KernelRequest(const char* file, const char* entry, Bindings bindings)
        : file(file), entry(entry), bindings(std::move(bindings)) {}
    /// Found by `key`: `make_bindings` is called only while the kernel is unknown. For operations of a few
    /// microseconds, where writing the bindings would show. `file` and `entry` must be literals.
    KernelRequest(const char* file, const char* entry, KernelKey key, std::function<Bindings()> make_bindings)
        : file(file), entry(entry), key(key), make_bindings(std::move(make_bindings)) {}

    const char* file;
    const char* entry;
    Bindings bindings; ///< unless there is make_bindings
    KernelKey key{};
    std::function<Bindings()> make_bindings;
};
using KernelRequests = std::vector<KernelRequest>;

/// The compiled kernels of a context. They are found by their bindings, without writing or hashing the text.
class Jit {
public:
    explicit Jit(Device& device) : device_(device) {}
    /// \param file of the kernel, \param entry its `extern "C"` function. Compiles it if it is in no cache.
    /// \throws Error compile_error with the compiler's messages.
    const Kernel& kernel(std::string_view file, std::string_view entry, const Bindings& bindings);
    const Kernel& kernel(const KernelRequest& request);
    /// A kernel without a key, if it is there already; else null.
    [[nodiscard]] const Kernel* known(const KernelRequest& request) const;

    /// Compiles the kernels of a call that are in no cache, all at the same time, so that none is compiled
    /// alone at its launch. Kernels may be listed more than once. \throws Error as kernel() does; the kernels
    /// that did compile are kept.
    void compile(const KernelRequests& requests);

    /// Adds a request with a key to the list if its kernel is unknown, so that a step of a few microseconds
    /// fills its list without allocations once its kernels are there.
    void add_unknown(KernelRequests& list, KernelRequest request) const {
        if (!by_key_.contains({request.file, request.entry, request.key})) list.push_back(std::move(request));
    }

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
        std::string_view file, entry, key;
        bool contract;
        std::size_t hash;
    };
    struct Known {
        std::string file, entry, key;
        bool contract;
        std::size_t hash;
        friend bool operator==(const Known& known, const Names& names) noexcept {
            return known.hash == names.hash && known.contract == names.contract &&
                   known.entry == names.entry && known.key == names.key && known.file == names.file;
        }
        friend bool operator==(const Known& a, const Known& b) noexcept { return a == b.names(); }
        [[nodiscard]] Names names() const noexcept { return {file, entry, key, contract, hash}; }
    };
    struct KnownHasher {
        using is_transparent = void;
        std::size_t operator()(const Known& known) const noexcept { return known.hash; }
        std::size_t operator()(const Names& names) const noexcept { return names.hash; }
    };
    static Names names_of(std::string_view file, std::string_view entry, const Bindings& bindings) noexcept;
    static KernelSource source_of(std::string_view file, std::string_view entry, const Bindings& bindings);
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
