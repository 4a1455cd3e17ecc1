/// \file concatenate_vectors.cpp
#include "concatenate_vectors.hpp"

#include "bitmap/convert.hpp"
#include "steps/identity.hpp"
#include "transfers.hpp"

#include <algorithm>
#include <deque>
#include <vector>

namespace mergus::cuda {

namespace {

/// The indices of a part that are taken, and where they go.
struct VectorPart {
    Context& context;
    const Matrix* vector; ///< on compressed rows
    std::uint64_t first, count, place;
    std::uint64_t begin = 0, end = 0; ///< its entries, once they are known
};

class Concatenation {
public:
    Concatenation(Context& context, const mergus_concatenate_args& args, Context* const* contexts)
        : context_(context), type_(context.intern(args.type)), size_(args.nrows),
          columns_(context, args.nrows) {
        std::uint64_t next = 0;
        for (std::uint64_t p = 0; p < args.count; ++p) {
            Context& of = contexts != nullptr ? *contexts[p] : context;
            const VectorPart part{of, &csr(of, *args.parts[p]), args.taken_rows[p], args.row_counts[p],
                                  args.first_rows[p]};
            if (!part.vector->is_vector || part.vector->type != of.intern(args.type) ||
                part.first + part.count > part.vector->ncols || part.place < next ||
                part.place + part.count > size_)
                throw Error(Code::invalid_value, "a part of a concatenation has another shape or type");
            full_ = full_ && part.vector->full() && part.place == next;
            next = part.place + part.count;
            parts_.push_back(part);
        }
        full_ = full_ && next == size_ && size_ > 0;
        if (full_) return;
        for (VectorPart& part : parts_) // others are copied first
            if (&part.context != &context)
                part.vector = &copies_.emplace_back(import_from(context, part.context, *part.vector));
    }

    void kernels(KernelRequests& requests) const {
        if (full_) return columns_.kernels(requests);
        for (const VectorPart& part : parts_) requests.push_back(kernel("move_columns", part));
    }

    [[nodiscard]] Matrix run() {
        Device& device = context_.device;
        const std::size_t size = type_->size;
        if (full_) {
            Buffer values(device, size_ * size);
            for (const VectorPart& part : parts_)
                copy_values(values, part.place, part, part.first, part.count);
            return columns_.vector(type_, std::move(values));
        }
        find_spans();
        std::uint64_t nvals = 0;
        for (const VectorPart& part : parts_) nvals += part.end - part.begin;
        Matrix result = raw_vector(context_, type_, size_, nvals);
        std::uint64_t done = 0;
        for (const VectorPart& part : parts_) {
            const std::uint64_t count = part.end - part.begin;
            if (count == 0) continue;
            const void* const from = element(part.vector->col.data(), part.begin, part.vector->index_size());
            const void* const to = element(result.col.data(), done, result.index_size());
            device.launch(context_.jit.kernel(kernel("move_columns", part)),
                          grid_for(context_, count, block_threads), {block_threads}, 0, from, count,
                          part.first, part.place, to);
            copy_values(result.val, done, part, part.begin, count);
            done += count;
        }
        return result;
    }

private:
    static const void* element(const void* array, std::uint64_t n, std::size_t size) {
        return static_cast<const std::byte*>(array) + n * size;
    }
    [[nodiscard]] KernelRequest kernel(const char* entry, const VectorPart& part) const {
        Bindings bindings;
        bindings.index("From", part.vector->wide()).index("To", needs_wide(size_));
        return {"ops/concatenate_vectors.cuh", entry, std::move(bindings)};
    }
    void copy_values(Buffer& to, std::uint64_t place, const VectorPart& part, std::uint64_t begin,
                     std::uint64_t count) {
        const std::size_t size = type_->size;
        if (count == 0) return;
        const ArrayCopy copy[] = {{static_cast<std::byte*>(to.data()) + place * size,
                                   element(part.vector->val.data(), begin, size), count * size}};
        if (full_ && &part.context != &context_)
            copy_streams(context_).copy_from(copy_streams(part.context), copy);
        else
            context_.device.copy(copy[0].to, copy[0].from, copy[0].bytes);
    }
    /// Without a search where all of a part is taken, or every index has an entry.
    void find_spans() {
        std::vector<VectorPart*> searched;
        for (VectorPart& part : parts_) {
            if (part.count == part.vector->ncols) {
                part.end = part.vector->nvals;
            } else if (part.vector->full()) {
                part.begin = part.first;
                part.end = part.first + part.count;
            } else if (part.vector->nvals != 0) {
                searched.push_back(&part);
            }
        }
        if (searched.empty()) return;
        Device& device = context_.device;
        Array<std::uint64_t> spans(device, 2 * searched.size());
        for (std::size_t p = 0; p < searched.size(); ++p) {
            const VectorPart& part = *searched[p];
            const void* const col = part.vector->col.data();
            device.launch(context_.jit.kernel(kernel("find_span", part)), {1}, {32}, 0, col,
                          part.vector->nvals, part.first, part.first + part.count, spans.data() + 2 * p);
        }
        std::vector<std::uint64_t> found(spans.size());
        device.copy_to_host(found.data(), spans.data(), found.size() * sizeof found[0]);
        for (std::size_t p = 0; p < searched.size(); ++p) {
            searched[p]->begin = found[2 * p];
            searched[p]->end = found[2 * p + 1];
        }
    }

    Context& context_;
    const mergus_type* type_;
    std::uint64_t size_;
    IdentityColumns columns_;
    std::vector<VectorPart> parts_;
    std::deque<Matrix> copies_; ///< of parts of other contexts
    bool full_ = true;          ///< an entry at every index of the result
};

} // namespace

Matrix concatenate_vectors(Context& context, const mergus_concatenate_args& args, Context* const* contexts) {
    Concatenation concatenation(context, args, contexts);
    compile_kernels(context, concatenation);
    return concatenation.run();
}

} // namespace mergus::cuda
