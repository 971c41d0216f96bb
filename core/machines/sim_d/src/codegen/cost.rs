//! What requests of memory cost alone, in cycles of the DRAM (simd 7.2 to 7.5): what passes choose by.

use super::settings::IndexMethod;
use crate::{
    dram::{
        BURST_WORDS,
        bounds::{self, Alignment},
        measure::measure,
        request::{Request, Stride, Transfer},
        settings::Settings as Dram,
    },
    exec::orders,
    isa::WORK_ITEMS,
};

/// Words of a rectangle up to which the controller itself is asked how long it takes.
const MEASURED: u64 = 1 << 14;

/// A rectangle of main memory: the time until the next request could start.
pub fn stream(stride: Stride, write: bool, dram: &Dram) -> u64 {
    let Stride { words, period, periods, .. } = stride;
    let standard = dram.part.standard();
    if periods <= 1 || period <= words {
        let words = periods.saturating_sub(1) * period + words;
        let bursts = bounds::bursts(words, Alignment::Unknown);
        return bounds::OVERHEAD + bounds::least_issue_delay(&standard, bursts, write, Alignment::Unknown);
    }
    let quiet = Dram { refresh: false, ..dram.clone() };
    // The last word of a burst comes first: that takes the most bursts.
    let stride = Stride { address: 4 * (BURST_WORDS - 1), ..stride };
    let request = Request { tag: 0, write, transfer: Transfer::Stride(stride) };
    let measured = if words * periods <= MEASURED { measure(&[request], &quiet).ok() } else { None };
    let bursts = periods * (words.div_ceil(BURST_WORDS) + 1);
    let estimate = || bounds::least_issue_delay(&standard, bursts, write, Alignment::Unknown);
    bounds::OVERHEAD + measured.map_or_else(estimate, |measured| measured.lid)
}

/// A word for each work-item of a group, of a buffer of so many words.
pub fn iterated(words: u64, write: bool, dram: &Dram) -> u64 {
    let standard = dram.part.standard();
    bounds::OVERHEAD + bounds::indexed_least_issue_delay(&standard, WORK_ITEMS as u64, words, write)
}

/// Is a stream over so many words the better way to words by indexes (simd C4)? Where both take as long it is.
pub fn streams(words: u64, write: bool, method: IndexMethod, dram: &Dram) -> bool {
    match method {
        IndexMethod::Snoopy => true,
        IndexMethod::Iterative => false,
        IndexMethod::Cheaper => stream(Stride::line(0, words), write, dram) <= iterated(words, write, dram),
    }
}

/// A rectangle of a scratchpad.
pub fn scratchpad(words: u64, period: u64, periods: u64, bus_words: u32) -> u64 {
    let stride = Stride { address: 0, words, period: period.max(1), periods };
    if periods <= 1 {
        return 1 + words.div_ceil(u64::from(bus_words).clamp(1, 64));
    }
    1 + orders::lines(stride, bus_words.into())
}
