/// \file plugin/transfers.cpp
#include "transfers.hpp"

#include "device/driver.hpp"
#include "hypersparse/renumber.hpp"
#include "ops/concatenate_vectors.hpp"
#include "ops/join_columns.hpp"
#include "ops/product_work.hpp"
#include "ops/transfers.hpp"
#include "plugin_status.hpp"

#include <deque>
#include <memory>

namespace mergus::cuda {

namespace {

using core::guarded;
using core::whole;
using core::write_back;

void* host_new(Context* context, std::uint64_t bytes) {
    try {
        return copy_streams(*context).allocate_host(bytes);
    } catch (const std::exception&) {
        return nullptr;
    }
}

void host_free(Context* context, void* memory, std::uint64_t bytes) {
    try {
        copy_streams(*context).release_host(memory, bytes);
    } catch (const std::exception&) { // the device is lost; the process keeps the memory
    }
}

std::int32_t free_memory(Context* context, std::uint64_t* bytes, mergus_status* status) {
    return guarded(status, [&] { *bytes = context->device.free_memory(); });
}

std::int32_t device_of(Context* context, std::int32_t* ordinal, mergus_status* status) {
    return guarded(status, [&] { *ordinal = context->device.properties().ordinal; });
}

std::int32_t import_begin(Context* context, mergus_matrix_import_csr_args* args, std::uint64_t* ticket,
                          mergus_status* status) {
    return guarded(status, [&] {
        auto changed = whole(args);
        const CallMode call(*context, 0);
        changed.matrix = new Matrix(begin_import(*context, whole(changed.csr), *ticket));
        write_back(args, changed);
    });
}

std::int32_t export_begin(Context* context, const mergus_matrix_export_csr_args* args, std::uint64_t* ticket,
                          mergus_status* status) {
    return guarded(status, [&] {
        const auto given = whole(args);
        auto csr = whole(given.csr);
        const CallMode call(*context, 0);
        begin_export(*context, make_ordinary(*context, *given.matrix), csr, *ticket);
        write_back(given.csr, csr);
    });
}

std::int32_t follow(Context* context, std::uint64_t ticket, mergus_status* status) {
    return guarded(status, [&] { copy_streams(*context).follow(ticket); });
}

std::int32_t wait(Context* context, std::uint64_t ticket, mergus_status* status) {
    return guarded(status, [&] { copy_streams(*context).wait(ticket); });
}

std::int32_t from_context(Context* context, Context* from, const Matrix* matrix, Matrix** copy,
                          mergus_status* status) {
    return guarded(status, [&] {
        const CallMode call(*context, 0), source(*from, 0);
        *copy = new Matrix(import_from(*context, *from, make_ordinary(*from, *matrix)));
    });
}

std::int32_t concatenate_rows(Context* context, mergus_concatenate_args* args, mergus_status* status) {
    return guarded(status, [&] {
        auto changed = whole(args);
        const CallMode call(*context, 0);
        for (std::uint64_t p = 0; p < changed.count; ++p) make_ordinary(*context, *changed.parts[p]);
        changed.matrix = new Matrix(concatenate(*context, changed));
        write_back(args, changed);
    });
}

std::int32_t columns_side_by_side(Context* context, mergus_join_columns_args* args, mergus_status* status) {
    return guarded(status, [&] {
        auto changed = whole(args);
        const CallMode call(*context, 0);
        for (std::uint64_t p = 0; p < changed.count; ++p) make_ordinary(*context, *changed.parts[p]);
        changed.matrix = new Matrix(join_columns(*context, changed));
        write_back(args, changed);
    });
}

std::int32_t work_of_product(Context* context, const Matrix* A, const Matrix* B, std::uint64_t count,
                             std::uint64_t* sums, mergus_status* status) {
    return guarded(status, [&] {
        const CallMode call(*context, 0);
        product_work(*context, make_ordinary(*context, *A), make_ordinary(*context, *B), {sums, count});
    });
}

std::int32_t concatenate_parts_of(Context* context, mergus_concatenate_args* args, Context* const* contexts,
                                  mergus_status* status) {
    return guarded(status, [&] {
        auto changed = whole(args);
        std::deque<CallMode> calls;
        for (std::uint64_t p = 0; p < changed.count; ++p) {
            calls.emplace_back(*contexts[p], 0);
            make_ordinary(*contexts[p], *changed.parts[p]);
        }
        const CallMode call(*context, 0);
        changed.matrix = new Matrix(concatenate_vectors(*context, changed, contexts));
        write_back(args, changed);
    });
}

} // namespace

const mergus_transfers& transfers() noexcept {
    static constexpr mergus_transfers functions{sizeof functions,
                                                host_new,
                                                host_free,
                                                free_memory,
                                                import_begin,
                                                export_begin,
                                                follow,
                                                wait,
                                                from_context,
                                                concatenate_rows,
                                                columns_side_by_side,
                                                work_of_product,
                                                concatenate_parts_of,
                                                device_of};
    return functions;
}

} // namespace mergus::cuda
