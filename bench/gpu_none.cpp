/// \file gpu_none.cpp
/// Replaces gpu_cuda.cpp in builds without a CUDA toolkit.
#include "gpu.hpp"

namespace mergus::bench {

std::unique_ptr<Gpu> open_gpu(std::string& why) {
    why = "built without the CUDA toolkit";
    return nullptr;
}

} // namespace mergus::bench
