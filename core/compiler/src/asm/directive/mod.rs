//! Directives: which there are ([`table`]), what they do ([`deeds`]), and those of them that work on the program.

mod data;
pub mod deeds;
mod section;
mod space;
pub mod table;

use alloc::format;

use super::{Assembly, Statement};
use crate::source::Diagnostic;
pub use data::{check_width, fits};
use deeds::{Assemble, Does, Measure, Seen};
pub(super) use space::place_common;
use table::{find, near};

type Done = Result<(), Diagnostic>;

/// Carries out a directive.
pub fn run<I>(text: &mut Assembly<I>, statement: &Statement<'_>) -> Done {
    let Some(does) = deed(statement) else {
        let message = format!("The directive `{}` is not known.", statement.head.text);
        let error = Diagnostic::error("asm::directive", statement.head.span, message);
        return Err(match near(&statement.head.text) {
            Some(near) => error.help(format!("Did you mean `{near}`?")),
            None => error,
        });
    };
    match does {
        Assemble::Section(goes) => section::choose(text, statement, goes),
        Assemble::Seen(seen) => names(text, statement, seen),
        Assemble::Set { once } => set(text, statement, once),
        Assemble::Align(measure) => {
            let number = argument(text, statement, 0)?;
            let power = || u32::try_from(number).ok().and_then(|power| 1u64.checked_shl(power));
            let bytes = match measure {
                Measure::Bytes => number as u64,
                Measure::Power => power().unwrap_or(0),
            };
            space::align_as(text, statement, bytes)
        }
        Assemble::Integers(element) => data::integers(text, statement, element),
        Assemble::Reals(element, read) => data::reals(text, statement, element, read),
        Assemble::Bytes => space::bytes(text, statement),
        Assemble::Fill => space::fill(text, statement),
        Assemble::Texts { zero } => data::texts(text, statement, zero),
        Assemble::File => data::file(text, statement),
        Assemble::Common { shared } => space::common(text, statement, shared),
        Assemble::Nothing => Ok(()),
    }
}

/// Does what follows go to another section?
pub fn chooses_section(statement: &Statement<'_>) -> bool {
    matches!(deed(statement), Some(Assemble::Section(_)))
}

/// What a statement does with the program.
fn deed(statement: &Statement<'_>) -> Option<Assemble> {
    match find(&statement.head.text)?.does {
        Does::Assemble(does) => Some(does),
        Does::Condition(_) | Does::Expand(_) => None,
    }
}

/// Notes who sees names.
fn names<I>(text: &mut Assembly<I>, statement: &Statement<'_>, seen: Seen) -> Done {
    let missing = statement.operands.iter().position(|piece| piece.text.is_empty());
    if missing.is_some_and(|at| at == 0 || at + 1 < statement.operands.len()) || statement.operands.is_empty()
    {
        let message = format!("`{}` needs a name.", statement.head.text);
        return Err(Diagnostic::error("asm::directive", statement.span(), message));
    }
    let kept = match seen {
        Seen::Global => &mut text.globals,
        Seen::Weak => &mut text.weak,
        Seen::Local => &mut text.locals,
    };
    kept.extend(
        statement.operands[..missing.unwrap_or(statement.operands.len())]
            .iter()
            .map(|piece| piece.text.clone().into()),
    );
    Ok(())
}

/// Gives a name a value.
fn set<I>(text: &mut Assembly<I>, statement: &Statement<'_>, once: bool) -> Done {
    match &*statement.operands {
        [name, value] if once && !value.text.is_empty() => text.set_once(name, value),
        [name, value] if !value.text.is_empty() => text.set(&name.text, value),
        _ => argument(text, statement, 1).map(|_| ()),
    }
}

/// The number at a place of the operands.
fn argument<I>(text: &Assembly<I>, statement: &Statement<'_>, at: usize) -> Result<i64, Diagnostic> {
    optional(text, statement, at)?.ok_or_else(|| {
        let message = format!("`{}` needs a number.", statement.head.text);
        Diagnostic::error("asm::directive", statement.span(), message)
    })
}

/// The number at a place of the operands, if something stands there.
fn optional<I>(text: &Assembly<I>, statement: &Statement<'_>, at: usize) -> Result<Option<i64>, Diagnostic> {
    statement
        .operands
        .get(at)
        .filter(|piece| !piece.text.is_empty())
        .map(|piece| text.value_so_far(piece))
        .transpose()
}
