//! Values that find no register.

use alloc::{vec, vec::Vec};

use super::{
    files::Placed,
    line::{BLOCK, Extension, Line, Reg, What, ZERO},
};
use crate::{base::OrdMap, riscv::isa::Op};

/// Where a value without a register is.
#[derive(Clone, Copy)]
enum Home<X: Extension> {
    /// On the stack.
    Stack(u32),
    /// Nowhere: this line makes it again wherever it is needed.
    Again(Line<X>),
}

/// For each of `count` values the only line that writes it, if there is one that is cheap and needs no other value.
fn makers<X: Extension>(lines: &[Line<X>], count: usize) -> Vec<Option<Line<X>>> {
    let (mut makers, mut written) = (vec![None; count], vec![false; count]);
    for line in lines {
        let Some(value) = line.def() else { continue };
        let again = core::mem::replace(&mut written[value as usize], true);
        makers[value as usize] = (!again && is_cheap(line)).then_some(*line);
    }
    makers
}

/// Does a line need no other value, so that it may as well be there at each use of its value?
fn is_cheap<X: Extension>(line: &Line<X>) -> bool {
    match line.what {
        What::Machine(op, _) => op == Op::Ld && line.rs1 == BLOCK,
        What::Own(own) => X::is_cheap(own),
        what => matches!(what, What::Number(_)),
    }
}

/// Lets values live on the stack, or makes them again at each use. `None`: some of them may do neither.
pub(super) fn spill<X: Extension>(placed: &mut Placed<X>, values: &[u32]) -> Option<()> {
    let mut homes = OrdMap::new();
    let makers = makers(&placed.lines, placed.classes.len());
    for value in values {
        let file = &placed.files.of[placed.classes[*value as usize] as usize];
        let align = file.align?;
        let home = match makers[*value as usize] {
            Some(line) => Home::Again(line),
            None => {
                let at = placed.stack.next_multiple_of(align.into());
                placed.stack = at + u64::from(file.bytes);
                Home::Stack(at as u32)
            }
        };
        homes.insert(*value, home);
    }
    for line in core::mem::take(&mut placed.lines) {
        spill_line(placed, line, &homes);
    }
    Some(())
}

fn spill_line<X: Extension>(placed: &mut Placed<X>, mut line: Line<X>, homes: &OrdMap<u32, Home<X>>) {
    let def = line.def();
    let home = def.and_then(|def| homes.get(&def));
    if let Some(Home::Again(_)) = home {
        return;
    }
    if let (What::Argument(argument), Some(Home::Stack(offset))) = (line.what, home) {
        placed.lines.push(Line { what: What::Pass { argument, offset: *offset }, rd: ZERO, ..line });
        return;
    }
    let mut carriers: OrdMap<u32, u32> = OrdMap::new();
    let uses = line.uses();
    for value in uses.iter().copied().chain(def) {
        if homes.contains_key(&value) && !carriers.contains_key(&value) {
            placed.classes.push(placed.classes[value as usize]);
            carriers.insert(value, placed.classes.len() as u32 - 1);
        }
    }
    for (value, carrier) in carriers.iter().filter(|(value, _)| uses.contains(value)) {
        let restore = match homes[value] {
            Home::Stack(offset) => Line::new(What::Restore(offset)),
            Home::Again(maker) => maker,
        };
        placed.lines.push(Line { rd: Reg::Value(*carrier), span: line.span, ..restore });
    }
    let replace = |reg: &mut Reg| {
        if let Reg::Value(value) = reg {
            *value = carriers.get(value).copied().unwrap_or(*value);
        }
    };
    line.for_each_use(replace);
    if def.is_some() {
        replace(&mut line.rd);
    }
    // A value that may be anything need not be written.
    let bare = line.what == What::Anything && !carriers.is_empty();
    if !bare {
        placed.lines.push(line);
    }
    let carrier = def.and_then(|def| carriers.get(&def));
    if let (false, Some(carrier), Some(Home::Stack(offset))) = (bare, carrier, home) {
        let save = Line { rs1: Reg::Value(*carrier), span: line.span, ..Line::new(What::Save(*offset)) };
        placed.lines.push(save);
    }
}
