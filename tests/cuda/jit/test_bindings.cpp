/// \file test_bindings.cpp
/// A kernel is found again by the content of its bindings: whatever is different in the text is different in
/// the key, and where the operators and types of a call stand in memory is no part of it.
#include "jit/jit.hpp"
#include "jit/unused_type.hpp"
#include "testing/scratch.hpp"

#include <doctest/doctest.h>

#include <functional>
#include <memory>
#include <string>
#include <utility>
#include <vector>

using namespace mergus::cuda;

namespace {

/// An operator with all that it refers to, in memory of its own.
struct OwnOp {
    std::string type_name = "Pair", definition = "struct Pair { double a, b; };", name = "times",
                callable = "f", text = "__device__ Pair f(Pair x, Pair y) { return x; }";
    mergus_type type{sizeof(mergus_type), MERGUS_USER_TYPE, 8, 16, nullptr, nullptr};
    mergus_op op{};

    const mergus_op* get() {
        type.name = type_name.c_str();
        type.definition = definition.c_str();
        op.struct_size = sizeof op;
        op.kind = op.kind == 0 ? static_cast<std::int32_t>(MERGUS_BINARY) : op.kind;
        op.code = MERGUS_OP_USER;
        op.name = name.c_str();
        op.x_type = op.y_type = op.z_type = &type;
        op.text = text.c_str();
        op.callable = callable.c_str();
        return &op;
    }
};

Bindings bind(OwnOp& own) {
    Bindings bindings;
    const mergus_op* op = own.get();
    bindings.type("Value", &own.type).binary("combine", op, &own.type, &own.type, &own.type);
    return bindings;
}

constexpr mergus_type fp64{sizeof(mergus_type), MERGUS_FP64, 8, 8, "double", nullptr};
constexpr mergus_type int64{sizeof(mergus_type), MERGUS_INT64, 8, 8, "int64_t", nullptr};
constexpr mergus_type uint8{sizeof(mergus_type), MERGUS_UINT8, 1, 1, "uint8_t", nullptr};

mergus_op builtin_op(mergus_opcode code, const char* callable, const mergus_type* type) {
    mergus_op op{};
    op.struct_size = sizeof op;
    op.kind = MERGUS_BINARY;
    op.code = code;
    op.name = "builtin";
    op.x_type = op.y_type = op.z_type = type;
    op.callable = callable;
    return op;
}

/// f(x, y) of doubles.
struct DoubleOp {
    std::string text;
    mergus_op op{};
    explicit DoubleOp(std::string definition) : text(std::move(definition)) {
        op.struct_size = sizeof op;
        op.kind = MERGUS_BINARY;
        op.code = MERGUS_OP_USER;
        op.name = "named";
        op.x_type = op.y_type = op.z_type = &fp64;
        op.text = text.c_str();
        op.callable = "f";
    }
};

/// What fill.cuh, which uses none of it, is bound to.
const Kernel& kernel_with(Jit& jit, const mergus_op* op) {
    Bindings bindings;
    bindings.type("Value", &fp64).index("Position", true).binary("combine", op, &fp64, &fp64, &fp64);
    return jit.kernel("steps/fill.cuh", "fill_values", bindings);
}

} // namespace

TEST_CASE("bindings: the same content elsewhere in memory is the same key") {
    const auto first = std::make_unique<OwnOp>(), second = std::make_unique<OwnOp>();
    CHECK(bind(*first).same_key(bind(*second)));
    CHECK(bind(*first).hash() == bind(*second).hash());
    CHECK(bind(*first).text().text() == bind(*second).text().text());
}

TEST_CASE("bindings: each ingredient of a text changes the key") {
    const std::function<void(OwnOp&)> changes[] = {
        [](OwnOp&) {},
        [](OwnOp& o) { o.definition = "struct Pair { double b, a; };"; },
        [](OwnOp& o) { o.text += " "; },
        [](OwnOp& o) { o.text = "__device__ Pair f(Pair x, Pair y) { return y; }"; },
        [](OwnOp& o) { o.callable = "g"; },
        [](OwnOp& o) { o.type_name = "Pairs"; },
        [](OwnOp& o) { o.type.size = 24; },
        [](OwnOp& o) { o.op.convention = MERGUS_CALL_POINTERS; },
        [](OwnOp& o) { o.op.convention = MERGUS_CALL_POINTERS, o.name = "plus"; },
        [](OwnOp& o) { o.op.kind = MERGUS_INDEX_BINARY; },
    };
    std::vector<Bindings> keys;
    for (const auto& change : changes) {
        OwnOp own;
        change(own);
        keys.push_back(bind(own));
    }
    for (std::size_t a = 0; a < keys.size(); ++a)
        for (std::size_t b = 0; b < keys.size(); ++b) CHECK(keys[a].same_key(keys[b]) == (a == b));
}

TEST_CASE("bindings: equal keys are equal texts, for every way of binding") {
    OwnOp own;
    const mergus_op* const op = own.get();
    const mergus_type* const pair = &own.type;
    const mergus_op plus = builtin_op(MERGUS_OP_PLUS, "mergus::functions::plus<double>", &fp64),
                    times = builtin_op(MERGUS_OP_TIMES, "mergus::functions::times<double>", &fp64),
                    plus_of_int64 = builtin_op(MERGUS_OP_PLUS, "mergus::functions::plus<int64_t>", &int64),
                    plus_of_pairs = builtin_op(MERGUS_OP_PLUS, "mergus::functions::plus<Pair>", pair);
    const double one = 1, two = 2;
    const std::vector<std::function<void(Bindings&)>> steps = {
        [&](Bindings& b) { b.type("A", pair); },
        [&](Bindings& b) { b.type("A", &fp64); },
        [&](Bindings& b) { b.type("B", &fp64); },
        [&](Bindings& b) { b.index("A", false); },
        [&](Bindings& b) { b.index("A", true); },
        [&](Bindings& b) { b.constant("A", 1); },
        [&](Bindings& b) { b.constant("A", 2); },
        [&](Bindings& b) { b.constant("A", -1); },
        [&](Bindings& b) { b.constant("A", 0xffff); },
        [&](Bindings& b) { b.constant("A", 0x10000); },
        [&](Bindings& b) { b.bits("A", 1); },
        [&](Bindings& b) { b.bits("A", UINT64_MAX); },
        [&](Bindings& b) { b.binary("A", op, pair, pair, pair); },
        [&](Bindings& b) { b.binary("A", &plus, &fp64, &fp64, &fp64); },
        [&](Bindings& b) { b.binary("A", &plus_of_int64, &fp64, &fp64, &fp64); },
        [&](Bindings& b) { b.binary("A", &times, &fp64, &fp64, &fp64); },
        [&](Bindings& b) { b.binary("A", &plus_of_pairs, pair, pair, pair); },
        [&](Bindings& b) { b.type("A", unused_type()); },
        [&](Bindings& b) { b.type("A", &uint8); },
        [&](Bindings& b) { b.binary("A", nullptr, &fp64, &fp64, &int64); },
        [&](Bindings& b) { b.binary("A", nullptr, &fp64, &int64, &fp64); },
        [&](Bindings& b) { b.multiply("A", op, pair, pair); },
        [&](Bindings& b) { b.unary("A", op, pair, pair); },
        [&](Bindings& b) { b.index_unary("A", op, pair, pair); },
        [&](Bindings& b) { b.cast("A", &fp64, &int64); },
        [&](Bindings& b) { b.cast("A", &int64, &fp64); },
        [&](Bindings& b) { b.truth("A", &fp64, true); },
        [&](Bindings& b) { b.truth("A", &fp64, false); },
        [&](Bindings& b) { b.value("A", &fp64, &one); },
        [&](Bindings& b) { b.value("A", &fp64, &two); },
        [&](Bindings& b) { b.line("A"); },
        [&](Bindings& b) { b.line("typedef double A;"); },
        [&](Bindings& b) { b.made_line(std::string(2000, ' ') + "typedef double A;"); },
    };
    std::vector<std::pair<Bindings, std::string>> all;
    for (const auto& first : steps)
        for (const auto& second : steps) {
            Bindings bindings;
            first(bindings);
            second(bindings);
            all.emplace_back(bindings, bindings.text().text());
        }
    for (const auto& [key, text] : all)
        for (const auto& [other_key, other_text] : all)
            if (key.same_key(other_key)) CHECK(text == other_text);
    std::size_t equal = 0;
    for (const auto& [key, text] : all)
        for (const auto& other : all) equal += key.same_key(other.first) ? 1 : 0;
    CHECK(equal == all.size()); // and nothing that is different looks the same
}

TEST_CASE("jit: an operator that is defined anew in the same place is another kernel") {
    const testing::ScratchDirectory directory;
    DeviceOptions options;
    options.cache = JitCache(directory.path() / "cache");
    Device device(options);
    Jit jit(device);
    const Kernel* sum = nullptr;
    alignas(DoubleOp) unsigned char place[sizeof(DoubleOp)];
    auto* op = new (place) DoubleOp("__device__ double f(double x, double y) { return x + y; }");
    sum = &kernel_with(jit, &op->op);
    CHECK(device.counters().compilations == 1);
    op->~DoubleOp();
    op = new (place) DoubleOp("__device__ double f(double x, double y) { return x - y; }");
    const Kernel& difference = kernel_with(jit, &op->op);
    CHECK(&difference != sum);
    CHECK(device.counters().compilations == 2);
    op->text.replace(op->text.find('-'), 1, "*"); // not even the text has moved
    CHECK(&kernel_with(jit, &op->op) != &difference);
    CHECK(device.counters().compilations == 3);
    op->~DoubleOp();
    const DoubleOp elsewhere("__device__ double f(double x, double y) { return x + y; }");
    CHECK(&kernel_with(jit, &elsewhere.op) == sum);
    CHECK(device.counters().compilations == 3);
}

TEST_CASE("jit: compiled kernels are found without asking the device") {
    DeviceOptions options;
    options.cache = JitCache();
    Device device(options);
    Jit jit(device);
    Bindings wide, narrow;
    wide.type("Value", &fp64).index("Position", true);
    narrow.type("Value", &fp64).index("Position", false);
    jit.compile({{"steps/fill.cuh", "fill_values", wide},
                 {"steps/fill.cuh", "fill_values", narrow},
                 {"steps/fill.cuh", "gather_values", narrow}});
    CHECK(device.counters().compilations == 2);
    const Kernel& first = jit.kernel("steps/fill.cuh", "fill_values", wide);
    CHECK(&first != &jit.kernel("steps/fill.cuh", "fill_values", narrow));
    CHECK(&jit.kernel("steps/fill.cuh", "gather_values", narrow) !=
          &jit.kernel("steps/fill.cuh", "fill_values", narrow));
    CHECK(&jit.kernel("steps/fill.cuh", "fill_values", wide) == &first);
    wide.no_contraction();
    CHECK(&jit.kernel("steps/fill.cuh", "fill_values", wide) != &first);
    CHECK(device.counters().compilations == 3);
}

TEST_CASE("jit: the bindings of a request with a key are made only while its kernel is unknown") {
    DeviceOptions options;
    options.cache = JitCache();
    Device device(options);
    Jit jit(device);
    int made = 0;
    const auto request = [&](const mergus_type* type, std::uint64_t wide) {
        return KernelRequest("steps/fill.cuh", "fill_values", {type, wide}, [&made, type, wide] {
            ++made;
            Bindings bindings;
            bindings.type("Value", type).index("Position", wide != 0);
            return bindings;
        });
    };
    KernelRequests requests{request(&fp64, 0), request(&fp64, 1)};
    jit.compile(requests);
    CHECK(made == 2);
    CHECK(device.counters().compilations == 2);
    const Kernel& narrow = jit.kernel(requests[0]);
    const Kernel& wide = jit.kernel(requests[1]);
    CHECK(&narrow != &wide);
    jit.compile(requests);
    CHECK(&jit.kernel(request(&fp64, 0)) == &narrow);
    CHECK(&jit.kernel(request(&fp64, 1)) == &wide);
    CHECK(made == 2);
    Bindings same;
    same.type("Value", &fp64).index("Position", true);
    CHECK(&jit.kernel({"steps/fill.cuh", "fill_values", same}) ==
          &wide); // one kernel however it is asked for
    CHECK(device.counters().compilations == 2);
}
