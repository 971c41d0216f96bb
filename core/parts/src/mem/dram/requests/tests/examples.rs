//! The worked examples of memory (simd 9.2, 9.10, 9.16) and the table of shapes (simd 8.6).

use alloc::{vec, vec::Vec};

use crate::mem::dram::standard::DDR4_3200_X16;

use super::{
    super::{
        arbiter::Sent,
        bounds::Places,
        measure::{Measured, measure},
        pattern,
        request::{Request, Stride, Transfer},
        settings::{Mapping, Precharge, Settings},
        shapes::{Filter, shape},
        stride::Bursts,
    },
    Command,
};

/// Edges that the front end takes before the first activate.
const FRONT: u64 = 2;

fn read(address: u64, words: u64) -> Measured {
    let transfer = Transfer::Stride(Stride::line(address, words));
    let settings = Settings { refresh: false, ..Settings::default() };
    measure(&[Request { tag: 1, write: false, transfer }], &settings).unwrap()
}

/// Edge, counted from the first activate, and bank of each command of a kind.
fn of(measured: &Measured, command: Command) -> Vec<(u64, u16)> {
    let sent = measured.commands.iter().filter(|sent| sent.command == command);
    sent.map(|Sent { edge, bank, .. }| (edge - FRONT, *bank)).collect()
}

/// Which bank of a pair closes itself with its last read differs from the example: the simulator closes the other bank
/// by a command of its own, at the same edge as the earliest for an automatic one.
#[test]
fn we_9_2_a_two_bursts() {
    let measured = read(0, 32);
    assert_eq!(of(&measured, Command::Activate), [(0, 0), (9, 1)]);
    assert_eq!(of(&measured, Command::Read), [(22, 0), (31, 1)]);
    assert_eq!(of(&measured, Command::Precharge), [(52, 0)]);
    assert_eq!(measured.lid - FRONT, 83);
}

#[test]
fn we_9_2_b_nine_bursts_from_two_before_the_end_of_a_pair() {
    let measured = read(0x3f80, 9 * 16);
    assert_eq!(of(&measured, Command::Activate), [(0, 0), (9, 3), (18, 2), (27, 1)]);
    let reads = [(22, 0), (31, 3), (39, 3), (43, 2), (47, 3), (51, 2), (55, 1), (59, 2), (67, 2)];
    assert_eq!(of(&measured, Command::Read), reads);
    // The last beat's edge is the last one before edge 93.
    assert_eq!((measured.lid - FRONT, measured.lda - FRONT + 1), (101, 93));
}

#[test]
fn we_9_2_c_a_row_of_a_pair_at_full_rate() {
    let measured = read(0, 64 * 16);
    assert_eq!(of(&measured, Command::Activate), [(0, 0), (9, 1)]);
    let reads = of(&measured, Command::Read);
    assert_eq!(reads[..5], [(22, 0), (30, 0), (34, 1), (38, 0), (42, 1)]);
    assert_eq!(reads[62..], [(274, 1), (282, 1)]);
    assert!(reads[1..63].windows(2).all(|pair| pair[1].0 - pair[0].0 == 4));
    assert_eq!(measured.lid - FRONT, 316);
}

#[test]
fn we_9_10_layout_and_tiles() {
    let filter = Filter::square;
    let words = |filter: Filter, group| {
        let Stride { words, periods, .. } = filter.tile(group, 4096);
        words * periods
    };
    assert_eq!((words(filter(3, 1), [16, 1]), words(filter(3, 1), [4, 4])), (54, 36));
    assert_eq!(words(filter(3, 1), [128, 8]), 1300);
    assert_eq!(words(filter(3, 2), [1024, 1]), 6147);
    // Three words for each pixel of 34 by 34, and for each of 32 by 32 results.
    let lines = Bursts::from_start(Stride::line(0, 102 * 34), 32).count();
    assert_eq!((lines, 4 * 102 * 34, 4 * 102 * 34 + 4 * 96 * 32), (109, 13_872, 26_160));
    // One of four words of sixteen structures, and of sixteen words that are apart from the others: bursts.
    let bursts = |address, words, period, periods| {
        Bursts::aligned(Stride { address, words, period, periods }, 16).count()
    };
    assert_eq!((bursts(0, 1, 4, 16), bursts(4, 16, 16, 1), bursts(0, 16, 16, 1)), (4, 2, 1));
}

#[test]
fn we_9_16_the_controller_with_patterns() {
    let tile = Stride { address: 0, words: 130, period: 1026, periods: 10 };
    let of = |stride: &Stride, n| {
        (pattern::tile_groups(stride, n), pattern::tile_delay(&DDR4_3200_X16, stride, n))
    };
    assert_eq!((of(&tile, 16), of(&tile, 8)), ((11, 968), (21, 1554)));
    assert_eq!(of(&Stride::line(0, 3078), 32), (7, 1064));
}

/// Columns and rows of the group, words, shortest and longest delay, cycles of the patterns.
type Row = ([u64; 2], u64, [u64; 2], [u64; 7]);

/// simd 8.6: a filter of 3 by 3 on a picture of 1,026 words a row. Words, cycles of the patterns.
#[test]
#[rustfmt::skip]
fn shapes_simd_8_6() {
    let table: [Row; 8] = [
        ([1024, 1], 3078, [830, 840],  [14282, 7178, 3626, 1850, 1144, 1064, 1120]),
        ([512, 2],  2056, [586, 608],  [9842, 5106, 2738, 1554, 1144, 1368, 1400]),
        ([256, 4],  1548, [466, 496],  [7622, 4070, 2294, 1406, 1144, 1064, 1960]),
        ([128, 8],  1300, [418, 456],  [6734, 3774, 2294, 1554, 968, 1672, 3080]),
        ([64, 16],  1188, [418, 492],  [6734, 4070, 2738, 1406, 1672, 2888, 5320]),
        ([32, 32],  1156, [466, 560],  [7622, 5106, 3774, 2590, 3080, 5320, 9800]),
        ([16, 64],  1188, [591, 755],  [9842, 7326, 6142, 5550, 5896, 10184, 18760]),
        ([8, 128],  1300, [844, 1148], [14430, 12062, 10878, 10286, 11880, 19912, 36680]),
    ];
    let mut differ = vec![];
    for (group, words, delay, patterns) in table {
        let (filter, settings) = (Filter::square(3, 1), Settings::default());
        let ours = shape(filter, group, 1026, false, (&settings, Places::All)).unwrap();
        let some = shape(filter, group, 1026, false, (&settings, Places::Some)).unwrap();
        assert!(ours.delay[0] <= some.delay[0] && some.delay[1] <= ours.delay[1], "{group:?}");
        assert_eq!((ours.words, ours.patterns), (words, patterns), "{group:?}");
        if ours.delay != delay {
            differ.push((group, ours.delay, delay, ours.commands, ours.utilisation_ppm));
        }
    }
    assert_eq!(differ, []);
}

/// By rows of one bank, columns are tCCD_L apart and the bus is half idle: 64 bursts from 22 on, one activate. By
/// pairs the same words take two activates and half the time. A row of a pair that is left is closed early or late,
/// as it is chosen.
#[test]
fn mapping_and_precharge_change_the_commands() {
    let of = |mapping, precharge, words| {
        let transfer = Transfer::Stride(Stride::line(0, words));
        let settings = Settings { refresh: false, mapping, precharge, ..Settings::default() };
        measure(&[Request { tag: 1, write: false, transfer }], &settings).unwrap()
    };
    let rows = of(Mapping::Rows, Precharge::Early, 1024);
    assert_eq!(of_kinds(&rows), [64, 1, 0]);
    assert_eq!(rows.commands.last().unwrap().edge - FRONT, 22 + 63 * 8);
    assert_eq!(of_kinds(&of(Mapping::Pairs, Precharge::Early, 1024)), [64, 2, 1]);
    // Two rows of pairs, 16 KiB each. Early, each pair closes one bank by itself; late, only the last of four does.
    assert_eq!(of_kinds(&of(Mapping::Pairs, Precharge::Early, 8192)), [512, 4, 2]);
    assert_eq!(of_kinds(&of(Mapping::Pairs, Precharge::Late, 8192)), [512, 4, 3]);
}

/// Column commands, activates, precharges by a command of their own.
fn of_kinds(measured: &Measured) -> [u64; 3] {
    let [columns, activates, precharges, _] = measured.counts;
    [columns, activates, precharges]
}
