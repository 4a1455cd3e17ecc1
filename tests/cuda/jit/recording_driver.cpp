/// \file recording_driver.cpp
/// The emulated device, which also writes down every kernel that the backend asks for: linked instead of the
/// emulation itself into the plugin "cuda-recording", from which test_kernels_compile.cpp takes the list.
#include "recording_driver.hpp"

#include "device/driver.hpp"

#include <set>

namespace mergus::cuda {

/// device_emulated.cpp's open_driver(), which the plugin compiles under this name.
std::unique_ptr<Driver> open_emulated_driver(const DeviceOptions& options);

namespace {

std::vector<KernelSource>& list() {
    static std::vector<KernelSource> sources;
    return sources;
}

void record(const KernelSource& source) {
    static std::set<std::string> seen;
    std::string all = (source.fmad ? "fmad " : "") + std::to_string(source.standard);
    for (const auto& [name, value] : source.defines) all += " -D" + name + "=" + value;
    if (seen.insert(all + "\n" + source.text).second) list().push_back(source);
}

/// Everything is the emulation's.
class RecordingDriver final : public Driver {
public:
    explicit RecordingDriver(std::unique_ptr<Driver> emulated) : inner_(std::move(emulated)) {}

    std::string full_text(const KernelSource& source) override { // is asked for whatever the caches hold
        record(source);
        return inner_->full_text(source);
    }

    Properties properties() const override { return inner_->properties(); }
    std::size_t free_memory() override { return inner_->free_memory(); }
    void* stream() const noexcept override { return inner_->stream(); }
    const std::string& lost_reason() const noexcept override { return inner_->lost_reason(); }
    void* allocate(std::size_t bytes) override { return inner_->allocate(bytes); }
    void* allocate_persistent(std::size_t bytes) override { return inner_->allocate_persistent(bytes); }
    void release(void* pointer, std::size_t bytes) noexcept override { inner_->release(pointer, bytes); }
    void copy_to_host(void* to, const void* from, std::size_t bytes) override {
        inner_->copy_to_host(to, from, bytes);
    }
    void copy(void* to, const void* from, std::size_t bytes) override { inner_->copy(to, from, bytes); }
    std::byte* ring(std::size_t bytes) override { return inner_->ring(bytes); }
    void submit_copy(void* to, const void* from, std::size_t bytes, bool to_host) override {
        inner_->submit_copy(to, from, bytes, to_host);
    }
    void mark_copies(unsigned slot) override { inner_->mark_copies(slot); }
    bool copied(unsigned slot) override { return inner_->copied(slot); }
    bool reaches(const void* pointer) override { return inner_->reaches(pointer); }
    bool pageable(const void* pointer) override { return inner_->pageable(pointer); }
    bool reads_late(const void* from) override { return inner_->reads_late(from); }
    void fill(void* to, unsigned char byte, std::size_t bytes) override { inner_->fill(to, byte, bytes); }
    void synchronize() override { inner_->synchronize(); }
    bool idle() override { return inner_->idle(); }
    std::uint64_t* posted_words() noexcept override { return inner_->posted_words(); }
    bool capturing() noexcept override { return inner_->capturing(); }
    void follow(void* stream) override { inner_->follow(stream); }
    void precede(void* stream) override { inner_->precede(stream); }
    std::string compiler_id() override { return inner_->compiler_id(); }
    std::string target() override { return inner_->target(); }
    std::string compile(const KernelSource& source, const std::string& text) override {
        return inner_->compile(source, text);
    }
    std::unique_ptr<Kernel> load(const KernelSource& source, const std::string& image) override {
        return inner_->load(source, image);
    }
    void launch(const Kernel& kernel, Dim3 grid, Dim3 block, std::size_t shared, const void* const* args,
                const std::size_t* sizes, std::size_t count, Start start) override {
        inner_->launch(kernel, grid, block, shared, args, sizes, count, start);
    }
    int blocks_per_sm(const Kernel& kernel, std::uint32_t threads, std::size_t shared) override {
        return inner_->blocks_per_sm(kernel, threads, shared);
    }
    void exclusive_scan(Temporary& t, Word word, const void* in, void* out, std::size_t n) override {
        inner_->exclusive_scan(t, word, in, out, n);
    }
    void sort_pairs(Temporary& t, Word key, Word value, void* keys[2], void* values[2], std::size_t n,
                    int begin_bit, int end_bit) override {
        inner_->sort_pairs(t, key, value, keys, values, n, begin_bit, end_bit);
    }
    void reduce(Temporary& t, Word word, bool maximum, const void* in, std::uint64_t* out,
                std::size_t n) override {
        inner_->reduce(t, word, maximum, in, out, n);
    }
    void select_flagged(Temporary& t, Word word, const std::uint8_t* flags, void* indices,
                        std::uint64_t* count, std::size_t n) override {
        inner_->select_flagged(t, word, flags, indices, count, n);
    }

private:
    std::unique_ptr<Driver> inner_;
};

} // namespace

std::unique_ptr<Driver> open_driver(const DeviceOptions& options) {
    return std::make_unique<RecordingDriver>(open_emulated_driver(options));
}

} // namespace mergus::cuda

extern "C" __attribute__((visibility("default"))) const std::vector<mergus::cuda::KernelSource>*
mergus_recorded_kernels() {
    return &mergus::cuda::list();
}
