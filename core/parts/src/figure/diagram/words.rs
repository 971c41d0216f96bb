//! What a diagram says without being seen: what moved as sentences, and all of it as a table.

use alloc::{
    format,
    string::{String, ToString},
    vec::Vec,
};

use super::{Block, Diagram};
use crate::figure::{View, matrix::State, table::Table};

/// Most sentences that are said at once.
const SENTENCES: usize = 12;

impl Diagram {
    /// What moved, and the chosen box.
    pub(in crate::figure) fn words(&self, view: &View) -> String {
        let chosen = self.selected(view).map(|at| self.says(at));
        let moved = self.tokens.iter().take(SENTENCES).map(|token| token.sentence.clone());
        let more = self.tokens.len().saturating_sub(SENTENCES) + self.more as usize;
        let more = (more > 0).then(|| format!("{more} more moved."));
        let still = (self.tokens.is_empty() && !self.blocks.is_empty()).then(|| "Nothing moved.".to_string());
        let all: Vec<String> = chosen.into_iter().chain(moved).chain(more).chain(still).collect();
        all.join(" ")
    }

    /// A box in words.
    fn says(&self, at: u32) -> String {
        let Some(block) = self.blocks.get(at as usize) else { return String::new() };
        let holds = block.holds(self);
        let opens = if block.opens { " It can be looked into." } else { "" };
        if holds.is_empty() {
            format!("{}.{opens}", block.name)
        } else {
            format!("{}: {}.{opens}", block.name, holds.join("; "))
        }
    }

    /// A row for each box, then one for each thing that moved.
    pub(in crate::figure) fn table(&self) -> Table {
        let mut table = Table::new(&["what", "name", "in or from", "to", "fill", "state"]);
        let name = |at: Option<u32>| {
            at.and_then(|at| self.blocks.get(at as usize)).map_or(String::new(), |block| block.name.clone())
        };
        for block in &self.blocks {
            let fill = block.fill.map_or(String::new(), |(used, of)| format!("{used} of {of}"));
            let state = block.holds(self).into_iter().skip(usize::from(block.fill.is_some()));
            let state = state.collect::<Vec<_>>().join("; ");
            table.push(["box".into(), block.name.clone(), name(block.parent), String::new(), fill, state]);
        }
        for token in &self.tokens {
            let (from, to) = (name(token.from), name(Some(token.to)));
            table.push(["moved".into(), token.text.clone(), from, to, String::new(), token.sentence.clone()]);
        }
        if self.more > 0 {
            let blank = String::new;
            table.push(["moved".into(), format!("{} more", self.more), blank(), blank(), blank(), blank()]);
        }
        table
    }
}

impl Block {
    /// What is in it, in pieces: its fill first.
    fn holds(&self, diagram: &Diagram) -> Vec<String> {
        let fill = self.fill.map(|(used, of)| format!("{used} of {of}"));
        let cause = self.cause.map(|cause| diagram.causes.label(cause).to_string());
        let on = self.cells.iter().filter(|cell| cell.state == State::On).count();
        let written: Vec<&str> =
            self.cells.iter().map(|cell| cell.text.as_str()).filter(|text| !text.is_empty()).collect();
        let cells = match (self.cells.len(), written.is_empty()) {
            (0, _) => None,
            (all, true) => Some(format!("{on} of {all} fields in use")),
            (_, false) => Some(written.join(" ")),
        };
        fill.into_iter().chain(cause).chain(self.lines.iter().cloned()).chain(cells).collect()
    }
}
