//! Classes: what is refused, each by one message at its place. What they do is compared with a compiler of C++ ([`super::oracle`]).

use alloc::{format, string::String, vec::Vec};

use super::{Arg, cuda_ints, front, kernel, run};

/// Code and place of each error of a text whose kernel has this body.
fn errors(classes: &str, body: &str) -> Vec<(String, String)> {
    let source = format!("{classes}\n__global__ void k(int *out) {{ {body} }}");
    let errors = front(&source).diagnostics.into_iter().filter(|found| found.is_error());
    errors
        .map(|error| {
            let span = error.span();
            (error.code.clone().into_owned(), source[span.start as usize..span.end as usize].into())
        })
        .collect()
}

#[test]
fn each_mistake_is_one_message() {
    let point = "struct P { int x; __device__ P(int a) : x(a) {} __device__ int f(int n) { return x + n; } __device__ int g() const { return x; } __device__ static int h() { return 1; } };";
    for (classes, body, code, place) in [
        (point, "P p(1); out[0] = p.q(1);", "name::unknown", "q"),
        (point, "P p(1); out[0] = p.f(out);", "type::arguments", "p.f"),
        (point, "const P p(1); out[0] = p.f(1);", "type::arguments", "p.f"),
        (point, "P p;", "type::arguments", "p"),
        (point, "P p(1, 2);", "type::arguments", "(1, 2)"),
        (point, "out[0] = P::g();", "type::object", "P::g"),
        (point, "out[0] = P::x;", "type::object", "P::x"),
        (point, "P p(1); p();", "type::call", "p"),
        (point, "out[0] = this->x;", "name::unknown", "this"),
        (point, "__shared__ P p;", "type::constructor", "p"),
        (
            "struct S { int x; __device__ int f() const { x = 1; return x; } };",
            "S s; out[0] = s.f();",
            "type::const",
            "x",
        ),
        (
            "struct S { int x; __device__ static int f() { return x; } };",
            "out[0] = S::f();",
            "type::object",
            "x",
        ),
        (
            "struct S { int x; __device__ int f() = delete; };",
            "S s; out[0] = s.f();",
            "type::deleted",
            "s.f()",
        ),
        ("struct S { int x; __device__ S(int a) : y(a) {} };", "S s(1);", "name::unknown", "y"),
        ("struct S { int x; __device__ S(int a) { return 1; } };", "S s(1);", "type::return", "1"),
        ("struct S { int x; __device__ explicit S(int a) : x(a) {} };", "S s = 1;", "type::mismatch", "1"),
        ("struct S { int a = S().a; };", "S s;", "limit::member-values", "S()"),
    ] {
        assert_eq!(errors(classes, body), [(String::from(code), String::from(place))], "{classes} {body}");
    }
}

#[test]
fn what_classes_cannot_have_is_named() {
    for (member, place) in [
        ("virtual __device__ int f() { return 1; }", "virtual"),
        ("__device__ ~S() { x = 1; }", "~"),
        ("template <class T> struct In { T t; __device__ int f(); };", "template"),
        ("__device__ S(const S &o) : x(o.x + 1) {}", "S"),
        ("int y; __device__ S(const S &o) : x(o.x) {}", "S"),
        ("template <class T> friend __device__ int f(T s) { return 1; }", "friend"),
    ] {
        let found = errors(&format!("struct S {{ int x; {member} }};"), "S s; out[0] = s.x;");
        let named = (String::from("unsupported::class"), String::from(place));
        assert!(found.contains(&named), "{member} {found:?}");
    }
}

/// What is only for the host is passed over; the values are worked out by hand.
#[test]
fn classes_as_programs_have_them() {
    let source = r#"struct H { std::string name; int n; H(const std::string &s) : name(s), n(0) {} void print() { std::cout << name; } };
struct Mixed { int n; Mixed() { n = 0; } __host__ void show() { printf("%d", n); } template <class T> void host(T t) { std::cout << t; } };
class Timer { public: Timer() { cudaEventCreate(&a); } ~Timer() { cudaEventDestroy(a); } private: cudaEvent_t a; };
struct Vec3 { float x, y, z; __host__ __device__ Vec3() : x(0), y(0), z(0) {} __host__ __device__ Vec3(float a, float b, float c) : x(a), y(b), z(c) {} __host__ __device__ float dot(const Vec3 &o) const { return x * o.x + y * o.y + z * o.z; } __host__ __device__ Vec3 operator*(float s) const { return Vec3(x * s, y * s, z * s); } friend std::ostream &operator<<(std::ostream &o, const Vec3 &v); };
struct Ray { Vec3 o, d; __device__ Ray(const Vec3 &a, const Vec3 &b) : o(a), d(b) {} __device__ Vec3 at(float t) const { return Vec3(o.x + t * d.x, o.y, o.z); } };
__device__ Vec3 operator+(const Vec3 &a, const Vec3 &b) { return Vec3(a.x + b.x, a.y + b.y, a.z + b.z); }
__global__ void k(float *y, Vec3 *vs, int n) { int i = threadIdx.x; Vec3 v = vs[i]; vs[i] = v * 2.0f + Vec3(1, 2, 3); Ray r(v, Vec3()); y[i] = r.at(2).dot(v) + vs[i].dot(v); }
int main() { k<<<1, 32>>>(y, v, 32); }
"#;
    let bits = |values: &[f32]| values.iter().map(|value| value.to_bits()).collect::<Vec<u32>>();
    let args =
        [Arg::Words(bits(&[0.0; 2])), Arg::Words(bits(&[1.0, 2.0, 3.0, 0.0, 1.0, -1.0])), Arg::Bits(2)];
    let out = run(&kernel(source), [2, 1, 1], [2, 1, 1], &args);
    // v·v + (2 v + (1, 2, 3))·v: 14 + 28 + 14, and 2 + 4 + 2 - 3.
    assert_eq!(out, [bits(&[56.0, 5.0]), bits(&[3.0, 6.0, 9.0, 1.0, 4.0, 1.0])]);
}

/// A place is no copy, whatever leaves it; and the names of both types take the nearer one.
#[test]
fn functions_work_on_places() {
    let prelude = "struct P { int x, y; __device__ void inc() { x++; } };";
    let body = "P p = {1, 2}, q = {3, 4}; bool c = out[0] == 0;
        (c ? p : q).inc(); (c ? p : q).y = 77; (c, q).inc(); out[0] = p.x + 10 * p.y + 1000 * q.x;
        (p = q).inc(); (p = q).x += 5; out[1] = p.x + 100 * q.x; P *r = &(p = q); r->y = 9; out[2] = p.y;
        out[3] = __float_as_int(nextafter(1.0f, 2.0f)); out[4] = sizeof(logb(1.0f)) + 10 * sizeof(logb(1.0));";
    assert_eq!(cuda_ints(prelude, body, 5), [2 + 770 + 4000, 9 + 400, 9, 0x3f80_0001, 84]);
}

/// C++17 8.16: one of an object and a value is a value, also where the object is `const`.
#[test]
fn a_constant_object_or_a_value_is_a_value() {
    let text = "struct S { int v; __device__ int m() const { return v + 1; } };
        __device__ S f() { S s; s.v = 5; return s; }";
    let body = "const S c = {3}; bool b = out[0] == 0; out[0] = (b ? c : f()).v; out[1] = (b ? f() : c).m(); out[2] = (out[0] ? f() : c).m();";
    assert_eq!(cuda_ints(text, body, 3), [3, 6, 6]);
}

/// C++17 11.6.4: a list is for a constructor where there is one; the members' own values are for those that it leaves out.
#[test]
fn lists_for_constructors_keep_their_values() {
    let text = "struct F { int p = 0, q = 1; F() = default; __device__ F(int a, int b) : p(a), q(b) { } };
        struct G { F f = {3, 4}; int r = 9; };
        struct H : F { int s = 2; };
        __device__ F make() { return {5, 6}; }";
    let body = "F s = {7, 8}, t{7, 8}, v = make(), e{}; out[0] = s.p * 10 + s.q; out[1] = t.p * 10 + t.q; out[2] = v.p * 10 + v.q;
        out[3] = e.p * 10 + e.q; s = {1, 2}; out[4] = s.p * 10 + s.q; F a[3] = {{2, 3}, {}, {4, 5}};
        for (int i = 0; i < 3; i++) out[5 + i] = a[i].p * 10 + a[i].q;
        G g, h = {{1, 2}}; out[8] = g.f.p * 100 + g.f.q * 10 + g.r; out[9] = h.f.p * 100 + h.f.q * 10 + h.r;
        H d = {{6, 7}}, c = {{6, 7}, 8}; out[10] = d.p * 100 + d.q * 10 + d.s; out[11] = c.p * 100 + c.q * 10 + c.s;";
    assert_eq!(cuda_ints(text, body, 12), [78, 78, 56, 1, 12, 23, 1, 45, 349, 129, 672, 678]);
}

/// C++17 16.5: an operator of a base by its whole name, also where the base is a parameter.
#[test]
fn operators_of_bases_have_names() {
    let text = "struct A { int n; __device__ int operator()(int v) const { return v + n; } __device__ int operator[](int v) { return v * n; } };
        struct B : A { __device__ int operator()(int v) const { return A::operator()(v) * 2; } };
        template <class T> struct C : T { int calls = 0; __device__ int operator()(int v) { return T::operator()(v) + ++calls; }
            __device__ int operator[](int v) { return 1 + T::operator[](v); } };";
    let body = "B b; b.n = 3; C<B> c; c.n = 4; out[0] = b(1); out[1] = c(1); out[2] = c(1); out[3] = c[5];";
    assert_eq!(cuda_ints(text, body, 4), [8, 11, 12, 21]);
}

/// C++17 11.6.1: a base without members is an element of the list all the same.
#[test]
fn empty_bases_have_values_in_lists() {
    let text = "struct E {}; struct F {}; struct C : E { int c; int d = 8; }; struct D : E, F { int a, b; }; struct G { C c; int g; };
        struct B { int b; }; struct S : B, E { int c, e; };";
    let body = "C c{{}, 7}, e{E(), 3, 4}, n{{}}; out[0] = c.c * 10 + c.d; out[1] = e.c * 10 + e.d; out[2] = n.c * 10 + n.d;
        D d = {{}, {}, 1, 2}, f = {E{}, F{}, 5}; out[3] = d.a * 10 + d.b; out[4] = f.a * 10 + f.b;
        G g = {{{}, 6}, 9}; out[5] = g.c.c * 100 + g.c.d * 10 + g.g; S s{{1}, {}, 5}, t{B{2}, E{}, 9, 3}; out[6] = s.b * 100 + s.c * 10 + s.e; out[7] = t.b * 100 + t.c * 10 + t.e;
        S u{s}; B v{s}; out[8] = u.c * 10 + v.b;";
    assert_eq!(cuda_ints(text, body, 9), [78, 34, 8, 12, 50, 689, 150, 293, 51]);
}

/// C++17 11.6.4: lists in the list for a constructor become what its parameters are.
#[test]
fn lists_in_lists_for_constructors() {
    let text = "struct P { int x, y; __device__ P(int x, int y) : x(x), y(y) {} }; struct Q { int x, y; };
        struct Path { P a, b; int n; __device__ Path(P a, P b) : a(a), b(b), n(2) {} __device__ Path(Q q, int n) : a(q.x, q.y), b(q.y, q.x), n(n) {} };
        __device__ int sum(const Path &p) { return p.a.x * 1000 + p.a.y * 100 + p.b.x * 10 + p.b.y; }
        struct Holder { Path q{{1, 2}, {3, 4}}; int k = 5; };
        __device__ Path make(int i) { return {{i, 1}, {2, 3}}; }";
    let body = "Path q{{7, 1}, {3, 4}}; out[0] = sum(q); q = {{5, 1}, {3, 4}}; out[1] = sum(q); out[2] = sum(make(9)); Holder h; out[3] = sum(h.q) + h.k;
        P p(6, 6); out[4] = sum({{1, 1}, p}); Path a[2] = {{{1, 2}, {3, 5}}, {p, p}}; out[5] = sum(a[0]); out[6] = sum(a[1]); Path r{Q{4, 5}, 3}; out[7] = sum(r) + r.n;";
    assert_eq!(cuda_ints(text, body, 8), [7134, 5134, 9123, 1239, 1166, 1235, 6666, 4557]);
}

/// C++17 11.6.1: of a member with a value of its own that is given a list, the class of the member says what the list leaves out.
#[test]
fn lists_for_members_leave_the_rest_to_their_classes() {
    let text = "struct In { int a = 1, b = 2; }; struct Out { In j = {6}; }; struct Numbers { int n = 5, a[2] = {7, 8}; unsigned b : 3 = 6; }; struct Rows { In i[2] = {{3}, {4, 5}}; }; struct D : Out { int c = 9; };";
    let body = "Out e{{}}, z{{7}}, y; out[5] = e.j.a * 10 + e.j.b; Numbers n{{}, {}, {}}; out[6] = n.n * 100 + n.a[0] * 10 + n.a[1] + n.b; Rows t{{{}}}; out[7] = t.i[0].a * 1000 + t.i[0].b * 100 + t.i[1].a * 10 + t.i[1].b; out[0] = z.j.a * 10 + z.j.b; out[1] = y.j.a * 10 + y.j.b; Rows r{{{7}}}, s; out[2] = r.i[0].a * 1000 + r.i[0].b * 100 + r.i[1].a * 10 + r.i[1].b;
        out[3] = s.i[0].a * 1000 + s.i[0].b * 100 + s.i[1].a * 10 + s.i[1].b; D d{{{8}}}; out[4] = d.j.a * 100 + d.j.b * 10 + d.c;";
    assert_eq!(cuda_ints(text, body, 8), [72, 62, 7212, 3245, 829, 12, 0, 1212]);
}

/// C++17 11.6.4: a reference to an array is bound to the array that a list makes.
#[test]
fn lists_for_references_to_arrays() {
    let text = "struct P { int x, y; }; __device__ int tot(const int (&a)[3]) { return a[0] + a[1] * 10 + a[2] * 100; }
        __device__ int sum(const P (&a)[3]) { return a[0].x + a[1].y * 3 + a[2].x * 5; }";
    let text = &format!(
        "{text} struct Q {{ int k; __device__ int m(const int (&a)[3]) const {{ return a[1] * k; }} __device__ Q(const int (&v)[2]) : k(v[1]) {{}} __device__ Q() : k(3) {{}} }};"
    );
    let body = "int n = out[0] + 4; Q q, w({1, 6}); out[3] = q.m({1, n, 9}); out[4] = w.k; out[0] = tot({1, 2, 3}); out[1] = sum({{1, 2}, {3, 4}, {n}}); out[2] = tot({n});";
    assert_eq!(cuda_ints(text, body, 5), [321, 33, 4, 12, 6]);
}

/// What follows are values that clang computes of the same texts, with the marks for the device left out.
///
/// C++17 17.2: `>>` closes two lists in front of `::`, too.
#[test]
fn bases_that_are_instances_of_instances() {
    let text = "template <class T> struct Fn { __device__ T f(T x) const { return x; } }; template <class T> struct W : T { };
        struct Two : W<Fn<int>> { __device__ int g(int x) { return W<Fn<int>>::f(x); } };";
    assert_eq!(cuda_ints(text, "Two q; out[0] = q.g(4);", 1), [4]);
}

/// C++17 8.2.5: the object in front of a `static` function is found, whatever that does.
#[test]
fn objects_of_static_functions_are_found() {
    let text = "struct B { int k; static __device__ int s(int x) { return x; } static __device__ int &r(int *p) { return *p; } static __device__ B mk(int v) { return {v}; } };
        struct D : B {}; __device__ D make(int *out) { out[9]++; return D{}; }";
    let body = "D d[9]; int i = 0, q = 5; d[i++].r(&q) = 8; out[0] = q; out[1] = i; int t = d[i++].s(3); out[2] = t + i; out[3] = d[i++].mk(4).k; out[4] = make(out).s(5);
        D *p = d; out[5] = (*p++).s(1); out[6] = p - d; (i++ ? d[0] : d[1]).s(4); out[7] = i; int &rr = d[i++].r(&q); rr = 3; out[8] = q * 10 + i;";
    assert_eq!(cuda_ints(text, body, 10), [8, 1, 5, 4, 5, 1, 1, 4, 35, 1]);
}

/// C++17 6.4.5 and 16.5: members by their whole names, in statements and behind objects, which stay as `const` as they are.
#[test]
fn members_have_whole_names() {
    let text = "struct B { int k; __device__ B &operator=(int x) { k = x; return *this; } __device__ B &operator+=(int x) { k += x; return *this; } __device__ int operator()(int x) { return k * x; }
          __device__ int operator()(int x) const { return k * x + 1000; } __device__ int operator[](int i) const { return k - i; } __device__ operator int() const { return k; } __device__ int f() { return 1; } __device__ int f() const { return 2; } };
        template <class T> struct Fn : B { __device__ T f(T x) const { return x + k; } __device__ T operator()(T x) const { return x - k; } };
        struct D : Fn<int> { int z; __device__ void s(int x) { B::operator=(x); B::operator+=(1); this->Fn<int>::operator()(1); } __device__ int h(int x) const { return B::operator()(x) + Fn<int>::operator()(x); }
          __device__ int c() const { return operator int() + this->B::operator int() * 100; } __device__ void all(const D &x) { Fn<int>::operator=(x); } };";
    let body = "D d; d.s(3); out[0] = d.k; out[1] = d.h(5); out[2] = d.c(); out[3] = d.B::operator[](3); const D e = d; D *p = &d; out[4] = e.B::f() * 10 + p->B::f(); out[5] = p->B::operator()(2); out[6] = e.B::operator()(2);
        out[7] = p->Fn<int>::f(7); d.z = 5; D g; g.k = 1; g.z = 9; g.all(d); out[8] = g.k * 10 + g.z; g.operator=(d); out[9] = g.z; out[10] = d.operator int() + e.operator[](1); d.B::operator=(8).operator+=(2); out[11] = d.k;";
    assert_eq!(cuda_ints(text, body, 12), [4, 1021, 404, 1, 21, 8, 1008, 11, 49, 5, 7, 10]);
}

/// What has no such base is no object of it, whatever its members are called.
#[test]
fn objects_are_of_their_bases_alone() {
    let text = "struct B { int k; }; struct U { int k; __device__ int operator()(int x) { return k; } __device__ operator int() const { return k; } };";
    for (class, body, code, place) in [
        ("struct D : B { };", "D d; d.k = 1; out[0] = d.U::k;", "type::base", "U::k"),
        (
            "struct D { int k; __device__ int f() { return U::operator()(1); } };",
            "D d; out[0] = d.f();",
            "type::base",
            "U",
        ),
        ("", "U u; out[0] = u.operator float();", "name::unknown", "float"),
        (
            "__device__ U &first(U *u) { return *u; }",
            "U u, w; first(&u).operator=(w);",
            "unsupported::operator",
            "first(&u).operator=",
        ),
    ] {
        let found = errors(&format!("{text} {class}"), body);
        assert_eq!(found, [(String::from(code), String::from(place))], "{class} {body}");
    }
}

/// C++17 16.3.1.3: a copying constructor takes objects of derived classes, unless another one is nearer.
#[test]
fn objects_of_derived_classes_are_copied() {
    let text = "struct A { int p; __device__ A(int x) : p(x) {} __device__ A(const A &o) : p(o.p) {} }; struct H : A { int z; __device__ H() : A(4), z(8) {} __device__ operator int() const { return 50; } };
        struct U { A a; __device__ U(const H &h) : a(h) {} }; struct T { int p; __device__ T(int x) : p(x) {} template <class X> __device__ T(const X &t) : p(t.z) {} }; struct K : T { int z = 6; __device__ K() : T(2) {} };
        struct B { int p; __device__ B(int x) : p(x) {} }; struct C : B { int m = 5; using B::B; }; struct D : C { using C::C; };";
    let body = "H h; A t(h), u{h}; h.p = 7; out[0] = t.p * 10 + u.p; out[1] = A(h).p; U w(h); out[2] = w.a.p; A v[2] = {h, A{h}}; out[3] = v[0].p * 10 + v[1].p;
        K k; T n(k); out[4] = n.p; D d(3); d.m = 9; C c(d), e{d}; out[5] = c.p * 100 + c.m * 10 + e.m;";
    assert_eq!(cuda_ints(text, body, 6), [44, 7, 7, 77, 6, 399]);
}

/// C++17 10.3.3: constructors of a base convert, too, as far as they are not `explicit`.
#[test]
fn constructors_of_bases_convert() {
    let text = "struct A { int p; __device__ A(int x) : p(x) {} __device__ A(float f, int i = 2) : p((int)f + i) {} }; struct M : A { using A::A; int m = 3; }; struct H : M { using M::M; int z = 4; };
        struct E { int p; __device__ explicit E(int x) : p(x) {} }; struct X : E { using E::E; }; __device__ int g(const H &h) { return h.p * 100 + h.m * 10 + h.z; } __device__ H make(int x) { return x; }
        __device__ int f(X x) { return x.p; } __device__ int f(float x) { return 100; } __device__ bool operator==(const H &a, const H &b) { return a.p == b.p; }";
    let body = "H z = 5; out[0] = g(z); out[1] = g(6); out[2] = g(2.5f); out[3] = make(8).p; z = 4; out[4] = g(z); H a[2] = {1, 2}; out[5] = a[1].p; out[6] = g({3}); out[7] = z == 4; out[8] = f(5) + f(X(7));";
    assert_eq!(cuda_ints(text, body, 9), [534, 634, 434, 8, 434, 2, 334, 1, 107]);
    assert_eq!(errors(text, "X x = 5;"), [(String::from("type::mismatch"), String::from("5"))]);
}

/// C++17 12.2.1: values of members use those before them wherever the object lies: in others, in arrays, behind lists.
#[test]
fn values_of_members_use_others_anywhere() {
    let text = "struct In { int a = 1; int b = a + 1; }; struct Q { In i{5}; }; struct R { In k[2] = {{3}, {}}; In z = {}; In y; };
        struct B { int k = 2; __device__ int twice() const { return k * 2; } }; struct D : B { int m = k + 1; int n = twice() + m; int p = this->n + B::k; }; struct E { int q = 1; D d; int r = d.n + q; D e{{7}}; int s = e.n; };
        struct C { int a = 1; int b = a + 1; __device__ C() {} __device__ C(int x) : a(x) {} }; struct P { C i; int u = i.a; __device__ P(int x) : i(x) {} __device__ P() {} }; struct W { P p = 4; P q[2] = {6}; int v = p.u + q[0].u + q[1].u; };
        struct F { int n = 4; unsigned b : 3 = n + 1; int t[2] = {n, n * 2}; int u = t[1] + b; int l = [this] { return n; }(); };";
    let body = "In w{5}; Q x, y{{4}}; out[0] = w.b * 100 + x.i.b * 10 + y.i.b; In k[2] = {{7}}; out[1] = k[0].b * 10 + k[1].b; R r, s{{{8}, {9, 9}}, {6}};
        out[2] = r.k[0].b * 1000 + r.k[1].b * 100 + r.z.b * 10 + r.y.b; out[3] = s.k[0].b * 1000 + s.k[1].b * 100 + s.z.b * 10 + s.y.b; E f, g{3, {{4}, 6}}; out[4] = f.r * 100 + f.s; out[5] = g.r * 10000 + g.d.n * 100 + g.s;
        D h[2] = {{{6}}}; out[6] = h[0].p * 10 + h[1].p; W v; out[7] = v.v * 10 + v.q[0].i.b; F a, b{2}; out[8] = a.u * 100 + b.u * 10 + b.l; const Q &c = {{3}}; out[9] = c.i.b * 10 + Q{{2}}.i.b; *&x = {{8}}; out[10] = x.i.b;";
    assert_eq!(cuda_ints(text, body, 11), [665, 82, 4222, 9972, 822, 171422, 259, 117, 1372, 43, 9]);
}

/// C++17 12.2, paragraph 6: names in values of members may be of what stands further down, also of the class around.
#[test]
fn values_of_members_see_the_whole_class() {
    let text = "__device__ int a0() { return 50; } struct S { int k = 3; int f = a0(); __device__ int a0() const { return k + 1; } }; struct T { int f = a0(), c = N + M::Y + U::g() + I(1.5f); static constexpr int N = 7; enum M { X, Y = 60 }; struct U { static __device__ int g() { return 500; } }; typedef int I; };
        struct Out { struct In { int q = a0() + 1; struct Deep { int z = a0() + N; } d; }; In i; int k = i.q + i.d.z; static __device__ int a0() { return 5; } static constexpr int N = 8; };
        template <class T> struct V { T x = make(), y = B{3}.v; struct B { T v; }; __device__ T make() const { return T(7); } T z = x < y ? x : y; };";
    let body = "S s, t{7}; out[0] = s.f * 10 + t.f; T u; out[1] = u.f * 1000 + u.c; Out o; out[2] = o.i.q * 1000 + o.i.d.z * 10 + o.k; V<int> v; out[3] = v.x * 100 + v.y * 10 + v.z; Out::In::Deep d; out[4] = d.z;";
    assert_eq!(cuda_ints(text, body, 5), [48, 50568, 6149, 733, 13]);
    let lambda = "struct S { int a = [] { struct Q { int v = 3; }; Q q; return q.v; }(); };";
    assert!(
        errors(lambda, "").is_empty() && errors(lambda, "S s; out[0] = s.a;")[0].0 == "unsupported::class"
    );
}

/// C++17 12.3.1: of a union the one member with a value has it, if no other is given one.
#[test]
fn members_of_unions_have_values() {
    let text = "union W { float y; int x = 4; }; struct U { union { int x = 4; float y; }; int z = x + 1; W w; __device__ U() {} __device__ U(float f) : y(f) {} }; struct N { struct { int p = 2; int q = 3; }; int r; __device__ N() : q(5), r(p) {} }; struct X { W w; W a[2]; int k = a[1].x; };";
    let body = "U u, f(2.0f); out[0] = u.z * 10 + u.x; out[1] = f.y; out[2] = u.w.x; N n; out[3] = n.p * 100 + n.q * 10 + n.r; W w, v{2.0f}, d = {}; out[4] = w.x * 100 + d.x * 10 + v.y; X x, y{{3.0f}}; out[5] = x.w.x * 100 + x.k * 10 + y.w.y;";
    assert_eq!(cuda_ints(text, body, 6), [54, 2, 4, 252, 442, 443]);
}

/// C++17 8.18: the right side of an assignment is evaluated first, also of one that a function makes, unless that is called by its name.
#[test]
fn assignments_by_functions_begin_on_the_right() {
    let text = "struct V { int x; __device__ V(int v = 0) : x(v) {} __device__ V &operator=(int v) { x = v; return *this; } __device__ V &operator=(const V &o) { x = o.x; return *this; } __device__ V &operator+=(const V &o) { x += o.x; return *this; } __device__ V &me(int *seen, int k) { *seen = *seen * 10 + k; return *this; } };
        __device__ V &operator-=(V &a, int b) { a.x -= b; return a; } __device__ int operator<<=(V &a, V b) { a.x <<= b.x; return a.x; } __device__ bool operator<=(const V &a, int b) { return a.x <= b; }
        struct P { V v; int k; __device__ P &me(int *seen, int q) { *seen = *seen * 10 + q; return *this; } }; __device__ int at(int *seen, int *n) { *seen = *seen * 10 + *n; return (*n)++; } __device__ int tell(int *seen, int k) { *seen = *seen * 10 + k; return k; }";
    let body = "int seen[1] = {0}; V a[4] = {1, 2, 3, 4}; int i = 0; a[at(seen, &i)] = at(seen, &i); out[0] = a[0].x * 10 + a[1].x; out[1] = *seen; *seen = 0;
        i = 1; a[at(seen, &i)] += a[at(seen, &i)]; out[2] = a[1].x * 100 + a[2].x * 10 + i; out[3] = *seen; *seen = 0; a[3].me(seen, 1) = a[2].me(seen, 2) = tell(seen, 3); out[4] = a[3].x * 10 + a[2].x; out[5] = *seen; *seen = 0;
        a[0].me(seen, 4) -= tell(seen, 5); a[1].me(seen, 6) <<= V(tell(seen, 1)); out[6] = *seen; *seen = 0; out[7] = a[0].x * 100 + a[1].x;
        P p[2] = {{1, 2}, {3, 4}}; i = 0; p[at(seen, &i)] = p[at(seen, &i)]; out[8] = p[0].v.x * 1000 + p[0].k * 100 + p[1].v.x * 10 + p[1].k; out[9] = *seen; *seen = 0;
        p[0].me(seen, 7) = p[1].me(seen, 8); out[10] = *seen; *seen = 0; a[0].me(seen, 1).operator=(tell(seen, 2)); out[11] = *seen; out[12] = a[0] <= 4; V *q = a; *q++ = q[1]; out[13] = a[0].x * 100 + a[1].x * 10 + (int)(q - a);";
    assert_eq!(cuda_ints(text, body, 14), [10, 1, 33, 12, 33, 321, 5416, -400, 1212, 1, 87, 12, 1, 1]);
}

/// C++17 11.6.3: a reference to another type is one to a new value, also where a constructor or an operator makes it.
#[test]
fn references_to_other_types_are_to_values_of_their_own() {
    let text = "struct A { int z; __device__ operator int() const { return z + 100; } }; struct B { int z; __device__ B(A a) : z(a.z + 5) {} }; struct P { int x; __device__ P(int v) : x(v * 2) {} }; enum E { X = 3, Y };
        __device__ int f(long) { return 1; } __device__ int f(int) { return 2; }";
    let body = "int i = 2; long &&l = i; l = 9; out[0] = i * 10 + (int)l; unsigned char &&u = 300 + i; int c = 301; unsigned char &&w = c; out[1] = u * 1000 + w; out[2] = f(l);
        A a{1}; const B &b = a; const B &d(a); out[3] = b.z * 10 + d.z; a.z = 7; out[4] = b.z; const P &q = i; P &&r = c; out[5] = q.x * 10000 + r.x; int &&n = a; n++; out[6] = n * 100 + a.z; E e = Y; int &&k = e; k = 1; out[7] = e * 10 + k;
        const float &g = i; i = 5; out[8] = (int)(g * 10);";
    assert_eq!(cuda_ints(text, body, 9), [29, 46045, 1, 66, 6, 40602, 10807, 41, 20]);
}

/// What finds an object is evaluated, also where a member belongs to the class.
#[test]
fn objects_of_shared_members_are_found_all_the_same() {
    let text = "struct S { int v; static constexpr int N = 3; static constexpr int T[2] = {7, 8}; enum { K = 9 }; __device__ S &me() { v++; return *this; } }; __device__ S mk(int *c) { (*c)++; return S{4}; }";
    let body = "S s{1}; out[0] = s.me().N; out[1] = s.v; int j = 0; S t[2] = {{1}, {2}}; out[2] = t[j++].N + t[j++].T[1] * 10; out[3] = j; int calls[1] = {0}; out[4] = mk(calls).K + mk(calls).N; out[5] = *calls;";
    assert_eq!(cuda_ints(text, body, 6), [3, 2, 83, 2, 12, 2]);
}
