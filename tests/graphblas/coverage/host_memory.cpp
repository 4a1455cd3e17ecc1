/// \file host_memory.cpp
/// Calls whose allocations on the host fail in turn.
#include "probe.hpp"
#include "testing/replaced_new.hpp"

namespace mergus::tests {

void AllocationFailures::run(const Call& call, GrB_Info expected) {
    if (done_) {
        CHECK_MESSAGE(call.run() == expected, call.name, ": ", std::string(mergus_graphblas_last_error()));
        return;
    }
    const std::string before = contents(call);
    for (;; ++nth_) {
        CAPTURE(call.name);
        CAPTURE(nth_);
        REQUIRE(nth_ < 2000);
        const GrB_Info info = [&] {
            const host_memory::FailingAllocation failing(nth_);
            return call.run();
        }();
        if (info != GrB_OUT_OF_MEMORY) {
            CHECK_MESSAGE(info == expected, std::string(mergus_graphblas_last_error()));
            done_ = !host_memory::failed;
            ++nth_;
            return;
        }
        refused_ = true;
        Provoked::in_process().add(call.name, info);
        CHECK(host_memory::failed);
        CHECK_MESSAGE(contents(call) == before, "an argument was changed");
    }
}

} // namespace mergus::tests
