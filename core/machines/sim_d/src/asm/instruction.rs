//! Reading one instruction: its name, its suffix, and operands into the places of the table.
//!
//! Where an operand does not fit a place that may be left empty, it goes to the next place.

use alloc::{
    format,
    string::{String, ToString},
    vec::Vec,
};

use lanescope_parts::source::{Diagnostic, Span};

use super::{
    cursor::Cursor,
    operand::{self, What, Written, describe},
};
use crate::{
    isa::{
        Destination, Instruction, Op, Operand, OperandKind, OperandKinds, Row, Slot, Suffix, WORK_ITEMS,
        ops::ROWS,
    },
    rules::Behaviour,
};

/// An instruction whose label may still be a name.
#[derive(Clone, Debug)]
pub(super) struct Read {
    pub instruction: Instruction,
    /// The name that a source stands for, and the number of the source.
    pub label: Option<(usize, String, Span)>,
    /// What stands behind the last operand and is not read.
    pub unread: Option<Span>,
}

/// Reads an instruction whose name has been read.
pub(super) fn read(
    name: (&str, Span),
    cursor: &mut Cursor<'_>,
    behaviour: Behaviour,
) -> Result<Read, Diagnostic> {
    let op = Op::named(name.0).ok_or_else(|| {
        Diagnostic::error("asm::unknown", name.1, format!("There is no instruction `{}`.", name.0))
    })?;
    let row = op.row();
    let mut instruction = Instruction { suffix: suffix(row, name.1, cursor)?, ..Instruction::new(op) };
    let mut places = Places { row, cursor, behaviour, read: None, span: name.1 };
    if let Some(slot) = destination(row) {
        let written = places.next(slot)?;
        check_writable(row, written.as_ref())?;
        instruction.destination = written.and_then(|written| resolved(written.what));
    }
    let mut label = None;
    for (at, slot) in row.sources.iter().enumerate() {
        match places.next(*slot)? {
            Some(Written { what: What::Label(name), span }) => label = Some((at, name, span)),
            Some(written) => instruction.sources[at] = resolved(written.what),
            None => {}
        }
    }
    let unread = places.rest()?;
    instruction.span = places.span;
    Ok(Read { instruction, label, unread })
}

/// The suffix, if there is one, which must be one of the instruction's.
fn suffix(row: &Row, name: Span, cursor: &mut Cursor<'_>) -> Result<Option<Suffix>, Diagnostic> {
    cursor.skip_blanks();
    if !cursor.take_char('.') {
        let message = || {
            let list: Vec<&str> = row.suffixes.list().iter().map(|(written, _)| *written).collect();
            format!("`{}` needs one of these behind a dot: {}.", row.name, list.join(", "))
        };
        let missing = || Diagnostic::error("asm::suffix", name, message());
        return if row.suffixes.optional() { Ok(None) } else { Err(missing()) };
    }
    cursor.skip_blanks();
    let (word, span) = cursor.word();
    let unknown = || {
        let message = format!("There is no `{}.{word}`.", row.name);
        Diagnostic::error("asm::suffix", name.to(span), message)
    };
    row.suffixes.named(word).map(Some).ok_or_else(unknown)
}

/// The place of the destination.
const fn destination(row: &Row) -> Option<Slot> {
    let kinds = match row.destination {
        Destination::Nothing => return None,
        Destination::Written(kinds) | Destination::Stored(kinds) => kinds,
        Destination::Scratchpad => OperandKinds::of(&[OperandKind::Immediate]),
    };
    Some(Slot { kinds, optional: false })
}

/// Programs write only some of the special registers.
fn check_writable(row: &Row, written: Option<&Written>) -> Result<(), Diagnostic> {
    let Some(Written { what: What::Operand(Operand::Register(register)), span }) = written else {
        return Ok(());
    };
    let writes = matches!(row.destination, Destination::Written(_));
    match register.special() {
        Some(special) if writes && !special.writable => {
            let message = format!("A program cannot write `{}`.", special.name);
            Err(Diagnostic::error("asm::operand", *span, message))
        }
        _ => Ok(()),
    }
}

/// An operand that is no name.
fn resolved(what: What) -> Option<Operand> {
    match what {
        What::Operand(operand) => Some(operand),
        What::Label(_) => None,
    }
}

/// The operands of a line, handed out place by place.
struct Places<'c, 't> {
    row: &'static Row,
    cursor: &'c mut Cursor<'t>,
    behaviour: Behaviour,
    /// An operand that did not fit the place before.
    read: Option<Written>,
    /// What has been read so far.
    span: Span,
}

impl Places<'_, '_> {
    /// What stands in a place.
    fn next(&mut self, slot: Slot) -> Result<Option<Written>, Diagnostic> {
        if self.read.is_none() && !self.cursor.at_end() {
            let written = operand::read(self.cursor, self.behaviour)?;
            self.span = self.span.to(written.span);
            self.read = Some(written);
        }
        let fits = self.read.as_ref().is_some_and(|written| slot.kinds.has(written.what.kind()));
        if fits {
            return Ok(self.read.take());
        }
        if slot.optional {
            return Ok(None);
        }
        let wanted = wanted(slot);
        let message = match &self.read {
            Some(written) => {
                let found = describe(written.what.kind());
                format!("`{}` takes {wanted} here, not {found}.", self.row.name)
            }
            None => format!("`{}` needs {wanted} as its next operand.", self.row.name),
        };
        Err(Diagnostic::error(
            "asm::operand",
            self.read.as_ref().map_or(self.span, |read| read.span),
            message,
        ))
    }

    /// All places are filled: an operand that fitted none is a mistake; what is left of the line is not read.
    fn rest(&mut self) -> Result<Option<Span>, Diagnostic> {
        if let Some(written) = &self.read {
            let message = format!("`{}` has no place for {}.", self.row.name, describe(written.what.kind()));
            return Err(Diagnostic::error("asm::operand", written.span, message));
        }
        if self.cursor.at_end() {
            return Ok(None);
        }
        let span = self.cursor.span();
        if self.behaviour == Behaviour::Thesis {
            return Err(Diagnostic::error("asm::operand", span, "The line should end here.".to_string()));
        }
        Ok(Some(span))
    }
}

/// What a place takes, in words.
fn wanted(slot: Slot) -> String {
    const ALL: [OperandKind; 7] = [
        OperandKind::Vector,
        OperandKind::Scalar,
        OperandKind::Predicate,
        OperandKind::Immediate,
        OperandKind::Label,
        OperandKind::VectorSpecial,
        OperandKind::ScalarSpecial,
    ];
    let kinds: Vec<&str> = ALL.into_iter().filter(|kind| slot.kinds.has(*kind)).map(describe).collect();
    kinds.join(" or ")
}

/// What the places of the table do not say. The simulator does not look; what it then does is nothing to rely on.
pub(super) fn check(instruction: &Instruction) -> Option<Diagnostic> {
    check_registers(instruction).or_else(|| check_item(instruction))
}

/// A group has so many work-items, whatever its width: no other can be shown.
fn check_item(instruction: &Instruction) -> Option<Diagnostic> {
    let shows = instruction.op == Op::Printvgpr;
    let item = instruction.immediate(1).filter(|item| shows && *item >= WORK_ITEMS as u32)?;
    let last = WORK_ITEMS - 1;
    let message =
        format!("`printvgpr` shows a work-item of the group, 0 to {last}; there is no {}.", item as i32);
    Some(Diagnostic::error("asm::operand", instruction.span, message))
}

/// Groups of registers that end before the last one does. A special register is one by itself.
fn check_registers(instruction: &Instruction) -> Option<Diagnostic> {
    let Some(Operand::Register(first)) = instruction.destination else { return None };
    if let Some(count) = instruction.immediate(1).filter(|_| instruction.op == Op::Sldg)
        && (count as i32) < 0
    {
        let message = format!("`sldg` loads so many words, not {}.", count as i32);
        return Some(Diagnostic::error("asm::operand", instruction.span, message));
    }
    let count = match instruction.op {
        Op::Sldg => instruction.immediate(1).unwrap_or(1),
        _ => instruction.elements(),
    };
    let name = ROWS[instruction.op as usize].name;
    let message = match (first.special(), first.kind.registers() as u32 - u32::from(first.number)) {
        (Some(special), _) if count > 1 => {
            format!(
                "`{name}` needs {count} registers in a row here, and `{}` is one by itself.",
                special.name
            )
        }
        (None, most) if count > most => {
            format!("`{name}` reaches {count} registers from here, and there are {most}.")
        }
        _ => return None,
    };
    Some(Diagnostic::error("asm::register", instruction.span, message))
}
