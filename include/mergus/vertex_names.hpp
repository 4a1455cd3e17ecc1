/// \file vertex_names.hpp
/// Names of vertices: strings, 64-bit ids, or none, when a vertex is named by its number.
#pragma once

#include <mergus/export.hpp>
#include <mergus/natural.hpp>

#include <cstdint>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace mergus {

namespace core {
class NameStore;
} // namespace core

/// What names are made of.
enum class NameKind {
    numbers, ///< no names: vertex 7 is named "7"
    ids,     ///< 64-bit signed integers
    strings  ///< bytes, usually UTF-8
};

/// Distinct names for the vertices 0 … size() − 1. Copies share the names, which do not change; any number of
/// threads may use them. Memory: 8 bytes for each id; the bytes and 8 for each string; and 6 for each name
/// from the first find() on. At most 2^32 − 2 names.
class MERGUS_API VertexNames {
public:
    /// No names.
    VertexNames() noexcept;
    /// The names `ids`, one for each vertex. \throws Error invalid_value if an id occurs twice
    static VertexNames from_ids(std::span<const std::int64_t> ids);
    /// The names `names`, one for each vertex. \throws Error invalid_value if a name occurs twice
    static VertexNames from_strings(std::span<const std::string_view> names);

    [[nodiscard]] NameKind kind() const noexcept; ///< what the names are made of
    /// The number of names; 0 for NameKind::numbers.
    [[nodiscard]] std::uint64_t size() const noexcept;
    /// Bytes of memory.
    [[nodiscard]] std::uint64_t bytes() const noexcept;

    /// The name of `vertex` as text: a string, or the digits of an id or number. \throws Error invalid_index.
    [[nodiscard]] std::string name(Natural vertex) const;
    /// Appends the name of `vertex` to `text`. \throws Error invalid_index.
    void append_name(std::string& text, Natural vertex) const;
    /// The vertex of that name, given as by name(). Of NameKind::numbers every number is a name.
    [[nodiscard]] std::optional<std::uint64_t> find(std::string_view name) const;

    /// All ids; empty for another kind.
    [[nodiscard]] std::span<const std::int64_t> ids() const noexcept;
    /// All strings, one after the other: string v has the bytes offsets()[v] to offsets()[v + 1]. Empty for
    /// another kind.
    [[nodiscard]] std::string_view text() const noexcept;
    /// size() + 1 offsets into text(); empty for another kind.
    [[nodiscard]] std::span<const std::uint64_t> offsets() const noexcept;

    /// \internal
    explicit VertexNames(std::shared_ptr<const core::NameStore> store) noexcept;

private:
    std::shared_ptr<const core::NameStore> store_; ///< null: no names
};

} // namespace mergus
