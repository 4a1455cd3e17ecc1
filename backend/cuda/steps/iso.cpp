/// \file iso.cpp
#include "iso.hpp"

#include <string>

namespace mergus::cuda {

namespace {

/// A value for each entry of an iso matrix.
struct RepeatedValue : DerivedArrays {
    Buffer values;
    [[nodiscard]] bool depends_on_values() const noexcept override { return true; }
    [[nodiscard]] std::uint64_t bytes() const noexcept override { return values.bytes(); }
};

/// `count` copies of one value. One kernel serves all types.
Buffer repeated(Context& context, const Matrix& matrix) {
    const std::uint64_t size = matrix.type->size, bytes = matrix.nvals * size;
    Buffer values(context.device, bytes);
    context.device.launch(context.jit.kernel("steps/repeat.cuh", "repeat_value", Bindings()),
                          grid_for(context, bytes / 4 + 1, block_threads), {block_threads}, 0,
                          static_cast<const void*>(matrix.val.data()), size, bytes,
                          static_cast<const void*>(values.data()));
    return values;
}

} // namespace

const void* values_of(Context& context, const Matrix& matrix) {
    if (!matrix.iso) return matrix.val.data();
    Buffer& values = derive<RepeatedValue>(context, matrix).values;
    if (values.data() == nullptr) values = repeated(context, matrix);
    return values.data();
}

void own_values(Context& context, Matrix& matrix) {
    if (!matrix.iso) return;
    auto* const known = derived<RepeatedValue>(matrix);
    matrix.val = known != nullptr && known->values.data() != nullptr ? std::move(known->values)
                                                                     : repeated(context, matrix);
    matrix.iso = false;
}

void set_one_value(Context& context, Matrix& matrix, const void* value) {
    Buffer one(context.device, matrix.type->size);
    context.device.copy(one.data(), value, one.bytes());
    matrix.val = std::move(one);
    matrix.iso = true;
}

void set_one_value_of_host(Context& context, Matrix& matrix, const void* value) {
    Buffer one(context.device, matrix.type->size);
    context.device.copy_to_device(one.data(), value, one.bytes());
    matrix.val = std::move(one);
    matrix.iso = true;
}

void find_one_value(Context& context, Matrix& matrix) {
    if (!context.keeps_all || matrix.iso || !may_be_iso(matrix)) return;
    const std::size_t size = matrix.type->size;
    std::string bytes(matrix.nvals * size, '\0');
    context.device.copy_to_host(bytes.data(), matrix.val.data(), bytes.size());
    if (bytes.compare(0, bytes.size() - size, bytes, size) == 0)
        set_one_value(context, matrix, matrix.val.data());
}

Literal line_values(bool iso, char matrix) noexcept {
    switch (matrix) {
    case 'A':
        return iso ? Literal("typedef mergus::OneValue<A_value> A_values;")
                   : Literal("typedef const A_value* A_values;");
    case 'B':
        return iso ? Literal("typedef mergus::OneValue<B_value> B_values;")
                   : Literal("typedef const B_value* B_values;");
    case 'M':
        return iso ? Literal("typedef mergus::OneValue<M_value> M_values;")
                   : Literal("typedef const M_value* M_values;");
    case 'Y':
        return iso ? Literal("typedef mergus::OneValue<Y_value> Y_values;")
                   : Literal("typedef const Y_value* Y_values;");
    default:
        return iso ? Literal("typedef mergus::OneValue<X_value> X_values;")
                   : Literal("typedef const X_value* X_values;");
    }
}

} // namespace mergus::cuda
