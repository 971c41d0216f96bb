//! Functions that are written in the language of kernels.

use alloc::format;

use super::*;
use crate::lang::{library, token::Dialect};

/// Each function compiles alone, with what it calls.
#[test]
fn each_function_is_read_when_a_text_has_its_name() {
    for (dialect, qualifier, count) in [
        (Dialect::Cuda, "__global__ void k(int *out)", 80),
        (Dialect::OpenCl, "__kernel void k(__global int *out)", 25),
    ] {
        let mut all = 0;
        // Those of images take what only a launch gives, and copies and atomics memories: they have tests of their own.
        let of_images = |name: &str| {
            let others = ["image", "texture", "tex", "async_", "wait_", "sincospi", "atomic_", "clock_"];
            others.iter().any(|word| name.trim_start_matches("__").contains(word))
        };
        for function in library::functions(dialect).into_iter().filter(|function| !of_images(&function.name))
        {
            let (name, text) = (function.name.as_str(), function.text());
            let rest = text.split_once(&format!("{name}(")).expect("its parameters").1;
            let parameters = rest.split(')').next().expect("a list").split(", ");
            let args: Vec<String> = parameters
                .filter(|one| !one.is_empty())
                .map(|one| match one.rsplit_once(' ').expect("a type and a name") {
                    (_, name) if name.starts_with('*') => "&n".into(),
                    ("V", _) => "3".into(),
                    (ty, _) => format!("({ty})3"),
                })
                .collect();
            let call = format!("{name}({})", args.join(", "));
            let source = match text.contains(&format!("*{name}(")) || text.contains(&format!("void {name}("))
            {
                true => format!("{qualifier} {{ int n = 0; {call}; out[0] = n; }}"),
                false => format!("{qualifier} {{ int n = 0; out[0] = (int){call} + n; }}"),
            };
            let source = if source.contains("unsigned long long)3") {
                source.replace("(unsigned long long)3", "3ull")
            } else {
                source
            };
            let found = front(&source);
            assert!(!found.has_errors() && found.diagnostics.is_empty(), "{source}\n{:?}", found.diagnostics);
            verify(&found.kernels[0]).unwrap_or_else(|error| panic!("{error}"));
            all += 1;
        }
        assert!(all > count, "{all}");
    }
}

/// OpenCL C 1.2, 6.12.10: the group copies as many elements as are asked for, every `stride`th one of global memory.
#[test]
fn groups_copy_elements_of_every_type() {
    for ty in ["uchar", "short3", "int", "long2", "half4", "double16"] {
        let source = format!(
            "__kernel void test(__global int *out) {{
                 __local {ty} a[8], b[8];
                 int l = get_local_id(0);
                 __global {ty} *whole = (__global {ty} *)(out + 4);
                 a[l] = ({ty})(l + 1); a[l + 4] = ({ty})(l + 5); b[l] = b[l + 4] = ({ty})(0);
                 barrier(CLK_LOCAL_MEM_FENCE);
                 event_t e[2];
                 e[0] = async_work_group_copy(whole, a, 7, 0);
                 wait_group_events(1, e);
                 e[1] = async_work_group_strided_copy(b, whole, (size_t)3, (size_t)2, e[0]);
                 wait_group_events(2, e);
                 e[0] = async_work_group_copy(b + 3, whole, 2, 0);
                 wait_group_events(1, &e[0]);
                 if (l == 0) for (int i = 0; i < 6; i++) out[0] = out[0] * 10 + (int)FIRST;
             }}"
        );
        let is_vector = ty.ends_with(|c: char| c.is_ascii_digit());
        let source = source.replace("FIRST", if is_vector { "b[i].s1" } else { "b[i]" });
        let out = run(&kernel(&source), [4, 1, 1], [4, 1, 1], &[Arg::Words(vec![0; 300])]);
        assert_eq!(out[0][0], 135_120, "{ty}");
    }
}

/// OpenCL C 2.0, 6.13.11: what was there comes back, whatever order and scope are asked for.
#[test]
fn atomics_as_in_c11() {
    let source = "__kernel void test(__global atomic_int *out, __global atomic_ulong *wide, volatile __global atomic_flag *flag) {
        __local atomic_uint n;
        int i = get_local_id(0);
        if (i == 0) atomic_init(&n, 5u);
        barrier(CLK_LOCAL_MEM_FENCE);
        atomic_fetch_add(&n, 2u);
        atomic_fetch_max_explicit(out + 1, i * 3 - 4, memory_order_relaxed);
        atomic_fetch_min_explicit(out + 2, -i, memory_order_relaxed, memory_scope_device);
        atomic_fetch_or_explicit(out + 3, 1 << i, memory_order_acq_rel);
        atomic_fetch_sub_explicit(wide, (ulong)1 << 40, memory_order_relaxed);
        int expected = 0, turns = 0;
        while (!atomic_compare_exchange_weak_explicit(out + 4, &expected, expected + i, memory_order_relaxed, memory_order_relaxed)) turns++;
        int other = -1;
        if (atomic_compare_exchange_strong(out + 5, &other, 9)) out[6] = 1;
        if (i == 3) { out[7] = other; out[8] = atomic_flag_test_and_set(flag) * 10 + atomic_flag_test_and_set_explicit(flag, memory_order_acquire); atomic_flag_clear(flag); }
        barrier(CLK_LOCAL_MEM_FENCE);
        if (i == 0) { atomic_store(out, (int)atomic_load_explicit(&n, memory_order_seq_cst)); out[9] = atomic_exchange(out + 10, 7); }
    }";
    let words = |words: &[u32]| Arg::Words(words.to_vec());
    let args = [words(&[0, 0, 0, 0, 0, 4, 0, 0, 0, 0, 6]), words(&[0, 4 << 8]), words(&[0])];
    let out = run(&kernel(source), [4, 1, 1], [4, 1, 1], &args);
    assert_eq!(out[0], [13, 5, -3i32 as u32, 15, 6, 4, 0, 4, 1, 6, 7]);
    assert_eq!((out[1].as_slice(), out[2][0]), (&[0, 0][..], 0));
}

/// libcu++: atomic objects, and references to numbers that are changed at once.
#[test]
fn atomic_objects_of_cuda() {
    let source = "#include <cuda/atomic>
        __global__ void test(int *out) {
            __shared__ cuda::atomic<int, cuda::thread_scope_block> n;
            if (threadIdx.x == 0) n.store(1, cuda::memory_order_relaxed);
            __syncthreads();
            n.fetch_add(2, cuda::std::memory_order_relaxed);
            cuda::atomic_ref<int, cuda::thread_scope_device> most(out[1]);
            most.fetch_max((int)threadIdx.x * 2);
            int expected = 0;
            cuda::atomic_ref<int> sum(out[2]);
            while (!sum.compare_exchange_weak(expected, expected + (int)threadIdx.x)) {}
            __syncthreads();
            if (threadIdx.x == 0) { out[0] = n.load(); out[3] = n.exchange(5) + n++ + ++n; out[4] = sum;
                out[5] = (n -= 2) * 1000 + (n |= 8) * 10 + --n; out[6] = (sum ^= 3) * 100 + (sum &= 4) * 10 + sum--; out[7] = n; out[8] = sum; }
        }";
    let out = run(&kernel(source), [4, 1, 1], [4, 1, 1], &[Arg::Words(vec![0; 9])]);
    assert_eq!(out[0], [9, 6, 3, 9 + 5 + 7, 6, 5000 + 130 + 12, 544, 12, 3]);
}

/// CUDA C++ Programming Guide, "Synchronization Functions": one answer for the block, also where threads have ended.
#[test]
fn barriers_answer() {
    let source = "__global__ void test(int *out) {
        int i = threadIdx.x;
        if (i == 7) return;
        int n = __syncthreads_count(i % 3 == 0);
        n = n * 10 + __syncthreads_or(i == 6);
        n = n * 10 + __syncthreads_or(i == 7);
        n = n * 10 + __syncthreads_and(i < 7);
        out[i] = n * 10 + __syncthreads_and(i < 6);
    }";
    let out = run(&kernel(source), [8, 1, 1], [8, 1, 1], &[Arg::Words(vec![0; 8])]);
    assert_eq!(out[0], [31010, 31010, 31010, 31010, 31010, 31010, 31010, 0]);
}

/// `cl_khr_kernel_clock`: the low half of the time comes first.
#[test]
fn the_clock_in_two_halves() {
    let source = "__kernel void test(__global int *out) {
        ulong before = clock_read_device();
        uint2 d = clock_read_hilo_device(), w = clock_read_hilo_work_group(), s = clock_read_hilo_sub_group();
        ulong after = clock_read_device();
        out[0] = before < as_ulong(d) && as_ulong(d) < as_ulong(w) && as_ulong(w) < as_ulong(s) && as_ulong(s) < after;
        out[1] = d.y == 0 && d.x > (uint)before;
    }";
    let out = run(&kernel(source), [1; 3], [1; 3], &[Arg::Words(vec![0; 2])]);
    assert_eq!(out[0], [1, 1]);
}

/// A text may have functions of its own with these names, and what is not called is not read.
#[test]
fn a_text_s_own_functions_take_their_room() {
    let own = "__device__ unsigned __sad(int x, int y, unsigned z) { return 7; }";
    assert_eq!(cuda_ints(own, "out[0] = __sad(1, 2, 3);", 1), [7]);
    assert_eq!(
        ints("float remainder(float x, float y) { return 4.0f; }", "out[0] = (int)remainder(1.0f, 2.0f);", 1),
        [4]
    );
    assert_eq!(cuda_ints("", "int ilogb = 5; out[0] = ilogb;", 1), [5]);
}

#[test]
fn bits_and_bytes() {
    let body = "unsigned a = 0x80c3f712u, b = 0x7f44f013u;
        out[0] = __byte_perm(a, b, 0x7531); out[1] = __funnelshift_l(a, b, 36); out[2] = __funnelshift_r(a, b, 4);
        out[3] = __funnelshift_lc(a, b, 36); out[4] = __funnelshift_rc(a, b, 8); out[5] = __sad(-5, 7, 100);
        out[6] = __usad(a, b, 1); out[7] = __hadd(-3, 0); out[8] = __rhadd(-3, 0); out[9] = __uhadd(a, b);
        out[10] = __dp4a((int)a, (int)b, 10); out[11] = __dp4a(a, b, 10u); out[12] = __vadd4(a, b); out[13] = __vsub4(a, b);
        out[14] = __vabsdiffu4(a, b); out[15] = __vsadu4(a, b); out[16] = __vadd2(a, b); out[17] = __vsub2(a, b);
        out[18] = __dp2a_lo((int)a, (int)b, 1); out[19] = __dp2a_hi((int)a, (int)b, 1);";
    let (a, b) = (0x80c3_f712u32, 0x7f44_f013u32);
    let bytes = |f: fn(u8, u8) -> u8| {
        let (a, b) = (a.to_le_bytes(), b.to_le_bytes());
        u32::from_le_bytes([0, 1, 2, 3].map(|at| f(a[at], b[at])))
    };
    let shorts = |f: fn(u16, u16) -> u16| {
        u32::from(f(a as u16, b as u16)) | u32::from(f((a >> 16) as u16, (b >> 16) as u16)) << 16
    };
    let signed = |x: u32| x.to_le_bytes().map(|byte| i32::from(byte as i8));
    let products = |x: [i32; 4], y: [i32; 4]| (0..4).map(|at| x[at] * y[at]).sum::<i32>();
    let unsigned = |x: u32| x.to_le_bytes().map(i32::from);
    let both = u64::from(b) << 32 | u64::from(a);
    let halves = [i32::from(a as i16), i32::from((a >> 16) as i16)];
    // 0x7531: the bytes 1, 3, 5, 7 of both, the lowest first.
    let permuted = u32::from_le_bytes([1, 3, 5, 7].map(|at| (both >> (8 * at)) as u8));
    let right = [
        permuted,
        (both << 4 >> 32) as u32,
        (both >> 4) as u32,
        a,
        (both >> 8) as u32,
        112,
        1 + (a - b),
        -2i32 as u32,
        -1i32 as u32,
        ((u64::from(a) + u64::from(b)) / 2) as u32,
        (10 + products(signed(a), signed(b))) as u32,
        (10 + products(unsigned(a), unsigned(b))) as u32,
        bytes(u8::wrapping_add),
        bytes(u8::wrapping_sub),
        bytes(u8::abs_diff),
        bytes(u8::abs_diff).to_le_bytes().into_iter().map(u32::from).sum(),
        shorts(u16::wrapping_add),
        shorts(u16::wrapping_sub),
        (1 + halves[0] * signed(b)[0] + halves[1] * signed(b)[1]) as u32,
        (1 + halves[0] * signed(b)[2] + halves[1] * signed(b)[3]) as u32,
    ];
    let found = cuda_ints("", body, right.len());
    for (at, (found, right)) in found.into_iter().zip(right).enumerate() {
        assert_eq!(found as u32, right, "{at}");
    }
}

/// Numbers of all kinds, as bits.
const NUMBERS: [u32; 14] = [
    0x3f80_0000,
    0x0000_0001,
    0x8000_0001,
    0x007f_ffff,
    0x0080_0000,
    0x7f7f_ffff,
    0x7f80_0000,
    0xff80_0000,
    0x7fc0_0000,
    0,
    0x8000_0000,
    0xc049_0fdb,
    0x3eaa_aaab,
    0x4b7f_ffff,
];

/// What an expression of `x` and `y` gives for each pair of [`NUMBERS`] in CUDA, and `e`, which it may write.
fn pairs(expression: &str) -> Vec<(f32, f32, u32, i32)> {
    let both: Vec<_> = NUMBERS.iter().flat_map(|x| NUMBERS.map(|y| (*x, y))).collect();
    values(&both, expression)
}

fn values(both: &[(u32, u32)], expression: &str) -> Vec<(f32, f32, u32, i32)> {
    let list = both.iter().map(|(x, y)| format!("{x:#x}, {y:#x}")).collect::<Vec<_>>().join(", ");
    let count = both.len();
    let prelude = format!("__constant__ unsigned n[] = {{ {list} }};");
    let body = format!(
        "for (int i = 0; i < {count}; i++) {{
            float x = __uint_as_float(n[2 * i]), y = __uint_as_float(n[2 * i + 1]); int e = 0;
            out[2 * i] = __float_as_int({expression}); out[2 * i + 1] = e; }}"
    );
    let words = cuda_ints(&prelude, &body, 2 * count);
    let rows = both.iter().zip(words.chunks(2));
    rows.map(|((x, y), two)| (f32::from_bits(*x), f32::from_bits(*y), two[0] as u32, two[1])).collect()
}

fn same(x: f32, y: f32) -> bool {
    x.to_bits() == y.to_bits() || (x.is_nan() && y.is_nan())
}

#[test]
fn neighbours_and_exponents() {
    for (x, y, found, _) in pairs("nextafterf(x, y)") {
        let right = match () {
            () if x.is_nan() || y.is_nan() => f32::NAN,
            () if x == y => y,
            () if x < y => x.next_up(),
            () => x.next_down(),
        };
        assert!(same(f32::from_bits(found), right), "{x:e} {y:e}: {:e}", f32::from_bits(found));
    }
    for (x, _, found, e) in pairs("frexpf(x, &e)") {
        let found = f32::from_bits(found);
        let whole = f64::from(found) * 2f64.powi(e);
        assert!(same(whole as f32, x), "{x:e}: {found:e} {e}");
        assert!(!x.is_finite() || x == 0.0 || (0.5..1.0).contains(&found.abs()), "{x:e}: {found:e}");
    }
    for (x, _, found, e) in pairs("(e = ilogbf(x), logbf(x))") {
        let right = f64::from(x).abs().log2().floor();
        assert!(
            same(f32::from_bits(found), right as f32) || right.is_nan(),
            "{x:e}: {:e}",
            f32::from_bits(found)
        );
        let whole = if right.is_nan() || x == 0.0 {
            i32::MIN
        } else if x.is_infinite() {
            i32::MAX
        } else {
            right as i32
        };
        assert_eq!(e, whole, "{x:e}");
    }
}

/// x - n y, where n is the whole number nearest to x / y, the even one of two. Single steps of `f64` are exact for these.
#[test]
fn remainders_are_exact() {
    for (x, y, found, _) in pairs("remainderf(x, y)") {
        let (a, b) = (f64::from(x), f64::from(y));
        let right = match () {
            () if x.is_nan() || y.is_nan() || x.is_infinite() || y == 0.0 => f64::NAN,
            () if y.is_infinite() => a,
            () => {
                let r = a.abs() % (2.0 * b.abs());
                let n = (r / b.abs()).round_ties_even();
                (r - n * b.abs()).copysign(1.0)
                    * if (r - n * b.abs() < 0.0) == (a < 0.0) { 1.0 } else { -1.0 }
            }
        };
        let found = f32::from_bits(found);
        assert!(
            found == right as f32 || (found.is_nan() && right.is_nan()),
            "{x:e} {y:e}: {found:e}, right {right:e}"
        );
    }
}

/// OpenCL C 1.2, 7.4: `asinh` and `acosh` within 4 units in the last place, `atanh` within 5.
#[test]
fn inverse_hyperbolic_functions() {
    let near = |found: u32, right: f64, units: f64, x: f32| {
        let (found, near) = (f64::from(f32::from_bits(found)), right as f32);
        let unit = f64::from(near.abs().next_up()) - f64::from(near.abs());
        assert!(
            found == right || (found.is_nan() && right.is_nan()) || (found - right).abs() <= units * unit,
            "{x:e}: {found:e}, right {right:e}"
        );
    };
    // Of every size and sign, at 500 places.
    let places: Vec<_> =
        (0..500u32).map(|at| (at.wrapping_mul(0x9e37_79b9), 0)).chain(NUMBERS.map(|x| (x, 0))).collect();
    let near_one: Vec<_> = (0..500u32)
        .map(|at| (0x3f7f_ffff - at * at * 7, 0))
        .chain((0..500u32).map(|at| (0x3f80_0000 + at * at * 5, 0)))
        .collect();
    let both = |expression: &str| [values(&places, expression), values(&near_one, expression)].concat();
    for (x, _, found, _) in both("asinhf(x)") {
        near(found, f64::from(x).asinh(), 4.0, x);
    }
    for (x, _, found, _) in both("acoshf(x)") {
        near(found, f64::from(x).acosh(), 4.0, x);
    }
    for (x, _, found, _) in both("atanhf(x)") {
        near(found, f64::from(x).atanh(), 5.0, x);
    }
}

#[test]
fn numbers_of_the_other_language() {
    let body = "int e; out[0] = as_int(nextafter(1.0f, 2.0f)); out[1] = as_int(frexp(12.0f, &e)) + e; out[2] = ilogb(0x1p-1070) + (int)logb(9.0);
        out[3] = (int)(maxmag(-3.0f, 2.0f) * 10.0f + minmag(-3.0f, 2.0f)); out[4] = mad_sat(INT_MAX, 2, 0); out[5] = mad_sat((uchar)200, (uchar)2, (uchar)3);
        out[6] = mad_sat(-2, INT_MAX, 5); out[7] = (int)(remainder(5.5, 2.0) * 10.0); out[8] = (int)(acospi(-1.0f) * 10.0f + asinpi(1.0f) * 100.0f);";
    let right = [0x3f80_0001, 0x3f40_0000 + 4, -1067, -28, i32::MAX, 255, i32::MIN + 7, -5, 60];
    // -2 (2^31 - 1) + 5 = -2^32 + 7 is below the least number.
    let right = right.map(|one| if one == i32::MIN + 7 { i32::MIN } else { one });
    assert_eq!(ints("", body, right.len()), right);
}

/// In double precision, from the largest to the least number.
#[test]
fn powers_in_double_precision() {
    let body = "double x = 1.5; int at = 0; int n[] = { 0, 1023, 1024, -1022, -1074, -1075, -1076, 2000, -3000, 2147483647 };
        for (int i = 0; i < 10; i++) { long long bits = __double_as_longlong(ldexp(x, n[i])); out[at++] = (int)bits; out[at++] = (int)(bits >> 32); }
        long long bits = __double_as_longlong(ldexp(0x1p-1074, 2097)); out[20] = (int)(bits >> 32);";
    let found = cuda_ints("", body, 21);
    let powers = [0, 1023, 1024, -1022, -1074, -1075, -1076, 2000, -3000, i32::MAX];
    for (at, n) in powers.into_iter().enumerate() {
        let bits = u64::from(found[2 * at] as u32) | u64::from(found[2 * at + 1] as u32) << 32;
        // 1.5 2^-1074 is a tie, which the even 2 takes; 0.75 is nearer to 1; 0.375 to 0.
        let right = match n {
            -1074 => f64::from_bits(2),
            -1075 => f64::from_bits(1),
            ..-1075 => 0.0,
            1024.. => f64::INFINITY,
            _ => 1.5 * 2f64.powi(n),
        };
        assert_eq!(f64::from_bits(bits), right, "{n}");
    }
    assert_eq!(found[20], (2046 << 20), "2^1023");
}

/// The block of `cooperative_groups.h`, as NVIDIA's samples use it: 2 by 3 work-items, each reads what its neighbour wrote.
#[test]
fn groups_of_work_items() {
    let text = "#include <cooperative_groups.h>
        namespace cg = cooperative_groups;
        __device__ int next(const cg::thread_block &cta) { return (cta.thread_rank() + 1) % cta.size(); }
        __global__ void k(int *out) {
            __shared__ int s[6];
            cg::thread_block cta = cg::this_thread_block();
            s[cta.thread_rank()] = 10 * cta.group_index().x + threadIdx.y;
            cg::sync(cta);
            int x = s[next(cta)];
            cta.sync();
            cg::grid_group grid = cg::this_grid();
            cg::coalesced_group all = cg::coalesced_threads();
            out[grid.thread_rank()] = x + 100 * (int)grid.size() + 10000 * all.shfl((int)threadIdx.x, all.size() - 1);
        }";
    let out = run(&kernel(text), [4, 3, 1], [2, 3, 1], &[Arg::Words(vec![0; 12])]);
    // Rows 0, 0, 1, 1, 2, 2 of the block; the last of the six has x = 1.
    assert!(front(text).diagnostics.is_empty(), "{:?}", front(text).diagnostics);
    let right = |at: u32| 10 * (at / 6) + (at % 6 + 1) % 6 / 2 + 1200 + 10000;
    assert_eq!(out[0], (0..12).map(right).collect::<Vec<_>>());
}

/// Tiles of `cooperative_groups.h` (CUDA C++ Programming Guide, "Thread Block Tile"): ranks, shuffles within a tile, votes, and a group
/// whose size only the run tells.
#[test]
fn tiles_of_blocks() {
    let text = "#include <cooperative_groups.h>
        #include <cooperative_groups/reduce.h>
        #include <cooperative_groups/scan.h>
        namespace cg = cooperative_groups;
        __device__ int sum(cg::thread_group g, int *s, int x) {
            int lane = g.thread_rank();
            for (int i = g.size() / 2; i > 0; i /= 2) {
                s[lane] = x;
                g.sync();
                if (lane < i) x += s[lane + i];
                g.sync();
            }
            return x;
        }
        template <class Tile> __device__ int rotate(const Tile &tile, int x) { return tile.shfl(x, (tile.thread_rank() + 1) % tile.size()); }
        __global__ void k(int *out) {
            __shared__ int s[32];
            cg::thread_block block = cg::this_thread_block();
            cg::thread_block_tile<4> four = cg::tiled_partition<4>(block);
            auto eight = cg::tiled_partition<8>(block);
            cg::thread_group two = cg::tiled_partition(block, 2);
            int i = block.thread_rank(), *o = out + 16 * i;
            o[0] = four.meta_group_rank() * 10 + four.thread_rank();
            o[1] = rotate(four, i);
            o[2] = eight.shfl_down(i, 3);
            o[3] = four.shfl_up(i, 1) * 100 + four.shfl_xor(i, 3);
            o[4] = four.any(i == 6) * 100 + four.all(i < 6) * 10 + (four.ballot(i % 4 > 1) == 12);
            o[5] = cg::reduce(eight, i, cg::plus<int>());
            o[6] = cg::reduce(four, i, cg::greater<int>()) * 100 + cg::reduce(four, i, cg::less<int>());
            o[7] = cg::inclusive_scan(four, i, cg::plus<int>());
            o[8] = cg::exclusive_scan(four, i);
            o[9] = sum(block, s, i);
            o[10] = sum(two, s + i / 2 * 2, i);
            o[11] = four.match_any(i / 2);
            o[12] = cg::reduce(cg::coalesced_threads(), i, cg::plus<int>());
        }";
    let found = front(text);
    assert!(found.diagnostics.is_empty(), "{:?}", found.diagnostics);
    let out = run(&kernel(text), [8, 1, 1], [8, 1, 1], &[Arg::Words(vec![0; 128])]);
    for i in 0..8u32 {
        let first = i / 4 * 4;
        let before = (first..i).sum::<u32>();
        let votes = if first == 4 { 101 } else { 11 };
        let (down, up) = (if i < 5 { i + 3 } else { i }, if i == first { i } else { i - 1 });
        let pair = if i % 2 == 0 { 2 * i + 1 } else { i };
        let whole = out[0][16 * i as usize + 9];
        assert!(i > 0 || whole == 28, "the first one has the sum: {whole}");
        let wanted = [
            first / 4 * 10 + i % 4,
            first + (i + 1) % 4,
            down,
            up * 100 + (i ^ 3),
            votes,
            28,
            (first + 3) * 100 + first,
            before + i,
            before,
            whole,
            pair,
            3 << (i % 4 / 2 * 2),
            28,
        ];
        assert_eq!(out[0][16 * i as usize..][..13], wanted, "{i}");
    }
}

/// CUDA C++ Programming Guide, "Thread Block Tile": the numbers among the groups that the parent was parted into; a tile of any parent
/// is a tile.
#[test]
fn tiles_of_tiles() {
    let text = "#include <cooperative_groups.h>
        using namespace cooperative_groups;
        __device__ int of(const thread_block_tile<4> &t) { return t.meta_group_rank() * 10 + t.meta_group_size(); }
        __global__ void k(int *out) {
            auto block = this_thread_block();
            auto sixteen = tiled_partition<16>(block);
            auto four = tiled_partition<4>(sixteen);
            thread_block_tile<4> same = four;
            out[threadIdx.x] = of(four) * 1000 + of(same) * 10 + (int)sixteen.meta_group_rank();
        }";
    let out = run(&kernel(text), [32, 1, 1], [32, 1, 1], &[Arg::Words(vec![0; 32])]);
    let right = |at: u32| (at % 16 / 4 * 10 + 4) * 1010 + at / 16;
    assert_eq!(out[0], (0..32).map(right).collect::<Vec<_>>());
}

/// What is no tile is refused, with the reason.
#[test]
fn tiles_that_there_are_not() {
    for (group, why) in [
        ("tiled_partition<3>(this_thread_block())", "1, 2, 4, 8, 16 or 32"),
        ("tiled_partition<8>(tiled_partition<4>(this_thread_block()))", "no tiles that are larger"),
        ("tiled_partition<4>(coalesced_threads())", "not parted into tiles"),
        ("tiled_partition<4>(this_grid())", "takes"),
    ] {
        let text = format!(
            "#include <cooperative_groups.h>\nusing namespace cooperative_groups;\n__global__ void k(int *o) {{ auto t = {group}; o[0] = 1; }}"
        );
        let found = front(&text);
        assert!(
            found.diagnostics.iter().any(|one| one.is_error() && one.message.contains(why)),
            "{group}: {:?}",
            found.diagnostics
        );
    }
}

/// Values by 200 bits of arithmetic; an infinity beside a NaN is as far as that (CUDA math API).
#[test]
fn normal_distribution_and_norms_in_cuda() {
    let bits = |expression: &str| {
        let body = format!(
            "long long b = __double_as_longlong({expression}); out[0] = (int)b; out[1] = (int)(b >> 32);"
        );
        let words = cuda_ints("", &body, 2);
        f64::from_bits(u64::from(words[0] as u32) | u64::from(words[1] as u32) << 32)
    };
    let close = |found: f64, right: f64, ulps: u64| {
        let apart = (found.to_bits() as i64 - right.to_bits() as i64).unsigned_abs();
        assert!(apart <= ulps, "{found:e} instead of {right:e}: {apart}");
    };
    for (x, right) in [
        (-17.64568947947771, 5.4912813151264415e-70),
        (-38.0, 2.88542835e-316),
        (-1.5, 0.06680720126885807),
        (0.3, 0.6179114221889527),
        (-0.7, 0.24196365222307303),
        (-5.25, 7.604960516488715e-8),
    ] {
        close(bits(&format!("normcdf({x:?})")), right, 6);
    }
    assert_eq!(cuda_float("normcdff(-12.188518524169922f)"), 1.789_339_8e-34);
    assert_eq!((bits("normcdf(1.0 / 0.0)"), bits("normcdf(-1.0 / 0.0)")), (1.0, 0.0));
    assert_eq!(cuda_float("rhypotf(3.4028235e38f, -3.4028235e38f)"), 2.078e-39);
    assert_eq!(
        (cuda_float("rhypotf(INFINITY, NAN)"), cuda_float("rnorm3df(INFINITY, 1.0f, NAN)")),
        (0.0, 0.0)
    );
    assert_eq!(cuda_float("norm3df(INFINITY, 1e-45f, NAN)"), f32::INFINITY);
    assert_eq!(cuda_float("norm4df(1.0f, -INFINITY, 1.0f, NAN)"), f32::INFINITY);
    assert_eq!(cuda_float("norm3df(2.0f, 3.0f, 6.0f)"), 7.0);
}

/// What later versions of OpenCL C have is the text's own where it says so.
#[test]
fn names_of_later_versions_are_a_text_s_own() {
    let text = "typedef ushort atomic_int; typedef uchar atomic_flag; struct event_t { int n; };
        enum order { memory_order_relaxed = 7, memory_order_seq_cst }; __constant int ATOMIC_FLAG_INIT = 3;";
    let body = "atomic_int x = 70000; struct event_t e = {4}; int memory_order = 5, memory_scope = 1; out[0] = x; out[1] = sizeof(atomic_flag) * 10 + e.n;
        out[2] = memory_order * 100 + memory_scope * 10 + ATOMIC_FLAG_INIT; out[3] = memory_order_seq_cst; out[4] = memory_order_release;";
    assert_eq!(ints(text, body, 5), [4464, 14, 513, 8, 3]);
    assert_eq!(
        ints(
            "",
            "atomic_flag f = ATOMIC_FLAG_INIT; event_t e = 0; memory_order o = memory_order_seq_cst; out[0] = f + e + o;",
            1
        ),
        [5]
    );
    let printed = "namespace n { __device__ int printf(int x) { return x + 1; } } struct P { __device__ int printf(int x) { return x; } };";
    assert_eq!(
        cuda_ints(
            printed,
            "P p; printf(\"real %s\", \"one\"); out[0] = n::printf(4) * 10 + p.printf(3); ::printf(\"x\");",
            1
        ),
        [53]
    );
}
