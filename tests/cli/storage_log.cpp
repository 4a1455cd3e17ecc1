/// \file storage_log.cpp
/// A library to preload: writes the order of fsync, rename and linkat into the file that STORAGE_LOG names.
#include <dlfcn.h>
#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cstdlib>
#include <cstring>

namespace {

void log(const char* line) {
    const char* path = std::getenv("STORAGE_LOG");
    if (path == nullptr) return;
    const int file = open(path, O_WRONLY | O_CREAT | O_APPEND | O_CLOEXEC, 0600);
    if (file < 0) return;
    if (write(file, line, std::strlen(line)) < 0) std::abort();
    close(file);
}

template <class Function>
Function* next(const char* name) {
    return reinterpret_cast<Function*>(dlsym(RTLD_NEXT, name));
}

} // namespace

extern "C" {

int fsync(int descriptor) {
    struct stat status = {};
    const bool directory = fstat(descriptor, &status) == 0 && S_ISDIR(status.st_mode);
    log(directory ? "store directory\n" : "store file\n");
    return next<int(int)>("fsync")(descriptor);
}

int rename(const char* from, const char* to) noexcept {
    log("name\n");
    return next<int(const char*, const char*)>("rename")(from, to);
}

int linkat(int from_directory, const char* from, int to_directory, const char* to, int flags) noexcept {
    log("name\n");
    return next<int(int, const char*, int, const char*, int)>("linkat")(from_directory, from, to_directory,
                                                                        to, flags);
}
}
