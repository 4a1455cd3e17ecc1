/// \file law_values.hpp
/// Generation, comparison and printing of values for the tests of laws.
#pragma once

#include <mergus/laws.hpp>

#include "../generate/random.hpp"

#include <cstddef>
#include <cstring>
#include <memory>
#include <string>
#include <vector>

namespace mergus::core {

/// A value of a run-time type.
class LawValue {
public:
    explicit LawValue(std::size_t size) : bytes_(size / sizeof(std::max_align_t) + 1) {}
    LawValue(const void* from, std::size_t size) : LawValue(size) { std::memcpy(bytes_.data(), from, size); }
    [[nodiscard]] const void* data() const noexcept { return bytes_.data(); }
    [[nodiscard]] void* data() noexcept { return bytes_.data(); }

private:
    std::vector<std::max_align_t> bytes_;
};

class LawDomain {
public:
    LawDomain() = default;
    LawDomain(const LawDomain&) = delete;
    LawDomain& operator=(const LawDomain&) = delete;
    virtual ~LawDomain() = default;

    /// \param special also return extreme values
    virtual void draw(void* value, const generate::Stream& random, bool special) const = 0;
    /// Whether c = f(a, b) neither overflowed nor underflowed.
    [[nodiscard]] virtual bool in_range(const void* a, const void* b, const void* c) const = 0;
    /// Whether a and b are equal up to rounding. \param scale the values of the computation
    [[nodiscard]] virtual bool same(const void* a, const void* b,
                                    const std::vector<const void*>& scale) const = 0;
    [[nodiscard]] virtual bool is_nan(const void* value) const = 0;
    [[nodiscard]] virtual std::string text(const void* value) const = 0;
};

/// \throws Error invalid_value for a user type without samples
std::unique_ptr<LawDomain> law_domain(const mergus_type& type, const LawOptions& options);

} // namespace mergus::core
