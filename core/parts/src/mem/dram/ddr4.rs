//! The parts of the fourth generation of double-data-rate memory: organisation and timings, each with its source.

use super::standard::{Organization, Standard, Timing};

/// DDR4-2400R, one rank of eight 8 Gb x8 chips on a 64-bit bus, 1200 MHz command clock.
///
/// Source: JESD79-4 (speed bin 2400R 16-16-16; 8 Gb: tRFC1 350 ns, tREFI 7.8 us; x8, 1 KB pages: tFAW 21 ns, tRRD_S
/// 3.3 ns, tRRD_L 4.9 ns; tCCD_L 5 ns; tWR 15 ns; tRTP and tWTR_L 7.5 ns), rounded up to cycles of 0.833 ns; the same
/// rows are in the public DDR4 tables of the Ramulator 2 simulator.
pub const DDR4_2400: Standard = Standard {
    organization: Organization { ranks: 1, groups: 4, banks: 4, rows: 65536, bursts: 128, burst_bytes: 64 },
    timing: Timing {
        burst: 4,
        cl: 16,
        cwl: 12,
        rcd: 16,
        rp: 16,
        ras: 39,
        rc: 55,
        ccd_l: 6,
        ccd_s: 4,
        rrd_l: 6,
        rrd_s: 4,
        faw: 26,
        wtr_l: 9,
        wtr_s: 3,
        wr: 18,
        rtp: 9,
        rank_switch: 2,
        rfc: 420,
        refi: 9360,
    },
};

/// DDR4-3200AA, one rank of four 8 Gb x16 chips on a 64-bit bus, 1600 MHz command clock: two bank groups.
///
/// Source: JESD79-4 (speed bin 3200AA 22-22-22; x16, 2 KB pages: tFAW 30 ns, tRRD_S 5.3 ns, tRRD_L 6.4 ns), in cycles of
/// 0.625 ns; the figures are those of simd 6.1, which takes 11 cycles for tRRD_L.
pub const DDR4_3200_X16: Standard = Standard {
    organization: Organization { ranks: 1, groups: 2, banks: 4, rows: 65536, bursts: 128, burst_bytes: 64 },
    timing: Timing {
        burst: 4,
        cl: 22,
        cwl: 16,
        rcd: 22,
        rp: 22,
        ras: 52,
        rc: 74,
        ccd_l: 8,
        ccd_s: 4,
        rrd_l: 11,
        rrd_s: 9,
        faw: 48,
        wtr_l: 12,
        wtr_s: 4,
        wr: 24,
        rtp: 12,
        rank_switch: 2,
        rfc: 560,
        refi: 12480,
    },
};

/// DDR4-3200AA, one rank of eight 8 Gb x8 chips on a 64-bit bus: four bank groups and shorter pages.
///
/// Source: JESD79-4 (x8, 1 KB pages: tFAW 21 ns, tRRD_S 2.5 ns, tRRD_L 4.9 ns); the figures are those of simd 6.1.
pub const DDR4_3200_X8: Standard = Standard {
    organization: Organization { groups: 4, ..DDR4_3200_X16.organization },
    timing: Timing { rrd_l: 8, rrd_s: 4, faw: 34, ..DDR4_3200_X16.timing },
};

/// DDR4-1866M, one rank of four 8 Gb x16 chips on a 64-bit bus, 933 MHz command clock.
///
/// Source: JESD79-4 (speed bin 1866M 13-13-13; x16), in cycles of 1.071 ns; the figures are those that the author of
/// Sim-D measured with.
pub const DDR4_1866_X16: Standard = Standard {
    organization: DDR4_3200_X16.organization,
    timing: Timing {
        burst: 4,
        cl: 13,
        cwl: 10,
        rcd: 13,
        rp: 13,
        ras: 32,
        rc: 45,
        ccd_l: 5,
        ccd_s: 4,
        rrd_l: 6,
        rrd_s: 5,
        faw: 28,
        wtr_l: 7,
        wtr_s: 3,
        wr: 14,
        rtp: 7,
        rank_switch: 2,
        rfc: 327,
        refi: 7280,
    },
};

#[cfg(test)]
mod tests {
    use super::*;

    /// JEDEC rounding: a time in picoseconds is the least number of cycles that is not shorter (0.833 ns each).
    #[test]
    fn ddr4_cycles_follow_from_the_nanoseconds_of_the_standard() {
        let t = DDR4_2400.timing;
        let cycles = |ps: u64| (ps * 12).div_ceil(10_000) as u32;
        assert_eq!((t.rcd, t.rp, t.cl), (cycles(13_320), cycles(13_320), cycles(13_320)));
        assert_eq!((t.ras, t.rc), (cycles(32_000), cycles(32_000) + t.rp));
        assert_eq!((t.faw, t.rrd_s, t.rrd_l), (cycles(21_000), cycles(3_300), cycles(4_900)));
        assert_eq!((t.ccd_l, t.wtr_s, t.wtr_l), (cycles(5_000), cycles(2_500), cycles(7_500)));
        assert_eq!((t.wr, t.rtp), (cycles(15_000), cycles(7_500)));
        assert_eq!((t.rfc, t.refi), (cycles(350_000), cycles(7_800_000)));
    }

    /// The same at 0.625 ns and at 1.0714 ns: latencies and windows that the speed bins give in nanoseconds.
    #[test]
    fn faster_and_slower_ddr4_follow_from_the_same_nanoseconds() {
        let rounded = |ps: u64, clock: u64| ps.div_ceil(clock) as u32;
        let parts =
            [(DDR4_3200_X16, 625, 32_000), (DDR4_3200_X8, 625, 32_000), (DDR4_1866_X16, 1072, 34_000)];
        for (standard, clock, row_open) in parts {
            let t = standard.timing;
            let cycles = |ps| rounded(ps, clock);
            assert_eq!((t.ras, t.rc), (cycles(row_open), t.ras + t.rp));
            assert_eq!((t.wr, t.rtp), (cycles(15_000), cycles(7_500)));
            assert_eq!((t.wtr_s, t.wtr_l), (cycles(2_500), cycles(7_500)));
            assert_eq!(t.rfc, cycles(350_000));
        }
        assert_eq!(
            (DDR4_3200_X16.timing.faw, DDR4_3200_X8.timing.faw),
            (30_000 / 625, 21_000_u32.div_ceil(625))
        );
        assert_eq!(DDR4_1866_X16.timing.faw, rounded(30_000, 1072));
        assert_eq!(DDR4_3200_X16.timing.refi, rounded(7_800_000, 625));
    }
}
