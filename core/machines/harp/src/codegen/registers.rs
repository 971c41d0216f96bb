//! Values get registers and predicates (HARP 4.5); those that find none live in the frame.
//!
//! Both classes are given by the allocator that all machines share. A value that is spilled is loaded before each read and stored behind each
//! write; a predicate goes through a register (HARP 4.5: "spill a predicate through zero-extend pseudo and store"). One register
//! holds the frame and is given to nobody.

use alloc::{vec, vec::Vec};

use lanescope_parts::base::OrdMap;

use lanescope_parts::{
    codegen::{
        Effects,
        allocate::{Allocation, Problem, allocate_around},
    },
    source::Span,
};

use super::{
    super::{
        isa::{Arch, Format, Kind, Op, Role},
        spec::Frames,
    },
    across::across,
    code::{Class, Code, End, FRAME, Line, Reg, STACK, Special, is_pinned},
    emit::{fits, pieces},
    room::Room,
};

/// Tries until every value has a register. Each spills at least one.
const ROUNDS: u32 = 256;
/// Most instructions of code that is still given registers.
const MOST_LINES: usize = 1 << 17;

/// The register of each value.
#[derive(Clone, Debug)]
pub struct Registers {
    numbers: Vec<u32>,
    frame: u8,
    stack: u8,
}

impl Registers {
    /// The register or predicate of a value.
    pub fn of(&self, code: &Code, value: Reg) -> u8 {
        match value {
            FRAME => return self.frame,
            STACK => return self.stack,
            _ => {}
        }
        let number = self.numbers[value as usize] as u8;
        let behind = code.classes[value as usize] == Class::Word && number >= self.frame;
        number + u8::from(behind)
    }

    /// The register of the link.
    pub const fn link(&self) -> u8 {
        self.stack + 1
    }

    /// A new value, which has a predicate.
    pub fn add(&mut self, code: &mut Code, predicate: u8) -> Reg {
        self.numbers.push(predicate.into());
        code.value(Class::Predicate)
    }

    /// Is an instruction a copy of a register to itself? It is none then, under a guard, too.
    pub fn is_nothing(&self, code: &Code, line: &Line) -> bool {
        let plain = Line { guard: None, ..*line };
        copied(&plain).is_some_and(|(to, from)| self.of(code, to) == self.of(code, from))
    }
}

/// Gives registers. `room` is what the frame has. `calls` says where functions have their words, if there are any. So many
/// of the highest predicates are given to nobody.
///
/// # Errors
/// There are too few registers.
pub(super) fn give(
    code: &mut Code,
    arch: Arch,
    room: &mut Room,
    calls: Option<Frames>,
    kept_free: u32,
) -> Result<Registers, &'static str> {
    // The frame has its register; where there are calls the link has, and the stack.
    let taken = match calls {
        None => 1,
        Some(Frames::Fixed) => 2,
        Some(Frames::Stack) => 3,
    };
    let limits = [u32::from(arch.registers) - taken, u32::from(arch.predicates) - kept_free];
    let fixed: Vec<(u32, u32)> = code.passed.iter().copied().zip(0..).collect();
    let mut keep: Vec<bool> = vec![];
    let across = if calls.is_some() { across(code) } else { Vec::new() };
    if !across.is_empty() {
        let before = code.classes.len();
        spill(code, arch, &across, room);
        keep.resize(before, false);
        keep.resize(code.classes.len(), true);
    }
    for _ in 0..ROUNDS {
        let order = code.order();
        drop_unread(code, &order);
        let steps = steps(code, &order);
        let classes: Vec<u8> = code.classes.iter().map(|class| *class as u8).collect();
        keep.resize(classes.len(), false);
        let request =
            Problem { steps: &steps, classes: &classes, limits: &limits, coalesce: true, keep: &keep };
        match allocate_around(&request, &fixed) {
            Allocation::Registers(numbers) => {
                return Ok(Registers {
                    numbers,
                    frame: arch.role(Role::Frame),
                    stack: arch.role(Role::Stack),
                });
            }
            Allocation::Spill(values) => {
                let before = code.classes.len();
                spill(code, arch, &values, room);
                keep.resize(before, false);
                keep.resize(code.classes.len(), true);
                // What goes to the frame and back is code as well: where it grows beyond all that a program could be, there is no end.
                if code.blocks.iter().map(|block| block.lines.len()).sum::<usize>() > MOST_LINES {
                    break;
                }
            }
        }
    }
    Err("it needs more registers than the ArchID has")
}

/// Removes instructions whose result nobody reads.
fn drop_unread(code: &mut Code, order: &[usize]) {
    loop {
        let mut read = vec![false; code.classes.len()];
        code.passed.iter().for_each(|reg| read[*reg as usize] = true);
        for block in order.iter().map(|at| &code.blocks[*at]) {
            for line in &block.lines {
                let sources =
                    line.operands().filter(|(kind, _)| matches!(kind, Kind::From | Kind::PredicateFrom));
                let all = sources.map(|(_, reg)| reg).chain(line.guard).filter(|reg| !is_pinned(*reg));
                all.for_each(|reg| read[reg as usize] = true);
            }
            match block.end {
                End::Branch { on, .. } | End::Leave(on) => read[on as usize] = true,
                End::Jump(_) | End::Return { .. } | End::Tail(_) => {}
            }
        }
        let mut changed = false;
        for block in order {
            let lines = &mut code.blocks[*block].lines;
            let before = lines.len();
            lines.retain(|line| line.written().is_none_or(|reg| read[reg as usize]));
            changed |= lines.len() != before;
        }
        if !changed {
            return;
        }
    }
}

/// The code as the allocator sees it, in its order: each block is its instructions and its end.
fn steps(code: &Code, order: &[usize]) -> Vec<Effects> {
    let mut starts = vec![0; code.blocks.len()];
    let mut at = 0;
    for block in order {
        starts[*block] = at;
        at += code.blocks[*block].lines.len() as u32 + 1;
    }
    let mut steps = Vec::with_capacity(at as usize);
    for block in order.iter().map(|at| &code.blocks[*at]) {
        steps.extend(block.lines.iter().map(|line| step(code, line)));
        let uses = match block.end {
            End::Branch { on, .. } | End::Leave(on) => vec![on],
            End::Return { result: true } => code.passed[..1].to_vec(),
            End::Jump(_) | End::Return { .. } | End::Tail(_) => vec![],
        };
        let targets = block.end.targets().map(|to| starts[to]).collect();
        steps.push(Effects { uses, targets, ..Effects::default() });
    }
    steps
}

fn step(code: &Code, line: &Line) -> Effects {
    if let Some(Special::Call { arguments, .. }) = line.special {
        let uses = code.passed[..usize::from(arguments)].to_vec();
        return Effects { uses, defs: code.passed.clone(), next: true, ..Effects::default() };
    }
    Effects {
        uses: line.read().collect(),
        defs: line.written().into_iter().collect(),
        next: true,
        copy: copied(line),
        ..Effects::default()
    }
}

/// What a plain copy copies: to and from.
pub(super) fn copied(line: &Line) -> Option<(Reg, Reg)> {
    let [to, from, other] = line.regs;
    let is_copy = match line.op {
        Op::Ori => line.number == 0 && !is_pinned(from),
        Op::Orp => from == other,
        _ => false,
    };
    (is_copy && line.guard.is_none()).then_some((to, from))
}

/// Rewrites the code so that values live in the frame.
fn spill(code: &mut Code, arch: Arch, values: &[u32], room: &mut Room) {
    let mut homes: OrdMap<Reg, i64> = OrdMap::new();
    for value in values {
        homes.insert(*value, room.take());
    }
    for at in code.order() {
        let lines = core::mem::take(&mut code.blocks[at].lines);
        let mut out = Vec::with_capacity(lines.len());
        for line in lines {
            let (owner, from) = (line.owner, out.len());
            if !pass(code, arch, &homes, &line, &mut out) {
                carry(code, arch, &homes, line, &mut out);
            }
            out[from..].iter_mut().for_each(|line| line.owner = owner);
        }
        let span = code.blocks[at].span;
        let mut end = code.blocks[at].end;
        if let End::Branch { on, .. } | End::Leave(on) = &mut end
            && let Some(home) = homes.get(on)
        {
            let carrier = code.value(code.classes[*on as usize]);
            fetch(code, arch, carrier, *home, span, &mut out);
            *on = carrier;
        }
        code.blocks[at].lines = out;
        code.blocks[at].end = end;
    }
}

/// A copy between a register of a call and a value that lives in the frame is a load or a store alone. Is the instruction one?
fn pass(code: &mut Code, arch: Arch, homes: &OrdMap<Reg, i64>, line: &Line, out: &mut Vec<Line>) -> bool {
    let Some((to, from)) = copied(line).filter(|(to, from)| code.is_passed(*to) || code.is_passed(*from))
    else {
        return false;
    };
    match (homes.get(&to), homes.get(&from)) {
        (Some(home), None) => put_away(code, arch, from, *home, line.span, out),
        (None, Some(home)) => fetch(code, arch, to, *home, line.span, out),
        _ => return false,
    }
    true
}

/// An instruction with values that live in the frame.
fn carry(code: &mut Code, arch: Arch, homes: &OrdMap<Reg, i64>, line: Line, out: &mut Vec<Line>) {
    let mut carriers: OrdMap<Reg, Reg> = OrdMap::new();
    let touched = line.operands().map(|(_, reg)| reg).chain(line.guard);
    for value in touched.filter(|value| homes.contains_key(value)) {
        carriers.entry(value).or_insert_with(|| code.value(code.classes[value as usize]));
    }
    let reads: Vec<Reg> = line.read().collect();
    for (value, carrier) in carriers.iter().filter(|(value, _)| reads.contains(value)) {
        fetch(code, arch, *carrier, homes[value], line.span, out);
    }
    let written = line.written();
    let mut new = line;
    new.values_mut().for_each(|reg| *reg = carriers.get(reg).copied().unwrap_or(*reg));
    out.push(new);
    if let Some((value, carrier)) = written.and_then(|value| Some((value, *carriers.get(&value)?))) {
        put_away(code, arch, carrier, homes[&value], line.span, out);
    }
}

/// Where a word of the frame is: base and number, by way of a register if the number does not fit.
fn home(code: &mut Code, arch: Arch, at: i64, span: Span, out: &mut Vec<Line>) -> (Reg, i64) {
    if fits(arch, Format::I3, at) {
        return (FRAME, at);
    }
    let base = code.value(Class::Word);
    let line = |op, regs, number| Line::plain(op, regs, number, span);
    out.extend(pieces(arch, at).into_iter().map(|(op, number)| line(op, [base, base, 0], number)));
    out.push(line(Op::Add, [base, FRAME, base], 0));
    (base, 0)
}

/// Loads a value from the frame.
fn fetch(code: &mut Code, arch: Arch, to: Reg, at: i64, span: Span, out: &mut Vec<Line>) {
    let (base, number) = home(code, arch, at, span, out);
    let line = |op, regs, number| Line::plain(op, regs, number, span);
    match code.classes[to as usize] {
        Class::Word => out.push(line(Op::Ld, [to, base, 0], number)),
        Class::Predicate => {
            let word = code.value(Class::Word);
            out.push(line(Op::Ld, [word, base, 0], number));
            out.push(line(Op::Rtop, [to, word, 0], 0));
        }
    }
}

/// Stores a value in the frame.
fn put_away(code: &mut Code, arch: Arch, from: Reg, at: i64, span: Span, out: &mut Vec<Line>) {
    let (base, number) = home(code, arch, at, span, out);
    let line = |guard, op, regs, number| Line { guard, ..Line::plain(op, regs, number, span) };
    match code.classes[from as usize] {
        Class::Word => out.push(line(None, Op::St, [from, base, 0], number)),
        Class::Predicate => {
            let word = code.value(Class::Word);
            out.push(line(None, Op::Ldi, [word, 0, 0], 0));
            out.push(line(Some(from), Op::Ldi, [word, 0, 0], 1));
            out.push(line(None, Op::St, [word, base, 0], number));
        }
    }
}
