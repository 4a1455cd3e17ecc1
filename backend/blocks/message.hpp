/// \file message.hpp
/// The content of messages between ranks: numbers, texts, and blocks.
#pragma once

#include "transfer.hpp"
#include "transport.hpp"

#include <mergus/error.hpp>

#include <cstring>
#include <span>
#include <string>

namespace mergus::blocks {

enum class Kind : std::uint64_t { request, request_rows, block, ballot, lost, part };

/// Appends numbers and arrays to a message.
class Writer {
public:
    /// \param size bytes of the message, if they are known
    explicit Writer(Kind kind, std::uint64_t size = 0) {
        bytes_.reserve(size);
        number(static_cast<std::uint64_t>(kind));
    }
    Writer& number(std::uint64_t value) { return bytes(&value, sizeof value); }
    Writer& array(const void* data, std::uint64_t size) { return number(size).bytes(data, size); }
    Bytes take() { return std::move(bytes_); }

private:
    Writer& bytes(const void* data, std::uint64_t size) {
        const std::size_t before = bytes_.size();
        bytes_.resize(before + size);
        if (size > 0) std::memcpy(bytes_.data() + before, data, size);
        return *this;
    }
    Bytes bytes_;
};

/// Reads them. Invariant: never reads beyond the message.
class Reader {
public:
    explicit Reader(const Bytes& message) : at_(message.data()), left_(message.size()) {}
    std::uint64_t number() {
        std::uint64_t value = 0;
        std::memcpy(&value, take(sizeof value), sizeof value);
        return value;
    }
    std::span<const std::byte> array() {
        const std::uint64_t size = number();
        return {take(size), size};
    }
    std::string text() {
        const auto bytes = array();
        return {reinterpret_cast<const char*>(bytes.data()), bytes.size()};
    }
    template <class T>
    HostArray<T> values(HostMemory* memory) {
        const auto bytes = array();
        HostArray<T> values;
        values.resize(bytes.size() / sizeof(T), memory);
        if (!values.empty()) std::memcpy(values.data(), bytes.data(), values.size() * sizeof(T));
        return values;
    }

private:
    const std::byte* take(std::uint64_t size) {
        if (size > left_) throw Error(Code::device_lost, "a message from another rank is truncated");
        const std::byte* const taken = at_;
        at_ += size;
        left_ -= size;
        return taken;
    }
    const std::byte* at_;
    std::uint64_t left_;
};

/// The block in a message. \throws Error device_lost for a damaged one; what the sender reports
inline HostArrays block_in(const Bytes& message, const mergus_type* type, HostMemory& memory) {
    Reader reader(message);
    static_cast<void>(reader.number()); // the kind and the number
    static_cast<void>(reader.number());
    if (const std::string error = reader.text(); !error.empty()) throw Error(Code::out_of_memory, error);
    HostArrays arrays;
    arrays.type = type;
    arrays.shape = {reader.number(), reader.number(), reader.number() != 0};
    arrays.nvals = reader.number();
    arrays.is_list = reader.number() != 0;
    HostMemory* const locked = arrays.is_list ? nullptr : &memory; // copies of lists do not overlap calls
    arrays.rows = reader.values<std::uint64_t>(locked);
    arrays.cols = reader.values<std::uint64_t>(locked);
    arrays.narrow_cols = reader.values<std::uint32_t>(locked);
    arrays.values = reader.values<std::byte>(locked);
    if (arrays.values.size() != arrays.nvals * type->size) throw Error(Code::panic, "another type");
    return arrays;
}

/// The message with a block.
inline Bytes block_message(std::uint64_t number, const HostArrays& arrays) {
    const auto bytes_of = [](const auto& values) { return values.size() * sizeof values[0]; };
    constexpr std::uint64_t numbers = 12 * sizeof(std::uint64_t); // all that follow, and sizes of arrays
    Writer writer(Kind::block, numbers + arrays.bytes());
    writer.number(number).array(nullptr, 0); // no error
    writer.number(arrays.shape.nrows).number(arrays.shape.ncols).number(arrays.shape.is_vector ? 1 : 0);
    writer.number(arrays.nvals).number(arrays.is_list ? 1 : 0);
    writer.array(arrays.rows.data(), bytes_of(arrays.rows));
    writer.array(arrays.cols.data(), bytes_of(arrays.cols));
    writer.array(arrays.narrow_cols.data(), bytes_of(arrays.narrow_cols));
    writer.array(arrays.values.data(), arrays.nvals * arrays.type->size);
    return writer.take();
}

} // namespace mergus::blocks
