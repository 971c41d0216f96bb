//! Timing at the edge of its rules.

use alloc::{format, sync::Arc, vec::Vec};

use lanescope_parts::{
    image::{BASE, Memory},
    ir::Type,
    machines::{Machine, chassis::settings::Chip},
    trace::{Cause, Event, Log, Sink, Stage},
};

use crate::{
    asm::assemble,
    causes::{CAUSES, CROSSING, ELEMENTS, JOINING, TILE_ROWS, TILE_SUM},
    events::{Crossing, EVENTS, OneByOne, TileProduct},
    exec::{Hart, PState},
    machine::Packed,
    spec::{MemoryModel, Spec, preset},
};

/// The cycles in which instructions issue.
#[derive(Default)]
struct Issues(Vec<u64>);

impl Sink for Issues {
    const ON: bool = true;

    fn tell(&mut self, cycle: u64, event: Event) {
        if let Event::Stage { stage: Stage::Issue, .. } = event {
            self.0.push(cycle);
        }
    }
}

/// Runs a program by hand on threads with these registers `a0` to `a2`: when each instruction issued, and the machine.
fn run(text: &str, spec: &Spec, starts: &[[u64; 3]]) -> (Vec<u64>, Packed) {
    let mut issues = Issues::default();
    let machine = run_into(&mut issues, text, spec, starts);
    (issues.0, machine)
}

/// The same with everything that it tells.
fn log(text: &str, spec: &Spec, start: [u64; 3]) -> (Log, Packed) {
    let mut log = Log::new(CAUSES, EVENTS, 1, 1);
    let machine = run_into(&mut log, text, spec, &[start]);
    log.close(machine.cycle());
    (log, machine)
}

fn run_into(sink: &mut impl Sink, text: &str, spec: &Spec, starts: &[[u64; 3]]) -> Packed {
    let (program, diagnostics) = assemble(text, spec.instructions());
    assert_eq!(diagnostics, []);
    let mut memory = Memory::default();
    memory.allocate("data", program.data.len().max(1) as u64, Type::I8, true, true);
    memory.copy_in(0, &program.data);
    let hart = |start: &[u64; 3]| {
        let mut hart = Hart::with(PState::new(spec.instructions(), spec.is_relaxed(), 32));
        hart.x[10..13].copy_from_slice(start);
        Some(hart)
    };
    let mut machine = Packed::new(Arc::new(program), spec, starts.iter().map(hart).collect(), memory);
    machine.run(1_000_000, sink).unwrap();
    assert!(machine.finished());
    machine
}

/// Slots that were lost to a cause.
fn lost(machine: &Packed, cause: Cause) -> u64 {
    machine.slots()[cause.index()]
}

const DAXPY: &str = "
    .data
    .align 6
X:  .zero 256
Y:  .zero 256
A:  .double 2.0
    .text
    fld        f0, 0(a2)
    splat.4D   f0, f0
    addi       a3, a0, #256
loop:
    fld.4D     f1, 0(a0)
    fmul.4D    f1, f1, f0
    fld.4D     f2, 0(a1)
    fadd.4D    f2, f2, f1
    fsd.4D     f2, 0(a1)
    addi       a0, a0, #32
    addi       a1, a1, #32
    bne        a0, a3, loop
    ret
";

const SCALAR: &str = "
    .data
    .align 6
X:  .zero 256
Y:  .zero 256
A:  .double 2.0
    .text
    fld        f0, 0(a2)
    addi       a3, a0, 256
loop:
    fld        f1, 0(a0)
    fmul.d     f1, f1, f0
    fld        f2, 0(a1)
    fadd.d     f2, f2, f1
    fsd        f2, 0(a1)
    addi       a0, a0, 8
    addi       a1, a1, 8
    bne        a0, a3, loop
    ret
";

const START: [u64; 3] = [BASE, BASE + 256, BASE + 512];

#[test]
fn we16b_daxpy_takes_116_cycles_and_450_without_packed_instructions() {
    let spec = preset("textbook").unwrap();
    let (issues, _) = run(DAXPY, &spec, &[START]);
    assert_eq!(issues[..3], [0, 2, 3]);
    assert_eq!(issues[3..11], [4, 6, 7, 10, 14, 15, 16, 17]);
    assert_eq!(issues[11], 4 + 14);
    // The last branch is in the cycle before the end; `ret` comes behind it.
    assert_eq!((issues.len(), issues[66] + 1), (68, 116));
    let (scalar, _) = run(SCALAR, &spec, &[START]);
    assert_eq!((scalar.len(), scalar[257] + 1), (259, 450));
}

#[test]
fn hs12_another_thread_issues_while_one_waits() {
    let spec = Spec { threads: 2, ..preset("textbook").unwrap() };
    let (issues, machine) = run(DAXPY, &spec, &[START, START]);
    assert_eq!(issues.len(), 2 * 68);
    assert!(issues.windows(2).all(|pair| pair[0] < pair[1]), "one issue in a cycle");
    let alone = 117;
    assert!(machine.cycle() < 2 * alone && machine.cycle() >= 2 * 68, "{}", machine.cycle());
}

#[test]
fn hs12_cores_are_started_by_the_first_and_joined_at_their_ends() {
    let spec = Spec { start_cycles: 50, join_cycles: 100, ..preset("textbook").unwrap() };
    let two = Spec { chip: Chip { cores: 2, ..spec.chip.clone() }, ..spec.clone() };
    let (issues, machine) = run(DAXPY, &two, &[START, START]);
    // The first core is as fast as alone; the second one does the same 50 cycles later. Both wait for their join.
    let (alone, one) = run(DAXPY, &spec, &[START]);
    let mut wanted: Vec<u64> = alone.iter().copied().chain(alone.iter().map(|cycle| cycle + 50)).collect();
    wanted.sort_unstable();
    let mut issues = issues;
    issues.sort_unstable();
    assert_eq!(issues, wanted);
    assert_eq!(machine.cycle(), one.cycle() + 50 + 100);
    assert_eq!(lost(&machine, JOINING), 2 * 100);
    // One core that works alone is neither started nor joined.
    assert_eq!((one.cycle(), lost(&one, JOINING)), (117, 0));
    assert_eq!(machine.slots().iter().sum::<u64>(), 2 * machine.cycle());
}

#[test]
fn hs12_what_one_core_has_loaded_another_finds_in_the_shared_cache() {
    let text = ".data\n.align 6\n.zero 256\n.text\nvmovupd ymm1, 0(a0)\nvaddpd ymm2, ymm1, ymm1\nret";
    let avx = preset("avx").unwrap();
    let with = |shared_cache| {
        let spec = Spec {
            chip: Chip { cores: 2, ..avx.chip.clone() },
            main_memory: MemoryModel::Dram,
            start_cycles: 1000,
            shared_cache,
            shared_cache_depth: 20,
            ..avx.clone()
        };
        let (issues, machine) = run(text, &spec, &[START, START]);
        let counted =
            |id| machine.counters().iter().find(|reading| reading.id == id).map(|reading| reading.value);
        let counts = ["shared_cache_hits", "shared_cache_misses", "dram_reads"]
            .map(|id| counted(id).unwrap_or_default());
        ([issues[1] - issues[0], issues[4] - issues[3]], counts, spec)
    };
    let (alone, counts, spec) = with(0);
    let depth = u64::from(spec.cache.cache_depth);
    assert!(alone[0] > 22 && counts == [0, 0, 2], "{alone:?} {counts:?}");
    // The first core's load takes as long as before and the depth; the second one's the depth of both caches.
    let (shared, counts, _) = with(64);
    assert_eq!((shared, counts), ([alone[0] + 20, 20 + depth], [1, 1, 1]));
}

#[test]
fn lines_ahead_of_a_load_are_there_when_it_comes_to_them_and_those_behind_are_not() {
    // A line, and when its sum is there (the sum waits for the load) the line so many bytes on.
    let text = |next: u32| {
        format!(
            ".data\n.align 6\n.zero 512\n.text\nvmovupd ymm1, 0(a0)\nvaddpd ymm2, ymm1, ymm1\nvaddpd ymm2, ymm2, ymm2\n\
             vmovupd ymm3, {next}(a0)\nvaddpd ymm4, ymm3, ymm2\nvaddpd ymm4, ymm4, ymm3\nret"
        )
    };
    let avx = preset("avx").unwrap();
    let with = |prefetch_lines, next| {
        // In order, so that the second load issues when the first sum is there.
        let spec = Spec { main_memory: MemoryModel::Dram, prefetch_lines, ..avx.clone() };
        let (issues, machine) = run(&text(next), &spec, &[START]);
        let counted =
            |id| machine.counters().iter().find(|reading| reading.id == id).map(|reading| reading.value);
        let counts = ["prefetches", "cache_misses", "dram_reads"].map(|id| counted(id).unwrap_or_default());
        assert_eq!(
            counted("memory_bytes"),
            Some(counts[2] * 64),
            "also those that are on their way at the end"
        );
        (issues[4] - issues[3], counts)
    };
    let far = with(0, 128);
    assert!(far.0 > 22 && far.1 == [0, 2, 2], "{far:?}");
    let near = with(2, 128);
    assert_eq!(near.1[1], 1, "the second line behind the first is there or on its way");
    assert!(near.0 < far.0, "{near:?} {far:?}");
    // Behind the first line two, behind the third one two more; but behind a fourth that was not asked for all of its own.
    assert_eq!((near.1[0], near.1[2]), (4, 5));
    assert_eq!(with(2, 192).1, [4, 2, 6]);
    assert_eq!(with(1, 128).1, [2, 2, 4]);
}

#[test]
fn every_slot_of_every_cycle_has_a_cause() {
    for (threads, starts) in [(1, &[START][..]), (2, &[START, START]), (3, &[START, START])] {
        let spec = Spec { threads, ..preset("textbook").unwrap() };
        let (_, machine) = run(DAXPY, &spec, starts);
        assert_eq!(machine.slots().iter().sum::<u64>(), machine.cycle());
        assert_eq!(machine.slots()[Cause::ISSUED.index()], 68 * starts.len() as u64);
    }
}

/// Three products of tiles: the second one adds to the sums of the first.
const PRODUCTS: &str = "
    .data
    .align 6
CFG: .byte 1, 0
    .zero 14
    .half 32, 32, 32, 32
    .zero 24
    .byte 16, 16, 8, 16
    .zero 12
    .text
    ldtilecfg (a0)
    tilezero tmm0
    tdpbssd tmm0, tmm1, tmm2
    tdpbssd tmm0, tmm1, tmm2
    tdpbssd tmm3, tmm1, tmm2
    ret";

#[test]
fn products_of_tiles_to_one_sum_wait_for_each_other_unless_it_is_passed_on() {
    let spec = preset("amx").unwrap();
    let gaps = |spec: &Spec| {
        let (issues, _) = run(PRODUCTS, spec, &[[BASE, 0, 0]]);
        [issues[3] - issues[2], issues[4] - issues[3]]
    };
    assert_eq!(gaps(&spec), [52, 16]);
    assert_eq!(gaps(&Spec { tile_forwarding: true, ..spec }), [16, 16]);
}

#[test]
fn hs09_slots_are_lost_to_sums_and_to_rows_of_tiles() {
    let (log, machine) = log(PRODUCTS, &preset("amx").unwrap(), [BASE, 0, 0]);
    // The second product waits 51 cycles for the sums of the first, the third 15 cycles for the rows of the second.
    assert_eq!([lost(&machine, TILE_SUM), lost(&machine, TILE_ROWS)], [52 - 1, 16 - 1]);
    let products: Vec<_> = log.own::<TileProduct>(0).collect();
    let first = products[0].0;
    let found: Vec<_> = products.iter().map(|(cycle, it)| (cycle - first, it.rows, it.life)).collect();
    assert_eq!(found, [(0, 16, 52), (52, 16, 52), (68, 16, 52)]);
}

/// A gather of four doubles, and a load behind it.
const GATHER: &str = "
    .data
    .align 6
D:  .zero 64
    .text
    vcmpeqpd ymm3, ymm4, ymm4
    vgatherdpd ymm1, (a0, xmm2, 1), ymm3
    vmovupd ymm5, (a0)
    ret";

#[test]
fn hs08_slots_are_lost_to_elements_that_enter_one_by_one() {
    let spec = preset("avx2").unwrap();
    let (log, machine) = log(GATHER, &spec, START);
    // A cycle until the first one enters, then four.
    assert_eq!(lost(&machine, ELEMENTS), 4);
    let entering: Vec<_> = log.own::<OneByOne>(0).map(|(_, it)| (it.entering, it.life)).collect();
    assert_eq!(entering, [(4, 3 + spec.load_latency)]);
}

#[test]
fn hs06_slots_are_lost_to_borders_that_are_crossed() {
    let text = "
    .data
    .align 12
    .zero 8192
    .text
    vmovdqu    ymm1, (a0)
    vpaddd     ymm2, ymm1, ymm1
    ret";
    let of = |offset, page_crossing| {
        let spec = Spec { page_crossing, ..preset("avx2").unwrap() };
        let (log, machine) = log(text, &spec, [BASE + offset, 0, 0]);
        let told: Vec<_> =
            log.own::<Crossing>(0).map(|(_, it)| (it.address - BASE, it.border, it.late)).collect();
        let counted =
            |id| machine.counters().iter().find(|reading| reading.id == id).map(|reading| reading.value);
        let counted = ["line_crossings", "page_crossings"].map(counted);
        (
            [Cause::MEMORY, CROSSING].map(|cause| lost(&machine, cause)),
            told,
            counted.map(Option::unwrap_or_default),
        )
    };
    // The load takes two cycles: one is lost to it, and what it takes longer to the border.
    assert_eq!(of(8, 30), ([1, 0], Vec::new(), [0, 0]));
    assert_eq!(of(56, 30), ([1, 1], Vec::from([(56, 64, 1)]), [1, 0]));
    assert_eq!(of(4088, 0), ([1, 1], Vec::from([(4088, 4096, 1)]), [1, 1]));
    assert_eq!(of(4088, 30), ([1, 31], Vec::from([(4088, 4096, 31)]), [1, 1]));
}

#[test]
fn a_gather_takes_one_cycle_and_one_for_each_element() {
    let (issues, _) = run(GATHER, &preset("avx2").unwrap(), &[START]);
    assert_eq!(issues[2] - issues[1], 5);
}

#[test]
fn an_access_across_a_line_takes_a_cycle_longer() {
    let text = |offset: u32| {
        alloc::format!(
            ".data\n.align 6\n.zero 256\n.text\nvmovupd ymm1, {offset}(a0)\nvaddpd ymm2, ymm1, ymm1\nret"
        )
    };
    let spec = preset("avx").unwrap();
    let wait = |offset| {
        let (issues, _) = run(&text(offset), &spec, &[START]);
        issues[1] - issues[0]
    };
    assert_eq!([0, 8, 32, 40].map(wait), [2, 2, 2, 3]);
}

/// An unaligned load within a line, across a line and across a page: the cycle in which what takes its data issues.
#[test]
fn a_page_that_is_crossed_takes_longer_than_a_line() {
    let text = "
    .data
    .align 12
    .zero 8192
    .text
    vmovdqu    ymm1, (a0)
    vpaddd     ymm2, ymm1, ymm1
    ret";
    let second = |offset, page_crossing| {
        let spec = Spec { page_crossing, ..preset("avx2").unwrap() };
        run(text, &spec, &[[BASE + offset, 0, 0]]).0[1]
    };
    let spec = preset("avx2").unwrap();
    let load = u64::from(spec.load_latency);
    assert_eq!(BASE % 4096, 0);
    assert_eq!([8, 56, 4088].map(|offset| second(offset, 0)), [load, load + 1, load + 1]);
    assert_eq!([8, 56, 4088].map(|offset| second(offset, 1)), [load, load + 1, load + 2]);
    assert_eq!([8, 56, 4088].map(|offset| second(offset, 30)), [load, load + 1, load + 31]);
    // The last byte of the page is no crossing yet.
    assert_eq!([4064, 4065].map(|offset| second(offset, 30)), [load, load + 31]);
}
