//! The headers of CUDA's small floats: each operation rounds once, to the nearest, ties to even. What is right is computed here in
//! `f64`, in which sums, products and quotients of so few bits round to the same.

use alloc::format;

use super::*;

/// A small float: bits of its mantissa, and the bias of its exponent.
#[derive(Clone, Copy)]
struct Format {
    width: u32,
    bias: i32,
}

const HALF: Format = Format { width: 10, bias: 15 };
const BFLOAT: Format = Format { width: 7, bias: 127 };

impl Format {
    /// The number with these bits, without sign. Behind the largest number stands, as infinity, what would be next.
    fn value(self, bits: u16) -> f64 {
        let (exponent, mantissa) = (i32::from(bits >> self.width), f64::from(bits & ((1 << self.width) - 1)));
        let whole = if exponent == 0 { mantissa } else { mantissa + f64::from(1u32 << self.width) };
        whole * 2f64.powi(exponent.max(1) - self.bias - self.width as i32)
    }

    /// The bits of the number nearest to this one, found by halving; of two the even one.
    fn nearest(self, x: f64) -> u16 {
        let sign = u16::from(x.is_sign_negative()) << 15;
        let (mut low, mut high) = (0, (0x7fff >> self.width) << self.width);
        while high - low > 1 {
            let middle = low + (high - low) / 2;
            if self.value(middle) <= x.abs() { low = middle } else { high = middle }
        }
        let (below, above) = (x.abs() - self.value(low), self.value(high) - x.abs());
        sign | if above < below || (above == below && low & 1 == 1) { high } else { low }
    }

    fn signed(self, bits: u16) -> f64 {
        self.value(bits & 0x7fff) * if bits >> 15 == 1 { -1.0 } else { 1.0 }
    }
}

/// Numbers whose sums, products and quotients are ties, near to ties, subnormal or too large.
const NUMBERS: [f64; 12] =
    [1.0, -1.0, 0.1, -3.1875, 2049.0, 60000.0, -0.000061, 0.0000001, 1.0009765625, 0.33333334, 255.5, -0.0];

/// What `body` writes to `o[0 .. 4]` for each pair of [`NUMBERS`], `a` and `b` of the type that `make` makes.
fn pairs(format: Format, header: &str, make: &str, body: &str) -> Vec<(f64, f64, [u16; 4])> {
    let count = NUMBERS.len();
    let list = NUMBERS.map(|x| format!("{x:e}f")).join(", ");
    let text = format!(
        "const float x[{count}] = {{ {list} }};
        for (int i = 0; i < {count} * {count}; i++) {{
            auto a = {make}(x[i / {count}]), b = {make}(x[i % {count}]);
            int *o = out + 4 * i; {body}
        }}"
    );
    let words = cuda_ints(&format!("#include <{header}>"), &text, 4 * count * count);
    let number = |at: usize| format.signed(format.nearest(f64::from(NUMBERS[at] as f32)));
    let rows = words.chunks(4).enumerate();
    rows.map(|(at, four)| (number(at / count), number(at % count), [0, 1, 2, 3].map(|n| four[n] as u16)))
        .collect()
}

/// A pattern of what is no number, or the number's.
fn rounded(format: Format, x: f64) -> Option<u16> {
    (!x.is_nan()).then(|| format.nearest(x))
}

fn compare(format: Format, header: &str, make: &str, bits: &str) {
    let body = format!(
        "o[0] = {bits}(a + b); o[1] = {bits}(__hsub(a, b)); o[2] = {bits}(__hmul(a, b)); o[3] = {bits}(a / b);"
    );
    for (a, b, found) in pairs(format, header, make, &body) {
        let right = [a + b, a - b, a * b, a / b].map(|x| rounded(format, x));
        for (at, (found, right)) in found.into_iter().zip(right).enumerate() {
            match right {
                Some(right) => assert_eq!(found, right, "{at}: {a} {b}"),
                None => assert!(found & 0x7fff > (0x7fff >> format.width) << format.width, "{at}: {a} {b}"),
            }
        }
    }
}

#[test]
fn halves_round_once() {
    compare(HALF, "cuda_fp16.h", "__float2half", "__half_as_ushort");
}

#[test]
fn bfloats_round_once() {
    compare(BFLOAT, "cuda_bf16.h", "__float2bfloat16_rn", "__bfloat16_as_ushort");
}

/// A product and a sum rounded together: 1.0009765625^2 - 1 is 2^-9 + 2^-20, which two roundings lose.
#[test]
fn fused_halves_round_once() {
    let body = "half a = __float2half(1.0009765625f), b = __float2half(-1.0f);
        out[0] = __half_as_ushort(__hfma(a, a, b)); out[1] = __half_as_ushort(a * a + b);
        half2 v = __hfma2(__half2half2(a), __halves2half2(a, b), __halves2half2(b, a));
        out[2] = __half_as_ushort(v.x); out[3] = __half_as_ushort(__high2half(v));
        out[4] = __half_as_ushort(__double2half(1.0 + 0x1p-11 + 0x1p-40));";
    let once = HALF.nearest(2f64.powi(-9) + 2f64.powi(-20));
    let twice = HALF.nearest(2f64.powi(-9));
    let out = cuda_ints("#include <cuda_fp16.h>", body, 5);
    assert_eq!(out[..4], [once, twice, once, 0].map(i32::from));
    assert_eq!(out[4], 0x3c01, "by way of a `float` it would be a tie");
}

/// What is no number is less, equal and greater to nothing; the forms with `u` say yes to it.
#[test]
fn comparisons_of_halves() {
    let body = "half one = __float2half(1.0f), nan = __ushort_as_half(0x7e00), two = one + one;
        out[0] = __hlt(one, two) + 2 * __hge(one, two) + 4 * __hne(one, nan) + 8 * __hneu(one, nan) + 16 * __heq(nan, nan)
            + 32 * __hequ(nan, nan) + 64 * __hisnan(nan) + 128 * __hltu(two, one) + 256 * (__hmax(nan, two) == two);
        half2 v = __hlt2(__halves2half2(one, two), __half2half2(two));
        out[1] = (int)v.x + 2 * (int)v.y + 4 * __hblt2(v, v) + 8 * (v == v) + 16 * (__half2half2(one) != v);
        out[2] = __hisinf(__float2half(-100000.0f)) + 10 * __half2int_rn(__float2half(2.5f)) + 1000 * __half2int_ru(one);
        half2 s = __floats2half2_rn(1.5f, 2.0f); s += make_half2(one, one); s = s * s - one_(one); out[3] = (int)(s.x * two) + (int)s.y;
        float2 f = __half22float2(h2sqrt(__float22half2_rn(make_float2(9.0f, 16.0f)))); out[4] = (int)f.x * 10 + (int)f.y;";
    let prelude = "#include <cuda_fp16.h>\n__device__ half2 one_(half x) { return __half2half2(x); }";
    let out = cuda_ints(prelude, body, 5);
    // 2.5^2 - 1 = 5.25, 3^2 - 1 = 8
    assert_eq!(out, [1 + 8 + 32 + 64 + 256, 1 + 8, -1 + 20 + 1000, 10 + 8, 34]);
}

/// It becomes a `float` where one is wanted.
#[test]
fn bfloats_become_floats() {
    let body = "__nv_bfloat16 b = __float2bfloat16(2.5f); float f = b; out[0] = (int)(f * 2); out[1] = (int)(b * 4.0f);
        out[2] = b > 2.0f; out[3] = (int)fmaxf(b, 3.0f); out[4] = (int)((float)b + 1.5f); f += b; out[5] = (int)f;
        __shared__ __nv_bfloat16 s[2]; s[0] = b; out[6] = (int)(s[0] + s[0]);";
    assert_eq!(cuda_ints("#include <cuda_bf16.h>", body, 7), [5, 10, 1, 3, 4, 5, 5]);
}

#[test]
fn bfloats_in_pairs() {
    let body = "__nv_bfloat162 v = __floats2bfloat162_rn(1.5f, -2.0f);
        v = __hfma2(v, v, __bfloat162bfloat162(__int2bfloat16_rn(1)));
        out[0] = (int)(__low2float(v) * 4); out[1] = (int)__bfloat162float(__high2bfloat16(v));
        out[2] = __bfloat16_as_ushort(__float2bfloat16(__int_as_float(0x7f800001)));
        out[3] = __hlt(v.y, v.x) + 2 * (v.x < v.y) + 4 * (__hmax(v.x, v.y) == v.y) + 8 * __hisnan(v.x);
        out[4] = (int)__bfloat162float(hexp2(__habs(-v.y)));";
    let out = cuda_ints("#include <cuda_bf16.h>", body, 5);
    // 1.5^2 + 1 = 3.25, 2^2 + 1 = 5
    assert_eq!(out, [13, 5, 0x7fff, 2 + 4, 32]);
}

/// A text may call something else so: the types are those of the header.
#[test]
fn half_is_a_name_like_any_other() {
    assert_eq!(cuda_ints("", "int half = 7; out[0] = half / 2;", 1), [3]);
    let found = front("__global__ void k(half *x) { x[0] = x[1]; }");
    let error = found.diagnostics.iter().find(|one| one.is_error()).expect("an error");
    assert!(error.help.as_deref().unwrap_or_default().contains("cuda_fp16.h"), "{error:?}");
}

/// What a header's function does counts where it is called: no instruction is without a place once functions are written out.
#[test]
fn functions_of_headers_count_where_they_are_called() {
    let text = "#include <cuda_fp16.h>\n__global__ void k(half *x) {\n x[0] = __hadd(x[1],\n x[2]); }";
    let mut kernel = kernel(text);
    opt::optimise_with(opt::PASSES, &mut kernel, |_, _| {});
    let mut added = 0;
    for inst in kernel.blocks.iter().flat_map(|block| &block.insts).map(|id| &kernel.insts[id.index()]) {
        assert!(!inst.span.is_none(), "{inst:?}");
        if matches!(inst.op, crate::ir::Op::Binary(crate::ir::Binary::FAdd, ..)) {
            added += 1;
            let call = text.find("__hadd").expect("the call");
            assert!(inst.span.start as usize >= call, "{:?}", inst.span);
        }
    }
    assert_eq!(added, 1);
}
