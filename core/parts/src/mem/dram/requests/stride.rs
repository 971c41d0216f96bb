//! The stride sequencer: the bursts of a rectangle, one after the other (facts 9; simd 6.3.2).
//!
//! It knows of each burst where its last word is in its period, and skips bursts between periods by that alone. Where
//! the rules say so it also passes bursts of which no word is wanted; the scratchpad counts its lines the same way.

use serde::Serialize;

use super::request::Stride;

/// The bursts of a stride request, as word addresses: an iterator.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
pub struct Bursts {
    /// The next burst.
    at: u64,
    /// First word of the request.
    start: u64,
    /// Beyond its last word.
    end: u64,
    stride: Stride,
    /// Words of a burst.
    lanes: u64,
    first: bool,
}

impl Bursts {
    /// The bursts of `lanes` words, each at a multiple of that. The request must have been checked.
    pub fn aligned(stride: Stride, lanes: u64) -> Bursts {
        let start = stride.address / 4;
        Bursts { at: start / lanes * lanes, ..Bursts::from_start(stride, lanes) }
    }

    /// The same beginning at the request's own address: lines of a scratchpad (facts 12).
    pub fn from_start(stride: Stride, lanes: u64) -> Bursts {
        let start = stride.address / 4;
        let end = start + stride.words + stride.period * (stride.periods - 1);
        Bursts { at: start, start, end, stride, lanes, first: true }
    }

    /// Where a word is in its period; of a word before the request, where it would be.
    pub fn phase(&self, word: u64) -> u64 {
        // A burst may begin up to `lanes` words before the request.
        (word + self.lanes * self.stride.period - self.start) % self.stride.period
    }

    /// Is a word between the first and the last of the request?
    pub fn reaches(&self, word: u64) -> bool {
        (self.start..self.end).contains(&word)
    }

    /// The wanted words of a burst, as bits.
    pub fn mask(&self, burst: u64) -> u64 {
        let wanted = |word: u64| self.reaches(word) && self.phase(word) < self.stride.words;
        (0..self.lanes).filter(|lane| wanted(burst + lane)).fold(0, |mask, lane| mask | 1 << lane)
    }

    /// How far it is to the next burst, in words.
    fn step(&self) -> u64 {
        let Stride { words, period, .. } = self.stride;
        let lanes = self.lanes;
        if period < lanes || words == 0 || period < words + lanes - 1 {
            return lanes;
        }
        let phase = self.phase(self.at + lanes - 1);
        let gap = period - words - (lanes - 1);
        if phase < words - 1 {
            lanes
        } else if phase < gap % lanes + words - 1 {
            gap / lanes * lanes + 2 * lanes
        } else {
            gap / lanes * lanes + lanes
        }
    }
}

impl Iterator for Bursts {
    type Item = u64;

    fn next(&mut self) -> Option<u64> {
        // A request always has a first burst, even if none of its words is wanted.
        let there = core::mem::take(&mut self.first) || self.at < self.end;
        let burst = self.at;
        self.at += if there { self.step() } else { 0 };
        there.then_some(burst)
    }
}
