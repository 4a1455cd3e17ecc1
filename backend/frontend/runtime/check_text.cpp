/// \file check_text.cpp
/// Compiles the texts of macros separately from the program.
#include <mergus/runtime.hpp>

#include "host_compiler.hpp"

#include <mergus/error.hpp>

#include <fmt/format.h>

#include <string>
#include <string_view>

namespace mergus {

namespace core {
std::string_view runtime_text(std::string_view name);
}

namespace {

/// Operators from strings were already compiled.
void check_op(const mergus_op* op) {
    if (op == nullptr) throw Error(Code::null_pointer, "check_text: the operator is empty");
    if (op->callable == nullptr)
        throw Error(Code::compile_error,
                    fmt::format("operator '{}' is a function of the host, without a text", op->name));
    if (op->code != MERGUS_OP_USER || op->convention != MERGUS_CALL_VALUES) return;
    std::string text = fmt::format("#line 1 \"device_names.h\"\n{}\n", core::runtime_text("device_names.h"));
    std::string known;
    for (const mergus_type* type : {op->x_type, op->y_type, op->z_type}) {
        if (type == nullptr || type->definition == nullptr) continue;
        const std::string definition = fmt::format("#line 1 \"type {}\"\n{}\n", type->name, type->definition);
        if (known.find(definition) == known.npos) known += definition;
    }
    text += known;
    text += fmt::format("namespace mergus_op {{\n#line 1 \"definition of {}\"\n{}\n}}\n", op->name, op->text);
    static_cast<void>(core::load_text(
        fmt::format("the definition of '{}', without the program around it,", op->name), text));
}

} // namespace

void check_text(const UnaryOp& op) {
    check_op(op.get());
}
void check_text(const BinaryOp& op) {
    check_op(op.get());
}
void check_text(const IndexUnaryOp& op) {
    check_op(op.get());
}
void check_text(const AnyMonoid& monoid) {
    if (monoid.get() == nullptr) throw Error(Code::null_pointer, "check_text: the monoid is empty");
    check_op(monoid.get()->op);
}
void check_text(const AnySemiring& semiring) {
    if (semiring.get() == nullptr) throw Error(Code::null_pointer, "check_text: the semiring is empty");
    check_op(semiring.get()->add->op);
    check_op(semiring.get()->mul);
}

} // namespace mergus
