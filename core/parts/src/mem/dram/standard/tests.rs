//! Parts against the figures of their sources.

use super::*;

#[test]
fn organisations_have_the_size_of_their_chips() {
    assert_eq!(DDR4_2400.organization.bytes(), 8 << 30);
    assert_eq!(DDR4_2400.organization.total_banks(), 16);
    assert_eq!((DDR4_2400.organization.group_of(7), DDR4_2400.organization.rank_of(15)), (1, 0));
}

/// gpgpu 6.6: a GTX 480 has six channels of 64 bits; DDR4-2400 moves 2400 million times 8 bytes.
#[test]
fn the_peak_is_transfers_times_width() {
    assert_eq!(GDDR5.with_width(32), GDDR5);
    assert_eq!(DDR4_2400.with_width(64), DDR4_2400);
    assert_eq!(DDR4_2400.peak_mb(1200), 2400 * 8 * 1200 / 1200);
    assert_eq!(GDDR5.with_width(64).peak_mb(924), 29_568);
    assert_eq!(6 * GDDR5.with_width(64).peak_mb(924), 177_408);
    assert_eq!([DDR3_1066, DDR3_1333].map(|standard| standard.peak_mb(1)), [16, 16]);
}

/// JESD79-3: the times of a speed bin in nanoseconds, by the exact clocks of 533 1/3 and 666 2/3 MHz, rounded up.
#[test]
fn ddr3_has_the_times_of_its_speed_bins() {
    for (standard, mhz, [cycles, ras, rc, faw]) in [
        (DDR3_1066, 1600.0 / 3.0, [7.0, 37.5, 50.625, 37.5]),
        (DDR3_1333, 2000.0 / 3.0, [9.0, 36.0, 49.5, 30.0]),
    ] {
        let (t, clocks) = (standard.timing, |ns: f64| (ns * mhz / 1000.0 - 1e-9).ceil() as u32);
        assert_eq!([t.cl, t.rcd, t.rp], [cycles as u32; 3]);
        assert_eq!([t.ras, t.rc, t.faw, t.rfc], [ras, rc, faw, 160.0].map(clocks));
        assert_eq!([t.wr, t.rtp, t.wtr_s], [clocks(15.0), clocks(7.5).max(4), clocks(7.5).max(4)]);
        assert_eq!(t.refi, (7800.0 * mhz / 1000.0_f64).round() as u32);
        assert_eq!(standard.organization.bytes(), 2 << 30, "eight chips of 2 Gb");
    }
}

/// hwacha 6.3: the times in nanoseconds by the exact clock of 933 1/3 MHz, rounded up, a channel of a gigabyte on 32 bits, and 7.46 GB/s
/// of each of two channels.
#[test]
fn hw090_lpddr3_has_the_times_size_and_peak_of_the_reference() {
    let (t, clocks) = (LPDDR3_1866.timing, |ns: f64| (ns * 2800.0 / 3000.0 - 1e-9).ceil() as u32);
    assert_eq!((t.cl, t.cwl, 2 * t.burst), (14, 8, TRANSFERS));
    let times = [t.rcd, t.rp, t.ras, t.wr, t.wtr_s, t.rtp, t.rrd_s, t.faw];
    assert_eq!(times, [18.0, 18.0, 42.0, 15.0, 7.5, 7.5, 10.0, 50.0].map(clocks));
    assert_eq!([t.rc, t.rfc, t.refi], [42.0 + 18.0, 210.0, 3900.0].map(clocks));
    assert_eq!(([t.wtr_l, t.rrd_l, t.ccd_l]), [t.wtr_s, t.rrd_s, t.ccd_s], "there are no groups");
    assert_eq!((LPDDR3_1866.organization.total_banks(), LPDDR3_1866.organization.bytes()), (8, 1 << 30));
    assert_eq!(LPDDR3_1866.with_width(32), LPDDR3_1866);
    assert_eq!((LPDDR3_1866.peak_mb(933), 2 * LPDDR3_1866.peak_mb(933)), (7464, 14_928));
}

/// gpgpu M20: two cycles, and three between accesses of the same bank group.
#[test]
fn bursts_of_one_bank_group_are_further_apart() {
    for standard in [GDDR5, DDR4_2400] {
        assert!(standard.timing.ccd_l > standard.timing.ccd_s);
        assert_eq!(standard.timing.ccd_s, standard.timing.burst, "the bus can be full");
    }
    assert_eq!((GDDR5.timing.ccd_l, GDDR5.timing.ccd_s), (3, 2));
}

#[test]
fn absent_timings_make_no_rule() {
    assert!(GDDR5.rules().iter().all(|rule| rule.name != "tFAW" && rule.name != "tRFC"));
    assert!(DDR4_2400.rules().iter().any(|rule| rule.name == "tFAW" && rule.window == 4));
}
