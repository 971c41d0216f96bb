//! The places of a machine as a table: where an instruction, a request, a work-group or an entry of a queue can be.
//!
//! A row ([`SiteRow`]) says what a place is called, the path of its box in the diagram, and what of the events stands there. Some boxes are
//! there many times: then path and name have `{}` for each number, as `core{}/l1` has, and a box is a [`Spot`], a place with its numbers.
//! All who show places go by the table: the diagram, what moves in it, the way in and out, and the course of an instruction. So a path is
//! written and read here and nowhere else.
//!
//! A machine's table is the *shared* rows, which are boxes that several machines have, followed by rows of its *own*, which it declares in its
//! folder with [`sites!`](crate::sites). A [`Site`] is a number of such a table. An event names it where no name that all machines share
//! fits: a stage of an instruction, a station of a request, or a queue can be any place of the table.
//!
//! Deliberately absent: what a box holds, which is asked of the running machine; and the entries of a part (ways of a set, pages of a table),
//! into which nobody can look.

use alloc::string::String;
use core::fmt::{self, Write as _};

use serde::{Deserialize, Serialize};

use super::{Stage, Station, cause::same};

/// The most numbers that a path has.
pub const NUMBERS: usize = 3;
/// What the boxes of a core have before their own path.
const IN_CORE: &str = "core{}/";

/// A number in a machine's table of places.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
pub struct Site(u8);

/// What stands at a place, as events tell of it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Holds {
    /// Work-groups that no core has taken yet.
    Waiting,
    /// The work-groups of a core.
    Groups,
    /// Instructions at a stage.
    Stage(Stage),
    /// Requests where they are made.
    Made,
    /// Requests on their way.
    Station(Station),
    /// Commands of a DRAM bank.
    Commands,
    /// What waits in a queue between two parts.
    Entries,
}

/// A row of the table.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct SiteRow {
    /// Permanent id: its name in files.
    pub id: &'static str,
    /// Its name for people, with `{}` for the last number of its path.
    pub name: &'static str,
    /// The path of its box, with `{}` for each number.
    pub path: &'static str,
    /// What stands there; nothing for a box that no event tells of.
    pub holds: &'static [Holds],
}

/// A box of a machine: a place, and which of those that it stands for.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct Spot {
    /// The place.
    pub site: Site,
    /// The numbers in its path, then zeros.
    pub numbers: [u32; NUMBERS],
}

/// The places of one machine: the shared rows, then its own.
#[derive(Clone, Copy, Debug)]
pub struct Sites {
    own: &'static [SiteRow],
    /// Is there one core only, which goes without saying?
    alone: bool,
}

/// Declares the places that only one machine has: a constant for each row, and `SITES`, the whole table. A row is its id, its name, the path of
/// its box, and what stands there. Two rows with the same id or the same path do not compile.
#[macro_export]
macro_rules! sites {
    ($($(#[doc = $doc:literal])+ $name:ident = $id:literal, $label:literal, $path:literal, [$($holds:expr),* $(,)?];)+) => {
        /// The places of this machine: the shared ones, then its own.
        pub const SITES: $crate::trace::Sites = $crate::trace::Sites::with(OWN_SITES);
        const OWN_SITES: &[$crate::trace::site::SiteRow] = &[$($crate::trace::site::SiteRow {
            id: $id,
            name: $label,
            path: $path,
            holds: {
                #[allow(unused_imports)]
                use $crate::trace::{Stage::*, Station::{Channel, FirstLevel, Network, SecondLevel, Sender}, site::Holds};
                &[$($holds),*]
            },
        },)+];
        $(
            $(#[doc = $doc])+
            pub const $name: $crate::trace::Site = $crate::trace::site::named(OWN_SITES, $id);
        )+
    };
}

/// Declares the shared rows.
macro_rules! shared {
    ($($(#[doc = $doc:literal])+ $name:ident = $id:literal, $label:literal, $path:literal, [$($holds:expr),*];)+) => {
        const SHARED: &[SiteRow] =
            &[$(SiteRow { id: $id, name: $label, path: $path, holds: &[$($holds),*] },)+];

        impl Site {
            $(
                $(#[doc = $doc])+
                pub const $name: Site = named(&[], $id);
            )+
        }
    };
}

shared! {
    /// The whole machine.
    MACHINE = "machine", "machine", "", [];
    /// A core.
    CORE = "core", "core {}", "core{}", [Holds::Groups];
    /// The network between cores and memory.
    NETWORK = "network", "network", "network", [Holds::Station(Station::Network)];
    /// A part of memory behind the network: slices of the second-level cache above a channel.
    PARTITION = "partition", "partition {}", "partition{}", [];
    /// A slice of the second-level cache.
    SLICE = "slice", "L2 slice {}", "slice{}", [Holds::Station(Station::SecondLevel)];
    /// A memory channel.
    CHANNEL = "channel", "DRAM channel {}", "channel{}", [Holds::Station(Station::Channel)];
    /// A bank of a memory channel.
    BANK = "bank", "bank {}", "channel{}/bank{}", [Holds::Commands];
    /// Memory without parts, or whose parts are not shown.
    MAIN_MEMORY = "main-memory", "main memory", "memory", [Holds::Station(Station::Channel), Holds::Commands];
    /// Word-interleaved banks.
    BANKS = "banks", "memory banks", "banks", [];
}

/// The place with this id in the table of a machine with these rows of its own; checked when it is compiled.
pub const fn named(own: &[SiteRow], id: &str) -> Site {
    let mut at = 0;
    loop {
        let row = if at < SHARED.len() { &SHARED[at] } else { &own[at - SHARED.len()] };
        if same(row.id, id) {
            return Site(at as u8);
        }
        at += 1;
    }
}

impl Site {
    /// The most places that a machine's table may have, shared ones included.
    pub const MOST: usize = 128;

    /// Its number in the table.
    pub const fn index(self) -> usize {
        self.0 as usize
    }

    /// The place with a number; behind [`Site::MOST`] there are none.
    pub fn from_index(index: u64) -> Option<Site> {
        (index < Site::MOST as u64).then_some(Site(index as u8))
    }

    /// The box of this place that has these numbers in its path.
    pub fn of<const N: usize>(self, numbers: [u32; N]) -> Spot {
        let mut all = [0; NUMBERS];
        all.iter_mut().zip(numbers).for_each(|(at, number)| *at = number);
        Spot { site: self, numbers: all }
    }
}

/// That of a machine without rows of its own.
impl Default for Sites {
    fn default() -> Sites {
        Sites::SHARED
    }
}

impl Sites {
    /// The table of a machine without rows of its own.
    pub const SHARED: Sites = Sites { own: &[], alone: false };

    /// The table of a machine with these rows of its own, checked when it is compiled.
    pub const fn with(own: &'static [SiteRow]) -> Sites {
        assert!(SHARED.len() + own.len() <= Site::MOST, "too many places");
        let mut at = 0;
        while at < own.len() {
            let mut other = 0;
            while other < SHARED.len() + at {
                let before = if other < SHARED.len() { &SHARED[other] } else { &own[other - SHARED.len()] };
                assert!(!same(own[at].id, before.id), "two places with the same id");
                assert!(!same(own[at].path, before.path), "two places with the same path");
                other += 1;
            }
            at += 1;
        }
        Sites { own, alone: false }
    }

    /// The same table for a machine with one core only: the core goes without saying, and is left out of paths.
    #[must_use]
    pub const fn without_core(self) -> Sites {
        Sites { alone: true, ..self }
    }

    /// Every place.
    pub fn all(&self) -> impl Iterator<Item = (Site, &'static SiteRow)> + use<> {
        (0..).map(Site).zip(SHARED.iter().chain(self.own))
    }

    /// The row of a place; that of the whole machine for a number that is not in the table.
    pub fn row(&self, site: Site) -> &'static SiteRow {
        let own = || self.own.get(site.index() - SHARED.len());
        SHARED.get(site.index()).or_else(own).unwrap_or(&SHARED[0])
    }

    /// The pattern of the path of a row, and how many of its numbers are left out.
    fn pattern(&self, row: &'static SiteRow) -> (&'static str, usize) {
        match row.path.strip_prefix(IN_CORE).filter(|_| self.alone) {
            Some(inner) => (inner, 1),
            None => (row.path, 0),
        }
    }

    /// The path of a box: its permanent name.
    pub fn path(&self, spot: Spot) -> String {
        let (pattern, skipped) = self.pattern(self.row(spot.site));
        filled(pattern, spot.numbers.iter().skip(skipped))
    }

    /// The name of a box for people.
    pub fn name(&self, spot: Spot) -> String {
        let row = self.row(spot.site);
        let count = row.path.matches("{}").count();
        filled(row.name, spot.numbers.iter().take(count).skip(count.saturating_sub(1)))
    }

    /// The box with a path, if the table has such a place. Whether the machine has so many of them only the machine knows.
    pub fn read(&self, path: &str) -> Option<Spot> {
        self.all().find_map(|(site, row)| {
            let (pattern, skipped) = self.pattern(row);
            let mut spot = Spot { site, numbers: [0; NUMBERS] };
            let (mut left, mut pieces) = (path, pattern.split("{}"));
            left = left.strip_prefix(pieces.next()?)?;
            for (number, piece) in spot.numbers.iter_mut().skip(skipped).zip(pieces) {
                let digits = left.bytes().take_while(u8::is_ascii_digit).count();
                *number = left.get(..digits)?.parse().ok()?;
                left = left.get(digits..)?.strip_prefix(piece)?;
            }
            // Numbers are written in one way only.
            (left.is_empty() && self.path(spot) == path).then_some(spot)
        })
    }

    /// Does something of this kind stand at a place?
    pub fn holds(&self, site: Site, what: Holds) -> bool {
        match what {
            Holds::Stage(Stage::At(own)) | Holds::Station(Station::At(own)) => own == site,
            _ => self.row(site).holds.contains(&what),
        }
    }

    /// The places where something of this kind stands: a machine's own before the shared ones.
    pub fn holding(&self, what: Holds) -> impl Iterator<Item = Site> + use<> {
        let (sites, own) = (*self, (SHARED.len()..SHARED.len() + self.own.len()));
        own.chain(0..SHARED.len()).map(|at| Site(at as u8)).filter(move |site| sites.holds(*site, what))
    }

    /// The same box without numbers that its path does not have.
    #[must_use]
    pub fn trimmed(&self, spot: Spot) -> Spot {
        let count = self.row(spot.site).path.matches("{}").count();
        let mut numbers = spot.numbers;
        numbers.iter_mut().skip(count).for_each(|number| *number = 0);
        Spot { numbers, ..spot }
    }

    /// Writes the id of a place.
    ///
    /// # Errors
    /// Those of `out`.
    pub fn show(&self, site: Site, out: &mut dyn fmt::Write) -> fmt::Result {
        out.write_str(self.row(site).id)
    }
}

/// A pattern with its numbers.
fn filled<'a>(pattern: &str, mut numbers: impl Iterator<Item = &'a u32>) -> String {
    let mut pieces = pattern.split("{}");
    let mut text = String::from(pieces.next().unwrap_or_default());
    for piece in pieces {
        // Writing into memory cannot fail.
        let _ = write!(text, "{}{piece}", numbers.next().copied().unwrap_or(0));
    }
    text
}

#[cfg(test)]
mod tests {
    use alloc::vec::Vec;

    use super::*;

    crate::sites! {
        /// A cache.
        CACHE = "cache", "L1 cache", "core{}/cache", [Holds::Made, Holds::Station(FirstLevel)];
        /// Predicates.
        PREDICATE = "predicate", "@p{}", "core{}/warp{}/p{}", [];
        /// A queue.
        STORES = "stores", "store queue", "core{}/stores", [Holds::Entries];
        /// Everything goes to it.
        WIDE = "wide", "wide memory", "wide", [Holds::Station(Channel)];
    }

    #[test]
    fn a_path_is_read_as_it_is_written_and_in_no_other_way() {
        for sites in [SITES, SITES.without_core()] {
            for (site, row) in sites.all() {
                let core = if site != Site::CORE && row.path.starts_with("core") { 0 } else { 12 };
                let spot = sites.trimmed(site.of([core, 0, 305]));
                assert_eq!(sites.read(&sites.path(spot)), Some(spot), "{}", row.id);
            }
        }
        let spot = PREDICATE.of([1, 20, 3]);
        assert_eq!((SITES.path(spot), SITES.name(spot)), ("core1/warp20/p3".into(), "@p3".into()));
        assert_eq!(SITES.without_core().path(spot), "warp20/p3");
        for path in
            ["core01/cache", "core+1/cache", "core/cache", "core1/cache/", "core1/cach", "core4294967296"]
        {
            assert_eq!(SITES.read(path), None, "{path}");
        }
        assert_eq!(SITES.read("core4294967295"), Some(Site::CORE.of([u32::MAX])));
        assert_eq!(SITES.read(""), Some(Site::MACHINE.of([])));
    }

    #[test]
    fn own_places_come_before_shared_ones_and_a_place_holds_what_names_it() {
        let found = |what| SITES.holding(what).collect::<Vec<_>>();
        assert_eq!(found(Holds::Station(Station::Channel)), [WIDE, Site::CHANNEL, Site::MAIN_MEMORY]);
        assert_eq!(found(Holds::Stage(Stage::At(STORES))), [STORES]);
        assert_eq!((found(Holds::Made), found(Holds::Stage(Stage::Fetch))), (Vec::from([CACHE]), Vec::new()));
        let number = Stage::At(STORES).number();
        assert_eq!(
            (Stage::from_number(number), Stage::from_number(7)),
            (Some(Stage::At(STORES)), Some(Stage::Done))
        );
        let last = Stage::Done.number() + Site::MOST as u64;
        assert_eq!((Stage::from_number(last).is_some(), Stage::from_number(last + 1)), (true, None));
    }
}
