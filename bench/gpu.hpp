/// \file gpu.hpp
/// The GPU of the bench: its stream, its clock, its bandwidth, and cuSPARSE as contestants. Programs built
/// without CUDA have none.
#pragma once

#include "contestant.hpp"
#include "measure.hpp"

#include <memory>
#include <string>
#include <vector>

namespace mergus::bench {

class Gpu {
public:
    virtual ~Gpu() = default;
    /// The device with the versions of driver, runtime and cuSPARSE, in words.
    [[nodiscard]] virtual std::string description() const = 0;
    [[nodiscard]] virtual void* stream() const = 0;
    virtual std::unique_ptr<Timer> make_timer() = 0;
    /// Bytes a second of a copy on the device, read and written ones counted.
    virtual double bandwidth() = 0;
    virtual std::vector<std::unique_ptr<Contestant>> cusparse() = 0;
};

/// Null where there is none; `why` then says so. It outlives what is made with it.
std::unique_ptr<Gpu> open_gpu(std::string& why);

} // namespace mergus::bench
