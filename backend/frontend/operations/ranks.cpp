/// \file ranks.cpp
#include "ranks.hpp"

#include <mergus/error.hpp>

#include <fmt/format.h>

#include <cstring>
#include <exception>
#include <new>

namespace mergus::core {

Ranks::Ranks(detail::ContextState& context, std::string_view name) : context_(context), name_(name) {
    const mergus_ranks& functions = context.plugin().ranks;
    if (functions.position != nullptr)
        context_.locked([&] { functions.position(context_.handle(), &rank, &count); });
}

std::vector<std::uint64_t> Ranks::together(const std::function<std::uint64_t()>& step) {
    if (count == 1) return {step()};
    struct Report {
        std::int64_t code = 0;
        std::uint64_t number = 0;
        char message[512] = "";
    } own;
    try {
        own.number = step();
    } catch (const Error& error) {
        own.code = static_cast<std::int64_t>(error.code());
        std::strncpy(own.message, error.what(), sizeof own.message - 1);
    } catch (const std::bad_alloc&) {
        own.code = static_cast<std::int64_t>(Code::out_of_memory);
    } catch (const std::exception& error) { // of the file system
        own.code = static_cast<std::int64_t>(Code::io_error);
        std::strncpy(own.message, error.what(), sizeof own.message - 1);
    }
    std::vector<Report> all(count);
    context_.call(name_, context_.plugin().ranks.gather, static_cast<const void*>(&own), sizeof own,
                  static_cast<void*>(all.data()));
    std::vector<std::uint64_t> numbers;
    for (const Report& one : all) {
        if (one.code != 0)
            throw Error(static_cast<Code>(one.code),
                        fmt::format("{}: rank {}: {}", name_, numbers.size(), one.message));
        numbers.push_back(one.number);
    }
    return numbers;
}

} // namespace mergus::core
