//! DRAM standards as data: organisation, timings in clock cycles, and the rules made of them.
//!
//! A [`Rule`] says: when one of the commands `before` was sent, none of the commands `after` may be sent in `scope`
//! until `cycles` later. With a `window` of n it is the n-th last command before that counts (four activates in tFAW).
//! The rules are the same for all double-data-rate standards; only their numbers differ, so they are resolved from the
//! timings once, when a channel is built. A timing of 0 makes no rule.

use alloc::{vec, vec::Vec};

use super::Command;
pub use super::ddr3::{DDR3_1066, DDR3_1333};
pub use super::ddr4::{DDR4_1866_X16, DDR4_2400, DDR4_3200_X8, DDR4_3200_X16};
pub use super::hmc::HMC_VAULT;
pub use super::lpddr3::LPDDR3_1866;
use crate::choice;

/// Transfers of a burst: eight in every double-data-rate standard from the third generation on, and in GDDR5.
pub const TRANSFERS: u32 = 8;

/// What a channel is made of.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Organization {
    /// Ranks of the channel.
    pub ranks: u32,
    /// Bank groups of a rank.
    pub groups: u32,
    /// Banks of a group.
    pub banks: u32,
    /// Rows of a bank.
    pub rows: u32,
    /// Bursts of a row.
    pub bursts: u32,
    /// Bytes of a burst.
    pub burst_bytes: u32,
}

impl Organization {
    /// Banks of the channel.
    pub const fn total_banks(&self) -> u32 {
        self.ranks * self.groups * self.banks
    }

    /// Bytes of the channel.
    pub const fn bytes(&self) -> u64 {
        self.total_banks() as u64 * self.rows as u64 * self.bursts as u64 * self.burst_bytes as u64
    }

    /// Bank group of a bank, numbered through ranks.
    pub const fn group_of(&self, bank: u32) -> u32 {
        bank / self.banks
    }

    /// Rank of a bank.
    pub const fn rank_of(&self, bank: u32) -> u32 {
        bank / (self.banks * self.groups)
    }
}

/// Declares the timings of a channel.
macro_rules! timings {
    ($($(#[doc = $doc:literal])+ $name:ident,)+) => {
        /// Timings in command clock cycles.
        #[derive(Clone, Copy, Debug, PartialEq, Eq)]
        pub struct Timing { $($(#[doc = $doc])+ pub $name: u32,)+ }

        impl Timing {
            /// Every timing: name, meaning, cycles.
            pub fn rows(&self) -> Vec<(&'static str, &'static str, u32)> {
                vec![$((stringify!($name), concat!($($doc),+).trim_ascii(), self.$name),)+]
            }
        }
    };
}

timings! {
    /// Data bus cycles of a burst.
    burst,
    /// Read to the first data.
    cl,
    /// Write to the first data.
    cwl,
    /// Activate to read or write.
    rcd,
    /// Precharge to activate.
    rp,
    /// Activate to precharge.
    ras,
    /// Activate to activate of one bank.
    rc,
    /// Column command to column command, same bank group.
    ccd_l,
    /// Column command to column command, another bank group.
    ccd_s,
    /// Activate to activate, same bank group.
    rrd_l,
    /// Activate to activate, another bank group.
    rrd_s,
    /// Window in which a rank takes at most four activates.
    faw,
    /// End of written data to read, same bank group.
    wtr_l,
    /// End of written data to read, another bank group.
    wtr_s,
    /// End of written data to precharge.
    wr,
    /// Read to precharge.
    rtp,
    /// Free data bus cycles when another rank drives it.
    rank_switch,
    /// Length of a refresh.
    rfc,
    /// Time between refreshes; 0 for none.
    refi,
}

/// Where a rule holds, seen from the bank of the command before.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Scope {
    /// The same bank.
    Bank,
    /// Every bank of the same bank group.
    Group,
    /// Every bank of the other bank groups of the same rank.
    OtherGroups,
    /// Every bank of the same rank.
    Rank,
    /// Every bank of the other ranks.
    OtherRanks,
}

/// One rule.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Rule {
    /// Name as in data sheets.
    pub name: &'static str,
    /// Where it holds.
    pub scope: Scope,
    /// The commands that start it.
    pub before: &'static [Command],
    /// The commands that it holds back.
    pub after: &'static [Command],
    /// How long.
    pub cycles: u32,
    /// Which of the last commands before counts: 1 is the last.
    pub window: u32,
}

/// A kind of DRAM.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Standard {
    /// What it is made of.
    pub organization: Organization,
    /// Its timings.
    pub timing: Timing,
}

impl Standard {
    /// The rules, made of the timings.
    #[rustfmt::skip]
    pub fn rules(&self) -> Vec<Rule> {
        use Command::{Activate, Precharge, Read, Refresh, Write};
        use Scope::{Bank, Group, OtherGroups, OtherRanks, Rank};
        const ACT: &[Command] = &[Activate];
        const PRE: &[Command] = &[Precharge];
        const RD: &[Command] = &[Read];
        const WR: &[Command] = &[Write];
        const REF: &[Command] = &[Refresh];
        const COLUMN: &[Command] = &[Read, Write];
        const OPENING: &[Command] = &[Activate, Refresh];
        let t = &self.timing;
        // Two idle cycles turn the bus from reading to writing.
        let turn = (t.cl + t.burst + 2).saturating_sub(t.cwl);
        let written = t.cwl + t.burst;
        let switch = t.burst + t.rank_switch;
        let row = |name, scope, before, after, cycles| Rule { name, scope, before, after, cycles, window: 1 };
        let mut rules = vec![
            row("tRCD",   Bank,        ACT, COLUMN,  t.rcd),
            row("tRAS",   Bank,        ACT, PRE,     t.ras),
            row("tRC",    Bank,        ACT, ACT,     t.rc),
            row("tRP",    Bank,        PRE, ACT,     t.rp),
            row("tRTP",   Bank,        RD,  PRE,     t.rtp),
            row("tWR",    Bank,        WR,  PRE,     written + t.wr),
            row("tRRD_L", Group,       ACT, ACT,     t.rrd_l),
            row("tRRD_S", OtherGroups, ACT, ACT,     t.rrd_s),
            row("tCCD_L", Group,       RD,  RD,      t.ccd_l),
            row("tCCD_S", OtherGroups, RD,  RD,      t.ccd_s),
            row("tCCD_L", Group,       WR,  WR,      t.ccd_l),
            row("tCCD_S", OtherGroups, WR,  WR,      t.ccd_s),
            row("tRTW",   Rank,        RD,  WR,      turn),
            row("tWTR_L", Group,       WR,  RD,      written + t.wtr_l),
            row("tWTR_S", OtherGroups, WR,  RD,      written + t.wtr_s),
            row("tRTRS",  OtherRanks,  RD,  RD,      switch),
            row("tRTRS",  OtherRanks,  WR,  WR,      switch),
            row("tRTRS",  OtherRanks,  RD,  WR,      (t.cl + switch).saturating_sub(t.cwl)),
            row("tRTRS",  OtherRanks,  WR,  RD,      (t.cwl + switch).saturating_sub(t.cl)),
            row("tRP",    Rank,        PRE, REF,     t.rp),
            row("tRC",    Rank,        ACT, REF,     t.rc),
            row("tRFC",   Rank,        REF, OPENING, t.rfc),
        ];
        rules.push(Rule { window: 4, ..row("tFAW", Rank, ACT, ACT, t.faw) });
        rules.retain(|rule| rule.cycles > 0);
        rules
    }

    /// The same with a data bus of `bits` bits: chips side by side, each with its part of a row and of a burst. A burst is
    /// [`TRANSFERS`] transfers.
    pub const fn with_width(self, bits: u32) -> Standard {
        let burst_bytes = bits / 8 * TRANSFERS;
        Standard { organization: Organization { burst_bytes, ..self.organization }, ..self }
    }

    /// Bytes that the bus moves in a second at a command clock of `mhz`, in MB; never more.
    pub const fn peak_mb(&self, mhz: u32) -> u64 {
        let burst = if self.timing.burst == 0 { 1 } else { self.timing.burst };
        self.organization.burst_bytes as u64 * mhz as u64 / burst as u64
    }

    /// Cycles from a read command to the end of its data.
    pub const fn read_latency(&self) -> u32 {
        self.timing.cl + self.timing.burst
    }
}

/// GDDR5 as graphics boards had it: 16 banks, 32-byte bursts on the 32-bit bus of one chip.
///
/// Source: gpgpu 6.6 (M20), which gives no activate window and no refresh; rows of 2 KB.
pub const GDDR5: Standard = Standard {
    organization: Organization { ranks: 1, groups: 4, banks: 4, rows: 16384, bursts: 64, burst_bytes: 32 },
    timing: Timing {
        burst: 2,
        cl: 12,
        cwl: 4,
        rcd: 12,
        rp: 12,
        ras: 28,
        rc: 40,
        ccd_l: 3,
        ccd_s: 2,
        rrd_l: 6,
        rrd_s: 6,
        faw: 0,
        wtr_l: 5,
        wtr_s: 5,
        wr: 12,
        rtp: 2,
        rank_switch: 2,
        rfc: 0,
        refi: 0,
    },
};

choice! {
    /// The data bus of a channel, in bits.
    pub enum Width {
        /// One wide chip, or two of 8 bits.
        W16 = "16",
        /// One chip of graphics memory.
        W32 = "32",
        /// A memory module, or two chips of graphics memory.
        W64 = "64",
        /// Two modules side by side.
        W128 = "128",
        /// Four modules side by side.
        W256 = "256",
    }
}

impl Width {
    /// In bits.
    pub const fn bits(self) -> u32 {
        match self {
            Width::W16 => 16,
            Width::W32 => 32,
            Width::W64 => 64,
            Width::W128 => 128,
            Width::W256 => 256,
        }
    }
}

choice! {
    /// A kind of DRAM by name.
    pub enum Name {
        /// DDR4-2400R: 64-byte bursts, four bank groups, refresh.
        Ddr4 = "ddr4-2400",
        /// GDDR5: 32-byte bursts, 16 banks.
        Gddr5 = "gddr5",
        /// DDR3-1066F: 64-byte bursts, eight banks without groups, refresh.
        Ddr3Slow = "ddr3-1066",
        /// DDR3-1333H: the same with a quicker clock.
        Ddr3 = "ddr3-1333",
        /// LPDDR3-1866: 32-byte bursts on a bus of 32 bits, eight banks without groups, refresh.
        Lpddr3 = "lpddr3-1866",
    }
}

impl Name {
    /// Its numbers.
    pub const fn standard(self) -> Standard {
        match self {
            Name::Ddr4 => DDR4_2400,
            Name::Gddr5 => GDDR5,
            Name::Ddr3Slow => DDR3_1066,
            Name::Ddr3 => DDR3_1333,
            Name::Lpddr3 => LPDDR3_1866,
        }
    }
}

#[cfg(test)]
mod tests;
