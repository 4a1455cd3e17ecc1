/// \file call.cpp
/// Descriptors, and the choice of the call.
#include "call.hpp"

#include <cstdint>
#include <string>

namespace mergus::tests {

namespace {

GrB_Descriptor predefined_descriptor(std::uint32_t bits) {
#define MERGUS_DESCRIPTOR_ROW(object, flags)                                                                 \
    if (bits == (flags)) return object;
    GB_DESCRIPTORS(MERGUS_DESCRIPTOR_ROW)
    return nullptr;
}

} // namespace

void Door::set_descriptor() {
    const Descriptor flags = call.descriptor;
    if (choice.of(2) == 0) {
        descriptor_ = predefined_descriptor(flags.bits);
        return;
    }
    check(GrB_Descriptor_new(own_.put()));
    descriptor_ = own_;
    const auto set = [&](Descriptor flag, GrB_Desc_Field field, GrB_Desc_Value value) {
        if (flags.has(flag)) check(GrB_Descriptor_set(descriptor_, field, value));
    };
    set(DESC_R, GrB_OUTP, GrB_REPLACE);
    set(DESC_S, GrB_MASK, GrB_STRUCTURE);
    set(DESC_C, GrB_MASK, GrB_COMP);
    set(DESC_T0, GrB_INP0, GrB_TRAN);
    set(DESC_T1, GrB_INP1, GrB_TRAN);
}

GrB_Descriptor Door::turned() {
    return predefined_descriptor(call.descriptor.bits ^ DESC_T0.bits);
}

void call_c_api(const conformance::BackendCall& call) {
    static const DoorCalls calls = [] {
        DoorCalls all;
        add_matrix_calls(all);
        add_vector_calls(all);
        add_object_calls(all);
        return all;
    }();
    const auto known = calls.find(call.instance.words.operation->name);
    if (known == calls.end()) inexpressible(std::string(call.instance.words.operation->name));
    Door door(call);
    known->second(door);
    const auto& operation = *call.instance.words.operation;
    if (!call.instance.has(conformance::role_C)) return;
    if (contains(operation.vectors, conformance::role_C))
        pass_through_copy(door.w(), door.choice);
    else
        pass_through_copy(door.C(), door.choice);
}

} // namespace mergus::tests
