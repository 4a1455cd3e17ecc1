/// \file positions.cpp
#include "positions.hpp"

#include "steps/compact.hpp"
#include "steps/map.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cstring>
#include <string_view>

namespace mergus::cuda {

namespace {

/// The last member of a struct that is generated here. Values are copied as bytes: a text may not name the
/// type.
std::string bytes_member(const char* name, const mergus_type* type) {
    return type == nullptr ? ""
                           : fmt::format("alignas({}) unsigned char {}[{}]; ", std::max(8U, type->alignment),
                                         name, type->size);
}

/// A struct of two words and the bytes of a value of that type, or nothing if it is null.
mergus_type struct_type(const std::string& name, const std::string& definition, const mergus_type* last) {
    mergus_type type{};
    type.struct_size = sizeof type;
    type.code = MERGUS_USER_TYPE;
    type.name = name.c_str();
    type.definition = definition.c_str();
    type.alignment = last == nullptr ? 8U : std::max(8U, last->alignment);
    const std::uint64_t bytes = 16 + (last == nullptr ? 0 : last->size);
    type.size = (bytes + type.alignment - 1) / type.alignment * type.alignment;
    return type;
}

bool same(const mergus_type* a, const mergus_type* b) {
    return a != nullptr && b != nullptr && a->definition != nullptr && b->definition != nullptr &&
           std::string_view(a->name) == b->name && std::string_view(a->definition) == b->definition;
}

/// The definition of a user type that is no argument of the new operator.
std::string definition_of(const mergus_type* type, std::initializer_list<const mergus_type*> arguments) {
    if (type == nullptr || type->definition == nullptr) return "";
    for (const mergus_type* argument : arguments)
        if (same(type, argument)) return "";
    return fmt::format("{}\n", type->definition);
}

std::string text_of(const mergus_op& op) {
    return op.code == MERGUS_OP_USER && op.text != nullptr ? fmt::format("{}\n", op.text) : "";
}

/// The call of an operator with variables of its types, as a return statement.
std::string return_of(const mergus_op& op, std::string_view x, std::string_view y,
                      std::string_view indices_and_y) {
    const bool pointers = op.convention == MERGUS_CALL_POINTERS;
    const auto by = [&](std::string_view name) {
        return name.empty() ? std::string() : fmt::format(", {}{}", pointers ? "&" : "", name);
    };
    const std::string arguments = by(x) + by(y) + std::string(indices_and_y);
    if (!pointers) return fmt::format("return {}({});", op.callable, std::string_view(arguments).substr(2));
    return fmt::format("{} mergus_z; {}(&mergus_z{}); return mergus_z;", op.z_type->name, op.callable,
                       arguments);
}

mergus_op user_op(const mergus_op& from, const std::string& text, const char* callable) {
    mergus_op op = from;
    op.struct_size = sizeof op;
    op.code = MERGUS_OP_USER;
    op.text = text.c_str();
    op.callable = callable;
    op.convention = MERGUS_CALL_VALUES;
    return op;
}

std::uint64_t address(const void* pointer) {
    return reinterpret_cast<std::uintptr_t>(pointer);
}

/// What the threads of the host get in place of y.
struct HostScalar {
    const mergus_op* op;
    const void* y;
    const std::uint64_t *rows, *cols; ///< null: the index itself
};

void call_on_host(void* z, const void* x, std::int64_t i, std::int64_t j, const void* y) {
    const auto& scalar = *static_cast<const HostScalar*>(y);
    const auto id = [](const std::uint64_t* ids, std::int64_t at) {
        return ids == nullptr ? at : static_cast<std::int64_t>(ids[at]);
    };
    scalar.op->function.index_unary(z, x, id(scalar.rows, i), id(scalar.cols, j), scalar.y);
}

constexpr std::string_view ids_of_entry = "const int64_t row = p.rows == nullptr ? i : int64_t(p.rows[i]); "
                                          "const int64_t col = p.cols == nullptr ? j : int64_t(p.cols[j]); ";

} // namespace

PositionsByIds::PositionsByIds(Context& context, const mergus_call& call, const Ids& rows, const Ids& cols)
    : op_(*call.op) {
    if (op_.callable == nullptr)
        on_host(context, call, rows, cols);
    else
        on_device(call, rows, cols);
}

void PositionsByIds::on_device(const mergus_call& call, const Ids& rows, const Ids& cols) {
    const mergus_type* const y = call.scalar_type;
    const mergus_type* const x = op_.x_type != nullptr ? op_.x_type : op_.z_type;
    definition_ = fmt::format("struct mergus_positions {{ const uint64_t* rows; const uint64_t* cols; {}}};",
                              bytes_member("y", y));
    static const std::string name = "mergus_positions";
    type_ = struct_type(name, definition_, y);
    text_ = fmt::format(
        "{}{}inline {} mergus_by_ids({} x, int64_t i, int64_t j, const mergus_positions& p) {{ {} "
        "{} y; memcpy(&y, p.y, sizeof y); {} }}",
        definition_of(y, {op_.x_type, op_.z_type}), text_of(op_), op_.z_type->name, x->name, ids_of_entry,
        y->name,
        return_of(op_, "x", "", op_.convention == MERGUS_CALL_POINTERS ? ", row, col, &y" : ", row, col, y"));
    op_ = user_op(op_, text_, "mergus_by_ids");
    op_.y_type = &type_;
    scalar_.assign(type_.size / 8, 0);
    scalar_[0] = address(rows != nullptr ? rows->data() : nullptr);
    scalar_[1] = address(cols != nullptr ? cols->data() : nullptr);
    std::memcpy(&scalar_[2], call.scalar, y->size);
}

void PositionsByIds::on_host(Context& context, const mergus_call& call, const Ids& rows, const Ids& cols) {
    const auto download = [&](const Ids& ids, std::vector<std::uint64_t>& to) -> const std::uint64_t* {
        if (ids == nullptr) return nullptr;
        to.resize(ids->size());
        context.device.copy_to_host(to.data(), ids->data(), to.size() * sizeof(std::uint64_t));
        return to.data();
    };
    const HostScalar scalar{call.op, call.scalar, download(rows, host_rows_), download(cols, host_cols_)};
    op_.function.index_unary = call_on_host;
    type_ = *call.scalar_type;
    scalar_.assign(sizeof scalar / 8, 0);
    std::memcpy(scalar_.data(), &scalar, sizeof scalar);
}

void PositionsByIds::put_into(mergus_call& call) const noexcept {
    call.op = &op_;
    call.scalar = scalar_.data();
    call.scalar_type = &type_;
}

Matrix select_by_ids(Context& context, const Matrix& matrix, const char* test, std::int64_t y,
                     const Ids& rows, const Ids& cols) {
    static const mergus_type boolean{sizeof(mergus_type), MERGUS_BOOL, 1, 1, "bool", nullptr},
        integer{sizeof(mergus_type), MERGUS_INT64, 8, 8, "int64_t", nullptr};
    mergus_op op{};
    op.struct_size = sizeof op;
    op.kind = MERGUS_INDEX_UNARY;
    op.name = "position";
    op.z_type = &boolean;
    op.y_type = &integer;
    op.callable = test;
    mergus_call call{};
    call.op = &op;
    call.scalar = &y;
    call.scalar_type = &integer;
    const PositionsByIds positions(context, call, rows, cols);
    positions.put_into(call);
    EntryTest entry;
    entry.bindings.type("Y_value", call.scalar_type);
    bind_keep(entry.bindings, call.op, matrix.type);
    entry.y = call.scalar;
    entry.y_size = call.scalar_type->size;
    const SelectEntries select(context, matrix, entry, matrix.type);
    compile_kernels(context, select);
    return select.run(matrix);
}

ProductByIds::ProductByIds(Context& context, const mergus_call& call, const Ids& i, const Ids& k,
                           const Ids& j)
    : context_(context), mul_(*call.semiring->mul), semiring_(*call.semiring) {
    if (mul_.callable == nullptr)
        throw Error(
            Code::not_implemented,
            fmt::format("operator '{}' is a function of the host, without a text that a device could run",
                        mul_.name));
    const bool a_is_transposed = (call.descriptor & MERGUS_DESC_TRAN0) != 0,
               b_is_transposed = (call.descriptor & MERGUS_DESC_TRAN1) != 0;
    if (!call.A->is_vector) place(a_, 'a', mul_.x_type, *call.A, a_is_transposed, i, k);
    if (!call.B->is_vector) place(b_, 'b', mul_.y_type, *call.B, b_is_transposed, k, j);
    const mergus_type *const x = mul_.x_type, *const y = mul_.y_type, *const z = mul_.z_type;
    std::string types = a_.replaced ? definition_of(x, {z, b_.replaced ? nullptr : y}) : "";
    if (b_.replaced && !(a_.replaced && same(x, y)))
        types += definition_of(y, {z, a_.replaced ? nullptr : x});
    const auto parameter = [&](const Side& side, const mergus_type* type) {
        return side.replaced ? side.name : std::string(type != nullptr ? type->name : z->name);
    };
    const auto value = [&](const Side& side, char variable, const char* argument, const mergus_type* type) {
        if (type == nullptr) return fmt::format("const {} {} = {}(); ", z->name, variable, z->name);
        if (!side.replaced) return fmt::format("const {} {} = {}; ", type->name, variable, argument);
        return fmt::format("{} {}; memcpy(&{}, {}.v, sizeof {}); ", type->name, variable, variable, argument,
                           variable);
    };
    const std::string body = value(a_, 'x', "a", x) + value(b_, 'y', "b", y);
    text_ = fmt::format(
        "{}{}inline {} mergus_by_ids({} a, {} b) {{ {} {} }}", types, text_of(mul_), z->name,
        parameter(a_, x), parameter(b_, y), body,
        return_of(mul_, "x", "y",
                  fmt::format(", int64_t({}), int64_t({}), int64_t({})", a_.replaced ? "a.row" : "0",
                              a_.replaced ? "a.col" : "b.row", b_.replaced ? "b.col" : "0")));
    mul_ = user_op(mul_, text_, "mergus_by_ids");
    mul_.kind = MERGUS_BINARY;
    if (a_.replaced) mul_.x_type = a_.matrix.type;
    if (b_.replaced) mul_.y_type = b_.matrix.type;
    semiring_.mul = &mul_;
}

/// Each value becomes a struct of the row and the column in the product, and the value.
void ProductByIds::place(Side& side, char name, const mergus_type* value, const Matrix& operand,
                         bool transposed, const Ids& rows, const Ids& cols) {
    side.replaced = true;
    side.name = fmt::format("mergus_entry_{}", name);
    side.definition =
        fmt::format("struct {} {{ int64_t row, col; {}}};", side.name, bytes_member("v", value));
    side.type = struct_type(side.name, side.definition, value);
    const mergus_type* const type = context_.intern(&side.type);

    mergus_op op{};
    op.struct_size = sizeof op;
    op.kind = MERGUS_INDEX_UNARY;
    op.name = "entry_by_ids";
    op.z_type = type;
    op.x_type = value;
    static const std::string positions = "mergus_positions",
                             fields =
                                 "struct mergus_positions { const uint64_t* rows; const uint64_t* cols; };";
    const mergus_type positions_type = struct_type(positions, fields, nullptr);
    op.y_type = &positions_type;
    const std::string text = fmt::format(
        "inline {0} mergus_by_ids({1} x, int64_t i, int64_t j, const mergus_positions& p) {{ {2} {0} entry; "
        "entry.row = {3}; entry.col = {4}; {5} return entry; }}",
        side.name, value != nullptr ? value->name : type->name, ids_of_entry, transposed ? "col" : "row",
        transposed ? "row" : "col", value != nullptr ? "memcpy(entry.v, &x, sizeof x);" : "");
    op = user_op(op, text, "mergus_by_ids");
    const Ids &stored_rows = transposed ? cols : rows, &stored_cols = transposed ? rows : cols;
    const std::uint64_t lists[2] = {address(stored_rows != nullptr ? stored_rows->data() : nullptr),
                                    address(stored_cols != nullptr ? stored_cols->data() : nullptr)};
    const MapValues map(context_, operand, {&op, MapForm::index_unary, &positions_type, lists}, type);
    compile_kernels(context_, map);
    side.matrix = copy_of_pattern(context_, operand, type);
    side.matrix.val = map.run(operand);
}

void ProductByIds::put_into(mergus_call& call) const noexcept {
    call.semiring = &semiring_;
    if (a_.replaced) call.A = &a_.matrix;
    if (b_.replaced) call.B = &b_.matrix;
}

} // namespace mergus::cuda
