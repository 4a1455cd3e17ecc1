/// \file callable.hpp
/// Operators from C++ callables: lambdas with and without captures, function objects and functions.
///
///     const double limit = 4;
///     const auto capped = make_binary_op<double>(
///         "capped", [=](double x, double y) { return x + y < limit ? x + y : limit; });
///     const Matrix<double> C = ewise_add(capped, A, B);
///
/// They run on the CPU. A device has no text of them to compile, so its backend throws not_implemented with
/// the operator's name, except that select() calls them on the host. With ContextOptions::fallback_to_cpu the
/// other calls run on the CPU too. define.hpp and runtime.hpp make operators for all backends.
///
/// The callable is moved into the operator and destroyed with its last copy. It is called as const, from
/// several threads at the same time and as often as a backend needs, so the result may depend on nothing but
/// the arguments and the captured values. An exception that leaves it ends the program.
///
/// \param name for messages. \throws Error out_of_memory if the process has 256 operators of one kind that
/// have a state (callables without captures have none).
#pragma once

#include <mergus/algebra.hpp>
#include <mergus/define.hpp>
#include <mergus/export.hpp>
#include <mergus/types.hpp>

#include <cstdint>
#include <functional>
#include <memory>
#include <string_view>
#include <type_traits>
#include <utility>

namespace mergus {

namespace detail {

/// A function of plugin.h with a state as first argument.
template <class Function>
struct WithState;
template <class... A>
struct WithState<void (*)(A...)> {
    using type = void (*)(const void*, A...);
};

/// A callable behind functions of plugin.h: `plain` if it has no state, otherwise `function` with `state`.
template <class Function>
struct Callable {
    std::string_view name;
    const mergus_type *z, *x, *y;
    Function plain = nullptr;
    typename WithState<Function>::type function = nullptr;
    std::shared_ptr<const void> state{};
};
MERGUS_API UnaryOp make_callable_op(const Callable<mergus_unary_function>& callable);
MERGUS_API BinaryOp make_callable_op(const Callable<mergus_binary_function>& callable);
MERGUS_API IndexUnaryOp make_callable_op(const Callable<mergus_index_unary_function>& callable);
MERGUS_API IndexBinaryOp make_callable_op(const Callable<mergus_index_binary_function>& callable);

template <class F>
inline constexpr bool has_state = !(std::is_empty_v<F> && std::is_default_constructible_v<F>);

template <class Z, class F, class... A>
void store_result(void* z, const F& f, const A&... arguments) noexcept {
    store<Z>(z, static_cast<Z>(std::invoke(f, arguments...)));
}

/// Stores the callable, or, if it has no state, a function that makes one for each call. \param with_state as
/// `function`
template <class Function, class F, class Caller>
void set_callable(Callable<Function>& callable, F&& f, [[maybe_unused]] Caller with_state) {
    using Stored = std::decay_t<F>;
    if constexpr (has_state<Stored>) {
        callable.function = with_state;
        callable.state = std::make_shared<const Stored>(std::forward<F>(f));
    } else {
        callable.plain = []<class... A>(A... arguments) {
            const Stored made{};
            Caller{}(&made, arguments...);
        };
    }
}

/// A callable, called as const with A..., gives a Z.
template <class F, class Z, class... A>
concept CallableTo = std::is_invocable_r_v<Z, std::add_lvalue_reference_t<const std::decay_t<F>>, A...>;

} // namespace detail

/// z = f(x)
template <ValueType Z, ValueType X = Z, detail::CallableTo<Z, const X&> F>
Typed<UnaryOp, Z> make_unary_op(std::string_view name, F&& f) {
    detail::Callable<mergus_unary_function> made{name, type_of<Z>(), type_of<X>(), nullptr};
    detail::set_callable(made, std::forward<F>(f), [](const void* state, void* z, const void* x) {
        detail::store_result<Z>(z, *static_cast<const std::decay_t<F>*>(state), detail::load<X>(x));
    });
    return Typed<UnaryOp, Z>(detail::make_callable_op(made));
}

/// z = f(x, y)
template <ValueType Z, ValueType X = Z, ValueType Y = X, detail::CallableTo<Z, const X&, const Y&> F>
Typed<BinaryOp, Z> make_binary_op(std::string_view name, F&& f) {
    detail::Callable<mergus_binary_function> made{name, type_of<Z>(), type_of<X>(), type_of<Y>()};
    detail::set_callable(made, std::forward<F>(f),
                         [](const void* state, void* z, const void* x, const void* y) {
                             detail::store_result<Z>(z, *static_cast<const std::decay_t<F>*>(state),
                                                     detail::load<X>(x), detail::load<Y>(y));
                         });
    return Typed<BinaryOp, Z>(detail::make_callable_op(made));
}

/// z = f(x, i, j, y), with indices of type int64_t. The order of the types is that of the others: z, x, y.
template <ValueType Z, ValueType X = Z, ValueType Y = X,
          detail::CallableTo<Z, const X&, std::int64_t, std::int64_t, const Y&> F>
Typed<IndexUnaryOp, Z> make_index_unary_op(std::string_view name, F&& f) {
    detail::Callable<mergus_index_unary_function> made{name, type_of<Z>(), type_of<X>(), type_of<Y>()};
    detail::set_callable(
        made, std::forward<F>(f),
        [](const void* state, void* z, const void* x, std::int64_t i, std::int64_t j, const void* y) {
            detail::store_result<Z>(z, *static_cast<const std::decay_t<F>*>(state), detail::load<X>(x), i, j,
                                    detail::load<Y>(y));
        });
    return Typed<IndexUnaryOp, Z>(detail::make_callable_op(made));
}

/// z = f(x, y, i, k, j), with x = A(i,k) and y = B(k,j): the multiply of a product. The indices are of type
/// int64_t.
template <ValueType Z, ValueType X = Z, ValueType Y = X,
          detail::CallableTo<Z, const X&, const Y&, std::int64_t, std::int64_t, std::int64_t> F>
Typed<IndexBinaryOp, Z> make_index_binary_op(std::string_view name, F&& f) {
    detail::Callable<mergus_index_binary_function> made{name, type_of<Z>(), type_of<X>(), type_of<Y>()};
    detail::set_callable(made, std::forward<F>(f),
                         [](const void* state, void* z, const void* x, const void* y, std::int64_t i,
                            std::int64_t k, std::int64_t j) {
                             detail::store_result<Z>(z, *static_cast<const std::decay_t<F>*>(state),
                                                     detail::load<X>(x), detail::load<Y>(y), i, k, j);
                         });
    return Typed<IndexBinaryOp, Z>(detail::make_callable_op(made));
}

} // namespace mergus
