/// \file plugin_file.cpp
/// Reads the headers only. Invariant: each number that is read is compared with the file's size before it is
/// used.
#include "plugin_file.hpp"

#include <fmt/format.h>

#include <fcntl.h>
#include <link.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cerrno>
#include <cstdint>
#include <cstring>
#include <vector>

namespace mergus::core {

namespace {

class File {
public:
    /// O_NONBLOCK opens a FIFO at once.
    explicit File(const std::filesystem::path& path)
        : fd_(open(path.c_str(), O_RDONLY | O_CLOEXEC | O_NONBLOCK)) {}
    File(const File&) = delete;
    File& operator=(const File&) = delete;
    ~File() {
        if (fd_ >= 0) close(fd_);
    }
    [[nodiscard]] int fd() const noexcept { return fd_; }

    /// Reads `bytes` bytes from `offset` on. False if there are fewer.
    bool read(void* to, std::size_t bytes, std::uint64_t offset) const {
        auto* at = static_cast<char*>(to);
        while (bytes > 0) {
            const ssize_t n = pread(fd_, at, bytes, static_cast<off_t>(offset));
            if (n < 0 && errno == EINTR) continue;
            if (n <= 0) return false;
            at += n;
            offset += static_cast<std::uint64_t>(n);
            bytes -= static_cast<std::size_t>(n);
        }
        return true;
    }

private:
    int fd_;
};

constexpr unsigned char own_class = sizeof(void*) == 8 ? ELFCLASS64 : ELFCLASS32;
constexpr unsigned char own_order = __BYTE_ORDER__ == __ORDER_LITTLE_ENDIAN__ ? ELFDATA2LSB : ELFDATA2MSB;

std::string truncated(std::uint64_t size, const char* what, std::uint64_t end) {
    return fmt::format("it is truncated: it has {} bytes, its {} end at byte {}", size, what, end);
}

/// Reads a table of `count` headers. The result is a message, empty if all is well.
template <class Header>
std::string read_table(const File& file, std::uint64_t size, const char* what, std::uint64_t offset,
                       std::uint64_t header_size, std::uint64_t count, std::vector<Header>& headers) {
    if (count == 0) return {};
    if (header_size != sizeof(Header)) return fmt::format("its {} have {} bytes each", what, header_size);
    const std::uint64_t bytes = count * sizeof(Header); // count has 16 bits
    if (offset > size || bytes > size - offset) return truncated(size, what, offset + bytes);
    headers.resize(count);
    if (!file.read(headers.data(), bytes, offset)) return fmt::format("its {} cannot be read", what);
    return {};
}

} // namespace

std::string fault_of_object(const std::filesystem::path& path) {
    const File file(path);
    if (file.fd() < 0) return fmt::format("cannot open it: {}", std::strerror(errno));
    struct stat status {};
    if (fstat(file.fd(), &status) != 0)
        return fmt::format("cannot read its attributes: {}", std::strerror(errno));
    if (!S_ISREG(status.st_mode)) return "it is not a regular file";
    const auto size = static_cast<std::uint64_t>(status.st_size);

    ElfW(Ehdr) head{};
    if (size < sizeof head || !file.read(&head, sizeof head, 0) ||
        std::memcmp(head.e_ident, ELFMAG, SELFMAG) != 0)
        return "it is not an ELF shared object";
    if (head.e_ident[EI_CLASS] != own_class || head.e_ident[EI_DATA] != own_order) return {};
    if (head.e_type != ET_DYN) return "it is an ELF file, but not a shared object";

    std::vector<ElfW(Phdr)> segments;
    if (std::string wrong =
            read_table(file, size, "program headers", head.e_phoff, head.e_phentsize, head.e_phnum, segments);
        !wrong.empty())
        return wrong;
    for (const ElfW(Phdr) & segment : segments)
        if (segment.p_offset > size || segment.p_filesz > size - segment.p_offset)
            return truncated(size, "segments", segment.p_offset + segment.p_filesz);
    std::vector<ElfW(Shdr)> sections;
    if (std::string wrong =
            read_table(file, size, "section headers", head.e_shoff, head.e_shentsize, head.e_shnum, sections);
        !wrong.empty())
        return wrong;
    for (const ElfW(Shdr) & section : sections)
        if (section.sh_type != SHT_NULL && section.sh_type != SHT_NOBITS &&
            (section.sh_offset > size || section.sh_size > size - section.sh_offset))
            return truncated(size, "sections", section.sh_offset + section.sh_size);
    return {};
}

} // namespace mergus::core
