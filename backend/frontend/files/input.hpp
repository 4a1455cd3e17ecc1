/// \file input.hpp
/// The bytes of a file, unpacked if it is gzipped, and whole lines of them. What is held in memory at a time
/// is one block, whatever the file unpacks to.
#pragma once

#include <cstddef>
#include <cstdint>
#include <filesystem>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

struct z_stream_s;

namespace mergus::core {

/// The longest line that is read, with its end: a block holds at least one line, so this bounds a block.
inline constexpr std::size_t line_limit = std::size_t{1} << 20;

/// What was wrong in a file, at a line that counts from 0 where its text begins.
struct Fault {
    std::uint64_t line = 0;
    std::string expected;
    std::string found;
};

/// Throws parse_error "FILE:LINE: expected …, found …". `line` counts from 1.
[[noreturn]] void throw_parse_error(const std::string& file, std::uint64_t line, const std::string& expected,
                                    const std::string& found);

/// A file (or pipe) read from its start to its end; "-" is standard input. Gzip is told by its first two
/// bytes.
class InputFile {
public:
    /// \throws Error io_error, as read() does
    explicit InputFile(const std::filesystem::path& path);
    InputFile(const InputFile&) = delete;
    InputFile& operator=(const InputFile&) = delete;
    ~InputFile();

    /// Up to `size` further bytes; fewer only at the end or before a fault of the packing.
    std::size_t read(char* to, std::size_t size);

    /// Set once read() has met packed data that cannot be unpacked.
    [[nodiscard]] const std::optional<Fault>& fault() const noexcept { return fault_; }
    [[nodiscard]] const std::string& name() const noexcept { return name_; }
    [[nodiscard]] bool packed() const noexcept { return inflater_ != nullptr; }
    /// Bytes of the file itself: read so far, and in all (0 if unknown).
    [[nodiscard]] std::uint64_t bytes_done() const noexcept { return done_; }
    [[nodiscard]] std::uint64_t bytes_total() const noexcept { return total_; }

private:
    struct EndInflate {
        void operator()(z_stream_s* stream) const noexcept;
    };

    std::size_t read_file(char* to, std::size_t size);
    bool refill();
    std::size_t read_packed(char* to, std::size_t size);
    bool next_member();
    void set_fault(std::string expected, std::string found);

    std::string name_;
    int descriptor_ = -1;
    std::uint64_t done_ = 0;
    std::uint64_t total_ = 0;
    std::vector<char> raw_; ///< bytes of the file that are not yet handed on or unpacked
    std::size_t raw_begin_ = 0;
    std::size_t raw_end_ = 0;
    std::unique_ptr<z_stream_s, EndInflate> inflater_;
    bool in_member_ = false; ///< the packed data so far ends inside a gzip member
    std::optional<Fault> fault_;
};

/// Whole lines of a file.
struct TextBlock {
    std::vector<char> storage;
    std::string_view text;        ///< whole lines; the file's last one may lack its end
    std::uint64_t bytes_done = 0; ///< InputFile::bytes_done() after it
    std::optional<Fault> stop;    ///< why there is no text after this block, if that is an error
};

/// Cuts a file into lines, then blocks of lines. The cuts depend on the content alone, not on timing.
class LineSource {
public:
    explicit LineSource(InputFile& file) : file_(file) {}

    /// The next line without its end; nothing at the end of the file. Valid until the next call.
    /// \throws Error parse_error
    std::optional<std::string_view> next_line();

    /// The bytes that follow, at least 64 KiB of them unless the file ends before; they stay unread. Valid
    /// until the next call. Before next_block() only.
    std::string_view peek();

    /// The lines after those; false at the end. Never throws parse_error: it sets `stop`.
    bool next_block(TextBlock& block);

    /// Lines that next_line() returned.
    [[nodiscard]] std::uint64_t lines() const noexcept { return lines_; }

private:
    InputFile& file_;
    std::vector<char> pending_; ///< read but not yet handed out, from pending_begin_ on
    std::size_t pending_begin_ = 0;
    std::uint64_t lines_ = 0;
    bool ended_ = false;
    bool stopped_ = false; ///< a block with `stop` was the last
};

} // namespace mergus::core
