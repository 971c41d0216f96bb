//! Where every stage puts what it has to say, item by item.
//!
//! An *item* is something at the outermost level of the text (a function, a declaration), known by its number. What is
//! said while no item is at hand is about the whole text. A kernel is only kept from running by what is said about the
//! whole text and about the items that it reaches ([`crate::front::Findings`]).

use alloc::{format, string::String, vec::Vec};

use crate::{
    base::OrdMap,
    front::{Lists, MAX_ERRORS},
    source::{Diagnostic, Span},
};

/// Most `#include`s that a message shows on the way to its file.
const MAX_CHAIN: usize = 8;

/// Lists of diagnostics without repetitions and without flood.
#[derive(Clone, Debug, Default)]
pub struct Report {
    lists: Lists,
    item: Option<u32>,
    errors: usize,
    muted: u32,
    /// Options (`-D`) as they are written, each with the first offset of its own spans, in their order.
    options: Vec<(u32, String)>,
    /// Included texts, each with its name and the `#include` that was read first.
    included: Vec<(Span, String, Span)>,
    /// Items that are instances of templates: the name, where it is asked for, and the item that asks.
    instances: OrdMap<u32, (String, Span, u32)>,
}

impl Report {
    /// What is said from here on is about this item.
    pub fn about(&mut self, item: Option<u32>) {
        self.item = item;
    }

    /// Spans from `start` on (up to those of the next option) lie in the text of this option, not in the source.
    pub fn add_option(&mut self, start: u32, text: String) {
        self.options.push((start, text));
    }

    /// The text of this span is read because of an `#include` at another place.
    pub fn add_included(&mut self, text: Span, name: &str, by: Span) {
        if self.included.iter().all(|(known, ..)| *known != text) {
            self.included.push((text, name.into(), by));
        }
    }

    /// An item is an instance of a template, which another item asks for.
    pub fn add_instance(&mut self, item: u32, name: &str, asked: Span, by: u32) {
        self.instances.insert(item, (name.into(), asked, by));
    }

    /// What is said of an item that is an instance shows which it is, and who asks for it.
    pub fn asked_for(&self, mut item: Option<u32>, mut diagnostic: Diagnostic) -> Diagnostic {
        for _ in 0..MAX_CHAIN {
            let Some((name, asked, by)) = item.and_then(|item| self.instances.get(&item)) else { break };
            let text = format!("`{name}` is asked for here");
            if diagnostic.labels.iter().all(|label| label.text != text) {
                diagnostic = diagnostic.label(*asked, text);
            }
            item = Some(*by);
        }
        diagnostic
    }

    /// Adds one, unless the report is muted or full or has it already.
    pub fn push(&mut self, diagnostic: Diagnostic) {
        let diagnostic = self.asked_for(self.item, self.placed(diagnostic));
        self.errors += usize::from(diagnostic.is_error());
        if self.muted > 0 {
            return;
        }
        let list = self.lists.entry(self.item).or_default();
        let same = |old: &Diagnostic| {
            // A name that is not known is said once, however often it is used.
            let again = diagnostic.code == "name::unknown" && old.message == diagnostic.message;
            old.code == diagnostic.code && (old.span() == diagnostic.span() || again)
        };
        let like = list.iter().filter(|old| old.is_error() == diagnostic.is_error());
        if like.count() < MAX_ERRORS && !list.iter().any(same) {
            list.push(diagnostic);
        }
    }

    /// What lies in the text of an option has no place in the source: the message names the option instead. What lies in an
    /// included text shows how the text is come to.
    fn placed(&self, mut diagnostic: Diagnostic) -> Diagnostic {
        let start = diagnostic.span().start;
        let option = self.options.iter().rev().find(|(first, _)| *first <= start);
        if let Some((_, text)) = option.filter(|_| !diagnostic.span().is_none()) {
            diagnostic.message = format!("In the option `{text}`: {}", diagnostic.message);
            diagnostic.labels.clear();
        }
        self.come_to(diagnostic)
    }

    fn come_to(&self, mut diagnostic: Diagnostic) -> Diagnostic {
        let mut at = diagnostic.span();
        for _ in 0..MAX_CHAIN {
            let inside = |text: &Span| text.start <= at.start && at.start <= text.end;
            let Some((_, name, by)) = self.included.iter().find(|(text, ..)| inside(text)) else { break };
            diagnostic = diagnostic.label(*by, format!("`{name}` is included here"));
            at = *by;
        }
        diagnostic
    }

    /// The `#include` because of which the text with this place is read.
    pub fn included_by(&self, at: u32) -> Option<Span> {
        let inside = |text: &Span| text.start <= at && at <= text.end;
        self.included.iter().find(|(text, ..)| inside(text)).map(|(_, _, by)| *by)
    }

    /// Would it be kept that a name is unknown, as this message says? To look for a name that is near takes long.
    pub fn keeps_unknown(&self, message: &str) -> bool {
        let list = self.lists.get(&self.item).map_or(&[][..], |list| list);
        let errors = list.iter().filter(|old| old.is_error()).count();
        let is_known = list.iter().any(|old| old.code == "name::unknown" && old.message == message);
        self.muted == 0 && errors < MAX_ERRORS && !is_known
    }

    /// Number of errors so far, the muted ones and repetitions included.
    pub fn errors(&self) -> usize {
        self.errors
    }

    /// From here on nothing is kept, until [`Report::unmute`]; calls nest.
    pub fn mute(&mut self) {
        self.muted += 1;
    }

    /// Ends what [`Report::mute`] began.
    pub fn unmute(&mut self) {
        self.muted = self.muted.saturating_sub(1);
    }

    /// What has been said since there were so many errors does not count: it was only tried.
    pub fn forgive(&mut self, errors: usize) {
        self.errors = errors;
    }

    /// The items that something is wrong with.
    pub fn wrong(&self) -> impl Iterator<Item = u32> + '_ {
        let wrong = self.lists.iter().filter(|(_, list)| list.iter().any(Diagnostic::is_error));
        wrong.filter_map(|(item, _)| *item)
    }

    /// Everything that was said.
    pub fn into_lists(self) -> Lists {
        self.lists
    }
}
