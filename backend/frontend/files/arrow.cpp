/// \file arrow.cpp
/// Reads edges from a stream of tables. The caller's thread takes the arrays from the stream; others list
/// the names of parts of them; their names are numbered in the order of the rows.
#include "arrow_block.hpp"
#include "memory_errors.hpp"

#include "parallel.hpp"

#include <mergus/error.hpp>

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <cstring>
#include <memory>
#include <utility>

namespace mergus {

namespace core {

namespace {

constexpr std::uint64_t block_rows = 32768;

/// \throws Error io_error, out_of_memory
void require_success(ArrowArrayStream& stream, int error, const std::string& where) {
    if (error == 0) return;
    const char* const reason = stream.get_last_error(&stream);
    throw Error(code_of(error),
                fmt::format("{}: {}", where, reason != nullptr ? reason : std::strerror(error)));
}

/// The type of the tables of a stream.
struct Schema {
    ArrowSchema table{};
    Released<ArrowSchema> released{table};
    ColumnNames names;

    Schema(ArrowArrayStream& stream, const std::string& where) {
        require_success(stream, stream.get_schema(&stream, &table), where);
        if (std::strcmp(table.format, "+s") != 0)
            throw Error(Code::domain_mismatch,
                        fmt::format("{}: expected a stream of tables, found another one", where));
        for (std::int64_t column = 0; column < table.n_children; ++column) {
            const char* const name = table.children[column]->name;
            names.emplace_back(name != nullptr ? name : "");
        }
    }
};

/// \throws Error domain_mismatch
ArrowColumn column_of(const Schema& schema, std::size_t number, bool weight, const std::string& where) {
    const ArrowSchema& type = *schema.table.children[number];
    const auto kind = arrow_kind(type);
    if (!kind || *kind == (weight ? ArrowKind::strings : ArrowKind::reals))
        throw Error(Code::domain_mismatch,
                    fmt::format("{}: column '{}': expected {}, found Arrow's format '{}'; cast it", where,
                                schema.names[number],
                                weight ? "integers, or floats of 32 or 64 bits" : "integers or strings",
                                type.dictionary != nullptr ? type.dictionary->format : type.format));
    return {number, type, schema.names[number]};
}

/// Cuts the arrays of a stream into blocks.
class Rows {
public:
    Rows(ArrowArrayStream& stream, const std::string& where) : stream_(stream), where_(where) {}

    bool next(ArrowBlock& block) {
        while (batch_ == nullptr || begin_ == rows()) {
            row_ += begin_;
            begin_ = 0;
            batch_ = std::make_shared<ArrowBatch>();
            require_success(stream_, stream_.get_next(&stream_, &batch_->array), where_);
            if (batch_->array.release == nullptr) return false;
            require_edges();
        }
        block.batch = batch_;
        block.begin = begin_;
        block.count = std::min(block_rows, rows() - begin_);
        block.first_row = row_ + begin_;
        begin_ += block.count;
        return true;
    }

private:
    /// \throws Error invalid_value for a null in place of a row
    void require_edges() const {
        const ArrowArray& table = batch_->array;
        for (std::uint64_t k = 0; has_nulls(table) && k < rows(); ++k)
            if (is_null(table, static_cast<std::uint64_t>(table.offset) + k))
                throw Error(Code::invalid_value,
                            fmt::format("{}: row {}: expected an edge, found null", where_, row_ + k));
    }
    [[nodiscard]] std::uint64_t rows() const { return static_cast<std::uint64_t>(batch_->array.length); }

    ArrowArrayStream& stream_;
    const std::string& where_;
    std::shared_ptr<ArrowBatch> batch_;
    std::uint64_t begin_ = 0; ///< In the batch.
    std::uint64_t row_ = 0;   ///< Of the batch in the table.
};

ArrowForm form_of(const Schema& schema, const EdgeColumns& chosen, const ArrowOptions& options,
                  const std::string& where) {
    ArrowForm form{where,
                   column_of(schema, chosen.source, false, where),
                   column_of(schema, chosen.target, false, where),
                   {},
                   options.blank_weight,
                   NameKind::strings,
                   Field::pattern};
    if (chosen.weight) form.weight.emplace(column_of(schema, *chosen.weight, true, where));
    if (form.weight) {
        const double blank = options.blank_weight.value_or(0);
        constexpr double exact = 9007199254740992; // 2^53
        const bool integers = form.weight->kind() == ArrowKind::integers && std::trunc(blank) == blank &&
                              std::abs(blank) <= exact;
        form.field = integers ? Field::integer : Field::real;
    }
    const bool ids = form.source.kind() == ArrowKind::integers && form.target.kind() == ArrowKind::integers;
    if (options.names == NameKind::numbers || (options.names == NameKind::ids && !ids))
        throw Error(Code::invalid_value,
                    fmt::format("{}: names are ids where both columns have integers, else strings", where));
    if (ids && options.names != NameKind::strings) form.names = NameKind::ids;
    return form;
}

template <class T>
void append_all(std::vector<T>& to, const std::vector<T>& from) {
    to.insert(to.end(), from.begin(), from.end());
}

} // namespace

ColumnNames arrow_columns(ArrowArrayStream& stream, const std::string& where) {
    return Schema(stream, where).names;
}

NamedEdges read_arrow_edges(ArrowArrayStream& stream, const ArrowOptions& options, const std::string& where,
                            const std::optional<EdgeColumns>& chosen) {
    const Schema schema(stream, where);
    const ArrowForm form =
        form_of(schema, chosen ? *chosen : arrow_edge_columns(schema.names, options, where), options, where);

    NamedEdges result;
    Tuples& edges = result.edges;
    edges.field = form.field;
    NameBuilder names(form.names);
    std::vector<std::uint64_t> numbers;
    Rows rows(stream, where);
    OrderedPipeline<ArrowBlock> pipeline(options.threads);
    pipeline.run([&](ArrowBlock& block) { return rows.next(block); },
                 [&](ArrowBlock& block) { scan_arrow(form, block); },
                 [&](ArrowBlock& block) {
                     if (!block.fault.empty()) throw Error(Code::invalid_value, block.fault);
                     block.names.number(names, numbers, block.rows, block.cols);
                     append_all(edges.rows, block.rows);
                     append_all(edges.cols, block.cols);
                     if (form.field == Field::integer) append_all(edges.integers, block.weights.integers);
                     if (form.field == Field::real) append_all(edges.reals, block.weights.reals);
                     block.batch.reset();
                     if (options.progress) options.progress(edges.rows.size(), 0);
                 });
    edges.nrows = edges.ncols = names.size();
    result.names = names.finish();
    return result;
}

} // namespace core

NamedEdges read_arrow(ArrowArrayStream& stream, const ArrowOptions& options) {
    const std::string where = "read_arrow";
    if (stream.release == nullptr)
        throw Error(Code::invalid_value, fmt::format("{}: the stream is released", where));
    const core::Released<ArrowArrayStream> released(stream);
    return core::with_memory_errors(where, [&] { return core::read_arrow_edges(stream, options, where); });
}

} // namespace mergus
