/// \file execute.hpp
/// Runs an instance: with the reference, and with a backend through the public interface.
#pragma once

#include "conformance/instance.hpp"

#include <mergus/context.hpp>

#include <cstddef>
#include <cstring>
#include <memory>
#include <string>
#include <vector>

namespace mergus::conformance {

struct BackendCall;

/// The result according to the reference. A scalar is a 1 × 1 matrix.
reference::Matrix execute_reference(const Instance& instance);

/// The result of a backend.
struct Observation {
    reference::Matrix result;
    std::string fault; ///< an error besides the values: a changed input, unordered entries, …
};

/// Makes one call with the operands of a case.
using Caller = void (*)(const BackendCall& call);

/// \param caller in place of the operation's own call of the front end, unless it is null.
/// \throws Error as the library does.
Observation execute(const Instance& instance, const Context& context, Caller caller = nullptr);

/// Values one after the other, aligned for every type.
class Packed {
public:
    Packed(const mergus_type* type, std::size_t count)
        : type_(type), storage_(std::make_unique<std::max_align_t[]>(count * type->size / unit + 1)) {}
    Packed(const mergus_type* type, const std::vector<reference::Value>& values)
        : Packed(type, values.size()) {
        for (std::size_t e = 0; e < values.size(); ++e) set(e, values[e]);
    }
    void set(std::size_t e, const reference::Value& value) { std::memcpy(at(e), value.data(), type_->size); }
    [[nodiscard]] reference::Value get(std::size_t e) { return reference::from_bytes(type_, at(e)); }
    [[nodiscard]] unsigned char* data() { return reinterpret_cast<unsigned char*>(storage_.get()); }

private:
    static constexpr std::size_t unit = sizeof(std::max_align_t);
    unsigned char* at(std::size_t e) { return data() + e * type_->size; }

    const mergus_type* type_;
    std::unique_ptr<std::max_align_t[]> storage_;
};

} // namespace mergus::conformance
