//! `lane_or` as the author of a kernel calls it.

use super::*;
use crate::isa::Op;

const LOOP: &str = "__kernel void k(__global int *y, __global const int *x) {
    int i = get_global_id(0), r = 0, k = 0;
    while (sub_group_any(k < x[i])) {
        if (k < x[i]) { r += 10 + k; k++; }
    }
    y[i] = r;
}";

/// The kernel of a text whose sub-groups are warps of so many lanes.
fn warps(source: &str, lanes: u32) -> (Kernel, Kernel) {
    let size = format!("__kernel __attribute__((intel_reqd_sub_group_size({lanes})))");
    kernels(&source.replace("__kernel", &size))
}

fn leaves_the_same(source: &str, lanes: u32, spec: &Spec) -> Functional {
    let (written, optimised) = warps(source, lanes);
    let args = [ints([0; 4 * 16]), ints((0..64).map(|at| [3, 1, 4, 2, 0, 0, 7][at as usize % 7]))];
    let bound = bound(&written, [64, 1, 1], [32, 1, 1], &args);
    let run = run(&optimised, &bound, spec).unwrap_or_else(|error| panic!("{error}\n{source}"));
    assert_eq!(difference(run.memory(), &expected(&written, &bound)), None, "{source}");
    run
}

/// The loop of W36 in the manual form: it asks as often as the one that is made so automatically, and its branch takes no `split`, so that only the body has one.
#[test]
fn w36_a_loop_that_asks_by_itself_takes_one_split() {
    let (written, optimised) = warps(LOOP, 4);
    let args = [ints([0; 4]), ints([3, 1, 4, 2])];
    let bound = bound(&written, [4, 1, 1], [4, 1, 1], &args);
    let run = run(&optimised, &bound, &spec("4w8/8/4/1", "static")).expect("a run");
    assert_eq!(difference(run.memory(), &expected(&written, &bound)), None);
    // Four turns, each with the branch round the body.
    assert_eq!(core(&run).executed(Op::Split), 4);
}

#[test]
fn lanes_ask_whether_a_condition_holds_in_any_or_in_all() {
    let all = LOOP.replace("sub_group_any(k < x[i])", "!sub_group_all(k >= x[i])");
    for source in [LOOP, &all] {
        for policy in POLICIES {
            for (arch, lanes) in [("4w8/8/4/16", 4), ("8w32/32/16/16", 16), ("4b16/8/8/16", 8)] {
                leaves_the_same(source, lanes, &spec(arch, policy));
            }
        }
    }
}

/// What a word of the warp does not say is refused, and so are warps of another size than the machine's.
#[test]
fn what_lanes_cannot_do_together_is_refused_by_name() {
    let refused = |source: &str, lanes: u32| {
        Harp::compile(&Given::new(&warps(source, lanes).1, &spec("4w8/8/16/16", "sj")))
            .expect_err(source)
            .message
    };
    let shuffle = "__kernel void k(__global int *y) { int i = get_global_id(0); y[i] = sub_group_shuffle_xor(y[i], 1); }";
    assert!(refused(shuffle, 16).contains("exchange of values"), "{}", refused(shuffle, 16));
    assert!(refused(LOOP, 8).contains("(a sub-group) of 8 work-items"), "{}", refused(LOOP, 8));
    let apart = LOOP.replace("y[i] = r;", "if (i & 1) r += sub_group_any(i == 1); y[i] = r;");
    assert!(refused(&apart, 16).contains("where not all of its lanes may be"), "{}", refused(&apart, 16));
    let ballot =
        "__global__ void k(int *y) { y[threadIdx.x] = __ballot_sync(0xffffffff, y[threadIdx.x] > 2); }";
    let error =
        Harp::compile(&Given::new(&kernels(ballot).1, &spec("4w8/8/32/16", "sj"))).expect_err("a ballot");
    assert!(error.message.contains("only whether it does in any"), "{error:?}");
}

/// The numbers of lanes and warps that do not fit into an immediate of the start-up chain: 64 of seven bits, and one less, which does.
#[test]
fn as_many_lanes_as_an_immediate_has_no_room_for_find_their_frames() {
    let source = "__kernel void k(__global int *y, __global const int *x) {
        int mine[4], i = get_global_id(0);
        for (int at = 0; at < 4; at++) mine[at] = x[i] + at * i;
        y[i] = mine[x[i] & 3];
    }";
    for arch in ["4w64/64/64/4", "4w64/64/63/4", "4w33/33/64/4"] {
        let (written, optimised) = kernels(source);
        let args = [ints([0; 4 * 16]), ints((0..64).map(|at| [3, 1, 4, 2, 0, 0, 7][at as usize % 7]))];
        let bound = bound(&written, [64, 1, 1], [32, 1, 1], &args);
        let run = run(&optimised, &bound, &spec(arch, "sj")).expect(arch);
        assert_eq!(difference(run.memory(), &expected(&written, &bound)), None, "{arch}");
    }
}
