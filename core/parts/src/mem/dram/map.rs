//! From an address of the channel to bank, row and column: an order of bit fields (gpgpu 6.6).
//!
//! Sizes are powers of two; an address beyond the channel wraps around. The bits of a burst are below all fields.

use super::standard::Organization;
use crate::choice;

/// Bytes of the longest cache line: what [`FieldOrder::RowBankColumnGroupLine`] keeps in one row.
pub const LINE: u32 = 128;

choice! {
    /// The order of the fields, the most significant first.
    pub enum FieldOrder {
        /// row | rank | bank group | bank | column: a stream stays in one bank until its row ends.
        RowBankColumn = "row-bank-column",
        /// row | rank | bank | upper column | bank group | lower column: a stream goes to the next bank group after each
        /// cache line of 128 bytes, so that a line opens one row.
        RowBankColumnGroupLine = "row-bank-column-group-line",
        /// row | rank | bank | column | bank group: a stream goes from bank group to bank group with every burst.
        RowBankColumnGroup = "row-bank-column-group",
        /// row | column | rank | bank | bank group: a stream goes through all banks before it comes back.
        RowColumnBank = "row-column-bank",
    }
}

/// How addresses become places.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Map {
    /// The order of fields.
    pub order: FieldOrder,
    /// Exclusive-or of the bank number with the lowest row bits, so that rows of one bank spread out.
    pub hash: bool,
}

/// Where a burst is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Location {
    /// The bank, numbered through ranks and bank groups.
    pub bank: u16,
    /// The row.
    pub row: u32,
    /// The burst in the row.
    pub column: u32,
}

impl Map {
    /// The place of an address.
    pub fn locate(&self, organization: &Organization, address: u64) -> Location {
        let mut rest = address / u64::from(organization.burst_bytes.max(1));
        let mut take = |size: u32| {
            let size = u64::from(size.max(1));
            let field = rest % size;
            rest /= size;
            field as u32
        };
        let Organization { ranks, groups, banks, rows, bursts, burst_bytes } = *organization;
        let (column, group, bank, rank) = match self.order {
            FieldOrder::RowBankColumn => {
                let column = take(bursts);
                let bank = take(banks);
                (column, take(groups), bank, take(ranks))
            }
            FieldOrder::RowBankColumnGroupLine => {
                let low = (LINE / burst_bytes.max(1)).clamp(1, bursts.max(1));
                let (within, group) = (take(low), take(groups));
                (take(bursts / low) * low + within, group, take(banks), take(ranks))
            }
            FieldOrder::RowBankColumnGroup => {
                let group = take(groups);
                (take(bursts), group, take(banks), take(ranks))
            }
            FieldOrder::RowColumnBank => {
                let (group, bank, rank) = (take(groups), take(banks), take(ranks));
                (take(bursts), group, bank, rank)
            }
        };
        let row = take(rows);
        let number = (rank * groups + group) * banks + bank;
        let turned = if self.hash { number ^ (row % organization.total_banks()) } else { number };
        Location { bank: turned as u16, row, column }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::mem::dram::standard::{DDR4_2400, GDDR5};
    use alloc::collections::BTreeSet;

    fn banks_of(order: FieldOrder, bursts: u64) -> BTreeSet<u16> {
        let map = Map { order, hash: false };
        (0..bursts).map(|burst| map.locate(&DDR4_2400.organization, burst * 64 + 63).bank).collect()
    }

    #[test]
    fn orders_say_where_a_stream_goes() {
        assert_eq!(banks_of(FieldOrder::RowBankColumn, 128), [0].into());
        assert_eq!(banks_of(FieldOrder::RowBankColumnGroup, 512), [0, 4, 8, 12].into());
        assert_eq!(banks_of(FieldOrder::RowColumnBank, 16).len(), 16);
        assert_eq!(banks_of(FieldOrder::RowBankColumnGroupLine, 512), [0, 4, 8, 12].into());
    }

    /// Bursts of 32 or 64 bytes: the banks and rows that each line of 128 bytes is in.
    #[test]
    fn a_line_opens_one_row_and_the_next_line_is_in_another_bank_group() {
        for organization in [DDR4_2400.organization, GDDR5.organization] {
            let map = Map { order: FieldOrder::RowBankColumnGroupLine, hash: false };
            let of_line = |line: u64| {
                let bursts = (0..128 / u64::from(organization.burst_bytes))
                    .map(|burst| line * 128 + burst * u64::from(organization.burst_bytes));
                let places = bursts.map(|address| map.locate(&organization, address));
                places.map(|place| (place.bank, place.row)).collect::<BTreeSet<_>>()
            };
            assert!((0..4096).all(|line| of_line(line).len() == 1));
            let group = |line: u64| organization.group_of(of_line(line).first().unwrap().0.into());
            assert!((0..4096).all(|line| group(line) != group(line + 1)));
            let split = |burst| {
                Map { order: FieldOrder::RowBankColumnGroup, hash: false }.locate(&organization, burst)
            };
            assert_ne!(split(0).bank, split(organization.burst_bytes.into()).bank, "as it was before");
        }
    }

    #[test]
    fn every_order_is_one_to_one() {
        let small = Organization { ranks: 2, groups: 2, banks: 2, rows: 8, bursts: 8, burst_bytes: 32 };
        for &order in FieldOrder::ALL {
            for hash in [false, true] {
                let places: BTreeSet<(u16, u32, u32)> = (0..small.bytes() / 32)
                    .map(|burst| Map { order, hash }.locate(&small, burst * 32))
                    .map(|place| (place.bank, place.row, place.column))
                    .collect();
                assert_eq!(places.len() as u64, small.bytes() / 32);
                assert!(places.iter().all(|place| place.0 < 8 && place.1 < 8 && place.2 < 8));
            }
        }
    }
}
