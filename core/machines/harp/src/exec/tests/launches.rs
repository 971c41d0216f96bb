//! Worked examples W15 to W19: lanes and warps that software starts (HARP 9).

use alloc::{format, string::String, vec, vec::Vec};

use super::*;

/// Starts so many lanes at `body`, each with its number in R0. It takes 5T instructions, `halt` with them.
fn launch(lanes: u16) -> String {
    format!(
        "ldi %r1, #{lanes}\nldi %r0, #1\ncl: clone %r0\naddi %r0, %r0, #1\nsub %r2, %r1, %r0\nrtop @p0, %r2\n@p0 ? jmpi cl\n\
         ldi %r0, #0\njalis %r5, %r1, body\nhalt\n"
    )
}

#[test]
fn w15_lane_launch() {
    for lanes in [8, 2, 64] {
        let arch = format!("4w8/8/{lanes}/1");
        let text = launch(lanes) + "body: shli %r3, %r0, #2\nst %r0, %r3, #256\njmprt %r5\n";
        let mut core = reference(&arch, &text);
        let counts = end(&mut core);
        assert_eq!(memory(&core, 256, lanes.into()), (0..lanes).map(u64::from).collect::<Vec<_>>());
        assert_eq!(counts.steps, u64::from(5 * lanes + 3));
        if lanes == 8 {
            assert_eq!((counts.steps, counts.lanes), (43, 63));
        }
    }
}

#[test]
fn w16_ten_iteration_divergent_loop_body() {
    let split = "again: andi %r4, %r0, #1\nrtop @p1, %r4\n@p1 ? split\n@p1 ? jmpi odd\nadd %r6, %r6, %r0\njmpi end\nodd: sub %r6, %r6, %r0\nend: join\n";
    let predicated = "again: andi %r4, %r0, #1\nrtop @p1, %r4\nnotp @p2, @p1\n@p1 ? sub %r6, %r6, %r0\n@p2 ? add %r6, %r6, %r0\n";
    for (form, kdic, ldic) in [(split, 175, 791), (predicated, 125, 631)] {
        let tail = "subi %r7, %r7, #1\nrtop @p1, %r7\n@p1 ? jmpi again\nshli %r3, %r0, #2\nst %r6, %r3, #512\njmprt %r5\n";
        let text = format!("{}body: ldi %r7, #10\nldi %r6, #0\n{form}{tail}", launch(8));
        let mut core = reference("4w8/8/8/1", &text);
        let counts = end(&mut core);
        let found: Vec<i64> = memory(&core, 512, 8).into_iter().map(|word| i64::from(word as i32)).collect();
        assert_eq!(found, [0, -10, 20, -30, 40, -50, 60, -70]);
        assert_eq!((counts.steps, counts.lanes), (kdic, ldic));
    }
}

/// Starts the other warps at `wm`, each with its number in a register.
fn warps(count: u16, register: u8) -> String {
    format!(
        "ldi %r{register}, #0\nldi %r1, #1\nldi %r2, wm\nsp: wspawn %r{register}, %r2, %r1\naddi %r1, %r1, #1\nsubi %r3, %r1, #{count}\n\
         rtop @p0, %r3\n@p0 ? jmpi sp\n"
    )
}

#[test]
fn w17_spawn_and_barrier() {
    let text = warps(3, 0)
        + "wm: shli %r3, %r0, #2\nst %r0, %r3, #512\nldi %r4, #1\nldi %r5, #3\nbar %r4, %r5\nhalt\n";
    let mut core = reference("4w8/8/1/3", &text);
    let mut arrived = Vec::new();
    while let Some(issued) = core.issue().expect("no fault") {
        match issued.op {
            Some(Op::Bar) => arrived.push(issued.warp),
            Some(Op::Halt) => assert_eq!(arrived.len(), 3, "nobody passes before all have come"),
            _ => {}
        }
    }
    assert_eq!((memory(&core, 512, 3), arrived), (vec![0, 1, 2], vec![1, 2, 0]));
    assert_eq!(core.warps().iter().map(|warp| warp.counts.steps).collect::<Vec<_>>(), [19, 6, 6]);
    assert_eq!((core.counts().steps, core.steps()), (31, 19));
}

#[test]
fn a_barrier_in_a_divergent_region_is_counted() {
    let text = "ldi %r5, #1\n@p1 ? split\n@p1 ? jmpi a\nbar %r5, %r5\na: join\nbar %r5, %r5\nhalt\n";
    let mut core = lanes(2, text);
    core.warp_mut(0).expect("a warp").set_predicate(1, 3, 1);
    assert_eq!((end(&mut core).divergent_barriers, core.executed(Op::Bar)), (1, 2));
}

#[test]
fn w18_grid_launch() {
    let body =
        "body: shli %r3, %r7, #3\nadd %r3, %r3, %r0\nshli %r3, %r3, #2\nst %r3, %r3, #4096\njmprt %r5\n";
    let text = format!("{}wm: {}{body}", warps(4, 7), launch(8));
    let mut core = reference("4w8/8/8/4", &text);
    let counts = end(&mut core);
    assert_eq!((counts.steps, counts.lanes, counts.stores, core.steps()), (198, 333, 32, 63));
    assert_eq!(core.warps().iter().map(|warp| warp.counts.steps).collect::<Vec<_>>(), [63, 45, 45, 45]);
    assert_eq!(memory(&core, 4096, 32), (0..32).map(|at| at * 4).collect::<Vec<u64>>());
}

#[test]
fn w19_lane_or_in_software() {
    let text = "ldi %r7, end\njmpr %r7\nend: halt\n";
    assert_eq!(end(&mut lanes(4, text)).steps, 3);
    let body = "shli %r2, %r1, #4\nshli %r3, %r0, #2\nadd %r3, %r3, %r2\nst %r4, %r3, #1024\nldi %r5, #16\nldi %r6, #0\n\
                loop: subi %r5, %r5, #4\nadd %r3, %r2, %r5\nld %r3, %r3, #1024\nor %r6, %r6, %r3\nrtop @p0, %r5\n@p0 ? jmpi loop\njmpr %r7\nend: halt\n";
    for (flags, any) in [([0, 0, 1, 0], 1), ([0; 4], 0)] {
        let mut core = lanes(4, body);
        set(&mut core, 4, &flags);
        let halt = 4 * 13;
        set(&mut core, 7, &[halt; 4]);
        // The body of 7 + 6L, and the `halt` to which it returns.
        assert_eq!((end(&mut core).steps, get(&core, 6)), (31 + 1, vec![any; 4]));
    }
}
