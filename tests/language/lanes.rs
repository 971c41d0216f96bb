//! Kernels whose lanes exchange values, as people paste them, against what a few lines of another program make of the same data; and
//! how machines that cannot run them say so.

use std::fs;

use lanescope_core::session::{Session, vocabulary::*};
use lanescope_tests::{bless, runs, shorthand::finish};

/// The presets whose warps hold a warp of 32.
const WIDE: [&str; 2] = ["simt/fermi", "simt/gcn64"];

/// The same, and machines whose lanes exchange through memory.
const ON: [&str; 5] = ["simt/fermi", "simt/gcn64", "rvv/textbook", "packed/avx2", "harp/harp32"];

fn source(name: &str) -> String {
    fs::read_to_string(bless::project(&format!("tests/cases/pasted/{name}"))).unwrap()
}

/// What a kernel leaves in a buffer, and what was in another one before, as words.
fn outcome(name: &str, preset: &str, [given, left]: [&str; 2]) -> [Vec<u32>; 2] {
    let mut session = Session::open(runs::document(&source(name), preset), Limits::default());
    session.start().unwrap_or_else(|found| panic!("{name} on {preset}: {found:#?}"));
    let words = |session: &Session, buffer: &str| -> Vec<u32> {
        let bytes = session.dump(buffer).unwrap_or_else(|| panic!("no buffer {buffer}"));
        bytes.chunks(4).map(|word| u32::from_le_bytes(word.try_into().unwrap())).collect()
    };
    let before = words(&session, given);
    finish(&mut session);
    [before, words(&session, left)]
}

/// Each block adds up every 512th element for each of its 128 work-items, then these in a tree: of 1000 elements, to within the
/// rounding of some hundred additions.
#[test]
fn a_block_adds_its_elements_by_shuffles() {
    for preset in ON {
        let [given, left] = outcome("warp_sum.cu", preset, ["in", "out"]);
        assert_eq!((given.len(), left.len()), (1000, 4));
        for (block, sum) in left.iter().enumerate() {
            let mine = (0..1000).filter(|i| i / 128 % 4 == block);
            let values = mine.map(|i| f64::from(f32::from_bits(given[i])));
            let (sum, expected) = (f64::from(f32::from_bits(*sum)), values.clone().sum::<f64>());
            let size: f64 = values.map(f64::abs).sum();
            assert!(size > 1.0 && (sum - expected).abs() <= size * 1e-6, "{preset}: {sum} {expected}");
        }
    }
}

/// What is above zero of each run of 32 elements stands at its beginning, in order.
#[test]
fn warps_compact_their_elements() {
    for preset in ON {
        let [given, left] = outcome("compact.cu", preset, ["in", "out"]);
        for (warp, left) in left.chunks(32).enumerate() {
            let mine = given.iter().skip(32 * warp).take(32);
            let kept: Vec<u32> = mine.copied().filter(|value| *value as i32 > 0).collect();
            assert_eq!(left[..kept.len()], kept, "{preset}: warp {warp}");
        }
        let [given, ends] = outcome("compact.cu", preset, ["in", "where"]);
        for (warp, end) in ends.iter().enumerate() {
            let mine = given.iter().skip(32 * warp).take(32);
            let kept = mine.filter(|value| **value as i32 > 0).count();
            assert!(kept == 0 || *end as usize == 32 * warp + kept, "{preset}: warp {warp}");
        }
    }
}

/// Prefix sums of each 32 elements, and the largest of each 8. Sub-groups of 8 fit the narrow machine, too.
#[test]
fn sub_groups_scan_and_reduce() {
    for preset in ["simt/teaching", "simt/fermi", "simt/gcn64"] {
        let [given, left] = outcome("sub_groups.cl", preset, ["in", "out"]);
        let sums = given.chunks(32).flat_map(|group| {
            group.iter().scan(0, |sum, value| {
                *sum += value;
                Some(*sum)
            })
        });
        assert!(given.iter().any(|value| *value > 0));
        assert_eq!(left, sums.collect::<Vec<u32>>(), "{preset}");
        let [given, most] = outcome("sub_groups.cl", preset, ["in", "most"]);
        let largest = given.chunks(8).map(|group| group.iter().copied().max().unwrap());
        assert_eq!(most, largest.collect::<Vec<u32>>(), "{preset}");
    }
}

/// A work-item counts how many of its warp have its value (and -1 stands for it where others are there too, which is never so: who
/// has parted votes alone); the counts of 8 neighbours are added, and odd values add how many of the warp are odd.
#[test]
fn old_forms_vote_among_those_who_have_come() {
    for preset in ON {
        let [given, left] = outcome("old_shuffles.cu", preset, ["in", "out"]);
        for (at, left) in left.iter().enumerate() {
            let warp = &given[at / 32 * 32..][..32];
            let like = |value: u32| warp.iter().filter(|other| **other & 3 == value & 3).count();
            let near: usize = given[at / 8 * 8..][..8].iter().map(|value| like(*value)).sum();
            let odd = warp.iter().filter(|other| **other & 1 == 1).count();
            let more = if given[at] & 1 == 1 { 100 * odd } else { 0 };
            assert_eq!(*left as usize, near + more, "{preset}: {at}");
        }
    }
}

/// What does not go through memory is named with its line: a shuffle without a mask in a loop that lanes leave one by one. A machine with narrow warps names the
/// group that does not fit.
#[test]
fn machines_without_lanes_name_the_line() {
    let text = "// lanescope: global 64\n// lanescope: local 32\n// lanescope: arg n 50\n\
        __global__ void k(int *out, int n) {\n    int t = threadIdx.x;\n    while (t < n)\n        \
        t += __shfl_down(t, 1);\n    out[threadIdx.x] = t;\n}\n";
    for preset in runs::kernel_presets().iter().filter(|preset| !preset.starts_with("simt/")) {
        let (at, message) = runs::refused_at(text, preset).unwrap_or_else(|| panic!("{preset} takes it"));
        assert!(at == 7 && message.contains("between the lanes of a warp"), "{preset}: {at} {message}");
    }
    let text = source("warp_sum.cu");
    let line = 1 + text.lines().position(|line| line.contains("__shfl_down_sync")).unwrap();
    let found = Session::open(runs::document(&text, "simt/teaching"), Limits::default()).start().unwrap_err();
    let place = text[..found[0].span().start as usize].lines().count();
    assert_eq!((found[0].code.as_ref(), place), ("simt::lanes", line), "{found:#?}");
    assert!(found[0].message.contains("have 8, and a group has 128"), "{}", found[0].message);
}

/// There are cells for 1024 work-items of a group, and no more.
#[test]
fn groups_have_cells_for_their_lanes() {
    for (items, fits) in [(1024, true), (1025, false)] {
        let text = format!(
            "// lanescope: global {items}\n// lanescope: local {items}\n\
             __global__ void k(int *out) {{ out[threadIdx.x] = __shfl_xor_sync(~0u, (int)threadIdx.x, 1); }}"
        );
        for preset in ["rvv/textbook", "packed/avx2"] {
            let mut session = Session::open(runs::document(&text, preset), Limits::default());
            match session.start().err() {
                None => {
                    assert!(fits, "{preset} takes a group of {items}");
                    finish(&mut session);
                    let out = session.dump("out").unwrap();
                    let words = out.chunks(4).map(|word| u32::from_le_bytes(word.try_into().unwrap()));
                    assert!(words.take(items).eq((0..items as u32).map(|at| at ^ 1)), "{preset}");
                }
                Some(found) => {
                    assert!(!fits && found[0].code == "launch::lanes", "{preset}: {found:#?}");
                    assert!(found[0].message.contains("this one has 1025"), "{}", found[0].message);
                }
            }
        }
    }
}

/// Lanes that never come are named by the machine as by the reference; who reads a lane that is not there is told.
#[test]
fn missing_lanes_and_strangers_are_told() {
    let run = |body: &str, preset: &str| {
        let text = format!(
            "// lanescope: global 24\n// lanescope: local 24\n__global__ void k(int *out) {{ int t = threadIdx.x; {body} }}"
        );
        let mut session = Session::open(runs::document(&text, preset), Limits::default());
        session.start().unwrap_or_else(|found| panic!("{preset}: {found:#?}"));
        let status = session.advance(1_000_000, 1_000_000);
        let check = (0..1000).find_map(|_| session.check(1_000_000)).expect("the reference ends");
        (status.halt.map(|halt| halt.message), check)
    };
    for preset in WIDE {
        let (halt, _) = run("if (t < 3) out[t] = __ballot_sync(0xff, 1); else __syncthreads();", preset);
        let halt = halt.unwrap();
        assert!(halt.contains("waits for lanes of its warp: lanes 3-7 of the warp"), "{preset}: {halt}");
        let (halt, check) = run("out[t] = __shfl_down_sync(~0u, t, 2);", preset);
        let remark = check.remark.unwrap_or_default();
        assert!(halt.is_none() && check.pass, "{preset}: {halt:?} {remark}");
        assert!(remark.contains("Work-item (22, 0, 0) read the value of a lane"), "{preset}: {remark}");
    }
}

/// A kernel that does not say how many lanes it needs has as many as the setting says, on the machine and in the reference; one that says so, and a
/// warp of CUDA, have their own.
#[test]
fn the_setting_decides_where_a_kernel_does_not() {
    let header = "// lanescope: global 64\n// lanescope: local 32\n// lanescope: arg o [64] zeros\n";
    let body = "int i = get_global_id(0); int sum = sub_group_reduce_add(1), first = sub_group_broadcast(i, 0);\n\
        o[i] = sum + 100 * get_sub_group_size() + 10000 * get_max_sub_group_size() + 1000000 * get_num_sub_groups() + 10000000 * (i - first);";
    let open = format!("{header}__kernel void k(__global int *o) {{ {body} }}");
    let own = format!(
        "{header}__attribute__((intel_reqd_sub_group_size(4))) __kernel void k(__global int *o) {{ {body} }}"
    );
    let cuda = format!(
        "{header}__global__ void k(int *o) {{ int i = blockIdx.x * blockDim.x + threadIdx.x;\n\
        o[i] = __popc(__ballot_sync(~0u, 1)) + 100 * warpSize; }}"
    );
    let expected = |lanes: u32, i: u32| {
        101 * lanes + 10_000 * lanes + 1_000_000 * (32 / lanes) + 10_000_000 * (i % lanes)
    };
    for preset in WIDE {
        for set in [1, 2, 8, 16, 32] {
            for (source, lanes) in [(&open, set), (&own, 4), (&cuda, 0)] {
                let mut document = runs::document(source, preset);
                document.machine.changes.push(("subgroup".into(), set.to_string()));
                let mut session = Session::open(document, Limits::default());
                session.start().unwrap_or_else(|found| panic!("{preset}: {found:#?}"));
                finish(&mut session);
                let found = session.dump("o").expect("a buffer");
                let found = found.chunks(4).map(|word| u32::from_le_bytes(word.try_into().unwrap()));
                let of = |i| if lanes == 0 { 32 + 3200 } else { expected(lanes, i) };
                assert_eq!(found.collect::<Vec<_>>(), (0..64).map(of).collect::<Vec<_>>(), "{preset} {set}");
                let check = (0..1000).find_map(|_| session.check(1_000_000)).expect("the reference ends");
                assert!(check.pass, "{preset} {set}: {}", check.words());
            }
        }
    }
    // Warps of 8 lanes hold groups of 32 work-items only if their sub-groups are no larger.
    for (set, runs) in [("8", true), ("16", false)] {
        let mut document = runs::document(&open, "simt/teaching");
        document.machine.changes.push(("subgroup".into(), set.into()));
        assert_eq!(Session::open(document, Limits::default()).start().is_ok(), runs, "{set}");
    }
}
