//! Bytes of one value, zeros that have a name, and how much room there is.

use alloc::format;

use super::{Done, argument, optional};
use crate::{
    asm::{Alignment, Assembly, Piece, SectionKind, Statement, assembly::Common},
    source::{Diagnostic, Span},
};

/// Most bytes of data.
const MAX_DATA: usize = 1 << 26;

/// `.zero count, value`: so many bytes.
pub(super) fn bytes<I>(text: &mut Assembly<I>, statement: &Statement<'_>) -> Done {
    let count = argument(text, statement, 0)?;
    let byte = optional(text, statement, 1)?.unwrap_or(0);
    repeat(text, statement.span(), count, &[byte as u8])
}

/// Puts the same bytes there so many times; a number below 0 is none, with a warning, as in the GNU assembler.
fn repeat<I>(text: &mut Assembly<I>, span: Span, count: i64, bytes: &[u8]) -> Done {
    if count < 0 {
        let message = format!("So many times ({count}) is never: nothing stands here.");
        return Err(Diagnostic::warning("asm::data", span, message));
    }
    let count = usize::try_from(count).unwrap_or(usize::MAX);
    room(text, span, count.saturating_mul(bytes.len()))?;
    text.sections.add(core::iter::repeat_n(bytes, count).flatten().copied(), span);
    Ok(())
}

/// `.fill count, bytes, value`: at most eight bytes, of which the upper four are zero.
pub(super) fn fill<I>(text: &mut Assembly<I>, statement: &Statement<'_>) -> Done {
    let number = |at, missing| optional(text, statement, at).map(|number| number.unwrap_or(missing));
    // Nothing between two commas, or behind one, is 0.
    let missing = i64::from(statement.operands.len() < 2);
    let (bytes, value) = (number(1, missing)?.clamp(0, 8) as usize, number(2, 0)? as u32);
    let count = argument(text, statement, 0)?;
    repeat(text, statement.span(), count, &u64::from(value).to_le_bytes()[..bytes])
}

/// `.comm name, bytes, alignment`: a name for zeros in the data section, which other texts may announce, too. One that is not `shared`, as `.lcomm`, or whose
/// name is said to be local, is for the text alone.
pub(super) fn common<I>(text: &mut Assembly<I>, statement: &Statement<'_>, shared: bool) -> Done {
    let count = argument(text, statement, 1)?;
    let alignment = optional(text, statement, 2)?.unwrap_or(8);
    let name = &statement.operands[0];
    if text.several && shared && !text.locals.contains(&*name.text) {
        check_align(alignment as u64, statement.span())?;
        let bytes = u64::try_from(count).unwrap_or(u64::MAX);
        let common = Common { bytes, align: alignment as u64, span: name.span };
        return match text.labels.get(&*name.text) {
            Some(_) => text.label(name),
            None => {
                let known = text.commons.get(&*name.text).map_or(common, |known| known.and(common));
                text.commons.insert(name.text.clone().into(), known);
                Ok(())
            }
        };
    }
    zeros(text, statement.span(), (count, alignment), |text| text.label(name))
}

/// Zeros in the data section: so many, at a multiple of an alignment, behind what `label` does.
fn zeros<I>(
    text: &mut Assembly<I>,
    span: Span,
    (count, alignment): (i64, i64),
    label: impl FnOnce(&mut Assembly<I>) -> Done,
) -> Done {
    text.sections.push();
    text.sections.choose(".bss", 0, SectionKind::Data);
    let done = align(text, span, alignment as u64)
        .and_then(|()| label(text))
        .and_then(|()| repeat(text, span, count, &[0]));
    text.sections.pop();
    done
}

/// Gives a place to data that several texts announce.
pub(in crate::asm) fn place_common<I>(text: &mut Assembly<I>, name: &str, common: Common) -> Done {
    let size = (i64::try_from(common.bytes).unwrap_or(i64::MAX), common.align as i64);
    zeros(text, common.span, size, |text| text.label(&Piece::new(name, common.span)))
}

/// Goes on at a multiple of so many bytes.
pub(super) fn align<I>(text: &mut Assembly<I>, span: Span, bytes: u64) -> Done {
    align_with(text, span, Alignment::to(bytes))
}

/// The same, for `.balign bytes, fill, most`.
pub(super) fn align_as<I>(text: &mut Assembly<I>, statement: &Statement<'_>, bytes: u64) -> Done {
    let fill = optional(text, statement, 1)?.map(|fill| fill as u8);
    let most = optional(text, statement, 2)?.map(|most| most as u64);
    align_with(text, statement.span(), Alignment { bytes, fill, most })
}

fn align_with<I>(text: &mut Assembly<I>, span: Span, alignment: Alignment) -> Done {
    check_align(alignment.bytes, span)?;
    room(text, span, alignment.bytes as usize)?;
    text.sections.align(alignment, span);
    Ok(())
}

fn check_align(bytes: u64, span: Span) -> Done {
    if bytes.is_power_of_two() && bytes <= 4096 {
        return Ok(());
    }
    Err(Diagnostic::error("asm::align", span, "An alignment is a power of two up to 4096 bytes."))
}

/// Is there room for more data?
pub(super) fn room<I>(text: &mut Assembly<I>, span: Span, bytes: usize) -> Done {
    if text.sections.here().kind == SectionKind::Text {
        text.take_room(bytes.div_ceil(4), span)?;
    }
    if bytes > MAX_DATA - text.sections.bytes.min(MAX_DATA) {
        let message = format!("The data is larger than {MAX_DATA} bytes.");
        return Err(Diagnostic::error("limit::data", span, message));
    }
    Ok(())
}
