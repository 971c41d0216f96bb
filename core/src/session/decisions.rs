//! What a person has decided about lines, at the places of the program.

use alloc::vec::Vec;

use crate::{document::Choice, files::Files, machines::studies::Decision, source::Span};

/// The decisions about lines that there are.
pub(super) fn of(files: &Files, choices: &[Choice]) -> Vec<Decision> {
    let decision = |choice: &Choice| {
        let span = line(files, &choice.file, choice.line)?;
        Some(Decision { id: choice.id.clone(), span, value: choice.value.clone() })
    };
    choices.iter().filter_map(decision).collect()
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
