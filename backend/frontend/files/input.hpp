/// \file input.hpp
/// Reads files, unpacks gzip and zstd, and splits text into lines. Only one block is in memory at a time,
/// independent of the size of the unpacked file.
#pragma once

#include <cstddef>
#include <cstdint>
#include <filesystem>
#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

struct z_stream_s;
struct ZSTD_DCtx_s;

namespace mergus::core {

/// The maximum length of a line including its end. A block contains at least one line, so this bounds its
/// size.
inline constexpr std::size_t line_limit = std::size_t{1} << 20;

/// See LineSource::peek().
inline constexpr std::size_t peeked_bytes = std::size_t{1} << 16;

/// A fault in a file. `line` is 0-based, relative to the start of the text.
struct Fault {
    std::uint64_t line = 0;
    std::string expected;
    std::string found;
};

/// \throws Error parse_error "FILE:LINE: expected …, found …". \param line 1-based
[[noreturn]] void throw_parse_error(const std::string& file, std::uint64_t line, const std::string& expected,
                                    const std::string& found);

/// A file or pipe that is read sequentially; "-" is standard input. Gzip and, where the library was built
/// with it, zstd are recognised by the first bytes.
class InputFile {
public:
    /// \throws Error io_error, as read() does
    explicit InputFile(const std::filesystem::path& path);
    InputFile(const InputFile&) = delete;
    InputFile& operator=(const InputFile&) = delete;
    ~InputFile();

    /// Reads up to `size` bytes; fewer only at the end or before damaged packed data.
    std::size_t read(char* to, std::size_t size);

    /// Set if read() found packed data that cannot be unpacked.
    [[nodiscard]] const std::optional<Fault>& fault() const noexcept { return fault_; }
    [[nodiscard]] const std::string& name() const noexcept { return name_; }
    [[nodiscard]] bool packed() const noexcept { return inflater_ != nullptr || zstd_ != nullptr; }
    /// Bytes of the (packed) file: read so far, and in total (0 if unknown).
    [[nodiscard]] std::uint64_t bytes_done() const noexcept { return done_; }
    [[nodiscard]] std::uint64_t bytes_total() const noexcept { return total_; }
    /// Whether seek() is possible: a plain file.
    [[nodiscard]] bool seekable() const noexcept { return !packed() && total_ != 0; }
    /// Where read() goes on.
    [[nodiscard]] std::uint64_t offset() const noexcept { return done_ - (raw_end_ - raw_begin_); }
    /// \throws Error io_error
    void seek(std::uint64_t offset);

private:
    struct EndInflate {
        void operator()(z_stream_s* stream) const noexcept;
    };
    struct EndZstd {
        void operator()(ZSTD_DCtx_s* stream) const noexcept;
    };

    std::size_t read_file(char* to, std::size_t size);
    bool refill();
    std::size_t read_gzip(char* to, std::size_t size);
    std::size_t read_zstd(char* to, std::size_t size);
    bool next_member();
    void set_fault(std::string expected, std::string found);

    std::string name_;
    int descriptor_ = -1;
    std::uint64_t done_ = 0;
    std::uint64_t total_ = 0;
    std::vector<char> raw_; ///< Bytes read, but not yet returned or unpacked.
    std::size_t raw_begin_ = 0;
    std::size_t raw_end_ = 0;
    std::unique_ptr<z_stream_s, EndInflate> inflater_;
    std::unique_ptr<ZSTD_DCtx_s, EndZstd> zstd_;
    bool in_member_ = false; ///< The data read so far ends inside a gzip member or a zstd frame.
    std::optional<Fault> fault_;
};

/// Whole lines of a file.
struct TextBlock {
    std::vector<char> storage;
    std::string_view text;        ///< Whole lines; the last line of the file may lack its end.
    std::uint64_t bytes_done = 0; ///< InputFile::bytes_done() after this block.
    std::optional<Fault> stop;    ///< The error that ends the text after this block.
};

/// One of `count` parts of a file.
struct FilePart {
    std::uint64_t number = 0, count = 1;
};

/// Splits a file into lines, then blocks of lines. The blocks depend only on the content, not on timing.
class LineSource {
public:
    /// \param whole_lines the length of the start of a text that may be a block of its own; without it, up to
    /// the last end of a line
    explicit LineSource(InputFile& file, std::function<std::size_t(std::string_view)> whole_lines = {})
        : file_(file), whole_lines_(std::move(whole_lines)) {}

    /// The next line without its end; empty at the end of the file. Valid until the next call.
    /// \throws Error parse_error
    std::optional<std::string_view> next_line();

    /// The next bytes, at least `peeked_bytes` unless the file ends before. They stay unread. Valid until the
    /// next call. Must not be called after next_block().
    std::string_view peek();

    /// Of the lines that follow, only those that begin in this one of equal ranges of bytes are read. For a
    /// seekable file, before the first block.
    void use_part(const FilePart& part);

    /// Reads the next block of lines. \return false at the end. Sets `stop` instead of throwing parse_error.
    bool next_block(TextBlock& block);

    /// The number of lines that next_line() has returned.
    [[nodiscard]] std::uint64_t lines() const noexcept { return lines_; }

private:
    InputFile& file_;
    std::function<std::size_t(std::string_view)> whole_lines_;
    std::vector<char> pending_; ///< Bytes read but not yet returned, from pending_begin_ on.
    std::size_t pending_begin_ = 0;
    std::uint64_t lines_ = 0;
    bool ended_ = false;
    bool stopped_ = false;            ///< The last block had `stop`, or was the last one of a part.
    std::uint64_t left_ = UINT64_MAX; ///< Bytes of the range of use_part().
};

} // namespace mergus::core
