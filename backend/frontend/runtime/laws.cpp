/// \file laws.cpp
/// Tests the laws at random values; ordinary values come first, so that counter-examples are simple.
#include <mergus/laws.hpp>

#include "law_values.hpp"

#include <mergus/error.hpp>

#include <fmt/format.h>

#include <algorithm>
#include <initializer_list>
#include <optional>

namespace mergus {
namespace {

using core::LawDomain;
using core::LawValue;

/// A test of one law at one choice of values. If a step overflows or underflows, the choice is ignored.
class Trial {
public:
    Trial(const mergus_op& op, const LawDomain& domain) : op_(op), domain_(domain) {}

    [[nodiscard]] LawValue f(const LawValue& x, const LawValue& y) {
        LawValue z(op_.z_type->size);
        op_.function.binary(z.data(), x.data(), y.data());
        counts_ = counts_ && domain_.in_range(x.data(), y.data(), z.data());
        return z;
    }
    [[nodiscard]] bool differ(const LawValue& a, const LawValue& b,
                              std::initializer_list<const LawValue*> others) const {
        if (!counts_) return false;
        std::vector<const void*> scale{a.data(), b.data()};
        for (const LawValue* other : others) scale.push_back(other->data());
        return !domain_.same(a.data(), b.data(), scale);
    }
    [[nodiscard]] std::string call(const std::string& x, const std::string& y) const {
        return fmt::format("{}({}, {})", op_.name, x, y);
    }
    [[nodiscard]] std::string text(const LawValue& value) const { return domain_.text(value.data()); }

private:
    const mergus_op& op_;
    const LawDomain& domain_;
    bool counts_ = true;
};

/// The monoid and the values of a trial; each law returns its counter-example.
struct Choice {
    const mergus_monoid& monoid;
    const LawDomain& domain;
    const LawValue &x, &y, &z;

    [[nodiscard]] std::optional<std::string> try_law(MonoidLaw law) const {
        const std::size_t size = monoid.op->z_type->size;
        switch (law) {
        case MonoidLaw::associative:
            return associative();
        case MonoidLaw::commutative:
            return commutative();
        case MonoidLaw::identity:
            return fixed(LawValue(monoid.identity, size), x);
        case MonoidLaw::terminal:
            break;
        }
        const LawValue terminal(monoid.terminal, size);
        return fixed(x, terminal);
    }

private:
    [[nodiscard]] std::optional<std::string> associative() const {
        Trial t(*monoid.op, domain);
        const LawValue xy = t.f(x, y), yz = t.f(y, z), left = t.f(xy, z), right = t.f(x, yz);
        if (!t.differ(left, right, {&x, &y, &z, &xy, &yz})) return {};
        const std::string a = t.text(x), b = t.text(y), c = t.text(z);
        return fmt::format("{} = {}, but {} = {}", t.call(t.call(a, b), c), t.text(left),
                           t.call(a, t.call(b, c)), t.text(right));
    }

    [[nodiscard]] std::optional<std::string> commutative() const {
        Trial t(*monoid.op, domain);
        const LawValue xy = t.f(x, y), yx = t.f(y, x);
        if (!t.differ(xy, yx, {&x, &y})) return {};
        const std::string a = t.text(x), b = t.text(y);
        return fmt::format("{} = {}, but {} = {}", t.call(a, b), t.text(xy), t.call(b, a), t.text(yx));
    }

    /// f(with, wanted) = f(wanted, with) = wanted.
    [[nodiscard]] std::optional<std::string> fixed(const LawValue& with, const LawValue& wanted) const {
        const bool may_be_swallowed = domain.is_nan(wanted.data());
        for (const bool first : {true, false}) {
            Trial t(*monoid.op, domain);
            const LawValue& a = first ? with : wanted;
            const LawValue& b = first ? wanted : with;
            const LawValue result = t.f(a, b);
            if (!t.differ(result, wanted, {&a, &b})) continue;
            if (may_be_swallowed && domain.same(result.data(), with.data(), {})) continue;
            return fmt::format("{} = {}, not {}", t.call(t.text(a), t.text(b)), t.text(result),
                               t.text(wanted));
        }
        return {};
    }
};

} // namespace

std::string_view law_name(MonoidLaw law) noexcept {
    switch (law) {
    case MonoidLaw::associative:
        return "associative";
    case MonoidLaw::commutative:
        return "commutative";
    case MonoidLaw::identity:
        return "identity";
    case MonoidLaw::terminal:
        break;
    }
    return "terminal";
}

std::vector<BrokenLaw> check_laws(const AnyMonoid& monoid, const LawOptions& options) {
    const mergus_monoid* const m = monoid.get();
    if (m == nullptr || m->op == nullptr || m->identity == nullptr)
        throw Error(Code::null_pointer, "check_laws: the monoid is empty");
    std::vector<BrokenLaw> broken;
    if (m->op->code == MERGUS_OP_ANY) return broken; // `any` may return either argument
    const auto domain = core::law_domain(*m->op->z_type, options);
    for (const MonoidLaw law :
         {MonoidLaw::associative, MonoidLaw::commutative, MonoidLaw::identity, MonoidLaw::terminal}) {
        if (law == MonoidLaw::terminal && m->terminal == nullptr) continue;
        if (law == MonoidLaw::associative && (m->op->properties & MERGUS_OP_ASSOCIATIVE) == 0) continue;
        if (law == MonoidLaw::commutative && (m->op->properties & MERGUS_OP_COMMUTATIVE) == 0) continue;
        const generate::Stream random(options.seed, static_cast<std::uint64_t>(law));
        for (unsigned trial = 0; trial < options.trials; ++trial) {
            const bool special = trial >= options.trials / 2;
            const generate::Stream here = random.sub(trial);
            const std::size_t size = m->op->z_type->size;
            LawValue x(size), y(size), z(size);
            domain->draw(x.data(), here.sub(1), special);
            domain->draw(y.data(), here.sub(2), special);
            domain->draw(z.data(), here.sub(3), special);
            if (std::optional<std::string> found = Choice{*m, *domain, x, y, z}.try_law(law)) {
                broken.push_back({law, std::move(*found), special});
                break;
            }
        }
    }
    return broken;
}

std::vector<BrokenLaw> check_laws(const AnySemiring& semiring, const LawOptions& options) {
    if (semiring.get() == nullptr) throw Error(Code::null_pointer, "check_laws: the semiring is empty");
    return check_laws(AnyMonoid(semiring.get()->add), options);
}

} // namespace mergus
