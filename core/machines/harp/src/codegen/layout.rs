//! Code becomes bytes (HARP 4.0, step 15): blocks one after another, `split` before its jump and `join` first in its block, jumps by
//! distances.

use alloc::vec::Vec;

use lanescope_parts::base::OrdMap;

use lanescope_parts::source::Span;

use super::{
    super::{
        asm::Placed,
        fences::Reach,
        isa::{Arch, Instruction, Op, Role},
    },
    code::{Code, End, Line, Site, Special},
    emit::pieces,
    registers::Registers,
    room,
    split::is_split,
};

/// A place of the code.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(super) enum Label {
    /// Of the start-up chain.
    Boot(usize),
    /// The beginning of a block of the kernel, 0, or of a function, its number and 1.
    Block(usize, usize),
}

/// What is laid out.
#[derive(Clone, Copy, Debug)]
pub(super) enum Piece {
    /// An instruction, with where its number leads.
    Instruction {
        one: Instruction,
        to: Option<Label>,
        reach: Option<Reach>,
        /// The branch whose side it is part of, or that it is for.
        owner: Option<u32>,
        span: Span,
    },
    /// The address of a label in a register, in as many instructions as the largest address takes.
    Address { to: u8, label: Label },
    /// A label is here.
    Label(Label),
    /// The next instruction is where lanes come to a branch of the kernel.
    Site(Site),
}

impl Piece {
    /// An instruction that reaches into no memory of the kernel's.
    pub const fn plain(one: Instruction, to: Option<Label>, span: Span) -> Piece {
        Piece::Instruction { one, to, reach: None, owner: None, span }
    }
}

/// The code as it lies in memory.
#[derive(Clone, Debug, Default)]
pub(super) struct Laid {
    /// The instructions.
    pub bytes: Vec<u8>,
    /// Where each of them comes from.
    pub places: Vec<Placed>,
    /// What accesses mean, by the addresses of their instructions.
    pub reaches: Vec<(u64, Reach)>,
    /// Branches of the kernel, by the addresses of their `split`s or jumps, in ascending order.
    pub sites: Vec<(u64, Site)>,
    /// The branches that instructions are part of, by addresses in ascending order.
    pub owners: Vec<(u64, u32)>,
}

/// The blocks of a unit (the kernel, or a function) as instructions.
pub(super) fn blocks(arch: Arch, unit: usize, code: &Code, registers: &Registers) -> Vec<Piece> {
    let order = code.order();
    let mut out = Vec::new();
    for (at, block) in order.iter().enumerate() {
        let next = order.get(at + 1).copied();
        out.push(Piece::Label(Label::Block(unit, *block)));
        write(arch, (unit, code), registers, (*block, next), &mut out);
    }
    out
}

fn write(
    arch: Arch,
    (unit, code): (usize, &Code),
    registers: &Registers,
    (at, next): (usize, Option<usize>),
    out: &mut Vec<Piece>,
) {
    let block = &code.blocks[at];
    let plain = |one, to, owner| Piece::Instruction { one, to, reach: None, owner, span: block.span };
    if let Some(branch) = block.join {
        out.push(plain(Instruction::new(Op::Join), None, code.site(branch)));
    }
    let lines = block.lines.iter().map(|line| Line { owner: line.owner.or(block.owner), ..*line });
    out.extend(lines.filter_map(|line| line_of(arch, code, registers, &line)));
    if let End::Branch { site: Some(site), .. } = block.end {
        out.push(Piece::Site(site));
    }
    let mut add = |guard, op, first, to: Option<usize>| {
        let one = Instruction { guard, op, registers: [first, 0, 0], immediate: 0 };
        out.push(plain(one, to.map(|to| Label::Block(unit, to)), code.site(at).or(block.owner)));
    };
    match block.end {
        End::Leave(link) => add(None, Op::Jmprt, registers.of(code, link), None),
        End::Return { .. } | End::Tail(_) => {
            let link = arch.role(Role::Link);
            for (register, at) in &code.saved {
                let registers = [*register, arch.role(Role::Frame), 0];
                let one = Instruction { guard: None, op: Op::Ld, registers, immediate: *at };
                out.push(Piece::plain(one, None, block.span));
            }
            let popped = code.pushed.into_iter().flat_map(|_| room::pop(arch, block.span));
            out.extend(popped.filter_map(|line| line_of(arch, code, registers, &line)));
            let (op, registers, to) = match block.end {
                End::Tail(function) => (Op::Jmpi, [0; 3], Some(Label::Block(function as usize + 1, 0))),
                _ => (Op::Jmpr, [link, 0, 0], None),
            };
            out.push(Piece::plain(Instruction { guard: None, op, registers, immediate: 0 }, to, block.span));
        }
        End::Jump(to) if Some(to) == next => {}
        End::Jump(to) => add(None, Op::Jmpi, 0, Some(to)),
        End::Branch { on, yes, no, .. } => {
            let guard = Some(registers.of(code, on));
            if is_split(code, at) {
                add(guard, Op::Split, 0, None);
            }
            add(guard, Op::Jmpi, 0, Some(yes));
            if Some(no) != next {
                add(None, Op::Jmpi, 0, Some(no));
            }
        }
    }
}

/// An instruction with its registers; nothing for a copy of a register to itself.
fn line_of(arch: Arch, code: &Code, registers: &Registers, line: &Line) -> Option<Piece> {
    let link = arch.role(Role::Link);
    if let Some(special) = line.special {
        let (to, registers) = match special {
            Special::Call { function, .. } => (Some(Label::Block(function as usize + 1, 0)), [link, 0, 0]),
            Special::Save(register) => (None, [register, arch.role(Role::Frame), 0]),
            Special::Pseudo(_) => return None,
        };
        let one = Instruction { guard: None, op: line.op, registers, immediate: line.number };
        return Some(Piece::Instruction { one, to, reach: None, owner: line.owner, span: line.span });
    }
    let count = line.count();
    let mut numbers = [0; 3];
    for (number, reg) in numbers.iter_mut().zip(&line.regs).take(count) {
        *number = registers.of(code, *reg);
    }
    if registers.is_nothing(code, line) {
        return None;
    }
    let guard = line.guard.map(|guard| registers.of(code, guard));
    let one = Instruction { guard, op: line.op, registers: numbers, immediate: line.number };
    Some(Piece::Instruction { one, to: None, reach: line.reach, owner: line.owner, span: line.span })
}

/// The instructions that put an address into a register.
fn address(arch: Arch, to: u8, value: i64) -> Vec<Instruction> {
    let step =
        |(op, immediate): (Op, i64)| Instruction { guard: None, op, registers: [to, to, 0], immediate };
    pieces(arch, value).into_iter().map(step).collect()
}

/// The bytes of the pieces from an address on, and where each instruction is.
///
/// # Errors
/// A jump is longer than its number may be.
pub(super) fn bytes(arch: Arch, base: u64, pieces: &[Piece]) -> Result<Laid, &'static str> {
    let size = |one: &Instruction| u64::from(arch.instruction_bytes(one.op.row().format));
    let length = |piece: &Piece, at: i64| match piece {
        Piece::Instruction { one, .. } => size(one),
        Piece::Address { to, .. } => address(arch, *to, at).iter().map(size).sum(),
        Piece::Label(_) | Piece::Site(_) => 0,
    };
    let mut labels: OrdMap<Label, u64> = OrdMap::new();
    // An address may change its own length once: the second round has those of the first.
    for _ in 0..2 {
        let mut at = base;
        for piece in pieces {
            if let Piece::Label(label) = piece {
                labels.insert(*label, at);
            }
            let asked = if let Piece::Address { label, .. } = piece { labels.get(label) } else { None };
            at += length(piece, asked.map_or(base as i64, |at| *at as i64));
        }
    }
    let (mut laid, mut sites) = (Laid::default(), Vec::new());
    let mut put = |one: &Instruction, reach: Option<Reach>, owner: Option<u32>, span: Span| {
        let at = base + laid.bytes.len() as u64;
        laid.places.push(Placed { at, is_code: true, span, element: None });
        laid.reaches.extend(reach.map(|reach| (at, reach)));
        laid.owners.extend(owner.map(|owner| (at, owner)));
        laid.bytes.extend(arch.encode(one));
        base + laid.bytes.len() as u64
    };
    let mut at = base;
    for piece in pieces {
        match piece {
            Piece::Label(label) if labels.get(label) != Some(&at) => {
                return Err("its addresses do not settle");
            }
            Piece::Label(_) => {}
            Piece::Site(site) => sites.push((at, *site)),
            Piece::Address { to, label } => {
                for one in address(arch, *to, labels[label] as i64) {
                    at = put(&one, None, None, Span::NONE);
                }
            }
            Piece::Instruction { one, to, reach, owner, span } => {
                let mut one = *one;
                if let Some(label) = to {
                    one.immediate = (labels[label] as i64).wrapping_sub((at + size(&one)) as i64);
                    if !super::emit::fits(arch, one.op.row().format, one.immediate) {
                        return Err("a jump is longer than an instruction reaches");
                    }
                }
                at = put(&one, *reach, *owner, *span);
            }
        }
    }
    Ok(Laid { sites, ..laid })
}
