//! Which section statements go to.

use alloc::format;

use super::{Done, argument, deeds::Goes, optional, table::own_section};
use crate::{
    asm::{Assembly, SectionKind, Statement},
    source::Diagnostic,
};

/// Sections with data that have no directive of their own.
const DATA: [&str; 3] = [".init_array", ".fini_array", ".got"];

/// Sections that are not in memory.
const NOT_LOADED: [&str; 7] =
    [".note", ".comment", ".eh_frame", ".debug", ".gcc_except_table", ".llvm", ".stab"];

/// How the names of sections with attributes of an architecture end. They are not in memory either.
const ATTRIBUTES: &str = ".attributes";

/// Goes where a directive says.
pub(super) fn choose<I>(text: &mut Assembly<I>, statement: &Statement<'_>, goes: Goes) -> Done {
    let number = |text: &Assembly<I>, at| optional(text, statement, at).map(Option::unwrap_or_default);
    match goes {
        Goes::Back => text.sections.go_back(),
        Goes::Pop => {
            if !text.sections.pop() {
                let message = "There is no `.pushsection` that belongs to this.";
                return Err(Diagnostic::error("asm::section", statement.span(), message));
            }
        }
        Goes::Number => {
            let number = number(text, 0)?;
            text.sections.choose_number(number);
        }
        Goes::Named | Goes::Push => {
            let (name, kind) = named(statement)?;
            // `.pushsection name, number`; flags stand in quotes.
            let flags = statement.operands.get(1).is_none_or(|piece| piece.text.starts_with(['"', '@']));
            let number = if flags { 0 } else { argument(text, statement, 1)? };
            if matches!(goes, Goes::Push) {
                text.sections.push();
            }
            text.sections.choose(name, number, kind);
        }
        Goes::Own(kind) => {
            let number = number(text, 0)?;
            text.sections.choose(&statement.head.text, number, kind);
        }
    }
    Ok(())
}

/// The name of a section, and what it holds.
fn named<'s>(statement: &'s Statement<'_>) -> Result<(&'s str, SectionKind), Diagnostic> {
    let name = statement.operands.first().map_or("", |piece| &piece.text);
    let name = name.trim_matches('"');
    let is_below = |known: &&str| below(name, known);
    let data = || DATA.iter().any(is_below).then_some(SectionKind::Data);
    let left_out = || {
        let found = name.ends_with(ATTRIBUTES) || NOT_LOADED.iter().any(|prefix| name.starts_with(prefix));
        found.then_some(SectionKind::NotLoaded)
    };
    match own_section(name).or_else(data).or_else(left_out).or_else(|| by_flags(statement)) {
        Some(kind) => Ok((name, kind)),
        None => {
            let message = format!("The section `{name}` is neither code nor data.");
            let help =
                "Flags say what a section of any name holds: \"ax\" is code, \"a\" and \"aw\" are data.";
            Err(Diagnostic::error("asm::section", statement.span(), message).help(help))
        }
    }
}

/// Is this the name of a section, or of one that belongs to it, such as `.text.unlikely` to `.text`?
pub(super) fn below(name: &str, section: &str) -> bool {
    name.strip_prefix(section).is_some_and(|rest| rest.is_empty() || rest.starts_with('.'))
}

/// What a section holds by its flags: `"ax"` is code, what is loaded otherwise is data.
fn by_flags(statement: &Statement<'_>) -> Option<SectionKind> {
    let flags = statement.operands.get(1)?.text.strip_prefix('"')?;
    Some(match (flags.contains('a'), flags.contains('x')) {
        (true, true) => SectionKind::Text,
        (true, false) => SectionKind::Data,
        (false, _) => SectionKind::NotLoaded,
    })
}
