//! Several cores (HARP 5.8, 6.2, HP-78): what each finds, who goes to memory first, and that one core among others is as if it were alone.

use lanescope_parts::{
    machines::{
        SlotKind,
        observed::{Near, Seat},
    },
    trace::{Cause, Deaf, DramCommand, Event},
};

use super::*;
use crate::{spec::Spec, views::sites::REQUESTS};

/// Cores with a program by hand by the rules of the reference, with each core's first lane of its first warp.
fn cube(arch_id: &str, cores: u16, changes: &[(&str, &str)], text: &str) -> Timed {
    let config = exec::Config { ram_bytes: 1 << 16, cores, ..exec::Config::reference(arch(arch_id)) };
    let program = Arc::new(image(arch_id, text, &config.rules));
    let run = Functional::new(program, config, no_arguments(b"")).expect("a run");
    Timed::new(run, self::config(arch_id, changes))
}

fn end(mut machine: Timed) -> Timed {
    machine.run(CYCLES, &mut Deaf).expect("an end");
    assert!(machine.finished());
    machine
}

fn word(machine: &Timed, address: u64) -> u64 {
    machine.core().ram.peek(address, 4).expect("memory")
}

/// HARP 3.2: R0 of the first lane has the number of lanes in its upper half, that of the core in its lower one. Each core spawns warps of its own, and
/// they meet at barriers of its own.
#[test]
fn each_core_finds_its_number_and_has_warps_and_barriers_of_its_own() {
    let text = "shli %r1, %r0, #2\nandi %r1, %r1, #1020\nst %r0, %r1, #512\nldi %r2, #72\nldi %r3, #1\nwspawn %r4, %r2, %r3\n\
                ldi %r5, #0\nldi %r6, #2\nbar %r5, %r6\nld %r7, %r1, #1024\naddi %r7, %r7, #1\nst %r7, %r1, #1536\nhalt\n\
                nop\nnop\nnop\nnop\nnop\n\
                shli %r1, %r0, #2\nandi %r1, %r1, #1020\naddi %r4, %r4, #6\nst %r4, %r1, #1024\nldi %r5, #0\nldi %r6, #2\nbar %r5, %r6\nhalt\n";
    for cores in [1, 2, 5, 16] {
        let machine = end(cube("4w8/8/4/2", cores, &[], text));
        for core in 0..u64::from(cores) {
            assert_eq!(word(&machine, 512 + 4 * core), 4 << 16 | core);
            assert_eq!(word(&machine, 1024 + 4 * core), 7, "the spawned warp's value");
            assert_eq!(word(&machine, 1536 + 4 * core), 8, "behind the barrier");
        }
        assert_eq!(machine.counted().spawns, u64::from(cores));
    }
}

/// Cores that ask nothing of memory take as long as one of them: 6 cycles for each of N instructions of one warp (HARP 5.3).
#[test]
fn cores_that_share_nothing_run_side_by_side() {
    let text = "addi %r1, %r1, #1\n".repeat(9) + "halt\n";
    for cores in [1, 2, 16] {
        let machine = end(cube("4w8/8/2/1", cores, &[], &text));
        assert_eq!(machine.now(), 60);
        assert_eq!(machine.counted().kdic, 10 * u64::from(cores));
    }
}

/// All cores load in the same cycle: they are accepted in cycle 4, and one request leaves in each cycle from 5 on, so that core `i` has its result in
/// cycle 5 + i + 1 + 1; the next instruction is taken in the cycle behind it.
#[test]
fn one_request_of_all_cores_leaves_in_a_cycle() {
    let text = "ld %r2, %r1, #0\nhalt\n";
    let mut machine = cube("4w8/8/2/1", 4, &[], text);
    let mut tape = Tape::default();
    machine.run(CYCLES, &mut tape).expect("an end");
    let second = |core: u32| {
        let is = |event: &Event| matches!(event, Event::Stage { unit, pc: 4, stage: Stage::Fetch, .. } if *unit == core);
        tape.0.iter().find(|(_, event)| is(event)).map(|(cycle, _)| *cycle)
    };
    assert_eq!([0, 1, 2, 3].map(second), [8, 9, 10, 11].map(Some));
    // In the cycles 5, 6 and 7 three, two and one of them did not go because another one did.
    assert_eq!(machine.counted().memory_conflicts, 3 + 2 + 1);
}

/// The core behind the one that went last goes next: two cores with two lines each take turns, core 0 first.
#[test]
fn cores_take_turns_on_the_way_to_memory() {
    let text = "shli %r3, %r1, #6\nld %r2, %r3, #0\nhalt\n";
    let config = exec::Config {
        ram_bytes: 1 << 16,
        cores: 2,
        start_lanes: 2,
        ..exec::Config::reference(arch("4w8/8/2/1"))
    };
    let program = Arc::new(image("4w8/8/2/1", text, &config.rules));
    let mut run = Functional::new(program, config, no_arguments(b"")).expect("a run");
    all(run.core_mut(), 1, |warp, lane| 2 * warp as u64 + lane as u64);
    let mut machine = Timed::new(run, self::config("4w8/8/2/1", &[]));
    let mut tape = Tape::default();
    machine.run(CYCLES, &mut tape).expect("an end");
    use lanescope_parts::trace::event::Record;
    let is_line =
        |event: &Event| matches!(event, Event::Own(own) if own.number() == crate::events::Line::NUMBER);
    let lines: Vec<(u64, Event)> = tape.0.iter().filter(|(_, event)| is_line(event)).copied().collect();
    let line = |cycle, core: u32, address| {
        let own = crate::events::Line { unit: core, id: u64::from(2 + core), pc: 4, address, until: 1 };
        (cycle, own.event())
    };
    // Taken in cycle 6, accepted in cycle 10.
    assert_eq!(lines, [line(11, 0, 0), line(12, 1, 128), line(13, 0, 64), line(14, 1, 192)]);
}

/// A core has the vault of its number near (HARP 6.2: 17 cycles), any other one takes a hop of 4 cycles more; cores at vaults of their own do not
/// wait for each other.
#[test]
fn each_core_has_a_vault_of_its_own() {
    let text = "shli %r3, %r0, #16\nshri %r3, %r3, #10\nld %r2, %r3, #0\nhalt\n";
    let own = end(cube("4w8/8/2/1", 4, &[("mem_model", "hmc")], text));
    // Two instructions of 6 cycles; the load has its result 19 cycles behind its acceptance (k + M + 1), and `halt` takes 6.
    assert_eq!(own.now(), 6 + 6 + (5 + 19) + 6);
    // All at the first vault: each access keeps its bank for 41.25 ns, which is 21 cycles of 2 ns, or 20.625 without rounding.
    let first = end(cube("4w8/8/2/1", 4, &[("mem_model", "hmc")], "nop\nnop\nld %r2, %r1, #0\nhalt\n"));
    let bank = |after: u64| (33_900 + after * 41_250_u64).div_ceil(2000);
    // It opens in the cycle in which its request leaves, 5 cycles behind its instruction was taken; all leave in the same cycle.
    assert_eq!(
        first.now(),
        6 + 6 + (4 + 1 + bank(3) + 4 + 1 + 1) + 6,
        "the last one waits for three others and takes a hop"
    );
}

/// One core among several that do nothing for memory behaves as alone, in time and in what it leaves: with every memory.
#[test]
fn a_core_beside_idle_ones_is_as_if_it_were_alone() {
    let text = "shli %r1, %r0, #16\nshri %r1, %r1, #16\nrtop @p1, %r1\n@p1 ? jmpi over\nldi %r3, #20\nagain: ld %r4, %r3, #64\nst %r3, %r3, #128\n\
                muli %r3, %r3, #3\nsubi %r5, %r3, #2000\nisneg @p0, %r5\n@p0 ? jmpi again\nover: halt\n";
    for memory in ["scratchpad", "fixed", "dram", "hmc"] {
        let changes = [("mem_model", memory)];
        let [alone, among] = [1, 3].map(|cores| end(cube("4w8/8/2/2", cores, &changes, text)));
        assert_eq!(alone.now(), among.now(), "{memory}");
        assert_eq!(alone.core().ram, among.core().ram);
        let [one, other] = [&alone, &among].map(|machine| machine.counted());
        assert_eq!(
            (one.lines, one.memory_bytes, one.dram_reads),
            (other.lines, other.memory_bytes, other.dram_reads)
        );
    }
}

/// Every slot of every core has one cause in every cycle, and the run is the same cycle by cycle, from event to event, and again.
#[test]
fn cores_have_slots_of_their_own_and_time_is_skipped() {
    let text = "shli %r1, %r0, #16\nshri %r1, %r1, #16\naddi %r1, %r1, #1\nldi %r3, #0\nagain: shli %r4, %r3, #6\nld %r5, %r4, #0\nst %r1, %r4, #4\n\
                div %r6, %r4, %r1\naddi %r3, %r3, #1\nsubi %r5, %r3, #6\nisneg @p0, %r5\n@p0 ? jmpi again\nhalt\n";
    for memory in ["scratchpad", "fixed", "dram", "hmc"] {
        let start = cube("4w8/8/2/2", 3, &[("mem_model", memory)], text);
        let (skipping, ticking) = (end(start.clone()), end(start.clone().ticking()));
        assert_eq!(skipping.digest(), ticking.digest(), "{memory}");
        assert_eq!(skipping.counter_values(), ticking.counter_values(), "{memory}");
        let slots = skipping.slot_parts();
        assert_eq!(slots.len(), 3);
        assert_eq!(slots, ticking.slot_parts());
        for (core, part) in slots.iter().enumerate() {
            assert_eq!(part.kind, SlotKind::Instructions);
            assert_eq!(part.causes.iter().sum::<u64>(), skipping.now());
            let issued = skipping.core().warps()[skipping.core().of_core(core)]
                .iter()
                .map(|warp| warp.counts.steps)
                .sum();
            assert_eq!(part.causes[Cause::ISSUED.index()], issued);
        }
        let mut pieces = start;
        while !pieces.finished() {
            pieces.run(pieces.now() + 7, &mut Deaf).expect("no halt");
        }
        assert_eq!(pieces.digest(), skipping.digest());
    }
}

#[test]
fn so_many_cores_and_warps_there_may_be() {
    let mut spec = Spec::default();
    spec.set("cores", "64").expect("a number");
    assert!(spec.pipeline().is_ok());
    assert!(spec.set("cores", "65").is_err() && spec.set("cores", "0").is_err());
}

/// Where cores share memory, an instruction comes to the queue of its core with its requests and leaves it with the last of them. With one
/// core there is no such queue.
#[test]
fn requests_come_to_the_queue_of_their_core_and_leave_it() {
    let text = "shli %r1, %r0, #16\nshri %r1, %r1, #10\n\
                ldi %r3, #1\naddi %r1, %r1, #512\nclone %r3\naddi %r3, %r3, #1\naddi %r1, %r1, #512\nclone %r3\n\
                addi %r3, %r3, #1\naddi %r1, %r1, #512\nclone %r3\naddi %r1, %r1, #512\n\
                ldi %r2, #4\njalis %r5, %r2, body\nbody: ld %r2, %r1, #0\nmul %r3, %r2, %r1\nst %r3, %r1, #4\nhalt\n";
    for cores in [1, 3] {
        let mut machine = cube("4w8/8/4/2", cores, &[], text);
        let mut tape = Tape::default();
        machine.run(CYCLES, &mut tape).expect("an end");
        let moves = tape.0.iter().filter_map(|(cycle, event)| match *event {
            Event::Queue { queue: REQUESTS, index, number, comes, held } => {
                Some((number, !comes, *cycle, index, held))
            }
            _ => None,
        });
        let mut told: Vec<(u64, bool, u64, u16, u16)> = moves.collect();
        told.sort_unstable();
        // A load and a store on each core, if there are several.
        assert_eq!(told.len(), if cores == 1 { 0 } else { 2 * 2 * usize::from(cores) });
        for pair in told.chunks(2) {
            let &[(number, false, came, core, 4), (same, true, left, there, 0)] = pair else {
                panic!("{pair:?}")
            };
            assert_eq!((number, core), (same, there));
            assert_eq!(number % 3, u64::from(core), "numbers of instructions go round the cores");
            // Its four lanes want a line each, and one leaves in a cycle, of all cores.
            assert!(left >= came + 4, "{number}: {came} to {left}");
        }
    }
}

/// Several cores stand above the memory that they share; each opens, and what is in one has its name in front. Whatever opens can be looked into, at every
/// cycle, and an instruction on its way is in the core of its warp.
#[test]
fn several_cores_are_drawn_and_open() {
    let text =
        "shli %r1, %r0, #16\nshri %r1, %r1, #10\nld %r2, %r1, #0\nmul %r3, %r2, %r1\nst %r3, %r1, #4\nhalt\n";
    let mut machine = cube("4w8/8/4/2", 3, &[], text);
    while !machine.finished() {
        let mut open = Vec::from([alloc::string::String::new()]);
        let mut seen = Vec::new();
        while let Some(zoom) = open.pop() {
            let at = machine.sites().read(&zoom).unwrap_or_else(|| panic!("{zoom}"));
            let near = Near { at, first: 0, count: 16 };
            let parts = machine.parts(&near, &machine.ahead()).unwrap_or_else(|| panic!("{zoom}"));
            for block in &parts.diagram.blocks {
                assert!(zoom.is_empty() || block.path.starts_with(&zoom[..5]), "{} in {zoom}", block.path);
                if block.opens && block.path != zoom && !seen.contains(&block.path) {
                    open.push(block.path.clone());
                }
            }
            let names: Vec<&str> = parts.diagram.blocks.iter().map(|block| &*block.path).collect();
            if zoom.is_empty() {
                assert_eq!(names, ["core0", "core1", "core2", "memory"]);
            }
            if zoom == "core1" {
                assert!(
                    ["core1/ready", "core1/barrel/RBUF", "core1/requests", "core1/memory"]
                        .iter()
                        .all(|name| names.contains(name))
                );
            }
            seen.push(zoom);
        }
        // The machine, three cores, their warps, and each warp of them.
        assert_eq!(seen.len(), 1 + 3 + 3 + 6);
        let now = machine.now();
        machine.run(now + 1, &mut Deaf).expect("no halt");
    }
    let at = |unit, stage| machine.seat(&Seat::stage(unit, 8, stage)).map(|spot| machine.sites().path(spot));
    let queue = machine.seat(&Seat::entry(REQUESTS, 1)).map(|spot| machine.sites().path(spot));
    assert_eq!(queue.as_deref(), Some("core1/requests"));
    assert_eq!(at(0, Stage::Fetch).as_deref(), Some("core0/barrel/FETCH"));
    assert_eq!(at(4, Stage::Execute).as_deref(), Some("core2/LSU"));
    assert_eq!(machine.units().iter().map(|unit| unit.core).collect::<Vec<u32>>(), [0, 0, 1, 1, 2, 2]);
    for zoom in ["core3", "core", "core0/nothing", "warps", "core1/warps/warp2", "memory"] {
        let near = |at| Near { at, first: 0, count: 16 };
        let found = machine.sites().read(zoom).and_then(|at| machine.parts(&near(at), &machine.ahead()));
        assert!(found.is_none(), "{zoom}");
    }
}

/// A line that needs two vaults leaves later for the second one, where the first one is full; other cores that come to that vault meanwhile find
/// it as it is then: one command at a time, and one burst on the bus.
#[test]
fn a_vault_has_one_command_and_one_burst_at_a_time() {
    let text = "andi %r1, %r0, #255\nshli %r1, %r1, #9\nldi %r4, #40\nagain: ld %r2, %r1, #0\nst %r2, %r1, #128\naddi %r1, %r1, #256\n\
                subi %r4, %r4, #1\nrtop @p1, %r4\n@p1 ? jmpi again\nhalt\n";
    let changes = [("mem_model", "hmc"), ("hmc_vaults", "3"), ("hmc_queue", "1"), ("line_words", "32")];
    let mut machine = cube("4w8/8/4/2", 8, &changes, text);
    let mut tape = Tape::default();
    machine.run(CYCLES, &mut tape).expect("an end");
    let mut told: Vec<(u16, u64, DramCommand)> = Vec::new();
    told.extend(tape.0.iter().filter_map(|(_, event)| match event {
        Event::Dram { channel, command, time, .. } => Some((*channel, *time, *command)),
        _ => None,
    }));
    assert!(told.len() > 1000, "{}", told.len());
    told.sort_unstable_by_key(|(channel, time, _)| (*channel, *time));
    assert!(told.windows(2).all(|pair| pair[0].0 != pair[1].0 || pair[0].1 < pair[1].1), "two at once");
    // A burst of 16 bytes takes 1.6 ns; one that is read comes tCL behind its command.
    let on_bus = |(channel, time, command): &(u16, u64, DramCommand)| match command {
        DramCommand::Read => Some((*channel, time + 13_750)),
        DramCommand::Write => Some((*channel, *time)),
        _ => None,
    };
    let mut bursts: Vec<(u16, u64)> = told.iter().filter_map(on_bus).collect();
    bursts.sort_unstable();
    assert!(
        bursts.windows(2).all(|pair| pair[0].0 != pair[1].0 || pair[0].1 + 1_600 <= pair[1].1),
        "an overlap"
    );
}
