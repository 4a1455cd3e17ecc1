/// \file bindings.cpp
/// A step is two words: a header of 8 bits for what it defines, 8 for the operator, 8 for each of three
/// types and 16 for a small number, and the address of the name. A number that is larger, the bytes of a
/// value and those of a line follow.
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

std::uint64_t Bindings::number_of(const mergus_type* type) {
    if (type == nullptr) return 0;
    if (type->definition == nullptr) {
        const std::uint64_t number = type == unused_type() ? unused_number : code_of(type);
        builtin_[number] = type;
        return number;
    }
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

std::uint64_t Bindings::number_of(const mergus_op* op) {
    if (op == nullptr) return 0;
    const auto end = ops_.begin() + op_count_;
    const auto found = std::find(ops_.begin(), end, op);
    const auto number = 1 + static_cast<std::uint64_t>(found - ops_.begin());
    if (found != end) return number;
    if (op->callable == nullptr)
        throw Error(Code::not_implemented,
                    "operator '" + std::string(op->name) + "' is a function of the host, without a text");
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

Bindings& Bindings::note(const Step& step, Literal name) {
    auto header = static_cast<std::uint64_t>(step.what) | number_of(step.op) << op_shift;
    for (unsigned t = 0; t < step.types.size(); ++t)
        header |= number_of(step.types[t]) << (type_shift + 8 * t);
    const auto number = static_cast<std::uint64_t>(step.number);
    const bool large = number >= small_numbers;
    header |= large ? std::uint64_t{1} << large_shift : number << number_shift;
    steps_.add(header);
    steps_.add(reinterpret_cast<std::uintptr_t>(name.text));
    if (large) steps_.add(number);
    return *this;
}

Bindings& Bindings::type(Literal alias, const mergus_type* type) {
    return note({.what = What::type, .types = {type}}, alias);
}
Bindings& Bindings::index(Literal alias, bool wide) {
    return note({.what = What::index, .number = wide}, alias);
}
Bindings& Bindings::constant(Literal name, std::int64_t value) {
    return note({.what = What::constant, .number = value}, name);
}
Bindings& Bindings::bits(Literal name, std::uint64_t value) {
    return note({.what = What::bits, .number = static_cast<std::int64_t>(value)}, name);
}
Bindings& Bindings::binary(Literal alias, const mergus_op* op, const mergus_type* x_from,
                           const mergus_type* y_from, const mergus_type* z_to) {
    return note({.what = What::binary, .op = op, .types = {x_from, y_from, z_to}}, alias);
}
Bindings& Bindings::unary(Literal alias, const mergus_op* op, const mergus_type* x_from,
                          const mergus_type* z_to) {
    return note({.what = What::unary, .op = op, .types = {x_from, z_to}}, alias);
}
Bindings& Bindings::index_unary(Literal alias, const mergus_op* op, const mergus_type* x_from,
                                const mergus_type* z_to) {
    return note({.what = What::index_unary, .op = op, .types = {x_from, z_to}}, alias);
}
Bindings& Bindings::multiply(Literal alias, const mergus_op* op, const mergus_type* a_from,
                             const mergus_type* b_from) {
    return note({.what = What::multiply, .op = op, .types = {a_from, b_from}}, alias);
}
Bindings& Bindings::cast(Literal alias, const mergus_type* from, const mergus_type* to) {
    return note({.what = What::cast, .types = {from, to}}, alias);
}
Bindings& Bindings::truth(Literal alias, const mergus_type* mask, bool structure) {
    return note({.what = What::truth, .types = {mask}, .number = structure}, alias);
}
Bindings& Bindings::value(Literal alias, const mergus_type* type, const void* bytes) {
    note({.what = What::value, .types = {type}}, alias);
    steps_.add(bytes, type->size);
    return *this;
}
Bindings& Bindings::line(std::string_view text) {
    note({.what = What::line, .number = static_cast<std::int64_t>(text.size())}, "");
    steps_.add(text.data(), text.size());
    return *this;
}

BindingsText Bindings::text() const {
    BindingsText out;
    std::vector<unsigned char> bytes;
    for (std::size_t at = 0; at < steps_.size();) {
        const std::uint64_t header = steps_[at++];
        const char* const name = reinterpret_cast<const char*>(steps_[at++]); // NOLINT(performance-no-int-to-ptr)
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
        case What::line: {
            bytes.resize(static_cast<std::size_t>(number));
            at = steps_.read(at, bytes.data(), bytes.size());
            out.line({reinterpret_cast<const char*>(bytes.data()), bytes.size()});
            break;
        }
        }
    }
    return out;
}

} // namespace mergus::cuda
