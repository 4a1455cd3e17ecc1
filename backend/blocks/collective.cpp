/// \file collective.cpp
#include "collective.hpp"

#include <fmt/format.h>

#include <cstring>

namespace mergus::blocks {

namespace {

/// What the ranks say of an exception of one of them.
Peers::Vote vote_of(const std::exception_ptr& error) {
    Peers::Vote vote;
    try {
        std::rethrow_exception(error);
    } catch (const Error& failure) {
        vote.code = failure.code();
        vote.message = failure.what();
        const std::string name = std::string(code_name(failure.code())) + ": ";
        if (vote.message.starts_with(name)) vote.message.erase(0, name.size());
    } catch (const std::bad_alloc&) {
        vote.code = Code::out_of_memory;
        vote.message = "out of host memory";
    } catch (const std::exception& failure) {
        vote.code = Code::panic;
        vote.message = failure.what();
    } catch (...) {
        vote.code = Code::panic;
        vote.message = "an unknown exception";
    }
    return vote;
}

} // namespace

void append(Bytes& to, std::uint64_t number) {
    const auto* const bytes = reinterpret_cast<const std::byte*>(&number);
    to.insert(to.end(), bytes, bytes + sizeof number);
}

std::vector<Bytes> exchange(mergus_context& context, const std::string& call,
                            const std::function<Bytes()>& body) {
    if (context.peers.size() == 1) {
        std::vector<Bytes> alone;
        alone.push_back(body());
        return alone;
    }
    context.peers.require();
    Peers::Vote vote;
    try {
        const Peers::Attended attended(context.peers);
        vote.payload = body();
    } catch (...) {
        vote = vote_of(std::current_exception());
    }
    struct Forget {
        mergus_context& context;
        ~Forget() { Block::forget_fetched(context); }
    } const forget{context};
    return context.peers.vote(call, std::move(vote));
}

void collectively(mergus_context& context, const std::string& call, const std::function<void()>& body) {
    static_cast<void>(exchange(context, call, [&] {
        body();
        return Bytes{};
    }));
}

NewBlocks::NewBlocks(mergus_context& context, const mergus_type* type, std::uint64_t count) noexcept
    : context_(context), type_(type), first_number_(context.peers.numbers(count)), count_(count) {}

bool NewBlocks::is_own(std::uint64_t block) const noexcept {
    return context_.peers.owner_of(block) == context_.peers.rank();
}

void NewBlocks::set(std::uint64_t block, LocalPtr local) {
    if (local->nvals() > 0)
        blocks_[block] = std::make_shared<const Block>(context_, std::move(local), first_number_ + block);
}

void NewBlocks::set(std::uint64_t block, HostArrays arrays) {
    if (arrays.nvals > 0)
        blocks_[block] = std::make_shared<const Block>(context_, std::move(arrays), first_number_ + block);
}

std::vector<BlockPtr> NewBlocks::make(const std::string& call, const std::function<void()>& make,
                                      const std::function<Shape(std::uint64_t)>& shape_of) {
    const std::vector<Bytes> all = exchange(context_, call, [&] {
        blocks_.resize(count_);
        make();
        Bytes own; // the number of entries of each of this rank's blocks
        for (std::uint64_t b = 0; b < blocks_.size(); ++b)
            if (is_own(b)) append(own, blocks_[b] != nullptr ? blocks_[b]->nvals() : 0);
        return own;
    });
    if (all.size() == 1) return std::move(blocks_);
    try {
        add_others(all, shape_of);
    } catch (const std::exception& error) { // too late to fail together
        context_.peers.leave(fmt::format("rank {} after {}: {}", context_.peers.rank(), call, error.what()));
        throw;
    }
    return std::move(blocks_);
}

void NewBlocks::add_others(const std::vector<Bytes>& all,
                           const std::function<Shape(std::uint64_t)>& shape_of) {
    std::vector<std::size_t> read(all.size());
    for (std::uint64_t b = 0; b < blocks_.size(); ++b) {
        const auto owner = static_cast<std::size_t>(context_.peers.owner_of(b));
        std::uint64_t nvals = 0;
        if (all[owner].size() < (read[owner] + 1) * sizeof nvals)
            throw Error(Code::panic, "a rank has another number of blocks");
        std::memcpy(&nvals, all[owner].data() + read[owner]++ * sizeof nvals, sizeof nvals);
        if (is_own(b) || nvals == 0) continue;
        blocks_[b] = std::make_shared<const Block>(context_, shape_of(b), type_, nvals,
                                                   static_cast<int>(owner), first_number_ + b);
    }
}

} // namespace mergus::blocks
