/// \file arrow_block.cpp
/// Lists the names in the rows of a block, and reads their weights.
#include "arrow_block.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <iterator>

namespace mergus::core {

namespace {

/// Reads the rows of a block.
class Scan {
public:
    Scan(const ArrowForm& form, ArrowBlock& block) : form_(form), block_(block) {}

    void run() {
        block_.fault.clear();
        block_.digits.clear();
        read(form_.source, block_.sources);
        read(form_.target, block_.targets);
        check_names(form_.source, block_.sources);
        check_names(form_.target, block_.targets);
        if (form_.weight) read_weights(*form_.weight, block_.weights);
        if (!block_.fault.empty()) return;
        if (form_.names == NameKind::ids) return list(block_.sources.integers, block_.targets.integers);
        block_.digits.reserve(2 * block_.count * most_digits); // views of it stay valid
        write_digits(block_.sources);
        write_digits(block_.targets);
        list(block_.sources.strings, block_.targets.strings);
    }

private:
    static constexpr std::size_t most_digits = 20;

    void read(const ArrowColumn& column, ArrowValues& values) const {
        const ArrowArray& table = block_.batch->array;
        read_arrow_values(column.type, *table.children[column.number],
                          static_cast<std::uint64_t>(table.offset) + block_.begin, block_.count, values);
    }

    void check_names(const ArrowColumn& column, const ArrowValues& values) {
        check_fault(column, values);
        const auto null = std::find(values.nulls.begin(), values.nulls.end(), true);
        if (null != values.nulls.end())
            fail(static_cast<std::uint64_t>(null - values.nulls.begin()), column, "the name of a vertex",
                 "null");
    }

    void read_weights(const ArrowColumn& column, ArrowValues& values) {
        read(column, values);
        check_fault(column, values);
        const bool converted = values.kind == ArrowKind::integers && form_.field == Field::real;
        if (converted) values.reals.assign(values.integers.begin(), values.integers.end());
        for (std::uint64_t k = 0; k < block_.count; ++k) {
            if (!values.nulls[k]) continue;
            if (!form_.blank_weight) return fail(k, column, "a weight", "null");
            if (form_.field == Field::real)
                values.reals[k] = *form_.blank_weight;
            else
                values.integers[k] = static_cast<std::int64_t>(*form_.blank_weight);
        }
    }

    /// Before the nulls, which such a value is one of.
    void check_fault(const ArrowColumn& column, const ArrowValues& values) {
        if (values.fault) fail(values.fault->row, column, values.fault->expected, values.fault->found);
    }

    void write_digits(ArrowValues& values) const {
        if (values.kind != ArrowKind::integers) return;
        values.strings.clear();
        for (const std::int64_t id : values.integers) {
            const std::size_t begin = block_.digits.size();
            fmt::format_to(std::back_inserter(block_.digits), "{}", id);
            values.strings.emplace_back(block_.digits.data() + begin, block_.digits.size() - begin);
        }
    }

    template <class Name>
    void list(const std::vector<Name>& sources, const std::vector<Name>& targets) {
        NameLister<Name> lister(block_.names);
        block_.rows.resize(block_.count);
        block_.cols.resize(block_.count);
        for (std::uint64_t k = 0; k < block_.count; ++k) {
            // Edges of one vertex often follow each other.
            block_.rows[k] = k != 0 && same_name(sources[k], sources[k - 1]) ? block_.rows[k - 1]
                                                                             : lister.place_of(sources[k]);
            block_.cols[k] = k != 0 && same_name(targets[k], targets[k - 1]) ? block_.cols[k - 1]
                                                                             : lister.place_of(targets[k]);
        }
    }

    /// The first row with a fault counts, and in it the first column.
    void fail(std::uint64_t k, const ArrowColumn& column, const std::string& expected,
              const std::string& found) {
        const std::uint64_t row = block_.first_row + k;
        if (!block_.fault.empty() && block_.fault_row <= row) return;
        block_.fault_row = row;
        block_.fault = fmt::format("{}: row {}, column '{}': expected {}, found {}", form_.where, row,
                                   column.name, expected, found);
    }

    const ArrowForm& form_;
    ArrowBlock& block_;
};

} // namespace

void scan_arrow(const ArrowForm& form, ArrowBlock& block) {
    Scan(form, block).run();
}

} // namespace mergus::core
