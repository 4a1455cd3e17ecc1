/// \file forked_streams.cpp
#include "forked_streams.hpp"

#include "device.hpp"
#include "driver.hpp"

#include <algorithm>

namespace mergus::cuda {

ForkedStreams::ForkedStreams(Device& device, unsigned count) {
    if (count < 2 || device.logs()) return;
    Driver& driver = device.driver();
    driver.fork(std::min(count, max_streams));
    driver_ = &driver;
}

ForkedStreams::~ForkedStreams() {
    if (driver_ != nullptr) driver_->join();
}

void ForkedStreams::use(unsigned stream) noexcept {
    if (driver_ != nullptr) driver_->use_forked_stream(stream % max_streams);
}

} // namespace mergus::cuda
