/// \file names.cpp
/// VertexNames: storage, index, and construction.
#include "names.hpp"

#include <mergus/error.hpp>

#include <fmt/format.h>

#include <algorithm>
#include <charconv>
#include <iterator>
#include <type_traits>
#include <utility>

namespace mergus {

namespace core {

namespace {

std::size_t scaled(std::uint64_t hash, std::size_t slots) {
    __extension__ using Wide = unsigned __int128;
    return static_cast<std::size_t>(static_cast<Wide>(hash) * slots >> 64);
}

} // namespace

std::uint64_t NameStore::bytes() const noexcept {
    return ids.size() * sizeof(std::int64_t) + text.size() +
           (kind == NameKind::strings ? offsets.size() * sizeof(std::uint64_t) : 0) + index_bytes_;
}

void NameStore::make_index() const {
    const std::uint64_t count = size();
    index_.assign(count + count / 2 + 1, 0);
    for (std::uint64_t v = 0; v < count; ++v) {
        std::size_t at = scaled(hash_at(v), index_.size());
        while (index_[at] != 0) at = at + 1 == index_.size() ? 0 : at + 1;
        index_[at] = static_cast<std::uint32_t>(v + 1);
    }
    index_bytes_ = index_.size() * sizeof(std::uint32_t);
}

template <class Name>
std::optional<std::uint64_t> NameStore::find(Name name) const {
    std::call_once(indexed_, [this] { make_index(); });
    for (std::size_t at = scaled(hash_of(name), index_.size()); index_[at] != 0;
         at = at + 1 == index_.size() ? 0 : at + 1)
        if (has_at(index_[at] - 1, name)) return index_[at] - 1;
    return {};
}

template <class Name>
void NameBuilder::intern_all(const std::vector<Name>& names, const std::vector<std::uint64_t>& hashes,
                             std::vector<std::uint64_t>& numbers) {
    NameStore& store = *store_;
    const std::size_t count = names.size();
    numbers.resize(count);
    // Accesses far apart in memory: the slot, and then the text. Each is prefetched some names ahead.
    constexpr bool has_text = std::is_same_v<Name, std::string_view>;
    constexpr std::size_t step = 16, ahead = has_text ? 2 * step : step;
    for (std::size_t k = 0; k < count + ahead; ++k) {
        if (k < count) __builtin_prefetch(&table_.first_slot(hashes[k]));
        if constexpr (has_text)
            if (k >= step && k < count + step) {
                const NameSlot& slot = table_.first_slot(hashes[k - step]);
                if (slot.may_be(names[k - step], hashes[k - step]))
                    __builtin_prefetch(store.text.data() + slot.offset());
            }
        if (k < ahead) continue;
        const std::size_t at = k - ahead;
        const std::uint64_t known = store.size();
        if (known == max_names)
            throw Error(Code::out_of_memory, fmt::format("more than {} names of vertices", max_names));
        if constexpr (has_text)
            if (names[at].size() > max_name_bytes)
                throw Error(Code::out_of_memory,
                            fmt::format("the name of a vertex has more than {} bytes", max_name_bytes));
        NameSlot fresh(names[at], hashes[at], store.text.size());
        fresh.number = static_cast<std::uint32_t>(known + 1);
        numbers[at] = table_.find_or_insert(names[at], hashes[at], store.text.data(), fresh,
                                            [&](std::uint32_t v) { return store.hash_at(v); });
        if (numbers[at] == known) store.push(names[at]);
    }
}

void NameBuilder::intern(const std::vector<std::int64_t>& ids, const std::vector<std::uint64_t>& hashes,
                         std::vector<std::uint64_t>& numbers) {
    if (kind() == NameKind::ids)
        intern_all(ids, hashes, numbers);
    else
        intern_digits(ids, numbers);
}

void NameBuilder::intern(const std::vector<std::string_view>& names, const std::vector<std::uint64_t>& hashes,
                         std::vector<std::uint64_t>& numbers) {
    if (kind() == NameKind::ids && !names.empty()) become_strings();
    intern_all(names, hashes, numbers);
}

void NameBuilder::intern_digits(const std::vector<std::int64_t>& ids, std::vector<std::uint64_t>& numbers) {
    constexpr std::size_t most_digits = 20;
    std::vector<char> text(ids.size() * most_digits);
    std::vector<std::string_view> names;
    std::vector<std::uint64_t> hashes;
    for (const std::int64_t id : ids) {
        char* const to = text.data() + names.size() * most_digits;
        const auto [end, error] = std::to_chars(to, to + most_digits, id);
        names.emplace_back(to, static_cast<std::size_t>(end - to));
        hashes.push_back(hash_of(names.back()));
    }
    intern_all(names, hashes, numbers);
}

void NameBuilder::become_strings() {
    const std::vector<std::int64_t> ids = std::exchange(store_->ids, {});
    store_->kind = NameKind::strings;
    table_ = {};
    std::vector<std::uint64_t> numbers;
    intern_digits(ids, numbers);
}

VertexNames NameBuilder::finish() {
    table_ = {};
    store_->ids.shrink_to_fit();
    store_->text.shrink_to_fit();
    store_->offsets.shrink_to_fit();
    return VertexNames(std::move(store_));
}

} // namespace core

VertexNames::VertexNames() noexcept = default;
VertexNames::VertexNames(std::shared_ptr<const core::NameStore> store) noexcept : store_(std::move(store)) {}

namespace {

template <class Name>
VertexNames made_of(std::span<const Name> names, NameKind kind) {
    core::NameBuilder builder(kind);
    std::vector<std::uint64_t> numbers;
    std::vector<std::uint64_t> hashes;
    for (const Name& name : names) hashes.push_back(core::hash_of(name));
    builder.intern(std::vector<Name>(names.begin(), names.end()), hashes, numbers);
    for (std::size_t v = 0; v < numbers.size(); ++v)
        if (numbers[v] != v)
            throw Error(Code::invalid_value,
                        fmt::format("VertexNames: vertices {} and {} have the same name '{}'", numbers[v], v,
                                    names[v]));
    return builder.finish();
}

} // namespace

VertexNames VertexNames::from_ids(std::span<const std::int64_t> ids) {
    return made_of(ids, NameKind::ids);
}

VertexNames VertexNames::from_strings(std::span<const std::string_view> names) {
    return made_of(names, NameKind::strings);
}

NameKind VertexNames::kind() const noexcept {
    return store_ == nullptr ? NameKind::numbers : store_->kind;
}

std::uint64_t VertexNames::size() const noexcept {
    return store_ == nullptr ? 0 : store_->size();
}

std::uint64_t VertexNames::bytes() const noexcept {
    return store_ == nullptr ? 0 : store_->bytes();
}

std::string VertexNames::name(Natural vertex) const {
    std::string text;
    append_name(text, vertex);
    return text;
}

void VertexNames::append_name(std::string& text, Natural vertex) const {
    const std::uint64_t v = vertex;
    if (store_ != nullptr && v >= store_->size())
        throw Error(Code::invalid_index, fmt::format("VertexNames: vertex {} of {}", v, store_->size()));
    if (kind() == NameKind::strings) {
        text += store_->string(v);
    } else {
        fmt::format_to(std::back_inserter(text), "{}",
                       store_ == nullptr ? fmt::to_string(v) : fmt::to_string(store_->ids[v]));
    }
}

std::optional<std::uint64_t> VertexNames::find(std::string_view name) const {
    switch (kind()) {
    case NameKind::numbers:
        return core::canonical<std::uint64_t>(name);
    case NameKind::ids:
        if (const auto id = core::canonical<std::int64_t>(name)) return store_->find(*id);
        return {};
    case NameKind::strings:
        return store_->find(name);
    }
    return {};
}

std::span<const std::int64_t> VertexNames::ids() const noexcept {
    return store_ == nullptr ? std::span<const std::int64_t>() : store_->ids;
}

std::string_view VertexNames::text() const noexcept {
    return store_ == nullptr ? std::string_view()
                             : std::string_view(store_->text.data(), store_->text.size());
}

std::span<const std::uint64_t> VertexNames::offsets() const noexcept {
    return kind() == NameKind::strings ? std::span<const std::uint64_t>(store_->offsets)
                                       : std::span<const std::uint64_t>();
}

} // namespace mergus
