/// \file csv_form.cpp
/// Detects separator, header and columns in the first bytes of a CSV file.
#include "csv_form.hpp"

#include "recognize.hpp"
#include "scan.hpp"

#include <mergus/error.hpp>

#include <fmt/format.h>

#include <string>
#include <vector>

namespace mergus::core {

namespace {

constexpr std::string_view byte_order_mark = "\xef\xbb\xbf";
constexpr std::string_view comment_marks = "#%";

using Record = ColumnNames;

/// A line of '#' or '%' before a blank, another mark or the end: unlike a name such as "#word".
bool is_top_comment(const char* at, const char* end) {
    if (at == end || comment_marks.find(*at) == std::string_view::npos) return false;
    const char next = at + 1 == end ? '\n' : at[1];
    return next == ' ' || next == '\t' || next == '\r' || next == '\n' ||
           comment_marks.find(next) != std::string_view::npos;
}

/// The first separator that is in the record, outside of quotes.
char detected_separator(const char* at, const char* end) {
    constexpr std::string_view candidates = "\t,;|";
    std::size_t best = candidates.size();
    for (bool quoted = false; at != end && (quoted || *at != '\n'); ++at) {
        if (*at == '"') quoted = !quoted;
        if (!quoted) best = std::min(best, candidates.find(*at));
    }
    return best == candidates.size() ? ' ' : candidates[best];
}

bool is_number(const std::string& text) {
    Cursor cursor{text.data(), text.data() + text.size()};
    double value = 0;
    return !text.empty() && scan_real(cursor, value) && cursor.done();
}

/// The first bytes of a file, with a position that moves from record to record.
class Head {
public:
    Head(const InputFile& file, LineSource& lines)
        : file_(file), head_(lines.peek()), whole_(head_.size() < peeked_bytes), at_(head_.data()),
          end_(at_ + head_.size()) {
        if (head_.starts_with(byte_order_mark)) at_ += byte_order_mark.size();
        refuse_binary();
    }

    /// Skips blank lines and comments. \return whether a record follows
    bool at_record(const CsvDialect& dialect, bool top) {
        while (at_ != end_ && (is_skipped_line(at_, end_, dialect) || (top && is_top_comment(at_, end_))))
            skip_line();
        return at_ != end_;
    }
    /// \return null, or where there is a fault in the record or none of its end is known
    const char* read(const CsvDialect& dialect, Record& record, CsvFault& fault) {
        const char* const begin = at_;
        const auto take = [&](const CsvField& field) {
            const auto text = field.text();
            record.push_back(field.doubled() ? without_doubled(text) : std::string(text));
        };
        const char* const stop = dialect.blanks() ? scan_record<true>(at_, end_, dialect, fault, take)
                                                  : scan_record<false>(at_, end_, dialect, fault, take);
        if (stop == nullptr ? *fault.at == '"' && !whole_ : stop == end_ && !whole_) {
            fault = {begin, nullptr};
            return begin;
        }
        if (stop == nullptr) return fault.at;
        at_ = stop == end_ ? end_ : stop + 1;
        lines_ += static_cast<std::uint64_t>(std::count(begin, stop, '\n')) + 1;
        return nullptr;
    }
    /// \throws Error parse_error
    Record next(const CsvDialect& dialect) {
        Record record;
        CsvFault fault;
        const char* const at = read(dialect, record, fault);
        if (at == nullptr) return record;
        if (fault.expected == nullptr)
            fail(lines_, fmt::format("a first record in the first {} bytes", peeked_bytes), "a longer one");
        const std::string_view before(at_, static_cast<std::size_t>(at - at_));
        const auto line_ends = static_cast<std::uint64_t>(std::count(before.begin(), before.end(), '\n'));
        fail(lines_ + line_ends, fault.expected,
             fmt::format("{} (column {})", describe_token({at, end_}),
                         before.size() - (before.rfind('\n') + 1) + 1));
    }
    [[noreturn]] void fail(std::uint64_t line, const std::string& expected, const std::string& found) const {
        throw_parse_error(file_.name(), line + 1, expected, found);
    }

    [[nodiscard]] const char* at() const noexcept { return at_; }
    [[nodiscard]] const char* end() const noexcept { return end_; }
    [[nodiscard]] std::size_t offset() const noexcept { return static_cast<std::size_t>(at_ - head_.data()); }
    [[nodiscard]] std::uint64_t lines() const noexcept { return lines_; }

private:
    void skip_line() {
        at_ = after_line(at_, end_);
        ++lines_;
    }
    /// Names of formats that are text may be names of vertices.
    void refuse_binary() const {
        if (head_.empty()) return;
        const bool text = std::all_of(at_, std::min(at_ + 8, end_), [](char c) {
            return (static_cast<unsigned char>(c) >= ' ' && c != '\x7f') || c == '\t' || c == '\n' ||
                   c == '\r';
        });
        const std::string name = foreign_format(head_);
        const bool marked =
            !head_.starts_with(byte_order_mark) && static_cast<unsigned char>(head_[0]) >= 0x80;
        if (!name.empty() && (!text || marked || head_.starts_with("PAR1"))) fail(0, "CSV", name);
    }

    const InputFile& file_;
    std::string_view head_;
    bool whole_; ///< The file has no more bytes.
    const char* at_;
    const char* end_;
    std::uint64_t lines_ = 0;
};

bool has_header(Head head, const CsvDialect& dialect, const Record& first, const CsvOptions& options) {
    if (options.header) return *options.header;
    for (const std::string& name : {options.source, options.target, options.weight})
        if (column_named(first, name)) return true;
    if (default_ends(first)) return true;
    if (std::any_of(first.begin(), first.end(), is_number) || !head.at_record(dialect, false)) return false;
    Record second;
    CsvFault fault; // reported when the record is read
    if (head.read(dialect, second, fault) != nullptr) return false;
    return std::any_of(second.begin(), second.end(), is_number);
}

} // namespace

CsvForm csv_form(const InputFile& file, LineSource& lines, const CsvOptions& options) {
    for (const char c : {options.separator, options.comment})
        if (c == '"' || c == '\r' || c == '\n' || (c != 0 && c == options.separator && c == options.comment))
            throw Error(Code::invalid_value,
                        "read_csv: the separator and the mark of comments must differ, and be "
                        "no quote and no end of line");
    CsvForm form;
    form.dialect = {options.separator, options.comment};
    Head head(file, lines);
    if (!head.at_record(form.dialect, options.comment == 0))
        head.fail(head.lines(), "an edge", "the end of the file");
    if (form.dialect.separator == 0) form.dialect.separator = detected_separator(head.at(), head.end());
    Head after_first = head;
    const Record first = after_first.next(form.dialect);
    form.columns = first.size();
    if (form.columns < 2)
        head.fail(head.lines(), "two columns or more",
                  form.dialect.blanks() ? "one"
                                        : fmt::format("one (the separator is '{}')", form.dialect.separator));
    const bool header = has_header(after_first, form.dialect, first, options);
    static_cast<EdgeColumns&>(form) =
        edge_columns(file.name(), {first, header, options.source, options.target, options.weight});
    const bool third_left = first.size() == 3 && form.source != 2 && form.target != 2;
    if (!header && options.weight.empty() && third_left && is_number(first[2])) form.weight = 2;
    const Head& data = header ? after_first : head;
    form.data_begin = data.offset();
    form.data_lines = data.lines();
    return form;
}

} // namespace mergus::core
