//! What the lines of a straight piece of code hang on: registers, memory, and through scalar lines.
//!
//! Values are written more than once, so that reading, writing and writing again keep their order. Values that copies
//! connect count as one register here: in an order that heeds it they still can become one. Two accesses keep their order
//! if one of them writes, unless they are to different kinds of memory.
//!
//! Absent: telling apart accesses to the same kind of memory; any two buffers may be the same.

use alloc::{vec, vec::Vec};

use lanescope_parts::{base::OrdMap, ir::Space};

use super::code::{BLOCK, Line, Reg, VLine, What};
use crate::codegen::line::VectorLine;
use crate::{
    isa::{Arg, ArgNames, Class, ClassNames, VectorClass},
    timing::packing::Tie,
};

/// A register: a value, or one of the machine.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
enum Place {
    Value(u32),
    X(u8),
    F(u8),
    V(u8),
}

/// What a line does to registers and memory.
#[derive(Default)]
struct Effects {
    reads: Vec<Place>,
    writes: Vec<Place>,
    memory: Option<Access>,
}

/// An access to memory.
#[derive(Clone, Copy)]
struct Access {
    /// The kind of memory; `None` if it may be any.
    space: Option<Space>,
    writes: bool,
}

impl Access {
    /// May they touch the same bytes, and one of them writes them?
    fn meets(self, other: Access) -> bool {
        let shared = |space: Space| if space == Space::Constant { Space::Global } else { space };
        let apart = self.space.zip(other.space).is_some_and(|(a, b)| shared(a) != shared(b));
        (self.writes || other.writes) && !apart
    }
}

/// Is it an instruction of the vector unit?
pub(super) fn is_vector(line: &Line) -> bool {
    match line.what {
        What::Machine(op, _) => op.class().is_vector(),
        What::Own(VLine::Mask(_)) => true,
        _ => false,
    }
}

fn effects(line: &Line) -> Effects {
    let mut effects = Effects { memory: access(line), ..Effects::default() };
    let value = |reg: Reg, fixed: fn(u8) -> Place| match reg {
        Reg::Value(value) => Some(Place::Value(value)),
        // Integer 0 is no register.
        Reg::Fixed(number) => Some(fixed(number)).filter(|place| *place != Place::X(0)),
    };
    let (reads, writes) = (&mut effects.reads, &mut effects.writes);
    let What::Machine(_, form) = line.what else {
        let fixed = if matches!(line.what, What::Own(VLine::Mask(_))) { Place::V } else { Place::X };
        writes.extend(value(line.rd, fixed));
        return effects;
    };
    for arg in form.row().args {
        match *arg {
            Arg::Xd => writes.extend(value(line.rd, Place::X)),
            Arg::Fd => writes.extend(value(line.rd, Place::F)),
            Arg::Vd if line.stores() => reads.extend(value(line.rd, Place::V)),
            Arg::Vd => writes.extend(value(line.rd, Place::V)),
            Arg::X1 | Arg::Load | Arg::Store | Arg::Address => reads.extend(value(line.rs1, Place::X)),
            Arg::F1 => reads.extend(value(line.rs1, Place::F)),
            Arg::V1 => reads.extend(value(line.rs1, Place::V)),
            Arg::X2 => reads.extend(value(line.rs2, Place::X)),
            Arg::F2 => reads.extend(value(line.rs2, Place::F)),
            Arg::V2 => reads.extend(value(line.rs2, Place::V)),
            Arg::F3 => reads.extend(value(line.rs3, Place::F)),
            Arg::Mask if line.guard.is_some() => reads.push(Place::V(0)),
            Arg::Carry => reads.push(Place::V(0)),
            _ => {}
        }
    }
    if line.accumulates() {
        reads.extend_from_slice(writes);
    }
    effects
}

/// The access that a line makes. Nobody writes the launch block.
fn access(line: &Line) -> Option<Access> {
    let What::Machine(op, _) = line.what else { return None };
    let writes = match op.class() {
        Class::Load if line.rs1 == BLOCK => return None,
        Class::VLoad | Class::Load => false,
        Class::VStore | Class::Store => true,
        _ => return None,
    };
    Some(Access { space: line.space, writes })
}

/// Values that copies connect have the same number.
pub(super) struct Webs(Vec<u32>);

impl Webs {
    /// The webs of `count` values.
    pub fn new(lines: &[Line], count: usize) -> Webs {
        let mut webs = Webs((0..count as u32).collect());
        for (to, from) in lines.iter().filter_map(Line::copy) {
            let (to, from) = (webs.of(to), webs.of(from));
            webs.0[to.max(from) as usize] = to.min(from);
        }
        webs
    }

    fn of(&self, mut value: u32) -> u32 {
        while self.0[value as usize] != value {
            value = self.0[value as usize];
        }
        value
    }

    fn place(&self, place: Place) -> Place {
        match place {
            Place::Value(value) => Place::Value(self.of(value)),
            fixed => fixed,
        }
    }
}

/// For each line those before it that must stay before it, and why.
pub(super) fn ties(lines: &[Line], webs: &Webs) -> Vec<Vec<(usize, Tie)>> {
    let mut ties: Vec<Vec<(usize, Tie)>> = vec![vec![]; lines.len()];
    let mut made: OrdMap<Place, usize> = OrdMap::new();
    let mut written: OrdMap<Place, usize> = OrdMap::new();
    let mut read: OrdMap<Place, Vec<usize>> = OrdMap::new();
    let mut accesses: Vec<(usize, Access)> = vec![];
    for (at, line) in lines.iter().enumerate() {
        let effects = effects(line);
        let mut list: OrdMap<usize, Tie> = OrdMap::new();
        let mut add = |earlier: usize, tie: Tie| {
            let known = list.entry(earlier).or_insert(tie);
            *known = tie.max(*known);
        };
        for place in &effects.reads {
            made.get(place).iter().for_each(|earlier| add(**earlier, Tie::Chain));
        }
        for web in effects.writes.iter().map(|place| webs.place(*place)) {
            let readers = read.get(&web).into_iter().flatten().copied();
            readers.chain(written.get(&web).copied()).for_each(|earlier| add(earlier, Tie::Order));
        }
        if let Some(access) = effects.memory {
            for (earlier, before) in accesses.iter().filter(|(_, before)| before.meets(access)) {
                add(*earlier, if before.writes && !access.writes { Tie::Apart } else { Tie::Order });
            }
            accesses.push((at, access));
        }
        list.remove(&at);
        ties[at] = list.into_iter().collect();
        for place in &effects.reads {
            read.entry(webs.place(*place)).or_default().push(at);
        }
        for place in effects.writes {
            made.insert(place, at);
            written.insert(webs.place(place), at);
            read.remove(&webs.place(place));
        }
    }
    ties
}

/// What vector lines hang on among each other, directly or through scalar lines. What a scalar line makes of a vector's
/// result is there when the vector has ended.
pub(super) fn through_scalars(lines: &[Line], ties: &[Vec<(usize, Tie)>]) -> Vec<Vec<(usize, Tie)>> {
    let mut through: Vec<Vec<(usize, Tie)>> = vec![];
    for (at, list) in ties.iter().enumerate() {
        let mut all: OrdMap<usize, Tie> = OrdMap::new();
        let mut add = |earlier: usize, tie: Tie| {
            let known = all.entry(earlier).or_insert(tie);
            *known = tie.max(*known);
        };
        for (earlier, tie) in list {
            if !is_vector(&lines[*earlier]) {
                through[*earlier].iter().for_each(|(earlier, tie)| add(*earlier, *tie));
            } else if is_vector(&lines[at]) {
                add(*earlier, *tie);
            } else {
                add(*earlier, if *tie == Tie::Chain { Tie::Apart } else { *tie });
            }
        }
        through.push(all.into_iter().collect());
    }
    through
}
