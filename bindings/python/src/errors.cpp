/// \file errors.cpp
/// Errors of the library as Python exceptions: one class for each code, which Python defines (_errors.py).
#include "core.hpp"

#include <pthread.h>
#include <unistd.h>

#include <atomic>

namespace mergus::python {

namespace {

std::atomic<unsigned> generation{0};
const pid_t loaded_by = getpid();

/// {code: class}. Never freed: errors may occur while the interpreter ends.
PyObject* classes = nullptr;

void raise(const Error& error) noexcept {
    PyObject* found = nullptr;
    if (classes != nullptr) {
        if (PyObject* code = PyLong_FromLong(static_cast<int>(error.code()))) {
            found = PyDict_GetItemWithError(classes, code);
            Py_DECREF(code);
        }
    }
    PyErr_SetString(found != nullptr ? found : PyExc_RuntimeError, error.what());
}

} // namespace

unsigned fork_generation() noexcept {
    return generation.load(std::memory_order_relaxed);
}

void release_reference(void* object) {
    if (Py_IsInitialized() == 0) return; // the memory ends with the process
    const nb::gil_scoped_acquire locked;
    Py_DECREF(static_cast<PyObject*>(object));
}

void used_after_fork(const char* what) {
    throw Error(
        Code::invalid_object,
        std::string(what) + " belongs to the process that made it, and this process (" +
            std::to_string(getpid()) + ") was forked from process " + std::to_string(loaded_by) +
            ": make a new context and new objects here (pickle copies objects), or start processes with "
            "multiprocessing's method 'spawn'");
}

void add_errors(nb::module_& module) {
    pthread_atfork(nullptr, nullptr, [] { generation.fetch_add(1, std::memory_order_relaxed); });
    nb::register_exception_translator([](const std::exception_ptr& thrown, void*) {
        try {
            std::rethrow_exception(thrown);
        } catch (const Error& error) {
            raise(error);
        }
    });
    module.def("set_error_classes", [](nb::dict by_code) { classes = by_code.release().ptr(); });
    module.def("error_codes", [] {
        nb::dict codes;
        for (const int code : {-1,   -2,   -3,   -4,    -5,    -6,    -7,    -8,    -101,  -102, -103,
                               -104, -105, -106, -1000, -1001, -1002, -1003, -1004, -1005, -1006}) {
            const std::string_view name = code_name(static_cast<Code>(code));
            codes[nb::str(name.data(), name.size())] = code;
        }
        return codes;
    });
    module.def("fork_generation", &fork_generation);
}

} // namespace mergus::python
