/// \file input.cpp
/// Reads and unpacks files, and splits them into lines.
#include "input.hpp"

#include <mergus/error.hpp>

#include <fcntl.h>
#include <fmt/format.h>
#include <sys/stat.h>
#include <unistd.h>
#include <zlib.h>
#ifdef MERGUS_WITH_ZSTD
#include <zstd.h>
#endif

#include <algorithm>
#include <cerrno>
#include <cstring>
#include <new>
#include <system_error>
#include <utility>

namespace mergus::core {

namespace {

constexpr std::size_t raw_size = peeked_bytes;
constexpr std::string_view gzip_magic = "\x1f\x8b";
constexpr std::string_view zstd_magic = "\x28\xb5\x2f\xfd";

std::string system_message(int number) {
    return std::generic_category().message(number);
}

} // namespace

void throw_parse_error(const std::string& file, std::uint64_t line, const std::string& expected,
                       const std::string& found) {
    throw Error(Code::parse_error, fmt::format("{}:{}: expected {}, found {}", file, line, expected, found));
}

InputFile::InputFile(const std::filesystem::path& path)
    : name_(path == "-" ? "standard input" : path.string()) {
    raw_.resize(raw_size);
    descriptor_ =
        path == "-" ? ::fcntl(STDIN_FILENO, F_DUPFD_CLOEXEC, 0) : ::open(path.c_str(), O_RDONLY | O_CLOEXEC);
    if (descriptor_ < 0) {
        throw Error(Code::io_error, fmt::format("cannot open '{}': {}", name_, system_message(errno)));
    }
    try {
        struct stat status = {};
        if (::fstat(descriptor_, &status) == 0 && S_ISREG(status.st_mode)) {
            total_ = static_cast<std::uint64_t>(status.st_size);
        }
        while (raw_end_ < zstd_magic.size()) {
            const std::size_t count = read_file(raw_.data() + raw_end_, raw_.size() - raw_end_);
            if (count == 0) break;
            raw_end_ += count;
        }
        const std::string_view head(raw_.data(), raw_end_);
        if (head.starts_with(gzip_magic)) {
            auto stream = std::make_unique<z_stream>(); // zlib requires zeros
            constexpr int gzip_only = 16;
            if (inflateInit2(stream.get(), MAX_WBITS + gzip_only) != Z_OK) throw std::bad_alloc();
            inflater_.reset(stream.release());
            in_member_ = true;
        }
#ifdef MERGUS_WITH_ZSTD
        if (head.starts_with(zstd_magic)) {
            zstd_.reset(ZSTD_createDCtx());
            if (zstd_ == nullptr) throw std::bad_alloc();
        }
#endif
    } catch (...) {
        ::close(descriptor_);
        throw;
    }
}

InputFile::~InputFile() {
    ::close(descriptor_);
}

void InputFile::EndInflate::operator()(z_stream_s* stream) const noexcept {
    inflateEnd(stream);
    delete stream;
}

std::size_t InputFile::read_file(char* to, std::size_t size) {
    while (true) {
        const ssize_t count = ::read(descriptor_, to, size);
        if (count >= 0) {
            done_ += static_cast<std::uint64_t>(count);
            return static_cast<std::size_t>(count);
        }
        if (errno != EINTR) {
            throw Error(Code::io_error, fmt::format("cannot read '{}': {}", name_, system_message(errno)));
        }
    }
}

void InputFile::seek(std::uint64_t offset) {
    if (::lseek(descriptor_, static_cast<off_t>(offset), SEEK_SET) < 0)
        throw Error(Code::io_error, fmt::format("cannot read '{}': {}", name_, system_message(errno)));
    raw_begin_ = raw_end_ = 0;
    done_ = offset;
}

/// Reads into the empty raw_. \return false at the end of the file
bool InputFile::refill() {
    raw_begin_ = 0;
    raw_end_ = read_file(raw_.data(), raw_.size());
    return raw_end_ != 0;
}

std::size_t InputFile::read(char* to, std::size_t size) {
    if (inflater_ != nullptr) return read_gzip(to, size);
    if (zstd_ != nullptr) return read_zstd(to, size);
    std::size_t filled = std::min(size, raw_end_ - raw_begin_);
    if (filled != 0) std::memcpy(to, raw_.data() + raw_begin_, filled);
    raw_begin_ += filled;
    while (filled < size) { // a pipe may return less than requested
        const std::size_t count = read_file(to + filled, size - filled);
        if (count == 0) break;
        filled += count;
    }
    return filled;
}

std::size_t InputFile::read_gzip(char* to, std::size_t size) {
    z_stream& stream = *inflater_;
    std::size_t filled = 0;
    while (filled < size && !fault_) {
        if (!in_member_ && !next_member()) break;
        if (raw_begin_ == raw_end_ && !refill()) {
            set_fault("the rest of the gzip data", "the end of the file");
            break;
        }
        const std::size_t room = std::min<std::size_t>(size - filled, line_limit);
        stream.next_in = reinterpret_cast<Bytef*>(raw_.data() + raw_begin_);
        stream.avail_in = static_cast<uInt>(raw_end_ - raw_begin_);
        stream.next_out = reinterpret_cast<Bytef*>(to + filled);
        stream.avail_out = static_cast<uInt>(room);
        const int status = inflate(&stream, Z_NO_FLUSH);
        raw_begin_ = raw_end_ - stream.avail_in;
        filled += room - stream.avail_out;
        if (status == Z_STREAM_END) {
            in_member_ = false;
        } else if (status == Z_MEM_ERROR) {
            throw std::bad_alloc();
        } else if (status != Z_OK &&
                   status != Z_BUF_ERROR) { // a buffer error means that more input or output space is needed
            set_fault("gzip data", stream.msg != nullptr ? fmt::format("damage ({})", stream.msg) : "damage");
        }
    }
    return filled;
}

#ifdef MERGUS_WITH_ZSTD
void InputFile::EndZstd::operator()(ZSTD_DCtx_s* stream) const noexcept {
    ZSTD_freeDCtx(stream);
}

/// Frames follow each other.
std::size_t InputFile::read_zstd(char* to, std::size_t size) {
    ZSTD_outBuffer out{to, size, 0};
    while (out.pos < size && !fault_) {
        ZSTD_inBuffer in{raw_.data(), raw_end_, raw_begin_};
        const std::size_t before = out.pos;
        const std::size_t left = ZSTD_decompressStream(zstd_.get(), &out, &in);
        const bool advanced = out.pos != before || in.pos != raw_begin_;
        raw_begin_ = in.pos;
        if (ZSTD_isError(left) != 0) {
            set_fault("zstd data", fmt::format("damage ({})", ZSTD_getErrorName(left)));
        } else if (advanced) {
            in_member_ = left != 0;
        } else if (!refill()) {
            if (in_member_) set_fault("the rest of the zstd data", "the end of the file");
            break;
        }
    }
    return out.pos;
}
#else
void InputFile::EndZstd::operator()(ZSTD_DCtx_s* /*stream*/) const noexcept {}

std::size_t InputFile::read_zstd(char* /*to*/, std::size_t /*size*/) {
    return 0;
}
#endif

/// A gzip member is followed by another member, the end of the file, or zeros (padding) up to the end.
bool InputFile::next_member() {
    if (raw_begin_ == raw_end_ && !refill()) return false;
    if (raw_[raw_begin_] == gzip_magic.front()) {
        inflateReset(inflater_.get());
        in_member_ = true;
        return true;
    }
    do {
        if (std::any_of(raw_.data() + raw_begin_, raw_.data() + raw_end_, [](char c) { return c != 0; })) {
            set_fault("the end of the file after the gzip data", "other bytes");
            return false;
        }
    } while (refill());
    return false;
}

void InputFile::set_fault(std::string expected, std::string found) {
    fault_ = Fault{0, std::move(expected), std::move(found)};
}

std::optional<std::string_view> LineSource::next_line() {
    std::size_t searched = pending_begin_;
    while (true) {
        const auto from = pending_.begin() + static_cast<std::ptrdiff_t>(searched);
        const auto end = std::find(from, pending_.end(), '\n');
        const auto start = pending_.begin() + static_cast<std::ptrdiff_t>(pending_begin_);
        const auto length = static_cast<std::size_t>(end - start);
        if (end != pending_.end() || (ended_ && length != 0 && !file_.fault())) {
            if (length >= line_limit) break;
            ++lines_;
            std::string_view line(pending_.data() + pending_begin_, length);
            pending_begin_ += length + (end != pending_.end() ? 1 : 0);
            if (line.ends_with('\r')) line.remove_suffix(1);
            return line;
        }
        if (ended_ && file_.fault()) {
            throw_parse_error(file_.name(), lines_ + 1, file_.fault()->expected, file_.fault()->found);
        }
        if (ended_) return std::nullopt;
        if (length >= line_limit) break;
        pending_.erase(pending_.begin(), start);
        pending_begin_ = 0;
        searched = pending_.size();
        pending_.resize(searched + raw_size);
        const std::size_t count = file_.read(pending_.data() + searched, raw_size);
        pending_.resize(searched + count);
        ended_ = count < raw_size;
    }
    throw_parse_error(file_.name(), lines_ + 1, fmt::format("a line of at most {} bytes", line_limit),
                      "a longer one");
}

std::string_view LineSource::peek() {
    const std::size_t length = pending_.size() - pending_begin_;
    if (length < raw_size && !ended_) {
        pending_.resize(pending_.size() + raw_size);
        char* const to = pending_.data() + pending_begin_ + length;
        const std::size_t count = file_.read(to, raw_size);
        pending_.resize(pending_begin_ + length + count);
        ended_ = count < raw_size;
    }
    return {pending_.data() + pending_begin_, pending_.size() - pending_begin_};
}

void LineSource::use_part(const FilePart& part) {
    const std::uint64_t first = file_.offset() - (pending_.size() - pending_begin_);
    const std::uint64_t size = std::max(file_.bytes_total(), first) - first;
    const auto range_begin = [&](std::uint64_t number) {
        return first + size / part.count * number + size % part.count * number / part.count;
    };
    const std::uint64_t begin = range_begin(part.number), end = range_begin(part.number + 1);
    pending_.clear();
    pending_begin_ = 0;
    ended_ = false;
    file_.seek(begin > first ? begin - 1 : begin);
    if (begin > first) static_cast<void>(next_line()); // of the part before
    const std::uint64_t at = file_.offset() - (pending_.size() - pending_begin_);
    left_ = std::max(at, end) - at;
    stopped_ = left_ == 0;
}

bool LineSource::next_block(TextBlock& block) {
    block.text = {};
    block.stop.reset();
    std::size_t filled = pending_.size() - pending_begin_;
    if (stopped_) return false;

    block.storage.resize(std::max(line_limit, filled));
    std::copy(pending_.begin() + static_cast<std::ptrdiff_t>(pending_begin_), pending_.end(),
              block.storage.begin());
    if (!ended_) {
        const std::size_t wanted = block.storage.size() - filled;
        const std::size_t count = file_.read(block.storage.data() + filled, wanted);
        filled += count;
        ended_ = count < wanted;
    }
    const std::string_view all(block.storage.data(), filled);
    const std::size_t whole = whole_lines_ ? whole_lines_(all) : all.rfind('\n') + 1; // npos + 1 is 0
    const bool complete = ended_ && !file_.fault();
    block.text = complete ? all : all.substr(0, whole);
    block.bytes_done = file_.bytes_done();
    const std::string_view rest = all.substr(block.text.size());
    pending_.assign(rest.begin(), rest.end());
    pending_begin_ = 0;
    if (ended_ && file_.fault()) {
        block.stop = file_.fault();
    } else if (!ended_ && whole == 0) {
        block.stop = Fault{0, fmt::format("a line of at most {} bytes", line_limit), "a longer one"};
    }
    stopped_ = block.stop.has_value();
    if (block.text.size() >= left_) { // to the end of the line that begins in the range
        const std::size_t line_end = block.text.find('\n', left_ - 1);
        if (line_end != std::string_view::npos) block.text = block.text.substr(0, line_end + 1);
        block.stop.reset();
        stopped_ = true;
        return true;
    }
    if (left_ != UINT64_MAX) left_ -= block.text.size();
    return stopped_ || !block.text.empty();
}

} // namespace mergus::core
