//! Masks, the stack and jumps, in both behaviours.

use alloc::format;

use super::*;

const THESIS: Behaviour = Behaviour::Thesis;

/// `p0` has the even work-items, `p1` all, `p2` none.
const SOME: &str =
    "mov v1, vc.lid_x\nand v2, v1, 1\nitest.ez p0, v2\nitest.ge p1, v1\nitest.l p2, v1\nmov v0, 7\n";

fn both(text: &str, expected: [u32; 4]) {
    for behaviour in [Behaviour::Simulator, THESIS] {
        let case = Case { behaviour, ..Case::default() };
        assert_eq!(
            case.words::<4>(&format!("{SOME}j start\nstart:\n{text}")),
            expected,
            "{behaviour:?} {text}"
        );
    }
}

/// SD-21: work-items of the predicate are off until the mask is restored.
#[test]
fn sd_21_masks_turn_work_items_off_until_a_pop() {
    both("cpush.if l\ncmask p0\nmov v0, 1\ncpop\nl:\nstglin v0, 0\nexit", [7, 1, 7, 1]);
    both("cpush.brk l\nbrk p0\nmov v0, 1\ncpop\nl:\niadd v0, v0, 1\nstglin v0, 0\nexit", [8, 2, 8, 2]);
    // An entry with a predicate restores that, an entry of another type leaves the mask off.
    both("cpush.if l, p0\nmov v0, 1\ncpop\nl:\nmov v0, 2\nstglin v0, 0\nexit", [2, 0, 2, 0]);
    both("cpush.jc l\ncmask p0\nmov v0, 1\ncpop\nl:\nstglin v0, 0\nexit", [0, 1, 0, 1]);
}

/// SD-23: where none is on, the stack is popped until one is.
#[test]
fn sd_23_pops_are_put_in_until_a_work_item_is_on() {
    both(
        "cpush.if la\ncpush.if lb\ncmask p1\nmov v0, 1\nlb:\niadd v0, v0, 1\ncpop\nla:\nstglin v0, 0\nexit",
        [8; 4],
    );
    both("cpush.brk la\ncpush.if lb\nbrk p1\nmov v0, 1\nlb:\nmov v0, 2\nla:\nstglin v0, 0\nexit", [7; 4]);
    let text = format!("{SOME}j l\nl:\ncpush.brk la\ncpush.if lb\nbrk p1\nlb:\nla:\nexit");
    let run = Case::default().run(&text).unwrap();
    assert_eq!(run.work().instructions, 6 + 1 + 3 + 2 + 1, "two pops are put in");
}

/// Both sides of a branch: those of the predicate go on at the label.
#[test]
fn a_branch_pushes_those_that_take_it() {
    both(
        "cpush.if end\nbra else, p0\nmov v0, 1\ncpop\nelse:\nmov v0, 2\ncpop\nend:\nstglin v0, 0\nexit",
        [2, 1, 2, 1],
    );
}

/// 3.7: in the thesis a branch that all take jumps, and one that none takes does nothing.
#[test]
fn a_branch_of_all_or_none_pushes_nothing_in_the_thesis() {
    let text = |p: &str| {
        format!(
            "{SOME}j go\ngo:\nbra to, {p}\nmov v0, 1\nstglin v0, 0\nexit\nto:\nmov v0, 2\nstglin v0, 0\nexit"
        )
    };
    let case = Case { behaviour: THESIS, ..Case::default() };
    assert_eq!(case.words::<2>(&text("p1")), [2, 2]);
    assert_eq!(case.words::<2>(&text("p2")), [1, 1]);
    // The simulator pushes an entry each time.
    assert_eq!(
        [Case::default().words::<1>(&text("p1")), Case::default().words::<1>(&text("p2"))],
        [[2], [1]]
    );
    let many = format!("{SOME}{}to:\nexit", "bra to, p2\n".repeat(17));
    assert!(case.run(&many).is_ok());
    assert!(trouble(&Case::default(), &many).contains("is full"));
}

#[test]
fn a_call_returns_by_a_pop_and_its_predicate_says_who_goes() {
    both("call fn\nstglin v0, 0\nexit\nfn:\nmov v0, 3\ncpop", [3; 4]);
    both("call fn\ncall fn\nstglin v0, 0\nexit\nfn:\niadd v0, v0, 1\ncpop", [9; 4]);
    let text = format!("{SOME}call fn, p0\nstglin v0, 0\nexit\nfn:\nmov v0, 3\ncpop");
    // The simulator's call pushes its predicate, the thesis' the mask as it was.
    assert_eq!(Case::default().words::<4>(&text), [3, 0, 3, 0]);
    assert_eq!(Case { behaviour: THESIS, ..Case::default() }.words::<4>(&text), [3, 7, 3, 7]);
}

/// Facts 3: `ret` is taken and not executed by the simulator.
#[test]
fn a_return_is_executed_in_the_thesis_alone() {
    let text = format!("{SOME}call fn\nstglin v0, 0\nexit\nfn:\nret p0\nmov v0, 3\ncpop");
    assert_eq!(Case { behaviour: THESIS, ..Case::default() }.words::<4>(&text), [7, 3, 7, 3]);
    assert_eq!(Case::default().words::<4>(&text), [3; 4]);
    assert_eq!(console(&Case::default().run(&text).unwrap()), "group 0: `ret` is not executed\n");
}

/// SD-15: a group ends when its last work-item does; what stands behind is not reached.
#[test]
fn sd_15_exit_ends_work_items_and_the_group_with_the_last() {
    both("exit p0\nstglin v0, 0\nexit", [0, 7, 0, 7]);
    both("stglin v0, 0\ncpush.if l\ncmask p0\nexit\nl:\nmov v0, 1\nstglin v0, 0\nexit", [1, 7, 1, 7]);
    assert_eq!(Case::default().run("exit").unwrap().work().instructions, 1);
}

/// Facts 5: an exit behind a store to main memory is never fetched.
#[test]
fn a_store_can_end_the_group() {
    assert_eq!(Case::default().run("stglin v0, 0\nexit").unwrap().work().instructions, 1);
    assert_eq!(Case::default().run("stsplin v0, 0\nexit").unwrap().work().instructions, 2);
}

/// SD-24.
#[test]
fn sd_24_scalar_jumps_touch_only_the_place() {
    let loops =
        "smov s0, 10\nmov v0, 0\nl:\niadd v0, v0, s0\nsisub s0, s0, 1\nsicj.g l, s0\nstglin v0, 0\nexit";
    assert_eq!(Case::default().words::<1>(loops), [55]);
    let table = [
        ("ez", [0, 1, 0]),
        ("nz", [1, 0, 1]),
        ("g", [0, 0, 1]),
        ("ge", [0, 1, 1]),
        ("l", [1, 0, 0]),
        ("le", [1, 1, 0]),
    ];
    for (suffix, taken) in table {
        for (value, taken) in [-1, 0, 1].into_iter().zip(taken) {
            let jump = format!("sicj.{suffix} l, s0\nmov v0, 0\nl:\nstglin v0, 0\nexit");
            let text = format!("smov s0, {value}\nmov v0, 1\n{jump}");
            assert_eq!(Case::default().words::<1>(&text), [taken], "{suffix} {value}");
        }
    }
}

/// Facts 6.5: a scalar instruction behind the one that turns all off has left the pipeline before the pop is put in.
#[test]
fn a_scalar_instruction_behind_the_last_mask_is_executed_by_the_simulator() {
    let off = "smov s0, 5\nj go\ngo:\ncpush.if l\ncmask p1\nsmov s0, 6\nsmov s0, 8\nl:\n";
    let text = format!("{SOME}{off}iadd v0, v9, s0\nstglin v0, 0\nexit");
    assert_eq!(Case::default().words::<1>(&text), [6]);
    assert_eq!(Case { behaviour: THESIS, ..Case::default() }.words::<1>(&text), [5]);
    let vector = text.replace("smov s0, 6", "mov v0, 6");
    assert_eq!(Case::default().words::<1>(&vector), [5], "vector instructions are stopped");
}

/// Facts 6.5 and 16.2: where the original hangs, the run ends and says so.
#[test]
fn where_the_original_hangs_the_run_says_so() {
    let early = format!("{SOME}cpush.if l\ncmask p1\nl:\nexit");
    assert!(trouble(&Case::default(), &early).contains("before the first jump or memory instruction"));
    let empty = format!("{SOME}j l\nl:\ncmask p1\nexit");
    assert!(trouble(&Case::default(), &empty).contains("the stack of masks is empty: the original hangs"));
    for text in [early, empty] {
        assert!(Case { behaviour: THESIS, ..Case::default() }.run(&text).is_ok());
    }
    // What one group flushed, another need not.
    let second = Case { size: [2048, 1], ..Case::default() };
    let text = format!("{SOME}smov s0, sc.wg_off_x\nsicj.nz l, s0\nj l\nl:\ncpush.if m\ncmask p1\nm:\nexit");
    assert!(second.run(&text).is_ok());
}

#[test]
fn the_stack_and_the_program_have_ends() {
    let pushes = "cpush.if l\n".repeat(16);
    assert!(Case::default().run(&format!("{pushes}l:\nexit")).is_ok());
    assert!(
        trouble(&Case::default(), &format!("{pushes}cpush.if l\nl:\nexit"))
            .contains("16 entries and is full")
    );
    assert_eq!(trouble(&Case::default(), "cpop\nexit"), "the stack of masks is empty");
    assert_eq!(trouble(&Case::default(), "nop"), "the program ends without `exit`");
    assert_eq!(trouble(&Case::default(), "ldglin v0, 9"), "the program declares no buffer 9 of main memory");
    assert_eq!(trouble(&Case::default(), "ldsplin v0, 9"), "the program declares no scratchpad buffer 9");
    assert_eq!(
        trouble(&Case::default(), "bufquery.dim_x s0, 9"),
        "the program declares no buffer 9 of main memory"
    );
}

/// SD-25.
#[test]
fn sd_25_special_registers_hold_the_place_of_a_work_item() {
    let case = Case { size: [64, 32], width: Some(32), data: ".data\n0 0 64 32\n.text\n", ..Case::default() };
    let of = |name: &str| {
        let run = case.run(&format!("mov v0, vc.{name}\nstglin v0, 0\nexit")).unwrap();
        let words = words(&run, 0);
        move |x: usize, y: usize| words[y * 64 + x]
    };
    let [tid_x, tid_y] = ["tid_x", "tid_y"].map(of);
    let [lid_x, lid_y] = ["lid_x", "lid_y"].map(of);
    for (x, y) in [(0, 0), (31, 5), (32, 0), (63, 31), (40, 17)] {
        assert_eq!((tid_x(x, y), tid_y(x, y)), (x as u32, y as u32));
        assert_eq!((lid_x(x, y), lid_y(x, y)), (x as u32 % 32, y as u32));
    }
    assert_eq!((of("zero")(3, 3), of("one")(3, 3), of("ctrl_exit")(3, 3)), (0, 1, 1));
    let scalar = |name: &str| {
        let run = case.run(&format!("smov s0, sc.{name}\niadd v0, v9, s0\nstglin v0, 0\nexit")).unwrap();
        words(&run, 0)[63]
    };
    let found =
        ["dim_x", "dim_y", "wg_off_x", "wg_off_y", "wg_width", "sd_words", "sd_period_cnt"].map(scalar);
    assert_eq!(found, [64, 32, 32, 0, 32, 1, 1]);
}

/// A mask is a special register: writing it turns work-items off.
#[test]
fn masks_can_be_written_as_registers() {
    both(
        "cpush.if l\nmovvsp vc.ctrl_run, v2\nmov v0, 1\nmov v3, vc.ctrl_run\ncpop\nl:\nstglin v0, 0\nexit",
        [7, 1, 7, 1],
    );
}

/// Facts 4: what the first slot holds at the start.
#[test]
fn the_first_slot_of_the_simulator_starts_with_bits_in_predicates() {
    let text = |p: u8| {
        format!(
            "mov v0, 0\nj l\nl:\ncpush.if m\nitest.l p2, v0\npbool.nor p3, p{p}, p2\ncmask p3\nmov v0, 1\ncpop\nm:\nstglin v0, 0\nexit"
        )
    };
    assert_eq!(Case::default().words::<2>(&text(0)), [1, 0]);
    assert_eq!(Case::default().words::<2>(&text(1)), [1, 1]);
    let thesis = Case { behaviour: THESIS, ..Case::default() };
    assert_eq!(thesis.words::<2>(&text(1)), [0, 0]);
}

/// SD-27.
#[test]
fn sd_27_debug_instructions_show_and_change_nothing() {
    let text = "smov s3, 9\nmov v4, vc.lid_x\nitest.ez p0, v4\nand v5, v4, 1\nitest.ez p1, v5\nprintsgpr s3\n\
        printvgpr v4, 17\nprintpr p0\nprintpr p1\nprintcmask.if\nprinttrace 42\nexit";
    let run = Case { size: [1024, 2], ..Case::default() }.run(text).unwrap();
    let lines: Vec<&str> = console(&run).lines().collect();
    assert_eq!(
        lines[..6],
        [
            "group 0: s3 = 9, 0x9, 1.3e-44",
            "group 0: v4 of work-item 17 = 17, 0x11, 2.4e-44",
            "group 0: p0 of 1 work-items: 0",
            "group 0: p1 of 512 work-items: 0, 2, 4, 6, 8, 10, 12, 14, ...",
            "group 0: run mask of 1024 work-items: 0 to 1023",
            "group 0: trace 42",
        ]
    );
    assert_eq!((lines.len(), lines[11]), (12, "group 1: trace 42"));
    let many = "smov s0, 2000\nl:\nprinttrace 1\nsisub s0, s0, 1\nsicj.g l, s0\nexit";
    let few = Case { most_shown: 40, ..Case::default() }.run(many).unwrap();
    assert_eq!(console(&few), "group 0: trace 1\ngroup 0: trace 1\n...\n");
}
