/// \file plugin/device_group.cpp
#include "plugin/device_group.hpp"

#include "bitmap/convert.hpp"
#include "device/device_group.hpp"
#include "device/driver.hpp"
#include "objects/matrix.hpp"
#include "plugin_status.hpp"
#include "steps/iso.hpp"

#include <memory>
#include <vector>

struct mergus_device_group {
    std::unique_ptr<mergus::cuda::DeviceGroup> group;
};

namespace mergus::cuda {

namespace {

using core::guarded;
using core::whole;

std::int32_t name(Context* context, void* id, mergus_status* status) {
    return guarded(status, [&] { context->device.driver().name_group(id); });
}

std::int32_t join(Context* context, const void* id, std::uint64_t member, std::uint64_t count,
                  mergus_device_group** group, mergus_status* status) {
    return guarded(status, [&] {
        *group = new mergus_device_group{
            context->device.driver().join_group(id, static_cast<int>(member), static_cast<int>(count))};
    });
}

void leave(mergus_device_group* group) {
    delete group;
}

std::int32_t matrix_for(Context* context, const mergus_csr* given, Matrix** matrix, mergus_status* status) {
    return guarded(status, [&] {
        const mergus_csr shape = whole(given);
        *matrix = new Matrix(
            raw_matrix(*context, context->intern(shape.type), shape.nrows, shape.ncols, shape.nvals));
    });
}

std::int32_t exchange(Context* context, mergus_device_group* group, const mergus_device_message* given,
                      std::uint64_t count, double seconds, mergus_status* status) {
    return guarded(status, [&] {
        const CallMode call(*context, 0);
        std::vector<DeviceGroup::Message> messages;
        for (std::uint64_t n = 0; n < count; ++n) {
            const mergus_device_message& message = given[n];
            const Matrix& matrix = csr(*context, *message.matrix);
            const auto add = [&](const void* data, std::size_t bytes) {
                messages.push_back({const_cast<void*>(data),
                                    bytes, // NOLINT(cppcoreguidelines-pro-type-const-cast)
                                    static_cast<int>(message.member), message.receives != 0});
            };
            add(matrix.ptr.data(), (matrix.nrows + 1) * sizeof(std::uint64_t));
            add(matrix.col.data(), matrix.nvals * matrix.index_size());
            add(values_of(*context, matrix), matrix.nvals * matrix.type->size);
        }
        group->group->exchange(messages, seconds);
    });
}

} // namespace

const mergus_device_groups& device_groups() noexcept {
    static constexpr mergus_device_groups functions{
        sizeof functions, DeviceGroup::id_bytes, name, join, leave, matrix_for, exchange};
    return functions;
}

} // namespace mergus::cuda
