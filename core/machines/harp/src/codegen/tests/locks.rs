//! Stores of less than a word, with every order of warps that there is, and with timing.

use std::collections::{HashMap, HashSet};

use lanescope_parts::{
    image::{BASE, Digest},
    machines::Machine,
    trace::Deaf,
};

use super::*;
use crate::{
    isa::Op,
    launch::{self, Plan},
    machine::Timed,
};

/// What stands in warps and memory, as a number. Code and constants stay as they are.
fn digest(core: &Cube) -> u64 {
    let mut digest = Digest::default();
    let arch = core.config().arch;
    for warp in core.warps() {
        [warp.pc, warp.active.into(), warp.mask, warp.stack.len() as u64]
            .iter()
            .for_each(|word| digest.word(*word));
        warp.stack.iter().for_each(|entry| digest.word(entry.mask));
        for lane in 0..usize::from(arch.lanes) {
            (0..arch.registers).for_each(|register| digest.word(warp.get(register as u8, lane)));
        }
        (0..arch.predicates).for_each(|number| digest.word(warp.predicate(number as u8)));
    }
    digest.bytes(&core.ram.bytes()[BASE as usize..]);
    digest.0
}

/// Lets a warp go on until it has touched memory that other warps touch too, or has ended. Instructions on what is its own may come at any time.
fn go_on(core: &mut Cube, warp: usize, plan: &Plan) {
    loop {
        let next = core.foresee(warp).expect("an instruction");
        let own = |address: u64| (plan.frames..plan.locks).contains(&address);
        let shared = core.touches(warp, &next).any(|touch| !own(touch.address));
        core.execute_next(warp).expect("no fault");
        if shared || !core.warps()[warp].runs() {
            return;
        }
    }
}

/// Runs a kernel in every order of its warps: each ends with the memory of the interpreter, and from wherever it stands it can end. The number of
/// different states.
fn in_every_order(source: &str, global: u32, local: u32, args: &[Arg], arch: &str) -> usize {
    let (written, optimised) = kernels(source);
    let bound = bound(&written, [global, 1, 1], [local, 1, 1], args);
    let wanted = expected(&written, &bound);
    every_order(&optimised, &bound, arch, &|memory| {
        assert_eq!(difference(memory, &wanted), None, "{arch}\n{source}");
    })
}

/// The same of an optimised kernel, where somebody else looks at what each order leaves.
pub(super) fn every_order(optimised: &Kernel, bound: &Bound, arch: &str, left: &dyn Fn(&Memory)) -> usize {
    let spec = spec(arch, "sj");
    let image = Harp::compile(&Given::new(optimised, &spec)).expect("a program");
    let entry = image.entry.clone().expect("a kernel");
    let config = spec.kernel_config().expect("an ArchID");
    let plan = Plan::new(&entry, &config, bound).expect("it fits");
    let start = launch::core(&image, &entry, config, bound).expect("it fits");
    let (mut seen, mut before, mut ends) = (HashSet::new(), HashMap::<u64, Vec<u64>>::new(), Vec::new());
    seen.insert(digest(&start));
    let mut open = Vec::from([(digest(&start), start)]);
    while let Some((from, core)) = open.pop() {
        let running: Vec<usize> = (0..core.warps().len()).filter(|warp| core.warps()[*warp].runs()).collect();
        if running.is_empty() {
            let mut memory = bound.memory.clone();
            launch::show(&core, &mut memory, 0);
            left(&memory);
            ends.push(from);
        }
        for warp in running {
            let mut next = core.clone();
            go_on(&mut next, warp, &plan);
            let to = digest(&next);
            before.entry(to).or_default().push(from);
            if seen.insert(to) {
                open.push((to, next));
            }
        }
    }
    // From the ends backwards every state is reached: none is a circle without a way out.
    let mut can_end: HashSet<u64> = ends.iter().copied().collect();
    while let Some(state) = ends.pop() {
        for from in before.get(&state).into_iter().flatten() {
            if can_end.insert(*from) {
                ends.push(*from);
            }
        }
    }
    assert_eq!(can_end.len(), seen.len(), "{arch} {}", optimised.name);
    seen.len()
}

/// Warps that store bytes and halves of one word, words of one lock, and words of different locks.
#[test]
fn stores_of_less_than_a_word_are_right_in_every_order_of_two_warps() {
    let bytes = |count: usize| Arg::Bytes((0..count).map(|at| at as u8 | 0x80).collect());
    let one = "__kernel void one(__global uchar *a) { int i = get_global_id(0); a[i] = i + 1; }";
    let half = "__kernel void halves(__global ushort *a) { int i = get_global_id(0); a[i ^ 1] = i + 0x101; }";
    let lock = "__kernel void lock(__global uchar *a) { int i = get_global_id(0); a[4096 * i + 1] = i + 1; }";
    let mixed =
        "__kernel void mixed(__global uchar *a) { int i = get_global_id(0); a[i == 1 ? 64 : i] = i + 1; }";
    let long = "__kernel void long_words(__global uint *a) { int i = get_global_id(0); a[i] = i + 0x10001; }";
    let mut states = 0;
    for (source, global, local, arch, size) in [
        (one, 2, 1, "4w8/8/1/2", 4),
        (half, 2, 1, "4w8/8/1/2", 4),
        (lock, 2, 1, "4w8/8/1/2", 4100),
        (one, 4, 2, "4w8/8/2/2", 4),
        (mixed, 4, 2, "4w16/8/2/2", 68),
        (long, 2, 1, "8w16/8/1/2", 8),
    ] {
        states += in_every_order(source, global, local, &[bytes(size)], arch);
    }
    assert!(states > 1000, "orders are tried: {states}");
}

/// Runs a kernel with timing; its memory is that of the interpreter. The cycles.
fn cycles(source: &str, (global, local): (u32, u32), args: &[Arg], settings: &[(&str, &str)]) -> u64 {
    let (written, optimised) = kernels(source);
    let bound = bound(&written, [global, 1, 1], [local, 1, 1], args);
    let mut spec = Spec::default();
    settings.iter().for_each(|(id, value)| spec.set(id, value).expect(id));
    let image = Harp::compile(&Given::new(&optimised, &spec)).expect("a program");
    let mut run: Timed = Harp::start(&image, &spec, bound.clone()).expect("it fits");
    run.run(50_000_000, &mut Deaf).expect("no halt");
    assert!(run.finished(), "{settings:?}\n{source}");
    if let Some(text) = difference(run.memory(), &expected(&written, &bound)) {
        panic!("{settings:?}: {text}\n{source}");
    }
    run.cycle()
}

/// Bytes, halves and words with a stride, with an offset, and by lanes that disagree.
const STORES: [&str; 4] = [
    "__kernel void k(__global uchar *a, __global ushort *b) { int i = get_global_id(0); a[i] = i * 3; b[i] = i * 5; }",
    "__kernel void k(__global uchar *a, __global ushort *b) { int i = get_global_id(0), n = get_global_size(0);
     a[n - 1 - i] = i; b[(i + 1) % n] = i * 257; }",
    "__kernel void k(__global uchar *a, __global ushort *b) { int i = get_global_id(0), n = get_global_size(0);
     a[i * 37 % n] = i; if (i % 3) b[i * 11 % n] = i * 257; else a[n + i] = 1; }",
    "__kernel void k(__global uchar *a, __global ushort *b) { int i = get_global_id(0);
     for (int k = 0; k < 3; k++) { a[3 * i + k] = i + k; b[3 * i + k] = i - k; } }",
];

/// Many warps, in the orders in which timing lets them run.
#[test]
fn many_warps_store_less_than_a_word_at_once() {
    for source in STORES {
        let args = [Arg::Bytes([1; 1024].into()), Arg::Bytes([2; 2048].into())];
        for archid in ["4w8/8/16/16", "8w32/32/16/16", "4w16/8/8/32", "4w8/8/16/1"] {
            for [policy, memory] in [["fifo", "scratchpad"], ["rr", "hmc"], ["gto", "fixed"]] {
                let settings = [("archid", archid), ("sched_policy", policy), ("mem_model", memory)];
                cycles(source, (256, 16), &args, &settings);
            }
        }
    }
}

/// Warps that store to words of their own wait for nobody: with more of them, the same work does not take longer.
#[test]
fn more_warps_do_not_take_longer_for_stores_of_less_than_a_word() {
    let source = "__kernel void k(__global ushort *a) { int i = get_global_id(0); for (int k = 0; k < 8; k++) a[i + 512 * k] = i + k; }";
    let args = [Arg::Bytes([1; 8192].into())];
    let of = |archid| cycles(source, (512, 16), &args, &[("archid", archid)]);
    let [one, four, sixteen] = ["4w8/8/16/1", "4w8/8/16/4", "4w8/8/16/16"].map(of);
    assert!(2 * four < one + one / 10 && 10 * sixteen < 11 * four, "{one} {four} {sixteen}");
}

/// All warps store to one byte again and again: they take turns, and all come to an end.
#[test]
fn warps_that_want_one_word_take_turns() {
    let source = "__kernel void k(__global uchar *a) { for (int k = 0; k < 16; k++) a[1] = k; }";
    let of = |archid| cycles(source, (256, 16), &[Arg::Bytes([7; 8].into())], &[("archid", archid)]);
    let [one, sixteen] = ["4w8/8/16/1", "4w8/8/16/16"].map(of);
    assert!(sixteen < 8 * one, "{one} {sixteen}");
}

/// A store of less than a word that nobody else wants to do asks for its lock once: seven accesses for the lock, one for who is left.
#[test]
fn a_store_that_nobody_disturbs_asks_once() {
    let count = |body: &str| {
        let source = format!(
            "__kernel void k(__global ushort *a, __global uint *b) {{ int i = get_global_id(0); {body} }}"
        );
        let args = [Arg::Bytes([1; 64].into()), Arg::Bytes([2; 128].into())];
        let run = same(&source, ([16, 1, 1], [16, 1, 1]), &args, "4w16/8/16/1", "sj");
        [Op::Ld, Op::St].map(|op| core(&run).executed(op))
    };
    let ([loads, stores], [plain_loads, plain_stores]) = (count("a[i] = 5;"), count("b[i] = 5;"));
    // The word of the warp, where the locks are, y, x, the lane that is left; the word around the value, at each of its two places.
    assert_eq!(loads - plain_loads, 7);
    // b, x, y; y, b; the word of the warp twice; the value at its two places instead of once.
    assert_eq!(stores - plain_stores, 3 + 2 + 2 + 1);
}

/// Floats beside words of 8 bytes, written with a stride of three as the gallery's `depth_to_vertex` does: two of them share a word, and more warps, and more
/// cores, do not take longer.
#[test]
fn floats_on_long_words_do_not_take_longer_with_more_warps() {
    let source = include_str!("../../../../../kernels/depth_to_vertex.cl");
    let (written, optimised) = kernels(source);
    let floats =
        |count: u32, of: fn(u32) -> f32| Arg::Bytes((0..count).flat_map(|at| of(at).to_le_bytes()).collect());
    let depth = floats(512, |at| (at * 37 % 101) as f32 / 77.0 - 0.3);
    let camera = floats(4, |at| [0.1, 0.2, -1.6, -1.5][at as usize]);
    let bound = bound(&written, [32, 16, 1], [8, 4, 1], &[depth, floats(1536, |_| 0.0), camera]);
    let of = |(archid, cores): (&str, &str)| {
        let mut spec = spec(archid, "sj");
        spec.set("cores", cores).expect("a number");
        let image = Harp::compile(&Given::new(&optimised, &spec)).expect("a program");
        let mut run: Timed = Harp::start(&image, &spec, bound.clone()).expect("it fits");
        run.run(50_000_000, &mut Deaf).expect("no halt");
        assert_eq!(difference(run.memory(), &expected(&written, &bound)), None, "{archid} {cores}");
        run.cycle()
    };
    let runs = [("8w32/32/16/2", "1"), ("8w32/32/16/4", "1"), ("8w32/32/16/16", "1"), ("8w32/32/16/16", "4")];
    let [two, four, sixteen, cores] = runs.map(of);
    assert!(four < two && sixteen < four && cores < sixteen, "{two} {four} {sixteen} {cores}");
}
