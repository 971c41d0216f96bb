//! Every construct of the language gives the result that C gives it.

use alloc::{format, vec, vec::Vec};

use super::{Arg, cuda_float, cuda_ints, float, front, int, ints, kernel, run};

#[test]
fn integer_promotions_and_conversions() {
    // C99 6.3.1: what is smaller than int becomes int; int and unsigned meet as unsigned.
    assert_eq!(int("(uchar)200 + (uchar)100"), 300);
    assert_eq!(int("(char)200"), -56);
    assert_eq!(int("(uchar)(-1)"), 255);
    assert_eq!(int("-1 < 1u"), 0);
    assert_eq!(int("(short)-1 < (ushort)1"), 1);
    assert_eq!(int("-1 < 1L"), 1);
    assert_eq!(int("(int)(1u - 2u)"), -1);
    assert_eq!(int("(1u - 2u) / 2u"), i32::MAX);
    assert_eq!(int("(ulong)(uint)-1 == 4294967295L"), 1);
    assert_eq!(int("(ulong)-1 == 4294967295L"), 0);
    assert_eq!(int("(int)3.99f"), 3);
    assert_eq!(int("(int)-3.99f"), -3);
    assert_eq!(int("5 / 2 * 2.0f"), 4);
    assert_eq!(int("'a' + 1"), 98);
    assert_eq!(int("sizeof('a')"), 4);
    assert_eq!(int("(bool)0.5f"), 1);
    assert_eq!(int("(int)(bool)256 + true"), 2);
}

#[test]
fn integer_operators() {
    assert_eq!(int("-7 / 2"), -3);
    assert_eq!(int("-7 % 2"), -1);
    assert_eq!(int("7u % 4u"), 3);
    assert_eq!(int("-8 >> 1"), -4);
    assert_eq!(int("(int)(0xfffffff8u >> 1)"), 0x7fff_fffc);
    assert_eq!(int("1 << 31"), i32::MIN);
    assert_eq!(int("~5"), -6);
    assert_eq!(int("!5 + !0"), 1);
    assert_eq!(int("6 & 3 | 8 ^ 1"), 6 & 3 | 8 ^ 1);
    assert_eq!(int("1 + 2 * 3 - 4"), 3);
    assert_eq!(int("10 - 4 - 3"), 3);
    assert_eq!(int("1 < 2 == 1"), 1);
    assert_eq!(int("(1, 2, 3)"), 3);
    assert_eq!(int("1 ? 2 : 3"), 2);
    assert_eq!(int("0 ? 1 : 0 ? 2 : 3"), 3);
}

#[test]
fn operators_on_values_that_are_not_constants() {
    let body = "int a = out[0], b = out[1]; uint u = out[0]; long l = out[0];
        out[0] = a / b; out[1] = a % b; out[2] = a << 3; out[3] = a >> 1; out[4] = u >> 1; out[5] = a < b;
        out[6] = (a & b) + (a | b) + (a ^ b); out[7] = (int)(l * 1000000000 / 1000); out[8] = u / (uint)b; out[9] = -a;";
    let kernel = kernel(&alloc::format!("__kernel void test(__global int *out) {{ {body} }}"));
    let (a, b) = (-100i32, 7i32);
    let out = run(&kernel, [1; 3], [1; 3], &[Arg::Words(vec![a as u32, 7, 0, 0, 0, 0, 0, 0, 0, 0])]);
    let expected = [
        a / b,
        a % b,
        a << 3,
        a >> 1,
        (a as u32 >> 1) as i32,
        1,
        (a & b) + (a | b) + (a ^ b),
        (i64::from(a) * 1_000_000_000 / 1000) as i32,
        (a as u32 / b as u32) as i32,
        -a,
    ];
    assert_eq!(out[0], expected.map(|value| value as u32));
}

#[test]
fn floats() {
    assert_eq!(float("1.0f / 3.0f"), 1.0 / 3.0);
    assert_eq!(float("0.1f + 0.2f"), 0.1f32 + 0.2f32);
    assert_eq!(float("(double)0.1f + 0.2"), (f64::from(0.1f32) + 0.2) as f32);
    assert_eq!(float("1e10f * 1e10f"), 1e20);
    assert_eq!(float("-(1.5f)"), -1.5);
    assert_eq!(float("16777217"), 16777216.0);
    assert_eq!(float("3000000000u"), 3e9);
    assert_eq!(float("0x1.8p1f"), 3.0);
    assert_eq!(float("FLT_MAX"), f32::MAX);
    assert_eq!(int("NAN == NAN"), 0);
    assert_eq!(int("NAN != NAN"), 1);
    assert_eq!(int("INFINITY > FLT_MAX"), 1);
    assert_eq!(int("!0.0f"), 1);
}

/// An operation of two floats whose double result becomes a float again: the same as in float (double rounding is
/// innocuous for 53 >= 2 * 24 + 2 bits).
#[test]
fn a_detour_over_double_is_exact_in_single() {
    let text = "__kernel void test(__global float *x) { int i = get_global_id(0); x[i] = x[i] * 0.5 + x[i] * 2.0; x[i] = x[i] * 3.0; x[i] *= 0.25; if (x[i] > 1.0) x[i] = 1.0 / x[i]; }";
    let kernel = kernel(text);
    let values = [0.1f32, 1.7, 12345.678, 3e-39, 2e38];
    let words: Vec<u32> = values.iter().map(|value| value.to_bits()).collect();
    let out = run(&kernel, [5, 1, 1], [1; 3], &[Arg::Words(words)]);
    for (value, found) in values.iter().zip(&out[0]) {
        let mut x = (f64::from(*value) * 0.5 + f64::from(*value) * 2.0) as f32;
        x = (f64::from(x) * 3.0) as f32;
        x = (f64::from(x) * 0.25) as f32;
        if f64::from(x) > 1.0 {
            x = (1.0 / f64::from(x)) as f32;
        }
        assert_eq!(f32::from_bits(*found), x, "{value}");
    }
    let printed = crate::ir::text::print(&kernel);
    let doubles = printed.lines().filter(|line| line.contains("f64")).count();
    // Only the sum of two products is really computed in double.
    assert!(doubles < 12, "{printed}");
}

#[test]
fn loops() {
    assert_eq!(ints("", "int s = 0; for (int i = 0; i < 10; i++) s += i; out[0] = s;", 1), [45]);
    assert_eq!(ints("", "int i = 5, s = 0; while (i--) s += i; out[0] = s; out[1] = i;", 2), [10, -1]);
    assert_eq!(ints("", "int i = 0; do { i += 3; } while (i < 10); out[0] = i;", 1), [12]);
    assert_eq!(
        ints(
            "",
            "int s = 0; for (int i = 0;; i++) { if (i == 3) continue; if (i > 6) break; s += i; } out[0] = s;",
            1
        ),
        [18]
    );
    assert_eq!(
        ints("", "int s = 0; for (int i = 0, j = 10; i < j; ++i, --j) s += j - i; out[0] = s;", 1),
        [30]
    );
    let nested = "int s = 0; for (int i = 0; i < 4; i++) for (int j = 0; j < 4; j++) { if (j > i) break; if (i == 2) continue; s += 10 * i + j; } out[0] = s;";
    let mut expected = 0;
    for i in 0..4 {
        for j in 0..=i {
            expected += if i == 2 { 0 } else { 10 * i + j };
        }
    }
    assert_eq!(ints("", nested, 1), [expected]);
}

#[test]
fn branches() {
    let body = "for (int i = 0; i < 6; i++) { int r; if (i < 2) r = 1; else if (i < 4) { r = 2; if (i == 3) r = 30; } else r = 3; out[i] = r; }";
    assert_eq!(ints("", body, 6), [1, 1, 2, 30, 3, 3]);
    assert_eq!(ints("", "out[0] = 7; if (out[0] == 7) return; out[0] = 8;", 1), [7]);
}

#[test]
fn switch_falls_through() {
    let body = "for (int i = 0; i < 6; i++) { int r = 0; switch (i) { case 0: r += 1; case 1: r += 10; break; case 2: case 3: r = 23; break; default: r = -1; break; case 5: { r = 5; } } out[i] = r; }";
    assert_eq!(ints("", body, 6), [11, 10, 23, 23, -1, 5]);
    let body = "int n = 0; for (int i = 0; i < 4; i++) { switch (i) { case 1: continue; case 3: n += 100; } n++; } out[0] = n;";
    assert_eq!(ints("", body, 1), [103]);
    assert_eq!(
        ints("enum { A, B = 5, C };", "switch (6) { case A: out[0] = 1; break; case C: out[0] = 2; }", 1),
        [2]
    );
}

#[test]
fn short_circuit_protects_the_right_side() {
    // Without it the access would be out of bounds.
    let body = "int i = 5; out[0] = (i < 2 && out[i] == 0) ? 1 : 2; out[1] = (i > 2 || out[i * 1000] == 0); bool b = i < 2 && out[i * 1000]; out[2] = b;";
    assert_eq!(ints("", body, 3), [2, 1, 0]);
    let body = "int n = 0; int a = 0 && n++; int b = 1 || n++; int c = 1 && ++n; int d = 0 || ++n; out[0] = n; out[1] = a + b * 2 + c * 4 + d * 8;";
    assert_eq!(ints("", body, 2), [2, 14]);
}

#[test]
fn steps_and_compound_assignment() {
    let body = "int i = 5; out[0] = i++; out[1] = ++i; out[2] = i--; out[3] = --i; i += 7; i -= 2; i *= 3; i /= 2; i %= 9; i <<= 4; i >>= 1; i |= 3; i &= 14; i ^= 5; out[4] = i;";
    let mut i: i32 = ((5 + 7 - 2) * 3 / 2) % 9;
    i <<= 4;
    i >>= 1;
    i |= 3;
    i &= 14;
    i ^= 5;
    assert_eq!(ints("", body, 5), [5, 7, 7, 5, i]);
    assert_eq!(
        ints("", "uchar c = 250; c += 10; out[0] = c; char d = 100; d *= 2; out[1] = d;", 2),
        [4, -56]
    );
    assert_eq!(ints("", "int i = 10; i *= 1.5f; out[0] = i; i += 0.7f; out[1] = i;", 2), [15, 15]);
    assert_eq!(ints("", "int a, b; a = b = 3; out[a - 3] = a + b;", 1), [6]);
}

#[test]
fn pointers() {
    let body = "__global int *p = out; *p++ = 1; *p = 2; p[1] = 3; *(p + 2) = p - out; __global int *q = &out[6]; q[-1] = q > p; out[4] = *(out + 1) + 1[out];";
    assert_eq!(ints("", body, 6), [1, 2, 3, 1, 4, 1]);
    let body = "int a[4] = {1, 2, 3, 4}; int *p = a; int s = 0; while (p < a + 4) s += *p++; out[0] = s; out[1] = p == &a[4]; int x = 5; int *q = &x; *q += 2; out[2] = x;";
    assert_eq!(ints("", body, 3), [10, 1, 7]);
    let body = "uchar b[8]; *(uint *)b = 0x04030201u; *(__private uint *)(b + 4) = 5; out[0] = b[0] + 10 * b[1] + 100 * b[2] + 1000 * b[3]; out[1] = ((ushort *)b)[2];";
    assert_eq!(ints("", body, 2), [4321, 5]);
    assert_eq!(
        ints("", "int a = 1, b = 2; int *p = out[0] ? &a : &b; *p = 9; out[0] = a; out[1] = b;", 2),
        [1, 9]
    );
}

#[test]
fn arrays() {
    let body = "int a[2][3] = {{1, 2, 3}, {4, 5, 6}}; int s = 0; for (int i = 0; i < 2; i++) for (int j = 0; j < 3; j++) s = s * 10 + a[i][j]; out[0] = s; out[1] = sizeof(a) / sizeof(a[0]); out[2] = sizeof a[0];";
    assert_eq!(ints("", body, 3), [123456, 2, 12]);
    assert_eq!(ints("", "int a[2][3] = {1, 2, 3, 4}; out[0] = a[1][0] * 10 + a[1][2];", 1), [40]);
    assert_eq!(ints("", "int a[] = {3, 1, 2}; out[0] = sizeof(a) / sizeof(int);", 1), [3]);
    assert_eq!(
        ints("", "int a[100] = {7}; int s = 0; for (int i = 0; i < 100; i++) s += a[i]; out[0] = s;", 1),
        [7]
    );
    assert_eq!(
        ints(
            "",
            "int a[6] = {[2] = 5, 6, [0] = 1}; out[0] = a[0] * 1000 + a[2] * 100 + a[3] * 10 + a[5];",
            1
        ),
        [1560]
    );
    assert_eq!(
        ints("", "char s[] = \"ab\"; out[0] = s[0]; out[1] = s[2]; out[2] = sizeof(s);", 3),
        [97, 0, 3]
    );
    assert_eq!(
        ints(
            "",
            "float a[2][2] = {{0}}; out[0] = a[1][1] == 0; const int n = 4; int b[n * 2]; out[1] = sizeof(b);",
            2
        ),
        [1, 32]
    );
}

#[test]
fn structs() {
    let types = "typedef struct { int x; float y; } P; typedef struct { P a, b; int v[3]; char c; } Q;";
    let body = "P p = {1, 2.5f}; P q = p; q.x = 7; p = q; out[0] = p.x; out[1] = (int)(p.y * 2); out[2] = sizeof(P); out[3] = sizeof(Q);";
    assert_eq!(ints(types, body, 4), [7, 5, 8, 32]);
    let body = "Q q = {{1, 2}, {3, 4}, {5, 6, 7}, 8}; Q r; r = q; r.v[1] = 60; out[0] = r.a.x + r.b.x * 10; out[1] = r.v[0] + r.v[1] + q.v[1]; out[2] = r.c; P *p = &r.b; p->x = 33; out[3] = r.b.x;";
    assert_eq!(ints(types, body, 4), [31, 71, 8, 33]);
    let functions = "typedef struct { int x; float y; } P; P make(int x) { P p; p.x = x; p.y = x * 2; return p; } int sum(P p) { p.x += 1; return p.x + (int)p.y; }";
    let body = "P p = make(3); out[0] = sum(p); out[1] = p.x; out[2] = make(5).x; P a[2]; a[1] = make(4); out[3] = a[1].x; p = out[0] > 100 ? make(1) : make(2); out[4] = p.x;";
    assert_eq!(ints(functions, body, 5), [10, 3, 5, 4, 2]);
    assert_eq!(
        ints(
            "struct S { int a, b; };",
            "struct S s = {.b = 2, .a = 1}; out[0] = s.a * 10 + s.b; out[1] = ((struct S){7, 8}).b;",
            2
        ),
        [12, 8]
    );
    assert_eq!(
        ints("typedef union { int i; float f; } U;", "U u; u.f = 1.0f; out[0] = u.i; out[1] = sizeof(U);", 2),
        [0x3f80_0000, 4]
    );
}

#[test]
fn structs_in_buffers() {
    let source = "typedef struct { int id; float w[2]; } N; __kernel void test(__global N *n, __global int *out) { int i = get_global_id(0); N m = n[i]; out[i] = m.id + (int)m.w[1]; n[i].w[0] = n[i].id; }";
    let kernel = kernel(source);
    assert_eq!((kernel.params[0].components, kernel.params[0].element), (3, crate::ir::Type::I32));
    let node = |id: u32, w: f32| [id, 0, w.to_bits()];
    let words = [node(5, 10.0), node(6, 20.0)].concat();
    let out = run(&kernel, [2, 1, 1], [1; 3], &[Arg::Words(words), Arg::Words(vec![0, 0])]);
    assert_eq!(out[1], [15, 26]);
    assert_eq!(out[0][1], 5f32.to_bits());
}

#[test]
fn structs_as_kernel_arguments_are_taken_apart() {
    let source = "struct D { int n; float s[2]; bool b; }; __kernel void test(struct D d, __global int *out) { out[0] = d.n + (int)d.s[1] + d.b; }";
    let kernel = kernel(source);
    let names: Vec<&str> = kernel.params.iter().map(|param| param.name.as_str()).collect();
    assert_eq!(names, ["d.n", "d.s[0]", "d.s[1]", "d.b", "out"]);
    let args =
        [Arg::Bits(4), Arg::Bits(0), Arg::Bits(10f32.to_bits().into()), Arg::Bits(1), Arg::Words(vec![0])];
    assert_eq!(run(&kernel, [1; 3], [1; 3], &args)[0], [15]);
}

#[test]
fn functions_of_opencl() {
    let functions = "int twice(int x); int add(int a, int b) { return a + b; } int twice(int x) { return add(x, x); }
        void put(__global int *p, int v) { *p = v; } int sign(int x) { if (x < 0) return -1; if (x > 0) return 1; return 0; }
        void swap(int *a, int *b) { int t = *a; *a = *b; *b = t; } static inline int first(const int *a) { return a[0]; }";
    let body = "out[0] = twice(add(1, 2)); put(out + 1, 7); out[2] = sign(-5) * 100 + sign(3) * 10 + sign(0); int a = 1, b = 2; swap(&a, &b); out[3] = a * 10 + b; int v[2] = {8, 9}; out[4] = first(v);";
    assert_eq!(ints(functions, body, 5), [6, 7, -90, 21, 8]);
}

/// An unqualified pointer takes the space of what it is given, anew in each call.
#[test]
fn cuda_pointers_take_the_space_of_their_argument() {
    let functions = "__device__ int sum(const int *p, int n) { int s = 0; for (int i = 0; i < n; i++) s += p[i]; return s; }
        __device__ int *pick(int *a, int *b, bool first) { return first ? a : b; } __constant__ int table[3] = {100, 200, 300};";
    let body = "__shared__ int s[2]; s[0] = 3; s[1] = 4; int v[2] = {1, 2}; out[0] = 10; out[1] = 20; int *q; q = s;
        out[2] = sum(out, 2) + sum(s, 2) + sum(v, 2) + sum(table, 3); *pick(v, v + 1, false) = 9; out[3] = v[1] + *q; auto p = &out[4]; *p = 5;";
    assert_eq!(cuda_ints(functions, body, 5), [10, 20, 30 + 7 + 3 + 600, 12, 5]);
}

/// C99 6.7.8: of a union a designator names the member that a value is for.
#[test]
fn a_union_takes_a_value_for_the_member_that_is_named() {
    let types = "union U { float f; uint u; ushort h[2]; }; struct S { int a; union U u; int b; };";
    let body = "union U u = { .u = 0x3fc00000u }, h = { .h = { 1, 2 } }; struct S s = { 1, { .u = 5 }, 7 };
        out[0] = (int)(u.f * 8.0f); out[1] = h.u; out[2] = s.u.u; out[3] = s.b;";
    assert_eq!(ints(types, body, 4), [12, 0x2_0001, 5, 7]);
}

#[test]
fn cuda_niceties() {
    let functions = "__device__ void bump(int &x, const int &by) { x += by; } struct V { float x, y; }; __device__ __forceinline__ float dot(V a, const V &b) { return a.x * b.x + a.y * b.y; }
        template_free(int) ";
    let functions = functions.replace("template_free(int) ", "");
    let body = "int n = 1; bump(n, 4); out[0] = n; V a = {1.f, 2.f}, b{3.f, 4.f}; out[1] = (int)dot(a, b); out[2] = static_cast<int>(2.9f) + int(3.1f) + (nullptr == nullptr);
        if (true) { const auto k = 7u; out[3] = k; } constexpr int N = 3; int arr[N] = {}; out[4] = sizeof(arr) + arr[2]; int &r = out[5]; r = 6; unsigned long long big = 1ull << 40; out[6] = big >> 38;";
    assert_eq!(cuda_ints(&functions, body, 7), [5, 11, 6, 7, 12, 6, 4]);
    // A reference to a `const` takes a value, also one of another type; a value is written with its type in front.
    let functions = "struct V { float x, y; int n; }; __device__ V add(const V &a, const V &b) { return V{a.x + b.x, a.y + b.y}; }
        __device__ int twice(const int &a, const float &b) { return 2 * a + (int)b; } __device__ int far(const V &a) { return (int)a.y; } __device__ int far(const int &a) { return a; }";
    let body = "V v = add(add(V{1.f, 2.f, 3}, {}), V{4.f}); out[0] = (int)v.x; out[1] = v.y + v.n; out[2] = twice(out[0] + 1, 7); out[3] = far(V{1, 9}) + far(out[0]) * 10 + far(3.f) * 100; out[4] = V{5, 6, 7}.n + int{3} + sizeof \"four\";";
    let body = body.replace(", {})", ", V{})");
    assert_eq!(cuda_ints(functions, &body, 5), [5, 2, 19, 359, 15]);
    assert_eq!(cuda_float("std::max(1.0f, 2.0f) + fminf(3.0, 4.0)"), 5.0);
}

#[test]
fn work_items_know_their_place() {
    let source = "__kernel void test(__global int *out) { size_t x = get_global_id(0), y = get_global_id(1); uint d = 1;
        out[y * get_global_size(0) + x] = get_local_id(0) + 10 * get_group_id(d) + 100 * get_num_groups(0) + 1000 * get_local_size(1) + 10000 * get_global_id(2); }";
    let out = run(&kernel(source), [4, 6, 1], [2, 3, 1], &[Arg::Words(vec![0; 24])]);
    for y in 0..6u32 {
        for x in 0..4u32 {
            assert_eq!(out[0][(y * 4 + x) as usize], x % 2 + 10 * (y / 3) + 200 + 3000);
        }
    }
    let source = "__global__ void test(int *out) { int i = blockIdx.x * blockDim.x + threadIdx.x; out[i] = threadIdx.x + 10 * gridDim.x + 100 * warpSize; }";
    let out = run(&kernel(source), [4, 1, 1], [2, 1, 1], &[Arg::Words(vec![0; 4])]);
    assert_eq!(out[0], [3220, 3221, 3220, 3221]);
    let source =
        "__kernel void test(__global int *out) { out[get_global_linear_id()] = get_local_linear_id(); }";
    let out = run(&kernel(source), [4, 2, 1], [2, 2, 1], &[Arg::Words(vec![0; 8])]);
    assert_eq!(out[0], [0, 1, 0, 1, 2, 3, 2, 3]);
}

#[test]
fn local_memory_and_barriers() {
    let source = "__kernel void test(__global int *data, __local int *tmp) { __local int total; int t = get_local_id(0);
        tmp[t] = data[get_global_id(0)]; barrier(CLK_LOCAL_MEM_FENCE);
        for (int s = get_local_size(0) / 2; s > 0; s >>= 1) { if (t < s) tmp[t] += tmp[t + s]; barrier(CLK_LOCAL_MEM_FENCE); }
        if (t == 0) total = tmp[0]; barrier(CLK_LOCAL_MEM_FENCE); data[get_global_id(0)] = total; }";
    let out = run(&kernel(source), [8, 1, 1], [4, 1, 1], &[Arg::Words((1..=8).collect()), Arg::Local(16)]);
    assert_eq!(out[0], [10, 10, 10, 10, 26, 26, 26, 26]);
    let source = "extern __shared__ float buf[]; __device__ int twice(int x) { __shared__ int s; s = x; return s * 2; }
        __global__ void test(int *out) { extern __shared__ int same[]; out[0] = twice(3) + twice(4); }";
    let made = kernel(source);
    assert_eq!(
        made.slots.iter().filter(|slot| slot.space == crate::ir::Space::Local).count(),
        1,
        "one s, used twice"
    );
    assert_eq!(run(&made, [1; 3], [1; 3], &[Arg::Words(vec![0])])[0], [14]);
    let made = kernel(
        "__global__ void test(float *a) { extern __shared__ float buf[]; buf[threadIdx.x] = a[0]; a[0] = buf[0]; }",
    );
    let dynamic: Vec<_> =
        made.slots.iter().filter(|slot| slot.dynamic).map(|slot| (slot.name.as_str(), slot.bytes)).collect();
    assert_eq!(dynamic, [("buf", 0)]);
}

#[test]
fn constants() {
    let prelude = "__constant int table[2][2] = {{1, 2}, {3, 4}}; __constant float pi = 3.0f; typedef struct { char c; short s; } E; __constant E es[] = {{1, 2}, {3, 4}};";
    assert_eq!(
        ints(prelude, "out[0] = table[1][0] * 10 + (int)pi; out[1] = es[1].s * 10 + es[1].c;", 2),
        [33, 43]
    );
    let front = kernel(&alloc::format!(
        "{prelude} __kernel void k(__global int *o) {{ o[0] = table[o[1]][1] + es[o[0]].c; }}"
    ));
    let inits: Vec<_> =
        front.slots.iter().filter(|slot| !slot.init.is_empty()).map(|slot| slot.init.clone()).collect();
    assert_eq!(inits, [vec![1, 0, 0, 0, 2, 0, 0, 0, 3, 0, 0, 0, 4, 0, 0, 0], vec![1, 0, 2, 0, 3, 0, 4, 0]]);
}

/// Data that CUDA host code would copy to a symbol are further arguments.
#[test]
fn device_variables_hold_what_their_declaration_says() {
    let source = "__device__ short table[4] = {4, -3, 2}; __device__ float scale = 2.5f; __device__ unsigned char none[8] = {0};
        struct P { float x, y; }; __device__ P points[2] = {{1, 2}, {3, 4}};
        __global__ void k(int *out) { out[0] = table[1] * scale + none[0] + points[1].x; }";
    let kernel = kernel(source);
    let of =
        |name: &str| kernel.params.iter().find(|param| param.name == name).expect("a parameter").init.clone();
    assert_eq!(of("table"), [4, 0, 0xfd, 0xff, 2, 0, 0, 0]);
    assert_eq!(of("scale"), 2.5f32.to_le_bytes());
    assert_eq!(of("none"), []);
    assert_eq!(of("points"), [1.0f32, 2.0, 3.0, 4.0].map(f32::to_le_bytes).concat());
}

#[test]
fn device_variables_become_arguments() {
    let source = "__constant__ float weights[2][3]; __device__ int counter; __constant__ int unused;
        __device__ void count() { atomicAdd(&counter, 1); } __global__ void test(float *out) { count(); out[0] = weights[1][2]; }";
    let kernel = kernel(source);
    let params: Vec<_> =
        kernel.params.iter().map(|param| (param.name.as_str(), param.len, param.read_only)).collect();
    assert_eq!(params, [("out", None, false), ("weights", Some(6), true), ("counter", Some(1), false)]);
    let words = (1..=6u32).map(|value| (value as f32).to_bits()).collect();
    let out = run(&kernel, [3, 1, 1], [1; 3], &[Arg::Words(vec![0]), Arg::Words(words), Arg::Words(vec![0])]);
    assert_eq!(f32::from_bits(out[0][0]), 6.0);
    assert_eq!(out[2], [3]);
}

#[test]
fn scalar_types_in_memory() {
    let body = "long l = 1L << 40; short s = -2; bool b = 3; ulong u = ~0UL; double d = 1.5; half_free h; out[0] = (int)(l >> 38); out[1] = s; out[2] = b; out[3] = (int)(u >> 60); out[4] = (int)(d * 4); out[5] = sizeof(b) + sizeof(l) * 10 + sizeof(size_t) * 100; bool a[3] = {1, 0, 5}; out[6] = a[0] + a[1] * 10 + a[2] * 100; b += 5; out[7] = b;";
    let body = body.replace("half_free h; ", "");
    assert_eq!(ints("", &body, 8), [4, -2, 1, 15, 6, 881, 101, 1]);
}

#[test]
fn typedefs_enums_and_scopes() {
    let prelude = "typedef unsigned int word; typedef word pair[2]; enum Color { RED, GREEN = 4, BLUE }; typedef enum { ON = 1 << 2 } S;";
    let body = "pair p = {1, 2}; word w = p[1]; enum Color c = BLUE; S s = ON; int x = 1; { int x = 2; out[0] = x; } out[1] = x; for (int x = 5; x < 6; x++) out[2] = x; out[3] = w + c * 10 + s * 100; int word = 3; out[4] = word * 2;";
    assert_eq!(ints(prelude, body, 5), [2, 1, 5, 452, 6]);
}

/// C++17 7.5: pointers to pointers gain `const` where all levels in front have it.
#[test]
fn pointers_to_pointers_gain_const() {
    let text = "__device__ int f(const int *const *p) { return p[1][0]; }";
    let body = "int a[2] = {1, 2}, b[2] = {3, 4}; int *t[2] = {a, b}; const int *const *cc = t; int *const *c = t; out[0] = f(t) * 100 + cc[0][1] * 10 + c[1][1];";
    assert_eq!(cuda_ints(text, body, 1), [324]);
    let wrong = "__global__ void k(int *y) { int *t[1] = {y}; const int **c = t; y[0] = c[0][0]; }";
    assert!(super::front(wrong).has_errors(), "it would let a constant be written");
}

/// C11 6.7.9: designators in a row, members of members without a name, and values that go on behind them; compared with clang.
#[test]
fn designators_lead_into_objects() {
    let text = "typedef struct { int a; struct { int x, y[2]; } b; int c; } t; typedef struct { int a; union { struct { short r, s; }; int whole; }; } u;
        constant t table[2] = { [1].b.x = 7, [1].a = 2 };
        constant u one = { .a = 1, .s = 2 };";
    let body = "t p = { .b.y[0] = 4, 5, 6 }, q = { .b = { 1, 2 }, .b.y[1] = 9 }; u w = { .whole = 3, .r = 5 };
        out[0] = p.a * 1000 + p.b.x * 100 + p.b.y[0] * 10 + p.b.y[1]; out[1] = p.c; out[2] = q.b.x * 100 + q.b.y[0] * 10 + q.b.y[1];
        out[3] = one.whole; out[4] = w.r; out[5] = table[1].b.x * 10 + table[1].a;";
    assert_eq!(ints(text, body, 6), [45, 6, 129, 0x20000, 5, 72]);
    let nested =
        "constant struct { int a; struct { int x, y[2]; } b; } t[] = { { .a = 1, .b.x = 2, .b.y[1] = 3 } };";
    assert_eq!(
        ints(nested, "out[0] = t[0].a * 100 + t[0].b.x * 10 + t[0].b.y[1]; out[1] = t[0].b.y[0];", 2),
        [123, 0]
    );
}

/// C++11 with defect report 1467: a list of one object of a class without constructors is a copy of it.
#[test]
fn one_object_in_braces_is_copied() {
    let text = "struct T { int a = 3; int b; }; struct U { T t; int c; };";
    let body = "T t{}, u{t}; t.b = 4; T v = {t}; U w{t, 5}, x{w}; U y{{t}, 6}; out[0] = u.a * 10 + u.b; out[1] = v.a * 10 + v.b; out[2] = x.t.b * 10 + x.c; out[3] = y.t.b * 10 + y.c;";
    assert_eq!(cuda_ints(text, body, 4), [30, 34, 45, 46]);
}

/// C11 6.5.2.5: a nameless array is a pointer like any other.
#[test]
fn arrays_without_names() {
    let text = "int sum(const int *p, int n) { int s = 0; for (int i = 0; i < n; i++) s += p[i]; return s; }";
    let body = "int i = out[0] + 1; out[0] = ((const int[]){ 1, 2, 3 })[i]; out[1] = sum((int[]){ 4, i, 3 }, 3); const int *p = (const int[]){ 5, 6 };
        out[2] = p[i] * 10 + *p; out[3] = sizeof((int[]){ 1, 2, 3 }); out[4] = *((int[2]){ 7 } + 1) + (int[]){ 8, 9 }[1];";
    assert_eq!(ints(text, body, 5), [2, 8, 65, 12, 9]);
}

#[test]
fn references_and_pointers_to_arrays_are_declared() {
    let text = "struct S { int v; }; typedef int number;";
    let body = "int t[2][2][3]; S s[2]; t[1][1][2] = 5; s[1].v = 6; int a[3] = {1, 2, 3}; int (&r)[3] = a; int (&q)[2][3] = t[1]; S (&p)[2] = s;
        number (*w)[3] = t[1]; const int (&c)[3] = r; out[0] = r[1] + q[1][2]; out[1] = p[1].v + w[1][2]; r[0] = 9; out[2] = c[0] * 10 + int(r[2]);";
    assert_eq!(cuda_ints(text, body, 3), [7, 11, 93]);
}

/// C++17 11.6.4: a list for a reference is the one thing in it, if that is of the type, or else an object. The values are clang's.
#[test]
fn references_to_lists() {
    let text = "struct P { int x, y; }; struct D : P { int z; }; struct C { int v; __device__ C(int a, int b = 3) : v(a * 10 + b) {} };";
    let body = "const P &q = {1, 2}; const int (&r)[3] = {1, 2}; int b = 7; P &&w = {2, b}; w.x += 5; out[0] = q.y * 10 + r[1] + r[2]; out[1] = w.x * 10 + w.y;
        P p = {1, 2}; const P &s = {p}; P &t{p}, &u(p); D g; g.x = 3; const P &h = {g}; t.x = 9; u.y = 4; g.x = 6; out[2] = s.x * 10 + s.y; out[3] = h.x;
        const int &i = {b}; int &&j = {8}; j++; b = 5; out[4] = i * 10 + j; const C &c = {4}, &d{5, 6}; C e(1, 1); const C &f = {e}; e.v = 99; out[5] = c.v; out[6] = d.v; out[7] = f.v;
        for (int i = 0; i < 4; i++) { const P &q = {i, i * i}; P &&w = {i}; w.y += q.y; out[8] = out[8] * 3 + w.y + q.x; } int (&&k)[2] = {b}; k[1] = k[0] + 1; out[9] = k[1];";
    assert_eq!(cuda_ints(text, body, 10), [22, 77, 94, 6, 59, 43, 56, 99, 48, 6]);
}

/// C++17 8.20: elements of what is `constexpr` are constants. The values are clang's.
#[test]
fn elements_of_constants_are_constants() {
    let text = "constexpr int T[4] = {1, 2, 5, 3}; struct S { static constexpr int N[3] = {4, 5, 6}; static constexpr float F[2] = {1.5f, 2.5f}; }; template <int N> __device__ int f() { return N; } enum { K = T[2] };
        static_assert(T[2] == 5, \"\"); struct P { int x, y; }; constexpr P p[2] = {{1, 2}, {3, 4}}; constexpr char c[] = \"abc\"; constexpr short s[3] = {-1, 2}; namespace n { constexpr int Z[2] = {3, 4}; }
        constexpr int sum(int n) { int s = 0; for (int i = 0; i < n; i++) s += T[i]; return s; } template <class X> struct Tab { static constexpr int W[3] = {1, sizeof(X), 3}; int a[W[1]]; }; struct Q { int v[n::Z[0]]; };";
    let body = "int a[T[3]]; out[0] = sizeof(a); out[1] = f<T[2]>() * 100 + f<S::N[1]>() * 10 + K; switch (out[0]) { case T[3] * 4: out[2] = 1; break; case T[1]: out[2] = 2; } constexpr int L[2][2] = {{1, 2}, {3, 4}}; int b[L[1][1]];
        out[3] = sizeof(b) + f<(int)(S::F[1] * 2)>(); constexpr int z[5] = {1}; static_assert(z[3] == 0 && c[1] == 'b' && s[0] < 0, \"\"); if constexpr (L[0][1] == 2) out[4] = f<p[1].y>() + f<*(s + 1)>() * 10 + f<sum(3)>() * 100;
        Tab<double> t; out[5] = sizeof(t.a); out[6] = sizeof(Q) + f<T[z[0] + 1]>(); int r = 0; for (int i = 0; i < 2; i++) r += L[i][1] * T[i]; out[7] = r; const int &l = L[1][0]; out[8] = l;";
    assert_eq!(cuda_ints(text, body, 9), [12, 555, 1, 21, 824, 32, 17, 10, 3]);
    for other in [
        "const int t[2] = {1, 2}; int a[t[1]];",
        "constexpr int t[2] = {1, 2}; int a[t[2]];",
        "int x = 1; constexpr int t[2] = {x, 2}; int a[t[1]];",
    ] {
        let found = front(&format!("__global__ void k(int *out) {{ {other} out[0] = 1; }}"));
        assert!(found.diagnostics.iter().any(|found| found.code == "type::constant"), "{other}");
    }
}

/// A variable of the program beside a parameter of its name has a name, and so data, of its own.
#[test]
fn a_variable_of_the_program_is_not_a_parameter_of_its_name() {
    let text =
        "__device__ int data[2] = {6, 7}; __global__ void k(int *data, int n) { data[0] = ::data[1] + n; }";
    let front = crate::lang::compile(
        text,
        crate::document::Language::Cuda,
        &crate::document::CompileOptions::default(),
        &crate::document::Limits::default(),
    );
    assert!(front.diagnostics.is_empty(), "{:?}", front.diagnostics);
    let names =
        |params: &[crate::ir::Param]| params.iter().map(|param| param.name.clone()).collect::<Vec<_>>();
    assert_eq!(names(&front.kernels[0].params), ["data", "n", "::data"]);
    assert_eq!(names(&front.signatures[0].params), ["data", "n", "::data"]);
}

/// Attributes of GNU C in front of statements and of declarations in blocks: they change nothing, but for the alignment of a variable.
#[test]
fn attributes_may_stand_in_front_of_statements() {
    for (head, attribute) in
        [("__kernel void k(__global int *a)", ""), ("__global__ void k(int *a)", "[[maybe_unused]] ")]
    {
        let kernel = kernel(&format!(
            "{head} {{
    __attribute__((unused)) int x = 2;
    {attribute}__attribute__((aligned(8))) int y[2];
    __attribute__((opencl_unroll_hint(4))) for (int i = 0; i < 3; i++) x += i;
    __attribute__((opencl_unroll_hint)) __attribute__((unused)) while (x < 8) x++;
    switch (x) {{ case 8: x = 20; __attribute__((fallthrough)); case 9: x++; }}
    y[0] = x; y[1] = x + 1;
    if (y[0] == 21) goto lab;
    a[1] = 7;
lab: __attribute__((unused)) a[0] = y[1];
}}"
        ));
        let out = run(&kernel, [1, 1, 1], [1, 1, 1], &[Arg::Words(vec![0; 2])]);
        assert_eq!(out[0], [22, 0], "{head}");
    }
}
