/// \file wait.cpp
/// GrB_wait. Calls are complete when they return, except the work of a device and collected element updates.
#include "views.hpp"

using namespace mergus::grb;

namespace {

void check_mode(GrB_WaitMode mode) {
    if (mode != GrB_COMPLETE && mode != GrB_MATERIALIZE) fail(GrB_INVALID_VALUE, "the wait mode is unknown");
}

/// Applies collected element updates. With GrB_MATERIALIZE errors of the device are reported too.
void finish(const mergus::AnyObject& object, GrB_WaitMode mode) {
    static_cast<void>(object.bytes()); // of the object in the backend, with all updates
    if (mode == GrB_MATERIALIZE) object.context().wait();
}

} // namespace

#define MERGUS_WAIT(Kind)                                                                                    \
    GrB_Info GrB_##Kind##_wait(GrB_##Kind object, GrB_WaitMode mode) {                                       \
        return call(output_of(object), __func__, [&] {                                                       \
            live(object, "the object");                                                                      \
            check_mode(mode);                                                                                \
        });                                                                                                  \
    }
MERGUS_WAIT(Type)
MERGUS_WAIT(UnaryOp)
MERGUS_WAIT(BinaryOp)
MERGUS_WAIT(IndexUnaryOp)
MERGUS_WAIT(Monoid)
MERGUS_WAIT(Semiring)
MERGUS_WAIT(Descriptor)
MERGUS_WAIT(Scalar)

GrB_Info GrB_Vector_wait(GrB_Vector object, GrB_WaitMode mode) {
    return call(output_of(object), __func__, [&] {
        View vector(object, "the vector");
        check_mode(mode);
        finish(vector.get(), mode);
    });
}

GrB_Info GrB_Matrix_wait(GrB_Matrix object, GrB_WaitMode mode) {
    return call(output_of(object), __func__, [&] {
        View matrix(object, "the matrix");
        check_mode(mode);
        finish(matrix.get(), mode);
    });
}
