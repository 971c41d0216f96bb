//! Address translation (hp_ch4 6.4): a fully associative table of pages; the page that was not used for the longest time
//! goes.
//!
//! It says whether a page is known; who asks adds the time of a page walk. Absent: more than one level, the addresses
//! themselves (virtual and physical ones are the same), protection.
//!
//! Used by: `rvv`.

use alloc::vec::Vec;

use serde::Serialize;

use crate::settings;

settings! {
    /// Size and cost of translation.
    pub struct Settings {
        group "Address translation" {
            /// Pages that a core's translation table knows; 0 is no translation.
            tlb_entries: u32 = 0, range 0..=4096, unit "pages", source "hp_ch4 6.4 [R]";
            /// Bytes of a page.
            page_bytes: u32 = 4096, range 256..=1073741824, unit "bytes", source "hp_ch4 6.4 [R]";
            /// Cycles to find a page that the table does not know.
            tlb_penalty: u32 = 30, range 0..=10000, unit "cycles", source "hp_ch4 6.4 [R]";
        }
    }
}

impl Settings {
    /// Most bytes of the host's memory that a table takes.
    pub fn host_bytes(&self) -> u64 {
        16 * u64::from(self.tlb_entries)
    }
}

/// The pages that are known, the one used last at the end.
#[derive(Clone, Debug, Serialize)]
pub struct Tlb {
    pages: Vec<u64>,
    #[serde(skip)]
    entries: usize,
    #[serde(skip)]
    page_bytes: u64,
}

impl Tlb {
    /// An empty table; `None` without translation.
    pub fn new(settings: &Settings) -> Option<Tlb> {
        let Settings { tlb_entries, page_bytes, .. } = *settings;
        let table =
            Tlb { pages: Vec::new(), entries: tlb_entries as usize, page_bytes: page_bytes.max(1).into() };
        (tlb_entries > 0).then_some(table)
    }

    /// How many pages it can know.
    pub fn entries(&self) -> usize {
        self.entries
    }

    /// First addresses of the pages that it knows, the one used last at the end.
    pub fn pages(&self) -> impl DoubleEndedIterator<Item = u64> + '_ {
        self.pages.iter().map(|page| page.saturating_mul(self.page_bytes))
    }

    /// Looks an address up, and keeps its page. Was it there?
    pub fn look_up(&mut self, address: u64) -> bool {
        let page = address / self.page_bytes;
        if self.pages.last() == Some(&page) {
            return true;
        }
        let found = self.pages.iter().rposition(|known| *known == page);
        match found {
            Some(at) => {
                self.pages.remove(at);
            }
            None if self.pages.len() >= self.entries => {
                self.pages.remove(0);
            }
            None => {}
        }
        self.pages.push(page);
        found.is_some()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_walk_over_more_pages_than_entries_always_misses() {
        let mut tlb = Tlb::new(&Settings { tlb_entries: 4, ..Settings::default() }).unwrap();
        let mut misses = |pages: u64| (0..pages).filter(|page| !tlb.look_up(page * 4096)).count();
        assert_eq!([misses(4), misses(4)], [4, 0]);
        assert_eq!([misses(5), misses(5)], [1, 5]);
    }

    #[test]
    fn the_page_used_last_stays_and_a_page_ends_where_the_next_begins() {
        let mut tlb = Tlb::new(&Settings { tlb_entries: 2, ..Settings::default() }).unwrap();
        let mut known = |addresses: [u64; 3]| addresses.map(|address| tlb.look_up(address));
        assert_eq!(known([0, 4095, 4096]), [false, true, false]);
        assert_eq!(known([0, 8192, 4096]), [true, false, false], "page 1 was used before page 0");
    }

    #[test]
    fn without_entries_there_is_no_translation() {
        assert!(Tlb::new(&Settings::default()).is_none());
    }
}
