//! Where an address is. Bank pairs with interleaved groups (facts 9; simd 6.2):
//!
//! From the lowest bit: word and byte in the burst (6 bits), low bit of the bank (1), burst column (7), rest of the bank
//! (2 bits, 3 with sixteen banks), row. So 16 KiB in a row lie in one row of a pair of banks, and burst after burst goes
//! from one bank of the pair to the other, which is of another bank group. To compare with: a row of one bank after
//! the other, where all bursts of a row are of one bank group.

use crate::mem::dram::standard::Organization;
use serde::Serialize;

use super::settings::Mapping;

/// Where a burst is.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize)]
pub struct Place {
    /// The bank; its lowest bit says which of the pair.
    pub bank: u16,
    /// The row.
    pub row: u32,
    /// The burst in the row.
    pub column: u16,
}

impl Place {
    /// The place of a byte address; those beyond the last row of the memory go on at its first, as those of 32 bits do.
    pub fn of(organization: &Organization, mapping: Mapping, address: u64) -> Place {
        let burst = address / u64::from(organization.burst_bytes);
        let columns = u64::from(organization.bursts);
        let banks = u64::from(organization.total_banks());
        let (bank, column) = match mapping {
            Mapping::Pairs => (burst / 2 / columns * 2 % banks + burst % 2, burst / 2 % columns),
            Mapping::Rows => (burst / columns % banks, burst % columns),
        };
        let row = burst / columns / banks % u64::from(organization.rows);
        Place { bank: bank as u16, row: row as u32, column: column as u16 }
    }

    /// The row of the pair of banks: what a request keeps open while it lasts.
    pub fn pair_row(&self) -> (u16, u32) {
        (self.bank / 2, self.row)
    }
}

/// The number of a bank in the device, which counts group by group; here neighbours are of different groups.
pub fn device_bank(organization: &Organization, bank: u16) -> u16 {
    let groups = organization.groups as u16;
    bank % groups * organization.banks as u16 + bank / groups
}
