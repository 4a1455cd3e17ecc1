/// \file test_vector_overloads.cpp
/// Calls with vectors that must not compile, and the types of results. The checks run at compile time.
#include <mergus/mergus.hpp>

#include <concepts>
#include <cstdint>
#include <type_traits>
#include <utility>
#include <vector>

using namespace mergus;

namespace {

using I32 = std::int32_t;
using I64 = std::int64_t;
using List = std::vector<std::uint64_t>;

// ---- a matrix in place of a vector, or the reverse, does not compile

template <class W, class A, class U>
concept MxvTakes = requires(W& w, const A& a, const U& u) {
    mxv(w, plus_times<I32>, a, u);
};
using M = Matrix<I32>;
using V = Vector<I32>;
static_assert(MxvTakes<V, M, V>);
static_assert(!MxvTakes<M, M, V> && !MxvTakes<V, V, V> && !MxvTakes<V, M, M>);

template <class W, class U, class A>
concept VxmTakes = requires(W& w, const U& u, const A& a) {
    vxm(w, plus_times<I32>, u, a);
};
static_assert(VxmTakes<V, V, M>);
static_assert(!VxmTakes<V, M, V> && !VxmTakes<M, V, M>);

template <class... Operands>
concept MxmTakes = requires(M& C, const Operands&... operands) {
    mxm(C, plus_times<I32>, operands...);
};
static_assert(MxmTakes<M, M>);
static_assert(!MxmTakes<M, V> && !MxmTakes<V, M>);

template <class C, class A, class B>
concept AddTakes = requires(C& c, const A& a, const B& b) {
    ewise_add(c, ops::plus<I32>, a, b);
};
static_assert(AddTakes<V, V, V> && AddTakes<M, M, M>);
static_assert(!AddTakes<V, M, M> && !AddTakes<M, V, V> && !AddTakes<V, V, M> && !AddTakes<M, M, V>);

// The types may differ; an output is not const.
static_assert(AddTakes<AnyVector, V, Vector<double>> && AddTakes<M, AnyMatrix, Matrix<double>>);
static_assert(!AddTakes<const V, V, V> && !AddTakes<const AnyMatrix, M, M>);

template <class C, class A, class B>
concept UnionTakes = requires(C& c, const A& a, const B& b) {
    ewise_union(c, ops::plus<I32>, a, 0, b, 0);
    ewise_union(c, no_mask, no_accum, ops::plus<I32>, a, 0, b, 0);
};
static_assert(UnionTakes<V, AnyVector, V> && UnionTakes<M, M, M>);
static_assert(!UnionTakes<V, M, M> && !UnionTakes<M, M, V> && !UnionTakes<const M, M, M>);

template <class A>
concept AddTransposes = requires(const A& a) {
    ewise_add(ops::plus<I32>, a, a, {.transpose_b = true});
};
static_assert(AddTransposes<M> && !AddTransposes<V>);

template <class C, class A>
concept ApplyTakes = requires(C& c, const A& a) {
    apply(c, ops::ainv<I32>, a);
    apply(c, ops::minus<I32>, 1, a);
    apply(c, ops::minus<I32>, a, 1);
    apply(c, ops::rowindex<I64>, a, 1);
    select(c, ops::valuegt<I32>, a, 1);
};
static_assert(ApplyTakes<V, V> && ApplyTakes<M, M> && !ApplyTakes<V, M> && !ApplyTakes<M, V>);

template <class C, class... Arguments>
concept AssignTakes = requires(C& c, const Arguments&... arguments) {
    assign(c, arguments...);
};
static_assert(AssignTakes<V, V, List> && AssignTakes<M, V, int, List> && AssignTakes<M, V, List, int>);
static_assert(!AssignTakes<V, V, List, List> && !AssignTakes<V, M, List, List> &&
              !AssignTakes<M, V, List, List>);
static_assert(!AssignTakes<M, V, int, int> && !AssignTakes<M, V, double, List>);

template <class C, class... Arguments>
concept ExtractTakes = requires(C& c, const Arguments&... arguments) {
    extract(c, arguments...);
};
static_assert(ExtractTakes<V, V, List> && ExtractTakes<V, M, int, List> && ExtractTakes<V, M, List, int>);
static_assert(!ExtractTakes<V, M, List, List> && !ExtractTakes<M, V, List> && !ExtractTakes<V, V, List, int>);

// {} would be the list without elements or no options.
template <class C>
concept AssignTakesBraces = requires(C& c, const C& a) {
    assign(c, a, {});
}
|| requires(C& c) {
    assign(c, 1, {});
};
static_assert(!AssignTakesBraces<V>);

template <class T>
concept HasTranspose = requires(const T& t) {
    transpose(t);
};
static_assert(HasTranspose<M> && !HasTranspose<V>);
template <class A, class B>
concept Comparable = requires(const A& a, const B& b) {
    isequal(a, b);
};
static_assert(Comparable<V, V> && !Comparable<V, M> && !Comparable<M, V>);
static_assert(!std::constructible_from<Vector<I32>, Matrix<I32>&&>);
static_assert(!std::is_copy_constructible_v<Vector<I32>> &&
              std::is_nothrow_move_constructible_v<Vector<I32>>);
static_assert(std::constructible_from<Mask, const V&> && std::constructible_from<Mask, const M&>);

// ---- types of results

template <class Expected, class T>
constexpr bool gives = std::same_as<Expected, T>;
static_assert(gives<Vector<double>, decltype(mxv(plus_times<double>, std::declval<M>(), std::declval<V>()))>);
static_assert(
    gives<Vector<float>, decltype(vxm<float>(plus_times<double>, std::declval<V>(), std::declval<M>()))>);
static_assert(gives<Vector<I32>, decltype(ewise_mult(ops::plus<I32>, std::declval<V>(), std::declval<V>()))>);
static_assert(gives<AnyVector, decltype(ewise_mult(std::declval<const BinaryOp&>(), std::declval<V>(),
                                                   std::declval<V>()))>);
static_assert(gives<Vector<I32>, decltype(extract<I32>(std::declval<const AnyMatrix&>(), all, 0))>);
static_assert(gives<AnyVector, decltype(extract(std::declval<const AnyMatrix&>(), 0, all))>);
static_assert(gives<Vector<I32>, decltype(select(ops::valuegt<I32>, std::declval<V>(), 0))>);
static_assert(gives<Vector<I32>, decltype(extract(std::declval<M>(), all, 0))>);
static_assert(gives<Matrix<I32>, decltype(diag(std::declval<V>()))>);
static_assert(gives<Vector<I32>, decltype(diag(std::declval<M>()))>);
static_assert(gives<Vector<I32>, decltype(ewise_union(ops::plus<I32>, std::declval<V>(), 0,
                                                      std::declval<AnyVector>(), 0))>);
static_assert(gives<Vector<bool>, decltype(apply(ops::eq<I32>, std::declval<V>(), 0))>);
static_assert(gives<Vector<I64>, decltype(reduce_rows(plus_monoid<I64>, std::declval<M>()))>);
static_assert(gives<I32, decltype(reduce(plus_monoid<I32>, std::declval<V>()))>);

} // namespace
