/// \file at_exit.cpp
/// A program whose exit handler makes calls that fail. It runs after the thread's objects are destroyed, so
/// messages must not be written into their memory: the handler takes all freed blocks of the sizes of
/// messages, and a call that writes into one of them changes its content.
///
/// Prints "done" if every block is unchanged and the messages are those of the handler's calls.
extern "C" { // as C++ programs include headers of C libraries
#include <mergus_graphblas.h>
}

#include <algorithm>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <string>
#include <unistd.h>
#include <vector>

namespace {

GrB_Matrix matrix = nullptr;

void require(bool right, const char* what) {
    if (right) return;
    std::fprintf(stderr, "wrong: %s\n", what);
    std::fflush(stderr);
    _exit(3);
}

std::vector<std::vector<unsigned char>> freed_blocks() {
    std::vector<std::vector<unsigned char>> blocks;
    blocks.reserve(2048);
    for (std::size_t size = 24; size < 4096; size += 16)
        for (int copy = 0; copy < 8; ++copy) blocks.emplace_back(size, std::uint8_t{0xab});
    return blocks;
}

void handler() {
    const auto blocks = freed_blocks();
    for (int round = 0; round < 3; ++round) {
        GrB_Index count = 0;
        require(GrB_Vector_nvals(&count, nullptr) == GrB_UNINITIALIZED_OBJECT, "a call without an output");
        require(std::string(mergus_graphblas_last_error()).find("GrB_Vector_nvals") == 0, "its message");
        require(GrB_Matrix_setElement_FP64(matrix, 1, 9, 9) == GrB_INVALID_INDEX, "a call with an output");
        require(std::string(mergus_graphblas_last_error()).find("GrB_Matrix_setElement_FP64") == 0,
                "its message");
    }
    for (const auto& block : blocks)
        require(std::ranges::all_of(block, [](unsigned char byte) { return byte == 0xab; }),
                "a call has written into memory of the program");
    require(GrB_Matrix_free(&matrix) == GrB_SUCCESS, "GrB_free");
    require(GrB_finalize() == GrB_SUCCESS, "GrB_finalize");
    require(GrB_Matrix_new(&matrix, GrB_FP64, 2, 2) == GrB_PANIC, "a call after GrB_finalize");
    std::puts("done");
}

} // namespace

int main() {
    require(std::atexit(&handler) == 0, "atexit");
    require(GrB_init(GrB_NONBLOCKING) == GrB_SUCCESS, "GrB_init");
    require(GrB_Matrix_new(&matrix, GrB_FP64, 2, 2) == GrB_SUCCESS, "GrB_Matrix_new");
    // Messages of some lengths: that of the last failure is in a block of the heap.
    for (const std::size_t length : {100, 300, 900})
        require(GrB_Global_set_String(GrB_GLOBAL, std::string(length, 'x').c_str(), GxB_MERGUS_BACKEND) !=
                    GrB_SUCCESS,
                "a backend that does not exist");
    return 0;
}
