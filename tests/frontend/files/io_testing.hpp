/// \file io_testing.hpp
/// Helpers for the tests of files: scratch files, gzip without zlib, and reading with several numbers of
/// threads.
#pragma once

#include "testing/scratch_directory.hpp"

#include <mergus/error.hpp>
#include <mergus/io.hpp>

#include <doctest/doctest.h>

#include <algorithm>
#include <array>
#include <bit>
#include <cstdint>
#include <filesystem>
#include <fstream>
#include <functional>
#include <iterator>
#include <optional>
#include <string>
#include <vector>

namespace mergus::tests {

namespace fs = std::filesystem;
using mergus::Code;
using mergus::Duplicates;
using mergus::Field;
using mergus::Tuples;
using Indices = std::vector<std::uint64_t>;
using Integers = std::vector<std::int64_t>;
using Reals = std::vector<double>;

inline constexpr unsigned thread_counts[] = {1, 2, 7};

/// A directory for the files of a test.
class Scratch : public ScratchDirectory {
public:
    [[nodiscard]] fs::path file(const std::string& name) const { return path() / name; }
    [[nodiscard]] fs::path write(const std::string& text, const std::string& name = "f") const {
        std::ofstream(file(name), std::ios::binary) << text;
        return file(name);
    }
};

inline std::string slurp(const fs::path& path) {
    std::ifstream in(path, std::ios::binary);
    return {std::istreambuf_iterator<char>(in), {}};
}

/// Writes gzip members without zlib, to be independent of the library's own compressor.
class Gzip {
public:
    /// The text, stored as it is.
    static std::string stored(const std::string& text) {
        constexpr std::size_t most = 65535; // bytes of a stored block
        std::string packed = header();
        for (std::size_t at = 0; at == 0 || at < text.size(); at += most) {
            const std::string part = text.substr(at, most);
            packed += at + most >= text.size() ? '\1' : '\0'; // whether it is the last block
            append_number(packed, part.size(), 2);
            append_number(packed, ~part.size(), 2);
            packed += part;
        }
        return packed + trailer(text.size(), check_sum(0, text));
    }

    /// The head, then 1 + 258·count times the byte (below 144): 13 bits for every 258 of them.
    static std::string run(const std::string& head, char byte, std::size_t count) {
        std::string packed = stored(head); // the trailer is removed and the block marked as not the last
        packed.resize(packed.size() - 8);
        packed[10] = '\0';
        Bits bits{packed};
        bits.append(0b011, 3); // the last block, with the fixed codes
        bits.append_code(0x30U + static_cast<unsigned char>(byte), 8);
        for (std::size_t k = 0; k < count; ++k) {
            bits.append_code(0b11000101, 8); // 258 bytes …
            bits.append_code(0, 5);          // … like the one before
        }
        bits.append_code(0, 7); // the end
        bits.append(0, 7);      // fills the last byte
        const std::string piece(258, byte);
        std::uint32_t sum = check_sum(check_sum(0, head), std::string(1, byte));
        for (std::size_t k = 0; k < count; ++k) sum = check_sum(sum, piece);
        return packed + trailer(head.size() + 1 + 258 * count, sum);
    }

private:
    struct Bits {
        std::string& text;
        unsigned pending = 0;
        unsigned count = 0;

        void append(unsigned value, unsigned bits) {
            pending |= value << count;
            for (count += bits; count >= 8; count -= 8, pending >>= 8)
                text += static_cast<char>(pending & 0xffU);
        }
        /// Huffman codes are stored with the highest bit first.
        void append_code(unsigned code, unsigned bits) {
            while (bits-- != 0) append(code >> bits & 1U, 1);
        }
    };

    static std::string header() { return {"\x1f\x8b\x08\0\0\0\0\0\0\xff", 10}; }
    static std::string trailer(std::size_t size, std::uint32_t sum) {
        std::string text;
        append_number(text, sum, 4);
        append_number(text, size, 4);
        return text;
    }
    static void append_number(std::string& text, std::size_t value, int bytes) {
        for (int byte = 0; byte < bytes; ++byte) text += static_cast<char>(value >> (8 * byte) & 0xffU);
    }
    static std::uint32_t check_sum(std::uint32_t sum, const std::string& text) {
        static const std::array<std::uint32_t, 256> table = [] {
            std::array<std::uint32_t, 256> made{};
            for (std::uint32_t byte = 0; byte < 256; ++byte) {
                std::uint32_t rest = byte;
                for (int bit = 0; bit < 8; ++bit) rest = rest >> 1 ^ ((rest & 1U) != 0 ? 0xedb88320U : 0U);
                made[byte] = rest;
            }
            return made;
        }();
        sum = ~sum;
        for (const char c : text) sum = sum >> 8 ^ table[(sum ^ static_cast<unsigned char>(c)) & 0xffU];
        return ~sum;
    }
};

/// What the call throws, as "CODE: …" with the file's path shortened to F; "" if it does not throw.
inline std::string failure(const fs::path& path, const std::function<void()>& call) {
    try {
        call();
        return "";
    } catch (const mergus::Error& error) {
        std::string what = error.what();
        const std::size_t at = path.empty() ? std::string::npos : what.find(path.string());
        return at == std::string::npos ? what : what.replace(at, path.string().size(), "F");
    }
}

inline Tuples read(const fs::path& path, Duplicates duplicates = Duplicates::fail, unsigned threads = 0) {
    return mergus::read_matrix_market(path, {duplicates, threads, {}});
}

/// The error of reading it, which must be the same for every number of threads.
inline std::string parse_failure(const std::string& text, Duplicates duplicates = Duplicates::fail) {
    const Scratch scratch;
    const fs::path path = scratch.write(text);
    std::optional<std::string> first;
    for (const unsigned threads : thread_counts) {
        const std::string what = failure(path, [&] { read(path, duplicates, threads); });
        if (first) CHECK(what == *first);
        if (!first) first = what;
    }
    return *first;
}

inline bool same_bits(const Reals& a, const Reals& b) {
    return std::equal(a.begin(), a.end(), b.begin(), b.end(), [](double x, double y) {
        return std::bit_cast<std::uint64_t>(x) == std::bit_cast<std::uint64_t>(y);
    });
}

/// Real and imaginary parts in turn.
inline Reals parts(const std::vector<std::complex<double>>& values) {
    Reals list;
    for (const std::complex<double>& value : values) list.insert(list.end(), {value.real(), value.imag()});
    return list;
}

inline bool same(const Tuples& a, const Tuples& b) {
    return a.nrows == b.nrows && a.ncols == b.ncols && a.field == b.field && a.rows == b.rows &&
           a.cols == b.cols && a.integers == b.integers && same_bits(a.reals, b.reals) &&
           same_bits(parts(a.complexes), parts(b.complexes));
}

/// Reads the text as MatrixMarket, with every number of threads, and returns the common result.
inline Tuples parse(const std::string& text, Duplicates duplicates = Duplicates::fail) {
    const Scratch scratch;
    const fs::path path = scratch.write(text);
    Tuples first = read(path, duplicates, 1);
    for (const unsigned threads : thread_counts) CHECK(same(first, read(path, duplicates, threads)));
    return first;
}

inline Tuples parse_edges(const std::string& text, mergus::EdgeListOptions options = {}) {
    const Scratch scratch;
    const fs::path path = scratch.write(text);
    options.threads = 1;
    Tuples first = mergus::read_edge_list(path, options);
    for (const unsigned threads : thread_counts) {
        options.threads = threads;
        CHECK(same(first, mergus::read_edge_list(path, options)));
    }
    return first;
}

inline std::string edges_failure(const std::string& text, mergus::EdgeListOptions options = {}) {
    const Scratch scratch;
    const fs::path path = scratch.write(text);
    std::optional<std::string> first;
    for (const unsigned threads : thread_counts) {
        options.threads = threads;
        const std::string what = failure(path, [&] { mergus::read_edge_list(path, options); });
        if (first) CHECK(what == *first);
        if (!first) first = what;
    }
    return *first;
}

inline std::string banner(const std::string& rest) {
    return "%%MatrixMarket matrix " + rest + "\n";
}

/// Sanitizers use additional memory.
#if defined(__SANITIZE_ADDRESS__) || defined(__SANITIZE_THREAD__)
inline constexpr bool memory_is_ours = false;
#elif defined(__has_feature)
inline constexpr bool memory_is_ours = !__has_feature(address_sanitizer) && !__has_feature(thread_sanitizer);
#else
inline constexpr bool memory_is_ours = true;
#endif

/// Peak memory of the call in MiB above the memory in use before it. Empty if the system does not report
/// it.
inline std::optional<double> peak_mib(const std::function<void()>& call) {
    const auto status = [](const std::string& key) {
        std::ifstream in("/proc/self/status");
        for (std::string word; in >> word;) {
            if (word == key && in >> word) return std::stod(word) / 1024;
        }
        return -1.0;
    };
    std::ofstream reset("/proc/self/clear_refs"); // resets the peak
    if (!memory_is_ours || !(reset << "5" << std::flush)) {
        call();
        return std::nullopt;
    }
    const double before = status("VmRSS:");
    call();
    return status("VmHWM:") - before;
}

/// A coordinate file of `count` (no multiple of 7919) entries in a 1000-column matrix, unsorted.
inline std::string many_entries(std::uint64_t count, const std::string& field = "real") {
    std::string text =
        banner("coordinate " + field + " general") + "1000000 1000 " + std::to_string(count) + "\n";
    for (std::uint64_t e = 0; e < count; ++e) {
        const std::uint64_t place = e * 7919 % count; // a prime: each position once
        text += std::to_string(place / 1000 + 1) + " " + std::to_string(place % 1000 + 1);
        if (field == "real") text += " " + std::to_string(e) + ".25";
        if (field == "integer") text += " -" + std::to_string(e);
        text += "\n";
    }
    return text;
}

} // namespace mergus::tests
