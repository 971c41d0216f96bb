//! Compiled kernels on several cores: groups are dealt out over them, and what they leave is what one core leaves.

use lanescope_parts::{
    machines::{Halt, Machine},
    trace::Deaf,
};

use super::*;
use crate::machine::Timed;

const KERNELS: [&str; 4] = [
    "__kernel void plain(__global int *y, __global ushort *b) { int i = get_global_id(0); if (y[i] & 1) y[i] += i; else y[i] -= 3; b[i] = 7 * i; }",
    "__kernel void shared(__global int *y, __global ushort *b) { __local int s[40]; int l = get_local_id(0), n = get_local_size(0), i = get_global_id(0);
     s[l] = y[i]; barrier(CLK_LOCAL_MEM_FENCE); y[i] = s[n - 1 - l] + s[39 - l]; barrier(CLK_LOCAL_MEM_FENCE); b[i] = s[(l + 1) % n]; }",
    "__kernel void neighbours(__global int *y, __global ushort *b) { int i = get_global_id(0), n = get_global_size(0);
     b[n - 1 - i] = i; for (int k = 0; k < (y[i] & 3); k++) b[n + (i + n / 2 + k) % n] = k + 1 - (y[i] & 3) ? 5 : 5; y[i] = get_group_id(0); }",
    "__kernel void private_arrays(__global int *y, __global ushort *b) { int t[5]; int i = get_global_id(0);
     for (int k = 0; k < 5; k++) t[k] = y[i] * k; y[i] = t[(y[i] & 0x7fffffff) % 5]; b[2 * i] = t[1]; }",
];

fn cores(archid: &str, cores: u32) -> Spec {
    let mut spec = spec(archid, "sj");
    spec.set("cores", &format!("{cores}")).expect("a number");
    spec
}

/// Without timing and with it, with groups of one warp and of several, fewer groups than cores and more.
#[test]
fn kernels_leave_the_same_on_several_cores() {
    for source in KERNELS {
        let (written, optimised) = kernels(source);
        for (global, local) in [(96, 8), (96, 24), (40, 40), (16, 16)] {
            let args = [ints((0..96).map(|at| at * 37 - 500)), Arg::Bytes([3; 400].into())];
            let bound = bound(&written, [global, 1, 1], [local, 1, 1], &args);
            let wanted = expected(&written, &bound);
            for (archid, count) in [
                ("4w8/8/16/4", 2),
                ("4w8/8/16/4", 3),
                ("4w16/8/4/16", 5),
                ("8w32/32/16/3", 16),
                ("8w16/8/8/16", 2),
            ] {
                let spec = cores(archid, count);
                let run = run(&optimised, &bound, &spec)
                    .unwrap_or_else(|error| panic!("{archid} {count}: {error}"));
                assert_eq!(difference(run.memory(), &wanted), None, "{archid} {count}\n{source}");
                let image = Harp::compile(&Given::new(&optimised, &spec)).expect("a program");
                let mut timed: Timed = Harp::start(&image, &spec, bound.clone()).expect("it fits");
                timed.run(20_000_000, &mut Deaf).expect("no halt");
                assert!(timed.finished(), "{archid} {count}\n{source}");
                assert_eq!(difference(timed.memory(), &wanted), None, "{archid} {count}\n{source}");
            }
        }
    }
}

/// Groups are dealt out in turn: 12 groups of the same work are 3 for each of 4 cores, one behind another where a core has room for one.
#[test]
fn groups_are_dealt_out_over_the_cores() {
    let source = "__kernel void k(__global int *y) { int i = get_global_id(0); y[i] = get_group_id(0); for (int k = 0; k < 9; k++) y[i] += k; }";
    let (written, optimised) = kernels(source);
    let bound = bound(&written, [192, 1, 1], [16, 1, 1], &[ints(0..192)]);
    let spec = cores("4w8/8/16/1", 4);
    let run = run(&optimised, &bound, &spec).expect("a run");
    let steps: Vec<u64> = run.core().warps().iter().map(|warp| warp.counts.steps).collect();
    assert_eq!(steps.len(), 4);
    assert!(steps.iter().all(|count| *count == steps[0]), "{steps:?}");
    // Two groups more are one more for the first two cores.
    let bound = self::bound(&written, [224, 1, 1], [16, 1, 1], &[ints(0..224)]);
    let more = self::run(&optimised, &bound, &spec).expect("a run");
    let more: Vec<u64> = more.core().warps().iter().map(|warp| warp.counts.steps).collect();
    assert!(
        more[0] > steps[0] && more[0] == more[1] && more[2] == steps[2] && more[3] == steps[3],
        "{more:?}"
    );
}

/// Cores that compute more than they load share the work: four take less than a third of the time of one.
#[test]
fn several_cores_take_less_time() {
    let source = "__kernel void k(__global int *y) { int i = get_global_id(0), v = i; for (int k = 0; k < 300; k++) v = v * 5 + (v ^ k); y[i] = v; }";
    let (written, optimised) = kernels(source);
    let bound = bound(&written, [1024, 1, 1], [16, 1, 1], &[ints(0..1024)]);
    let time = |count| {
        let spec = cores("4w8/8/16/16", count);
        let image = Harp::compile(&Given::new(&optimised, &spec)).expect("a program");
        let mut timed: Timed = Harp::start(&image, &spec, bound.clone()).expect("it fits");
        timed.run(20_000_000, &mut Deaf).expect("no halt");
        timed.cycle()
    };
    let [one, four] = [1, 4].map(time);
    assert!(3 * four < one, "{one} {four}");
}

/// A store that leaves its buffer, or the work-group memory of its group, is found on every core, with its work-item.
#[test]
fn accesses_that_stray_are_found_on_every_core() {
    let stray = |source: &str, item: u32| {
        let (written, optimised) = kernels(source);
        let bound = bound(&written, [64, 1, 1], [8, 1, 1], &[ints(0..64)]);
        let image = Harp::compile(&Given::new(&optimised, &cores("4w8/8/8/4", 3))).expect("a program");
        let mut run = Harp::untimed(&image, &cores("4w8/8/8/4", 3), bound).expect("it fits");
        match run.advance(1_000_000) {
            Err(Halt::Fault { at, .. }) => assert_eq!(at.item[0], item, "{source}"),
            other => panic!("{other:?}"),
        }
    };
    for item in [0, 13, 21, 63] {
        stray(
            &format!(
                "__kernel void k(__global int *y) {{ int i = get_global_id(0); y[i == {item} ? 64 : i] = 1; }}"
            ),
            item,
        );
        stray(
            &format!(
                "__kernel void k(__global int *y) {{ __local int s[8]; int i = get_global_id(0); s[get_local_id(0) + (i == {item}) * 8] = i; barrier(CLK_LOCAL_MEM_FENCE); y[i] = s[0]; }}"
            ),
            item,
        );
    }
}
