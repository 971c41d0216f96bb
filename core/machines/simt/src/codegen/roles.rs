//! Machine code as the shared parts of code generation see it: which values each instruction reads and writes.
//!
//! A guarded instruction writes only some lanes, so it also keeps (that is: reads) the old value of its destination. Two
//! cases need no old value: nothing has written the register before, or every other mention of it has the same guard
//! too, in one block and with the predicate unchanged. Without these cases a temporary of a guarded arm would live from
//! the start of the program.

use alloc::{vec, vec::Vec};

use lanescope_parts::codegen::{Effects, flow::Blocks, written::maybe_written};

use crate::isa::{Bank, Guard, Inst, Op, Operand, Reg};

/// Numbers for the registers of a program, of all banks: first `%r`, then `%rd`, then `%p`.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Default)]
pub(super) struct Numbering {
    /// How many of each bank.
    pub counts: [u32; 3],
}

impl Numbering {
    /// Of the registers that occur.
    pub fn new(code: &[Inst]) -> Numbering {
        let mut counts = [0; 3];
        for inst in code {
            for reg in inst.sources().chain(inst.dst_reg()) {
                let count = &mut counts[reg.bank as usize];
                *count = (*count).max(reg.index + 1);
            }
        }
        Numbering { counts }
    }

    /// How many in all.
    pub fn len(self) -> usize {
        self.counts.iter().sum::<u32>() as usize
    }

    /// The number of a register.
    pub fn of(self, reg: Reg) -> u32 {
        self.counts[..reg.bank as usize].iter().sum::<u32>() + reg.index
    }

    /// The register with this number.
    pub fn reg(self, number: u32) -> Reg {
        let [r, d, _] = self.counts;
        match number {
            n if n < r => Reg { bank: Bank::R, index: n },
            n if n < r + d => Reg { bank: Bank::D, index: n - r },
            n => Reg { bank: Bank::P, index: n - r - d },
        }
    }
}

/// The code as steps, one for each instruction.
pub(super) fn steps(code: &[Inst], numbering: Numbering) -> Vec<Effects> {
    let mut steps: Vec<Effects> = code.iter().map(|inst| step(inst, numbering)).collect();
    let whole = whole_writes(code, &steps, numbering);
    for (at, inst) in code.iter().enumerate() {
        let partial = inst.guard.is_some() && !whole[at];
        if let Some(reg) = inst.dst_reg().filter(|_| partial) {
            steps[at].uses.push(numbering.of(reg));
        }
    }
    steps
}

fn step(inst: &Inst, numbering: Numbering) -> Effects {
    let always = inst.guard.is_none();
    let copy = match (inst.op, inst.dst, inst.src[0]) {
        (Op::Mov, Operand::Reg(to), Operand::Reg(from)) if always => {
            Some((numbering.of(to), numbering.of(from)))
        }
        _ => None,
    };
    Effects {
        uses: inst.sources().map(|reg| numbering.of(reg)).collect(),
        defs: inst.dst_reg().map(|reg| numbering.of(reg)).into_iter().collect(),
        next: !(always && (inst.is_branch() || inst.is_exit())),
        targets: if inst.is_branch() { vec![inst.target] } else { vec![] },
        copy,
        early: false,
    }
}

/// For each instruction: is there no old value that its guarded write would have to keep?
fn whole_writes(code: &[Inst], steps: &[Effects], numbering: Numbering) -> Vec<bool> {
    let blocks = Blocks::new(steps);
    let local = guard_local(code, &blocks, numbering);
    let written = maybe_written(steps, &blocks, numbering.len());
    code.iter()
        .enumerate()
        .map(|(at, inst)| {
            let Some(value) = inst.dst_reg().map(|reg| numbering.of(reg)) else { return false };
            local[value as usize] || !written(at, value)
        })
        .collect()
}

/// Values all of whose mentions carry one guard, in one block, with the predicate unchanged in between.
fn guard_local(code: &[Inst], blocks: &Blocks, numbering: Numbering) -> Vec<bool> {
    #[derive(Clone, Copy, PartialEq)]
    enum Seen {
        Never,
        Under { guard: Guard, block: u32, version: u32 },
        Otherwise,
    }
    let mut seen = vec![Seen::Never; numbering.len()];
    // How often each predicate has been written so far.
    let mut versions = vec![0u32; numbering.counts[Bank::P as usize] as usize];
    for (at, inst) in code.iter().enumerate() {
        let block = blocks.of[at];
        let mut mention = |reg: Reg, guard: Option<Guard>, is_write: bool| {
            let state = &mut seen[numbering.of(reg) as usize];
            let here = guard.map(|guard| Seen::Under {
                guard,
                block,
                version: versions.get(guard.pred as usize).copied().unwrap_or(0),
            });
            *state = match (*state, here) {
                (Seen::Never, Some(here)) if is_write => here,
                (old, Some(here)) if old == here => old,
                _ => Seen::Otherwise,
            };
        };
        for (operand, role) in inst.src.iter().zip(0..) {
            if let Operand::Reg(reg) = operand {
                mention(*reg, inst.guard.or(select_guard(inst, role)), false);
            }
        }
        if let Some(guard) = inst.guard {
            mention(Reg { bank: Bank::P, index: guard.pred }, None, false);
        }
        if let Some(reg) = inst.dst_reg() {
            mention(reg, inst.guard, true);
            if reg.bank == Bank::P {
                versions[reg.index as usize] += 1;
            }
        }
    }
    seen.iter().map(|state| matches!(state, Seen::Under { .. })).collect()
}

/// A select reads its first operand only where the predicate holds, the second only where not.
fn select_guard(inst: &Inst, operand: usize) -> Option<Guard> {
    match (inst.op, inst.src[2]) {
        (Op::Selp, Operand::Reg(pred)) if operand < 2 => {
            Some(Guard { pred: pred.index, negate: operand == 1 })
        }
        _ => None,
    }
}
