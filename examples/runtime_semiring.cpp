/// \file runtime_semiring.cpp
/// A type and a semiring from strings: complex numbers as a program would receive them at run time.
#include <mergus/mergus.hpp>

#include <iostream>
#include <vector>

int main() {
    const mergus_type* cplx = mergus::define_type("cplx", "typedef struct { double re, im; } cplx;");
    const char* text = R"(
        void plus(cplx *z, const cplx *x, const cplx *y) {
            z->re = x->re + y->re;
            z->im = x->im + y->im;
        }
        void times(cplx *z, const cplx *x, const cplx *y) {
            z->re = x->re * y->re - x->im * y->im;
            z->im = x->re * y->im + x->im * y->re;
        })";
    const mergus::BinaryOp plus = mergus::define_binary_op("plus", text, cplx, cplx, cplx);
    const mergus::BinaryOp times = mergus::define_binary_op("times", text, cplx, cplx, cplx);
    const double zero[2] = {0, 0};
    const mergus::AnyMonoid sum = mergus::make_monoid(plus, mergus::Scalar(zero, cplx));
    const mergus::AnySemiring complex = mergus::make_semiring(sum, times);

    // A is 1×1 with the value i, so A·A is −1.
    const mergus::Context context;
    const std::vector<std::uint64_t> zeros = {0};
    const double i[2] = {0, 1};
    mergus::AnyMatrix A(context, cplx, 1, 1);
    A.build(zeros, zeros, i, cplx);
    const mergus::AnyMatrix C = mergus::mxm(complex, A, A);
    double result[2];
    C.extract_tuples(nullptr, nullptr, result, cplx);
    std::cout << "i * i = " << result[0] << (result[1] < 0 ? " - " : " + ") << result[1] << "i\n";
    return result[0] == -1 && result[1] == 0 ? 0 : 1;
}
