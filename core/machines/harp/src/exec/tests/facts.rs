//! How the original emulator behaves, fact by fact, and how the reference does where it says otherwise (facts C19 to C27).

use alloc::{format, string::String, vec, vec::Vec};

use super::*;

/// A core as the tool with lanes that know their numbers.
fn tool_lanes(count: u16, start: u16, program: &str) -> Cube {
    let arch = Arch { lanes: count, ..arch("4w8/8") };
    core(Config { reset_ids: true, start_lanes: start, ..Config::harptool(arch, false) }, program)
}

#[test]
fn facts_c19_reset() {
    let core = harptool("4w8/8/16/2", true, "halt\n");
    for (number, warp) in core.warps().iter().enumerate() {
        assert!(warp.interrupts && warp.supervisor && warp.stack.is_empty() && warp.spawned == (number == 0));
        assert_eq!(
            (warp.get(0, 0), warp.get(0, 1), warp.mask, warp.active),
            (16 << 16, 0, 0xffff, u32::from(number == 0))
        );
    }
    assert_eq!(core.tlb().pages().collect::<Vec<_>>(), [(0, 0, 0x3f)]);
    assert_eq!(harptool("8w8/8/16/2", true, "halt\n").warps()[0].get(0, 0), 16);
    assert_eq!(reference("8w8/8/16/2", "halt\n").warps()[0].get(0, 0), 16 << 32);
}

#[test]
fn facts_c20_split_asks_all_lanes_of_the_warp() {
    // Two of four lanes exist and agree; the predicate of the others is false.
    let text = "@p1 ? split\njoin\nhalt\n";
    let mut cores = [
        tool_lanes(4, 2, text),
        core(Config { start_lanes: 2, ..Config::reference(arch("4w8/8/4/1")) }, text),
    ];
    let mut stacks = Vec::new();
    for core in &mut cores {
        core.warp_mut(0).expect("a warp").set_predicate(1, 15, 0b0011);
        core.issue().expect("no fault");
        stacks.push(stack_text(&core.warps()[0].stack, 4));
    }
    assert_eq!(stacks, ["F1111 E0011@4", "U1111"]);
    // Lane 0 is masked when the others end: nothing executes any more.
    let text = "@p1 ? split\n@p1 ? jmpi a\njmpi b\na: ldi %r5, b\njmprt %r5\nb: addi %r2, %r2, #1\njmpi b\n";
    let mut core = tool_lanes(2, 2, text);
    core.warp_mut(0).expect("a warp").set_predicate(1, 3, 0b10);
    assert_eq!((core.run(10), get(&core, 2)), (Ok(false), vec![0, 0]));
    let mut core = lanes(2, text);
    core.warp_mut(0).expect("a warp").set_predicate(1, 3, 0b10);
    assert_eq!(fault(&mut core).why, Why::NothingLive);
}

#[test]
fn facts_c20_stacks_of_the_tool_have_no_end_and_leave_no_fault() {
    let text = "a: split\nsubi %r2, %r2, #1\nrtop @p0, %r2\n@p0 ? jmpi a\nhalt\n";
    let mut core = tool_lanes(1, 1, text);
    set(&mut core, 2, &[40]);
    assert_eq!((end(&mut core).stack_max, core.leftovers().len()), (40, 1));
    let mut core = lanes(1, text);
    set(&mut core, 2, &[40]);
    let found = fault(&mut core);
    assert_eq!((found.why, found.stack.len(), found.pc), (Why::StackOverflow(16), 16, 0));
    // An endless loop ends, too.
    let mut core = tool_lanes(1, 1, "a: split\njmpi a\n");
    let Err(found) = core.run(1 << 20) else { panic!("a fault") };
    assert_eq!(found.why, Why::StackOverflow(MAX_STACK));
}

#[test]
fn facts_c16_the_link_is_written_first() {
    for (text, steps) in
        [("jalr %r2, %r2\nhalt\nnop\nhalt\n", [3, 2]), ("jalrs %r2, %r3, %r2\nhalt\nnop\nhalt\n", [3, 2])]
    {
        for (mut core, steps) in [lanes(1, text), tool_lanes(1, 1, text)].into_iter().zip(steps) {
            set(&mut core, 2, &[8]);
            set(&mut core, 3, &[1]);
            assert_eq!((end(&mut core).steps, get(&core, 2)), (steps, vec![4]), "{text}");
        }
    }
}

#[test]
fn facts_c21_the_number_of_lanes_is_that_of_the_highest() {
    let text = "jalis %r5, %r2, a\na: halt\n";
    for (mut core, expected) in [(tool_lanes(4, 2, text), 3), (lanes(4, text), 1)] {
        if expected == 1 {
            core.warp_mut(0).expect("a warp").active = 2;
        }
        set(&mut core, 2, &[1, 3]);
        core.issue().expect("no fault");
        // The link is in the lanes that were there alone.
        assert_eq!((core.warps()[0].active, get(&core, 5)), (expected, vec![4, 4, 0, 0]));
    }
    // The value of `skep` is that of the highest lane, the target of a jump that of the lowest.
    let mut core = tool_lanes(2, 2, "skep %r2\njmpr %r3\nhalt\ntrap\nhalt\nh: addi %r4, %r0, #1\nhalt\n");
    set(&mut core, 2, &[8, 20]);
    set(&mut core, 3, &[12, 8]);
    end(&mut core);
    assert_eq!((get(&core, 4)[0], core.last_interrupt().map(|one| one.pc)), (1, Some(12)));
}

#[test]
fn facts_c22_halt_trap_clone_and_lanes() {
    // A guarded halt that one lane executes ends the warp, and counts one lane instruction.
    let mut core = tool_lanes(4, 4, "@p1 ? halt\nnop\n");
    core.warp_mut(0).expect("a warp").set_predicate(1, 15, 0b0100);
    assert_eq!(end(&mut core), Counts { steps: 1, lane_instructions: 1, lanes: 1, ..Counts::default() });
    // A trap leaves the number of lanes in the tool.
    let text = "ldi %r1, h\nskep %r1\ntrap\nh: addi %r2, %r0, #7\nhalt\n";
    let (mut tool, mut clean) = (tool_lanes(2, 2, text), lanes(2, text));
    end(&mut tool);
    end(&mut clean);
    assert_eq!((get(&tool, 2), get(&clean, 2)), (vec![7, 8], vec![7, 0]));
    // Without a handler a trap is the end.
    let mut core = lanes(2, "trap\njmpi #-4\n");
    assert_eq!((end(&mut core).steps, core.last_interrupt().map(|one| one.number)), (1, Some(0)));
    for mut core in
        [lanes(2, "ldi %r1, #2\nclone %r1\nhalt\n"), tool_lanes(2, 1, "ldi %r1, #2\nclone %r1\nhalt\n")]
    {
        assert_eq!(fault(&mut core).why, Why::NoLane(2));
    }
    let lanes_of = |count: i64| {
        let mut core = lanes(2, "jalis %r5, %r2, a\na: halt\n");
        set(&mut core, 2, &[count, count]);
        core.run(STEPS).map(|_| core.counts().steps).map_err(|fault| fault.why)
    };
    assert_eq!((lanes_of(0), lanes_of(2), lanes_of(3)), (Ok(1), Ok(2), Err(Why::TooManyLanes(3))));
    // Undefined operations are interrupt 3, which goes on behind them.
    for code in [0x3eu32, 0x3f] {
        let mut core = tool_lanes(
            1,
            1,
            &format!(
                "ldi %r1, h\nskep %r1\n.word {}\nhalt\nh: add %r2, %r2, %r0\nst %r2, %r3, #60\nreti\n",
                code << 22
            ),
        );
        end(&mut core);
        assert_eq!((memory(&core, 60, 1), core.counts().steps), (vec![3], 7));
    }
    // A field may hold the number of a register that is not there.
    let mut core = super::core(Config::reference(arch("4w3/3/1/1")), "neg %r0, %r3\nhalt\n");
    assert_eq!(fault(&mut core).why, Why::NoRegister(3));
    let mut core = lanes(1, "join\n");
    assert_eq!(fault(&mut core).why, Why::StackUnderflow);
}

#[test]
fn facts_c22_a_barrier_opens_when_exactly_so_many_wait() {
    let program = |count: i32| {
        format!(
            "ldi %r1, #1\nldi %r2, b\nwspawn %r0, %r2, %r1\nb: ldi %r3, #9\nldi %r4, #{count}\nbar %r3, %r4\nhalt\n"
        )
    };
    for (count, opens) in [(2, true), (0, false), (3, false)] {
        let mut core = harptool("4w8/8/1/2", false, &program(count));
        assert_eq!((core.run(STEPS), core.counts().steps), (Ok(true), if opens { 11 } else { 9 }), "{count}");
        let mut core = reference("4w8/8/1/2", &program(count));
        let found = core.run(STEPS).map_err(|fault| fault.why);
        assert_eq!(found, if opens { Ok(true) } else { Err(Why::Deadlock) });
    }
    // Each waits alone where one is enough.
    assert_eq!(end(&mut reference("4w8/8/1/2", &program(1))).steps, 11);
    // No warp is left: nothing in the tool, a fault by the reference.
    let text = "ldi %r1, b\nwspawn %r0, %r1, %r1\nb: halt\n";
    assert_eq!(harptool("4w8/8/1/1", false, text).run(STEPS), Ok(true));
    assert_eq!(fault(&mut reference("4w8/8/1/1", text)).why, Why::NoWarp);
}

#[test]
fn facts_c23_interrupts_that_are_off_are_dropped() {
    // A trap does nothing; a division by 0 leaves its lane and those behind it.
    let mut core = tool_lanes(3, 3, "di\ntrap\ndiv %r2, %r3, %r4\nhalt\n");
    set(&mut core, 3, &[8, 8, 8]);
    set(&mut core, 4, &[2, 0, 4]);
    let counts = end(&mut core);
    assert_eq!((get(&core, 2), counts.steps, counts.lane_instructions), (vec![4, 0, 0], 4, 3 + 3 + 2 + 1));
    // A privileged instruction of a user is left out, whatever its guard says, and counts no lane.
    let mut core = tool_lanes(1, 1, "ldi %r1, u\ndi\njmpru %r1\nu: @p1 ? ei\nei\nldi %r2, #1\nhalt\n");
    let counts = end(&mut core);
    assert_eq!(
        (get(&core, 2), counts.steps, counts.lane_instructions, core.warps()[0].interrupts),
        (vec![1], 7, 5, false)
    );
    // A divergent branch is tried again and again.
    let mut core = tool_lanes(2, 2, "di\nrtop @p1, %r0\n@p1 ? jmpi a\na: halt\n");
    assert_eq!((core.run(100), core.counts().steps, core.warps()[0].pc), (Ok(false), 100, 8));
}

/// A handler that keeps the number of the interrupt and what lane 0 would go on with, and goes on there.
const KEEP: &str = "keep: st %r0, %r6, #60\nreti\npad: .space 8\n";

#[test]
fn facts_c23_where_programs_go_on() {
    // The next instruction for 0, 3 and 5: each is executed once.
    let text = format!(
        "ldi %r1, keep\nskep %r1\ntrap\naddi %r2, %r2, #1\ndiv %r3, %r2, %r4\naddi %r2, %r2, #1\nldi %r1, u\njmpru %r1\nu: @p1 ? ei\naddi %r2, %r2, #1\nhalt\n{KEEP}"
    );
    let mut core = tool_lanes(1, 1, &text);
    let counts = end(&mut core);
    assert_eq!((get(&core, 2), memory(&core, 60, 1), counts.steps), (vec![3], vec![3], 11 + 3 * 2));
    assert!(core.warps()[0].interrupts && !core.warps()[0].supervisor, "as before the interrupt");
    // The same instruction for 4.
    let text = format!("ldi %r1, keep\nskep %r1\nrtop @p1, %r0\n@p1 ? jmpi #0\nhalt\n{KEEP}");
    let mut core = tool_lanes(2, 2, &text);
    assert_eq!((core.run(4 + 3 * 10), core.warps()[0].pc), (Ok(false), 20));
    // Lanes below the one that divides by 0 have been written.
    let mut core = tool_lanes(3, 3, &format!("ldi %r1, keep\nskep %r1\ndiv %r2, %r3, %r4\nhalt\n{KEEP}"));
    set(&mut core, 3, &[8, 8, 8]);
    set(&mut core, 4, &[2, 0, 4]);
    end(&mut core);
    assert_eq!((get(&core, 2), memory(&core, 60, 1)), (vec![4, 0, 0], vec![5]));
}

#[test]
fn facts_c24_a_page_fault_of_a_fetch_costs_no_step() {
    // The program jumps to page 1, which lies in page 0 behind the handler.
    let text = "ldi %r1, h\nskep %r1\nldi %r2, #4128\njmpr %r2\nh: ldi %r3, #63\nldi %r4, #0\ntlbadd %r1, %r4, %r3\nreti\nhalt\n";
    let mut core = harptool("4w8/8/1/1", true, text);
    let counts = end(&mut core);
    assert_eq!((counts.steps, counts.lane_instructions, core.warps()[0].pc), (4 + 4 + 1, 9, 4132));
    assert_eq!(core.last_interrupt(), Some(Interrupt { number: 1, warp: 0, pc: 4128 }));
    // Without translation there is another instruction.
    assert_eq!(
        harptool("4w8/8/1/1", false, text).run(STEPS).map_err(|fault| fault.why),
        Err(Why::NoMemory(4128))
    );
}

#[test]
fn facts_c24_a_lane_that_faults_counts_and_counts_again() {
    // Lanes 0 and 1 load from page 0, lane 2 from page 1, which the handler makes page 0 with the permissions in r7.
    let handler = "h: ldi %r3, #63\nldi %r4, #0\ntlbadd %r1, %r4, %r3\nreti\n";
    let program = |load: &str| format!("ldi %r1, h\nskep %r1\n{load}\nhalt\n{handler}");
    for (load, loads, lane_instructions) in [
        // 3 + 3 lanes, 3 then 4 loads, 4 of the handler, and `halt`.
        ("ld %r5, %r6, #0", 3 + 4, 4 + 4 + 3 + 4 + 4 + 1),
        // All lanes are asked first: nothing counts.
        ("ld %r6, %r6, #0", 4, 4 + 4 + 4 + 4 + 1),
    ] {
        let arch = arch("4w8/8/4/1");
        let mut core = core(Config { start_lanes: 4, ..Config::harptool(arch, true) }, &program(load));
        set(&mut core, 6, &[0, 4, 4096, 4100]);
        let counts = end(&mut core);
        assert_eq!(
            (counts.steps, counts.loads, counts.lane_instructions),
            (3 + 4 + 1 + 1, loads, lane_instructions),
            "{load}"
        );
    }
}

#[test]
fn facts_c24_permissions_and_r1() {
    // Permission 2 (a user may write) does not let the supervisor read: interrupt 2, R1 also if interrupts are off.
    let text = "ldi %r2, #4096\nldi %r3, #2\ntlbadd %r2, %r2, %r3\ndi\nld %r4, %r2, #4\nhalt\n";
    let mut core = harptool("4w8/8/1/1", true, text);
    assert_eq!((core.run(50), core.warps()[0].get(1, 0), core.warps()[0].pc), (Ok(false), 4100, 16));
    let text = text.replace("di\n", "nop\n");
    let mut core = harptool("4w8/8/1/1", true, &text);
    assert_eq!(fault(&mut core).why, Why::Unhandled(2));
    let mut tlb = Tlb::reset();
    assert!(tlb.add(0x5123, 0x9fff, 0b001_100));
    let accesses = [Access::Read, Access::Write, Access::Execute];
    assert_eq!(accesses.map(|access| tlb.translate(0x5678, access, true)), [Ok(0x9678), Err(2), Err(2)]);
    assert_eq!(accesses.map(|access| tlb.translate(0x5678, access, false)), [Err(2), Err(2), Ok(0x9678)]);
    tlb.remove(0x5fff);
    assert_eq!(
        (tlb.translate(0x5000, Access::Read, true), tlb.translate(0, Access::Read, true)),
        (Err(1), Ok(0))
    );
    tlb.flush();
    assert_eq!(tlb.translate(0, Access::Read, true), Err(1));
}

#[test]
fn facts_c24_negative_offsets_of_the_byte_encoding_are_another_page() {
    // The page of 16 - 8 is known, but not that of 16 + 0xfffffff8; the handler makes it page 0.
    let text = "ldi %r1, h\nskep %r1\nldi %r2, #16\nld %r3, %r2, #-8\nhalt\nh: ldi %r4, #0\nldi %r5, #63\ntlbadd %r1, %r4, %r5\nreti\n";
    let steps = |arch: &str| end(&mut harptool(arch, true, text)).steps;
    assert_eq!((steps("4w8/8/1/1"), steps("4b8/8/1/1")), (5, 5 + 4 + 1));
}

#[test]
fn facts_c25_an_access_ends_at_the_next_word() {
    let text = "ldi %r1, data\nld %r2, %r1, #3\nld %r3, %r1, #1\nst %r4, %r1, #6\nld %r5, %r1, #4\nld %r6, %r1, #8\nhalt\ndata: .word 0x11223344 0x55667788 1\n";
    let run = |mut core: Cube| {
        set(&mut core, 4, &[0x0a0b_0c0d]);
        end(&mut core);
        [2, 3, 5, 6].map(|register| core.warps()[0].get(register, 0))
    };
    assert_eq!(run(harptool("4w8/8/1/1", false, text)), [0x11, 0x0011_2233, 0x0c0d_7788, 1]);
    assert_eq!(run(reference("4w8/8/1/1", text)), [0x6677_8811, 0x8811_2233, 0x0c0d_7788, 0x0a0b]);
}

#[test]
fn facts_c25_memory_ends_at_the_power_of_two_above_the_image() {
    // Three instructions and a byte of ones make 16 bytes: up to 32 may be written.
    let run = |offset: u64, op: &str| {
        let mut core = harptool("4w8/8/1/1", false, &format!("{op} %r2, %r1, #{offset}\nnop\nhalt\n"));
        core.run(STEPS).map(|_| core.warps()[0].get(2, 0)).map_err(|fault| fault.why)
    };
    assert_eq!(run(12, "ld"), Ok(0xff));
    assert_eq!((run(28, "st"), run(32, "st")), (Ok(0), Err(Why::NoMemory(32))));
    let mut core = reference("4w8/8/1/1", "st %r2, %r1, #32764\nld %r3, %r1, #12\nhalt\n");
    end(&mut core);
    assert_eq!(core.warps()[0].get(3, 0), 0);
}

#[test]
fn facts_c26_the_console_takes_two_words_of_addresses() {
    let text = "ldi %r1, #1\nshli %r1, %r1, #31\nldi %r2, #65\nst %r2, %r1, #0\nst %r2, %r1, #7\naddi %r2, %r2, #0x101\nst %r2, %r1, #4\nld %r3, %r1, #0\nld %r4, %r1, #0\nhalt\n";
    for mut core in [reference("4w8/8/1/1", text), harptool("4w8/8/1/1", false, text)] {
        core.ram.input.extend(*b"x");
        end(&mut core);
        assert_eq!(
            (output(&core), core.warps()[0].get(3, 0), core.warps()[0].get(4, 0)),
            (String::from("AAB"), 120, 0)
        );
    }
    let mut core = reference("4w8/8/1/1", &text.replace("#7\n", "#8\n"));
    assert_eq!(fault(&mut core).why, Why::NoMemory(0x8000_0008));
    let config = Config { console_bytes: 1, ..Config::reference(arch("4w8/8/1/1")) };
    assert_eq!(fault(&mut super::core(config, text)).why, Why::ConsoleFull(1));
}

#[test]
fn facts_c26_characters_that_wait_interrupt_the_first_warp() {
    let text = "ldi %r1, h\nskep %r1\nldi %r2, #1\nshli %r2, %r2, #31\na: ld %r3, %r4, #512\niszero @p0, %r3\n@p0 ? jmpi a\nhalt\nh: ld %r5, %r2, #0\nst %r5, %r4, #512\nreti\n";
    let mut core = reference("4w8/8/1/1", text);
    assert_eq!(core.run(20), Ok(false));
    core.ram.input.extend(*b"q");
    end(&mut core);
    assert_eq!(
        (memory(&core, 512, 1), core.last_interrupt().map(|one| one.number)),
        (vec![u64::from(b'q')], Some(8))
    );
}

#[test]
fn facts_c27_lane_instructions() {
    // Two of four lanes diverge from the others: `split` and `join` count all that exist.
    let text = "@p1 ? split\n@p1 ? jmpi a\nnop\na: join\nhalt\n";
    let mut core = tool_lanes(4, 4, text);
    core.warp_mut(0).expect("a warp").set_predicate(1, 15, 0b0011);
    let counts = end(&mut core);
    // split 4, jmpi 2, join 4, jmpi 0, nop 2, join 4, halt 1; LDIC counts the joins with 2 lanes and the halt with 4.
    assert_eq!((counts.steps, counts.lane_instructions, counts.lanes), (7, 17, 4 + 2 + 2 + 2 + 2 + 4));
    // Nothing for a divergent branch.
    let mut core = tool_lanes(2, 2, "@p1 ? jmpi #0\n");
    core.warp_mut(0).expect("a warp").set_predicate(1, 3, 1);
    let _ = fault(&mut core);
    assert_eq!(core.counts(), Counts { steps: 1, ..Counts::default() });
}

#[test]
fn facts_c10_statistics() {
    // Warp 0 starts warp 1, stores a word, and ends; warp 1 loads it.
    let text = "ldi %r2, b\nwspawn %r0, %r2, %r2\nst %r1, %r1, #60\nhalt\nb: nop\nld %r3, %r1, #60\nhalt\npad: .space 10\n";
    let mut core = harptool("4w8/8/1/2", false, text);
    end(&mut core);
    // Warp 1 has its first instruction in the second step.
    let expected = "Total steps: 4\nTotal insts: 7\n=== Warp 0 ===\nSteps: 4\nInsts: 4\nLoads: 0\nStores: 1\n\
                    === Warp 1 ===\nSteps: 3\nInsts: 3\nLoads: 1\nStores: 0\n";
    assert_eq!(core.statistics(), expected);
}
