/// \file test_kernel_cache.cpp
/// The kernel cache, in memory and on disk, distinguishes operators and types by definition, not by name.
#include "testing/device_testing.hpp"
#include "testing/scratch.hpp"

#include <mergus/mergus.hpp>

#include <string>

using namespace mergus;
using namespace mergus::tests;

namespace {

/// A user operator with the name "times". The emulated device calls only its source text.
struct Operator {
    std::string text;
    mergus_op op{};

    Operator(std::string definition, const mergus_type* type, const char* callable)
        : text(std::move(definition)) {
        op = *ops::times<double>.get();
        op.code = MERGUS_OP_USER;
        op.name = "times_of_the_user";
        op.text = text.c_str();
        op.callable = callable;
        op.x_type = op.y_type = op.z_type = type;
        op.properties = 0;
    }
};

struct Outcome {
    std::uint64_t compiled;
    double value; ///< of the only entry of 3 ⊗ 5
};

Outcome run(const Context& context, const Operator& times, const mergus_monoid* add) {
    const std::uint64_t before = context.counters().compiled_kernels;
    mergus_semiring semiring{};
    semiring.struct_size = sizeof semiring;
    semiring.name = "semiring_of_the_user";
    semiring.add = add;
    semiring.mul = &times.op;
    const std::vector<std::uint64_t> first{0};
    const double three = 3, five = 5;
    AnyMatrix A(context, times.op.x_type, 1, 1), B(context, times.op.x_type, 1, 1),
        C(context, times.op.z_type, 1, 1);
    A.build(first, first, &three, type_of<double>());
    B.build(first, first, &five, type_of<double>());
    mxm(C, no_mask, no_accum, AnySemiring(&semiring), A, B);
    Outcome outcome{context.counters().compiled_kernels - before, 0};
    C.extract_tuples(nullptr, nullptr, &outcome.value, type_of<double>());
    return outcome;
}

} // namespace

TEST_SUITE_BEGIN("kernel-cache-emulated");

TEST_CASE("kernel cache: another definition under the same name is another kernel") {
    const cuda::testing::ScratchDirectory directory;
    const cuda::testing::Variable cache("MERGUS_CACHE_DIR", directory.path().c_str());
    const mergus_type* fp64 = type_of<double>();
    const mergus_type* fp32 = type_of<float>();
    const mergus_monoid* add = plus_monoid<double>.get();
    const Operator product("static double f(double a, double b) { return a * b; }", fp64, "f");
    const Operator shifted("static double f(double a, double b) { return a * b + 1; }", fp64, "f");
    const Operator single("static float f(float a, float b) { return a * b + 2; }", fp32, "f");
    const std::string both = "static double f(double a, double b) { return a * b; }\n"
                             "static double g(double a, double b) { return a - b; }";
    const Operator second(both, fp64, "g");

    for (const bool disk : {false, true}) { // in the second pass all kernels are on disk
        CAPTURE(disk);
        const Context context("cuda-emulated");
        const auto check = [&](const Operator& op, const mergus_monoid* monoid, double expected) {
            const Outcome outcome = run(context, op, monoid);
            CHECK(outcome.value == expected);
            CHECK((outcome.compiled > 0) == !disk);
            CHECK(run(context, op, monoid).compiled == 0);
        };
        check(product, add, 15);
        check(shifted, add, 16);
        check(single, plus_monoid<float>.get(), 17);
        check(second, add, -2);
        check(product, max_monoid<double>.get(), 15);
        CHECK((context.counters().cached_kernels > 0) == disk);
    }
}

TEST_SUITE_END();
