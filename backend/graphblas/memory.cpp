/// \file memory.cpp
#include "memory.hpp"

#include <algorithm>
#include <limits>
#include <map>

namespace mergus::grb {

namespace {

struct Loans {
    std::mutex mutex;
    std::map<const void*, Loan*> by_address;
    Allocator allocator{};
};
Loans& loans() {
    static auto* const made = new Loans; // never destroyed: objects are freed in exit handlers
    return *made;
}

} // namespace

Allocator program_allocator() noexcept {
    const std::lock_guard lock(loans().mutex);
    return loans().allocator;
}
void set_program_allocator(const Allocator& allocator) noexcept {
    const std::lock_guard lock(loans().mutex);
    loans().allocator = allocator;
}

void FreeArray::operator()(void* array) const noexcept {
    if (array == nullptr) return; // the program's function may not take it
    program_allocator().release(array);
}

ProgramArray new_array(std::uint64_t count, std::uint64_t bytes_of_one) {
    if (count > std::numeric_limits<std::ptrdiff_t>::max() / bytes_of_one)
        fail(GrB_OUT_OF_MEMORY, "an array of " + std::to_string(count) + " elements");
    ProgramArray array(program_allocator().allocate(std::max<std::size_t>(count * bytes_of_one, 1)));
    if (array == nullptr) fail(GrB_OUT_OF_MEMORY, "an array of " + std::to_string(count) + " elements");
    return array;
}

Loan::Loan(const std::array<void*, 3>& arrays) : arrays_(arrays) {
    if (arrays_[0] == nullptr) return; // an object without entries
    const std::lock_guard lock(loans().mutex);
    if (!loans().by_address.try_emplace(arrays_[0], this).second)
        fail(GrB_INVALID_VALUE, "another object has the array");
}

Loan::~Loan() {
    const std::lock_guard lock(loans().mutex);
    const auto found = loans().by_address.find(arrays_[0]);
    if (found != loans().by_address.end() && found->second == this) loans().by_address.erase(found);
}

void Loan::give_back(void* self) noexcept {
    std::unique_ptr<Loan> loan(static_cast<Loan*>(self));
    const auto arrays = loan->arrays_;
    const bool taken = loan->taken_;
    loan.reset(); // before the addresses can be those of other arrays
    if (taken) return;
    for (void* const array : arrays) FreeArray{}(array);
}

bool Loan::take(const std::array<void*, 3>& arrays) noexcept {
    const std::lock_guard lock(loans().mutex);
    const auto found = loans().by_address.find(arrays[0]);
    if (found == loans().by_address.end() || found->second->arrays_ != arrays) return false;
    found->second->taken_ = true;
    loans().by_address.erase(found);
    return true;
}

} // namespace mergus::grb
