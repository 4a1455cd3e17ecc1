/// \file calls.cpp
/// The calls of every_call.hpp without their types.
#include "every_call.hpp"
#include "probe.hpp"

namespace mergus::tests {

namespace {

template <class T>
constexpr Role role_of() {
#define MERGUS_ROLE(Kind, role)                                                                              \
    if constexpr (std::is_same_v<std::remove_const_t<T>, GrB_##Kind>) return Role::role;                     \
    if constexpr (std::is_same_v<T, GrB_##Kind*>) return Role::handle_address;
    MERGUS_ROLE(Type, type)
    MERGUS_ROLE(UnaryOp, unary_op)
    MERGUS_ROLE(BinaryOp, binary_op)
    MERGUS_ROLE(IndexUnaryOp, index_unary_op)
    MERGUS_ROLE(Monoid, monoid)
    MERGUS_ROLE(Semiring, semiring)
    MERGUS_ROLE(Descriptor, descriptor)
    MERGUS_ROLE(Scalar, scalar)
    MERGUS_ROLE(Vector, vector)
    MERGUS_ROLE(Matrix, matrix)
    MERGUS_ROLE(Global, global)
#undef MERGUS_ROLE
    if constexpr (std::is_same_v<T, GrB_Index>) return Role::index;
    if constexpr (std::is_same_v<T, const GrB_Index*>) return Role::index_list;
    if constexpr (std::is_same_v<T, GrB_Index*>) return Role::index_room;
    if constexpr (std::is_enum_v<T>) return Role::enumeration;
    if constexpr (std::is_pointer_v<T>) return Role::pointer;
    return Role::value;
}

/// The function that frees an object behind an address, as Argument::release; of other types null.
template <class T>
constexpr auto release_of() -> void (*)(void*) {
#define MERGUS_RELEASE(F, Kind)                                                                              \
    if constexpr (std::is_same_v<T, GrB_##Kind*>)                                                            \
        return [](void* address) { OK(GrB_##Kind##_free(static_cast<GrB_##Kind*>(address))); };
    GB_OBJECTS(MERGUS_RELEASE, )
#undef MERGUS_RELEASE
    return nullptr;
}

} // namespace

void for_every_call(const std::function<void(Fixture&, GrB_Info, const Call&)>& use) {
    every_call([&]<class... A>(Fixture& fixture, GrB_Info expected, Function<A...> function,
                               std::type_identity_t<A>... arguments) {
        const Call call{function.name,
                        {{role_of<A>(), &arguments, sizeof arguments, release_of<A>()}...},
                        [&] { return function.call(arguments...); }};
        use(fixture, expected, call);
    });
}

} // namespace mergus::tests
