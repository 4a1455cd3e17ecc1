/// \file gzip.cpp
/// Packed files. The first byte of the input says what the others are: bit 0 the format of the text, bit 1
/// whether they are a gzip file as they stand (after the two bytes by which gzip is told) or a text that is
/// packed here, in the members and the level that the other bits say. A packed text reads as the text itself.
#include "fuzz.hpp"

#include <zlib.h>

#include <algorithm>

namespace {

using namespace mergus::fuzz;

/// One gzip member.
std::string pack(std::string_view text, int level) {
    z_stream stream = {};
    require(deflateInit2(&stream, level, Z_DEFLATED, MAX_WBITS + 16, 1, Z_DEFAULT_STRATEGY) == Z_OK,
            "no packer");
    std::string packed(deflateBound(&stream, static_cast<uLong>(text.size())), '\0');
    stream.next_in = reinterpret_cast<Bytef*>(const_cast<char*>(text.data()));
    stream.avail_in = static_cast<uInt>(text.size());
    stream.next_out = reinterpret_cast<Bytef*>(packed.data());
    stream.avail_out = static_cast<uInt>(packed.size());
    require(deflate(&stream, Z_FINISH) == Z_STREAM_END, "the text cannot be packed");
    packed.resize(packed.size() - stream.avail_out);
    deflateEnd(&stream);
    return packed;
}

bool same(const Reading& a, const Reading& b) {
    if (a.code != b.code || a.message != b.message || a.tuples.has_value() != b.tuples.has_value())
        return false;
    return !a.tuples ||
           (a.tuples->nrows == b.tuples->nrows && a.tuples->ncols == b.tuples->ncols &&
            a.tuples->rows == b.tuples->rows && a.tuples->cols == b.tuples->cols &&
            a.tuples->integers == b.tuples->integers && a.tuples->reals.size() == b.tuples->reals.size());
}

} // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
    static const MemoryFile file;
    if (size == 0) return 0;
    const unsigned how = data[0];
    const Format format = (how & 1U) != 0 ? Format::matrix_market : Format::edge_list;
    const std::string_view rest(reinterpret_cast<const char*>(data) + 1, size - 1);
    std::string bytes;
    if ((how & 2U) != 0) {
        bytes = "\x1f\x8b" + std::string(rest);
    } else {
        const std::size_t members = 1 + (how >> 2U) % 4;
        const std::size_t piece = rest.size() / members + 1;
        for (std::size_t at = 0; at < std::max<std::size_t>(rest.size(), 1); at += piece)
            bytes += pack(rest.substr(at, piece), static_cast<int>(how >> 4U) % 10);
    }
    file.write(bytes);
    const Reading packed = read(format, file, mergus::Duplicates::keep_one);
    if (packed.tuples)
        check_tuples(*packed.tuples);
    else
        check_refusal(packed);
    // A text that begins as gzip does would be unpacked a second time.
    if ((how & 2U) != 0 || rest.starts_with("\x1f\x8b")) return 0;
    file.write(rest);
    require(same(packed, read(format, file, mergus::Duplicates::keep_one)),
            "a packed text reads differently");
    return 0;
}
