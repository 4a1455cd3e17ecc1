/// \file conforms.cpp
/// The conformance suite in a program of one's own: the named backend, on the words that it supports.
#include <mergus/conformance.hpp>

#include <cstdio>

int main(int count, char** arguments) {
    if (count != 2) return 2;
    const mergus::Context context(arguments[1]);
    mergus::conformance::Options options;
    options.operations = {"mxm"};
    options.where = {"algebra=plus_times", "type=fp64",  "a_type=same", "b_type=same", "c_type=same",
                     "mask=none",          "accum=none", "tran_a=no",   "tran_b=no"};
    options.size = "smoke";
    options.oracle = mergus::conformance::default_oracle(context);
    const mergus::conformance::Summary summary = mergus::conformance::run(context, options);
    std::printf("%s", summary.text().c_str());
    return summary.passed() && summary.complete && summary.unsupported == 0 ? 0 : 1;
}
