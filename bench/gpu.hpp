/// \file gpu.hpp
/// The GPU of the benchmark: stream, timer, bandwidth, and cuSPARSE's competitors. Programs built without
/// CUDA have no GPU.
#pragma once

#include "competitor.hpp"
#include "measure.hpp"

#include <memory>
#include <string>
#include <vector>

namespace mergus::bench {

class Gpu {
public:
    virtual ~Gpu() = default;
    /// The device, and the versions of driver, runtime and cuSPARSE.
    [[nodiscard]] virtual std::string description() const = 0;
    [[nodiscard]] virtual void* stream() const = 0;
    virtual std::unique_ptr<Timer> make_timer() = 0;
    /// Bytes per second of a copy on the device; bytes read and bytes written both count.
    virtual double bandwidth() = 0;
    virtual std::vector<std::unique_ptr<Competitor>> cusparse() = 0;
};

/// Null without a usable GPU; `why` is the reason. The Gpu must outlive the objects that it creates.
std::unique_ptr<Gpu> open_gpu(std::string& why);

} // namespace mergus::bench
