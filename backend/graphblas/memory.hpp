/// \file memory.hpp
/// Arrays of the program in objects, and arrays of objects in the program (pack and unpack): allocated and
/// freed with the functions that GxB_init was given, or else malloc and free.
///
/// Invariant: an array that the program packed is found by its address as long as an object has it (Loan), so
/// that unpack can return it without a copy.
#pragma once

#include "call.hpp"

#include <array>
#include <cstdlib>
#include <memory>

namespace mergus::grb {

struct Allocator {
    void* (*allocate)(std::size_t bytes) = &std::malloc;
    void (*release)(void* array) = &std::free;
};
[[nodiscard]] Allocator program_allocator() noexcept;
void set_program_allocator(const Allocator& allocator) noexcept;

struct FreeArray {
    void operator()(void* array) const noexcept;
};
/// An array for the program.
using ProgramArray = std::unique_ptr<void, FreeArray>;
/// Room for at least one byte. \throws Failure GrB_OUT_OF_MEMORY
ProgramArray new_array(std::uint64_t count, std::uint64_t bytes_of_one);

/// Arrays of the program that an object uses. Destroying a loan leaves the arrays with the program;
/// give_back, which the object calls, frees them too.
class Loan {
public:
    /// The first array identifies the loan. Arrays may be null.
    explicit Loan(const std::array<void*, 3>& arrays);
    Loan(const Loan&) = delete;
    Loan& operator=(const Loan&) = delete;
    ~Loan();

    /// For mergus_csr::release; `self` is a Loan made with new.
    static void give_back(void* self) noexcept;
    /// Whether an object has these arrays on loan; they are then the program's, and give_back leaves them.
    static bool take(const std::array<void*, 3>& arrays) noexcept;

private:
    std::array<void*, 3> arrays_;
    bool taken_ = false;
};

} // namespace mergus::grb
