//! Bank pairs with interleaved groups: where an address is (facts 9; simd 6.2).
//!
//! From the lowest bit: word and byte in the burst (6 bits), low bit of the bank (1), burst column (7), rest of the bank
//! (2 bits, 3 with sixteen banks), row. So 16 KiB in a row lie in one row of a pair of banks, and burst after burst goes
//! from one bank of the pair to the other, which is of another bank group.

use crate::mem::dram::standard::Organization;

/// Where a burst is.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Place {
    /// The bank; its lowest bit says which of the pair.
    pub bank: u16,
    /// The row.
    pub row: u32,
    /// The burst in the row.
    pub column: u16,
}

impl Place {
    /// The place of a byte address.
    pub fn of(organization: &Organization, address: u64) -> Place {
        let burst = address / u64::from(organization.burst_bytes);
        let columns = u64::from(organization.bursts);
        let pairs = u64::from(organization.total_banks() / 2);
        let rest = burst / 2 / columns;
        Place {
            bank: (rest % pairs * 2 + burst % 2) as u16,
            row: (rest / pairs % u64::from(organization.rows)) as u32,
            column: (burst / 2 % columns) as u16,
        }
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
