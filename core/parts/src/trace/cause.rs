//! Why an issue slot was used or lost, and why a unit of work (warp, strip, work-group) did or did not issue.
//!
//! Each cycle, each issue slot has exactly one cause; the causes of a run add up to all its slots. The same names label
//! the cells of the timeline.
//!
//! A machine's list of causes is the *shared* rows, which mean the same and look the same on every machine, followed by
//! rows of its *own*, which it declares in its folder with [`causes!`](crate::causes). A [`Cause`] is a place in
//! such a list: what a number beyond the shared rows means, only the list ([`Causes`]) of the machine knows. Everything
//! that shows causes (legends, stacks, exports, documentation) goes by the list.
//!
//! A machine that has no part of which a shared row speaks says that the row is *absent* ([`Causes::without`]): it keeps its
//! place, and no legend or list of that machine names it.
//!
//! Deliberately absent: own rows that count as issued or as empty. Utilisation means the same on every machine.

use alloc::{borrow::Cow, string::String};
use core::fmt;

use serde::{Deserialize, Serialize};

use super::swatch::{Colour, Pattern, Swatch};

/// A place in a machine's list of causes.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
pub struct Cause(u8);

/// What a unit with this cause is like, for questions that go by more than one cause.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum Class {
    /// It issued an instruction.
    Issued,
    /// It issued a part of an instruction again.
    Replayed,
    /// It could have issued.
    Ready,
    /// It has an instruction that cannot go on.
    Waiting,
    /// It has no instruction left, but results on their way.
    Draining,
    /// It has no work.
    Empty,
}

/// A row of the table.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct CauseRow {
    /// Permanent id: key in JSON and CSV.
    pub id: Cow<'static, str>,
    /// Short name for legends.
    pub label: Cow<'static, str>,
    /// What it means, in a sentence.
    pub doc: Cow<'static, str>,
    /// What a unit with it is like.
    pub class: Class,
    /// Its colour and pattern in every view and legend.
    pub swatch: Swatch,
}

impl CauseRow {
    /// A row that is compiled in: id, label and meaning; class; colour and pattern.
    pub const fn new(
        (id, label, doc): (&'static str, &'static str, &'static str),
        class: Class,
        (colour, pattern): (Colour, Pattern),
    ) -> CauseRow {
        CauseRow {
            id: Cow::Borrowed(id),
            label: Cow::Borrowed(label),
            doc: Cow::Borrowed(doc.trim_ascii()),
            class,
            swatch: Swatch { colour, pattern },
        }
    }
}

/// The causes of one machine: the shared rows, then its own.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Causes {
    own: Cow<'static, [CauseRow]>,
    /// The shared rows that no program on the machine can have, a bit each.
    absent: u32,
}

/// Declares the causes that only one machine has: a constant for each row, and `CAUSES`, the whole list. Two rows with the same
/// id, or with the same colour and pattern, do not compile; nor does a row of a class that only shared causes may have.
#[macro_export]
macro_rules! causes {
    ($($(#[doc = $doc:literal])+ $name:ident = $id:literal, $label:literal, $class:ident, $colour:ident $pattern:ident;)+) => {
        /// The causes of this machine: the shared ones, then its own.
        pub const CAUSES: $crate::trace::Causes = $crate::trace::Causes::with(OWN);
        const OWN: &[$crate::trace::cause::CauseRow] =
            &[$($crate::trace::cause::CauseRow::new(
                ($id, $label, concat!($($doc),+)),
                $crate::trace::cause::Class::$class,
                ($crate::trace::swatch::Colour::$colour, $crate::trace::swatch::Pattern::$pattern),
            ),)+];
        $(
            $(#[doc = $doc])+
            pub const $name: $crate::trace::Cause = $crate::trace::cause::named(OWN, $id);
        )+
    };
}

/// Declares the shared rows.
macro_rules! shared {
    ($($(#[doc = $doc:literal])+ $name:ident = $id:literal, $label:literal, $class:ident, $colour:ident $pattern:ident;)+) => {
        const SHARED: &[CauseRow] = &[$(CauseRow::new(
            ($id, $label, concat!($($doc),+)),
            Class::$class,
            (Colour::$colour, Pattern::$pattern),
        ),)+];

        impl Cause {
            $(
                $(#[doc = $doc])+
                pub const $name: Cause = named(&[], $id);
            )+
        }
    };
}

shared! {
    /// An instruction was issued.
    ISSUED = "issued", "issued", Issued, Blue Plain;
    /// The issue slot was spent on a part of an instruction that had to be repeated.
    REPLAY = "replay", "replay", Replayed, Sky Rising;
    /// Ready, but another unit was picked in this cycle.
    NOT_PICKED = "not-picked", "ready, not picked", Ready, Ice Dashes;
    /// Waits for a register that an arithmetic instruction will write.
    ARITHMETIC = "arithmetic", "waits for arithmetic", Waiting, Gold Upright;
    /// Waits for a memory instruction: for what it brings, or for its end.
    MEMORY = "memory", "waits for memory", Waiting, Orange Falling;
    /// The function unit that the instruction needs is busy.
    UNIT_BUSY = "unit-busy", "unit busy", Waiting, Lemon Wide;
    /// The way to memory takes no more now: as many accesses are under way, or enter it in this cycle, as it has room for.
    MEMORY_FULL = "memory-full", "memory path full", Waiting, Rose Cross;
    /// The next instruction has not been fetched or decoded yet.
    FETCH = "fetch", "waits for fetch", Waiting, Lavender Dots;
    /// Waits at a barrier for the rest of its group.
    BARRIER = "barrier", "at barrier", Waiting, Green Level;
    /// Waits for an atomic operation behind others at its address: operations on one address are done one after the other.
    CONTENTION = "contention", "atomic contention", Waiting, Olive Grid;
    /// The bank of the register file that holds the operands, or takes the result, has no free port.
    REGISTER_BANK = "register-bank", "register bank busy", Waiting, Cyan Grid;
    /// Held back by the scheduling policy.
    THROTTLED = "throttled", "throttled", Waiting, Tan Rising;
    /// All its instructions are issued; the last results are on their way.
    DRAINING = "draining", "draining", Draining, Grey Dashes;
    /// No unit of work is there: not started yet, or all have ended.
    EMPTY = "empty", "no work", Empty, Mist Plain;
}

impl Cause {
    /// The most causes that a machine may have, shared ones included.
    pub const MOST: usize = 32;

    /// The number of shared rows: they are the first ones of every list.
    pub const SHARED: usize = SHARED.len();

    /// Its place in the list.
    pub const fn index(self) -> usize {
        self.0 as usize
    }

    /// The cause at a place of a list; behind [`Cause::MOST`] there are none.
    pub fn from_index(index: u64) -> Option<Cause> {
        (index < Cause::MOST as u64).then_some(Cause(index as u8))
    }
}

/// Shared causes by their ids, as variants are written; the others by their place.
impl fmt::Debug for Cause {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Some(row) = SHARED.get(self.index()) else {
            return write!(f, "Own({})", self.index() - SHARED.len());
        };
        let mut name = String::new();
        for word in row.id.split('-') {
            let (first, rest) = word.split_at(word.len().min(1));
            name += &first.to_ascii_uppercase();
            name += rest;
        }
        f.write_str(&name)
    }
}

/// Those of a machine without own ones.
impl Default for Causes {
    fn default() -> Causes {
        Causes::SHARED
    }
}

impl Causes {
    /// The list of a machine that has no causes of its own.
    pub const SHARED: Causes = Causes { own: Cow::Borrowed(&[]), absent: 0 };

    /// The list of a machine with these rows of its own, checked when it is compiled.
    pub const fn with(own: &'static [CauseRow]) -> Causes {
        assert!(SHARED.len() + own.len() <= Cause::MOST, "too many causes");
        let mut at = 0;
        while at < own.len() {
            let row = &own[at];
            assert!(
                matches!(row.class, Class::Ready | Class::Waiting | Class::Draining),
                "an own cause is a way to lose a slot"
            );
            let mut other = 0;
            while other < SHARED.len() + at {
                let before = if other < SHARED.len() { &SHARED[other] } else { &own[other - SHARED.len()] };
                assert!(!same(id_of(before), id_of(row)), "two causes with one id");
                assert!(
                    before.swatch.colour as u8 != row.swatch.colour as u8
                        || before.swatch.pattern as u8 != row.swatch.pattern as u8,
                    "two causes with one colour and pattern"
                );
                other += 1;
            }
            at += 1;
        }
        Causes { own: Cow::Borrowed(own), absent: 0 }
    }

    /// The list of a machine that has no part of which these shared rows speak.
    pub const fn without(self, absent: &[Cause]) -> Causes {
        let (mut bits, mut at) = (self.absent, 0);
        while at < absent.len() {
            assert!(absent[at].index() < SHARED.len(), "only a shared row can be absent");
            bits |= 1 << absent[at].0;
            at += 1;
        }
        let own = if let Cow::Borrowed(own) = &self.own { *own } else { &[] };
        core::mem::forget(self);
        Causes { own: Cow::Borrowed(own), absent: bits }
    }

    /// Can a unit of the machine have the cause?
    pub const fn has(&self, cause: Cause) -> bool {
        cause.index() < self.count() && (cause.index() >= SHARED.len() || self.absent >> cause.0 & 1 == 0)
    }

    /// How many there are.
    pub const fn count(&self) -> usize {
        SHARED.len()
            + match &self.own {
                Cow::Borrowed(own) => own.len(),
                Cow::Owned(own) => own.len(),
            }
    }

    /// Every cause, in the order of legends and stacks.
    pub fn all(&self) -> impl DoubleEndedIterator<Item = Cause> + Clone + use<> {
        (0..self.count() as u8).map(Cause)
    }

    /// Every cause with its row.
    pub fn rows(&self) -> impl Iterator<Item = (Cause, &CauseRow)> {
        self.all().zip(SHARED.iter().chain(self.own.iter()))
    }

    /// The row of a cause. What is not in the list reads as no work.
    pub fn row(&self, cause: Cause) -> &CauseRow {
        let own = || self.own.get(cause.index() - SHARED.len());
        SHARED.get(cause.index()).or_else(own).unwrap_or(&SHARED[Cause::EMPTY.index()])
    }

    /// Short name for legends.
    pub fn label(&self, cause: Cause) -> &str {
        &self.row(cause).label
    }

    /// Permanent id.
    pub fn id(&self, cause: Cause) -> &str {
        &self.row(cause).id
    }

    /// What a unit with it is like.
    pub fn class(&self, cause: Cause) -> Class {
        self.row(cause).class
    }

    /// Its colour and pattern.
    pub fn swatch(&self, cause: Cause) -> Swatch {
        self.row(cause).swatch
    }

    /// The cause of an id.
    pub fn find(&self, id: &str) -> Option<Cause> {
        self.rows().find(|(_, row)| row.id == id).map(|(cause, _)| cause)
    }
}

/// The cause of an id in a list with these own rows, for tables that are compiled in.
pub const fn named(own: &[CauseRow], id: &str) -> Cause {
    let mut at = 0;
    loop {
        let row = if at < SHARED.len() { &SHARED[at] } else { &own[at - SHARED.len()] };
        if same(id_of(row), id) {
            return Cause(at as u8);
        }
        at += 1;
    }
}

/// The id of a row that is compiled in.
const fn id_of(row: &CauseRow) -> &str {
    match &row.id {
        Cow::Borrowed(id) => id,
        // No such row is compiled in.
        Cow::Owned(_) => "",
    }
}

/// Are two texts the same?
pub(super) const fn same(a: &str, b: &str) -> bool {
    let (a, b) = (a.as_bytes(), b.as_bytes());
    let mut at = 0;
    while at < a.len() && at < b.len() && a[at] == b[at] {
        at += 1;
    }
    at == a.len() && at == b.len()
}

#[cfg(test)]
mod tests {
    use alloc::vec::Vec;

    use super::*;

    causes! {
        /// Waits for the tide.
        TIDE = "tide", "waits for the tide", Waiting, Blue Cross;
        /// Could sail, but the harbour is closed.
        CLOSED = "closed", "harbour closed", Ready, Olive Dots;
    }

    #[test]
    fn own_causes_follow_the_shared_ones() {
        assert_eq!((Cause::SHARED, CAUSES.count()), (14, 16));
        assert_eq!((TIDE.index(), CLOSED.index()), (14, 15));
        assert_eq!(CAUSES.all().filter_map(|cause| CAUSES.find(CAUSES.id(cause))).count(), 16);
        assert_eq!(CAUSES.row(TIDE).doc, "Waits for the tide.");
        assert_eq!((CAUSES.label(CLOSED), CAUSES.class(CLOSED)), ("harbour closed", Class::Ready));
        assert_eq!(CAUSES.label(Cause::MEMORY), Causes::SHARED.label(Cause::MEMORY));
        assert_eq!(Causes::SHARED.label(TIDE), "no work", "another machine's list");
        assert_eq!(alloc::format!("{:?} {:?}", Cause::NOT_PICKED, CLOSED), "NotPicked Own(1)");
    }

    #[test]
    fn a_list_crosses_to_the_page() {
        let bytes = postcard::to_allocvec(&CAUSES).unwrap();
        assert_eq!(postcard::from_bytes::<Causes>(&bytes).unwrap(), CAUSES);
        assert_eq!(postcard::to_allocvec(&Causes::SHARED).unwrap().len(), 2);
    }

    #[test]
    fn what_is_absent_keeps_its_place() {
        let few = CAUSES.without(&[Cause::BARRIER, Cause::REPLAY]);
        assert_eq!((few.count(), few.find("tide"), few.label(TIDE)), (16, Some(TIDE), CAUSES.label(TIDE)));
        let absent: Vec<Cause> = few.all().filter(|cause| !few.has(*cause)).collect();
        assert_eq!(absent, [Cause::REPLAY, Cause::BARRIER]);
        assert!(CAUSES.all().all(|cause| CAUSES.has(cause)) && !Causes::SHARED.has(TIDE));
    }

    #[test]
    fn every_shared_cause_looks_its_own_way() {
        for (cause, row) in Causes::SHARED.rows() {
            let same =
                Causes::SHARED.rows().find(|(_, other)| other.swatch == row.swatch || other.id == row.id);
            assert_eq!(same.map(|(first, _)| first), Some(cause), "{}", row.id);
        }
    }
}
