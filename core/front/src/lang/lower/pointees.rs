//! Into which memories pointers point that lie in memory themselves: in members of objects, in elements of arrays, behind other
//! pointers.
//!
//! An object in memory of its own is *open* as long as it is reached by its name and by references only, here and in functions that
//! get a reference, or a pointer that they never change: the first pointer that is written to a place in it decides into which memory that place points. When a pointer to
//! the object goes elsewhere (to a function that changes it, into memory, through a selection) the object is *closed*: pointers that nothing has been
//! written to are taken to point to global memory, and whatever is written later, from here or from there, has to fit. A pointer that
//! may point into one object or another knows of those pointers that are alike in both: any other that is read or written through it
//! is an error.

use alloc::{boxed::Box, vec::Vec};

use crate::ir::Space;

/// Where one pointer points, and where the pointers there point.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct Pointee {
    pub space: Space,
    pub behind: Pointees,
}

impl Pointee {
    /// Global memory holds nothing but pointers to global memory.
    pub const GLOBAL: Pointee = Pointee { space: Space::Global, behind: Pointees::GLOBAL };
}

/// Where all pointers point that are not told one by one.
#[derive(Clone, Debug, Default, PartialEq, Eq, PartialOrd, Ord)]
enum Rest {
    #[default]
    Global,
    One(Box<Pointee>),
    /// Here to this memory and there to that, or nobody knows.
    Mixed,
}

impl Rest {
    fn pointee(&self) -> Option<Pointee> {
        match self {
            Rest::Global => Some(Pointee::GLOBAL),
            Rest::One(pointee) => Some((**pointee).clone()),
            Rest::Mixed => None,
        }
    }
}

/// Where the pointers of an object point: those at offsets (from where somebody stands in it) that differ from the rest, in order, or
/// of which nobody knows.
#[derive(Clone, Debug, Default, PartialEq, Eq, PartialOrd, Ord)]
pub struct Pointees {
    exact: Vec<(i64, Option<Pointee>)>,
    rest: Rest,
}

impl Pointees {
    pub const GLOBAL: Pointees = Pointees { exact: Vec::new(), rest: Rest::Global };
    pub const MIXED: Pointees = Pointees { exact: Vec::new(), rest: Rest::Mixed };

    /// The same without what is nested deeper than this.
    pub fn trimmed(mut self, depth: u32) -> Pointees {
        if self == Pointees::GLOBAL {
            return self;
        }
        let Some(depth) = depth.checked_sub(1) else { return Pointees::MIXED };
        let trim = |pointee: &mut Pointee| {
            pointee.behind = core::mem::take(&mut pointee.behind).trimmed(depth);
        };
        self.exact.iter_mut().filter_map(|(_, pointee)| pointee.as_mut()).for_each(trim);
        if let Rest::One(pointee) = &mut self.rest {
            trim(pointee);
        }
        self
    }

    /// Where the pointer at an offset points, if that is known.
    pub fn at(&self, offset: i64) -> Option<Pointee> {
        let exact = self.exact.iter().find(|(at, _)| *at == offset);
        exact.map_or_else(|| self.rest.pointee(), |(_, pointee)| pointee.clone())
    }

    /// The same from further on; by an unknown number of bytes only if that makes no difference.
    pub fn moved(mut self, by: Option<u64>) -> Pointees {
        match by {
            Some(by) => self.exact.iter_mut().for_each(|(at, _)| *at = at.wrapping_sub(by as i64)),
            None if !self.exact.is_empty() => return Pointees::MIXED,
            None => {}
        }
        self
    }

    /// What is known of an object that is this one or that one: of each pointer that points to the same here and there.
    pub fn or(self, other: Pointees) -> Pointees {
        if self == other {
            return self;
        }
        let told = self.exact.iter().chain(&other.exact).map(|(at, _)| *at);
        let mut offsets: Vec<i64> = told.collect();
        crate::base::order::sort(&mut offsets);
        offsets.dedup();
        let same = |at: i64| self.at(at).filter(|pointee| other.at(at).as_ref() == Some(pointee));
        let exact = offsets.into_iter().map(|at| (at, same(at))).collect();
        let rest = if self.rest == other.rest { self.rest.clone() } else { Rest::Mixed };
        Pointees { exact, rest }.settled()
    }

    /// One spelling for one meaning.
    fn settled(mut self) -> Pointees {
        if matches!(&self.rest, Rest::One(pointee) if **pointee == Pointee::GLOBAL) {
            self.rest = Rest::Global;
        }
        let rest = self.rest.pointee();
        self.exact.retain(|(_, pointee)| *pointee != rest);
        self
    }
}

/// What is known of the pointers in an object that lies in one slot.
#[derive(Clone, Debug, Default, PartialEq, Eq, PartialOrd, Ord)]
pub struct Inside {
    /// How many pointers its type has.
    pointers: u64,
    pub pointees: Pointees,
    pub closed: bool,
    /// Have null pointers been written to it? They say nothing of those that come.
    nulls: bool,
}

/// Whether a pointer may be written to a place.
pub enum Fit {
    Yes,
    /// It must point to this memory.
    Other(Space),
    /// It is not known where it must point.
    Unknown,
}

impl Inside {
    /// An object, open, whose type has so many pointers.
    pub const fn with(pointers: u64) -> Inside {
        Inside { pointers, pointees: Pointees::GLOBAL, closed: false, nulls: false }
    }

    /// An object that others have seen.
    pub const fn closed(pointees: Pointees) -> Inside {
        Inside { pointers: 0, pointees, closed: true, nulls: false }
    }

    /// The same from further on.
    pub fn moved(mut self, by: u64) -> Inside {
        self.pointees = self.pointees.moved(Some(by));
        self
    }

    /// Where its pointers point from now on.
    pub fn close(&mut self) -> Pointees {
        if !self.closed {
            let all = self.pointees.exact.len() as u64 == self.pointers;
            self.decide(self.one().filter(|_| all).unwrap_or(Pointee::GLOBAL));
        }
        self.pointees.clone()
    }

    fn decide(&mut self, rest: Pointee) {
        let exact = core::mem::take(&mut self.pointees.exact);
        self.pointees = Pointees { exact, rest: Rest::One(Box::new(rest)) }.settled();
        self.closed = true;
    }

    /// Where all pointers point that have been written.
    fn one(&self) -> Option<Pointee> {
        let exact = &self.pointees.exact;
        exact
            .windows(2)
            .all(|pair| pair[0].1 == pair[1].1)
            .then(|| exact.first())
            .flatten()
            .and_then(|(_, one)| one.clone())
    }

    /// Where a pointer in it points.
    pub fn at(&mut self, offset: Option<u64>) -> Option<Pointee> {
        let written = |at: &u64| self.pointees.exact.iter().any(|(known, _)| *known == *at as i64);
        if !self.closed && !offset.as_ref().is_some_and(written) {
            let nothing = self.pointees.exact.is_empty() && self.nulls;
            let one = self.one().or(nothing.then_some(Pointee::GLOBAL))?;
            self.decide(one);
        }
        self.pointees.clone().moved(offset).at(0)
    }

    /// A pointer is written to it.
    pub fn write(&mut self, offset: Option<u64>, given: Pointee, null: bool) -> Fit {
        let written = |at: u64| self.pointees.exact.iter().any(|(known, _)| *known == at as i64);
        match offset {
            _ if null => {
                self.nulls = true;
                return Fit::Yes;
            }
            Some(at) if !self.closed && !written(at) => {
                self.pointees.exact.push((at as i64, Some(given)));
                crate::base::order::sort(&mut self.pointees.exact);
                return Fit::Yes;
            }
            None if !self.closed => {
                let one = self.one();
                match (one, self.pointees.exact.is_empty()) {
                    (Some(one), _) => self.decide(one),
                    (None, true) => self.decide(given.clone()),
                    (None, false) => return Fit::Unknown,
                }
            }
            _ => {}
        }
        fit(self.pointees.clone().moved(offset).at(0), &given)
    }
}

/// May a pointer be written where one is known to be?
pub fn fit(known: Option<Pointee>, given: &Pointee) -> Fit {
    match known {
        None => Fit::Unknown,
        Some(known) if known.space != given.space => Fit::Other(known.space),
        Some(known) if known.behind != given.behind => Fit::Unknown,
        Some(_) => Fit::Yes,
    }
}
