//! Running totals at evenly spaced cycles, within a limit of bytes: of many tracks, or of a machine's counters.
//!
//! A column has the cycles of each cause of each track from the start up to its cycle. The difference of two columns is
//! what happened between them, so neighbouring columns are merged by leaving one of them out. When there are too many,
//! every other one goes and the distance, the *grain*, doubles.

use alloc::vec::Vec;

/// Columns that are kept even if they take too many bytes.
const LEAST: usize = 4;
/// Most columns: more than any picture has.
const MOST: usize = 8192;

/// See the module.
#[derive(Clone, Debug)]
pub struct Columns<N = u32> {
    /// Numbers of a column.
    width: usize,
    /// Cycles from one column to the next; a power of two.
    grain: u64,
    most: usize,
    /// The cycle of the column that comes next.
    next: u64,
    sums: Vec<N>,
}

impl<N: Copy> Columns<N> {
    /// No column yet, of so many tracks and causes. Together they take at most so many bytes, or as many as a few columns
    /// take. The first ones are `grain` cycles apart.
    pub fn new(tracks: usize, causes: usize, bytes: usize, grain: u64) -> Columns<N> {
        let width = tracks * causes;
        let most = (bytes / (width * size_of::<N>()).max(1)).clamp(LEAST, MOST);
        Columns {
            width,
            grain: grain.next_power_of_two(),
            most,
            next: if width == 0 { u64::MAX } else { 0 },
            sums: Vec::new(),
        }
    }

    /// Cycles from one column to the next.
    pub fn grain(&self) -> u64 {
        self.grain
    }

    /// The cycle of the column that comes next.
    pub fn next(&self) -> u64 {
        self.next
    }

    /// Appends the column of cycle [`Columns::next`].
    pub fn push(&mut self, totals: &[N]) {
        if self.sums.len() == self.sums.capacity() {
            // By a quarter at a time, and never for more columns than there may be.
            let more = (self.sums.len() / self.width / 4).max(16).min(self.most);
            self.sums.reserve_exact(more * self.width);
        }
        self.sums.extend_from_slice(totals);
        if self.sums.len() > self.most * self.width {
            let width = self.width;
            let kept = self.sums.len().div_ceil(2 * width);
            (0..kept).for_each(|at| self.sums.copy_within(2 * at * width..(2 * at + 1) * width, at * width));
            self.sums.truncate(kept * width);
            self.grain *= 2;
        }
        self.next = (self.sums.len() / self.width) as u64 * self.grain;
    }

    /// Every column with its cycle.
    pub fn all(&self) -> impl Iterator<Item = (u64, &[N])> {
        (0..).step_by(self.grain as usize).zip(self.sums.chunks_exact(self.width.max(1)))
    }

    /// The numbers at a place of the column of a cycle; `None` if it has no column.
    pub fn at(&self, cycle: u64, place: usize, count: usize) -> Option<&[N]> {
        let column = cycle.is_multiple_of(self.grain).then_some(cycle / self.grain)?;
        let from = usize::try_from(column).ok()?.checked_mul(self.width)?.checked_add(place)?;
        self.sums.get(from..from + count)
    }

    /// Bytes that it takes.
    pub fn bytes(&self) -> usize {
        self.sums.capacity() * size_of::<N>()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn columns_thin_out_within_their_bytes_and_stay_exact() {
        let bytes = 64 * 3 * 2 * 4;
        let mut columns: Columns = Columns::new(3, 2, bytes, 3);
        assert_eq!((columns.grain(), columns.next()), (4, 0));
        while columns.next() < 100_000 {
            let now = columns.next() as u32;
            columns.push(&[now, 1, 2, 3, now + 1, 5]);
        }
        let grain = columns.grain();
        assert!(grain.is_power_of_two() && 100_000 / grain <= 64 && 100_000 / grain >= 31, "{grain}");
        for cycle in (0..100_000).step_by(grain as usize) {
            assert_eq!(columns.at(cycle, 4, 2), Some(&[cycle as u32 + 1, 5][..]));
        }
        let all: Vec<_> = columns.all().map(|(cycle, sums)| (cycle, sums[0])).collect();
        assert!(
            all.iter().all(|(cycle, sum)| *cycle == u64::from(*sum))
                && all.len() as u64 == 99_999 / grain + 1
        );
        assert_eq!((columns.at(grain / 2, 0, 2), columns.at(1 << 40, 0, 2)), (None, None));
        assert!(columns.bytes() <= bytes + bytes / 2, "{}", columns.bytes());
    }

    #[test]
    fn no_tracks_need_no_columns() {
        assert_eq!(<Columns>::new(0, 13, 100, 1).next(), u64::MAX);
    }
}
