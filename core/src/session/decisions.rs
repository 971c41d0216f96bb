//! What a person has decided about lines, at the places of the program.

use alloc::{format, vec::Vec};

use crate::{
    document::Choice,
    files::Files,
    machines::studies::Decision,
    source::{Diagnostic, Span},
};

/// The decisions about lines that a compiler takes, by their ids.
///
/// # Errors
/// One is about a line that the text does not have.
pub(super) fn of(files: &Files, choices: &[Choice], taken: &[&str]) -> Result<Vec<Decision>, Diagnostic> {
    let decision = |choice: &Choice| {
        let Some(span) = line(files, &choice.file, choice.line) else {
            let place = if choice.file.is_empty() { "the text" } else { choice.file.as_str() };
            let message = format!(
                "{}@{}={}: {place} has no line {}.",
                choice.id, choice.line, choice.value, choice.line
            );
            return Err(Diagnostic::error("launch::choice", Span::NONE, message));
        };
        Ok(Decision { id: choice.id.clone(), span, value: choice.value.clone() })
    };
    choices.iter().filter(|choice| taken.contains(&choice.id.as_str())).map(decision).collect()
}

/// A line of a file of a program, counted from 1; the main text has no name.
fn line(files: &Files, file: &str, line: u32) -> Option<Span> {
    let part = if file.is_empty() { 0 } else { files.find_from_top(file)? };
    let begin = files.parts()[part].span.start;
    let mut at = begin;
    for (number, text) in (1..).zip(files.text_of(part).split_inclusive('\n')) {
        if number == line {
            return Some(Span::new(at, at + text.len() as u32));
        }
        at += text.len() as u32;
    }
    None
}
