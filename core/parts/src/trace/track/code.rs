//! How a run of cycles in one state is packed: into two or three bytes, against the state before.

use alloc::vec::Vec;

use super::{Run, State};
use crate::trace::{
    Cause, LaneKey,
    varint::{self, Packer},
};

/// In place of a cause: the cause is in a byte of its own, because it is none of the first ones.
const OTHER_CAUSE: u8 = 15;
const CAUSE_BITS: u8 = 15;
const SAME_PC: u8 = 0;
const NEXT_PC: u8 = 1 << 4;
const OTHER_PC: u8 = 2 << 4;
const PC_BITS: u8 = 3 << 4;
const OTHER_LANES: u8 = 1 << 6;
const ONE_CYCLE: u8 = 1 << 7;

/// A byte of cause and flags, then what the flags do not say: cause, length, difference of pc, lanes.
#[inline]
pub fn encode(out: &mut Vec<u8>, run: Run, before: State) {
    let mut packer = Packer::new(out);
    let State { cause, pc, lanes } = run.state;
    let pc_code = match pc.wrapping_sub(before.pc) {
        0 => SAME_PC,
        1 => NEXT_PC,
        _ => OTHER_PC,
    };
    let lanes_code = if lanes == before.lanes { 0 } else { OTHER_LANES };
    let length = run.to - run.from;
    let length_code = if length == 1 { ONE_CYCLE } else { 0 };
    let cause = cause.index() as u8;
    packer.byte(cause.min(OTHER_CAUSE) | pc_code | lanes_code | length_code);
    if cause >= OTHER_CAUSE {
        packer.byte(cause);
    }
    if length != 1 {
        packer.put(length);
    }
    if pc_code == OTHER_PC {
        packer.put(varint::zigzag(pc.into(), before.pc.into()));
    }
    if lanes_code != 0 {
        packer.put(lanes.0);
    }
    packer.finish();
}

/// Takes a run from `at`, which moves behind it: how many cycles it lasts, and its state.
pub fn decode(bytes: &[u8], at: &mut usize, before: State) -> (u64, State) {
    let tag = bytes.get(*at).copied().unwrap_or(0);
    *at += 1;
    let cause = match tag & CAUSE_BITS {
        OTHER_CAUSE => varint::take(bytes, at),
        cause => cause.into(),
    };
    let length = if tag & ONE_CYCLE != 0 { 1 } else { varint::take(bytes, at) };
    let pc = match tag & PC_BITS {
        SAME_PC => before.pc,
        NEXT_PC => before.pc.wrapping_add(1),
        _ => varint::unzigzag(varint::take(bytes, at), before.pc.into()) as u32,
    };
    let lanes = if tag & OTHER_LANES != 0 { LaneKey(varint::take(bytes, at)) } else { before.lanes };
    let cause = Cause::from_index(cause).unwrap_or(Cause::EMPTY);
    (length, State { cause, pc, lanes })
}
