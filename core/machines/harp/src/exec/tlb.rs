//! Translation of addresses (HARP 3.9, facts C24): one table for all warps.

use lanescope_parts::base::OrdMap;

use super::config::MAX_PAGES;

/// Bytes of a page.
pub const PAGE: u64 = 4096;

/// What is done at an address. The number is its bit among the permissions of a user; the supervisor's are three above.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Access {
    /// A load.
    Read = 0,
    /// A store.
    Write = 1,
    /// An instruction is fetched.
    Execute = 2,
}

/// Pages that are known.
#[derive(Clone, Debug, Default)]
pub struct Tlb {
    pages: OrdMap<u64, (u64, u64)>,
}

impl Tlb {
    /// As at the reset: the first page is itself, with all permissions.
    pub fn reset() -> Tlb {
        Tlb { pages: OrdMap::from_iter([(0, (0, 0x3f))]) }
    }

    /// Makes a page known. Is there room for it?
    pub fn add(&mut self, from: u64, to: u64, flags: u64) -> bool {
        let page = from / PAGE;
        let room = self.pages.len() < MAX_PAGES || self.pages.contains_key(&page);
        if room {
            self.pages.insert(page, (to / PAGE, flags));
        }
        room
    }

    /// Forgets the page of an address.
    pub fn remove(&mut self, address: u64) {
        self.pages.remove(&(address / PAGE));
    }

    /// Forgets all pages.
    pub fn flush(&mut self) {
        self.pages.clear();
    }

    /// The address that another one is, or the number of the interrupt.
    pub fn translate(&self, address: u64, access: Access, supervisor: bool) -> Result<u64, u8> {
        let (page, flags) = self.pages.get(&(address / PAGE)).ok_or(1)?;
        let bit = access as u32 + if supervisor { 3 } else { 0 };
        if flags >> bit & 1 == 1 { Ok(page.wrapping_mul(PAGE) + address % PAGE) } else { Err(2) }
    }

    /// Pages that are known, with what they are and their permissions.
    pub fn pages(&self) -> impl Iterator<Item = (u64, u64, u64)> {
        self.pages.iter().map(|(from, (to, flags))| (*from, *to, *flags))
    }
}
