/// \file call.hpp
/// The calls of the covering set through the C API.
#pragma once

#include "objects.hpp"

#include "conformance/instance.hpp"
#include "conformance/operation.hpp"

#include <cstdint>
#include <map>
#include <string_view>

namespace mergus::tests {

/// One call: its operands as handles, and the way in which it is written.
class Door {
public:
    explicit Door(const conformance::BackendCall& call)
        : call(call), choice(call.instance.words.seed), function(choice.of(4) == 0) {
        set_descriptor();
    }

    const conformance::BackendCall& call;
    Choice choice;
    bool function; ///< operators of a user are C functions

    GrB_Matrix C() { return operands_.matrix(call.C); }
    GrB_Matrix A() { return operands_.matrix(call.A); }
    GrB_Matrix B() { return operands_.matrix(call.B); }
    GrB_Vector w() { return operands_.vector(call.w); }
    GrB_Vector u() { return operands_.vector(call.u); }
    GrB_Vector v() { return operands_.vector(call.v); }
    GrB_Matrix M() { return operands_.matrix_mask(call.mask); }
    GrB_Vector m() { return operands_.vector_mask(call.mask); }
    GrB_BinaryOp accum() { return binary_handle(call.accum.get(), function); }
    GrB_BinaryOp binary() { return binary_handle(call.algebra.op, function); }
    GrB_UnaryOp unary() { return unary_handle(call.algebra.op, function); }
    GrB_IndexUnaryOp index_unary() { return index_unary_handle(call.algebra.op, function); }
    GrB_Monoid monoid() { return monoid_handle(call.algebra.monoid, function); }
    GrB_Descriptor descriptor() { return descriptor_; }
    /// The same with the first input transposed once more.
    GrB_Descriptor turned();

    /// Form::…(function, value) with the scalar of the call, or with a GrB_Scalar that has it.
    template <class Form, class Use>
    void with_scalar(const reference::Value& x, const mergus_type* wanted, Use use) {
        // A pointer to a user's value has the type that the operator wants; a GrB_Scalar has its own.
        if ((x.is_user() && x.type != wanted) || choice.of(3) == 0) {
            ScalarObject s;
            check(GrB_Scalar_new(s.put(), type_handle(x.type)));
            forms::GrB_Scalar_setElement_of::with_value(x.type, x.data(),
                                                        [&](auto set, auto value) { return set(s, value); });
            Form::with_object(s, use);
        } else {
            Form::with_value(x.type, x.data(), use);
        }
    }

    /// GrB_ALL or the list. An empty list is a pointer too.
    struct List {
        const GrB_Index* indices;
        GrB_Index count;
    };
    List rows() { return list(call.instance.layout.all_rows, call.instance.rows); }
    List cols() { return list(call.instance.layout.all_cols, call.instance.cols); }

private:
    static List list(bool all, const std::vector<std::uint64_t>& indices) {
        static const GrB_Index none = 0;
        if (all) return {GrB_ALL, 0};
        return {indices.empty() ? &none : indices.data(), indices.size()};
    }
    void set_descriptor();

    Operands operands_;
    DescriptorObject own_;
    GrB_Descriptor descriptor_ = nullptr;
};

using DoorCall = void (*)(Door& door);
using DoorCalls = std::map<std::string_view, DoorCall>;

/// The calls by the name of the operation.
void add_matrix_calls(DoorCalls& calls);
void add_vector_calls(DoorCalls& calls);
void add_object_calls(DoorCalls& calls);

/// Runs the call through the C API. \throws Error with the code of a call that failed; not_implemented for a
/// case that the C API cannot express
void call_c_api(const conformance::BackendCall& call);

} // namespace mergus::tests
