/// \file runtime.cpp
/// The functions of runtime.hpp. Their results own their strings and values, and keep references to their
/// parts.
#include <mergus/runtime.hpp>

#include "../objects/catalogue.hpp"
#include "../objects/matrix_state.hpp"
#include "../objects/values.hpp"
#include "definitions.hpp"
#include "host_compiler.hpp"

#include <mergus/error.hpp>

#include <fmt/format.h>

#include <cstring>
#include <memory>
#include <vector>

namespace mergus {

detail::Shared::~Shared() = default;
void detail::Shared::retain() const noexcept {
    references_.fetch_add(1, std::memory_order_relaxed);
}
void detail::Shared::release() const noexcept {
    if (references_.fetch_sub(1, std::memory_order_acq_rel) == 1) delete this;
}

namespace {

constexpr std::size_t max_type_size = 4096;

struct OwnedOp final : detail::Shared {
    core::Definition definition;
    mergus_op op{};
};

struct OwnedMonoid final : detail::Shared {
    BinaryOp origin; ///< `op` is a copy of it.
    mergus_op op{};
    std::vector<std::max_align_t> identity, terminal;
    mergus_monoid monoid{};
};

struct OwnedSemiring final : detail::Shared {
    AnyMonoid add;
    BinaryOp mul;
    IndexBinaryOp index_mul;
    std::string name;
    mergus_semiring semiring{};
};

const mergus_type* checked(std::string_view name, const mergus_type* type, std::string_view which) {
    if (type == nullptr)
        throw Error(Code::null_pointer, fmt::format("operator '{}': the type of {} is null", name, which));
    return detail::intern_type(*type);
}

/// Compiles the text and creates the operator.
template <class Op>
Op make_op(std::string_view name, std::string_view text, const core::Signature& signature) {
    auto made = std::make_unique<OwnedOp>();
    made->definition = core::define(name, text, signature);
    const std::string what = fmt::format("operator '{}'", made->definition.name);
    const core::LoadedText code = core::load_text(what, core::host_text(made->definition, signature));
    mergus_op& op = made->op;
    op.struct_size = sizeof(mergus_op);
    op.kind = signature.kind;
    op.code = MERGUS_OP_USER;
    op.name = made->definition.name.c_str();
    op.z_type = signature.z;
    op.x_type = signature.x;
    op.y_type = signature.y;
    switch (signature.kind) {
    case MERGUS_UNARY:
        op.function.unary = code.function<mergus_unary_function>(core::entry_name);
        break;
    case MERGUS_BINARY:
        op.function.binary = code.function<mergus_binary_function>(core::entry_name);
        break;
    case MERGUS_INDEX_UNARY:
        op.function.index_unary = code.function<mergus_index_unary_function>(core::entry_name);
        break;
    case MERGUS_INDEX_BINARY:
        op.function.index_binary = code.function<mergus_index_binary_function>(core::entry_name);
        break;
    }
    op.text = made->definition.text.c_str();
    op.callable = made->definition.callable.c_str();
    op.convention = MERGUS_CALL_POINTERS;
    const OwnedOp* const owner = made.release();
    return Op(&owner->op, owner);
}

/// A type in a message about two different types: its name; if the names are equal, also size and definition.
std::string distinguished(const mergus_type* type, const mergus_type* other) {
    const std::string name(type_name(type));
    if (type_name(other) != name || type->definition == nullptr) return name;
    std::string definition;
    for (const char c : std::string_view(type->definition)) {
        const bool space = c == ' ' || c == '\n' || c == '\t' || c == '\r';
        if (!space || (!definition.empty() && definition.back() != ' ')) definition += space ? ' ' : c;
    }
    constexpr std::size_t longest = 160;
    if (definition.size() > longest) definition = definition.substr(0, longest) + " ...";
    return fmt::format("{} ({} bytes, defined as '{}')", name, type->size, definition);
}

/// A value of a monoid, in its type.
std::vector<std::max_align_t> value_of(const mergus_op& op, const Scalar& value, std::string_view which) {
    if (value.data() == nullptr || value.type() == nullptr)
        throw Error(Code::null_pointer, fmt::format("monoid of {}: the {} is null", op.name, which));
    const mergus_type* const type = detail::intern_type(*value.type());
    const mergus_type* const own = detail::intern_type(*op.z_type);
    std::vector<std::max_align_t> bytes(own->size / sizeof(std::max_align_t) + 1);
    if (type != own && value.keeps_value() && type->code != MERGUS_USER_TYPE &&
        own->code != MERGUS_USER_TYPE) {
        if (!core::keeps_value(own, value.data(), type))
            throw Error(Code::invalid_value,
                        fmt::format("monoid of {}: the {} {} ({}) is not a value of type {}", op.name, which,
                                    core::value_text(value.data(), type), type_name(type), type_name(own)));
        core::cast_value(bytes.data(), own, value.data(), type);
        return bytes;
    }
    if (type != own)
        throw Error(Code::domain_mismatch,
                    fmt::format("monoid of {}: the {} is of type {}, the operator of type {}", op.name, which,
                                distinguished(type, own), distinguished(own, type)));
    std::memcpy(bytes.data(), value.data(), type->size);
    return bytes;
}

AnySemiring finish(std::unique_ptr<OwnedSemiring> made, const mergus_op* mul) {
    const mergus_monoid* const add = made->add.get();
    if (add == nullptr || mul == nullptr)
        throw Error(Code::null_pointer,
                    fmt::format("semiring: the {} is empty", add == nullptr ? "monoid" : "multiply"));
    made->name = fmt::format("{}_{}", add->op->name, mul->name);
    if (detail::intern_type(*mul->z_type) != detail::intern_type(*add->op->z_type))
        throw Error(Code::domain_mismatch,
                    fmt::format("semiring {}: the multiply gives {}, the monoid is on {}", made->name,
                                distinguished(mul->z_type, add->op->z_type),
                                distinguished(add->op->z_type, mul->z_type)));
    made->semiring = {sizeof(mergus_semiring), made->name.c_str(), add, mul};
    const OwnedSemiring* const owner = made.release();
    return AnySemiring(&owner->semiring, owner);
}

} // namespace

const mergus_type* define_type(std::string_view name, std::string_view definition,
                               std::optional<Natural> size) {
    const std::uint64_t bytes = size.value_or(Natural(0));
    core::check_name("type", name);
    const std::string what = fmt::format("type '{}'", name);
    if (size && (bytes == 0 || bytes > max_type_size))
        throw Error(Code::invalid_value, fmt::format("{}: the size must be from 1 to {} bytes, not {}", what,
                                                     max_type_size, bytes));
    core::check_text(what, definition);
    const std::string text = fmt::format(
        "#line 1 \"{0}\"\n{1}\n#line 1 \"the use of type {0}\"\ntypedef {0} mergus_type;\n"
        "static_assert(__is_trivially_copyable(mergus_type), \"the type is not trivially copyable\");\n"
        "{2}uint64_t mergus_layout(int of) {{ return of == 0 ? sizeof(mergus_type) : alignof(mergus_type); "
        "}}\n",
        name, definition, core::exported);
    auto* const layout = core::load_text(what, text).function<std::uint64_t (*)(int)>("mergus_layout");
    if (size && layout(0) != bytes)
        throw Error(
            Code::invalid_value,
            fmt::format("{}: its definition has {} bytes, but the given size is {}", what, layout(0), bytes));
    const std::string kept_name(name);
    const std::string kept_definition(definition);
    return detail::intern_type({sizeof(mergus_type), MERGUS_USER_TYPE, static_cast<std::uint32_t>(layout(1)),
                                layout(0), kept_name.c_str(), kept_definition.c_str()});
}

UnaryOp define_unary_op(std::string_view name, std::string_view text, const mergus_type* z,
                        const mergus_type* x) {
    return make_op<UnaryOp>(name, text,
                            {MERGUS_UNARY, checked(name, z, "z"), checked(name, x, "x"), nullptr});
}

BinaryOp define_binary_op(std::string_view name, std::string_view text, const mergus_type* z,
                          const mergus_type* x, const mergus_type* y) {
    return make_op<BinaryOp>(
        name, text, {MERGUS_BINARY, checked(name, z, "z"), checked(name, x, "x"), checked(name, y, "y")});
}

IndexUnaryOp define_index_unary_op(std::string_view name, std::string_view text, const mergus_type* z,
                                   const mergus_type* x, const mergus_type* y) {
    return make_op<IndexUnaryOp>(
        name, text,
        {MERGUS_INDEX_UNARY, checked(name, z, "z"), checked(name, x, "x"), checked(name, y, "y")});
}

IndexBinaryOp define_index_binary_op(std::string_view name, std::string_view text, const mergus_type* z,
                                     const mergus_type* x, const mergus_type* y,
                                     const std::optional<Scalar>& theta) {
    core::Signature signature{MERGUS_INDEX_BINARY, checked(name, z, "z"), checked(name, x, "x"),
                              checked(name, y, "y")};
    const Scalar constant = theta ? *theta : Scalar(0.0);
    if (constant.data() == nullptr)
        throw Error(Code::null_pointer, fmt::format("operator '{}': theta is null", name));
    signature.theta = checked(name, constant.type(), "theta");
    if (signature.theta->code == MERGUS_USER_TYPE && signature.theta != signature.x &&
        signature.theta != signature.y && signature.theta != signature.z)
        throw Error(Code::domain_mismatch,
                    fmt::format("operator '{}': theta is of type {}, which is neither built in nor "
                                "the type of x, y or z",
                                name, type_name(signature.theta)));
    signature.theta_bytes.assign(static_cast<const char*>(constant.data()), signature.theta->size);
    return make_op<IndexBinaryOp>(name, text, signature);
}

AnyMonoid make_monoid(const BinaryOp& op, const Scalar& identity, const std::optional<Scalar>& terminal,
                      MonoidProperties properties) {
    const mergus_op* const f = op.get();
    if (f == nullptr) throw Error(Code::null_pointer, "monoid: the operator is empty");
    core::require_kind("monoid", "the operator", *f, MERGUS_BINARY);
    for (const mergus_type* side : {f->x_type, f->y_type})
        if (side != nullptr && detail::intern_type(*side) != detail::intern_type(*f->z_type))
            throw Error(Code::domain_mismatch,
                        fmt::format("monoid of {}: the operator maps {} to {}", f->name,
                                    distinguished(side, f->z_type), distinguished(f->z_type, side)));
    auto made = std::make_unique<OwnedMonoid>();
    made->origin = op;
    made->op = *f;
    made->op.properties = (properties.associative ? std::uint32_t{MERGUS_OP_ASSOCIATIVE} : 0) |
                          (properties.commutative ? std::uint32_t{MERGUS_OP_COMMUTATIVE} : 0);
    if (f->code != MERGUS_OP_USER) made->op.properties &= f->properties;
    made->identity = value_of(*f, identity, "identity");
    if (terminal) made->terminal = value_of(*f, *terminal, "terminal");
    made->monoid = {sizeof(mergus_monoid), &made->op, made->identity.data(),
                    terminal ? made->terminal.data() : nullptr};
    const OwnedMonoid* const owner = made.release();
    return AnyMonoid(&owner->monoid, owner);
}

AnySemiring make_semiring(const AnyMonoid& add, const BinaryOp& mul) {
    auto made = std::make_unique<OwnedSemiring>();
    made->add = add;
    made->mul = mul;
    return finish(std::move(made), mul.get());
}

AnySemiring make_semiring(const AnyMonoid& add, const IndexBinaryOp& mul) {
    auto made = std::make_unique<OwnedSemiring>();
    made->add = add;
    made->index_mul = mul;
    return finish(std::move(made), mul.get());
}

} // namespace mergus
