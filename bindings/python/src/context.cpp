/// \file context.cpp
/// Contexts, backends, and the scopes of a thread: reports of calls, and deterministic calls.
#include "core.hpp"

#include <mergus/call_scopes.hpp>

#include <atomic>

namespace mergus::python {

namespace {

nb::dict as_dict(const Explanation& call) {
    const auto text = [](std::string_view value) { return nb::str(value.data(), value.size()); };
    nb::dict record;
    record["operation"] = text(call.operation);
    record["backend"] = text(call.backend);
    record["output"] = text(call.output);
    record["inputs"] = text(call.inputs);
    record["algebra"] = text(call.algebra);
    record["mask"] = text(call.mask);
    record["accum"] = text(call.accum);
    record["method"] = text(call.method);
    record["reason"] = text(call.reason);
    record["bytes"] = call.bytes;
    record["work"] = call.work;
    record["seconds"] = call.seconds;
    record["compile_seconds"] = call.compile_seconds;
    record["fallback"] = call.fallback;
    record["fallback_reason"] = text(call.fallback_reason);
    record["text"] = text(to_string(call));
    return record;
}

/// A number of the calling thread. Those of std::thread::id are used again by later threads.
std::uint64_t this_thread() {
    static std::atomic<std::uint64_t> last = 0;
    thread_local const std::uint64_t number = ++last;
    return number;
}

/// A scope of the library that ends by close(), on the thread that began it.
template <class Scope>
class ThreadScope {
public:
    template <class... Arguments>
    explicit ThreadScope(Arguments&&... arguments)
        : scope_(std::make_unique<Scope>(std::forward<Arguments>(arguments)...)) {}
    ThreadScope(ThreadScope&&) = delete;
    ~ThreadScope() {
        // The thread that began it may have ended; its list of scopes must not be read from another one.
        if (scope_ != nullptr && thread_ != this_thread()) (void)scope_.release();
    }

    void close() {
        if (thread_ != this_thread())
            throw Error(Code::invalid_value, "a scope must end on the thread that began it");
        scope_.reset();
    }

private:
    std::unique_ptr<Scope> scope_;
    std::uint64_t thread_ = this_thread();
};

/// A reference to a Python object, which can be given back without the GIL; empty for None.
std::shared_ptr<const void> shared(nb::handle object) {
    if (object.is_none()) return nullptr;
    Py_INCREF(object.ptr());
    return {object.ptr(), &release_reference};
}

Context make_context(const std::string& backend, int device, unsigned threads, std::uintptr_t stream,
                     std::shared_ptr<const void> stream_owner, bool deterministic, bool cache_derived,
                     bool fallback_to_cpu) {
    ContextOptions options;
    options.backend = backend;
    options.device = device;
    options.threads = threads;
    options.stream = pointer(stream);
    options.stream_owner = std::move(stream_owner);
    options.deterministic = deterministic;
    options.cache_derived = cache_derived;
    options.fallback_to_cpu = fallback_to_cpu;
    const nb::gil_scoped_release unlocked;
    return Context(options);
}

nb::dict as_dict(const Counters& counters) {
    nb::dict record;
#define MERGUS_COUNTER(NAME) record[#NAME] = counters.NAME
    MERGUS_COUNTER(bytes_to_host);
    MERGUS_COUNTER(bytes_to_device);
    MERGUS_COUNTER(largest_copy_to_host);
    MERGUS_COUNTER(launches);
    MERGUS_COUNTER(synchronizations);
    MERGUS_COUNTER(allocated_bytes);
    MERGUS_COUNTER(high_water_bytes);
    MERGUS_COUNTER(compiled_kernels);
    MERGUS_COUNTER(cached_kernels);
    MERGUS_COUNTER(compile_seconds);
    MERGUS_COUNTER(precompiled_kernels);
    MERGUS_COUNTER(derived_bytes);
    MERGUS_COUNTER(fallbacks);
#undef MERGUS_COUNTER
    return record;
}

nb::dict as_dict(const BackendInfo& backend) {
    nb::list devices;
    for (const DeviceInfo& device : backend.devices) {
        nb::dict row;
        row["ordinal"] = device.ordinal;
        row["name"] = device.name;
        row["memory"] = device.memory;
        row["compute_capability"] = nb::make_tuple(device.compute_major, device.compute_minor);
        row["score"] = device.score;
        row["reason"] = device.reason;
        devices.append(row);
    }
    nb::dict record;
    record["name"] = backend.name;
    record["description"] = backend.description;
    record["file"] = backend.file.string();
    record["score"] = backend.score;
    record["reason"] = backend.reason;
    record["devices"] = devices;
    return record;
}

} // namespace

void add_contexts(nb::module_& module) {
    nb::class_<ContextHandle>(module, "Context")
        .def_prop_ro("backend", [](const ContextHandle& self) { return std::string(self.get().backend()); })
        .def_prop_ro("description",
                     [](const ContextHandle& self) { return std::string(self.get().description()); })
        .def_prop_ro("deterministic", [](const ContextHandle& self) { return self.get().deterministic(); })
        .def("wait",
             [](const ContextHandle& self) {
                 const Context& context = self.get();
                 const nb::gil_scoped_release unlocked;
                 context.wait();
             })
        .def("release_derived", [](const ContextHandle& self) { return self.get().release_derived(); })
        .def(
            "counters",
            [](const ContextHandle& self, bool reset) { return as_dict(self.get().counters(reset)); },
            nb::arg("reset_high_water"))
        .def("is_same",
             [](const ContextHandle& self, const ContextHandle& other) { return self.get() == other.get(); });
    module.def(
        "make_context",
        [](const std::string& backend, int device, unsigned threads, std::uintptr_t stream,
           nb::handle stream_owner, bool deterministic, bool cache_derived, bool fallback_to_cpu) {
            return new ContextHandle(make_context(backend, device, threads, stream, shared(stream_owner),
                                                  deterministic, cache_derived, fallback_to_cpu));
        },
        nb::arg("backend"), nb::arg("device"), nb::arg("threads"), nb::arg("stream"),
        nb::arg("stream_owner").none(), nb::arg("deterministic"), nb::arg("cache_derived"),
        nb::arg("fallback_to_cpu"));
    module.def("backend_names", &backend_names);
    module.def("backends", [] {
        std::vector<BackendInfo> found;
        {
            const nb::gil_scoped_release unlocked;
            found = backends();
        }
        nb::list records;
        for (const BackendInfo& backend : found) records.append(as_dict(backend));
        return records;
    });

    using Explain = ThreadScope<ExplainScope>;
    nb::class_<Explain>(module, "ExplainScope")
        .def("__init__",
             [](Explain* self, nb::callable report) {
                 // Shared, because the library copies its function, which must not count references without
                 // the GIL.
                 const std::shared_ptr<nb::callable> held(new nb::callable(std::move(report)),
                                                          [](nb::callable* object) {
                                                              const nb::gil_scoped_acquire locked;
                                                              delete object;
                                                          });
                 new (self) Explain([held](const Explanation& call) {
                     const nb::gil_scoped_acquire locked;
                     (*held)(as_dict(call));
                 });
             })
        .def("close", &Explain::close);
    using Deterministic = ThreadScope<DeterministicScope>;
    nb::class_<Deterministic>(module, "DeterministicScope")
        .def(nb::init<>())
        .def("close", &Deterministic::close);
}

} // namespace mergus::python
