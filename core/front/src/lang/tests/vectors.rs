//! Vectors of OpenCL C: what the standard says of each construct (OpenCL C 1.2, 6.1 to 6.3, 6.12), in numbers worked out by hand.
//! (More of them, against a compiler of others: `tests/language/opencl.rs`.)

use alloc::{format, vec, vec::Vec};

use super::{Arg, float, int, ints, kernel, run};

#[test]
fn sizes_and_alignments() {
    for (expression, bytes) in [
        ("sizeof(char2)", 2),
        ("sizeof(uchar3)", 4),
        ("sizeof(short3)", 8),
        ("sizeof(half4)", 8),
        ("sizeof(float3)", 16),
        ("sizeof(long8)", 64),
        ("sizeof(double16)", 128),
        ("sizeof(struct { char a; float4 b; })", 32),
        ("sizeof(struct { float3 a; float b; })", 32),
        ("sizeof(int3[3])", 48),
        ("sizeof((int4)(1).xyz)", 16),
        ("vec_step(float3)", 4),
        ("vec_step(char)", 1),
        ("vec_step((int8)(0).lo)", 4),
    ] {
        assert_eq!(int(expression), bytes, "{expression}");
    }
}

#[test]
fn literals() {
    let of = |vector: &str| ints("", &format!("int4 v = {vector}; vstore4(v, 0, out);"), 4);
    assert_eq!(of("(int4)(1, 2, 3, 4)"), [1, 2, 3, 4]);
    assert_eq!(of("(int4)(7)"), [7; 4]);
    assert_eq!(of("7"), [7; 4]);
    assert_eq!(of("(int4)(1, (int2)(2, 3), 4)"), [1, 2, 3, 4]);
    assert_eq!(of("(int4)((int3)(5), 1.9f)"), [5, 5, 5, 1]);
    assert_eq!(of("{1, 2, 3, 4}"), [1, 2, 3, 4]);
    assert_eq!(of("{(int2)(8, 9), 3, 4}"), [8, 9, 3, 4]);
    assert_eq!(of("{1, 2}"), [1, 2, 0, 0]);
    assert_eq!(of("(int4){1, 2, 3, 4}"), [1, 2, 3, 4]);
    assert_eq!(of("(int4)(1, 2, 3, 4).wzyx"), [4, 3, 2, 1]);
    assert_eq!(of("(int4)'a'"), [97; 4]);
    // A `bool` counts as all bits set, the answer of a comparison as 1 (6.2.2).
    assert_eq!(
        ints(
            "",
            "bool b = out[0] == 0; int2 v = (int2)b, w = (int2)(out[0] == 0); vstore2(v + w * 10, 0, out);",
            2
        ),
        [9, 9]
    );
}

#[test]
fn components() {
    let of = |name: &str| {
        ints(
            "",
            &format!("int8 v = (int8)(0, 1, 2, 3, 4, 5, 6, 7); int4 w = v.{name}; vstore4(w, 0, out);"),
            4,
        )
    };
    assert_eq!(of("lo"), [0, 1, 2, 3]);
    assert_eq!(of("hi"), [4, 5, 6, 7]);
    assert_eq!(of("even"), [0, 2, 4, 6]);
    assert_eq!(of("odd"), [1, 3, 5, 7]);
    assert_eq!(of("s7700"), [7, 7, 0, 0]);
    assert_eq!(of("S0123.wzyx"), [3, 2, 1, 0]);
    assert_eq!(of("hi.lo.xyxy"), [4, 5, 4, 5]);
    assert_eq!(int("((int16)(3, 1, 4, 1, 5, 9, 2, 6, 5, 3, 5, 8, 9, 7, 9, 3)).sB"), 8);
    // The upper half of three is the third and one that means nothing: what is written there is gone.
    let body =
        "int3 v = (int3)(1, 2, 3); v.hi = (int2)(8, 9); v.even += 1; vstore3(v, 0, out); out[3] = v.hi.x;";
    assert_eq!(ints("", body, 4), [2, 2, 9, 9]);
}

#[test]
fn components_are_written() {
    let body = "int4 v = (int4)(1, 2, 3, 4); v.xy = v.yx; v.w += 10; v.yz *= (int2)(3, 4); v.s0++; --v.lo; v.hi.y -= 1;
        vstore4(v, 0, out); int4 *p = &v; p->zw = p->wz; (*p).x = -1; vstore4(p[0], 1, out);";
    assert_eq!(ints("", body, 8), [2, 2, 12, 13, -1, 2, 13, 12]);
    // An assignment is a value, and what is read is read before it.
    let body = "int2 a = (int2)(1, 2), b; b = (a.xy = a.yx) + 1; int2 c = a++; vstore2(a, 0, out); vstore2(b, 1, out); vstore2(c, 2, out);";
    assert_eq!(ints("", body, 6), [3, 2, 3, 2, 2, 1]);
}

#[test]
fn subscripts() {
    let body = "int4 v = (int4)(1, 2, 3, 4); int n = out[0]; v[n + 1] = 9; v[3] += v[n]; vstore4(v, 0, out); out[4] = (v * 2)[n + 2];";
    assert_eq!(ints("", body, 5), [1, 9, 3, 5, 6]);
}

#[test]
fn operators() {
    let of = |expression: &str| {
        let body =
            format!("int4 a = (int4)(1, -2, 3, 0), b = (int4)(2, 2, -1, 5); vstore4({expression}, 0, out);");
        ints("", &body, 4)
    };
    assert_eq!(of("a + b * 2"), [5, 2, 1, 10]);
    assert_eq!(of("10 - a"), [9, 12, 7, 10]);
    assert_eq!(of("a < b"), [-1, -1, 0, -1]);
    assert_eq!(of("a >= 1"), [-1, 0, -1, 0]);
    assert_eq!(of("!a"), [0, 0, 0, -1]);
    assert_eq!(of("a && b.wwww"), [-1, -1, -1, 0]);
    assert_eq!(of("a || 0"), [-1, -1, -1, 0]);
    assert_eq!(of("~a"), [-2, 1, -4, -1]);
    assert_eq!(of("a << (uint4)(1, 2, 3, 4)"), [2, -8, 24, 0]);
    assert_eq!(of("a >> 1"), [0, -1, 1, 0]);
    assert_eq!(of("(a > 0) ? a : b"), [1, 2, 3, 5]);
    // The sign bit chooses, not whether it is 0.
    assert_eq!(of("(int4)(1, -1, 0, (int)0x80000000) ? a : b"), [2, -2, -1, 0]);
    assert_eq!(of("a.x > 0 ? a : 7"), [1, -2, 3, 0]);
    assert_eq!(of("-(a == a)"), [1; 4]);
    // No promotion: bytes stay bytes, and comparisons of halves of a long are as wide as they.
    assert_eq!(of("convert_int4((uchar4)(200) + (uchar4)(100))"), [44; 4]);
    assert_eq!(int("sizeof((char4)(1) < (char4)(2))"), 4);
    assert_eq!(int("sizeof((double2)(1) == (double2)(2))"), 16);
    assert_eq!(of("convert_int4(as_int4((float4)(1, 2, 3, 4) < 3.0f))"), [-1, -1, 0, 0]);
}

#[test]
fn conversions() {
    let of = |vector: &str| ints("", &format!("int4 v = {vector}; vstore4(v, 0, out);"), 4);
    assert_eq!(of("convert_int4((float4)(1.5f, -1.5f, 2.5f, 3e10f))"), [1, -1, 2, i32::MAX]);
    assert_eq!(of("convert_int4_rte((float4)(1.5f, -1.5f, 2.5f, 0.5f))"), [2, -2, 2, 0]);
    assert_eq!(of("convert_int4(convert_char4_sat((int4)(300, -300, 5, -5)))"), [127, -128, 5, -5]);
    assert_eq!(of("convert_int4(convert_uchar4_sat((short4)(300, -300, 5, 255)))"), [255, 0, 5, 255]);
    assert_eq!(of("convert_int4(as_uchar4(0x04030201))"), [1, 2, 3, 4]);
    assert_eq!(of("as_int4((short8)(1, 2, 3, 4, 5, 6, 7, 8))"), [0x20001, 0x40003, 0x60005, 0x80007]);
    assert_eq!(int("as_int((uchar4)(1, 2, 3, 4).wzyx)"), 0x01020304);
    assert_eq!(int("as_int3((int4)(4, 5, 6, 7)).z"), 6);
    // 2^24 + 1 lies between two floats.
    for (suffix, bits) in
        [("", 0x4b80_0000u32), ("_rtz", 0x4b80_0000), ("_rtp", 0x4b80_0001), ("_rtn", 0x4b80_0000)]
    {
        assert_eq!(
            int(&format!("as_int(convert_float2{suffix}((int2)(16777217)).y)")) as u32,
            bits,
            "{suffix}"
        );
        let minus = if suffix == "_rtn" { 0xcb80_0001 } else { bits & 0x4b80_0000 | 1 << 31 };
        assert_eq!(int(&format!("as_int(convert_float{suffix}(-16777217))")) as u32, minus, "{suffix}");
    }
    // 0.1 as a `half` is 0x2e66 and a bit more; its neighbour is 0x2e67.
    for (suffix, bits) in
        [("", 0x2e66), ("_rte", 0x2e66), ("_rtz", 0x2e66), ("_rtn", 0x2e66), ("_rtp", 0x2e67)]
    {
        let body = format!(
            "half h[2]; vstore_half2{suffix}((float2)(0.1f, -0.1f), 0, h); out[0] = as_short(h[0]); out[1] = as_ushort(h[1]);"
        );
        let minus = 0x8000 | if suffix == "_rtn" { 0x2e67 } else { 0x2e66 };
        assert_eq!(ints("", &body, 2), [bits, minus], "{suffix}");
    }
}

#[test]
fn functions_on_all_components_and_on_each() {
    assert_eq!(float("dot((float4)(1, 2, 3, 4), (float4)(5, 6, 7, 8))"), 70.0);
    assert_eq!(float("length((float3)(2, 3, 6))"), 7.0);
    assert_eq!(float("length((float2)(3e30f, 4e30f)) / 1e30f"), 5.0);
    assert_eq!(float("length((float2)(0x3p-140f, 0x4p-140f)) * 0x1p70f * 0x1p70f"), 5.0);
    assert_eq!(float("distance((float2)(1, 1), (float2)(4, 5))"), 5.0);
    assert_eq!(float("normalize((float2)(0, -3)).y"), -1.0);
    assert_eq!(float("normalize((float2)(INFINITY, 1)).x"), 1.0);
    assert_eq!(float("normalize((float3)(0)).z"), 0.0);
    assert_eq!(float("cross((float3)(1, 2, 3), (float3)(4, 5, 6)).y"), 6.0);
    assert_eq!(int("any((int3)(0, 1, 0)) * 10 + any((int3)(0, -1, 0))"), 1);
    assert_eq!(int("all((char2)(-1, -128)) * 10 + all((char2)(-1, 1))"), 10);
    // The answer of a comparison of scalars is 1: its sign bit is not set.
    assert_eq!(int("any(out[0] == 0) * 10 + all(-(out[0] == 0))"), 1);
    let of = |vector: &str| ints("", &format!("int4 v = {vector}; vstore4(v, 0, out);"), 4);
    assert_eq!(of("min((int4)(1, 5, 3, 9), 4)"), [1, 4, 3, 4]);
    assert_eq!(of("clamp((int4)(1, 5, 3, 9), 2, 4)"), [2, 4, 3, 4]);
    assert_eq!(of("isnan((float4)(NAN, 1, NAN, 2))"), [-1, 0, -1, 0]);
    assert_eq!(of("select((int4)(1), (int4)(2), (int4)(-1, 1, 0, -5))"), [2, 1, 1, 2]);
    assert_eq!(of("shuffle((int4)(10, 20, 30, 40), (uint4)(3, 7, 0, out[0]))"), [40, 40, 10, 10]);
    assert_eq!(of("shuffle2((int2)(1, 2), (int2)(3, 4), (uint4)(3, 2, 1, out[0]))"), [4, 3, 2, 1]);
    assert_eq!(of("upsample((short4)(1, -1, 0, 2), (ushort4)(5))"), [0x10005, -65531, 5, 0x20005]);
    assert_eq!(of("convert_int4(upsample((uchar4)(1), (uchar4)(2)))"), [258; 4]);
    assert_eq!(of("convert_int4(ldexp((float4)(1, 2, 3, 4), 2))"), [4, 8, 12, 16]);
    assert_eq!(of("abs_diff((int4)(1, -5, 3, 0), (int4)(4, 5, 3, -1)) == (uint4)(3, 10, 0, 1)"), [-1; 4]);
    let body = "float2 w; float2 f = fract((float2)(1.25f, -0.25f), &w); vstore2(convert_int2(f * 4), 0, out); vstore2(convert_int2(w), 1, out);";
    assert_eq!(ints("", body, 4), [1, 3, 1, -1]);
    // Four bits that say no, then yes: of floats they are chosen as bits.
    assert_eq!(
        float("bitselect((float2)(1.0f, 2.0f), (float2)(-4.0f), as_float2((int2)(0x80000000)))[1]"),
        -2.0
    );
}

#[test]
fn memory_and_functions() {
    let functions = "typedef struct { float2 a; char3 b; } pair;
        int4 twice(int4 v) { return v + v; } pair swap(pair p) { p.a = p.a.yx; p.b.xz = p.b.zx; return p; } void one(int2 *p) { p->y = 1; }
        __constant int3 table[2] = {(int3)(1, 2, 3), {4, 5, 6}}; __attribute__((overloadable)) int f(int2 v) { return 2; } __attribute__((overloadable)) int f(float2 v) { return 3; }";
    let body = "vstore4(twice((int4)(1, 2, 3, 4)), 0, out); pair p = {(float2)(5, 6), (char3)(7, 8, 9)}; p = swap(p);
        out[4] = p.a.x; out[5] = p.b.x; int2 v = 0; one(&v); out[6] = v.y; out[7] = table[out[5] & 1].z; __local int2 l[3]; l[1] = (int2)(3, 4); out[8] = l[1].y;
        vstore3(vload3(1, out), 3, out); out[12] = f((float2)(1)); __global int2 *q = (__global int2 *)out; q[7].x = q[1].y;";
    assert_eq!(ints(functions, body, 16), [2, 4, 6, 8, 6, 9, 1, 6, 4, 8, 6, 9, 3, 0, 8, 0]);
}

/// A vector that the host passes is one argument for each component.
#[test]
fn arguments_by_value() {
    let source = "__kernel void test(__global int *out, int3 a, uchar8 b, __local float4 *l) { out[0] = a.x + a.z + b.s7; }";
    let kernel = kernel(source);
    let names: Vec<&str> = kernel.params.iter().map(|param| param.name.as_str()).collect();
    let expected =
        ["out", "a.x", "a.y", "a.z", "b.s0", "b.s1", "b.s2", "b.s3", "b.s4", "b.s5", "b.s6", "b.s7", "l"];
    assert_eq!(names, expected);
    assert_eq!(kernel.params[12].components, 4);
    let bits = |number| Arg::Bits(number);
    let mut args = vec![Arg::Words(vec![0]), bits(10), bits(0), bits(20)];
    args.extend((0..8).map(bits));
    args.push(Arg::Local(64));
    assert_eq!(run(&kernel, [1; 3], [1; 3], &args)[0], [37]);
}

/// A product and a sum are fused component by component where that is asked for.
#[test]
fn contraction() {
    use crate::document::{CompileOptions, Language, Limits};
    let source = "__kernel void k(__global float4 *a) { a[0] = a[1] * a[2] + a[3]; a[1] -= a[2].x * a[3]; }";
    let options = CompileOptions { contract: true, ..CompileOptions::default() };
    let front = crate::lang::compile(source, Language::OpenCl, &options, &Limits::default());
    let text = crate::ir::text::print(&front.kernels[0]);
    assert_eq!(text.matches("fma").count(), 8, "{text}");
}
