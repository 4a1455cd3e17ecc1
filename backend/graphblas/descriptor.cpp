/// \file descriptor.cpp
/// Descriptors: flags of the C++ front end.
#include "fields.hpp"

using namespace mergus::grb;

GrB_Info GrB_Descriptor_new(GrB_Descriptor* descriptor) {
    return construct(descriptor, __func__, [&] { make(descriptor); });
}

namespace mergus::grb {

namespace {

/// The flags of a field that a value sets, among those that the field has.
struct Setting {
    Descriptor field;
    Descriptor set;
};

Setting setting(GrB_Desc_Field field, GrB_Desc_Value value) {
    const auto refuse = [] { fail(GrB_INVALID_VALUE, "the field does not have that value"); };
    const Descriptor none{};
    switch (field) {
    case GrB_OUTP:
        if (value != GrB_DEFAULT && value != GrB_REPLACE) refuse();
        return {DESC_R, value == GrB_REPLACE ? DESC_R : none};
    case GrB_MASK:
        // The values add up: a descriptor that says GrB_COMP and then GrB_STRUCTURE has both.
        if (value == GrB_DEFAULT) return {DESC_SC, none};
        if (value == GrB_COMP) return {none, DESC_C};
        if (value == GrB_STRUCTURE) return {none, DESC_S};
        if (value != GrB_COMP_STRUCTURE) refuse();
        return {none, DESC_SC};
    case GrB_INP0:
        if (value != GrB_DEFAULT && value != GrB_TRAN) refuse();
        return {DESC_T0, value == GrB_TRAN ? DESC_T0 : none};
    case GrB_INP1:
        if (value != GrB_DEFAULT && value != GrB_TRAN) refuse();
        return {DESC_T1, value == GrB_TRAN ? DESC_T1 : none};
    case GxB_AxB_METHOD:
    case GxB_SORT:
    case GxB_COMPRESSION:
    case GxB_IMPORT:
        return {none, none}; // hints
    }
    fail(GrB_INVALID_VALUE, "the field is unknown");
}

} // namespace

void set_field(mergus_grb_descriptor& descriptor, GrB_Desc_Field field, GrB_Desc_Value value) {
    if (descriptor.predefined) fail(GrB_INVALID_VALUE, "a predefined descriptor cannot be changed");
    const Setting flags = setting(field, value);
    descriptor.value = {(descriptor.value.bits & ~flags.field.bits) | flags.set.bits};
}

} // namespace mergus::grb

GrB_Info GrB_Descriptor_set(GrB_Descriptor descriptor, GrB_Desc_Field field, GrB_Desc_Value value) {
    return call(output_of(descriptor), __func__,
                [&] { set_field(live(descriptor, "descriptor"), field, value); });
}
