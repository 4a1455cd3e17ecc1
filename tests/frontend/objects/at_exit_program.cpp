/// \file at_exit_program.cpp
/// A program that uses the library while its global objects are destroyed, run by test_at_exit.cpp.
/// `late` is made before main, so its destructor runs after those of all objects that main creates:
/// function-local statics of the library, and of the backend that main loads.
///
/// The single argument is a backend's name. Prints "done" and ends with 0 if every result is right.
#include <mergus/mergus.hpp>

#include <cstdint>
#include <cstdio>
#include <memory>
#include <unistd.h>
#include <vector>

using namespace mergus;

namespace {

const char* backend_name = "";

/// The sum of all entries of A·A with A = [0 2; 3 0] over plus and `times`.
double square(const Context& context, const BinaryOp& times) {
    const std::vector<std::uint64_t> rows{0, 1}, cols{1, 0};
    const std::vector<double> values{2, 3};
    Matrix<double> A(context, 2, 2), C(context, 2, 2);
    A.build(rows, cols, values.data(), type_of<double>());
    mxm(C, no_mask, no_accum, make_semiring(plus_monoid<double>, times), A, A);
    return reduce(plus_monoid<double>, C);
}

void require(bool right, const char* what) {
    if (right) return;
    std::fprintf(stderr, "wrong: %s\n", what);
    std::fflush(stderr);
    _exit(3);
}

BinaryOp define_shifted() {
    const mergus_type* const fp64 = type_of<double>();
    return define_binary_op("shifted", "x * y + 1", fp64, fp64, fp64);
}

struct Late {
    std::unique_ptr<Context> context;
    AnyMatrix matrix;

    ~Late() {
        if (context == nullptr) return; // main ended before it set the context
        try {
            // Uses semirings and types that main has not used.
            require(find_semiring("min_plus", type_of<std::int32_t>()).handle != nullptr, "find_semiring");
            require(find_op("plus", type_of<double>()) != nullptr, "find_op");
            require(std::string_view(plus_times<double>.get()->name) == "plus_times", "a constant's name");
            require(square(*context, ops::times<double>) == 12, "a product in the old context");
            require(square(*context, define_shifted()) == 14, "an operator that main had defined");
            const mergus_type* const fp64 = type_of<double>();
            const BinaryOp fresh = define_binary_op("fresh", "x * y + 2", fp64, fp64, fp64);
            require(square(*context, fresh) == 16, "an operator defined here");
            const mergus_type* const type =
                define_type("pair_of", "typedef struct { double a, b; } pair_of;");
            require(type == define_type("pair_of", "typedef struct { double a, b; } pair_of;"), "a type");
            require(!backends().empty(), "the list of backends");
            const Context another{backend_name};
            require(square(another, ops::times<double>) == 12, "a product in a new context");
            require(matrix.nvals() == 0, "a matrix that main made");
            matrix = AnyMatrix();
            context.reset();
        } catch (const std::exception& error) {
            require(false, error.what());
        }
        std::puts("done");
    }
};

Late late;

} // namespace

int main(int count, char** arguments) {
    if (count != 2) return 2;
    backend_name = arguments[1];
    late.context = std::make_unique<Context>(backend_name);
    late.matrix = Matrix<double>(*late.context, 3, 3);
    require(square(*late.context, ops::times<double>) == 12, "a product in main");
    require(square(*late.context, define_shifted()) == 14, "a run-time operator in main");
    const mergus_type* const used = define_type("early", "typedef struct { float a; } early;");
    require(used->size == 4, "a type in main");
    return 0;
}
