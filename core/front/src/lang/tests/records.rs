//! CUDA's structs that need no declaration, `dim3`, and operators of the text: what C++ gives them, worked out by hand.

use alloc::{format, string::String, vec, vec::Vec};

use super::{Arg, cuda_ints, front, kernel, run};

#[test]
fn sizes_and_members() {
    for (expression, bytes) in [
        ("sizeof(float3)", 12),
        ("sizeof(float4)", 16),
        ("sizeof(uchar4)", 4),
        ("sizeof(longlong3)", 24),
        ("sizeof(double2)", 16),
        ("sizeof(dim3)", 12),
        ("sizeof(pair)", 48),
        ("sizeof(tight)", 16),
    ] {
        let structs = "struct pair { char c; float4 v; float3 w; }; struct tight { float a; float3 b; };";
        assert_eq!(cuda_ints(structs, &format!("out[0] = {expression};"), 1), [bytes], "{expression}");
    }
    let body = "int4 v = make_int4(1, 2, 3, 4); int4 w; w = v; w.y += 10; int *p = &w.z; *p *= 5; int2 u{5, 6}; auto q = make_uchar2(300, 2);
        out[0] = w.x; out[1] = w.y; out[2] = w.z; out[3] = v.x + v.y + v.z + v.w; out[4] = u.y; out[5] = q.x; ((int2 *)out)[3] = u; out[8] = __ldg((const int2 *)out + 3).x;";
    assert_eq!(cuda_ints("", body, 9), [1, 12, 15, 10, 6, 44, 5, 6, 5]);
}

#[test]
fn places_as_a_whole() {
    let source = "__device__ unsigned count(dim3 d) { return d.x * d.y * d.z; }
        __global__ void test(int *out) { dim3 a(2, 3), b = blockDim, c; uint3 t = threadIdx; dim3 e = t; dim3 f = 4; c = gridDim; b.y = 5; int x(7);
        if (t.x == 1) { out[0] = count(a); out[1] = b.x * 10 + b.y; out[2] = c.x; out[3] = e.x; out[4] = f.x * f.y; out[5] = count(dim3(2, 2, 2)); out[6] = blockIdx.x + x; out[7] = count(blockDim); } }";
    let out = run(&kernel(source), [2, 1, 1], [2, 1, 1], &[Arg::Words(vec![0; 8])]);
    assert_eq!(out[0], [6, 25, 1, 1, 4, 8, 7, 2]);
}

const OPERATORS: &str = "struct cplx { int re, im; };
    __device__ int2 operator+(int2 a, int2 b) { return make_int2(a.x + b.x, a.y + b.y); }
    __device__ int2 operator-(const int2 &a) { return make_int2(-a.x, -a.y); }
    __device__ int2 operator*(int s, int2 v) { return make_int2(s * v.x, s * v.y); }
    __device__ int2 operator*(int2 v, int s) { return s * v; }
    __device__ cplx operator*(cplx a, cplx b) { return cplx{a.re * b.re - a.im * b.im, a.re * b.im + a.im * b.re}; }
    __device__ int2 &operator+=(int2 &a, int2 b) { a.x += b.x; a.y += b.y; return a; }
    __device__ void operator*=(int2 &a, int b) { a.x *= b; a.y *= b; }
    __device__ bool operator==(int2 a, int2 b) { return a.x == b.x && a.y == b.y; }
    __device__ int2 operator<<(int2 a, int b) { return make_int2(a.x << b, a.y << b); }
    __device__ int2 make_int2(int4 v) { return make_int2(v.x, v.y); }";

#[test]
fn operators_of_the_text() {
    let body = "int2 a = make_int2(1, 2), b = make_int2(10, 20); int2 c = a + 2 * b + -a * 3; c += a; (c += b).x = 100; c *= 2;
        out[0] = c.x; out[1] = c.y; cplx z = {1, 2}; z = z * z; out[2] = z.re; out[3] = z.im; out[4] = a == b; out[5] = (a + a << 1).y; out[6] = (a == a) + 1;
        __shared__ int2 s; s = b; s += make_int2(make_int4(5, 6, 7, 8)); out[7] = s.y; int2 *p = &a; *p += b; out[8] = a.x;";
    // c: 1 + 20 - 3 = 18, 2 + 40 - 6 = 36; then 19, 38; then 29 (100), 58; doubled.
    assert_eq!(cuda_ints(OPERATORS, body, 9), [200, 116, -3, 4, 0, 8, 2, 26, 11]);
}

/// The one error of a kernel, with its advice.
fn error(body: &str) -> (String, String) {
    let source = format!("{OPERATORS}\n__global__ void k(int *out, int2 a, float3 f) {{ {body} }}");
    let errors: Vec<_> = front(&source).diagnostics.into_iter().filter(|found| found.is_error()).collect();
    assert_eq!(errors.len(), 1, "{body}\n{errors:#?}");
    (errors[0].code.clone().into_owned(), errors[0].help.clone().unwrap_or_default())
}

#[test]
fn what_structs_refuse() {
    for (body, code, help) in [
        ("a = a - a;", "type::arguments", "Cast"),
        ("a = a / 2;", "type::operands", "operator/"),
        ("f = f + f;", "type::arguments", "Cast"),
        ("f += f;", "type::arguments", "Cast"),
        ("a -= a;", "type::operands", "operator-="),
        ("a++;", "type::operands", "operator+"),
        ("a = !a;", "type::mismatch", ""),
        ("a = make_int2(1);", "type::mismatch", ""),
        ("a = int2(1, 2);", "unsupported::class", "make_int2"),
        ("float8 v;", "name::unknown", ""),
        ("a.z = 1;", "name::unknown", ""),
        ("a = f;", "type::mismatch", ""),
        ("dim3 d(1, 2, 3, 4);", "unsupported::class", ""),
        ("half2 h;", "unsupported::half", "float"),
    ] {
        let (found, said) = error(body);
        assert!(found == code && said.contains(help), "{body}: {found} {said}");
    }
    let text = "struct v { int x; }; __device__ int operator[](v a, int b) { return 0; } __global__ void k(int *out) { v a; out[0] = a[1]; }";
    let found = front(text).diagnostics;
    assert!(found.iter().any(|found| found.code == "unsupported::operator"), "{found:#?}");
}

/// As clang lays them out.
#[test]
fn members_are_aligned_as_they_ask() {
    let text = "struct A { char c; __attribute__((aligned(8))) int x; }; struct B { char c; int x __attribute__((aligned(16))); };
        struct C { char c; alignas(4) short s; char d; }; struct alignas(32) D { int x; }; struct E { char c; __align__(8) float f[3]; };";
    let body = "B b; out[0] = sizeof(A); out[1] = sizeof(B); out[2] = sizeof(C); out[3] = sizeof(D); out[4] = sizeof(E);
        out[5] = (int)((char *)&b.x - (char *)&b);";
    assert_eq!(cuda_ints(text, body, 6), [16, 32, 8, 32, 24, 16]);
    let open = "struct A { char c; int x __attribute__((aligned(8))); }; __kernel void k(__global int *o) { o[0] = sizeof(struct A); }";
    assert_eq!(run(&kernel(open), [1; 3], [1; 3], &[Arg::Words(vec![0])])[0], [16]);
}
