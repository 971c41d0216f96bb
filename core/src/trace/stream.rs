//! Events of one kind in the order of their cycles: each is a cycle and `N` numbers, packed as differences from the
//! event before. Marks at regular distances make every place reachable.

use alloc::vec::Vec;

use super::varint;

/// Events between two marks.
const STRIDE: u64 = 128;

#[derive(Clone, Copy, Debug)]
struct Mark<const N: usize> {
    offset: usize,
    before: Record<N>,
}

/// An event.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Record<const N: usize> {
    /// When it happened.
    pub cycle: u64,
    /// What the stream's user put in.
    pub fields: [u64; N],
}

/// Events of one kind.
#[derive(Clone, Debug)]
pub struct Stream<const N: usize> {
    bytes: Vec<u8>,
    marks: Vec<Mark<N>>,
    len: u64,
    last: Record<N>,
}

impl<const N: usize> Default for Stream<N> {
    fn default() -> Stream<N> {
        Stream { bytes: Vec::new(), marks: Vec::new(), len: 0, last: Record { cycle: 0, fields: [0; N] } }
    }
}

impl<const N: usize> Stream<N> {
    /// Appends an event that is not earlier than the last one. Returns the bytes that were needed.
    pub fn push(&mut self, cycle: u64, fields: [u64; N]) -> usize {
        let before = self.bytes.len();
        let mut marked = 0;
        if self.len.is_multiple_of(STRIDE) {
            self.marks.push(Mark { offset: before, before: self.last });
            marked = size_of::<Mark<N>>();
        }
        self.len += 1;
        varint::put(&mut self.bytes, cycle.saturating_sub(self.last.cycle));
        for (new, old) in fields.iter().zip(self.last.fields) {
            varint::put(&mut self.bytes, varint::zigzag(*new, old));
        }
        self.last = Record { cycle: cycle.max(self.last.cycle), fields };
        self.bytes.len() - before + marked
    }

    /// Number of events.
    pub fn len(&self) -> u64 {
        self.len
    }

    /// No event at all?
    pub fn is_empty(&self) -> bool {
        self.len == 0
    }

    /// Forgets everything but the number of events.
    pub fn clear(&mut self) {
        (self.bytes, self.marks) = (Vec::new(), Vec::new());
    }

    /// The events from `cycle` on.
    pub fn from(&self, cycle: u64) -> impl Iterator<Item = Record<N>> + '_ {
        // The last event before a mark may be of the same cycle as those behind it, so the mark must be strictly earlier.
        let at = self.marks.partition_point(|mark| mark.before.cycle < cycle).saturating_sub(1);
        let (mut offset, mut last) =
            self.marks.get(at).map_or((self.bytes.len(), self.last), |mark| (mark.offset, mark.before));
        let all = core::iter::from_fn(move || {
            if offset >= self.bytes.len() {
                return None;
            }
            last.cycle += varint::take(&self.bytes, &mut offset);
            for field in &mut last.fields {
                *field = varint::unzigzag(varint::take(&self.bytes, &mut offset), *field);
            }
            Some(last)
        });
        all.skip_while(move |record| record.cycle < cycle)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::base::rng::Rng;

    #[test]
    fn events_come_back_from_any_cycle() {
        let mut rng = Rng::new(3);
        let (mut stream, mut all, mut cycle) = (Stream::<3>::default(), Vec::new(), 0);
        for _ in 0..2000 {
            cycle += [0, 0, 1, 50][rng.below(4) as usize];
            let fields = [rng.next_u64(), rng.below(4), 7];
            stream.push(cycle, fields);
            all.push(Record { cycle, fields });
        }
        for from in [0, 1, cycle / 2, cycle / 2 + 1, cycle, cycle + 1] {
            let expected: Vec<_> = all.iter().filter(|record| record.cycle >= from).copied().collect();
            assert_eq!(stream.from(from).collect::<Vec<_>>(), expected, "from {from}");
        }
        assert_eq!(Stream::<2>::default().from(0).count(), 0);
    }
}
