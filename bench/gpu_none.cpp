/// \file gpu_none.cpp
/// In place of gpu_cuda.cpp where there is no CUDA toolkit.
#include "gpu.hpp"

namespace mergus::bench {

std::unique_ptr<Gpu> open_gpu(std::string& why) {
    why = "built without the CUDA toolkit";
    return nullptr;
}

} // namespace mergus::bench
