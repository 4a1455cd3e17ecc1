/// \file output.cpp
#include "output.hpp"

#include "collective.hpp"
#include "device_links.hpp"
#include "struct_size.hpp"
#include "turns.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <chrono>
#include <optional>

namespace mergus::blocks {

namespace {

constexpr std::uint32_t write_bits = MERGUS_DESC_REPLACE | MERGUS_DESC_STRUCTURE | MERGUS_DESC_COMPLEMENT;
constexpr std::uint32_t input_bits = MERGUS_DESC_TRAN0 | MERGUS_DESC_TRAN1 | MERGUS_DESC_DETERMINISTIC;

bool same_type(const mergus_type* a, const mergus_type* b) {
    return intern(a) == intern(b);
}

/// For the messages of ranks that run different programs.
const char* name_of(std::int32_t operation) {
    constexpr const char* names[] = {"another operation",
                                     "mxm",
                                     "transpose",
                                     "select",
                                     "apply",
                                     "ewise_add",
                                     "ewise_mult",
                                     "reduce_rows",
                                     "reduce_scalar",
                                     "assign",
                                     "assign of a scalar",
                                     "extract",
                                     "mxv",
                                     "vxm",
                                     "kronecker",
                                     "diag",
                                     "extract_diag"};
    const auto n = static_cast<std::size_t>(operation);
    return names[n < std::size(names) ? n : 0];
}

/// The parts of operands of C's shape, or transposed, at the place of the block.
std::vector<Part> parts_at(const mergus_call& call, const Region& region) {
    std::vector<Part> parts;
    const auto add = [&](const mergus_matrix* M, bool transposed) {
        if (M == nullptr || call.rows != nullptr || call.cols != nullptr) return;
        const Shape &of_M = M->shape(), &of_C = call.C->shape();
        if (transposed && !of_M.is_vector && of_M.nrows == of_C.ncols && of_M.ncols == of_C.nrows)
            parts.push_back({M, region.cols, region.rows});
        else if (!transposed && of_M == of_C)
            parts.push_back({M, region.rows, region.cols});
    };
    add(call.A, has(call, MERGUS_DESC_TRAN0) != (call.operation == MERGUS_OPERATION_TRANSPOSE));
    add(call.B, has(call, MERGUS_DESC_TRAN1));
    return parts;
}

} // namespace

OutputCuts cuts_like(std::initializer_list<Candidate> candidates) {
    const Candidate* most = nullptr;
    std::uint64_t most_nvals = 0;
    for (const Candidate& candidate : candidates) {
        if (candidate.matrix == nullptr) continue;
        const std::uint64_t nvals = candidate.matrix->nvals();
        if (most != nullptr && nvals <= most_nvals) continue;
        most = &candidate;
        most_nvals = nvals;
    }
    const mergus_matrix& M = *most->matrix;
    return most->transposed ? OutputCuts{M.cols, M.rows} : OutputCuts{M.rows, M.cols};
}

OutputCuts uncut(const mergus_matrix& C) {
    return {Cuts(C.rows.size()), Cuts(C.cols.size()), true};
}

mergus_call inputs_of(const mergus_call& call) {
    mergus_call inputs = call;
    inputs.descriptor &= input_bits;
    inputs.C = nullptr;
    inputs.mask = nullptr;
    inputs.A = inputs.B = nullptr;
    inputs.accum = nullptr;
    inputs.report = nullptr;
    return inputs;
}

LocalPtr Region::mask() {
    if (mask_ == nullptr && given_.mask != nullptr) mask_ = operand(*given_.mask);
    return mask_;
}

LocalPtr Region::target() {
    if (C != nullptr) return C;
    if (needs_old) {
        const LocalPtr old = operand(*given_.C);
        C = old.use_count() > 1 ? cache.device().dup(*old) : old;
    } else {
        C = cache.device().make(given_.C->type, shape());
    }
    return C;
}

void Region::report_and_run(mergus_operation mergus_backend::*operation, const char* name,
                            mergus_call& call) {
    if (ahead) std::exchange(ahead, nullptr)();
    auto report = core::defaults<mergus_report>();
    if (given_.report != nullptr) call.report = &report;
    const auto start = std::chrono::steady_clock::now();
    cache.device().run(operation, name, call);
    cache.seconds += std::chrono::duration<double>(std::chrono::steady_clock::now() - start).count();
    context.peers.answer_ready();
    if (given_.report == nullptr) return;
    const std::lock_guard lock(context.report_mutex);
    if (context.method.empty() || report.work > 0) context.method = report.method;
    context.bytes += report.bytes;
    context.work += report.work;
    context.compile_seconds += report.compile_seconds;
}

void Region::run(mergus_operation mergus_backend::*operation, const char* name, mergus_call inputs) {
    const LocalPtr target_block = target(), mask_block = mask();
    inputs.C = target_block->handle();
    inputs.mask = mask_block != nullptr ? mask_block->handle() : nullptr;
    inputs.accum = given_.accum;
    inputs.descriptor |= given_.descriptor & write_bits;
    report_and_run(operation, name, inputs);
}

void Region::run_into(const LocalPtr& T, mergus_operation mergus_backend::*operation, const char* name,
                      mergus_call inputs) {
    inputs.C = T->handle();
    report_and_run(operation, name, inputs);
}

void Region::write(const LocalPtr& T, bool transposed) {
    if (given_.mask == nullptr && given_.accum == nullptr && !transposed && C == nullptr && !needs_old &&
        same_type(T->type(), given_.C->type)) {
        C = T; // a block is never changed
        return;
    }
    const LocalPtr target_block = target(), mask_block = mask();
    mergus_call call = empty_call();
    call.operation = MERGUS_OPERATION_ASSIGN;
    call.C = target_block->handle();
    call.mask = mask_block != nullptr ? mask_block->handle() : nullptr;
    call.accum = given_.accum;
    call.A = T->handle();
    call.descriptor = (given_.descriptor & (write_bits | MERGUS_DESC_DETERMINISTIC)) |
                      (transposed ? std::uint32_t{MERGUS_DESC_TRAN0} : 0U);
    cache.device().run(&mergus_backend::assign, "assign", call);
}

namespace {

/// The parts of the finer cuts that are in a part of a vector, if it can be put together from them.
std::vector<Range> inside(const Region& region, const Cuts& finer) {
    std::vector<Range> parts;
    if (region.cache.device().transfers() == nullptr) return parts;
    for (std::uint64_t i = 0; i < finer.parts(); ++i) {
        const Range part = finer[i];
        if (part.end() <= region.rows.first || part.first >= region.rows.end()) continue;
        if (part.first < region.rows.first || part.end() > region.rows.end()) return {};
        parts.push_back(part);
    }
    return parts;
}

} // namespace

void compute(mergus_context& context, const mergus_call& call, const OutputCuts& cuts, bool keeps_old,
             const std::function<void(Region&)>& body, const PartsOf& parts_of) {
    mergus_matrix& C = *call.C;
    const bool needs_old = C.nvals() > 0 && (keeps_old || call.accum != nullptr ||
                                             (call.mask != nullptr && !has(call, MERGUS_DESC_REPLACE)));
    const std::uint64_t columns = cuts.cols.parts(), count = cuts.rows.parts() * columns;
    NewBlocks blocks(context, C.type, count);
    const KeptParts kept(context);
    LocalPtr whole;
    const auto region_of = [&](std::uint64_t b, Cache& cache) {
        return Region(context, cache, call, cuts.rows[b / columns], cuts.cols[b % columns]);
    };
    Turns turns(context, count, cuts.in_turn);
    const auto copy_ahead = [&](std::uint64_t b, Cache& cache) {
        b = turns.after(cache, b);
        if (b >= count) return;
        const Region next = region_of(b, cache);
        for (const Part& part : parts_of ? parts_of(next, false) : parts_at(call, next)) start(cache, part);
        if (call.mask != nullptr) start(cache, {call.mask, next.rows, next.cols});
    };
    std::optional<DeviceExchange> devices;
    if (context.links != nullptr && !cuts.recut) {
        context.links->open(context);
        DeviceExchange::Needs needs;
        const bool reads_whole = call.operation == MERGUS_OPERATION_MXM; // others may read block by block
        for (std::uint64_t b = 0; b < count; ++b) {
            const Region region = region_of(b, context.home(b, count));
            std::vector<Part> parts = parts_of ? parts_of(region, true) : parts_at(call, region);
            if (call.mask != nullptr) parts.push_back({call.mask, region.rows, region.cols});
            if (needs_old) parts.push_back({&C, region.rows, region.cols});
            const int rank = context.peers.owner_of(b);
            for (const Part& part : parts)
                for_each_block(part, [&](const Block& block) {
                    needs.push_back({rank, &block, reads_whole && is_whole(part) ? part.matrix : nullptr});
                });
        }
        devices.emplace(context, needs);
    }
    const auto compute_one = [&](std::uint64_t b, Cache& cache) {
        if (!blocks.is_own(b) && !cuts.recut) return; // every rank computes a result that is not cut
        Region region = region_of(b, cache);
        region.needs_old = needs_old;
        if (cache.device().transfers() != nullptr || context.peers.size() > 1)
            region.ahead = [&, b] { copy_ahead(b, cache); };
        LocalPtr made;
        if (const std::vector<Range> parts = inside(region, cuts.finer); parts.size() > 1) {
            std::vector<RowsOf> results;
            for (const Range& rows : parts) {
                Region part(context, cache, call, rows, region.cols);
                part.needs_old = needs_old;
                body(part);
                if (part.C != nullptr)
                    results.push_back({part.C, 0, rows.count, rows.first - region.rows.first});
            }
            if (!results.empty()) made = concatenate(cache.device(), C.type, region.shape(), results);
        } else {
            body(region);
            made = std::move(region.C);
        }
        if (made == nullptr) return;
        if (cuts.recut) {
            whole = std::move(made);
            return;
        }
        if (const std::uint64_t bytes = made->info().bytes;
            cuts.largest != 0 && bytes > cuts.largest && region.rows.count > 1)
            throw BlockTooLarge(bytes / cuts.largest + 1);
        // A copy that two blocks hold could not be dropped from the device.
        if (cache.limit() != 0 && made.use_count() > 1) made = cache.device().dup(*made);
        blocks.set(b, std::move(made));
    };
    std::vector<BlockPtr> made = blocks.make(
        fmt::format("{} into {} x {} in {} blocks", name_of(call.operation), C.rows.size(), C.cols.size(),
                    count),
        [&] {
            if (devices) devices->run();
            turns.run(compute_one);
        },
        [&](std::uint64_t b) {
            return Shape{cuts.rows[b / columns].count, cuts.cols[b % columns].count, C.is_vector};
        });
    if (cuts.recut && whole != nullptr) {
        const auto take = [&] { return std::move(whole); };
        const auto recut = C.is_vector ? cut_vector(context, C.type, C.rows.size(), take)
                                       : cut_by_entries(context, C.type, take);
        C.rows = std::move(recut->rows);
        C.cols = std::move(recut->cols);
        C.blocks = std::move(recut->blocks);
        return;
    }
    Cuts rows = cuts.rows, cols = cuts.cols; // what can fail precedes what changes C
    C.rows = std::move(rows);
    C.cols = std::move(cols);
    C.blocks = std::move(made);
}

} // namespace mergus::blocks
