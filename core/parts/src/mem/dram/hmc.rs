//! A vault of a Hybrid Memory Cube of the first generation, as a row of the table of standards.
//!
//! A vault is a stack of slices with a bus of its own. Its banks have short rows, which are closed behind each access. Times are known in
//! nanoseconds, and cores of any clock sit below a vault: so a cycle of this row is a picosecond.
//!
//! Source: harp 6.2 (13.75 ns, 27.5 ns, 10 GB/s, eight banks, rows of 256 bytes). A burst is 16 bytes, the unit in which the
//! links of a cube count. An access of 16 to 64 bytes is one to four of them. Data of a write goes with its command, and a row may be closed when its last
//! burst is over. That is less than tRAS behind its opening, so that the bank is busy for tRAS and tRP whatever the access is, as the source says.

use super::standard::{Organization, Standard, Timing};

/// The vault. Its command clock has 1,000,000 MHz.
pub const HMC_VAULT: Standard = Standard {
    organization: Organization { ranks: 1, groups: 1, banks: 8, rows: 65536, bursts: 16, burst_bytes: 16 },
    timing: Timing {
        burst: 1600,
        cl: 13750,
        cwl: 0,
        rcd: 13750,
        rp: 13750,
        ras: 27500,
        rc: 27500 + 13750,
        ccd_l: 1600,
        ccd_s: 1600,
        rrd_l: 0,
        rrd_s: 0,
        faw: 0,
        wtr_l: 0,
        wtr_s: 0,
        wr: 0,
        rtp: 1600,
        rank_switch: 0,
        rfc: 0,
        refi: 0,
    },
};
