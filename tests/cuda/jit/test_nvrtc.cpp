/// \file test_nvrtc.cpp
/// The prelude and the sample kernels are compiled to cubins by NVRTC, which needs no GPU. Built only where
/// the CUDA toolkit is; a toolkit without NVRTC is a failure.
#include "compiler/nvrtc.hpp"
#include "cuda/device/sample_kernels.hpp"

#include <doctest/doctest.h>

using namespace mergus;
using namespace mergus::cuda;

TEST_CASE("NVRTC compiles every sample kernel for the oldest and a recent architecture") {
    const Nvrtc& nvrtc = Nvrtc::instance();
    for (const int architecture : {75, 90})
        for (KernelSource source : samples::all())
            for (const int standard : {17, 20}) {
                source.standard = standard;
                INFO(source.entry << " for sm_" << architecture << ", C++" << standard);
                const std::string target = nvrtc.target(architecture);
                CHECK(target == "sm_" + std::to_string(architecture));
                std::string image;
                CHECK_NOTHROW(image = nvrtc.compile(source, Nvrtc::full_text(source), target));
                CHECK(image.substr(0, 4) == "\x7f"
                                            "ELF");
                CHECK(image.find(source.entry) != image.npos);
            }
}

TEST_CASE("the compiler's identity names its version and its file") {
    const Nvrtc& nvrtc = Nvrtc::instance();
    const std::string id = nvrtc.id();
    CHECK(id.starts_with("nvrtc " + nvrtc.version() + " "));
    CHECK(id.find(" libnvrtc.so") != id.npos);
    CHECK(std::stoull(id.substr(id.rfind(' '))) > 1'000'000); // the library's size
}

TEST_CASE("a device newer than NVRTC gets PTX of the newest architecture that it knows") {
    const Nvrtc& nvrtc = Nvrtc::instance();
    const std::string target = nvrtc.target(999);
    CHECK(target.starts_with("compute_"));
    const KernelSource source = samples::block_scan();
    CHECK(nvrtc.compile(source, Nvrtc::full_text(source), target).find(".version") != std::string::npos);
    CHECK_THROWS_AS(static_cast<void>(nvrtc.target(10)), Error);
}

TEST_CASE("an error names the kernel, the line of its own text and what is wrong") {
    const Nvrtc& nvrtc = Nvrtc::instance();
    const KernelSource source{"wrong",
                              "extern \"C\" __global__ void wrong(int* x) {\n    x[0] = undeclared;\n}\n"};
    try {
        static_cast<void>(nvrtc.compile(source, Nvrtc::full_text(source), nvrtc.target(75)));
        FAIL("it compiled");
    } catch (const Error& error) {
        CHECK(error.code() == Code::compile_error);
        const std::string message = error.what();
        CHECK(message.find("'wrong'") != message.npos);
        CHECK(message.find("wrong.cuh(2)") != message.npos);
        CHECK(message.find("undeclared") != message.npos);
    }
}

TEST_CASE("defines and contraction reach the compiler") {
    const Nvrtc& nvrtc = Nvrtc::instance();
    KernelSource source{"defined",
                        "#if WIDTH != 7\n#error width\n#endif\nextern \"C\" __global__ void defined("
                        "float* x) { x[0] = x[1] * x[2] + x[3]; }\n"};
    CHECK_THROWS_AS(static_cast<void>(nvrtc.compile(source, Nvrtc::full_text(source), "sm_75")), Error);
    source.defines = {{"WIDTH", "7"}};
    const std::string contracted = nvrtc.compile(source, Nvrtc::full_text(source), "compute_75");
    CHECK(contracted.find("fma.rn.f32") != contracted.npos);
    source.fmad = false;
    const std::string exact = nvrtc.compile(source, Nvrtc::full_text(source), "compute_75");
    CHECK(exact.find("fma.rn.f32") == exact.npos);
}
