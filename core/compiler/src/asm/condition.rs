//! Conditions: which lines of a text are read.

use alloc::{format, string::String, vec::Vec};

use super::{
    directive::deeds::{Condition, Does, Test},
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

    /// Does what a line says of conditions, whose name `does` this. `None`: it says nothing of them.
    pub(super) fn take(
        &mut self,
        line: &Line<'_>,
        does: Option<Does>,
        floor: usize,
        symbols: &impl Symbols,
    ) -> Option<Result<(), Diagnostic>> {
        let name = line.name();
        let condition = match does {
            Some(Does::Condition(condition)) => condition,
            // Among lines that are not read there may be conditions of other assemblers, which have ends, too.
            _ if !self.read() && name.starts_with(".if") => Condition::If(Test::Blank(true)),
            _ => return None,
        };
        if let Condition::If(test) = condition {
            return Some(self.begin(test, line, symbols));
        }
        let Some(open) = self.open.get_mut(floor..).and_then(<[Open]>::last_mut) else {
            let message = format!("There is no `.if` that `{name}` belongs to.");
            return Some(Err(Diagnostic::error("asm::condition", line.span(), message)));
        };
        if matches!(condition, Condition::End) {
            self.open.pop();
            return Some(Ok(()));
        }
        if open.last {
            let message = format!("`{name}` stands behind `.else`.");
            return Some(Err(Diagnostic::error("asm::condition", line.span(), message)));
        }
        let is_last = matches!(condition, Condition::Else);
        let holds = match is_last || open.decided {
            true => Ok(is_last),
            false => symbols.value(&line.rest()).map(|value| value != 0),
        };
        open.reads = !open.decided && *holds.as_ref().unwrap_or(&false);
        open.decided |= open.reads;
        open.last = is_last;
        Some(holds.map(|_| ()))
    }

    /// Begins a condition, which is worked out only if its line is read.
    fn begin(&mut self, test: Test, line: &Line<'_>, symbols: &impl Symbols) -> Result<(), Diagnostic> {
        let outside = self.read();
        let holds = if outside { holds(test, &line.rest(), symbols) } else { Ok(false) };
        let reads = outside && *holds.as_ref().unwrap_or(&false);
        self.open.push(Open { reads, decided: reads || !outside, last: false, span: line.span() });
        holds.map(|_| ())
    }
}

/// Does a condition hold?
fn holds(test: Test, rest: &Piece<'_>, symbols: &impl Symbols) -> Result<bool, Diagnostic> {
    match test {
        Test::Number(holds) => symbols.value(rest).map(holds),
        Test::Defined(wanted) => Ok(symbols.is_defined(&rest.text) == wanted),
        Test::Blank(wanted) => Ok(rest.text.is_empty() == wanted),
        Test::Same(wanted) => two(rest).map(|[a, b]| (a == b) == wanted),
    }
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
