//! What holds for every program: random ones, of all instructions.

use alloc::{format, string::ToString, vec, vec::Vec};

use lanescope_parts::{base::rng::Rng, machines::chassis::look::Look};

use super::*;
use crate::{
    exec::{Cluster, Next, Trap},
    isa::{
        Category, Destination, Instruction, Op, Operand, OperandKind, OperandKinds, Program, Register,
        Suffix,
        ops::{ROWS, Row},
    },
};

/// Vector registers that random programs use.
const VECTORS: u8 = 4;

fn pick<T: Copy>(random: &mut Rng, list: &[T]) -> T {
    list[random.below(list.len() as u64) as usize]
}

/// An operand of one of some kinds; a special register that may be written, if it is to be.
fn operand(random: &mut Rng, kinds: OperandKinds, length: u32, writes: bool) -> Operand {
    use OperandKind::{Immediate, Label, Predicate, Scalar, ScalarSpecial, Vector, VectorSpecial};
    let all = [Vector, Scalar, Predicate, Immediate, Label, VectorSpecial, ScalarSpecial];
    let kinds: Vec<OperandKind> = all.into_iter().filter(|kind| kinds.has(*kind)).collect();
    let kind = pick(random, &kinds);
    match kind {
        Immediate => {
            Operand::Immediate(pick(random, &[0, 1, 2, 3, 4, 7, 31, u32::MAX, -40i32 as u32, 0x3F00_0000]))
        }
        Label => Operand::Target(random.below(u64::from(length) + 1) as u32),
        Vector => Operand::Register(Register::new(kind, random.below(VECTORS.into()) as u8)),
        VectorSpecial | ScalarSpecial => {
            let numbers: Vec<u8> = (0..kind.registers() as u8)
                .filter(|number| !writes || kind.specials()[usize::from(*number)].writable)
                .collect();
            Operand::Register(Register::new(kind, pick(random, &numbers)))
        }
        kind => Operand::Register(Register::new(kind, random.below(4) as u8)),
    }
}

fn instruction(random: &mut Rng, row: &Row, length: u32) -> Instruction {
    let suffixes: Vec<Suffix> = row.suffixes.list().iter().map(|(_, suffix)| *suffix).collect();
    let bare = suffixes.is_empty() || row.suffixes.optional() && random.below(2) == 0;
    let mut one = Instruction::new(row.op);
    one.suffix = if bare { None } else { Some(pick(random, &suffixes)) };
    one.destination = match row.destination {
        Destination::Nothing => None,
        Destination::Written(kinds) => Some(operand(random, kinds, length, true)),
        Destination::Stored(kinds) => Some(operand(random, kinds, length, false)),
        Destination::Scratchpad => Some(Operand::Immediate(random.below(2) as u32)),
    };
    for (at, slot) in row.sources.iter().enumerate() {
        if !slot.optional || random.below(2) == 0 {
            one.sources[at] = Some(operand(random, slot.kinds, length, false));
        }
        let names_buffer = at == 0 && (row.category == Category::Memory || row.op == Op::Bufquery);
        if names_buffer && random.below(100) > 0 {
            one.sources[at] = Some(Operand::Immediate(random.below(2) as u32));
        }
    }
    one
}

/// A program of all instructions, memory ones not more often than others.
fn program(random: &mut Rng, length: u32) -> Program {
    let (mut program, _) = assemble(DATA, Options::default());
    while program.instructions.len() < length as usize {
        let row = pick(random, ROWS);
        // Few pops, which end most programs.
        if row.op == Op::Cpop && random.below(10) > 0 {
            continue;
        }
        program.instructions.push(instruction(random, &row, length));
    }
    program
}

/// Nothing a program says makes a step panic; work-items that are off keep their registers; a pop alone brings work-items back, other
/// than a write of a mask as a register; the same program does the same again.
#[test]
fn any_program_runs_or_says_why_not() {
    let mut random = Rng::new(42);
    let mut ends = [0; 3];
    for round in 0..400u64 {
        let behaviour = if round % 2 == 0 { Behaviour::Simulator } else { Behaviour::Thesis };
        let program = Arc::new(program(&mut random, 40));
        let chosen = LaunchOptions { size: [100, 70], width: Some(64), arguments: vec![] };
        let (launch, mut memory) =
            prepare(&program, &Files::one(""), &chosen, &Spec::default(), &Limits::default()).unwrap();
        let mut cluster = Cluster::new(program.clone(), launch, behaviour, 1, SCRATCHPAD);
        cluster.start(0, launch.all_groups().last().unwrap());
        let mut end = 0;
        for _ in 0..60 {
            let before = cluster.clone();
            let next = cluster.next(0);
            let done = match cluster.step(0, &mut memory) {
                Ok(Some(done)) => done,
                Ok(None) => {
                    end = 1;
                    break;
                }
                Err(trap) => {
                    let said = format!("{trap}");
                    assert!(!said.is_empty() && trap != Trap::NoInstruction || cluster.pc(0) >= 40);
                    end = 2;
                    break;
                }
            };
            assert_eq!(done.at, if let Next::Instruction(at) = next { Some(at) } else { None });
            let (old, new) = (before.look(), cluster.look());
            let on = old.active(0);
            assert_eq!(done.lanes, on.count());
            for number in 0..VECTORS {
                let kept = |item: usize| old.vector(0, number)[item] == new.vector(0, number)[item];
                assert!((0..1024).all(|item| on.has(item) || kept(item)), "{:?}", done.at);
            }
            let op = done.at.map_or(Op::Cpop, |at| program.instructions[at as usize].op);
            let back = new.active(0).without(on);
            assert!(back.is_empty() || op == Op::Cpop, "{op:?}");
        }
        ends[end] += 1;
    }
    assert!(ends.iter().all(|count| *count > 10), "all ends are tried: {ends:?}");
}

#[test]
fn a_run_without_timing_is_the_same_each_time() {
    let mut random = Rng::new(7);
    for _ in 0..20 {
        let program = Arc::new(program(&mut random, 30));
        let chosen = LaunchOptions { size: [2048, 2], width: None, arguments: vec![] };
        let run = |budget: u64| {
            let (launch, memory) =
                prepare(&program, &Files::one(""), &chosen, &Spec::default(), &Limits::default()).unwrap();
            let mut run = Functional::new(program.clone(), launch, memory, &Spec::default());
            let mut left = 400;
            let mut end = Ok(false);
            while left > 0 && end == Ok(false) {
                end = run.advance(budget.min(left));
                left -= budget.min(left);
            }
            (end, run.memory().digest(), run.work(), console(&run).to_string())
        };
        assert_eq!(run(400), run(3));
    }
}
