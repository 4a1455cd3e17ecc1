/// \file operations.cpp
/// Products, element-wise operations, apply, select, reduce, transpose, kronecker, and plans of products.
#include "write.hpp"

#include <mergus/mxm_plan.hpp>

#include <chrono>

namespace mergus::python {

namespace {

namespace call = detail::call;
using Output = detail::Output;

/// A plan, and its result as an object that keeps the plan alive.
class Plan {
public:
    explicit Plan(MxmPlan&& plan) : plan_(std::move(plan)) {}
    void run(const Object& A, const Object& B) const {
        const auto& plan = plan_.get("the plan");
        const nb::gil_scoped_release unlocked;
        plan->run(A.matrix(), B.matrix());
    }
    [[nodiscard]] Object* result() const {
        const auto& plan = plan_.get("the plan");
        // The object refuses to be written.
        return new Object(std::shared_ptr<AnyMatrix>(plan, const_cast<AnyMatrix*>(&plan->result())),
                          "the result of a plan is written by the plan alone; copy it");
    }

private:
    Owned<MxmPlan> plan_;
};

Object* product(const char kind, const AnySemiring& semiring, const Object& A, const Object& B,
                const Object* out, const mergus_type* type, const Object* mask, const Operator* accum,
                std::uint32_t flags) {
    return write({out, type, kind != 'm'}, Write(mask, accum, flags), [&](const Output& C) {
        if (kind == 'm')
            call::mxm(C, semiring, A.matrix(), B.matrix());
        else if (kind == 'v')
            call::mxv(C, semiring, A.matrix(), B.vector());
        else
            call::vxm(C, semiring, A.vector(), B.matrix());
    });
}

/// Seconds of one call of mxm into a new matrix, the mean of `count` calls without Python: for measurements
/// of what Python adds.
double product_seconds(const AnySemiring& semiring, const Object& A, const Object& B, unsigned count) {
    const AnyMatrix &a = A.matrix(), &b = B.matrix();
    const Write options(nullptr, nullptr, 0);
    const nb::gil_scoped_release unlocked;
    const auto begin = std::chrono::steady_clock::now();
    for (unsigned n = 0; n < count; ++n) {
        AnyMatrix C;
        call::mxm(Output(C, options, nullptr), semiring, a, b);
    }
    return std::chrono::duration<double>(std::chrono::steady_clock::now() - begin).count() / count;
}

/// x and y: the scalar on either side, or None. An operator that reads indices takes its scalar as y.
Object* apply(const Operator& op, const Object& A, nb::handle x, nb::handle y, const Object* out,
              const mergus_type* type, const Object* mask, const Operator* accum, std::uint32_t flags) {
    const Target target{out, type, A.is_vector()};
    const Write options(mask, accum, flags);
    if (!x.is_none()) {
        const Scalar first = scalar_of(x);
        return write(target, options,
                     [&](const Output& C) { call::apply_first(C, op.binary(), first, A.any()); });
    }
    if (!y.is_none()) {
        const Scalar second = scalar_of(y);
        return write(target, options, [&](const Output& C) {
            if (op.is_index_unary())
                call::apply_index(C, op.as<IndexUnaryOp>(""), A.any(), second);
            else
                call::apply_second(C, op.binary(), A.any(), second);
        });
    }
    const auto& unary = op.as<UnaryOp>("a unary operator is needed, or a scalar for a binary one");
    return write(target, options, [&](const Output& C) { call::apply_unary(C, unary, A.any()); });
}

nb::object reduce_all(const AnyMonoid& monoid, const Object& A, const mergus_type& type) {
    std::vector<std::max_align_t> value = room_for(type);
    {
        const nb::gil_scoped_release unlocked;
        reduce(value.data(), &type, no_accum, monoid, A.any());
    }
    return python_value(type, value.data());
}

} // namespace

// The arguments that all operations end with.
#define MERGUS_WRITE_ARGS                                                                                    \
    nb::arg("out").none(), nb::arg("type").none(), nb::arg("mask").none(), nb::arg("accum").none(),          \
        nb::arg("flags"), nb::rv_policy::take_ownership
#define MERGUS_WRITE_PARAMETERS                                                                              \
    const Object *out, const mergus_type *type, const Object *mask, const Operator *accum, std::uint32_t flags

void add_operations(nb::module_& module) {
    module.def("product", &product, nb::arg("kind"), nb::arg("semiring"), nb::arg("A"), nb::arg("B"),
               MERGUS_WRITE_ARGS);
    module.def("product_seconds", &product_seconds);
    module.def("apply", &apply, nb::arg("op"), nb::arg("A"), nb::arg("x").none(), nb::arg("y").none(),
               MERGUS_WRITE_ARGS);
    module.def(
        "ewise_add",
        [](const Operator& op, const Object& A, const Object& B, MERGUS_WRITE_PARAMETERS) {
            return write({out, type, A.is_vector()}, Write(mask, accum, flags),
                         [&](const Output& C) { call::ewise_add(C, op.binary(), A.any(), B.any()); });
        },
        nb::arg("op"), nb::arg("A"), nb::arg("B"), MERGUS_WRITE_ARGS);
    module.def(
        "ewise_mult",
        [](const Operator& op, const Object& A, const Object& B, MERGUS_WRITE_PARAMETERS) {
            return write({out, type, A.is_vector()}, Write(mask, accum, flags),
                         [&](const Output& C) { call::ewise_mult(C, op.binary(), A.any(), B.any()); });
        },
        nb::arg("op"), nb::arg("A"), nb::arg("B"), MERGUS_WRITE_ARGS);
    module.def(
        "ewise_union",
        [](const Operator& op, const Object& A, nb::handle alpha, const Object& B, nb::handle beta,
           MERGUS_WRITE_PARAMETERS) {
            const Scalar for_a = scalar_of(alpha), for_b = scalar_of(beta);
            return write({out, type, A.is_vector()}, Write(mask, accum, flags), [&](const Output& C) {
                call::ewise_union(C, op.binary(), A.any(), for_a, B.any(), for_b);
            });
        },
        nb::arg("op"), nb::arg("A"), nb::arg("alpha"), nb::arg("B"), nb::arg("beta"), MERGUS_WRITE_ARGS);
    module.def(
        "select",
        [](const Operator& op, const Object& A, nb::handle y, MERGUS_WRITE_PARAMETERS) {
            const Scalar scalar = scalar_of(y);
            const auto& test =
                op.as<IndexUnaryOp>("select needs an index unary operator, such as tril or valuegt");
            return write({out, type, A.is_vector()}, Write(mask, accum, flags),
                         [&](const Output& C) { call::select(C, test, A.any(), scalar); });
        },
        nb::arg("op"), nb::arg("A"), nb::arg("y"), MERGUS_WRITE_ARGS);
    module.def(
        "transpose",
        [](const Object& A, MERGUS_WRITE_PARAMETERS) {
            return write({out, type, false}, Write(mask, accum, flags),
                         [&](const Output& C) { call::transpose(C, A.matrix()); });
        },
        nb::arg("A"), MERGUS_WRITE_ARGS);
    module.def(
        "kronecker",
        [](const Operator& op, const Object& A, const Object& B, MERGUS_WRITE_PARAMETERS) {
            return write({out, type, false}, Write(mask, accum, flags),
                         [&](const Output& C) { call::kronecker(C, op.binary(), A.matrix(), B.matrix()); });
        },
        nb::arg("op"), nb::arg("A"), nb::arg("B"), MERGUS_WRITE_ARGS);
    module.def(
        "reduce_lines",
        [](bool columns, const AnyMonoid& monoid, const Object& A, MERGUS_WRITE_PARAMETERS) {
            return write({out, type, true}, Write(mask, accum, flags), [&](const Output& w) {
                columns ? call::reduce_columns(w, monoid, A.matrix())
                        : call::reduce_rows(w, monoid, A.matrix());
            });
        },
        nb::arg("columns"), nb::arg("monoid"), nb::arg("A"), MERGUS_WRITE_ARGS);
    module.def("reduce_all", &reduce_all);

    nb::class_<Plan>(module, "MxmPlan")
        .def("run", &Plan::run)
        .def("result", &Plan::result, nb::rv_policy::take_ownership);
    module.def(
        "mxm_plan",
        [](const AnySemiring& semiring, const Object& A, const Object& B, const Object* mask,
           std::uint32_t flags) {
            const Write options(mask, nullptr, flags);
            const nb::gil_scoped_release unlocked;
            return new Plan(mxm_plan(semiring, A.matrix(), B.matrix(),
                                     {.mask = options.mask,
                                      .transpose_a = options.transpose_a,
                                      .transpose_b = options.transpose_b}));
        },
        nb::arg("semiring"), nb::arg("A"), nb::arg("B"), nb::arg("mask").none(), nb::arg("flags"),
        nb::rv_policy::take_ownership);
    module.def("set_values", [](const Object& A, std::uintptr_t values, std::uint64_t count,
                                const mergus_type& type, bool on_device, std::uintptr_t stream) {
        (void)A.output();
        const nb::gil_scoped_release unlocked;
        set_values(A.matrix(), pointer(values), count, &type, on_device ? Memory::device : Memory::host,
                   pointer(stream));
    });
}

} // namespace mergus::python
