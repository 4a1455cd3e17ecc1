/// \file files.cpp
/// Matrices from files and generators, and into files.
#include "core.hpp"

#include <mergus/generate.hpp>
#include <mergus/io.hpp>
#include <mergus/read.hpp>

namespace mergus::python {

namespace {

/// Reports of a reader; Ctrl-C ends it.
Progress checks_signals() {
    return [](std::uint64_t, std::uint64_t) {
        const nb::gil_scoped_acquire locked;
        if (PyErr_CheckSignals() != 0) throw nb::python_error();
    };
}

std::optional<Duplicates> duplicates_of(const std::optional<std::string>& name) {
    if (!name) return std::nullopt;
    if (*name == "fail") return Duplicates::fail;
    if (*name == "last") return Duplicates::keep_one;
    throw Error(Code::invalid_value, "duplicates: '" + *name + "' is none of 'fail' and 'last'");
}

/// The operator that combines duplicates on bool, int64, fp64 and fc64, in this order; null where it is not
/// defined.
using Combine = std::optional<std::vector<const Operator*>>;

/// The one for the values of a file, which are known when it has been read.
BinaryOp operator_for(const std::vector<const Operator*>& by_field, Field field) {
    const auto place = static_cast<std::size_t>(field);
    if (place >= by_field.size() || by_field[place] == nullptr)
        throw Error(Code::domain_mismatch, "read: the operator dup is not defined on the values of the file");
    return by_field[place]->binary();
}

} // namespace

void add_files(nb::module_& module) {
    module.def(
        "read",
        [](const ContextHandle& context, const std::string& file, const mergus_type* type, const Combine& dup,
           const std::optional<std::string>& duplicates, std::uint64_t vertices) {
            FileOptions options;
            options.duplicates = dup ? Duplicates::keep_all : duplicates_of(duplicates);
            options.progress = checks_signals();
            options.vertices = vertices;
            const Context& home = context.get();
            const nb::gil_scoped_release unlocked;
            const Tuples tuples = read_file(file, options);
            const BinaryOp combine = dup ? operator_for(*dup, tuples.field) : no_accum;
            return new Object(type == nullptr ? AnyMatrix::from_tuples(home, tuples, combine)
                                              : AnyMatrix::from_tuples(home, tuples, type, combine));
        },
        nb::arg("context"), nb::arg("file"), nb::arg("type").none(), nb::arg("dup").none(),
        nb::arg("duplicates").none(), nb::arg("vertices"), nb::rv_policy::take_ownership);
    module.def("write", [](const Object& A, const std::string& file, bool edge_list) {
        const AnyMatrix& matrix = A.matrix();
        const nb::gil_scoped_release unlocked;
        const Tuples tuples = matrix.to_tuples();
        edge_list ? write_edge_list(file, tuples) : write_matrix_market(file, tuples);
    });
    module.def(
        "generate",
        [](const ContextHandle& context, const std::string& spec, const mergus_type* type) {
            const Context& home = context.get();
            const nb::gil_scoped_release unlocked;
            const Csr csr = generate::from_spec(spec);
            return new Object(type == nullptr ? AnyMatrix::from_csr(home, csr)
                                              : AnyMatrix::from_csr(home, csr, type));
        },
        nb::arg("context"), nb::arg("spec"), nb::arg("type").none(), nb::rv_policy::take_ownership);
    module.def("generators", &generate::spec_help);
}

} // namespace mergus::python
