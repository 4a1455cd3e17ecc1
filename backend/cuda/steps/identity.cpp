/// \file identity.cpp
#include "identity.hpp"

namespace mergus::cuda {

namespace {

/// The columns of full vectors, of 32 and of 64 bits, while there are such vectors.
struct SharedColumns : State {
    std::weak_ptr<const Buffer> of_width[2];
};

std::weak_ptr<const Buffer>& shared_columns(const Context& context, std::size_t width) {
    return context.state<SharedColumns>().of_width[width == 8 ? 1 : 0];
}

KernelRequest identity_kernel(bool wide) {
    Bindings bindings;
    bindings.index("To", wide);
    return {"steps/identity.cuh", "write_identity", std::move(bindings)};
}

} // namespace

void write_identity(Context& context, std::uint64_t count, std::uint64_t* to) {
    context.device.launch(context.jit.kernel(identity_kernel(true)), grid_for(context, count, block_threads),
                          {block_threads}, 0, count, static_cast<const void*>(to));
}

IdentityColumns::IdentityColumns(Context& context, std::uint64_t size)
    : context_(context), size_(size), width_(needs_wide(size) ? 8 : 4),
      kernel_(identity_kernel(needs_wide(size))) {}

std::shared_ptr<const Buffer> IdentityColumns::known() const {
    std::shared_ptr<const Buffer> columns = shared_columns(context_, width_).lock();
    return columns && columns->bytes() >= size_ * width_ ? columns : nullptr;
}

void IdentityColumns::kernels(KernelRequests& requests) const {
    if (!known()) requests.push_back(kernel_);
}

ColumnArray IdentityColumns::run() const {
    if (std::shared_ptr<const Buffer> columns = known()) return ColumnArray(std::move(columns));
    auto columns = std::make_shared<const Buffer>(context_.device, size_ * width_);
    context_.device.launch(context_.jit.kernel(kernel_), grid_for(context_, size_, block_threads),
                           {block_threads}, 0, size_, static_cast<const void*>(columns->data()));
    shared_columns(context_, width_) = columns;
    return ColumnArray(std::move(columns));
}

Matrix IdentityColumns::vector(const mergus_type* type, Buffer&& values) const {
    Matrix vector;
    vector.type = type;
    vector.nrows = 1;
    vector.ncols = vector.nvals = size_;
    vector.is_vector = true;
    vector.ptr = Array<std::uint64_t>(context_.device, 2);
    const std::uint64_t ptr[2] = {0, size_};
    context_.device.copy_to_device(vector.ptr.data(), ptr, sizeof ptr);
    vector.col = run();
    vector.val = std::move(values);
    return vector;
}

} // namespace mergus::cuda
