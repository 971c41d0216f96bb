//! Kernels with the attributes of HARP: `harp_kernel`, `warp_id`, `lane_id` (HARP 3.10).

use lanescope_parts::codegen::classify::Static;

use super::*;
use crate::isa::Op;

/// A kernel of warps of four lanes.
const PLACES: &str = "__attribute__((intel_reqd_sub_group_size(4))) __attribute__((harp_kernel))
void k(__attribute__((warp_id)) int w, __global int *a, int l __attribute__((lane_id))) {
    int i = get_global_id(0) + get_global_size(0) * get_global_id(1);
    a[2 * i] = w;
    a[2 * i + 1] = l;
}";

/// Nobody passes them; each lane finds its number, and that of its warp: those of a group lie behind those of the group before, and the last warp of a group
/// may have fewer lanes.
#[test]
fn kernels_are_given_their_place() {
    let (written, optimised) = kernels(PLACES);
    assert_eq!(written.params.len(), 1);
    for ([global, rows], local) in [([24, 1], 8), ([24, 1], 6), ([6, 4], 6), ([8, 2], 1)] {
        let args = [ints((0..2 * global * rows).map(|_| -1))];
        let bound = bound(&written, [global as u32, rows as u32, 1], [local as u32, 1, 1], &args);
        let of_group = (local + 3) / 4;
        let place = |i: i32| {
            let (x, group) = (i % global % local, i / local);
            [group * of_group + x / 4, x % 4]
        };
        let all: Vec<u8> = (0..global * rows).flat_map(place).flat_map(i32::to_le_bytes).collect();
        assert_eq!(expected(&written, &bound).copy_out(0, 0, u64::MAX), all, "the interpreter");
        for arch in ["4w8/8/4/16", "8w32/32/4/2", "4b16/8/4/3"] {
            let run = run(&optimised, &bound, &spec(arch, "sj")).expect(arch);
            assert_eq!(run.memory().copy_out(0, 0, u64::MAX), all, "{arch} {global} {local}");
        }
    }
}

/// Of a launch that the machine has warps for at once they are the numbers that the hardware knows: W18 stores `warp * lanes + lane` of each.
#[test]
fn w18_places_are_those_of_warps_and_lanes() {
    let source = PLACES.replace("a[2 * i + 1] = l;", "").replace("a[2 * i] = w;", "a[i] = w * 4 + l;");
    let (written, optimised) = kernels(&source);
    let bound = bound(&written, [16, 1, 1], [4, 1, 1], &[ints([-1; 16])]);
    let run = run(&optimised, &bound, &spec("4w8/8/4/4", "sj")).expect("a run");
    let all: Vec<u8> = (0..16).flat_map(i32::to_le_bytes).collect();
    assert_eq!(run.memory().copy_out(0, 0, u64::MAX), all);
}

/// The table of W24 with the words of the reference: the number of the warp is the same in all its lanes, that of the lane is not. (Row 4, a load at
/// an address that lanes agree on, is unanimous here.)
#[test]
fn w24_attributes_are_read_by_the_analysis() {
    use Static::{Indeterminate, Nonunanimous, Unanimous};
    for (condition, expected) in [
        ("w < 4", Unanimous),
        ("l == 0", Nonunanimous),
        ("a[l] > 0", Indeterminate),
        ("a[w] > 0", Unanimous),
        ("n > 10", Unanimous),
        ("w * 16 + l < n", Nonunanimous),
        ("l < 100", Nonunanimous),
        ("a[l] > l", Indeterminate),
    ] {
        let source = format!(
            "__attribute__((intel_reqd_sub_group_size(16))) __attribute__((harp_kernel))
            void k(int w __attribute__((warp_id)), int l __attribute__((lane_id)), __global int *y, __global const int *a, int n) {{
                if ({condition}) y[w * 16 + l] = a[l] * n + y[0]; }}"
        );
        let (_, kernel) = kernels(&source);
        let program = Harp::compile(&Given::new(&kernel, &spec("4w8/8/16/16", "static"))).expect(condition);
        let branches = &program.entry.as_deref().expect("a kernel").branches;
        let found: Vec<Static> = branches.iter().map(|branch| branch.class).collect();
        assert_eq!(found, [expected], "{condition}");
    }
}

/// A branch on the number of the warp takes no `split`; one on data does.
#[test]
fn branches_on_the_warp_are_not_split() {
    let splits = |condition: &str| {
        let source =
            PLACES.replace("a[2 * i] = w;", &format!("if ({condition} & 1) a[2 * i] = w * a[2 * i] + l;"));
        let (written, optimised) = kernels(&source);
        let bound = bound(&written, [16, 1, 1], [8, 1, 1], &[ints(0..32)]);
        let mut spec = spec("4w8/8/4/4", "static");
        spec.set("size_limit", "0").expect("a number");
        let run = run(&optimised, &bound, &spec).expect("a run");
        assert_eq!(difference(run.memory(), &expected(&written, &bound)), None, "{condition}");
        core(&run).executed(Op::Split)
    };
    assert_eq!(splits("w"), 0);
    assert!(splits("a[2 * i + 1]") > 0);
}

/// Warps of another size than the machine's have no such numbers.
#[test]
fn places_of_other_warps_are_refused() {
    let (_, kernel) = kernels(PLACES);
    let error = Harp::compile(&Given::new(&kernel, &spec("4w8/8/16/16", "sj"))).expect_err("16 lanes");
    assert!(error.message.contains("4 work-items, where a warp has 16 lanes"), "{error:?}");
}
