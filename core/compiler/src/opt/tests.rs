//! Random programs: after every pass the verifier accepts the kernel, and it leaves the same memory.

extern crate std;

use super::*;
use crate::{
    image::Memory,
    ir::{
        Type, interp,
        tests::random::{WORDS, program},
        text,
        verify::verify,
    },
    launch::Launch,
};

fn digest(kernel: &Kernel) -> u64 {
    let launch = Launch { global: [8, 1, 1], local: [4, 1, 1], ..Launch::default() };
    let mut memory = Memory::default();
    memory.allocate("out", 8 * 8 * WORDS, Type::I64, false, true);
    let args = [memory.buffers()[0].base];
    interp::run(kernel, &launch, &args, &mut memory, &interp::Limits::default()).unwrap();
    memory.digest()
}

#[test]
fn random_programs_keep_their_results_through_every_pass() {
    for seed in 0..250 {
        let mut kernel = program(seed);
        verify(&kernel).unwrap_or_else(|error| panic!("seed {seed}: {error}"));
        let expected = digest(&kernel);
        let mut before = text::print(&kernel);
        optimise_with(passes(false), &mut kernel, |pass, kernel| {
            let after = text::print(kernel);
            let name = pass.name;
            verify(kernel).unwrap_or_else(|e| panic!("seed {seed}: {name}: {e}\n{before}\n{after}"));
            assert_eq!(digest(kernel), expected, "seed {seed}: {name}\n{before}\n{after}");
            before = after;
        });
        let text = text::print(&kernel);
        assert_eq!(text::print(&text::parse(&text).unwrap()), text, "seed {seed}: the text form is complete");
    }
}

#[test]
fn a_second_run_keeps_results_and_size() {
    for seed in 0..100 {
        let mut kernel = program(seed);
        optimise(&mut kernel);
        let (expected, size) = (digest(&kernel), kernel.insts.len());
        optimise(&mut kernel);
        assert_eq!(digest(&kernel), expected);
        // A rule that fits only now may need a constant.
        assert!(kernel.insts.len() <= size + size / 50, "seed {seed}: {size} -> {}", kernel.insts.len());
    }
}

#[test]
fn random_programs_keep_their_results_in_cells_and_with_one_barrier() {
    for seed in 0..150 {
        let mut kernel = program(seed);
        let expected = digest(&kernel);
        let mut in_cells = kernel.clone();
        cells::into_cells(&mut in_cells);
        verify(&in_cells).unwrap_or_else(|error| panic!("seed {seed}: {error}"));
        assert!(in_cells.blocks.iter().all(|block| block.params.is_empty()));
        assert_eq!(digest(&in_cells), expected, "seed {seed}");
        optimise(&mut kernel);
        let one = meeting::with_one_barrier(&kernel);
        verify(&one).unwrap_or_else(|error| panic!("seed {seed}: {error}"));
        assert!(!meeting::may_miss(&one));
        assert_eq!(digest(&one), expected, "seed {seed}\n{}", text::print(&one));
    }
}

/// Work-items below 2 of each group go one way and wait, the others go another one.
const ARMS: &str = "
kernel k(out: ptr.global i64) {
b0:
  v0: i32 = local_id 0
  v1: i32 = const 2
  v2: bool = lt.s v0, v1
  v3: ptr.global = arg 0
  v4: i32 = global_id 0
  v5: i64 = sext v4
  v6: i64 = const 8
  v7: i64 = mul v5, v6
  v8: ptr.global = ptradd v3, v7
  branch v2, b1, b2
b1:
  barrier
  store v8, v5
  LEFT
b2:
  RIGHT
  store v8, v6
  return
b3:
  barrier
  store v8, v7
  return
}
";

#[test]
fn work_items_at_different_barriers_write_to_no_buffer() {
    let of = |left: &str, right: &str| {
        let text = ARMS.replace("LEFT", left).replace("RIGHT", right);
        let kernel = text::parse(&text).unwrap();
        assert!(meeting::may_miss(&kernel));
        let one = meeting::with_one_barrier(&kernel);
        let launch = Launch { global: [8, 1, 1], local: [4, 1, 1], ..Launch::default() };
        let mut memory = Memory::default();
        memory.allocate("out", 64, Type::I64, false, true);
        let args = [memory.buffers()[0].base];
        let end = interp::run(&one, &launch, &args, &mut memory, &interp::Limits::default());
        end.map(|_| digest(&kernel) == digest(&one)).map_err(|halt| halt.why())
    };
    // Those on the right have ended, or wait at a barrier of their own.
    assert_eq!(of("jump b3", "fence"), Ok(true));
    let unmet = of("jump b3", "barrier").unwrap_err();
    assert!(unmet.contains(&alloc::format!("{:#x}", meeting::UNMET)), "{unmet}");
}

/// A word for each work-item: what it gets from other lanes of its warp. What stands in front decides who comes.
const LANES: &str = "
kernel k(out: ptr.global i64) {
b0:
  v0: i32 = local_id 0
  v1: ptr.global = arg 0
  v2: i32 = global_id 0
  v3: i64 = sext v2
  v4: i64 = const 3
  v5: i64 = shl v3, v4
  v6: ptr.global = ptradd v1, v5
  v7: i32 = const FEW
  v8: bool = lt.u v0, v7
  branch v8, b1, b2
b1:
  v9: i32 = const 5
  v10: i32 = mul v2, v9
  v11: i32 = const 3
  v12: i32 = const SEGMENTS
  v13: i32 = const 4294967295
  v14: bool = lt.u v12, v10
  LANE
  v16: i64 = zext v15
  store v6, v16
  jump b3
b2:
  store v6, v4
  OTHERS
b3:
  barrier
  v17: i64 = load v6
  v18: i64 = mul v17, v4
  store v6, v18
  return
}
";

/// The interpreter has operations of lanes of its own.
#[test]
fn lanes_get_the_same_through_memory() {
    let ops = [
        "v15: i32 = lane.index v10, v11, v12, v13",
        "v15: i32 = lane.up v10, v11, v12, v13",
        "v15: i32 = lane.down v10, v11, v12, v13",
        "v15: i32 = lane.xor v10, v11, v12, v13",
        "v15: i32 = lane.ballot v14, v13",
        "v15: i32 = lane.match v11, v13",
    ];
    // All; the first warp, while the others wait at the barrier or have ended; all but some that have ended.
    let ways =
        [(99, "jump b3"), (32, "jump b3"), (32, "return"), (70, "return"), (37, "return"), (7, "return")];
    let launch = Launch { global: [144, 1, 1], local: [72, 1, 1], ..Launch::default() };
    let digest = |kernel: &Kernel| {
        let mut memory = Memory::default();
        memory.allocate("out", 8 * 144, Type::I64, false, true);
        let args = [memory.buffers()[0].base];
        interp::run(kernel, &launch, &args, &mut memory, &interp::Limits::default()).unwrap();
        memory.digest()
    };
    for (op, (few, others), segments) in ops
        .into_iter()
        .flat_map(|op| ways.into_iter().map(move |way| (op, way)))
        .flat_map(|(op, way)| [31, 0, 24 << 8 | 31, 24 << 8].map(|segments| (op, way, segments)))
    {
        let text =
            LANES.replace("FEW", &alloc::format!("{few}")).replace("LANE", op).replace("OTHERS", others);
        let mut kernel = text::parse(&text.replace("SEGMENTS", &alloc::format!("{segments}"))).unwrap();
        optimise(&mut kernel);
        for way in [
            exchange::through_memory as fn(&mut Kernel) -> bool,
            |kernel| exchange::by_warps(kernel, 8),
            |kernel| exchange::by_warps(kernel, 4),
        ] {
            let mut written = kernel.clone();
            assert!(way(&mut written), "{op}");
            verify(&written).unwrap_or_else(|error| panic!("{op}: {error}"));
            assert!(written.lane_op().is_none(), "{op} {few} {others}\n{}", text::print(&written));
            assert_eq!(
                digest(&written),
                digest(&kernel),
                "{op} {few} {others} {segments}\n{}",
                text::print(&written)
            );
        }
    }
}

#[test]
fn warps_wait_for_all_of_their_lanes() {
    let text = LANES.replace("FEW", "32").replace("OTHERS", "return").replace("SEGMENTS", "31");
    let is_written = |op: &str| {
        let mut kernel = text::parse(&text.replace("LANE", op)).unwrap();
        exchange::by_warps(&mut kernel, 8)
    };
    assert!(is_written("v15: i32 = lane.index v10, v11, v12, v13"));
    assert!(!is_written("v15: i32 = lane.index v10, v11, v12, v9"), "a mask that nobody knows");
    assert!(!is_written("v15: i32 = lane.index v10, v11, v12"), "no mask");
}
