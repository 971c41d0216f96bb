//! The parts of low-power memory of the third generation, as phones have them beside their processor: organisation and timings.
//!
//! One 8 Gb x32 chip: a gigabyte on a bus of 32 bits, eight banks without groups, 4 KB pages. Source: hwacha 6.3 (8 banks; RL 14, WL 8;
//! tRCD 18 ns, tRP of a bank 18 ns, tRAS 42 ns, tWR 15 ns, tWTR and tRTP 7.5 ns, tRRD 10 ns, tFAW 50 ns: the numbers of the trade, not of
//! the dissertation), rounded up to cycles of 15/14 ns; tRC is tRAS and tRP. Pages, tCCD and the refresh of all banks (tRFC 210 ns,
//! tREFI 3.9 us) are those of JESD209-3.
//!
//! Absent: the skew of the data strobe behind its command (tDQSCK), which a read of a real part adds to RL; refresh bank by bank.

use super::standard::{Organization, Standard, Timing};

/// LPDDR3-1866, 933 MHz command clock.
pub const LPDDR3_1866: Standard = Standard {
    organization: Organization { ranks: 1, groups: 1, banks: 8, rows: 32768, bursts: 128, burst_bytes: 32 },
    timing: Timing {
        burst: 4,
        cl: 14,
        cwl: 8,
        rcd: 17,
        rp: 17,
        ras: 40,
        rc: 56,
        ccd_l: 4,
        ccd_s: 4,
        rrd_l: 10,
        rrd_s: 10,
        faw: 47,
        wtr_l: 7,
        wtr_s: 7,
        wr: 14,
        rtp: 7,
        rank_switch: 2,
        rfc: 196,
        refi: 3640,
    },
};
