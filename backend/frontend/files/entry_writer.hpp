/// \file entry_writer.hpp
/// Writes a file of entries. Blocks of entries are formatted (and packed) in parallel.
#pragma once

#include "output.hpp"

#include "parallel.hpp"

#include <mergus/host_data.hpp>

#include <algorithm>
#include <array>
#include <charconv>
#include <cstdint>
#include <filesystem>
#include <string>
#include <string_view>

namespace mergus::core {

inline void append_integer(std::string& text, auto value) {
    std::array<char, 24> digits; // NOLINT(cppcoreguidelines-pro-type-member-init): to_chars fills it
    const auto [end, error] = std::to_chars(digits.data(), digits.data() + digits.size(), value);
    text.append(digits.data(), end);
}

/// The shortest digits that are read back as the same bits.
inline std::string_view real_digits(std::array<char, 32>& digits, double value) {
    const auto [end, error] = std::to_chars(digits.data(), digits.data() + digits.size(), value);
    return {digits.data(), end};
}

/// Passes the text of a file to write(), in pieces, of which each is packed for itself.
/// \param format has header(tuples), the first text of the file; append(text, tuples, e), which appends the
/// text of entry e; and footer(), the last text, where it has one
template <class Format, class Write>
void format_entries(const Tuples& tuples, bool packed, const Format& format, const Write& write) {
    constexpr std::uint64_t entries_per_block = std::uint64_t{1} << 16; // about a megabyte of text
    struct Job {
        std::uint64_t begin = 0;
        std::uint64_t end = 0;
        std::string text;
    };
    const std::uint64_t count = tuples.nvals();
    // Blocks, and therefore packed files, do not depend on the number of threads.
    std::uint64_t next = 0;
    bool started = false;
    OrderedPipeline<Job> pipeline(0);
    pipeline.run(
        [&](Job& job) {
            if (started && next == count) return false;
            started = true; // the first block has the header, even without entries
            job.begin = next;
            job.end = next = std::min(count, next + entries_per_block);
            return true;
        },
        [&](Job& job) {
            job.text.clear();
            if (job.begin == 0) job.text = format.header(tuples);
            for (std::uint64_t e = job.begin; e < job.end; ++e) format.append(job.text, tuples, e);
            if constexpr (requires { format.footer(); })
                if (job.end == count) job.text += format.footer();
            if (packed) job.text = gzip_member(job.text);
        },
        [&](const Job& job) { write(job.text); });
}

/// A file of that text, packed if its name ends in .gz, which appears when it is complete.
template <class Format>
void write_file(const std::filesystem::path& path, const Tuples& tuples, const Format& format) {
    OutputFile file(path);
    format_entries(tuples, path.extension() == ".gz", format,
                   [&](const std::string& text) { file.write(text); });
    file.commit();
}

} // namespace mergus::core
