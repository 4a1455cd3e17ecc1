/// \file bindings.cpp
/// A step is two words: a header of 8 bits for what it defines, 8 for the operator, 8 for each of three
/// types and 16 for a small number, and the address of the name or the line. A number that is larger, the
/// bytes of a value and those of a made line follow.
#include "bindings.hpp"

#include "unused_type.hpp"

#include <mergus/error.hpp>

#include <algorithm>
#include <string>
#include <vector>

namespace mergus::cuda {

namespace {

constexpr unsigned op_shift = 8, type_shift = 16, large_shift = 40, number_shift = 48;
constexpr std::uint64_t byte = 0xff, small_numbers = std::uint64_t{1} << 16;

bool is_builtin(const mergus_type* type) noexcept {
    return type == nullptr || (type->definition == nullptr && type != unused_type());
}

std::uint64_t code_of(const mergus_type* type) noexcept {
    return type == nullptr ? 0 : static_cast<std::uint64_t>(type->code);
}

} // namespace

inline std::uint64_t Bindings::number_of(const mergus_type* type) {
    if (type == nullptr) return 0;
    if (type->definition != nullptr) return number_of_user_type(type);
    const std::uint64_t number = type == unused_type() ? unused_number : code_of(type);
    builtin_[number] = type;
    return number;
}

std::uint64_t Bindings::number_of_user_type(const mergus_type* type) {
    const auto end = types_.begin() + type_count_;
    const auto found = std::find(types_.begin(), end, type);
    const auto number = first_user + static_cast<std::uint64_t>(found - types_.begin());
    if (found != end) return number;
    if (type_count_ == most_objects) throw Error(Code::panic, "a kernel has too many types");
    types_[type_count_++] = type;
    objects_.add(type->size);
    objects_.add(std::string_view(type->name));
    objects_.add(std::string_view(type->definition));
    return number;
}

const mergus_type* Bindings::type_of(std::uint64_t number) const noexcept {
    return number < first_user ? builtin_[number] : types_[number - first_user];
}

inline std::uint64_t Bindings::number_of(const mergus_op* op) {
    if (op == nullptr) return 0;
    const auto end = ops_.begin() + op_count_;
    const auto found = std::find(ops_.begin(), end, op);
    const auto number = 1 + static_cast<std::uint64_t>(found - ops_.begin());
    if (found != end) return number;
    if (op->callable == nullptr)
        throw Error(Code::not_implemented,
                    "operator '" + std::string(op->name) +
                        "' is a function of the host, without a text that a device could run");
    if (op_count_ == most_objects) throw Error(Code::panic, "a kernel has too many operators");
    ops_[op_count_++] = op;
    add_content(*op);
    return number;
}

/// The code and the types of a built-in operator decide what it is called.
void Bindings::add_content(const mergus_op& op) {
    const std::array types{op.x_type, op.y_type, op.z_type};
    const auto frame = static_cast<std::uint64_t>(op.code) << 40 | static_cast<std::uint64_t>(op.kind) << 32 |
                       static_cast<std::uint64_t>(op.convention) << 24;
    if (op.code != MERGUS_OP_USER && std::all_of(types.begin(), types.end(), is_builtin)) {
        objects_.add(frame | code_of(types[0]) << 16 | code_of(types[1]) << 8 | code_of(types[2]));
        return;
    }
    constexpr std::uint64_t with_text = 0xff, without_text = 0xfe; // no code of a type
    const bool has_text = op.code == MERGUS_OP_USER && op.text != nullptr;
    objects_.add(frame | (has_text ? with_text : without_text));
    objects_.add(std::string_view(op.callable));
    for (const mergus_type* type : types) {
        const std::uint64_t number = number_of(type); // may add the type's content
        objects_.add(number);
    }
    if (!has_text) return;
    objects_.add(std::string_view(op.name));
    objects_.add(std::string_view(op.text));
}

inline std::uint64_t Bindings::objects_of(const mergus_op* op, const mergus_type* first,
                                          const mergus_type* second, const mergus_type* third) {
    // In this order: contents are added in the order of their numbers.
    const std::uint64_t op_bits = number_of(op) << op_shift, first_bits = number_of(first) << type_shift,
                        second_bits = number_of(second) << (type_shift + 8);
    return op_bits | first_bits | second_bits | number_of(third) << (type_shift + 16);
}

inline Bindings& Bindings::add(What what, Literal name, std::uint64_t number, std::uint64_t objects) {
    const std::uint64_t header = static_cast<std::uint64_t>(what) | objects;
    const bool is_small = number < small_numbers;
    steps_.add(is_small ? header | number << number_shift : header | std::uint64_t{1} << large_shift);
    steps_.add(reinterpret_cast<std::uintptr_t>(name.text));
    if (!is_small) steps_.add(number);
    return *this;
}

Bindings& Bindings::type(Literal alias, const mergus_type* type) {
    return add(What::type, alias, 0, objects_of(nullptr, type));
}
Bindings& Bindings::index(Literal alias, bool wide) {
    return add(What::index, alias, wide ? 1 : 0);
}
Bindings& Bindings::constant(Literal name, std::int64_t value) {
    return add(What::constant, name, static_cast<std::uint64_t>(value));
}
Bindings& Bindings::bits(Literal name, std::uint64_t value) {
    return add(What::bits, name, value);
}
Bindings& Bindings::binary(Literal alias, const mergus_op* op, const mergus_type* x_from,
                           const mergus_type* y_from, const mergus_type* z_to) {
    return add(What::binary, alias, 0, objects_of(op, x_from, y_from, z_to));
}
Bindings& Bindings::unary(Literal alias, const mergus_op* op, const mergus_type* x_from,
                          const mergus_type* z_to) {
    return add(What::unary, alias, 0, objects_of(op, x_from, z_to));
}
Bindings& Bindings::index_unary(Literal alias, const mergus_op* op, const mergus_type* x_from,
                                const mergus_type* z_to) {
    return add(What::index_unary, alias, 0, objects_of(op, x_from, z_to));
}
Bindings& Bindings::multiply(Literal alias, const mergus_op* op, const mergus_type* a_from,
                             const mergus_type* b_from) {
    return add(What::multiply, alias, 0, objects_of(op, a_from, b_from));
}
Bindings& Bindings::cast(Literal alias, const mergus_type* from, const mergus_type* to) {
    return add(What::cast, alias, 0, objects_of(nullptr, from, to));
}
Bindings& Bindings::truth(Literal alias, const mergus_type* mask, bool structure) {
    return add(What::truth, alias, structure ? 1 : 0, objects_of(nullptr, mask));
}
Bindings& Bindings::value(Literal alias, const mergus_type* type, const void* bytes) {
    add(What::value, alias, 0, objects_of(nullptr, type));
    steps_.add(bytes, type->size);
    return *this;
}
Bindings& Bindings::line(Literal text) {
    return add(What::line, text, 0);
}
Bindings& Bindings::made_line(std::string_view text) {
    add(What::made_line, "", text.size());
    steps_.add(text.data(), text.size());
    return *this;
}

BindingsText Bindings::text() const {
    BindingsText out;
    std::vector<unsigned char> bytes;
    for (std::size_t at = 0; at < steps_.size();) {
        const std::uint64_t header = steps_[at++];
        const char* const name =
            reinterpret_cast<const char*>(steps_[at++]); // NOLINT(performance-no-int-to-ptr)
        const bool large = (header >> large_shift & 1) != 0;
        const auto number = static_cast<std::int64_t>(large ? steps_[at++] : header >> number_shift);
        const std::uint64_t op_number = header >> op_shift & byte;
        const mergus_op* const op = op_number == 0 ? nullptr : ops_[op_number - 1];
        const auto type = [&](unsigned t) { return type_of(header >> (type_shift + 8 * t) & byte); };
        switch (static_cast<What>(header & byte)) {
        case What::type:
            out.type(name, type(0));
            break;
        case What::index:
            out.index(name, number != 0);
            break;
        case What::constant:
            out.constant(name, number);
            break;
        case What::bits:
            out.bits(name, static_cast<std::uint64_t>(number));
            break;
        case What::binary:
            out.binary(name, op, type(0), type(1), type(2));
            break;
        case What::unary:
            out.unary(name, op, type(0), type(1));
            break;
        case What::index_unary:
            out.index_unary(name, op, type(0), type(1));
            break;
        case What::multiply:
            out.multiply(name, op, type(0), type(1));
            break;
        case What::cast:
            out.cast(name, type(0), type(1));
            break;
        case What::truth:
            out.truth(name, type(0), number != 0);
            break;
        case What::value:
            bytes.resize(type(0)->size);
            at = steps_.read(at, bytes.data(), bytes.size());
            out.value(name, type(0), bytes.data());
            break;
        case What::line:
            out.line(name);
            break;
        case What::made_line:
            bytes.resize(static_cast<std::size_t>(number));
            at = steps_.read(at, bytes.data(), bytes.size());
            out.line({reinterpret_cast<const char*>(bytes.data()), bytes.size()});
            break;
        }
    }
    return out;
}

} // namespace mergus::cuda
