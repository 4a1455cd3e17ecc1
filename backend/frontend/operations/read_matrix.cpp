/// \file read_matrix.cpp
/// A matrix from a file. The ranks of a context read a part each, and build together.
#include <mergus/read.hpp>

#include "../files/readers.hpp"
#include "../objects/host_data.hpp"
#include "../objects/matrix_state.hpp"

#include <mergus/ops.hpp>

#include <algorithm>
#include <optional>
#include <vector>

namespace mergus::detail {

namespace {

/// What a rank says of its part.
struct Report {
    std::uint64_t failed = 0, nrows = 0, ncols = 0, field = 0;
    core::PartRead read;
};

/// What the ranks agree on: the shape and the field of the matrix. Nothing if the parts do not make a valid
/// file.
std::optional<Report> agree(const std::vector<Report>& reports) {
    Report all = reports.front();
    std::uint64_t stored = 0;
    for (const Report& one : reports) {
        if (one.failed != 0 || one.read.declared != all.read.declared) return std::nullopt;
        all.nrows = std::max(all.nrows, one.nrows);
        all.ncols = std::max(all.ncols, one.ncols);
        stored += one.read.stored;
        if (one.read.stored == 0) continue;
        if (all.read.columns == 0) all.read.columns = one.read.columns;
        if (one.read.columns != all.read.columns) return std::nullopt;
        all.field = std::max(all.field, one.field); // weights of an edge list are reals if one is
    }
    if (all.read.declared == 0 ? stored == 0 : stored != all.read.declared) return std::nullopt;
    return all;
}

/// `second` of the type of a field: the last one of equal positions is kept.
BinaryOp last_of(Field field) {
    return field == Field::pattern   ? BinaryOp(ops::second<std::uint8_t>)
           : field == Field::integer ? BinaryOp(ops::second<std::int64_t>)
           : field == Field::real    ? BinaryOp(ops::second<double>)
                                     : BinaryOp(ops::second<complex<double>>);
}

/// Nothing if the parts do not make a valid file: then all ranks read the whole one, for the error.
std::optional<AnyMatrix> read_parts(const Context& context, const std::filesystem::path& file,
                                    const mergus_type* type, const BinaryOp& dup,
                                    const FileOptions& options) {
    const auto& state = context.state();
    const mergus_ranks& ranks = state->plugin().ranks;
    core::FilePart part;
    if (ranks.build == nullptr || file == "-") return std::nullopt;
    state->locked([&] { ranks.position(state->handle(), &part.number, &part.count); });
    if (part.count == 1) return std::nullopt;
    Report own;
    Tuples tuples;
    try {
        tuples = core::read_part(file, options, part, own.read);
        own.nrows = tuples.nrows;
        own.ncols = tuples.ncols;
        own.field = static_cast<std::uint64_t>(tuples.field);
    } catch (const std::exception&) {
        own.failed = 1;
    }
    std::vector<Report> reports(part.count);
    state->call("read_matrix", ranks.gather, static_cast<const void*>(&own), sizeof own,
                static_cast<void*>(reports.data()));
    const std::optional<Report> all = agree(reports);
    if (!all) return std::nullopt;
    const auto field = static_cast<Field>(all->field);
    if (field == Field::real && tuples.field == Field::integer)
        tuples.reals.assign(tuples.integers.begin(), tuples.integers.end());
    tuples.field = field;
    tuples.nrows = all->nrows;
    tuples.ncols = all->ncols;
    const bool keeps_one =
        options.duplicates.value_or(all->read.declared == 0 ? Duplicates::keep_one : Duplicates::fail) ==
        Duplicates::keep_one;
    try {
        return core::from_tuple_parts(context, tuples, type, keeps_one ? last_of(field) : dup);
    } catch (const Error& error) {
        if (error.code() != Code::invalid_value) throw; // duplicates: the whole file names the line
        return std::nullopt;
    }
}

} // namespace

AnyMatrix read_matrix(const Context& context, const std::filesystem::path& file, const mergus_type* type,
                      const BinaryOp& dup, FileOptions options) {
    if (dup.get() != nullptr) options.duplicates = Duplicates::keep_all;
    if (std::optional<AnyMatrix> matrix = read_parts(context, file, type, dup, options))
        return std::move(*matrix);
    const Tuples tuples = read_file(file, options);
    return type != nullptr ? AnyMatrix::from_tuples(context, tuples, type, dup)
                           : AnyMatrix::from_tuples(context, tuples, dup);
}

} // namespace mergus::detail
