//! Functions of the lanes of a warp. What each lane gets follows from the definitions, written out for lists of values.

use super::*;
use crate::halt::Halt;

/// What the work-items of one group leave in `out`, a word each, of statements in CUDA that know their number `t`.
fn cuda(items: u32, body: &str) -> Vec<u32> {
    words(items, &alloc::format!("__global__ void test(unsigned *out) {{ int t = threadIdx.x; {body} }}"))
}

/// The same in OpenCL C, in sub-groups of so many.
fn opencl(items: u32, lanes: u32, body: &str) -> Vec<u32> {
    let head = "__kernel void test(__global uint *out) { int t = get_local_id(0);";
    let size = alloc::format!("__attribute__((intel_reqd_sub_group_size({lanes})))");
    words(items, &alloc::format!("{size} {head} {body} }}"))
}

fn words(items: u32, source: &str) -> Vec<u32> {
    let out = vec![0; items as usize];
    run(&kernel(source), [items, 1, 1], [items, 1, 1], &[Arg::Words(out)]).remove(0)
}

/// Why the one group of a kernel in CUDA halts, or what its run took.
fn ends(items: u32, body: &str) -> Result<interp::Stats, Halt> {
    let kernel =
        kernel(&alloc::format!("__global__ void test(unsigned *out) {{ int t = threadIdx.x; {body} }}"));
    let mut memory = Memory::default();
    let at = memory.allocate("out", u64::from(items) * 4, Type::I32, false, true);
    let args = [memory.buffers()[at].base];
    let launch = Launch { global: [items, 1, 1], local: [items, 1, 1], ..Launch::default() };
    interp::run(&kernel, &launch, &args, &mut memory, &interp::Limits::default())
}

fn reason(items: u32, body: &str) -> String {
    match ends(items, body) {
        Err(Halt::Lanes { reason, .. }) => reason,
        other => panic!("{other:?}"),
    }
}

/// One value for each of so many lanes.
fn each(items: u32, f: impl Fn(u32) -> u32) -> Vec<u32> {
    (0..items).map(f).collect()
}

/// The classic sum of a warp: lane 0 has it. 0 + 1 + 4 + … + 31 * 31 = 10416.
#[test]
fn a_warp_adds_its_values() {
    let body = "int v = t * t; for (int o = warpSize / 2; o > 0; o /= 2) v += __shfl_down_sync(0xffffffff, v, o); out[t] = v;";
    assert_eq!(cuda(64, body)[0], 10416);
    // The second warp has squares from 32 * 32 on: 85344 up to 63 * 63.
    assert_eq!(cuda(64, body)[32], 85344 - 10416);
    let unrolled = body.replace("for (", "\n#pragma unroll\nfor (");
    assert_eq!(cuda(64, &unrolled), cuda(64, body));
}

#[test]
fn a_butterfly_gives_all_lanes_the_sum() {
    let body = "int v = t + 1; for (int o = 1; o < 32; o *= 2) v += __shfl_xor_sync(~0u, v, o); out[t] = v;";
    assert_eq!(cuda(32, body), each(32, |_| 528));
}

#[test]
fn prefix_sums_go_up() {
    let body = "int v = t + 1; for (int o = 1; o < 32; o *= 2) { int n = __shfl_up_sync(~0u, v, o); if (t % 32 >= o) v += n; } out[t] = v;";
    assert_eq!(cuda(32, body), each(32, |t| (t + 1) * (t + 2) / 2));
}

/// Numbers that 3 divides go to the front, in order.
#[test]
fn ballots_compact() {
    let body = "unsigned m = __ballot_sync(~0u, t % 3 == 0); out[t] = 99; __syncthreads();
        if (t % 3 == 0) out[__popc(m & ((1u << t) - 1))] = t;";
    assert_eq!(cuda(32, body), each(32, |at| if at < 11 { 3 * at } else { 99 }));
}

/// Segments of 8: what goes beyond them keeps its own value, except that an exclusive or reads earlier segments.
#[test]
fn segments_of_eight() {
    let of = |call: &str| cuda(32, &alloc::format!("int v = 100 + t; out[t] = {call};"));
    let down = |t| if t % 8 + 3 < 8 { 103 + t } else { 100 + t };
    assert_eq!(of("__shfl_down_sync(~0u, v, 3, 8)"), each(32, down));
    let up = |t| if t % 8 >= 3 { 97 + t } else { 100 + t };
    assert_eq!(of("__shfl_up_sync(~0u, v, 3, 8)"), each(32, up));
    assert_eq!(of("__shfl_sync(~0u, v, 10, 8)"), each(32, |t| 100 + t / 8 * 8 + 2));
    assert_eq!(of("__shfl_xor_sync(~0u, v, 5, 8)"), each(32, |t| 100 + (t ^ 5)));
    let earlier = |t| if t ^ 8 < t { 100 + (t ^ 8) } else { 100 + t };
    assert_eq!(of("__shfl_xor_sync(~0u, v, 8, 8)"), each(32, earlier));
    // A width that is only known when the kernel runs.
    let width = "int w = 4 << (out[t] + 1); ";
    let body = alloc::format!("{width} out[t] = __shfl_down_sync(~0u, 100 + t, 3, w);");
    assert_eq!(cuda(32, &body), each(32, down));
}

#[test]
fn long_numbers_and_doubles_are_exchanged_whole() {
    let body = "long long v = ((long long)t << 40) + t; v = __shfl_down_sync(~0u, v, 1); out[t] = (unsigned)(v >> 40) + (unsigned)v;";
    assert_eq!(cuda(32, body), each(32, |t| 2 * (t + 1).min(31)));
    let body = "double v = t / 4.0; v = __shfl_xor_sync(~0u, v, 1); out[t] = (unsigned)(v * 4.0);";
    assert_eq!(cuda(32, body), each(32, |t| t ^ 1));
    let body = "float v = t * 0.5f; v = __shfl_sync(~0u, v, 31 - t); out[t] = (unsigned)(v * 2.0f);";
    assert_eq!(cuda(32, body), each(32, |t| 31 - t));
    let body = "char c = t - 3; out[t] = __shfl_sync(~0u, c, 0);";
    assert_eq!(cuda(32, body), each(32, |_| -3i32 as u32));
}

#[test]
fn only_the_lanes_of_the_mask_take_part() {
    let body = "out[t] = 7; if (t < 16) out[t] = __ballot_sync(0xffff, t & 1); else if (t < 24) out[t] = __ballot_sync(0xff0000, 1);";
    let expected = |t| match t {
        0..16 => 0xAAAA,
        16..24 => 0xFF_0000,
        _ => 7,
    };
    assert_eq!(cuda(32, body), each(32, expected));
    // At one instruction, each half with its own mask.
    let body = "unsigned m = t < 16 ? 0xffffu : 0xffff0000u; out[t] = __ballot_sync(m, 1);";
    assert_eq!(cuda(32, body), each(32, |t| if t < 16 { 0xFFFF } else { 0xFFFF_0000 }));
}

#[test]
fn lanes_that_have_ended_are_not_waited_for() {
    let body = "if (t >= 20) return; out[t] = __ballot_sync(~0u, 1);";
    assert_eq!(cuda(32, body), each(32, |t| if t < 20 { 0xF_FFFF } else { 0 }));
    // A group of 40: the second warp has 8 lanes.
    let body = "out[t] = __popc(__ballot_sync(~0u, 1));";
    assert_eq!(cuda(40, body), each(40, |t| if t < 32 { 32 } else { 8 }));
}

#[test]
fn lanes_that_never_come_are_named() {
    let body = "if (t < 30) out[t] = __ballot_sync(~0u, 1); else __syncthreads();";
    let reason = reason(32, body);
    assert!(reason.contains("with the mask 0xffffffff"), "{reason}");
    assert!(reason.ends_with("these lanes of it cannot come: 30, 31"), "{reason}");
    // At two places they do not meet, though both are the same function.
    let body = "if (t & 1) out[t] = __shfl_sync(0x3, t, 0); else out[t] = __shfl_sync(0x3, t, 1);";
    assert!(self::reason(2, body).ends_with("cannot come: 0"));
    let body = "out[t] = __shfl_sync(0xfffe, t, 1);";
    assert!(self::reason(16, body).contains("lane 0 of warp 0 is not in its mask 0xfffe"));
}

/// Without masks those that are at one place go together: each side of a branch for itself, behind it all.
#[test]
fn old_forms_take_those_who_come_together() {
    let body =
        "unsigned a; if (t % 4 == 0) a = __ballot(1); else a = __ballot(t & 1); out[t] = a ^ __activemask();";
    let zeros = 0x1111_1111u32;
    let odd = 0xAAAA_AAAA;
    assert_eq!(cuda(32, body), each(32, |t| if t % 4 == 0 { !zeros } else { !odd }));
    // Lane t goes round t + 1 times; those that are still there count themselves.
    let body =
        "unsigned n = 0; for (int i = 0; i <= t; i++) n += __popc(__ballot(1)); out[t] = n + __any(t == 31);";
    assert_eq!(cuda(32, body), each(32, |t| (0..=t).map(|i| 32 - i).sum::<u32>() + 1));
    // A way out of an endless loop: who has left waits behind it for the others.
    let body =
        "unsigned n = 0; for (;;) { if (n >= t) break; __ballot(1); n++; } out[t] = __popc(__ballot(1));";
    assert_eq!(cuda(32, body), each(32, |_| 32));
    // Those who go on in a loop at once wait for the others of the turn.
    let body = "unsigned n = 0; for (int i = 0; i < 3; i++) { if (t & 1) { n += __popc(__ballot(1)); continue; } n += 100 * __popc(__activemask()); } out[t] = n;";
    assert_eq!(cuda(32, body), each(32, |t| if t & 1 == 1 { 48 } else { 4800 }));
    let body = "unsigned n = 0; for (int i = 0; i < 4; i++) { if (i < t) { n += __popc(__ballot(1)); continue; } n += 100 * __popc(__activemask()); } out[t] = n;";
    // In turn i lanes 0 to i go the second way.
    let sum = |t: u32| (0..4).map(|i| if i < t { 31 - i } else { 100 * (i + 1) }).sum::<u32>();
    assert_eq!(cuda(32, body), each(32, sum));
    // Cases that fall through: the second part is for all who come to it.
    let body =
        "unsigned a = 0; switch (t & 1) { case 0: a = 1; case 1: a += 2 * __popc(__ballot(1)); } out[t] = a;";
    assert_eq!(cuda(32, body), each(32, |t| 64 + u32::from(t & 1 == 0)));
    let body = "out[t] = __shfl(t * 3, 5) + __shfl_down(t, 1, 4) + __shfl_up(t, 1) + __shfl_xor(t, 1) + __all(t < 32);";
    let down = |t: u32| if t % 4 == 3 { t } else { t + 1 };
    assert_eq!(cuda(32, body), each(32, |t| 15 + down(t) + t.saturating_sub(1) + (t ^ 1) + 1));
}

#[test]
fn votes() {
    let body = "int all = __all_sync(~0u, t < 32), none = __all_sync(~0u, t < 31), some = __any_sync(~0u, t == 9), no = __any_sync(~0u, t > 31);
        int same = __uni_sync(~0u, t > 40), other = __uni_sync(~0u, t > 4);
        out[t] = all | none << 1 | some << 2 | no << 3 | same << 4 | other << 5;";
    assert_eq!(cuda(32, body), each(32, |_| 0b01_0101));
}

#[test]
fn lanes_with_the_same_value_find_each_other() {
    let body = "out[t] = __match_any_sync(~0u, t % 5);";
    let same = |t: u32| (0..32).filter(|other| other % 5 == t % 5).fold(0, |bits, other| bits | 1 << other);
    assert_eq!(cuda(32, body), each(32, same));
    let body = "int p = 5; unsigned m = __match_all_sync(~0u, 3.5, &p); out[t] = m + p; m = __match_all_sync(~0u, t / 31, &p); out[t] += m + p;";
    assert_eq!(cuda(32, body), each(32, |_| 0));
    let body = "int p = 5; out[t] = __match_all_sync(0xff, 1ll << 40, &p) + (p << 16);";
    assert_eq!(cuda(8, body), each(8, |_| 0x1_00FF));
}

/// Whatever lanes the mask names, also where some have ended.
#[test]
fn integers_of_some_lanes_are_joined() {
    let lanes = |mask: u32| (0..32u32).filter(move |lane| mask >> lane & 1 != 0);
    for mask in [u32::MAX, 0x8000_0001, 0x0F0F_1234, 1] {
        let of = |call: &str, value: &str| {
            let call = alloc::format!("__reduce_{call}_sync({mask}u, {value})");
            cuda(32, &alloc::format!("if ({mask}u >> t & 1) out[t] = {call};"))
        };
        let expected = |joined: u32| each(32, |t| if mask >> t & 1 != 0 { joined } else { 0 });
        assert_eq!(
            of("add", "t * 7 - 50"),
            expected(lanes(mask).fold(0, |sum, t| sum.wrapping_add(t * 7).wrapping_sub(50)))
        );
        let signed = |t: u32| 9 - (t * 13 % 17) as i32;
        assert_eq!(of("min", "9 - t * 13 % 17"), expected(lanes(mask).map(signed).min().unwrap() as u32));
        assert_eq!(of("max", "9 - t * 13 % 17"), expected(lanes(mask).map(signed).max().unwrap() as u32));
        assert_eq!(of("max", "t * 13u % 17"), expected(lanes(mask).map(|t| t * 13 % 17).max().unwrap()));
        assert_eq!(of("and", "t | 40"), expected(lanes(mask).fold(u32::MAX, |all, t| all & (t | 40))));
        assert_eq!(of("or", "1u << t"), expected(mask));
        assert_eq!(of("xor", "t * t"), expected(lanes(mask).fold(0, |all, t| all ^ (t * t))));
    }
    let body = "if (t > 9) return; out[t] = __reduce_add_sync(~0u, t);";
    assert_eq!(cuda(32, body), each(32, |t| if t > 9 { 0 } else { 45 }));
}

/// A warp that sums in shared memory, with a meeting between its steps.
#[test]
fn syncwarp_orders_memory() {
    let body = "__shared__ int s[32]; s[t] = t; __syncwarp();
        for (int o = 16; o > 0; o /= 2) { int v = s[t ^ o]; __syncwarp(0xffffffff); s[t] += v; __syncwarp(); } out[t] = s[31 - t];";
    assert_eq!(cuda(32, body), each(32, |_| 496));
}

/// In functions, of which each call is a place of its own.
#[test]
fn functions_of_a_warp() {
    let source = "template <typename T> __device__ T warp_sum(T v) {
            for (int o = 16; o > 0; o >>= 1) v += __shfl_xor_sync(~0u, v, o);
            return v; }
        __device__ unsigned here() { return __ballot(1); }
        __global__ void test(unsigned *out) { int t = threadIdx.x;
            unsigned a = t < 8 ? here() : here() + here();
            out[t] = a + warp_sum(1u) + (unsigned)warp_sum(0.5f); }";
    assert_eq!(words(32, source), each(32, |t| 48 + if t < 8 { 0xFF } else { 0xFFFF_FE00 }));
}

#[test]
fn sub_groups_know_their_places() {
    let body = "out[t] = get_sub_group_local_id() + 100 * get_sub_group_id() + 1000 * get_num_sub_groups() + 10000 * get_sub_group_size() + 1000000 * get_max_sub_group_size();";
    // 20 work-items in sub-groups of 8: 8, 8 and 4.
    let size = |t| if t < 16 { 8 } else { 4 };
    assert_eq!(opencl(20, 8, body), each(20, |t| 8_003_000 + 10_000 * size(t) + 100 * (t / 8) + t % 8));
    let in_rows = "__kernel void test(__global uint *out) { int t = get_local_linear_id(); out[t] = get_sub_group_local_id() + 100 * get_sub_group_id(); }";
    let out = run(&kernel(in_rows), [10, 4, 1], [10, 4, 1], &[Arg::Words(vec![0; 40])]).remove(0);
    assert_eq!(out, each(40, |t| t % 32 + 100 * (t / 32)));
}

#[test]
fn sub_groups_reduce_and_scan() {
    // The sub-groups of 20 work-items: 16 and 4.
    let group = |t: u32| if t < 16 { 0..16 } else { 16..20 };
    let of = |call: &str| opencl(20, 16, &alloc::format!("int v = t * 5 % 7; out[t] = sub_group_{call}(v);"));
    let value = |t: u32| t * 5 % 7;
    assert_eq!(of("reduce_add"), each(20, |t| group(t).map(value).sum()));
    assert_eq!(of("reduce_min"), each(20, |t| group(t).map(value).min().unwrap()));
    assert_eq!(of("reduce_max"), each(20, |t| group(t).map(value).max().unwrap()));
    assert_eq!(of("scan_inclusive_add"), each(20, |t| (group(t).start..=t).map(value).sum()));
    assert_eq!(of("scan_exclusive_add"), each(20, |t| (group(t).start..t).map(value).sum()));
    assert_eq!(of("scan_inclusive_max"), each(20, |t| (group(t).start..=t).map(value).max().unwrap()));
    let least = |t| (group(t).start..t).map(value).min().unwrap_or(i32::MAX as u32);
    assert_eq!(of("scan_exclusive_min"), each(20, least));
    let most = |t| (group(t).start..t).map(value).max().unwrap_or(i32::MIN as u32);
    assert_eq!(of("scan_exclusive_max"), each(20, most));
    let body = "float v = t; out[t] = as_uint(sub_group_scan_exclusive_max(v));";
    let before = |t: u32| if t == 0 { f32::NEG_INFINITY } else { t as f32 - 1.0 };
    assert_eq!(opencl(8, 8, body), each(8, |t| before(t).to_bits()));
}

#[test]
fn sub_groups_exchange() {
    let body = "ushort v = t * 3; uint a = sub_group_broadcast(v, 2); uint b = sub_group_shuffle(v, t ^ 3); uint c = sub_group_shuffle_xor(v, 1);
        out[t] = a + 100 * b + 10000 * c + 1000000 * (sub_group_any(t == 9) + 2 * sub_group_all(t < 8));";
    let expected = |t: u32| {
        3 * (t / 8 * 8 + 2) + 300 * (t ^ 3) + 30_000 * (t ^ 1) + if t < 8 { 2_000_000 } else { 1_000_000 }
    };
    assert_eq!(opencl(16, 8, body), each(16, expected));
    let body = "out[t] = sub_group_shuffle_up(t, 1) + 100 * sub_group_shuffle_down(t, 2); sub_group_barrier(CLK_LOCAL_MEM_FENCE);";
    let up = |t: u32| if t.is_multiple_of(4) { t } else { t - 1 };
    let down = |t: u32| if t % 4 < 2 { t + 2 } else { t };
    assert_eq!(opencl(8, 4, body), each(8, |t| up(t) + 100 * down(t)));
}

/// A lane that reads one that is not there gets its own value, and the run says where.
#[test]
fn reading_a_lane_that_takes_no_part_is_told() {
    let stats = ends(32, "out[t] = __shfl_down_sync(~0u, t, 1);").unwrap();
    assert_eq!(stats.stranger, None, "beyond the segment is no lane");
    let stats = ends(24, "out[t] = __shfl_down_sync(~0u, t, 1);").unwrap();
    assert_eq!(stats.stranger.unwrap().item, [23, 0, 0]);
    assert_eq!(cuda(24, "out[t] = __shfl_down_sync(~0u, t, 1);"), each(24, |t| (t + 1).min(23)));
    let stats = ends(32, "if (t < 16) out[t] = __shfl(t, 20);").unwrap();
    assert_eq!(stats.stranger.unwrap().item, [0, 0, 0]);
}
