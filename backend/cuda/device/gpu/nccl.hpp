/// \file nccl.hpp
/// The functions of NCCL (https://docs.nvidia.com/deeplearning/nccl/user-guide/docs/api.html), which is
/// loaded at run time: the library needs none to be built, nor to run on one GPU.
#pragma once

#include <cuda_runtime_api.h>

#include <cstddef>

namespace mergus::cuda {

class Nccl {
public:
    struct Id {
        char bytes[128];
    };
    using Comm = struct ncclComm*;
    static constexpr int success = 0, byte_type = 1; ///< ncclSuccess, ncclUint8

    /// \throws Error not_implemented if there is no libnccl.so.2
    static const Nccl& instance();
    /// \throws Error with NCCL's text
    void check(int result, const char* function) const;

    int (*get_unique_id)(Id*) = nullptr;
    int (*comm_init_rank)(Comm*, int count, Id, int rank) = nullptr;
    int (*comm_destroy)(Comm) = nullptr;
    int (*comm_abort)(Comm) = nullptr;
    int (*comm_get_async_error)(Comm, int* result) = nullptr;
    int (*group_start)() = nullptr;
    int (*group_end)() = nullptr;
    int (*send)(const void*, std::size_t count, int type, int peer, Comm, cudaStream_t) = nullptr;
    int (*recv)(void*, std::size_t count, int type, int peer, Comm, cudaStream_t) = nullptr;
    const char* (*get_error_string)(int) = nullptr;

private:
    Nccl();
};

} // namespace mergus::cuda
