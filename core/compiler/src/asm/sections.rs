//! What a program consists of while it is read: sections, each a row of fragments whose addresses come later.
//!
//! Every name of a section with every number (`.subsection`) is a section of its own. They lie in memory in the order in which
//! the text names them first, the numbers of one name in ascending order; code and data apart. Where a program has several texts, each has
//! sections of its own: those of one name lie in the order of the texts, and each begins at a multiple of its own alignment.

use alloc::{
    string::{String, ToString},
    vec::Vec,
};

use crate::{
    base::{OrdMap, order},
    source::Span,
};

/// What a section holds.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum SectionKind {
    /// Instructions, and data among them.
    Text,
    /// Data.
    Data,
    /// Notes and tables for debuggers: not in memory, and not read.
    NotLoaded,
}

/// A piece of a section.
#[derive(Clone, Debug, PartialEq)]
pub enum Fragment<I> {
    /// An instruction.
    Inst(I),
    /// Data.
    Bytes(Vec<u8>, Span),
    /// In code: what stands before a multiple of so many bytes.
    Align(Alignment),
}

/// How what follows comes to lie at a multiple of so many bytes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Alignment {
    /// These.
    pub bytes: u64,
    /// What is filled in; without it instructions that do nothing in code, and zeros in data.
    pub fill: Option<u8>,
    /// Where more bytes than these are missing, all stays where it is; 0 is no limit.
    pub most: Option<u64>,
}

impl Alignment {
    /// At a multiple of so many bytes, filled as usual.
    pub const fn to(bytes: u64) -> Alignment {
        Alignment { bytes, fill: None, most: None }
    }

    /// The bytes that are filled in at an address.
    pub fn missing(&self, at: u64) -> u64 {
        let missing = at.next_multiple_of(self.bytes) - at;
        if self.most.is_none_or(|most| most == 0 || missing <= most) { missing } else { 0 }
    }
}

/// A section.
#[derive(Clone, Debug)]
pub struct Section<I> {
    /// Its name.
    pub name: String,
    /// Its number (`.subsection`).
    pub number: i64,
    /// The text of the program that it is of, from 0 on.
    pub unit: usize,
    /// What it holds.
    pub kind: SectionKind,
    /// Its pieces in order.
    pub fragments: Vec<Fragment<I>>,
    /// Its address is a multiple of this.
    pub align: u64,
    /// What lies in front of each fragment.
    before: Vec<Length>,
    length: Length,
}

/// How long the start of a section is.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
struct Length {
    bytes: u64,
    /// How many of its fragments may become longer.
    open: u32,
}

impl<I> Section<I> {
    /// Adds a fragment, whose length may be `open`.
    fn push(&mut self, fragment: Fragment<I>, bytes: u64, open: bool) {
        self.before.push(self.length);
        self.fragments.push(fragment);
        self.length.bytes += bytes;
        self.length.open += u32::from(open);
    }

    /// What lies in front of a place.
    fn up_to(&self, place: Place) -> Length {
        let mut length = self.before.get(place.fragment).copied().unwrap_or(self.length);
        length.bytes += place.byte as u64;
        length
    }
}

/// A place in a section, in front of a byte of a fragment.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct Place {
    /// Number of the section.
    pub section: usize,
    /// Number of the fragment in it.
    pub fragment: usize,
    /// Number of the byte in that.
    pub byte: usize,
}

/// All sections, and where statements go.
#[derive(Clone, Debug)]
pub struct Sections<I> {
    /// The sections in the order in which the text chooses them first.
    pub all: Vec<Section<I>>,
    current: usize,
    previous: usize,
    pushed: Vec<(usize, usize)>,
    names: OrdMap<(String, i64), usize>,
    unit: usize,
    /// Bytes of data in all.
    pub bytes: usize,
}

impl<I> Default for Sections<I> {
    fn default() -> Sections<I> {
        Sections::new()
    }
}

impl<I> Sections<I> {
    /// Only `.text`.
    pub fn new() -> Sections<I> {
        let mut sections = Sections {
            all: Vec::new(),
            current: 0,
            previous: 0,
            pushed: Vec::new(),
            names: OrdMap::new(),
            unit: 0,
            bytes: 0,
        };
        sections.choose(".text", 0, SectionKind::Text);
        sections.previous = 0;
        sections
    }

    /// Goes on with the sections of another text.
    pub(super) fn begin_unit(&mut self, unit: usize) {
        self.unit = unit;
        self.names = OrdMap::new();
        self.pushed.clear();
        self.choose(".text", 0, SectionKind::Text);
        self.previous = self.current;
    }

    /// Goes to a section, which is made if there is none.
    pub fn choose(&mut self, name: &str, number: i64, kind: SectionKind) {
        let next = self.all.len();
        let at = *self.names.entry((name.to_string(), number)).or_insert(next);
        if at == next {
            let align = if kind == SectionKind::Text { 4 } else { 1 };
            let (name, fragments, before) = (name.to_string(), Vec::new(), Vec::new());
            let (unit, length) = (self.unit, Length::default());
            self.all.push(Section { name, number, unit, kind, fragments, align, before, length });
        }
        (self.previous, self.current) = (self.current, at);
    }

    /// Goes to another part of the section.
    pub fn choose_number(&mut self, number: i64) {
        let (name, kind) = (self.here().name.clone(), self.here().kind);
        self.choose(&name, number, kind);
    }

    /// Goes to the section before.
    pub fn go_back(&mut self) {
        core::mem::swap(&mut self.previous, &mut self.current);
    }

    /// Keeps where statements go.
    pub fn push(&mut self) {
        self.pushed.push((self.current, self.previous));
    }

    /// Goes where [`Sections::push`] was; `false` if it was nowhere.
    pub fn pop(&mut self) -> bool {
        let popped = self.pushed.pop();
        (self.current, self.previous) = popped.unwrap_or((self.current, self.previous));
        popped.is_some()
    }

    /// The section in which statements go.
    pub fn here(&self) -> &Section<I> {
        &self.all[self.current]
    }

    /// Adds an instruction of so many bytes; one that may become longer is `open`.
    pub fn add_inst(&mut self, inst: I, bytes: u64, open: bool) {
        self.all[self.current].push(Fragment::Inst(inst), bytes, open);
    }

    /// Where the next statement goes.
    pub fn place(&self) -> Place {
        let fragments = &self.here().fragments;
        match fragments.last() {
            Some(Fragment::Bytes(bytes, _)) => {
                Place { section: self.current, fragment: fragments.len() - 1, byte: bytes.len() }
            }
            _ => Place { section: self.current, fragment: fragments.len(), byte: 0 },
        }
    }

    /// Adds bytes.
    pub fn add(&mut self, bytes: impl IntoIterator<Item = u8>, span: Span) {
        let section = &mut self.all[self.current];
        if !matches!(section.fragments.last(), Some(Fragment::Bytes(..))) {
            section.push(Fragment::Bytes(Vec::new(), span), 0, false);
        }
        if let Some(Fragment::Bytes(all, _)) = section.fragments.last_mut() {
            let before = all.len();
            all.extend(bytes);
            section.length.bytes += (all.len() - before) as u64;
            self.bytes += all.len() - before;
        }
    }

    /// Goes on at a multiple of so many bytes.
    pub fn align(&mut self, alignment: Alignment, span: Span) {
        let section = &mut self.all[self.current];
        section.align = section.align.max(alignment.bytes);
        if section.kind == SectionKind::Text {
            section.push(Fragment::Align(alignment), 0, true);
            return;
        }
        let missing = alignment.missing(section.length.bytes);
        self.add(core::iter::repeat_n(alignment.fill.unwrap_or(0), missing as usize), span);
    }

    /// The bytes from one place to another, if both are in one section and nothing between them can become longer.
    pub fn distance(&self, from: Place, to: Place) -> Option<i64> {
        let section = self.all.get(from.section).filter(|_| from.section == to.section)?;
        let (from, to) = (section.up_to(from), section.up_to(to));
        (from.open == to.open).then(|| to.bytes as i64 - from.bytes as i64)
    }

    /// The numbers of the sections of a kind in the order in which they lie in memory.
    pub fn order(&self, kind: SectionKind) -> Vec<usize> {
        let mut first: OrdMap<&str, usize> = OrdMap::new();
        for (at, section) in self.all.iter().enumerate() {
            first.entry(&section.name).or_insert(at);
        }
        let mut order: Vec<usize> = (0..self.all.len()).filter(|at| self.all[*at].kind == kind).collect();
        let rank = |section: &Section<I>| (first.get(section.name.as_str()), section.unit, section.number);
        order::sort_by_key(&mut order, |at| rank(&self.all[*at]));
        order
    }
}
