//! The parts of the third generation of double-data-rate memory, which has no bank groups: organisation and timings.
//!
//! One rank of eight 2 Gb x8 chips on a 64-bit bus: eight banks, 1 KB pages in each chip. Source: JESD79-3 (2 Gb: tRFC 160 ns,
//! tREFI 7.8 us; tWR 15 ns; tRTP and tWTR 7.5 ns, at least four cycles; tCCD four cycles), rounded up to cycles.

use super::standard::{Organization, Standard, Timing};

const ORGANIZATION: Organization =
    Organization { ranks: 1, groups: 1, banks: 8, rows: 32768, bursts: 128, burst_bytes: 64 };

/// DDR3-1333H, 667 MHz command clock: 9-9-9 in cycles of 1.5 ns (tRAS 36 ns, tRC 49.5 ns, tRRD 6 ns, tFAW 30 ns).
pub const DDR3_1333: Standard = Standard {
    organization: ORGANIZATION,
    timing: Timing {
        burst: 4,
        cl: 9,
        cwl: 7,
        rcd: 9,
        rp: 9,
        ras: 24,
        rc: 33,
        ccd_l: 4,
        ccd_s: 4,
        rrd_l: 4,
        rrd_s: 4,
        faw: 20,
        wtr_l: 5,
        wtr_s: 5,
        wr: 10,
        rtp: 5,
        rank_switch: 2,
        rfc: 107,
        refi: 5200,
    },
};

/// DDR3-1066F, 533 MHz command clock: 7-7-7 in cycles of 1.875 ns (tRAS 37.5 ns, tRC 50.6 ns, tRRD 7.5 ns, tFAW 37.5 ns).
pub const DDR3_1066: Standard = Standard {
    organization: ORGANIZATION,
    timing: Timing {
        burst: 4,
        cl: 7,
        cwl: 6,
        rcd: 7,
        rp: 7,
        ras: 20,
        rc: 27,
        ccd_l: 4,
        ccd_s: 4,
        rrd_l: 4,
        rrd_s: 4,
        faw: 20,
        wtr_l: 4,
        wtr_s: 4,
        wr: 8,
        rtp: 4,
        rank_switch: 2,
        rfc: 86,
        refi: 4160,
    },
};
