/// \file arrow_testing.hpp
/// Tables and streams of Arrow, made by hand. A stream counts the structs that the reader has not released.
#pragma once

#include <mergus/arrow.hpp>

#include <doctest/doctest.h>

#include <cerrno>
#include <cstdint>
#include <memory>
#include <string>
#include <thread>
#include <utility>
#include <vector>

namespace mergus::tests {

/// A column: its format and buffers.
struct Column {
    std::string name;
    std::string format;
    std::vector<std::string> buffers;
    std::int64_t rows = 0;
    std::shared_ptr<Column> dictionary{};
    std::int64_t offset = 0;
};

using Names = std::vector<std::string>;

template <class T>
std::string bytes_of(const std::vector<T>& values) {
    return {reinterpret_cast<const char*>(values.data()), values.size() * sizeof(T)};
}

template <class T>
std::string bytes_of(T value) {
    return bytes_of(std::vector<T>{value});
}

template <class T>
Column numbers(const std::string& name, const std::string& format, const std::vector<T>& values) {
    return {name, format, {"", bytes_of(values)}, static_cast<std::int64_t>(values.size())};
}

template <class Offset>
Column strings(const std::string& name, const std::string& format, const Names& values) {
    std::string text;
    std::vector<Offset> offsets{0};
    for (const std::string& value : values) {
        text += value;
        offsets.push_back(static_cast<Offset>(text.size()));
    }
    return {name, format, {"", bytes_of(offsets), text}, static_cast<std::int64_t>(values.size())};
}

inline Column views(const std::string& name, const Names& values) {
    std::string table, other = "unused", text;
    for (const std::string& value : values) {
        const auto size = static_cast<std::int32_t>(value.size());
        if (value.size() <= 12) {
            table += bytes_of(size) + value + std::string(12 - value.size(), '\0');
        } else {
            table += bytes_of(size) + value.substr(0, 4) + bytes_of(std::int32_t{1}) +
                     bytes_of(static_cast<std::int32_t>(text.size()));
            text += value;
        }
    }
    return {name, "vu", {"", table, other, text, ""}, static_cast<std::int64_t>(values.size())};
}

inline Column encoded(const std::string& name, const std::vector<std::int8_t>& places, Column dictionary) {
    Column column = numbers(name, "c", places);
    column.dictionary = std::make_shared<Column>(std::move(dictionary));
    return column;
}

/// The column with nulls at the rows.
inline Column with_nulls(Column column, const std::vector<std::size_t>& rows) {
    std::string bits(static_cast<std::size_t>(column.rows) / 8 + 1, '\xff');
    for (const std::size_t row : rows) bits[row / 8] = static_cast<char>(bits[row / 8] & ~(1U << row % 8));
    column.buffers[0] = bits;
    return column;
}

/// The column without its first rows, which stay in its buffers.
inline Column from_row(Column column, std::int64_t row) {
    column.offset = row;
    column.rows -= row;
    return column;
}

using Table = std::vector<Column>;

/// Streams of tables. `alive` counts the structs that the reader has not released. They are used by the
/// thread that made the stream only, which is checked.
class Stream {
public:
    explicit Stream(std::vector<Table> tables) : tables_(std::move(tables)) {}

    std::size_t fail_at = ~std::size_t{0}; ///< the array that the stream fails to give
    int error = EIO;                       ///< of that array
    std::int64_t rows_before = 0;          ///< offset of all tables
    std::string table_format = "+s";
    std::string validity{}; ///< of the rows of all tables; empty: no nulls
    int alive = 0;

    ArrowArrayStream open() {
        ++alive;
        next_ = 0;
        ArrowArrayStream stream{};
        stream.private_data = this;
        stream.get_schema = [](ArrowArrayStream* s, ArrowSchema* out) { return self(s).schema(*out), 0; };
        stream.get_next = [](ArrowArrayStream* s, ArrowArray* out) { return self(s).next(*out); };
        stream.get_last_error = [](ArrowArrayStream*) -> const char* { return "the disk is gone"; };
        stream.release = [](ArrowArrayStream* s) {
            CHECK((std::this_thread::get_id() == self(s).thread_));
            --self(s).alive;
            s->release = nullptr;
        };
        return stream;
    }

private:
    /// A node and what it points to.
    template <class Node>
    struct Parts {
        Stream& owner;
        std::vector<std::unique_ptr<Node>> nodes;
        std::vector<Node*> children;
        std::vector<std::vector<const void*>> buffers;
    };

    static Stream& self(ArrowArrayStream* stream) { return *static_cast<Stream*>(stream->private_data); }

    template <class Node>
    void own(Node& root, Parts<Node>* parts) {
        ++alive;
        root.children = parts->children.data();
        root.n_children = static_cast<std::int64_t>(parts->children.size());
        root.private_data = parts;
        root.release = [](Node* node) {
            auto* const owned = static_cast<Parts<Node>*>(node->private_data);
            CHECK((std::this_thread::get_id() == owned->owner.thread_));
            --owned->owner.alive;
            node->release = nullptr;
            delete owned;
        };
    }

    static ArrowSchema* schema_of(const Column& column, Parts<ArrowSchema>& parts) {
        ArrowSchema* const node = parts.nodes.emplace_back(std::make_unique<ArrowSchema>()).get();
        node->format = column.format.c_str();
        node->name = column.name.c_str();
        if (column.dictionary != nullptr) node->dictionary = schema_of(*column.dictionary, parts);
        return node;
    }
    void schema(ArrowSchema& out) {
        auto* const parts = new Parts<ArrowSchema>{*this, {}, {}, {}};
        for (const Column& column : tables_.front()) parts->children.push_back(schema_of(column, *parts));
        out = {};
        out.format = table_format.c_str();
        own(out, parts);
    }
    static ArrowArray* array_of(const Column& column, Parts<ArrowArray>& parts) {
        ArrowArray* const node = parts.nodes.emplace_back(std::make_unique<ArrowArray>()).get();
        std::vector<const void*> buffers;
        for (const std::string& buffer : column.buffers)
            buffers.push_back(buffer.empty() ? nullptr : buffer.data());
        node->length = column.rows;
        node->null_count = column.buffers[0].empty() ? 0 : -1;
        node->offset = column.offset;
        node->n_buffers = static_cast<std::int64_t>(buffers.size());
        node->buffers = parts.buffers.emplace_back(std::move(buffers)).data();
        if (column.dictionary != nullptr) node->dictionary = array_of(*column.dictionary, parts);
        return node;
    }
    int next(ArrowArray& out) {
        CHECK((std::this_thread::get_id() == thread_));
        out = {};
        if (next_ == fail_at) return error;
        if (next_ == tables_.size()) return 0;
        const Table& table = tables_[next_++];
        auto* const parts = new Parts<ArrowArray>{*this, {}, {}, {}};
        for (const Column& column : table) parts->children.push_back(array_of(column, *parts));
        out.length = table.front().rows - rows_before;
        out.offset = rows_before;
        out.buffers = parts->buffers.emplace_back(1, validity.empty() ? nullptr : validity.data()).data();
        out.null_count = validity.empty() ? 0 : -1;
        out.n_buffers = 1;
        own(out, parts);
        return 0;
    }

    std::vector<Table> tables_;
    std::size_t next_ = 0;
    std::thread::id thread_ = std::this_thread::get_id();
};

} // namespace mergus::tests
