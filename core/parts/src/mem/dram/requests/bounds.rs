//! Bounds of a request's time: closed equations, and the longest of all alignments (simd 7.2 to 7.5).
//!
//! The equations give times from the first activate; the front end adds [`OVERHEAD`] cycles in estimates and two in the
//! controller. They leave out refresh. The search runs the controller itself for each of the 4,096 places that a first
//! word may have in a row of a bank pair, once for each list of bursts that differs.

use crate::mem::dram::standard::Standard;

use super::{
    BURST_WORDS,
    controller::Refused,
    measure::measure,
    request::{Request, Stride, Transfer},
    settings::{Mapping, Settings},
    stride::Bursts,
};

/// Cycles of the front end in the estimates of the thesis.
pub const OVERHEAD: u64 = 3;
/// Words of a row of a bank pair: places of a first word that differ.
pub const ALIGNMENTS: u64 = 4096;

/// Is the address of a request a multiple of a burst?
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Alignment {
    /// Yes.
    Aligned,
    /// Nobody knows.
    Unknown,
}

/// Bursts of `words` words in a row.
pub fn bursts(words: u64, alignment: Alignment) -> u64 {
    match (words, alignment) {
        (0, _) => 0,
        (words, Alignment::Aligned) => words.div_ceil(BURST_WORDS),
        (words, Alignment::Unknown) => (words - 1).div_ceil(BURST_WORDS) + 1,
    }
}

/// From the first activate to the last column command of `n` bursts in a row (simd 7.2).
pub fn activate_to_column(standard: &Standard, n: u64) -> u64 {
    let t = &standard.timing;
    let [rcd, rrd, short, long] = [t.rcd, t.rrd_s, t.ccd_s, t.ccd_l].map(u64::from);
    match n {
        0 => 0,
        _ if standard.organization.groups >= 4 => rcd + (n - 1) * short,
        1..=4 => (n - 1) * rrd + rcd,
        5 | 6 => 2 * rrd + rcd + (n - 4) * long + short,
        7 | 8 => 3 * rrd + rcd + long + short,
        _ if n % 2 == 1 => rrd + rcd + 2 * long + (n - 4) * short,
        _ => 2 * rrd + rcd + long + (n - 5) * short,
    }
}

/// From a last column command until all banks are closed.
fn drain(standard: &Standard, write: bool) -> u64 {
    let t = &standard.timing;
    u64::from(if write { t.cwl + t.burst + t.wr + t.rp } else { t.rtp + t.rp })
}

/// From a last column command to the end of its data.
fn data(standard: &Standard, write: bool) -> u64 {
    let t = &standard.timing;
    u64::from(t.burst + if write { t.cwl } else { t.cl })
}

/// Least-issue delay of `n` bursts in a row, without the front end (simd 7.2).
pub fn least_issue_delay(standard: &Standard, n: u64, write: bool, alignment: Alignment) -> u64 {
    let t = &standard.timing;
    let other_rows = if alignment == Alignment::Aligned { 1 } else { 3 };
    let closing = n.saturating_sub(1).min(other_rows) * u64::from(t.rrd_s) + u64::from(t.ras + t.rp);
    let served = activate_to_column(standard, n) + drain(standard, write);
    if write { served } else { served.max(closing) }
}

/// Worst-case response time of `n` bursts in a row, without the front end (simd 7.2).
pub fn response_time(standard: &Standard, n: u64, write: bool) -> u64 {
    activate_to_column(standard, n) + data(standard, write)
}

/// Rows that indexes into a buffer of `words` words may touch, at most (simd 7.4).
pub fn rows(words: u64) -> u64 {
    match words {
        0 | 1 => 1,
        2..=17 => 2,
        _ => 2 + (words - 17).div_ceil(2048),
    }
}

/// From the first activate to the last column command of `n` indexes into a buffer; none if rows conflict (simd 7.4).
fn indexed_to_column(standard: &Standard, n: u64, words: u64) -> Option<u64> {
    let t = &standard.timing;
    let [rcd, short, apart, long] = [t.rcd, t.rrd_s, t.rrd_l, t.ccd_l].map(u64::from);
    let (rows, groups) = (rows(words), u64::from(standard.organization.groups));
    match rows {
        _ if rows > u64::from(standard.organization.total_banks()) => None,
        1 => Some(rcd + (n - 1) * long),
        _ if groups >= 4 => Some(rcd + (n - 1) * long),
        _ if rows <= groups || n < 3 => Some(rcd + short + n.saturating_sub(2) * long),
        _ => Some(rcd + apart + short - 1 + (n - 3) * long),
    }
}

/// Least-issue delay of `n` indexes, at least one, into a buffer of `words` words, without the front end (simd 7.4).
pub fn indexed_least_issue_delay(standard: &Standard, n: u64, words: u64, write: bool) -> u64 {
    let t = &standard.timing;
    match indexed_to_column(standard, n, words) {
        Some(column) => column + drain(standard, write),
        None if write => n * (u64::from(t.rcd) + drain(standard, true)),
        None => n * u64::from(t.ras + t.rp),
    }
}

/// Worst-case response time of `n` indexes, at least one, into a buffer of `words` words, without the front end (simd
/// 7.4).
pub fn indexed_response_time(standard: &Standard, n: u64, words: u64, write: bool) -> u64 {
    let t = &standard.timing;
    match indexed_to_column(standard, n, words) {
        Some(column) => column + data(standard, write),
        None if write => (n - 1) * u64::from(t.wr + t.rp) + n * (u64::from(t.rcd) + data(standard, true)),
        None => (n - 1) * u64::from(t.ras + t.rp) + u64::from(t.rcd) + data(standard, false),
    }
}

/// A delay that no rectangle of up to `words` words in up to `periods` rows exceeds whose words lie in a span of `span`, cut in any
/// way, whatever is served in which order: with the front end.
///
/// Bursts in a row are of different bank groups if pairs of banks share a row of addresses: then only the first one of a period
/// comes at the longest spacing of columns. Each visit of a pair of banks costs closing the row before,
/// opening both banks and the window of four activates. Cut to no words, a rectangle makes every burst of its span, one
/// behind the other; that is no shorter.
pub fn longest_of_any(settings: &Settings, span: u64, words: u64, periods: u64, write: bool) -> u64 {
    let standard = &settings.part.standard();
    let t = &standard.timing;
    let all = bursts(span, Alignment::Unknown).max(1) + 1;
    let wanted = periods.saturating_mul(bursts(words, Alignment::Unknown) + 1).max(1);
    let visit = u64::from(t.rc + t.rcd + t.faw) + drain(standard, true);
    let apart = u64::from(match settings.mapping {
        Mapping::Pairs => t.ccd_s,
        Mapping::Rows => t.ccd_l,
    });
    let time = |count: u64, periods: u64| {
        let visits = (span / ALIGNMENTS + 2).min(count);
        let far = periods.min(count);
        (count - far) * apart + far * u64::from(t.ccd_l) + visits * visit + drain(standard, write) + OVERHEAD
    };
    let streamed = match settings.mapping {
        Mapping::Pairs => least_issue_delay(standard, all, write, Alignment::Unknown) + visit,
        Mapping::Rows => time(all, all),
    };
    time(wanted.min(all), periods).max(streamed)
}

/// The most words of a buffer that a snoopy transfer streams in no more time than `n` indexes in conflict (simd 7.5).
pub fn crossover_words(standard: &Standard, n: u64, write: bool) -> u64 {
    let conflicting = indexed_least_issue_delay(standard, n, u64::MAX >> 1, write);
    let fits = |words: u64| {
        least_issue_delay(standard, bursts(words, Alignment::Unknown), write, Alignment::Unknown)
            <= conflicting
    };
    let (mut low, mut high) = (0, 1 << 40);
    while high - low > 1 {
        let middle = low + (high - low) / 2;
        *(if fits(middle) { &mut low } else { &mut high }) = middle;
    }
    low
}

/// Useful words of a request over what the bus could move until its least-issue delay, in parts of a million.
pub fn utilisation_ppm(standard: &Standard, words: u64, delay: u64) -> u64 {
    words * u64::from(standard.timing.burst) * 1_000_000 / (BURST_WORDS * delay.max(1))
}

/// Which places of a first word are looked at.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Places {
    /// All that differ.
    All,
    /// Those in the first burst of a row of a bank pair, and in the second and the fourth before its end, where words in a row take
    /// longest (simd 7.2).
    Some,
}

/// A rectangle at the places of its first word that the controller can tell apart: once for each list of bursts.
pub fn alignments(stride: Stride, places: Places) -> impl Iterator<Item = Stride> {
    let mut before: Option<Bursts> = None;
    let last = ALIGNMENTS / BURST_WORDS;
    let looked_at =
        move |word: &u64| places == Places::All || [0, last - 4, last - 2].contains(&(word / BURST_WORDS));
    let places = (0..ALIGNMENTS).filter(looked_at).map(move |word| Stride { address: 4 * word, ..stride });
    places.filter(move |stride| {
        let bursts = Bursts::aligned(*stride, BURST_WORDS);
        let same = before.is_some_and(|before| bursts.eq(before));
        before = Some(bursts);
        !same
    })
}

/// The longest least-issue delay of a rectangle over all places of its first word, by running the controller.
pub fn longest(stride: Stride, write: bool, settings: &Settings) -> Result<u64, Refused> {
    let settings = Settings { refresh: false, ..settings.clone() };
    // The one that ends last is the first to be refused.
    Stride { address: 4 * (ALIGNMENTS - 1), ..stride }.check().map_err(Refused::Invalid)?;
    let mut longest = 0;
    for stride in alignments(stride, Places::All) {
        let request = Request { tag: 0, write, transfer: Transfer::Stride(stride) };
        longest = longest.max(measure(&[request], &settings)?.lid);
    }
    Ok(longest)
}
