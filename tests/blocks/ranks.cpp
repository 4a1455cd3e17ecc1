/// \file ranks.cpp
/// A program for mpirun. Its argument says what rank 1 does while the others multiply: the same, die, sleep,
/// or another call, or that it makes no context. Exit status 0 if the products are those of one process, 3 if
/// the ranks are lost.
#include <mergus/mergus.hpp>

#include <csignal>
#include <cstdio>
#include <cstdlib>
#include <string>
#include <thread>

int main(int count, char** arguments) {
    using namespace mergus;
    const std::string fault = count > 1 ? arguments[1] : "";
    const char* const text = std::getenv("OMPI_COMM_WORLD_RANK");
    const int rank = text != nullptr ? std::atoi(text) : 0;
    try {
        if (rank == 1 && fault == "absent") std::this_thread::sleep_for(std::chrono::seconds(60));
        const Csr csr = generate::er(500, 500, 4);
        const Context context("blocks");
        const auto A = Matrix<std::int64_t>::from_csr(context, csr);
        if (rank == 1 && fault == "die") static_cast<void>(std::raise(SIGKILL));
        if (rank == 1 && fault == "exit") return 0;
        if (rank == 1 && fault == "sleep") std::this_thread::sleep_for(std::chrono::seconds(60));
        if (rank == 1 && fault == "other") static_cast<void>(transpose(A));
        const auto C = mxm(plus_times<std::int64_t>, A, A);
        const Context alone("suitesparse");
        const auto B = A.to(alone);
        const auto expected = mxm(plus_times<std::int64_t>, B, B);
        const bool equal = isequal(C, expected);
        std::printf("rank %d: %s\n", rank, equal ? "equal" : "different");
        return equal ? 0 : 1;
    } catch (const Error& error) {
        std::printf("rank %d: %s\n", rank, error.what());
        return error.code() == Code::device_lost ? 3 : 1;
    }
}
