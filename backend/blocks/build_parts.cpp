/// \file build_parts.cpp
/// A matrix from entries of which each rank has a part. Cuts are chosen from samples of all ranks, and each
/// rank sends an entry to the rank that holds its block, so that no rank sees all entries.
#include "collective.hpp"
#include "operations.hpp"

#include "struct_size.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cstring>
#include <numeric>

namespace mergus::blocks {

namespace {

constexpr std::uint64_t samples_of_a_rank = 2048;

/// Positions of a rank's entries, each of which stands for `weight` ones, as numbers in a message.
Bytes sample(const mergus_matrix_build_args& args) {
    const std::uint64_t count = std::min(args.nvals, samples_of_a_rank);
    std::vector<std::uint64_t> numbers{args.nvals};
    for (std::uint64_t n = 0; n < count; ++n) {
        const std::uint64_t e = n * (args.nvals / count) + n * (args.nvals % count) / count;
        numbers.push_back(args.rows[e]);
        numbers.push_back(args.cols != nullptr ? args.cols[e] : 0);
    }
    Bytes bytes(numbers.size() * sizeof(std::uint64_t));
    std::memcpy(bytes.data(), numbers.data(), bytes.size());
    return bytes;
}

/// Parts with nearly equal numbers of entries, by the samples of all ranks.
Cuts cuts_of(const std::vector<Bytes>& samples, std::size_t coordinate, std::uint64_t size,
             std::uint64_t parts) {
    std::vector<std::pair<std::uint64_t, std::uint64_t>> weighted; // position, entries before it
    for (const Bytes& bytes : samples) {
        std::vector<std::uint64_t> numbers(bytes.size() / sizeof(std::uint64_t));
        if (!numbers.empty()) std::memcpy(numbers.data(), bytes.data(), bytes.size());
        const std::uint64_t count = numbers.size() / 2;
        for (std::uint64_t n = 0; n < count; ++n)
            weighted.emplace_back(numbers[1 + 2 * n + coordinate], numbers[0] / count);
    }
    std::sort(weighted.begin(), weighted.end());
    std::uint64_t sum = 0;
    for (auto& [position, entries] : weighted) sum += std::exchange(entries, sum);
    return Cuts::by_prefix(size, parts, [&](std::uint64_t position) {
        const auto first =
            std::lower_bound(weighted.begin(), weighted.end(), std::pair(position, std::uint64_t{0}));
        return first == weighted.end() ? sum : first->second;
    });
}

/// The part that has an index.
class PartOf {
public:
    explicit PartOf(const Cuts& cuts) {
        for (std::uint64_t part = 0; part < cuts.parts(); ++part) ends_.push_back(cuts[part].end());
    }
    std::uint64_t operator()(std::uint64_t index) const {
        return static_cast<std::uint64_t>(std::upper_bound(ends_.begin(), ends_.end(), index) -
                                          ends_.begin());
    }

private:
    std::vector<std::uint64_t> ends_;
};

/// Entries of one block, with the positions in the matrix.
struct Entries {
    std::vector<std::uint64_t> rows, cols;
    Bytes values;
};

/// What goes to each rank: for each of its blocks the number of entries, rows, columns and values.
std::vector<Bytes> packed(const mergus_context& context, const mergus_matrix& made,
                          const mergus_matrix_build_args& args) {
    const PartOf row_part(made.rows), col_part(made.cols);
    const std::uint64_t size = args.value_type->size;
    std::vector<std::uint64_t> block_of(args.nvals), counts(made.blocks.size());
    for (std::uint64_t e = 0; e < args.nvals; ++e) {
        const std::uint64_t col = args.cols != nullptr ? args.cols[e] : 0;
        if (args.rows[e] >= made.rows.size() || col >= made.cols.size())
            throw Error(Code::index_out_of_bounds,
                        fmt::format("entry {} of a part is at ({}, {}), outside {} x {}", e, args.rows[e],
                                    col, made.rows.size(), made.cols.size()));
        ++counts[block_of[e] = row_part(args.rows[e]) * made.cols.parts() + col_part(col)];
    }
    std::vector<Bytes> parts(static_cast<std::size_t>(context.peers.size()));
    std::vector<std::byte*> rows(counts.size()), cols(counts.size()), values(counts.size());
    std::vector<std::uint64_t> room(parts.size());
    for (const bool places : {false, true}) {
        if (places)
            for (std::size_t r = 0; r < parts.size(); ++r) parts[r].resize(std::exchange(room[r], 0));
        for (std::uint64_t b = 0; b < counts.size(); ++b) {
            const auto owner = static_cast<std::size_t>(context.peers.owner_of(b));
            if (places) {
                std::byte* const at = parts[owner].data() + room[owner];
                std::memcpy(at, &counts[b], sizeof counts[b]);
                rows[b] = at + sizeof counts[b];
                cols[b] = rows[b] + counts[b] * sizeof(std::uint64_t);
                values[b] = cols[b] + counts[b] * sizeof(std::uint64_t);
            }
            room[owner] += sizeof counts[b] + counts[b] * (2 * sizeof(std::uint64_t) + size);
        }
    }
    const auto* const from = static_cast<const std::byte*>(args.values);
    const auto put = [](std::byte*& to, const void* value, std::uint64_t bytes) {
        std::memcpy(to, value, bytes);
        to += bytes;
    };
    for (std::uint64_t e = 0; e < args.nvals; ++e) {
        const std::uint64_t b = block_of[e], col = args.cols != nullptr ? args.cols[e] : 0;
        put(rows[b], &args.rows[e], sizeof args.rows[e]);
        put(cols[b], &col, sizeof col);
        put(values[b], from + e * size, size);
    }
    return parts;
}

/// Takes the entries of the next block from each message. \param read bytes of each that have been read
Entries next_entries(const std::vector<Bytes>& messages, std::vector<std::size_t>& read, std::uint64_t size) {
    Entries entries;
    for (std::size_t r = 0; r < messages.size(); ++r) {
        const auto take = [&](auto& to, std::uint64_t bytes) {
            if (bytes > messages[r].size() - read[r])
                throw Error(Code::device_lost, "entries from another rank are truncated");
            using T = std::remove_reference_t<decltype(to[0])>;
            const std::size_t before = to.size();
            to.resize(before + bytes / sizeof(T));
            if (bytes > 0) std::memcpy(to.data() + before, messages[r].data() + read[r], bytes);
            read[r] += bytes;
        };
        std::vector<std::uint64_t> count;
        take(count, sizeof(std::uint64_t));
        take(entries.rows, count[0] * sizeof(std::uint64_t));
        take(entries.cols, count[0] * sizeof(std::uint64_t));
        take(entries.values, count[0] * size);
    }
    return entries;
}

} // namespace

void matrix_build_parts(mergus_context& context, const mergus_matrix_build_args& given) {
    mergus_matrix& matrix = *given.matrix;
    if (matrix.nvals() != 0) throw Error(Code::output_not_empty, "the matrix has entries");
    if (context.peers.size() == 1) return matrix_build(context, given);
    const std::vector<Bytes> samples =
        exchange(context, "build from parts: samples", [&] { return sample(given); });
    auto made = matrix.is_vector
                    ? std::make_unique<mergus_matrix>(matrix.type, matrix.rows, Cuts(1), true)
                    : std::make_unique<mergus_matrix>(
                          matrix.type, cuts_of(samples, 0, matrix.rows.size(), context.row_parts(false)),
                          cuts_of(samples, 1, matrix.cols.size(), context.col_parts(false)), false);
    NewBlocks blocks(context, matrix.type, made->blocks.size());
    const auto build_own = [&] {
        const std::vector<Bytes> messages = context.peers.scatter(packed(context, *made, given));
        std::vector<std::size_t> read(messages.size());
        for (std::uint64_t b = 0; b < made->blocks.size(); ++b) {
            if (!blocks.is_own(b)) continue;
            Entries entries = next_entries(messages, read, given.value_type->size);
            if (entries.rows.empty()) continue;
            const Range rows = made->rows[b / made->cols.parts()], cols = made->cols[b % made->cols.parts()];
            for (std::uint64_t& row : entries.rows) row -= rows.first;
            for (std::uint64_t& col : entries.cols) col -= cols.first;
            Device& device = context.home(b, made->blocks.size()).device();
            LocalPtr block = device.make(matrix.type, made->block_shape(b));
            const auto function = device.require(device.table().matrix_build, "build");
            mergus_matrix_build_args args = given;
            args.matrix = block->handle();
            args.rows = entries.rows.data();
            args.cols = matrix.is_vector ? nullptr : entries.cols.data();
            args.values = entries.values.data();
            args.nvals = entries.rows.size();
            device.call([&](mergus_status* status) { return function(device.handle(), &args, status); });
            blocks.set(b, std::move(block));
        }
    };
    std::vector<BlockPtr> all =
        blocks.make("build from parts", build_own, [&](std::uint64_t b) { return made->block_shape(b); });
    made->blocks = std::move(all);
    if (!made->is_vector) context.remember_cuts(made->rows);
    matrix = std::move(*made);
}

} // namespace mergus::blocks
