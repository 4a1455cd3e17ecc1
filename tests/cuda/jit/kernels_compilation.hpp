/// \file kernels_compilation.hpp
/// Compiles the kernels that calls on the recording plugin request with NVRTC, in a thread of its own.
#pragma once

#include "compiler/kernel_entries.hpp"
#include "compiler/kernel_text.hpp"
#include "compiler/nvrtc.hpp"
#include "recording_driver.hpp"

#include <doctest/doctest.h>

#include <dlfcn.h>

#include <algorithm>
#include <condition_variable>
#include <cstddef>
#include <deque>
#include <mutex>
#include <string>
#include <string_view>
#include <thread>
#include <utility>
#include <vector>

namespace mergus::cuda::testing {

/// The kernels that were requested since the last call of this function.
inline std::vector<KernelSource> new_kernels() {
    static const auto recorded = [] {
        void* const plugin = dlopen(MERGUS_TEST_RECORDING_PLUGIN, RTLD_NOW);
        REQUIRE(plugin != nullptr);
        const auto function =
            reinterpret_cast<decltype(&mergus_recorded_kernels)>(dlsym(plugin, "mergus_recorded_kernels"));
        REQUIRE(bool(function != nullptr));
        return function();
    }();
    static std::size_t seen = 0;
    std::vector<KernelSource> list(recorded->begin() + static_cast<std::ptrdiff_t>(seen), recorded->end());
    seen = recorded->size();
    return list;
}

/// Compiles kernels to PTX almost without optimisation, and some of them for sm_90 or sm_75 as calls do, in
/// a thread of its own: such PTX takes a sixth of the time (45 ms instead of 250), and a text that has PTX
/// seldom has no machine code. The archive of kernels has machine code of each of its kernels.
class Compilation {
public:
    Compilation() : worker_([this] { work(); }) { static_cast<void>(new_kernels()); }
    Compilation(const Compilation&) = delete;
    Compilation& operator=(const Compilation&) = delete;
    ~Compilation() {
        if (worker_.joinable()) finish();
    }

    /// Adds the kernels that were requested since the last call.
    void add() {
        for (KernelSource& source : new_kernels()) {
            const std::lock_guard guard(lock_);
            waiting_.push_back(std::move(source));
            changed_.notify_one();
        }
    }

    /// Waits, and says what went wrong. \return how many texts of kernels there were.
    std::size_t finish() {
        {
            const std::lock_guard guard(lock_);
            done_ = true;
            changed_.notify_one();
        }
        if (worker_.joinable()) worker_.join();
        CHECK_MESSAGE(failures_.empty(), failures_);
        failures_.clear();
        MESSAGE(kernels_ << " kernels");
        return kernels_;
    }

private:
    void work() {
        for (;;) {
            KernelSource source;
            {
                std::unique_lock guard(lock_);
                changed_.wait(guard, [this] { return done_ || !waiting_.empty(); });
                if (waiting_.empty()) return;
                source = std::move(waiting_.front());
                waiting_.pop_front();
            }
            compile(source, "compute_90");
            if (kernels_ % 16 == 0) compile(source, kernels_ % 32 == 0 ? "sm_90" : "sm_75");
            ++kernels_;
        }
    }

    void compile(const KernelSource& source, const char* target) {
        const Nvrtc& nvrtc = Nvrtc::instance();
        const bool only_ptx = std::string_view(target).starts_with("compute_");
        std::string wrong;
        try {
            const std::string image = nvrtc.compile(source, Nvrtc::full_text(source), target, only_ptx);
            for (const std::string& entry : entries_of(source))
                if (image.find(entry) == image.npos) wrong = "the image has no " + entry;
        } catch (const Error& error) {
            wrong = error.what();
        }
        if (wrong.empty() || failures_.size() > 20000) return;
        // Each text begins with the operators; then come the bindings, which tell one call from another.
        const std::size_t operators = cuda::kernel_text("operators.hpp").size();
        failures_ += wrong + "\n---- bindings\n" +
                     source.text.substr(std::min(operators, source.text.size()), 2000) + "…\n";
    }

    std::mutex lock_;
    std::condition_variable changed_;
    std::deque<KernelSource> waiting_;
    bool done_ = false;
    std::string failures_;    ///< the worker's until it is joined
    std::size_t kernels_ = 0; ///< likewise
    std::thread worker_;
};

} // namespace mergus::cuda::testing
