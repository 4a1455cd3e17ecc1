/// \file csv_block.cpp
/// Scans the records of a block of CSV text.
#include "csv_block.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

namespace mergus::core {

namespace {

/// One pass over a block, for names of one kind.
template <class Name, bool blanks>
class Scan {
public:
    Scan(CsvBlock& block, const CsvForm& form, const std::optional<double>& blank_weight, bool ids_only)
        : block_(block), entries_(block.entries), form_(form), blank_weight_(blank_weight),
          ids_only_(ids_only), names_(block.names) {
        entries_.clear();
        block.unquoted.clear();
    }

    /// \return false if a name is not of this kind and the other kind is allowed
    bool run() {
        std::string_view text = entries_.source.text;
        if (block_.first) {
            text.remove_prefix(form_.data_begin);
            entries_.lines = form_.data_lines;
        }
        const std::size_t nul = text.find('\0');
        // The lines before the one with a NUL byte are read.
        const std::size_t size = nul == text.npos ? text.size() : text.rfind('\n', nul) + 1; // npos + 1 is 0
        const char* const end = end_ = text.data() + size;
        const char* at = text.data();
        while (at != end) {
            line_ = at;
            if (is_skipped_line(at, end, form_.dialect)) {
                at = after_line(at, end);
                ++entries_.lines;
                continue;
            }
            at = record(at, end);
            if (other_kind_) return false;
            if (at == nullptr) break;
        }
        if (nul != text.npos && (!entries_.fault || unfinished_)) {
            if (!entries_.fault) line_ = end;
            fail("text", "a NUL byte", text.data() + nul);
        }
        entries_.entries = entries_.rows.size();
        return true;
    }

private:
    /// \return the start of the next record; null after a fault
    const char* record(const char* at, const char* end) {
        CsvFault fault;
        CsvField source, target, weight, other;
        std::size_t column = 0;
        std::uint64_t inner_lines = 0;
        const char* stop = at;
        for (;; at = stop + 1) {
            // Each is read in its place: a copy would wait for the stores of its parts.
            CsvField& field = column == form_.source   ? source
                              : column == form_.target ? target
                              : column == form_.weight ? weight
                                                       : other;
            stop = scan_field<blanks>(at, end, form_.dialect, field, fault);
            if (stop == nullptr) break;
            if (field.quoted())
                inner_lines += static_cast<std::uint64_t>(std::count(field.begin, field.end, '\n'));
            ++column;
            if (stop == end || *stop == '\n') break;
        }
        if (stop == nullptr) {
            unfinished_ = *fault.at == '"';
            return fail(fault.expected, describe_token({fault.at, end}), fault.at);
        }
        if (column != form_.columns)
            return fail(fmt::format("{} fields as in the first record", form_.columns),
                        fmt::format("{}", column), stop);
        if (!list(source, last_source_, entries_.rows) || !list(target, last_target_, entries_.cols))
            return nullptr;
        if (form_.weight && !scan_weight(weight)) return nullptr;
        entries_.lines += 1 + inner_lines;
        return stop == end ? end : stop + 1;
    }

    struct Last {
        std::string_view text;
        std::uint64_t place = NameLister<Name>::none;
    };

    /// \param last the name in this column in the record before: edges of one vertex often follow each other
    bool list(const CsvField& field, Last& last, std::vector<std::uint64_t>& places) {
        std::string_view text = field.text();
        if (field.doubled()) text = block_.unquoted.emplace_back(without_doubled(text));
        if (last.place != NameLister<Name>::none && same_name(text, last.text)) {
            places.push_back(last.place);
            return true;
        }
        if (text.empty()) {
            fail("the name of a vertex", "a blank field", field.begin);
            return false;
        }
        Name name{};
        if constexpr (std::same_as<Name, std::int64_t>) {
            if (!scan_canonical(text, field.doubled() ? text.data() + text.size() : end_, name)) {
                other_kind_ = !ids_only_;
                if (ids_only_)
                    fail("an id, a 64-bit integer", describe_token({text.data(), text.data() + text.size()}),
                         field.begin);
                return false;
            }
        } else {
            name = text;
        }
        last = {text, names_.place_of(name)};
        places.push_back(last.place);
        return true;
    }

    /// The weights of a block are integers until the first real; then all become reals.
    bool scan_weight(const CsvField& field) {
        const std::string_view text = field.text();
        Cursor cursor{field.begin, field.end};
        double real = 0;
        if (text.empty() && blank_weight_) {
            real = *blank_weight_;
            constexpr double exact = 9007199254740992; // 2^53
            if (entries_.field != Field::real && std::trunc(real) == real && std::abs(real) <= exact) {
                entries_.field = Field::integer;
                entries_.integers.push_back(static_cast<std::int64_t>(real));
                return true;
            }
        } else {
            std::int64_t integer = 0;
            if (entries_.field != Field::real && scan_integer(cursor, integer) && cursor.done()) {
                entries_.field = Field::integer;
                entries_.integers.push_back(integer);
                return true;
            }
            cursor.at = field.begin;
            if (!scan_real(cursor, real) || !cursor.done()) {
                fail("a weight, a number in the range of a double",
                     text.empty() ? "a blank field" : describe_token({field.begin, field.end}), field.begin);
                return false;
            }
        }
        if (entries_.field == Field::integer) {
            entries_.reals.assign(entries_.integers.begin(), entries_.integers.end());
            entries_.integers.clear();
        }
        entries_.field = Field::real;
        entries_.reals.push_back(real);
        return true;
    }

    /// A fault on the line of the record, or in a field in quotes on one of the next.
    const char* fail(std::string expected, const std::string& found, const char* at) {
        const char* line = line_;
        std::uint64_t number = entries_.lines;
        for (const char* next = line; next != at; ++next)
            if (*next == '\n') {
                line = next + 1;
                ++number;
            }
        entries_.fault =
            Fault{number, std::move(expected), fmt::format("{} (column {})", found, at - line + 1)};
        return nullptr;
    }

    CsvBlock& block_;
    EntryBlock& entries_;
    const CsvForm& form_;
    const std::optional<double>& blank_weight_;
    bool ids_only_;
    NameLister<Name> names_;
    const char* line_ = nullptr; ///< The start of the record.
    const char* end_ = nullptr;  ///< Of the text.
    bool other_kind_ = false;
    bool unfinished_ = false; ///< The fault is a quote without end.
    Last last_source_;
    Last last_target_;
};

template <bool blanks>
void scan(CsvBlock& block, const CsvForm& form, const std::optional<double>& blank_weight, CsvNames& how) {
    if (how.ids_only || !how.strings.load(std::memory_order_relaxed)) {
        if (Scan<std::int64_t, blanks>(block, form, blank_weight, how.ids_only).run()) return;
        how.strings.store(true, std::memory_order_relaxed);
    }
    Scan<std::string_view, blanks>(block, form, blank_weight, false).run();
}

} // namespace

void scan_csv(CsvBlock& block, const CsvForm& form, const std::optional<double>& blank_weight,
              CsvNames& how) {
    if (form.dialect.blanks())
        scan<true>(block, form, blank_weight, how);
    else
        scan<false>(block, form, blank_weight, how);
}

} // namespace mergus::core
