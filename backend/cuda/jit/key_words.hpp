/// \file key_words.hpp
/// A key of 64-bit words with its hash. The first words need no allocation.
#pragma once

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <string_view>
#include <utility>
#include <vector>

namespace mergus::cuda {

template <std::size_t inline_words>
class KeyWords {
public:
    KeyWords() noexcept {} // NOLINT(modernize-use-equals-default): leaves the words uninitialised
    KeyWords(const KeyWords& other) : more_(other.more_), hash_(other.hash_), size_(other.size_) {
        copy_first(other);
    }
    KeyWords(KeyWords&& other) noexcept
        : more_(std::move(other.more_)), hash_(other.hash_), size_(other.size_) {
        copy_first(other);
    }
    KeyWords& operator=(const KeyWords& other) {
        more_ = other.more_;
        return assign(other);
    }
    KeyWords& operator=(KeyWords&& other) noexcept {
        more_ = std::move(other.more_);
        return assign(other);
    }
    ~KeyWords() = default;

    void add(std::uint64_t word) {
        hash_ = (hash_ ^ word) * 0x9e3779b97f4a7c15U;
        hash_ ^= hash_ >> 32U;
        if (size_ < inline_words)
            first_[size_] = word;
        else
            more_.push_back(word);
        ++size_;
    }
    /// Adds bytes, with zeros up to a whole word. Their number is not added.
    void add(const void* bytes, std::size_t count) {
        const auto* from = static_cast<const unsigned char*>(bytes);
        for (std::uint64_t word = 0; count != 0; word = 0) {
            const std::size_t part = std::min(count, sizeof word);
            std::memcpy(&word, from, part);
            add(word);
            from += part;
            count -= part;
        }
    }
    void add(std::string_view text) {
        add(text.size());
        add(text.data(), text.size());
    }

    [[nodiscard]] std::size_t size() const noexcept { return size_; }
    [[nodiscard]] std::size_t hash() const noexcept { return hash_; }
    [[nodiscard]] std::uint64_t operator[](std::size_t n) const noexcept {
        return n < inline_words ? first_[n] : more_[n - inline_words];
    }
    /// Reads what add(bytes, count) has added at a word. \return the first word behind it
    std::size_t read(std::size_t at, void* bytes, std::size_t count) const noexcept {
        auto* to = static_cast<unsigned char*>(bytes);
        for (; count != 0; ++at) {
            const std::uint64_t word = (*this)[at];
            const std::size_t part = std::min(count, sizeof word);
            std::memcpy(to, &word, part);
            to += part;
            count -= part;
        }
        return at;
    }

    friend bool operator==(const KeyWords& a, const KeyWords& b) noexcept {
        return a.size_ == b.size_ && a.hash_ == b.hash_ &&
               std::equal(a.first_.begin(), a.first_.begin() + a.first_size(), b.first_.begin()) &&
               a.more_ == b.more_;
    }

private:
    [[nodiscard]] std::size_t first_size() const noexcept { return std::min(size_, inline_words); }
    void copy_first(const KeyWords& other) noexcept {
        std::copy_n(other.first_.begin(), other.first_size(), first_.begin());
    }
    KeyWords& assign(const KeyWords& other) noexcept {
        hash_ = other.hash_;
        size_ = other.size_;
        copy_first(other);
        return *this;
    }

    std::array<std::uint64_t, inline_words> first_;
    std::vector<std::uint64_t> more_;
    std::uint64_t hash_ = 0;
    std::size_t size_ = 0;
};

} // namespace mergus::cuda
