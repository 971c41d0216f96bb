//! Worked examples W5 to W12 and W35 (HARP 9).

use alloc::{string::String, vec, vec::Vec};

use super::*;

const W5: &str = "andi %r3, %r0, #1; rtop @p1, %r3
@p1 ? split
@p1 ? jmpi minus
add %r2, %r2, %r0
jmpi end
minus: sub %r2, %r2, %r0
end: join
halt
";

/// Mask before, lanes that take part, mask after, stack after.
fn trace(core: &mut Cube) -> Vec<(u64, String, String, String, String)> {
    let mut found = Vec::new();
    loop {
        let before = core.warps()[0].mask;
        let count = core.config().arch.lanes;
        let Some(issued) = core.issue().expect("no fault") else { return found };
        let after = &core.warps()[0];
        let rows = (lanes::row(before, count), lanes::row(issued.exec, count), lanes::row(after.mask, count));
        found.push((issued.pc / 4, rows.0, rows.1, rows.2, stack_text(&after.stack, count)));
    }
}

#[test]
fn w5_if_else_divergent() {
    let text = W5.replace("; rtop", "\nrtop");
    let mut core = lanes(4, &text);
    let rows: Vec<(u64, String, String, String, String)> = [
        (0, "1111", "1111", "1111", ""),
        (1, "1111", "1111", "1111", ""),
        (2, "1111", "0101", "0101", "F1111 E1010@12"),
        (3, "0101", "0101", "0101", "F1111 E1010@12"),
        (6, "0101", "0101", "0101", "F1111 E1010@12"),
        (7, "0101", "0101", "1010", "F1111"),
        (3, "1010", "0000", "1010", "F1111"),
        (4, "1010", "1010", "1010", "F1111"),
        (5, "1010", "1010", "1010", "F1111"),
        (7, "1010", "1010", "1111", ""),
        (8, "1111", "1111", "1111", ""),
    ]
    .into_iter()
    .map(|(pc, before, exec, after, stack)| (pc, before.into(), exec.into(), after.into(), stack.into()))
    .collect();
    assert_eq!(trace(&mut core), rows);
    let counts = core.counts();
    assert_eq!((counts.steps, counts.lanes, get(&core, 2)), (11, 28, vec![0, -1, 2, -3]));
    let executed = [Op::Jmpi, Op::Join, Op::Split, Op::Add, Op::Sub, Op::Nop].map(|op| core.executed(op));
    assert_eq!(executed, [3, 2, 1, 1, 1, 0]);
}

#[test]
fn w6_if_else_unanimous() {
    let text = W5.replace("andi %r3, %r0, #1; rtop", "ldi %r3, #1\nrtop");
    let mut core = lanes(4, &text);
    let found = trace(&mut core);
    assert_eq!(found.iter().map(|row| row.0).collect::<Vec<_>>(), [0, 1, 2, 3, 6, 7, 8]);
    assert!(found.iter().all(|row| row.1 == "1111" && row.3 == "1111"));
    assert!(found[2..5].iter().all(|row| row.4 == "U1111") && found[5].4.is_empty());
    assert_eq!((core.counts().steps, core.counts().lanes), (7, 28));
}

#[test]
fn w7_nested_if_else() {
    let text = "andi %r3, %r0, #2\nrtop @p1, %r3\n@p1 ? split\n@p1 ? jmpi b13\nandi %r4, %r0, #1\nrtop @p2, %r4\n@p2 ? split\n@p2 ? jmpi b10\naddi %r2, %r2, #10\n\
                jmpi b11\nb10: addi %r2, %r2, #20\nb11: join\njmpi b14\nb13: addi %r2, %r2, #30\nb14: join\nhalt\n";
    let mut core = lanes(4, text);
    let found = trace(&mut core);
    assert_eq!(get(&core, 2), [10, 20, 30, 30]);
    let counts = core.counts();
    assert_eq!((counts.steps, counts.lanes, counts.stack_max), (20, 38, 3));
    let deepest = found.iter().find(|row| row.4.split(' ').count() == 3).expect("three entries");
    assert_eq!((deepest.0, deepest.4.as_str()), (6, "F1111 F1100 E1000@28"));
    let mut masks: Vec<&str> = found.iter().map(|row| row.3.as_str()).collect();
    masks.dedup();
    assert_eq!(masks, ["1111", "0011", "1100", "0100", "1000", "1100", "1111"]);
}

/// Common head; then the form. The row of numbers is at 256.
fn w8(tail: &str, b: &[i64]) -> Cube {
    let head = "ld %r2, %r1, #0\nsubi %r3, %r2, #1\nisneg @p1, %r3\n";
    let mut core = lanes(4, &alloc::format!("{head}{tail}"));
    set(&mut core, 1, &[256, 260, 264, 268]);
    b.iter()
        .zip([256, 260, 264, 268])
        .for_each(|(value, at)| core.ram.store(at, *value as u64).expect("memory"));
    core
}

const W8_SPLIT: &str = "@p1 ? split\n@p1 ? jmpi end\naddi %r2, %r2, #1\nst %r2, %r1, #0\nend: join\nhalt\n";
const W8_PREDICATE: &str = "notp @p2, @p1\n@p2 ? addi %r2, %r2, #1\n@p2 ? st %r2, %r1, #0\nhalt\n";
const W8_NONE: &str = "@p1 ? jmpi end\naddi %r2, %r2, #1\nst %r2, %r1, #0\nend: halt\n";

#[test]
fn w8_if_then_in_three_forms() {
    let word = |value: i64| value as u32 as u64;
    for (b, after, split, predicate, none) in [
        ([3, 0, -2, 7], [4, 0, -2, 8], (11, 30), (7, 24), None),
        ([1, 2, 3, 4], [2, 3, 4, 5], (9, 32), (7, 28), Some((7, 24))),
    ] {
        for (form, expected) in [(W8_SPLIT, Some(split)), (W8_PREDICATE, Some(predicate)), (W8_NONE, none)] {
            let mut core = w8(form, &b);
            match expected {
                Some((kdic, ldic)) => {
                    let counts = end(&mut core);
                    assert_eq!(
                        (counts.steps, memory(&core, 256, 4)),
                        (kdic, after.map(word).to_vec()),
                        "{form}"
                    );
                    assert_eq!(counts.lanes, ldic, "{form}");
                }
                None => assert_eq!((fault(&mut core).why, core.counts().steps), (Why::Unhandled(4), 4)),
            }
        }
    }
}

#[test]
fn w9_divergent_branch_trap() {
    let text = "andi %r3, %r0, #1\nrtop @p1, %r3\n@p1 ? jmpi end\naddi %r2, %r2, #1\nend: halt\n";
    let mut core = lanes(4, text);
    let found = fault(&mut core);
    assert_eq!((found.why, found.pc, core.warps()[0].pc, core.counts().steps), (Why::Unhandled(4), 8, 8, 3));
    assert_eq!(core.last_interrupt(), Some(Interrupt { number: 4, warp: 0, pc: 8 }));
    let mut core = lanes(4, text);
    set(&mut core, 0, &[0, 2, 4, 6]);
    assert_eq!(end(&mut core).steps, 5);
}

/// Predicates 1 to 3 say which of three a lane takes.
fn w10(tail: &str, chosen: [i64; 4]) -> Cube {
    let text = alloc::format!(
        "@p1 ? split\n@p1 ? jmpi t1\n@p2 ? split\n@p2 ? jmpi t2\n@p3 ? split\n@p3 ? jmpi t3\n{tail}"
    );
    let mut core = lanes(4, &text);
    let warp = core.warp_mut(0).expect("a warp");
    for number in 1..=3 {
        let set = (0..4).filter(|lane| chosen[*lane as usize] == number).fold(0, |set, lane| set | 1 << lane);
        warp.set_predicate(number as u8, 15, set);
    }
    core
}

const W10_NAIVE: &str = "jmpi m\nt1: addi %r2, %r2, #1\njmpi m\nt2: addi %r2, %r2, #2\njmpi m\nt3: addi %r2, %r2, #3\nm: join\njoin\njoin\nhalt\n";
const W10_CORRECT: &str = "jmpi n2\nt1: addi %r2, %r2, #1\njmpi m\nt2: addi %r2, %r2, #2\njmpi n1\nt3: addi %r2, %r2, #3\nn2: join\nn1: join\nm: join\nhalt\n";

#[test]
fn w10_three_joins_in_a_common_ipdom() {
    for (chosen, steps) in [([1, 1, 1, 1], Some(6)), ([1, 2, 1, 2], None)] {
        let mut core = w10(W10_NAIVE, chosen);
        assert_eq!(fault(&mut core).why, Why::StackUnderflow);
        assert!(steps.is_none_or(|steps| steps == core.counts().steps));
    }
    for (chosen, steps) in [([1, 1, 1, 1], 6), ([1, 2, 1, 2], 13)] {
        let mut core = w10(W10_CORRECT, chosen);
        assert_eq!((end(&mut core).steps, get(&core, 2)), (steps, chosen.to_vec()));
    }
}

#[test]
fn w12_split_inside_a_loop_and_join_outside() {
    let text = "loop: subi %r1, %r1, #1\niszero @p1, %r1\n@p1 ? split\n@p1 ? jmpi exit\njmpi loop\nexit: join\nhalt\n";
    for (trips, mask, left, kdic) in
        [([1, 2, 3, 4], "0001", "F1111 F0111 F0011", 27), ([3, 3, 3, 3], "1111", "U1111 U1111", 16)]
    {
        let mut core = lanes(4, text);
        set(&mut core, 1, &trips);
        let found = fault(&mut core);
        assert_eq!((found.why, core.counts().steps), (Why::StackLeft, kdic));
        assert_eq!((lanes::row(found.mask, 4).as_str(), stack_text(&found.stack, 4).as_str()), (mask, left));
    }
    // A uniform loop leaves an entry for each turn but the last.
    for trips in 1..=6 {
        let mut core = lanes(4, text);
        set(&mut core, 1, &[trips; 4]);
        let left = core.run(STEPS).err().map_or(0, |fault| fault.stack.len());
        assert_eq!(left as i64, trips - 1);
    }
}

#[test]
fn w35_the_highest_lane_wins_a_conflict_of_stores() {
    for (guard, winner) in [(0xff, 7), (0x0f, 3)] {
        let mut core = lanes(8, "@p0 ? st %r0, %r2, #256\nhalt\n");
        core.warp_mut(0).expect("a warp").set_predicate(0, 0xff, guard);
        end(&mut core);
        assert_eq!(memory(&core, 256, 1), [winner]);
    }
}

#[test]
fn w20_a_value_is_chosen_by_guards() {
    // p0 = 0101; select by a move and a guarded move, zero extension, and a predicate that is set.
    let text = "ldi %r3, #0\nadd %r3, %r3, %r2\n@p0 ? add %r3, %r1, %r6\nldi %r4, #0\n@p0 ? ldi %r4, #1\nldi %r5, #1\nrtop @p0, %r5\nhalt\n";
    let mut core = lanes(4, text);
    set(&mut core, 1, &[100, 101, 102, 103]);
    set(&mut core, 2, &[200, 201, 202, 203]);
    core.warp_mut(0).expect("a warp").set_predicate(0, 15, 0b1010);
    end(&mut core);
    assert_eq!(
        (get(&core, 3), get(&core, 4), core.warps()[0].predicate(0)),
        (vec![200, 101, 202, 103], vec![0, 1, 0, 1], 15)
    );
}

#[test]
fn predicates_are_computed_in_lanes_that_take_part() {
    // Lanes 0 to 3: p1 = 0011, p2 = 0101 (lane 0 first); each operation is guarded by p3 = 1110.
    let text = "@p3 ? andp @p4, @p1, @p2\n@p3 ? orp @p5, @p1, @p2\n@p3 ? xorp @p6, @p1, @p2\n@p3 ? notp @p7, @p1\nhalt\n";
    let row =
        |text: &str| (0..).zip(text.bytes()).fold(0, |set, (lane, bit)| set | u64::from(bit == b'1') << lane);
    let mut core = lanes(4, text);
    let warp = core.warp_mut(0).expect("a warp");
    for (number, set) in
        [(1, "0011"), (2, "0101"), (3, "1110"), (4, "0001"), (5, "0000"), (6, "1111"), (7, "0001")]
    {
        warp.set_predicate(number, 15, row(set));
    }
    end(&mut core);
    let found = [4, 5, 6, 7].map(|number| core.warps()[0].predicate(number));
    assert_eq!(found, ["0001", "0110", "0111", "1101"].map(row));
    let mut core = lanes(4, "rtop @p1, %r2\niszero @p2, %r2\nisneg @p3, %r2\nhalt\n");
    set(&mut core, 2, &[0, 1, -1, i64::from(i32::MIN)]);
    end(&mut core);
    assert_eq!([1, 2, 3].map(|number| core.warps()[0].predicate(number)), ["0111", "1000", "0011"].map(row));
}

#[test]
fn w22_large_immediates() {
    for (text, value, steps) in [
        ("ldi %r1, #37282\nshli %r1, %r1, #13\nori %r1, %r1, #0x1678\nhalt\n", 0x1234_5678, 4),
        ("ldi %r1, #32\nshli %r1, %r1, #13\nhalt\n", 0x40000, 3),
        ("ldi %r1, #0x3ffff\nhalt\n", 0x3ffff, 2),
        ("ldi %r1, #-262144\nshli %r1, %r1, #13\nhalt\n", 0x8000_0000, 3),
    ] {
        let mut core = reference("4w8/8/1/1", text);
        assert_eq!((end(&mut core).steps, core.warps()[0].get(1, 0)), (steps, value), "{text}");
    }
}

#[test]
fn w23_comparisons_without_overflow() {
    // t = r3, u = r4, v = r5, n = r6.
    let signed = "sub %r3, %r1, %r2\nxor %r4, %r1, %r2\nxor %r5, %r3, %r1\nand %r4, %r4, %r5\nxor %r3, %r3, %r4\nisneg @p1, %r3\n";
    let unsigned = "not %r6, %r1\nand %r4, %r6, %r2\nor %r6, %r6, %r2\nsub %r3, %r1, %r2\nand %r6, %r6, %r3\nor %r6, %r6, %r4\nisneg @p2, %r6\n";
    let naive = "sub %r3, %r1, %r2\nisneg @p3, %r3\nhalt\n";
    let edges = [0, 1, -1, 2, -2, i32::MAX, i32::MIN, i32::MAX - 1, i32::MIN + 1];
    for (a, b) in edges.into_iter().flat_map(|a| edges.map(|b| (a, b))) {
        let mut core = lanes(1, &alloc::format!("{signed}{unsigned}{naive}"));
        set(&mut core, 1, &[a.into()]);
        set(&mut core, 2, &[b.into()]);
        end(&mut core);
        let found = [1, 2, 3].map(|number| core.warps()[0].predicate(number) == 1);
        assert_eq!(found, [a < b, (a as u32) < b as u32, a.wrapping_sub(b) < 0], "{a} {b}");
    }
}

#[test]
fn w36_loop_uniformisation() {
    let text = "loop: rtop @p1, %r1\nnotp @p2, @p1\nldi %r4, #0\n@p1 ? ldi %r4, #1\nst %r4, %r3, #256\nldi %r5, #16\nldi %r6, #0\n\
                any: subi %r5, %r5, #4\nld %r7, %r5, #256\nor %r6, %r6, %r7\nrtop @p3, %r5\n@p3 ? jmpi any\niszero @p4, %r6\n@p4 ? jmpi done\n\
                @p2 ? split\n@p2 ? jmpi skip\naddi %r2, %r2, #1\nsubi %r1, %r1, #1\nskip: join\njmpi loop\ndone: halt\n";
    let mut core = lanes(4, text);
    set(&mut core, 1, &[3, 1, 4, 2]);
    set(&mut core, 3, &[0, 4, 8, 12]);
    let (mut asked, mut divergent, mut bodies) = (0, Vec::new(), Vec::new());
    while let Some(issued) = core.issue().expect("no fault") {
        match issued.op {
            Some(Op::Iszero) => asked += 1,
            Some(Op::Split) => divergent.push(core.warps()[0].stack.len() == 2),
            Some(Op::Addi) => bodies.push(lanes::row(issued.exec, 4)),
            _ => {}
        }
    }
    assert_eq!((asked, get(&core, 2)), (5, vec![3, 1, 4, 2]));
    assert_eq!(
        (divergent, bodies),
        (vec![false, true, true, true], ["1111", "1011", "1010", "0010"].map(String::from).to_vec())
    );
}

#[test]
fn arithmetic_shifts_are_put_together() {
    for (value, count) in [(-8, 1), (-8, 31), (i32::MIN, 4), (i32::MAX, 7), (-1, 16), (12345, 3)] {
        let text = alloc::format!(
            "shri %r2, %r1, #{count}\nshri %r3, %r1, #31\nneg %r3, %r3\nshli %r3, %r3, #{}\nor %r2, %r2, %r3\nhalt\n",
            32 - count
        );
        let mut core = lanes(1, &text);
        set(&mut core, 1, &[value.into()]);
        end(&mut core);
        assert_eq!(get(&core, 2), [i64::from(value >> count)]);
    }
}

#[test]
fn the_link_of_jalis_may_be_its_number_of_lanes() {
    let mut core = lanes(4, "jalis %r2, %r2, a\na: halt\n");
    core.warp_mut(0).expect("a warp").active = 1;
    set(&mut core, 2, &[3]);
    core.issue().expect("no fault");
    assert_eq!((core.warps()[0].active, get(&core, 2)), (3, vec![4, 0, 0, 0]));
}
