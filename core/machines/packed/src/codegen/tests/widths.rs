//! Numbers narrower than the elements of a strip, conversions, and what is left of a row under a mask.

use Generation as G;
use lanescope_kit::kernels::prepared;

use super::{
    kernels::check,
    text::{relaxed, text},
    *,
};

/// Rows of 1 to 3 strips and something left.
fn kernel(items: u32, body: &str) -> String {
    format!(
        "// lanescope: global {items}
// lanescope: local {items}
// lanescope: arg b [256] random(1, 0, 255)
// lanescope: arg c [256] random(2, -128, 127)
// lanescope: arg h [256] random(3, 0, 65535)
// lanescope: arg s [256] random(4, -32768, 32767)
// lanescope: arg w [256] random(5, -2000000000, 2000000000)
// lanescope: arg f [256] random(6, -100000.0, 100000.0)
// lanescope: arg d [256] random(7, -100000.0, 100000.0)
// lanescope: arg n {}
__kernel void k(__global uchar *b, __global char *c, __global ushort *h, __global short *s,
                __global int *w, __global float *f, __global double *d, int n) {{
    int i = get_global_id(0);
    {body}
}}",
        items * 7 / 8
    )
}

/// Bodies that mix widths: arithmetic in 32 bits on narrow arrays, narrow loops, comparisons, shifts, conversions.
const BODIES: [&str; 30] = [
    "w[i] = b[i] + c[i];",
    "w[i] = h[i] * s[i];",
    "b[i] = (b[i] * 3 + b[i + 1]) >> 2;",
    "c[i] = (c[i] - c[i + 1]) >> 1;",
    "h[i] = b[i] * b[i + 3];",
    "s[i] = c[i] * 5 - b[i];",
    "b[i] = h[i] >> 3;",
    "c[i] = s[i + 5];",
    "h[i] = w[i];",
    "c[i] = w[i] * w[i];",
    "b[i] = b[i] > 100 ? b[i] - 100 : c[i] & 7;",
    "if (c[i] < 0) s[i] = -c[i]; else s[i] = b[i] + 1;",
    "if (i < n) b[i] = max(b[i], (uchar)200) - min(c[i], (char)3);",
    "if (i < n) w[i] += b[i];",
    "uchar x = b[i]; for (int k = 0; k < 5; k++) x = x * 3 + c[k + i]; b[i] = x;",
    "uchar x = b[i]; int turns = 0; while (x > 3) { x >>= 1; turns++; } s[i] = turns;",
    "char x = c[i]; x >>= 3; uchar y = b[i]; y >>= 2; w[i] = x * 1000 + y;",
    "f[i] = b[i]; f[i + 128] = c[i];",
    "f[i] = h[i] * 0.5f + s[i];",
    "f[i] = w[i]; f[i + 128] = (uint)w[i + 7];",
    "w[i] = f[i]; w[i + 128] = f[i + 3] * 1e6f;",
    "b[i] = convert_uchar_sat(f[i] * 0.01f); c[i] = convert_char_sat(f[i + 1] * 0.002f);",
    "s[i] = convert_short_sat(f[i]); h[i] = convert_ushort_sat(f[i]);",
    "w[i] = 0.0f / (f[i] - f[i]);",
    "d[i] = w[i] * 0.25; d[i + 128] = b[i] + s[i];",
    "d[i] = (ulong)w[i]; d[i + 128] = (long)w[i];",
    "w[i] = b[w[i] & 255] + h[s[i] & 127];",
    "w[i] = w[i] / (b[i] | 1) + c[i] % (s[i] | 1);",
    "__local uchar near[256]; near[get_local_id(0)] = b[i]; barrier(CLK_LOCAL_MEM_FENCE); s[i] = near[i] - near[i / 2];",
    "uchar x = b[i] * 3; barrier(CLK_LOCAL_MEM_FENCE); if (x > c[i]) h[i] = x;",
];

#[test]
fn bodies_that_mix_widths_leave_the_memory_of_the_interpreter() {
    for (at, body) in BODIES.iter().enumerate() {
        let items = [40, 71, 16, 33][at % 4];
        check(&format!("{body} ({items})"), &kernel(items, body));
    }
}

#[test]
fn whatever_is_left_of_a_row() {
    let bodies = [
        "w[i] = w[i] * 3 + 1;",
        "if (i < n) f[i] = f[i] * 2.0f;",
        "if (i <= n) b[i] += c[i];",
        "if (w[i] > 0) s[i] = w[i]; else d[i] = f[i];",
        "if (i < n) { int x = w[n - 1]; while (x > 1000) x /= 3; s[i] = x; }",
        "int x = w[i]; barrier(CLK_LOCAL_MEM_FENCE); w[i] = x + (int)get_local_id(0);",
    ];
    for body in bodies {
        [1, 2, 7, 15, 17, 31, 63, 65].iter().for_each(|items| check(body, &kernel(*items, body)));
    }
}

/// Which instructions each generation takes for the same loads, conversions and stores.
#[test]
fn narrow_numbers_are_packed_code_where_there_are_instructions() {
    let has = |body: &str, generation, wanted: &[&str]| {
        let text = text(&kernel(64, body), &relaxed(generation));
        wanted
            .iter()
            .for_each(|word| assert!(text.contains(word), "{body} {generation:?}: no {word} in\n{text}"));
    };
    let (widen, narrow, convert) = ("w[i] = b[i];", "h[i] = w[i];", "f[i] = s[i];");
    has(widen, G::Sse2, &["vmovd xmm", "vpunpcklbw xmm", "vpunpcklwd xmm"]);
    has(widen, G::Avx, &["vmovq xmm", "vinsertf128 ymm", "vpunpcklbw ymm", "vpunpcklwd ymm"]);
    has(widen, G::Avx2, &["vmovq xmm", "vpermd ymm", "vpunpcklbw ymm"]);
    has(widen, G::Avx512, &["vmovdqu8 xmm", "vpermd zmm", "vpunpcklwd zmm"]);
    has(widen, G::Rvp, &["punpklo.32B", "punpklo.16H", "fsd.8W"]);
    has(narrow, G::Sse2, &["vpand xmm", "vpackusdw xmm", "vmovq"]);
    has(narrow, G::Avx512, &["vpackusdw zmm", "vpermd zmm", "vmovdqu16"]);
    has(narrow, G::Rvp, &["pand", "ppackus.16H", "pext.4D"]);
    has(convert, G::Sse2, &["vpslld xmm", "vpsrad xmm", "vcvtdq2ps xmm"]);
    has("w[i] = f[i];", G::Avx2, &["vcvttps2dq ymm", "vblendvps ymm"]);
}

/// Where there are none, code is scalar and says why.
#[test]
fn what_mixes_widths_without_instructions_for_it_is_scalar() {
    let remark = |body: &str, generation| {
        let (mut kernel, _) = prepared("mixed", &kernel(64, body));
        lower(&mut kernel, &FEATURES).unwrap();
        generate(&kernel, &relaxed(generation)).unwrap().remarks.remove(0).1
    };
    let mixed =
        "scalar: it mixes numbers of several widths, and the machine has no packed instructions between them";
    assert_eq!(remark("d[i] = f[i];", G::Avx2), mixed);
    assert_eq!(remark("w[i] = b[i];", G::Avx2), "packed, 8 elements of 32 bits");
    let rest = "packed, 16 elements of 32 bits, the rest of a row under a mask";
    assert_eq!(remark("w[i] = b[i];", G::Avx512), rest);
}
