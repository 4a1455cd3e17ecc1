/// \file fuzz.cpp
#include "fuzz.hpp"

#include <sys/mman.h>
#include <unistd.h>

#include <cstdio>
#include <cstdlib>

namespace mergus::fuzz {

void require(bool condition, const char* what) {
    if (condition) return;
    std::fprintf(stderr, "fuzz: %s\n", what);
    std::abort();
}

MemoryFile::MemoryFile()
    : descriptor_(memfd_create("fuzz", MFD_CLOEXEC)), path_("/proc/self/fd/" + std::to_string(descriptor_)) {
    require(descriptor_ >= 0, "no file in memory");
}
MemoryFile::~MemoryFile() {
    close(descriptor_);
}

void MemoryFile::write(std::string_view bytes) const {
    require(ftruncate(descriptor_, 0) == 0, "the file in memory cannot be emptied");
    while (!bytes.empty()) {
        const ssize_t count =
            pwrite(descriptor_, bytes.data(), bytes.size(), lseek(descriptor_, 0, SEEK_END));
        require(count > 0, "the file in memory cannot be written");
        bytes.remove_prefix(static_cast<std::size_t>(count));
    }
}

Reading read(Format format, const MemoryFile& file, Duplicates duplicates) {
    Reading reading;
    try {
        if (format == Format::matrix_market) {
            ReadOptions options;
            options.duplicates = duplicates;
            options.threads = 1;
            reading.tuples = read_matrix_market(file.path(), options);
        } else {
            EdgeListOptions options;
            options.duplicates = duplicates;
            options.threads = 1;
            reading.tuples = read_edge_list(file.path(), options);
        }
    } catch (const Error& error) {
        reading.code = error.code();
        reading.message = error.what();
    }
    return reading;
}

void check_tuples(const Tuples& tuples) {
    const std::size_t entries = tuples.rows.size();
    require(tuples.cols.size() == entries, "rows and columns differ in number");
    require(tuples.integers.size() == (tuples.field == Field::integer ? entries : 0), "the integers' number");
    require(tuples.reals.size() == (tuples.field == Field::real ? entries : 0), "the reals' number");
    for (std::size_t e = 0; e < entries; ++e)
        require(tuples.rows[e] < tuples.nrows && tuples.cols[e] < tuples.ncols, "an entry outside the shape");
    constexpr std::uint64_t small = 1 << 16;
    if (tuples.nrows > small) return;
    const Csr csr = to_csr(tuples, Duplicates::keep_one, 1);
    require(csr.row_ptr.size() == tuples.nrows + 1 && csr.row_ptr.back() == csr.cols.size() &&
                csr.cols.size() <= entries,
            "the compressed rows do not hold the entries");
}

void check_refusal(const Reading& reading) {
    require(reading.code == Code::parse_error || reading.code == Code::not_implemented ||
                reading.code == Code::out_of_memory || reading.code == Code::invalid_value,
            "a file was refused with an odd code");
    require(!reading.message.empty(), "a refusal without a message");
}

} // namespace mergus::fuzz
