//! Events of one kind in the order of their cycles: each is a cycle and as many numbers as its row has fields, packed as
//! differences from the event before. Marks at regular distances make every place reachable.

use alloc::vec::Vec;

use super::{
    event::MOST_FIELDS,
    varint::{self, Packer},
};

/// Events between two marks.
const STRIDE: u64 = 128;

#[derive(Clone, Copy, Debug)]
struct Mark {
    offset: usize,
    /// Cycle of the event before.
    cycle: u64,
}

/// An event as it is kept.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Kept {
    /// When it happened.
    pub cycle: u64,
    /// Its fields in the order of its row, then zeros.
    pub words: [u64; MOST_FIELDS],
}

/// Events of one kind.
#[derive(Clone, Debug)]
pub struct Stream {
    fields: usize,
    bytes: Vec<u8>,
    marks: Vec<Mark>,
    /// The fields of the event before each mark, mark after mark.
    marked: Vec<u64>,
    len: u64,
    last: Kept,
}

impl Stream {
    /// No event yet, of so many fields.
    pub fn new(fields: usize) -> Stream {
        let last = Kept { cycle: 0, words: [0; MOST_FIELDS] };
        let fields = fields.min(MOST_FIELDS);
        Stream { fields, bytes: Vec::new(), marks: Vec::new(), marked: Vec::new(), len: 0, last }
    }

    /// Appends an event that is not earlier than the last one, with as many words as it has fields. Returns the bytes that were needed.
    #[inline(always)]
    pub fn push(&mut self, cycle: u64, words: &[u64]) -> usize {
        let before = self.bytes.len();
        let marked = if self.len.is_multiple_of(STRIDE) { self.mark() } else { 0 };
        self.len += 1;
        let mut packer = Packer::new(&mut self.bytes);
        packer.put(cycle.saturating_sub(self.last.cycle));
        for (new, old) in words.iter().zip(&mut self.last.words) {
            packer.put(varint::zigzag(*new, *old));
            *old = *new;
        }
        packer.finish();
        self.last.cycle = self.last.cycle.max(cycle);
        self.bytes.len() - before + marked
    }

    /// Sets a mark in front of the next event. Returns the bytes that it needs.
    #[cold]
    fn mark(&mut self) -> usize {
        self.marks.push(Mark { offset: self.bytes.len(), cycle: self.last.cycle });
        self.marked.extend_from_slice(&self.last.words[..self.fields]);
        size_of::<Mark>() + self.fields * size_of::<u64>()
    }

    /// Number of events.
    pub fn len(&self) -> u64 {
        self.len
    }

    /// No event at all?
    pub fn is_empty(&self) -> bool {
        self.len == 0
    }

    /// Frees spare capacity.
    pub fn shrink(&mut self) {
        self.bytes.shrink_to_fit();
        self.marks.shrink_to_fit();
        self.marked.shrink_to_fit();
    }

    /// The event before a mark.
    fn before(&self, mark: usize) -> Kept {
        let mut words = [0; MOST_FIELDS];
        let marked = self.marked.get(mark * self.fields..(mark + 1) * self.fields).unwrap_or_default();
        words.iter_mut().zip(marked).for_each(|(word, marked)| *word = *marked);
        Kept { cycle: self.marks.get(mark).map_or(0, |mark| mark.cycle), words }
    }

    /// The events from `cycle` on.
    pub fn from(&self, cycle: u64) -> impl Iterator<Item = Kept> + '_ {
        // The last event before a mark may be of the same cycle as those behind it, so the mark must be strictly earlier.
        let at = self.marks.partition_point(|mark| mark.cycle < cycle).saturating_sub(1);
        let (mut offset, mut last) = match self.marks.get(at) {
            Some(mark) => (mark.offset, self.before(at)),
            None => (self.bytes.len(), self.last),
        };
        let all = core::iter::from_fn(move || {
            if offset >= self.bytes.len() {
                return None;
            }
            last.cycle += varint::take(&self.bytes, &mut offset);
            for word in &mut last.words[..self.fields] {
                *word = varint::unzigzag(varint::take(&self.bytes, &mut offset), *word);
            }
            Some(last)
        });
        all.skip_while(move |kept| kept.cycle < cycle)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::base::rng::Rng;

    #[test]
    fn events_come_back_from_any_cycle() {
        let mut rng = Rng::new(3);
        let (mut stream, mut all, mut cycle) = (Stream::new(3), Vec::new(), 0);
        for _ in 0..2000 {
            cycle += [0, 0, 1, 50][rng.below(4) as usize];
            let mut words = [0; MOST_FIELDS];
            words[..3].copy_from_slice(&[rng.next_u64(), rng.below(4), 7]);
            stream.push(cycle, &words[..3]);
            all.push(Kept { cycle, words });
        }
        for from in [0, 1, cycle / 2, cycle / 2 + 1, cycle, cycle + 1] {
            let expected: Vec<_> = all.iter().filter(|kept| kept.cycle >= from).copied().collect();
            assert_eq!(stream.from(from).collect::<Vec<_>>(), expected, "from {from}");
        }
        assert_eq!(Stream::new(2).from(0).count(), 0);
    }
}
