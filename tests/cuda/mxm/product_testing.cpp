/// \file product_testing.cpp
#include "product_testing.hpp"

#include <algorithm>
#include <cctype>
#include <map>

namespace mergus::tests {

namespace {

std::uint64_t nrows_of(const Operands& operands, Descriptor how) {
    return how.has(DESC_T0) ? operands.A.ncols : operands.A.nrows;
}

std::uint64_t ncols_of(const Operands& operands, Descriptor how) {
    return how.has(DESC_T1) ? operands.B.nrows : operands.B.ncols;
}

} // namespace

bool Product::says(const std::string& name) const {
    const auto is_letter = [](char c) {
        return std::isalnum(static_cast<unsigned char>(c)) != 0 || c == '_';
    };
    for (const std::string& text : {method, reason})
        for (auto at = text.find(name); at != text.npos; at = text.find(name, at + 1)) {
            const std::size_t end = at + name.size();
            if ((at == 0 || !is_letter(text[at - 1])) && (end == text.size() || !is_letter(text[end])))
                return true;
        }
    return false;
}

AnyMatrix multiply(const Context& context, const AnySemiring& semiring, const Operands& operands,
                   Descriptor how, int times) {
    const AnyMatrix A = upload(context, operands.A), B = upload(context, operands.B);
    const auto M = operands.M ? std::optional(upload(context, *operands.M)) : std::nullopt;
    AnyMatrix C(context, semiring.get()->add->op->z_type, nrows_of(operands, how), ncols_of(operands, how));
    for (int n = 0; n < times; ++n) mxm(C, M ? Mask(*M) : Mask(no_mask), no_accum, semiring, A, B, how);
    return C;
}

Product product(const std::string& backend, const Method& method, const AnySemiring& semiring,
                const Operands& operands, Descriptor how) {
    Product found;
    const Context context = shuffled(backend, method.forced, method.seed, reporting(found, {}, "mxm"));
    found.bits = bits_of(multiply(context, semiring, operands, how, method.times));
    return found;
}

Bits naive(const AnySemiring& semiring, const Operands& operands, Descriptor how) {
    const mergus_type* const type = semiring.get()->add->op->z_type;
    if (type->size > reference::greatest_size)
        return bits_of(multiply(Context("suitesparse"), semiring, operands, how, 1));
    const reference::Matrix C{type, nrows_of(operands, how), ncols_of(operands, how), {}};
    const reference::Output output{operands.M ? &*operands.M : nullptr, nullptr, how.bits};
    return bits_of(reference::mxm(C, output, *semiring.get(), operands.A, operands.B));
}

void check(const Method& method, const AnySemiring& semiring, const Operands& operands, Descriptor how,
           Used used) {
    const Bits expected = naive(semiring, operands, how);
    const std::uint64_t products = products_of({how.has(DESC_T0) ? transposed(operands.A) : operands.A,
                                                how.has(DESC_T1) ? transposed(operands.B) : operands.B});
    const std::string add = semiring.get()->add->op->name;
    for (const std::string& backend : devices_under_test()) {
        CAPTURE(backend);
        CAPTURE(method.forced);
        CAPTURE(add);
        CAPTURE(how.bits);
        Product found;
        try {
            found = product(backend, method, semiring, operands, how);
        } catch (const Error& error) { // hides no other method
            FAIL_CHECK(error.what());
            continue;
        }
        CHECK(found.bits == expected);
        const std::string report = found.method + "; " + found.reason;
        if (used == Used::yes)
            for (const std::string& words : method.said) CHECK_MESSAGE(found.says(words), report);
        if (used == Used::no) CHECK_MESSAGE(!found.says(method.said.at(0)), report);
        if (used == Used::yes && method.exact_work) CHECK(found.work == products);
    }
}

std::uint64_t products_of(const Operands& operands) {
    std::map<std::uint64_t, std::uint64_t> lengths;
    for (const auto& [place, entry] : operands.B.entries) ++lengths[place.first];
    std::uint64_t products = 0;
    for (const auto& [place, entry] : operands.A.entries) {
        const auto row = lengths.find(place.second);
        products += row != lengths.end() ? row->second : 0;
    }
    return products;
}

reference::Matrix transposed(const reference::Matrix& matrix) {
    reference::Matrix T{matrix.type, matrix.ncols, matrix.nrows, {}};
    for (const auto& [place, entry] : matrix.entries) T.entries[{place.second, place.first}] = entry;
    return T;
}

reference::Matrix moved(const reference::Matrix& matrix, std::uint64_t nrows, std::uint64_t ncols,
                        std::uint64_t rows, std::uint64_t cols) {
    reference::Matrix far{matrix.type, nrows, ncols, {}};
    for (const auto& [place, entry] : matrix.entries)
        far.entries[{place.first + rows, place.second + cols}] = entry;
    return far;
}

reference::Matrix with_zeros(reference::Matrix mask) {
    std::uint64_t n = 0;
    for (auto& [place, entry] : mask.entries)
        if (n++ % 3 == 0) entry.value = reference::zero(mask.type);
    return mask;
}

} // namespace mergus::tests
