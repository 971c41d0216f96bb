//! Worked examples of the literature.

use alloc::{vec, vec::Vec};

use lanescope_parts::machines::chassis::look::Look;

use super::*;
use crate::{
    asm,
    exec::{Cluster, Mask, Next},
};

/// The example kernel: an addition in a loop that is left early where a sum is no multiple of eight.
const TOY: &str = ".data\n0 0 640 480\n1 0x12C000 640 480\n.text\n        mov v0, vc.tid_x\n\
        isub v3, v0, 4\n        itest.ge p3, v3\n        exit p3\n        smov s0, 0\n\
        ldglin v1, 0\n        cpush.brk out\nloop:   isub v2, v0, s0\n        itest.le p0, v2\n        brk p0\n\
        iadd v1, v1, v0\n        and v2, v1, 7\n        cpush.if neb\n        itest.nz p0, v2\n        itest.ez p1, v2\n\
        cmask p1\n        iadd v1, v1, 128\n        brk p0\n        cpop\nneb:    iadd v1, v1, s0\n        siadd s0, s0, 1\n\
        j loop\nout:    stglin v1, 1\n        exit\n";

/// A step that changes masks or the stack: its name, run and break mask, all together, depth, and `v1`, of four work-items.
type Row = (&'static str, &'static str, &'static str, &'static str, usize, [u32; 4]);

/// The masks and the stack, step by step, of work-items 0 to 3. The
/// others are outside the launch, and the program ends them first.
#[test]
fn example_9_5_trace_of_the_stack() {
    let wanted: [Row; 11] = [
        ("cpush", "1111", "1111", "1111", 1, [5, 7, 6, 5]),
        ("brk", "1111", "0111", "0111", 1, [5, 7, 6, 5]),
        ("cpush", "1111", "0111", "0111", 2, [5, 8, 8, 8]),
        ("cmask", "1000", "0111", "0000", 2, [5, 8, 8, 8]),
        ("pop", "1111", "0111", "0111", 1, [5, 8, 8, 8]),
        ("brk", "1111", "0011", "0011", 1, [5, 8, 8, 8]),
        ("cpush", "1111", "0011", "0011", 2, [5, 8, 10, 11]),
        ("cmask", "1111", "0011", "0011", 2, [5, 8, 10, 11]),
        ("brk", "1111", "0000", "0000", 2, [5, 8, 138, 139]),
        ("pop", "1111", "0000", "0000", 1, [5, 8, 138, 139]),
        ("pop", "1111", "1111", "1111", 0, [5, 8, 138, 139]),
    ];
    let options =
        asm::Options { behaviour: Behaviour::Thesis, bad_lines: BadLines::Errors, ..asm::Options::default() };
    let (program, diagnostics) = asm::assemble(TOY, options);
    assert_eq!(diagnostics, []);
    let words = [5u32, 7, 6, 5];
    let bytes = words.iter().flat_map(|word| word.to_le_bytes()).collect();
    let argument = Argument { buffer: 0, contents: Contents::Words, bytes };
    let chosen = LaunchOptions { size: [4, 1], width: Some(1024), arguments: vec![argument] };
    let (launch, mut memory) =
        prepare(&program, &Files::one(TOY), &chosen, &Spec::default(), &Limits::default()).unwrap();
    let mut cluster = Cluster::new(Arc::new(program), launch, Behaviour::Thesis, 1, SCRATCHPAD);
    cluster.start(0, launch.all_groups().next().unwrap());
    let mut seen: Vec<Row> = Vec::new();
    let four = |mask: Mask| -> &'static str {
        const NAMES: [&str; 5] = ["0000", "1000", "0011", "0111", "1111"];
        NAMES.into_iter().find(|name| *name == &format!("{:4}", mask.lanes())[..4]).unwrap()
    };
    while cluster.next(0) != Next::Nothing {
        let done = cluster.step(0, &mut memory).unwrap().unwrap();
        let name = done.at.map_or("pop", |at| cluster.program().instructions[at as usize].op.row().name);
        if ["cpush", "brk", "cmask", "pop", "cpop"].contains(&name) {
            let held = cluster.look();
            let [run, left, ..] = held.masks(0).map(four);
            let v1 = core::array::from_fn(|item| held.vector(0, 1)[item]);
            seen.push((name, run, left, four(held.active(0)), held.stack(0).len(), v1));
        }
    }
    assert_eq!(seen, wanted);
}

/// What people see of registers is what the program put there.
#[test]
fn registers_are_shown_by_their_names() {
    let text = ".text\nmov v3, vc.lid_x\nsmov s2, 7\nitest.nz p3, v3\nsmovssp sc.sd_words, 4\nexit\n";
    let (program, _) = asm::assemble(text, asm::Options::default());
    let chosen = LaunchOptions { size: [2048, 1], width: None, arguments: vec![] };
    let (launch, mut memory) =
        prepare(&program, &Files::one(text), &chosen, &Spec::default(), &Limits::default()).unwrap();
    let mut cluster = Cluster::new(Arc::new(program), launch, Behaviour::Simulator, 2, SCRATCHPAD);
    cluster.start(1, launch.all_groups().nth(1).unwrap());
    for _ in 0..4 {
        cluster.step(1, &mut memory).unwrap();
    }
    let registers = cluster.look().registers(1);
    let value = |name: &str, item: u32| {
        let class =
            registers.classes.iter().find(|class| class.names.iter().any(|known| known == name)).unwrap();
        let at = class.names.iter().position(|known| known == name).unwrap();
        class.value(at, item, 0).unwrap()
    };
    assert_eq!([value("v3", 9), value("p3", 0), value("p3", 9), value("s2", 0)], [9, 0, 1, 7]);
    assert_eq!([value("vc.tid_x", 9), value("vc.ctrl_run", 9), value("vc.one", 3)], [1033, 1, 1]);
    assert_eq!([value("sc.dim_x", 0), value("sc.wg_off_x", 0), value("sc.sd_words", 0)], [2048, 1024, 4]);
    assert_eq!((cluster.look().scratchpad(1).len(), cluster.pc(1)), (32_768, 4));
}
