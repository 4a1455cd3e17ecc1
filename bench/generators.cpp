/// \file generators.cpp
/// Each generator is a function that appends the columns of one row, in any order and with repetitions; rows
/// are sorted and repetitions dropped afterwards. Random numbers depend on seed, row and counter alone.
#include "generator_rows.hpp"

#include <mergus/error.hpp>

#include <array>
#include <cmath>
#include <utility>

namespace mergus::bench {

namespace {

/// A diagonal with one full row.
HostCsr dense_row(const std::vector<Number>& v) {
    const Number n = v[0];
    return from_rows(n, n, [&](Number row, Columns& columns) {
        if (row != n / 2) return add(columns, row);
        for (Number col = 0; col < n; ++col) add(columns, col);
    });
}

HostCsr dense_col(const std::vector<Number>& v) {
    return transposed(dense_row(v));
}

/// A diagonal, except for the first rows, which have all lengths: 8 rows for each of several lengths from 12
/// entries to a tenth of the columns, scattered or contiguous, 80 rows of four tenths, and one almost full
/// row. A row of the square has as many products as the row has entries, so with 100000 columns every
/// accumulator has rows.
HostCsr all_lengths(const std::vector<Number>& v) {
    constexpr Number each = 8, longest = 80;
    const Number n = v[0];
    if (n < 1000) throw Error(Code::invalid_value, "all-lengths: n must be at least 1000");
    std::vector<Number> lengths; // of the first rows
    for (const Number length : {n / 10, n / 50, n / 250, Number{100}, Number{48}, Number{24}, Number{12}})
        lengths.insert(lengths.end(), each, length);
    const Number scattered = lengths.size() + longest;
    lengths.insert(lengths.end(), longest, n / 10 * 4);
    lengths.insert(lengths.end(), {n, 200, 200, 800, 800});
    const Number begin = lengths.size(); // the first column of the long rows
    return from_rows(n, n, [&](Number row, Columns& columns) {
        const Number length = row < begin ? std::min(lengths[row], n - begin) : 1;
        const Number first = row < begin ? begin : row, step = row < scattered ? (n - begin) / length : 1;
        for (Number e = 0; e < length; ++e) add(columns, first + e * step);
    });
}

/// A grid of x·y·z points. Neighbours differ by at most `reach`: in one coordinate, or with box=1 in all.
/// Each neighbour is dropped with a probability of `drop` percent, the point itself never.
HostCsr stencil(const std::vector<Number>& v) {
    const auto x = static_cast<std::int64_t>(v[0]), y = static_cast<std::int64_t>(v[1]),
               z = static_cast<std::int64_t>(v[2]), reach = static_cast<std::int64_t>(v[3]);
    const bool box = v[4] != 0;
    std::vector<std::array<std::int64_t, 3>> steps;
    for (std::int64_t k = z > 1 ? -reach : 0; k <= (z > 1 ? reach : 0); ++k)
        for (std::int64_t j = y > 1 ? -reach : 0; j <= (y > 1 ? reach : 0); ++j)
            for (std::int64_t i = -reach; i <= reach; ++i)
                if (box || (i != 0) + (j != 0) + (k != 0) <= 1) steps.push_back({i, j, k});
    const auto n = static_cast<Number>(x * y * z);
    if (n > 100'000'000) throw Error(Code::invalid_value, "stencil: more than 10^8 points");
    return from_rows(n, n, [&](Number row, Columns& columns) {
        const auto point = static_cast<std::int64_t>(row);
        const std::int64_t i = point % x, j = point / x % y, k = point / x / y;
        Random random(v[6], row);
        for (const auto& [di, dj, dk] : steps) {
            const std::int64_t a = i + di, b = j + dj, c = k + dk;
            if (a < 0 || a >= x || b < 0 || b >= y || c < 0 || c >= z) continue;
            if ((di | dj | dk) != 0 && random.percent(v[5])) continue;
            add(columns, static_cast<Number>(a + x * (b + y * c)));
        }
    });
}

/// A band of which `keep` percent are left.
HostCsr holes(const std::vector<Number>& v) {
    return from_rows(v[0], v[0], [&](Number row, Columns& columns) {
        Random random(v[3], row);
        for (Number col = row - std::min(row, v[1]); col <= std::min(row + v[1], v[0] - 1); ++col)
            if (random.percent(v[2])) add(columns, col);
    });
}

/// `count` whole diagonals, at random distances of at most `span` from the main diagonal.
HostCsr diagonals(const std::vector<Number>& v) {
    const Number n = v[0], span = std::min(v[2], n - 1);
    Random random(v[3], 0);
    std::vector<Number> shifts = {span};
    while (shifts.size() < v[1]) shifts.push_back(random.below(2 * span + 1));
    return from_rows(n, n, [&](Number row, Columns& columns) {
        for (const Number shift : shifts)
            if (row + shift >= span && row + shift - span < n) add(columns, row + shift - span);
    });
}

/// Square blocks on the diagonal, of `size` rows, or of random sizes up to that; `keep` percent of a block
/// are set.
HostCsr blocks(const std::vector<Number>& v) {
    const Number n = v[0], size = v[1];
    const bool random_sizes = v[3] != 0;
    return from_rows(n, n, [&](Number row, Columns& columns) {
        const Number begin = row / size * size;
        Number from = begin, to = std::min(begin + size, n);
        if (random_sizes) { // the block of `size` rows is cut in two
            const Number cut = std::min(begin + 1 + Random(v[4], n + begin).below(size), n);
            (row < cut ? to : from) = cut;
        }
        Random random(v[4], row);
        for (Number col = from; col < to; ++col)
            if (col == row || random.percent(v[2])) add(columns, col);
    });
}

/// Rows belong to groups. A column of a row is of the row's group, or with a probability of `mix` percent of
/// any group.
HostCsr bipartite(const std::vector<Number>& v) {
    const Number rows = v[0], cols = v[1], groups = v[3];
    if (groups == 0 || groups > cols)
        throw Error(Code::invalid_value, "bipartite: groups must be from 1 to cols");
    return from_rows(rows, cols, [&](Number row, Columns& columns) {
        Random random(v[5], row);
        const Number begin = random.below(groups) * cols / groups;
        for (Number e = 0; e < v[2]; ++e)
            add(columns, random.percent(v[4]) ? random.below(cols) : begin + random.below(cols / groups));
    });
}

/// A ring in which each vertex has an edge to `near` vertices on each side; an edge leads to a random vertex
/// instead with a probability of `rewire` percent (Watts and Strogatz, 1998; directed).
HostCsr small_world(const std::vector<Number>& v) {
    const Number n = v[0];
    return from_rows(n, n, [&](Number row, Columns& columns) {
        Random random(v[3], row);
        for (Number d = 1; d <= v[1]; ++d)
            for (const Number neighbour : {row + d, row + n - d % n})
                add(columns, random.percent(v[2]) ? random.below(n) : neighbour % n);
    });
}

/// The Kronecker power of a random matrix of side·side with a full diagonal and `each` entries in a row. With
/// star=1 the first row and the first column are full too, so degrees vary.
HostCsr kronecker(const std::vector<Number>& v) {
    const Number side = v[0], power = v[1];
    const double size = std::pow(static_cast<double>(side), static_cast<double>(power));
    if (side < 2 || size > 1e8) throw Error(Code::invalid_value, "kronecker: side^power must be 2 to 10^8");
    const HostCsr factor = from_rows(side, side, [&](Number row, Columns& columns) {
        Random random(v[4], row);
        add(columns, row);
        for (Number e = 1; e < v[2]; ++e) add(columns, (row + 1 + random.below(side - 1)) % side);
        if (v[3] != 0) add(columns, 0);
        for (Number col = 0; v[3] != 0 && row == 0 && col < side; ++col) add(columns, col);
    });
    const auto n = static_cast<Number>(size + 0.5);
    return from_rows(n, n, [&](Number row, Columns& columns) {
        Columns before;
        add(columns, 0);
        for (Number digit = n / side; digit != 0; digit /= side) {
            std::swap(before, columns);
            columns.clear();
            const Number i = row / digit % side;
            for (const std::uint32_t column : before)
                for (Number e = factor.ptr[i]; e < factor.ptr[i + 1]; ++e)
                    add(columns, column * side + factor.cols[e]);
        }
    });
}

/// About one row in `every` has entries, `degree` draws of columns. With match=1 the columns are numbers of
/// rows that have entries.
HostCsr hypersparse(const std::vector<Number>& v) {
    const Number rows = v[0], cols = v[1], every = std::max<Number>(v[2], 1);
    return from_rows(rows, cols, [&](Number row, Columns& columns) {
        const auto chosen = [&](Number group) { return group * every + Random(v[5], group).below(every); };
        if (row != chosen(row / every)) return;
        Random random(v[5], rows + row);
        for (Number e = 0; e < v[3]; ++e) {
            const Number col = random.below(cols);
            add(columns, v[4] != 0 ? std::min(chosen(col / every), cols - 1) : col);
        }
    });
}

/// `degree` draws in each row; in addition `rows` random rows and `cols` random columns have `length` draws.
HostCsr spikes(const std::vector<Number>& v) {
    const Number n = v[0];
    std::vector<std::pair<Number, Number>> entries; // of the long columns, by row
    Random chosen(v[5], n);
    std::vector<Number> long_rows;
    while (long_rows.size() < v[2]) long_rows.push_back(chosen.below(n));
    for (Number c = 0; c < v[3]; ++c) {
        const Number col = chosen.below(n);
        for (Number e = 0; e < v[4]; ++e) entries.emplace_back(chosen.below(n), col);
    }
    std::sort(entries.begin(), entries.end());
    return from_rows(n, n, [&](Number row, Columns& columns) {
        Random random(v[5], row);
        Number count = v[1];
        if (std::find(long_rows.begin(), long_rows.end(), row) != long_rows.end()) count += v[4];
        for (Number e = 0; e < count; ++e) add(columns, random.below(n));
        const auto first = std::lower_bound(entries.begin(), entries.end(), std::pair(row, Number{0}));
        for (auto entry = first; entry != entries.end() && entry->first == row; ++entry)
            add(columns, entry->second);
    });
}

/// `count` runs of `length` neighbouring columns in each row, as pages link to pages of a site: a run is
/// within `near` columns of the row, or with a probability of `far` percent anywhere.
HostCsr runs(const std::vector<Number>& v) {
    const Number n = v[0];
    return from_rows(n, n, [&](Number row, Columns& columns) {
        Random random(v[5], row);
        for (Number run = 0; run < v[1]; ++run) {
            const Number near = row + n + random.below(2 * v[3] + 1) - std::min(v[3], n);
            const Number begin = random.percent(v[4]) ? random.below(n) : near % n;
            for (Number e = 0; e < v[2] && begin + e < n; ++e) add(columns, begin + e);
        }
    });
}

} // namespace

const std::vector<Generator>& generators() {
    constexpr Number yes = 1, digits = 30, short_row = 100'000;
    static const std::vector<Generator> all = {
        {"dense-row", {{"n"}}, dense_row},
        {"dense-col", {{"n"}}, dense_col},
        {"all-lengths", {{"n"}}, all_lengths},
        {"stencil",
         {{"x"},
          {"y", 1, short_row},
          {"z", 1, short_row},
          {"reach", 1, 99},
          {"box", none, yes},
          {"drop", none, percent},
          {"seed", 1}},
         stencil},
        {"holes", {{"n"}, {"half"}, {"keep", 50, percent}, {"seed", 1}}, holes},
        {"diagonals", {{"n"}, {"count", Key::required, short_row}, {"span"}, {"seed", 1}}, diagonals},
        {"blocks", {{"n"}, {"size"}, {"keep", percent, percent}, {"random", none, yes}, {"seed", 1}}, blocks},
        {"bipartite",
         {{"rows"}, {"cols"}, {"degree"}, {"groups", 1}, {"mix", 20, percent}, {"seed", 1}},
         bipartite},
        {"small-world", {{"n"}, {"near"}, {"rewire", 10, percent}, {"seed", 1}}, small_world},
        {"kronecker",
         {{"side", Key::required, 10000},
          {"power", Key::required, digits},
          {"each"},
          {"star", none, yes},
          {"seed", 1}},
         kronecker},
        {"hypersparse",
         {{"rows"}, {"cols"}, {"every"}, {"degree"}, {"match", none, yes}, {"seed", 1}},
         hypersparse},
        {"spikes",
         {{"n"}, {"degree"}, {"rows", none, 1000}, {"cols", none, 1000}, {"length"}, {"seed", 1}},
         spikes},
        {"runs", {{"n"}, {"count"}, {"length"}, {"near", 1000}, {"far", 20, percent}, {"seed", 1}}, runs},
    };
    return all;
}

} // namespace mergus::bench
