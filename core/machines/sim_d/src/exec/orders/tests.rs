//! Orders against facts 8, 11, 12, and against the controller.

use alloc::vec::Vec;

use lanescope_parts::mem::dram::Command;

use super::*;
use crate::{
    dram::{measure::measure, settings::Settings},
    exec::Side,
};

fn stride([address, words, period, periods]: [u32; 4]) -> exec::Stride {
    exec::Stride { address, words, period, periods }
}

fn dram(request: &exec::GroupTransfer) -> Request {
    match order(request, 7, 32) {
        Ok(Service::Dram(request)) => request,
        other => panic!("{other:?}"),
    }
}

fn main(of: [u32; 4], direction: Direction, side: Side) -> Request {
    dram(&exec::GroupTransfer::Main(stride(of), direction, side))
}

/// Cycles, bursts and bytes do not depend on who is on the other side.
#[test]
fn facts_8_a_rectangle_is_the_same_whoever_takes_part() {
    let of = [0x1000, 64, 640, 8];
    let wanted = Stride { address: 0x1000, words: 64, period: 640, periods: 8 };
    for side in [Side::Vectors, Side::Indexed, Side::Scalars, Side::Scratchpad] {
        for direction in [Direction::Read, Direction::Write] {
            let write = direction == Direction::Write;
            let request = Request { tag: 7, write, transfer: Transfer::Stride(wanted) };
            assert_eq!(main(of, direction, side), request);
        }
    }
}

/// Facts 8: cut to no words, a request runs over all bursts between its start and end. It starts with the buffer's edge
/// at byte 4096, four rows of 1,024 words: (3 * 1024) / 16 bursts.
#[test]
fn facts_8_no_words_are_all_bursts() {
    let request = main([4096, 0, 1024, 4], Direction::Read, Side::Vectors);
    let measured = measure(&[request], &Settings { refresh: false, ..Settings::default() }).unwrap();
    assert_eq!(measured.counts[0], 3 * 1024 / 16);
    // One row ends where it begins, and so does none.
    for periods in [1, 0] {
        let request = main([4096, 0, 1024, periods], Direction::Read, Side::Vectors);
        let measured = measure(&[request], &Settings { refresh: false, ..Settings::default() }).unwrap();
        assert_eq!(measured.counts[0], 1, "{periods}");
    }
}

/// What the sequencer cannot step through is said, not served.
#[test]
fn what_cannot_be_served_is_an_error() {
    let of = |of| order(&exec::GroupTransfer::Main(stride(of), Direction::Read, Side::Indexed), 0, 32);
    assert_eq!(of([0, 5, 0, 3]), Err(Error::Empty));
    assert_eq!(of([0, u32::MAX, u32::MAX, u32::MAX]), Err(Error::TooFar));
    assert!(of([u32::MAX - 3, 1, 1, 1]).is_ok());
}

/// Addresses have 32 bits: a rectangle that begins a word in front of address 0 takes the bursts on both sides of it.
#[test]
fn what_begins_in_front_of_address_0_goes_on_behind_it() {
    let request = |of| main(of, Direction::Read, Side::Vectors);
    let bursts = |of| {
        let settings = Settings { refresh: false, ..Settings::default() };
        measure(&[request(of)], &settings).unwrap().counts[0]
    };
    // A word of the last burst, 31 in the first two; then rows of one burst each, of which the first is the last one.
    assert_eq!(bursts([u32::MAX - 3, 32, 32, 1]), 3);
    assert_eq!(bursts([u32::MAX - 63, 16, 64, 4]), 4);
}

/// Facts 11: work-item l is handled at s+1+l, the end mark comes at s+1+1024, and a burst waits for the next index. Of
/// all work-items only number 1023: its burst is made at edge 1026, its activate goes at 1027; with the first alone the
/// burst waits for the end mark as well, for work-items that are off take their edges.
#[test]
fn facts_11_work_items_that_are_off_take_their_edge() {
    let settings = Settings { refresh: false, ..Settings::default() };
    let first = |items: &[u16]| {
        let asked: Vec<(u16, u32)> = items.iter().map(|item| (*item, 4 * u32::from(*item))).collect();
        let request = dram(&exec::GroupTransfer::Iterated(asked, Direction::Read));
        let Transfer::Indexed { indexes, feed, .. } = &request.transfer else { panic!() };
        assert_eq!((indexes.len(), *feed), (1024, Feed::Serial));
        assert_eq!(indexes.iter().flatten().count(), items.len());
        let measured = measure(&[request], &settings).unwrap();
        (measured.commands[0].edge, measured.counts[0])
    };
    assert_eq!(first(&[1023]), first(&[0]));
    assert_eq!(first(&[0]).0, 1 + 1024 + 2);
    // All on: burst 0 is made at edge 3.
    let all: Vec<u16> = (0..1024).collect();
    assert_eq!(first(&all), (4, 1024));
}

/// Facts 1 and 11, of 512 indexes into one bank, whose column commands are 8 edges apart. There is room for 44 between register file and
/// device: 16 indexes, the one that is made a burst of and the burst that it becomes, 16 bursts, one in the generator, 8 commands and
/// the head. So the last index comes as soon as 44 before it have not gone, which is 3 edges behind the column command of the 45th; work-items
/// that are off then take an edge each, room or not, and the end mark one; 2 edges behind that goes the last column command.
#[test]
fn facts_11_the_buffers_between_registers_and_banks_hold_44_indexes() {
    let settings = Settings { refresh: false, ..Settings::default() };
    let asked: Vec<(u16, u32)> = (0..512_u16).map(|item| (item, 4 * 32 * u32::from(item % 128))).collect();
    let measured =
        measure(&[dram(&exec::GroupTransfer::Iterated(asked, Direction::Read))], &settings).unwrap();
    let columns: Vec<u64> =
        measured.commands.iter().filter(|sent| sent.command == Command::Read).map(|sent| sent.edge).collect();
    assert_eq!(columns.len(), 512);
    assert!(columns[..511].windows(2).all(|two| two[1] - two[0] == 8), "{columns:?}");
    assert_eq!(columns[511], columns[511 - 44] + 3 + 512 + 1 + 2);
}

/// Facts 12: 1,024 words in a row are 32 lines; committed at 54 ns, the first goes at edge 87 and the end is told at
/// edge 120, which is 75 ns.
#[test]
fn facts_12_a_scratchpad_transfer() {
    let of = |of| match order(
        &exec::GroupTransfer::Scratchpad(stride(of), Direction::Write, Side::Vectors),
        0,
        32,
    ) {
        Ok(Service::Scratchpad(lines)) => lines,
        other => panic!("{other:?}"),
    };
    let line = of([0x2000, 1024, 1024, 1]);
    assert_eq!(line, Lines { write: true, lines: 32, words: 1024 });
    // The first edge strictly behind a time.
    let first = 54_000 / 625 + 1;
    assert_eq!((first, line.end(first), line.end(first) * 625), (87, 120, 75_000));
    // Lines begin where the transfer begins, not at a multiple of their size.
    assert_eq!(of([0x104, 32, 32, 1]).lines, 1);
    // 32 words of every 34, in 15 rows: a line never reaches the end of a row of 34, so none is skipped.
    assert_eq!(of([0x100, 32, 34, 15]).lines, (32 + 34 * 14u64).div_ceil(32));
}

/// Words that are wanted, counted by the masks of the bursts.
#[test]
fn wanted_words_are_those_of_the_masks() {
    for (words, period, periods) in [(5, 7, 3), (10, 100, 4), (16, 16, 3), (9, 4, 5), (0, 8, 3), (1, 1, 40)] {
        let stride = Stride { address: 60, words, period, periods };
        let bursts = Bursts::aligned(stride, 16);
        let counted: u32 = bursts.map(|burst| bursts.mask(burst).count_ones()).sum();
        assert_eq!(wanted(&stride), u64::from(counted), "{stride:?}");
    }
}
