//! From which lane a shuffle reads (PTX ISA, `shfl`).
//!
//! The last operand cuts the warp into segments: bits 8 to 12 are the bits of a lane's number that name its segment, bits 0
//! to 4 the last (of `up`: the first) number in a segment that is read. [`segments`] makes it of a width.

use crate::base::ops::LaneOp;

/// Bits of a lane's number.
pub const NUMBER: u32 = 31;

/// The last operand of a shuffle in segments of `width` lanes, a power of two of at most 32.
pub const fn segments(op: LaneOp, width: u32) -> u32 {
    let last = if matches!(op, LaneOp::Up) { 0 } else { NUMBER };
    (32u32.wrapping_sub(width) & NUMBER) << 8 | last
}

/// The lane that `lane` reads from, which may be one that is not there; `None` where that lies beyond its segment, so that it
/// keeps its own value. For operations other than shuffles it is the lane itself.
pub const fn source(op: LaneOp, lane: u32, by: u32, segments: u32) -> Option<u32> {
    let (by, fixed, last) = (by & NUMBER, segments >> 8 & NUMBER, segments & NUMBER);
    let limit = lane & fixed | last & !fixed;
    let found = match op {
        LaneOp::Index => lane & fixed | by & !fixed,
        LaneOp::Up => lane.wrapping_sub(by),
        LaneOp::Down => lane + by,
        LaneOp::Xor => lane ^ by,
        LaneOp::Ballot | LaneOp::Match | LaneOp::Sync | LaneOp::Number | LaneOp::Warp => return Some(lane),
    };
    let reaches = match op {
        LaneOp::Up => found as i32 >= limit as i32,
        _ => found <= limit,
    };
    if reaches { Some(found) } else { None }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// CUDA C++ Programming Guide, warp shuffle functions: segments of 8 lanes.
    #[test]
    fn a_lane_reads_in_its_segment() {
        let from = |op, lane, by| source(op, lane, by, segments(op, 8));
        assert_eq!(from(LaneOp::Index, 13, 2), Some(10));
        assert_eq!(from(LaneOp::Index, 13, 11), Some(11), "the number counts modulo the width");
        assert_eq!((from(LaneOp::Up, 10, 2), from(LaneOp::Up, 9, 2)), (Some(8), None));
        assert_eq!((from(LaneOp::Down, 13, 2), from(LaneOp::Down, 14, 2)), (Some(15), None));
        assert_eq!(from(LaneOp::Xor, 13, 7), Some(10));
        // Of an exclusive or, lanes of earlier segments are read, those of later ones are not.
        assert_eq!((from(LaneOp::Xor, 13, 8), from(LaneOp::Xor, 5, 8)), (Some(5), None));
    }

    #[test]
    fn a_whole_warp_is_one_segment() {
        for lane in 0..32 {
            for by in 0..32 {
                let from = |op| source(op, lane, by, segments(op, 32));
                assert_eq!(from(LaneOp::Index), Some(by));
                assert_eq!(from(LaneOp::Up), lane.checked_sub(by));
                assert_eq!(from(LaneOp::Down), Some(lane + by).filter(|lane| *lane < 32));
                assert_eq!(from(LaneOp::Xor), Some(lane ^ by));
            }
        }
    }
}
