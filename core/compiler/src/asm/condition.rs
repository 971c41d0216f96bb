//! Conditions: which lines of a text are read.

use alloc::{format, string::String, vec::Vec};

use super::{
    expand::Symbols,
    lines::{Line, Piece},
    macros::separated,
};
use crate::source::{Diagnostic, Span};

/// A condition that is open.
#[derive(Clone, Debug)]
struct Open {
    /// Is its present branch read?
    reads: bool,
    /// Has one of its branches been read, or may none be?
    decided: bool,
    /// Has `.else` been seen?
    last: bool,
    span: Span,
}

/// The conditions that are open at a place.
#[derive(Clone, Debug, Default)]
pub(super) struct Conditions {
    open: Vec<Open>,
}

impl Conditions {
    /// Are lines read here?
    pub(super) fn read(&self) -> bool {
        self.open.last().is_none_or(|open| open.reads)
    }

    /// How many are open.
    pub(super) fn depth(&self) -> usize {
        self.open.len()
    }

    /// Closes all but the first `depth`; gives the place of one that was open.
    pub(super) fn close_to(&mut self, depth: usize) -> Option<Span> {
        let span = self.open.get(depth).map(|open| open.span);
        self.open.truncate(depth);
        span
    }

    /// Does what a line says of conditions. `None`: it says nothing of them.
    pub(super) fn take(
        &mut self,
        line: &Line<'_>,
        floor: usize,
        symbols: &impl Symbols,
    ) -> Option<Result<(), Diagnostic>> {
        let name = line.name();
        if name.starts_with(".if") {
            let holds = if self.read() { test(name, line, symbols)? } else { Ok(false) };
            let outside = self.read();
            let reads = outside && *holds.as_ref().unwrap_or(&false);
            self.open.push(Open { reads, decided: reads || !outside, last: false, span: line.span() });
            return Some(holds.map(|_| ()));
        }
        if !matches!(name, ".else" | ".elseif" | ".endif") {
            return None;
        }
        let Some(open) = self.open.get_mut(floor..).and_then(<[Open]>::last_mut) else {
            let message = format!("There is no `.if` that `{name}` belongs to.");
            return Some(Err(Diagnostic::error("asm::condition", line.span(), message)));
        };
        if name == ".endif" {
            self.open.pop();
            return Some(Ok(()));
        }
        if open.last {
            let message = format!("`{name}` stands behind `.else`.");
            return Some(Err(Diagnostic::error("asm::condition", line.span(), message)));
        }
        let holds = match name {
            ".elseif" if !open.decided => symbols.value(&line.rest()).map(|value| value != 0),
            _ => Ok(name == ".else"),
        };
        open.reads = !open.decided && *holds.as_ref().unwrap_or(&false);
        open.decided |= open.reads;
        open.last = name == ".else";
        Some(holds.map(|_| ()))
    }
}

/// Does the condition of an `.if…` hold? `None`: there is no such directive.
fn test(name: &str, line: &Line<'_>, symbols: &impl Symbols) -> Option<Result<bool, Diagnostic>> {
    let rest = line.rest();
    let number = |holds: fn(i64) -> bool| symbols.value(&rest).map(holds);
    Some(match name {
        ".if" | ".ifne" => number(|value| value != 0),
        ".ifeq" => number(|value| value == 0),
        ".iflt" => number(|value| value < 0),
        ".ifle" => number(|value| value <= 0),
        ".ifgt" => number(|value| value > 0),
        ".ifge" => number(|value| value >= 0),
        ".ifdef" => Ok(symbols.is_defined(&rest.text)),
        ".ifndef" | ".ifnotdef" => Ok(!symbols.is_defined(&rest.text)),
        ".ifb" => Ok(rest.text.is_empty()),
        ".ifnb" => Ok(!rest.text.is_empty()),
        ".ifc" | ".ifeqs" => two(&rest).map(|[a, b]| a == b),
        ".ifnc" | ".ifnes" => two(&rest).map(|[a, b]| a != b),
        _ => return None,
    })
}

/// The two texts of a comparison.
fn two(rest: &Piece<'_>) -> Result<[String; 2], Diagnostic> {
    let parts = match rest.text.split_once(',') {
        Some((a, b)) if !rest.text.starts_with(['"', '\'']) => [a, b].map(|part| part.trim().into()).into(),
        _ => separated(&rest.text),
    };
    let plain = |text: String| -> String { text.trim_matches(['"', '\'']).into() };
    <[String; 2]>::try_from(parts).map(|parts| parts.map(plain)).map_err(|_| {
        let message = "Two texts with a comma between them are compared here.";
        Diagnostic::error("asm::condition", rest.span, message)
    })
}
