/// \file vector.cpp
/// Import and export of vectors, which pass through one vector of the local backend.
#include "collective.hpp"
#include "loan.hpp"
#include "operations.hpp"

#include "struct_size.hpp"

namespace mergus::blocks {

mergus_matrix* vector_import(mergus_context& context, const mergus_vector_arrays& given) {
    Device& device = *context.devices.front();
    const auto function = device.require(device.table().vector_import, "vectors");
    mergus_vector_arrays arrays = given;
    arrays.type = intern(given.type);
    Loan loan(arrays);
    auto made = cut_vector(context, arrays.type, arrays.size, [&] {
        auto args = core::defaults<mergus_vector_import_args>();
        args.arrays = &arrays;
        device.call([&](mergus_status* status) { return function(device.handle(), &args, status); });
        loan.lent();
        return device.own(args.vector, arrays.type);
    });
    loan.keep();
    return made.release();
}

void vector_export(mergus_context& context, const mergus_matrix& vector, mergus_vector_arrays& arrays) {
    collectively(context, "vector_export", [&] {
        const LocalPtr whole = whole_of(context, vector);
        Device& device = whole->device();
        const auto function = device.require(device.table().vector_export, "vectors");
        auto args = core::defaults<mergus_vector_export_args>();
        args.vector = whole->handle();
        args.arrays = &arrays;
        device.call([&](mergus_status* status) { return function(device.handle(), &args, status); });
    });
}

} // namespace mergus::blocks
