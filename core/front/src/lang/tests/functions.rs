//! The builtin functions, against their definitions.

use alloc::{format, string::String, vec, vec::Vec};

use super::{Arg, cuda_float, cuda_ints, float, int, ints, kernel, run};
use crate::lang::token::Dialect;
use crate::lang::{builtins, library};

#[test]
fn integer_functions() {
    assert_eq!(int("min(3, -4) + max(7u, 2u) * 10"), 66);
    assert_eq!(int("clamp(15, 0, 10)"), 10);
    assert_eq!(int("abs(-5)"), 5);
    assert_eq!(int("abs_diff(-5, 7)"), 12);
    assert_eq!(int("mul24(100, -7)"), -700);
    assert_eq!(int("mad24(3, 4, 5)"), 17);
    assert_eq!(int("mul_hi(0x40000000, 8)"), 2);
    assert_eq!(int("mul_hi(0xffffffffu, 0xffffffffu)"), -2);
    assert_eq!(int("popcount(0xf0f)"), 8);
    assert_eq!(int("popcount((uchar)255)"), 8);
    assert_eq!(int("clz(1)"), 31);
    assert_eq!(int("rotate(0x80000001u, 4u)"), 0x18);
    assert_eq!(int("add_sat(0x7fffffff, 1)"), i32::MAX);
    assert_eq!(int("add_sat((int)0x80000000, -1)"), i32::MIN);
    assert_eq!(int("sub_sat((int)0x80000000, 1)"), i32::MIN);
    assert_eq!(int("sub_sat(3u, 5u)"), 0);
    assert_eq!(int("add_sat(0xffffffffu, 5u)"), -1);
    assert_eq!(int("hadd(7, 8)"), 7);
    assert_eq!(int("rhadd(7, 8)"), 8);
    assert_eq!(int("bitselect(0xff00, 0x1234, 0x0f0f)"), 0xff00 & !0x0f0f | 0x1234 & 0x0f0f);
    assert_eq!(int("select(1, 2, 0) * 10 + select(1, 2, 1)"), 12);
    assert_eq!(int("as_int(1.0f)"), 0x3f80_0000);
    assert_eq!(int("convert_uchar_sat(300)"), 255);
    assert_eq!(int("convert_uchar_sat(-3)"), 0);
    assert_eq!(int("convert_char_sat(200u)"), 127);
    assert_eq!(int("convert_int_rte(2.5f) + convert_int_rte(3.5f) * 10"), 42);
    assert_eq!(int("convert_int_rtp(2.1f) + convert_int_rtn(-2.1f) * 10"), -27);
    assert_eq!(int("convert_int_sat(3e20f)"), i32::MAX);
    assert_eq!(
        int(
            "isnan(NAN) + isinf(INFINITY) * 2 + isfinite(1.0f) * 4 + signbit(-0.0f) * 8 + isnormal(1e-40f) * 16"
        ),
        15
    );
    assert_eq!(
        int(
            "isless(1.0f, 2.0f) + isgreater(1.0f, 2.0f) * 2 + isequal(NAN, NAN) * 4 + isnotequal(NAN, NAN) * 8"
        ),
        9
    );
}

#[test]
fn integer_functions_of_cuda() {
    let body = "out[0] = __mul24(0x1000003, 5); out[1] = __umulhi(0x80000000u, 6u); out[2] = __popc(255) + __clz(1) + __ffs(8) * 100; out[3] = __brev(1u) == 0x80000000u;
        out[4] = __popcll(~0ull) + __clzll(1ll); out[5] = abs(-3) + min(2u, 3u); out[6] = __ffs(0); out[7] = __float_as_int(2.0f); out[8] = __float2int_rn(2.5f) + __float2int_ru(2.1f) * 10; out[9] = __brevll(1ull) >> 60;";
    let expected = [15, 3, 8 + 31 + 400, 1, 64 + 63, 5, 0, 0x4000_0000, 32, 8];
    assert_eq!(cuda_ints("", body, 10), expected);
}

#[test]
fn common_functions() {
    assert_eq!(float("mix(2.0f, 6.0f, 0.25f)"), 3.0);
    assert_eq!(float("step(1.0f, 0.5f) + step(1.0f, 1.0f) * 10"), 10.0);
    assert_eq!(float("smoothstep(0.0f, 2.0f, 1.0f)"), 0.5);
    assert_eq!(float("sign(-3.0f) + sign(2.0f) * 10"), 9.0);
    assert_eq!(float("degrees(2.5f)"), 2.5 * ((180.0 / core::f64::consts::PI) as f32));
    assert_eq!(float("clamp(-1.0f, 0.0f, 1.0f) + fmin(1.0f, NAN) + fmax(2.0f, 1.0f)"), 3.0);
    assert_eq!(float("mad(2.0f, 3.0f, 4.0f) + fma(2.0f, 3.0f, 4.0f)"), 20.0);
    assert_eq!(float("native_divide(1.0f, 4.0f) + native_recip(2.0f) + half_sqrt(4.0f)"), 2.75);
    assert_eq!(
        float("fabs(-2.5f) + floor(-1.5f) + ceil(1.2f) + trunc(-1.7f) + round(2.5f) + rint(2.5f)"),
        2.5 - 2.0 + 2.0 - 1.0 + 3.0 + 2.0
    );
    assert_eq!(float("fdim(5.0f, 3.0f) + fdim(3.0f, 5.0f)"), 2.0);
    assert_eq!(float("pown(2.0f, 10) + powr(2.0f, 3.0f) + pow(2.0f, -1.0f)"), 1032.5);
    assert_eq!(float("ldexp(1.5f, 4) + ldexp(1.0f, -149)"), 24.0);
    assert_eq!(float("ldexp(1.0f, -149)"), f32::from_bits(1));
    assert_eq!(float("ldexp(1.0f, 1000)"), f32::INFINITY);
    // Rounded once, to even: 2^-150 and a bit, and exactly 2^-150; both ends in steps.
    assert_eq!(float("ldexp(0x1.000002p-26f, -124)"), f32::from_bits(1));
    assert_eq!(float("ldexp(0x1p-26f, -124)"), 0.0);
    assert_eq!(float("ldexp(0x1.fffffep127f, -276)"), f32::from_bits(2));
    assert_eq!(float("ldexp(0x1.8p100f, -249)"), f32::from_bits(2));
    assert_eq!(float("ldexp(0x1p-149f, 276)"), f32::from_bits((127 + 127) << 23));
    assert_eq!(float("ldexp(0x1p-149f, 277)"), f32::INFINITY);
    assert_eq!(float("ldexp(3.0f, -2147483647)"), 0.0);
    assert_eq!(float("fmod(7.5f, 2.0f) + hypot(3.0f, 4.0f) + copysign(1.0f, -2.0f)"), 1.5 + 5.0 - 1.0);
    assert_eq!(float("sqrt(16.0f) + rsqrt(4.0f) + cbrt(27.0f)"), 7.5);
    assert_eq!(cuda_float("sqrtf(16.0f) + rsqrtf(4.0f) + __fdividef(1.0f, 4.0f) + __saturatef(7.0f)"), 5.75);
    assert_eq!(cuda_float("powf(2.0f, 3.0f) + __expf(0.0f) + fabsf(-1.0f)"), 10.0);
}

/// OpenCL C 7.5.1: exact at multiples of a half, however large, and with the signs of the special cases.
#[test]
fn functions_of_pi_are_exact_where_they_can_be() {
    let bits = |text: &str| float(text).to_bits();
    let cases: [(&str, f32); 22] = [
        ("sinpi(1.0f)", 0.0),
        ("sinpi(-3.0f)", -0.0),
        ("sinpi(-0.0f)", -0.0),
        ("sinpi(16777216.0f)", 0.0),
        ("sinpi(0.5f)", 1.0),
        ("sinpi(1.5f)", -1.0),
        ("sinpi(-2.5f)", -1.0),
        ("sinpi(4194304.5f)", 1.0),
        ("cospi(0.5f)", 0.0),
        ("cospi(-1.5f)", 0.0),
        ("cospi(1e30f)", 1.0),
        ("cospi(8388609.0f)", -1.0),
        ("cospi(-0.0f)", 1.0),
        ("tanpi(0.25f)", 1.0),
        ("tanpi(2.0f)", 0.0),
        ("tanpi(1.0f)", -0.0),
        ("tanpi(-1.0f)", 0.0),
        ("tanpi(-2.0f)", -0.0),
        ("tanpi(0.5f)", f32::INFINITY),
        ("tanpi(1.5f)", f32::NEG_INFINITY),
        ("tanpi(-0.5f)", f32::NEG_INFINITY),
        ("tanpi(1000000.25f)", 1.0),
    ];
    for (text, expected) in cases {
        // The tangent of an eighth of a turn is a quotient of two roundings.
        let near = text.contains(".25f)") && (float(text) - expected).abs() <= f32::EPSILON;
        assert!(near || bits(text) == expected.to_bits(), "{text}: {:e}", float(text));
    }
    assert!(float("sinpi(INFINITY)").is_nan() && float("cospi(-INFINITY)").is_nan());
    for x in [0.1f32, 0.3, 0.6, 0.9, 1.2, 1.7, 12.3, 1000.7, -0.4, -1.1, -77.77] {
        let angle = core::f64::consts::PI * f64::from(x).rem_euclid(2.0);
        let off = |name: &str, right: f64| (f64::from(float(&format!("{name}({x:?}f)"))) - right).abs();
        assert!(off("sinpi", libm::sin(angle)) < 2e-7 && off("cospi", libm::cos(angle)) < 2e-7, "{x}");
    }
}

/// OpenCL C 7.5.1.
#[test]
fn powers_have_the_special_cases_of_their_kind() {
    let cases: [(&str, f32); 13] = [
        ("pown(-1.0f, 16777217)", -1.0),
        ("pown(-1.0f, 2147483647)", -1.0),
        ("pown(-2.0f, 3)", -8.0),
        ("pown(-2.0f, -2)", 0.25),
        ("pown(NAN, 0)", 1.0),
        ("pown(-0.0f, -3)", f32::NEG_INFINITY),
        ("pown(-0.0f, -2)", f32::INFINITY),
        ("pown(0.0f, 2147483647)", 0.0),
        ("pown(INFINITY, -2147483647)", 0.0),
        ("powr(-0.0f, 3.0f)", 0.0),
        ("powr(-0.0f, -3.0f)", f32::INFINITY),
        ("powr(1.0f, 5.0f)", 1.0),
        ("powr(2.0f, -INFINITY)", 0.0),
    ];
    for (text, expected) in cases {
        assert_eq!(float(text).to_bits(), expected.to_bits(), "{text}: {:e}", float(text));
    }
    for text in [
        "powr(-1.0f, 2.0f)",
        "powr(0.0f, 0.0f)",
        "powr(INFINITY, 0.0f)",
        "powr(1.0f, -INFINITY)",
        "powr(NAN, 0.0f)",
        "powr(1.0f, NAN)",
    ] {
        assert!(float(text).is_nan(), "{text}");
    }
    // The power has more digits than a float: a number beside 1 to it, against the power in double precision.
    for power in [16_777_219i32, 33_554_435, 100_000_001, -123_456_789] {
        let right = libm::pow(f64::from(1.0 + f32::EPSILON), f64::from(power));
        let got = f64::from(float(&format!("pown(1.00000012f, {power})")));
        assert!((got / right - 1.0).abs() < 2.0 * f64::from(f32::EPSILON), "{power}: {got:e}, {right:e}");
    }
}

/// OpenCL C 7.5.1 and 6.12.2, in single precision and in half.
#[test]
fn fractions_and_classes_of_special_numbers() {
    let one = |body: &str, right: f32| {
        let text = format!("float whole; *(float *)out = {body};");
        let got = f32::from_bits(ints("", &text, 1)[0] as u32);
        assert!(got.to_bits() == right.to_bits() || got.is_nan() && right.is_nan(), "{body}: {got:e}");
    };
    one("fract(-0.0f, &whole)", -0.0);
    one("fract(INFINITY, &whole)", 0.0);
    one("fract(-INFINITY, &whole)", -0.0);
    one("fract(NAN, &whole)", f32::NAN);
    one("fract(-1e-20f, &whole)", 1.0 - f32::EPSILON / 2.0);
    let half = "half whole; *(float *)out = fract((half)-1e-7f, &whole);";
    assert_eq!(f32::from_bits(ints("", half, 1)[0] as u32), 1.0 - 1.0 / 2048.0);
    // The least normal number of half precision is 2^-14.
    let halves = "isnormal((half)6e-5f) + isnormal((half)6.2e-5f) * 2 + signbit((half)-1.0f) * 4 + signbit((half)1.0f) * 8";
    assert_eq!(int(halves), 6);
}

#[test]
fn second_results_go_through_pointers() {
    let body = "float w, c; float f = modf(-2.75f, &w); out[0] = (int)(f * 100); out[1] = (int)w; float s = sincos(0.0f, &c); out[2] = (int)(s * 10 + c); float fl; out[3] = (int)(fract(-0.25f, &fl) * 100); out[4] = (int)fl;";
    assert_eq!(ints("", body, 5), [-75, -2, 1, 75, -1]);
    assert_eq!(cuda_ints("", "float s, c; sincosf(0.0f, &s, &c); out[0] = (int)(s + c * 2);", 1), [2]);
}

/// The worked ranking: the same type, then promotions, then conversions.
#[test]
fn overloaded_functions_are_told_apart_by_their_arguments() {
    let functions = "__device__ int f(int x) { return 100 + x; } __device__ int f(float x) { return 200; }
        __device__ int f(double x) { return 300; } __device__ int f(int x, int y) { return 400; }
        __device__ int f(int *p) { return 500; } __device__ int f(const float *p) { return 600; }
        __device__ int g(double x); __device__ int g(unsigned x) { return 2; }
        __device__ int r(int &x) { x = 7; return 1; } __device__ int r(float &x) { return 2; }
        struct A { int a; }; struct B { int b; }; __device__ int s(A a) { return a.a; } __device__ int s(B b) { return 10 * b.b; }
        __device__ int g(double x) { return 1; }";
    let body = "char c = 5; float v[2] = {1, 2}; int n = 0; A a = {3}; B b = {4};
        out[0] = f(1); out[1] = f(c); out[2] = f(1.0f); out[3] = f(1.0); out[4] = f(1, 2); out[5] = f(out); out[6] = f(v);
        out[7] = g(1.0f); out[8] = g(3u); out[9] = r(n) * 10 + n; out[10] = s(a) + s(b); out[11] = f(&n);";
    let expected = [101, 105, 200, 300, 400, 500, 600, 1, 2, 17, 43, 500];
    assert_eq!(cuda_ints(functions, body, expected.len()), expected);
}

/// A function of the text joins the builtins of its name; OpenCL C overloads what is marked.
#[test]
fn overloads_of_builtins_and_in_opencl() {
    let functions = "struct V { int x; }; __device__ V max(V a, V b) { return a.x < b.x ? b : a; }";
    let body = "V a = {3}, b = {8}; out[0] = max(a, b).x; out[1] = max(4, 6); out[2] = (int)max(2.5f, 1.5f);";
    assert_eq!(cuda_ints(functions, body, 3), [8, 6, 2]);
    let functions = "int __attribute__((overloadable)) f(int x) { return 1; }
        __attribute__((overloadable)) int f(float x) { return 2; }";
    assert_eq!(ints(functions, "out[0] = f(1); out[1] = f(1.0f);", 2), [1, 2]);
}

#[test]
fn atomics() {
    let source = "__kernel void test(__global int *a, __global uint *u, __global int *old) { int i = get_global_id(0);
        atomic_add(&a[0], i); atomic_sub(a + 1, 1); atomic_inc(&a[2]); atomic_dec(&a[3]); atomic_min(&a[4], -i); atomic_max(&a[5], i);
        atomic_or(&u[0], 1u << i); atomic_and(&u[1], ~(1u << i)); atomic_xor(&u[2], 3u); atomic_min(&u[3], 5u); old[i] = atomic_xchg(&a[6], i + 1); atomic_cmpxchg(&a[7], i, i + 1); }";
    let args = [Arg::Words(vec![0; 8]), Arg::Words(vec![0, u32::MAX, 0, u32::MAX]), Arg::Words(vec![0; 4])];
    let out = run(&kernel(source), [4, 1, 1], [4, 1, 1], &args);
    assert_eq!(out[0], [6, -4i32 as u32, 4, -4i32 as u32, -3i32 as u32, 3, 4, 4]);
    assert_eq!(out[1], [15, !15, 0, 5]);
    assert_eq!(out[2], [0, 1, 2, 3]);
    let source = "__global__ void test(int *a, unsigned *u, float *f) { __shared__ int s; if (threadIdx.x == 0) s = 0; __syncthreads(); atomicAdd(&s, 2); __syncthreads();
        if (threadIdx.x == 0) a[0] = s; atomicAdd(f, 0.5f); atomicInc(u, 2u); atomicDec(u + 1, 2); if (atomicCAS(&a[1], 0, 7) == 0) a[2] = 1; atomicExch(&a[3], 9); atomicMax(&a[4], (int)threadIdx.x); }";
    let args = [Arg::Words(vec![0; 5]), Arg::Words(vec![0, 0]), Arg::Words(vec![0])];
    let out = run(&kernel(source), [4, 1, 1], [4, 1, 1], &args);
    assert_eq!(out[0], [8, 7, 1, 9, 3]);
    // 0 1 2 0 1 and 0 2 1 0 2.
    assert_eq!(out[1], [1, 2]);
    assert_eq!(f32::from_bits(out[2][0]), 2.0);
}

/// Every row of the table compiles in the form that it shows, and is called what it is listed as.
#[test]
fn every_builtin_compiles() {
    for builtin in builtins::all() {
        for dialect in [Dialect::OpenCl, Dialect::Cuda] {
            if builtin.place.has(dialect) {
                compiles(builtin, dialect);
            }
        }
    }
}

fn compiles(builtin: &crate::lang::builtins::Builtin, dialect: Dialect) {
    use crate::lang::builtins::Prototype::*;
    let args: Vec<&str> = match builtin.prototype {
        Float(n) | Single(n) => vec!["f"; n.into()],
        Int(n) | Number(n) => vec!["i"; n.into()],
        FloatInt => vec!["f", "i"],
        Test => vec!["f"],
        Relation => vec!["f", "f"],
        Fixed(types, _) => types.iter().map(|ty| if ty.is_float() { "f" } else { "i" }).collect(),
        Dimension => vec!["0"],
        Size => vec![],
        Flags(least, _) => vec!["1"; least.into()],
        Hint(least, _) => [vec!["a"], vec!["i"; usize::from(least) - 1]].concat(),
        Rmw => vec!["a", "i"],
        RmwOne => vec!["a"],
        Cas => vec!["a", "i", "i"],
        FloatOut => vec!["f", "&g"],
        FloatOutOut => vec!["f", "&g", "&h"],
        Read => vec!["a"],
        Select => vec!["i", "i", "i"],
        Anything => vec!["i"],
        Print => vec!["\"%d\"", "i"],
        Geometric(n) => vec!["f3"; n.into()],
        Truth => vec!["i"],
        Shuffle(n) => [vec!["f3"; n.into()], vec!["u4"]].concat(),
        Upsample => vec!["i", "u"],
        To(_) | VectorLoad(_) | VectorStore(_) => vec![],
        Exchange { mask, .. } => [vec!["~0u"; mask.into()], vec!["f", "i"]].concat(),
        MatchLanes(all) => [vec!["~0u", "f"], vec!["a"; all.into()]].concat(),
        Masked => vec!["~0u", "i"],
        Mask => vec![],
    };
    let call = alloc::format!("{}({})", builtin.name, args.join(", "));
    let head = match dialect {
        Dialect::OpenCl => "__kernel void test(__global int *a, int i, float f, float3 f3, uint u, uint4 u4)",
        Dialect::Cuda => "__global__ void test(int *a, int i, float f)",
    };
    kernel(
        &alloc::format!("{head} {{ float g, h; a[1] = threadless; {call}; }}")
            .replace("a[1] = threadless; ", ""),
    );
    let parenthesis = builtin.form.find('(').unwrap_or(0);
    assert!(parenthesis > 0, "{}", builtin.form);
}

#[test]
fn the_language_page_names_every_builtin() {
    let page = include_str!("../../../../../docs/language.md");
    let of_library = [Dialect::Cuda, Dialect::OpenCl].into_iter().flat_map(library::functions);
    let missing: Vec<String> = builtins::all()
        .map(|builtin| builtin.name.into())
        .chain(of_library.map(|function| function.name))
        .filter(|name| !name.starts_with("__image") && !name.starts_with("__texture"))
        .filter(|name| !page.contains(&alloc::format!("`{name}`")))
        .collect();
    assert!(missing.is_empty(), "{missing:?}");
}
