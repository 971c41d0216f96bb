//! What there is to say about a text, seen as a whole or from one of its kernels.
//!
//! An *item* is something at the outermost level of the text. A kernel *reaches* its own items, the functions that it calls, the declarations that it names, and what those reach.
//! What is wrong elsewhere does not keep it from running: of each item that it does not reach and that could not be
//! read there is at most a note.

use alloc::{format, string::String, vec::Vec};

use serde::{Deserialize, Serialize};

use crate::{
    base::{OrdMap, OrdSet, order},
    source::{Diagnostic, Severity, Span},
};

/// Most errors, and most other messages, that are kept of one item: nobody reads more, and a broken paste can cause
/// very many.
pub const MAX_ERRORS: usize = 50;
/// Most notes about items that are not reached; one more counts the rest.
const MAX_NOTES: usize = 8;

/// What was said about each item (by its number); `None` stands for the whole text.
pub type Lists = OrdMap<Option<u32>, Vec<Diagnostic>>;

/// Which items use which others.
#[derive(Clone, Debug, Default, Serialize, Deserialize)]
pub struct Uses {
    /// `(from, to)`: something in `from` names what `to` declares.
    pub pairs: OrdSet<(u32, u32)>,
    /// Items that may belong to host code: what is wrong with them is only said where it matters.
    pub quiet: OrdSet<u32>,
}

impl Uses {
    /// Everything that can be reached from these items, themselves included.
    fn reached(&self, from: impl IntoIterator<Item = u32>) -> OrdSet<u32> {
        let of = |item| move |pair: &&(u32, u32)| pair.0 == item;
        closure(from, |item| {
            self.pairs.range_from(&(item, 0)).take_while(of(item)).map(|(_, to)| *to).collect()
        })
    }

    /// Everything from which one of these items can be reached, themselves included.
    pub fn reaching(&self, to: impl IntoIterator<Item = u32>) -> OrdSet<u32> {
        let mut back: OrdMap<u32, Vec<u32>> = OrdMap::new();
        self.pairs.iter().for_each(|(from, to)| back.entry(*to).or_default().push(*from));
        closure(to, |item| back.get(&item).cloned().unwrap_or_default())
    }
}

fn closure(from: impl IntoIterator<Item = u32>, next: impl Fn(u32) -> Vec<u32>) -> OrdSet<u32> {
    let mut stack: Vec<u32> = from.into_iter().collect();
    let mut seen = OrdSet::new();
    while let Some(item) = stack.pop() {
        if seen.insert(item) {
            stack.extend(next(item));
        }
    }
    seen
}

/// Everything that was said about a text, by item.
#[derive(Clone, Debug, Default, Serialize, Deserialize)]
pub struct Findings {
    lists: Lists,
    uses: Uses,
    /// The items of each kernel (its declarations and its definition), with its name for messages.
    kernels: Vec<(String, Vec<u32>)>,
}

impl Findings {
    /// From what was said, what uses what, and the items of each kernel.
    pub fn new(lists: Lists, uses: Uses, kernels: Vec<(String, Vec<u32>)>) -> Findings {
        Findings { lists, uses, kernels }
    }

    /// What concerns the whole text, of which nothing was read.
    pub fn of_text(list: Vec<Diagnostic>) -> Findings {
        Findings { lists: Lists::from([(None, list)]), ..Findings::default() }
    }

    /// Adds something about the whole text.
    pub fn add(&mut self, diagnostic: Diagnostic) {
        self.lists.entry(None).or_default().push(diagnostic);
    }

    /// Everything, in the order of the text; what may belong to host code only if device code uses it.
    pub fn all(&self) -> Vec<Diagnostic> {
        let items = self.lists.keys().flatten().copied();
        let sources = self.uses.pairs.iter().map(|(from, _)| *from);
        let device = items.chain(sources).filter(|item| !self.uses.quiet.contains(item));
        let seen = self.uses.reached(device);
        ordered(self.said(|item| item.is_none_or(|item| seen.contains(&item))))
    }

    /// What concerns a kernel (by its number), and a note for each item that could not be read and that the kernel does
    /// not reach.
    pub fn seen_from(&self, kernel: usize) -> Vec<Diagnostic> {
        let Some((name, items)) = self.kernels.get(kernel) else { return self.all() };
        let seen = self.uses.reached(items.iter().copied());
        let mut found = self.said(|item| item.is_none_or(|item| seen.contains(&item)));
        let elsewhere = self.lists.iter().filter(|(item, _)| {
            item.is_some_and(|item| !seen.contains(&item) && !self.uses.quiet.contains(&item))
        });
        let mut notes: Vec<Diagnostic> = elsewhere.filter_map(|(_, list)| note(name, list)).collect();
        let hidden = notes.len().saturating_sub(MAX_NOTES);
        notes.truncate(MAX_NOTES);
        if hidden > 0 {
            let message =
                format!("{hidden} more parts of the text that `{name}` does not use could not be read.");
            notes.push(Diagnostic::note("lang::unused", Span::NONE, message));
        }
        found.extend(notes);
        ordered(found)
    }

    fn said(&self, wanted: impl Fn(Option<u32>) -> bool) -> Vec<Diagnostic> {
        let lists = self.lists.iter().filter(|(item, _)| wanted(**item));
        lists.flat_map(|(_, list)| list.iter().cloned()).collect()
    }
}

/// What is wrong with an item that a kernel does not use.
fn note(kernel: &str, list: &[Diagnostic]) -> Option<Diagnostic> {
    let errors = list.iter().filter(|diagnostic| diagnostic.is_error()).count();
    let first = list.iter().find(|diagnostic| diagnostic.is_error())?.clone();
    let more = if errors > 1 { format!(" (And {} more.)", errors - 1) } else { String::new() };
    let message = format!("Not used by `{kernel}`: {}{more}", first.message);
    Some(Diagnostic { severity: Severity::Note, message, ..first })
}

/// In the order of the text (those without a place first), each once, at most [`MAX_ERRORS`]: errors before others.
fn ordered(mut list: Vec<Diagnostic>) -> Vec<Diagnostic> {
    let place = |diagnostic: &Diagnostic| diagnostic.span().start.wrapping_add(1);
    let mut seen = OrdSet::new();
    list.retain(|diagnostic| {
        seen.insert((diagnostic.code.clone(), diagnostic.span(), diagnostic.message.clone()))
    });
    order::sort_by_key(&mut list, |diagnostic| !diagnostic.is_error());
    list.truncate(MAX_ERRORS);
    order::sort_by_key(&mut list, place);
    list
}
