/// \file module.cpp
/// The module mergus._core: the library with types known at run time, as thin functions. What users call is
/// Python (mergus/*.py), which chooses operators by dtype, keeps arrays alive and documents the calls.
///
/// Addresses cross this boundary as integers, because the same functions take memory of NumPy and of a
/// device.
#include "core.hpp"

NB_MODULE(_core, module) {
    using namespace mergus::python;
    // The default context lives until the process ends, and with it what refers to it.
    nanobind::set_leak_warnings(false);
    module.attr("version") = mergus::version();
    add_errors(module);
    add_types(module);
    add_contexts(module);
    add_operators(module);
    add_definitions(module);
    add_objects(module);
    add_arrays(module);
    add_device_csr(module);
    add_operations(module);
    add_regions(module);
    add_rows(module);
    add_algorithms(module);
    add_files(module);
    add_graphs(module);
}
