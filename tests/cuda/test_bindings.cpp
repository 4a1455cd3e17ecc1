/// \file test_bindings.cpp
/// A kernel is found again by the content of its bindings: whatever is different in the text is different in
/// the key, and where the operators and types of a call stand in memory is no part of it.
#include "jit/jit.hpp"
#include "scratch.hpp"

#include <doctest/doctest.h>

#include <functional>
#include <map>
#include <memory>
#include <set>

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
    return jit.kernel("ops/fill.cuh", "fill_values", bindings);
}

} // namespace

TEST_CASE("bindings: the same content elsewhere in memory is the same key") {
    const auto first = std::make_unique<OwnOp>(), second = std::make_unique<OwnOp>();
    CHECK(bind(*first).key() == bind(*second).key());
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
    std::set<std::string> keys;
    for (const auto& change : changes) {
        OwnOp own;
        change(own);
        keys.insert(bind(own).key());
    }
    CHECK(keys.size() == std::size(changes));
}

TEST_CASE("bindings: equal keys are equal texts, for every way of binding") {
    OwnOp own;
    const mergus_op* const op = own.get();
    const mergus_type* const pair = &own.type;
    const double one = 1, two = 2;
    const std::vector<std::function<void(Bindings&)>> steps = {
        [&](Bindings& b) { b.type("A", pair); },
        [&](Bindings& b) { b.type("A", &fp64); },
        [&](Bindings& b) { b.type("B", &fp64); },
        [&](Bindings& b) { b.index("A", false); },
        [&](Bindings& b) { b.index("A", true); },
        [&](Bindings& b) { b.constant("A", 1); },
        [&](Bindings& b) { b.constant("A", 2); },
        [&](Bindings& b) { b.binary("A", op, pair, pair, pair); },
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
    };
    std::map<std::string, std::string> texts;
    std::size_t pairs = 0;
    for (const auto& first : steps)
        for (const auto& second : steps) {
            Bindings bindings;
            first(bindings);
            second(bindings);
            const std::string text = bindings.text().text();
            const auto [known, is_new] = texts.emplace(bindings.key(), text);
            CHECK(known->second == text);
            ++pairs;
        }
    CHECK(texts.size() == pairs); // and nothing that is different looks the same
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
    jit.compile({{"ops/fill.cuh", "fill_values", wide},
                 {"ops/fill.cuh", "fill_values", narrow},
                 {"ops/fill.cuh", "gather_values", narrow}});
    CHECK(device.counters().compilations == 2);
    const Kernel& first = jit.kernel("ops/fill.cuh", "fill_values", wide);
    CHECK(&first != &jit.kernel("ops/fill.cuh", "fill_values", narrow));
    CHECK(&jit.kernel("ops/fill.cuh", "gather_values", narrow) !=
          &jit.kernel("ops/fill.cuh", "fill_values", narrow));
    CHECK(&jit.kernel("ops/fill.cuh", "fill_values", wide) == &first);
    wide.no_contraction();
    CHECK(&jit.kernel("ops/fill.cuh", "fill_values", wide) != &first);
    CHECK(device.counters().compilations == 3);
}

TEST_CASE("jit: the bindings of a request with a key are made only while its kernel is unknown") {
    DeviceOptions options;
    options.cache = JitCache();
    Device device(options);
    Jit jit(device);
    int made = 0;
    const auto request = [&](const mergus_type* type, std::uint64_t wide) {
        return KernelRequest("ops/fill.cuh", "fill_values", {type, wide}, [&made, type, wide] {
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
    CHECK(&jit.kernel({"ops/fill.cuh", "fill_values", same}) == &wide); // one kernel however it is asked for
    CHECK(device.counters().compilations == 2);
}
