// device_names.h: put before the text of a macro's definition, behind prelude.h, when it is compiled to see
// whether a device could compile it.
//
// Invariant: mergus::complex has the names that backend/cuda/jit/prelude.cuh gives it, and no more.
// Declarations are enough: nothing of the text is called.
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
