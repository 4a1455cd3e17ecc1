// device_names.h: inserted between prelude.h and the text of a macro's definition to test whether the text
// compiles on a device.
//
// Invariant: mergus::complex has exactly the members that backend/cuda/compiler/prelude.cuh declares.
// Declarations suffice, because the compiled text is not called.
namespace mergus {
template <class R>
struct complex {
    typedef R value_type;
    constexpr complex(R real = R(), R imag = R()) : re(real), im(imag) {}
    template <class S>
    constexpr complex(const complex<S>& z) : re(R(z.real())), im(R(z.imag())) {}
    constexpr R real() const { return re; }
    constexpr R imag() const { return im; }
    complex operator-() const;
    complex& operator+=(complex y);
    complex& operator-=(complex y);
    complex& operator*=(complex y);
    complex& operator/=(complex y);
    friend complex operator+(complex x, complex y) { return x += y; }
    friend complex operator-(complex x, complex y) { return x -= y; }
    friend complex operator*(complex x, complex y) { return x *= y; }
    friend complex operator/(complex x, complex y) { return x /= y; }
    friend constexpr bool operator==(complex x, complex y) { return x.re == y.re && x.im == y.im; }
    friend constexpr R real(complex x) { return x.re; }
    friend constexpr R imag(complex x) { return x.im; }
    friend constexpr complex conj(complex x) { return complex(x.re, -x.im); }
    friend constexpr R norm(complex x) { return x.re * x.re + x.im * x.im; }
    friend R abs(complex x) { return hypot(x.re, x.im); }
    friend R arg(complex x) { return atan2(x.im, x.re); }

private:
    R re, im;
};
} // namespace mergus
