//! Address translation (hp_ch4 6.4): a fully associative table of pages; the page that was not used for the longest time
//! goes.

use alloc::vec::Vec;

/// The pages that are known, the one used last at the end.
#[derive(Clone, Debug)]
pub struct Tlb {
    pages: Vec<u64>,
    entries: usize,
    page_bytes: u64,
}

impl Tlb {
    /// Empty.
    pub fn new(entries: u32, page_bytes: u32) -> Tlb {
        Tlb { pages: Vec::new(), entries: entries as usize, page_bytes: page_bytes.max(1).into() }
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
        let mut tlb = Tlb::new(4, 4096);
        let mut misses = |pages: u64| (0..pages).filter(|page| !tlb.look_up(page * 4096)).count();
        assert_eq!([misses(4), misses(4)], [4, 0]);
        assert_eq!([misses(5), misses(5)], [1, 5]);
    }
}
