//! How many instructions of warps, and lanes in them, each place of the text had (HARP 7.1, 7.3, "per region").

use alloc::{sync::Arc, vec, vec::Vec};

use lanescope_parts::{base::OrdMap, source::Span};

/// Places that are told apart, at most; what is behind them counts as nowhere.
const MOST: usize = 1 << 16;
/// Instructions from address 0 on whose places are known, at most: what lies behind so many counts as nowhere.
const MOST_INSTRUCTIONS: usize = 1 << 20;

/// Instructions of warps, and lanes in them.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Count {
    /// Instructions of warps, whatever lanes took part (KDIC).
    pub steps: u64,
    /// Lanes in them (LDIC).
    pub lanes: u64,
}

/// The places of a program, and what was counted of each.
#[derive(Clone, Debug)]
pub(super) struct Regions {
    /// By address: the number of the place, 0 for none. Instructions take a power of two of bytes, or any number.
    of: Arc<[u16]>,
    shift: u32,
    /// Where the places are, from number 1 on.
    spans: Arc<[Span]>,
    counts: Vec<Count>,
}

impl Default for Regions {
    fn default() -> Regions {
        Regions { of: Arc::default(), shift: 0, spans: Arc::default(), counts: vec![Count::default()] }
    }
}

impl Regions {
    /// Of instructions by their addresses, in any order.
    pub fn new(places: impl Iterator<Item = (u64, Span)> + Clone, shift: u32) -> Regions {
        let at = |pc: u64| usize::try_from(pc >> shift).unwrap_or(usize::MAX);
        let places = places.filter(|(pc, span)| !span.is_none() && at(*pc) < MOST_INSTRUCTIONS);
        let last = places.clone().map(|(pc, _)| at(pc)).max();
        let mut of = vec![0; last.map_or(0, |last| last + 1)];
        let (mut numbers, mut spans): (OrdMap<(u32, u32), u16>, Vec<Span>) = Default::default();
        for (pc, span) in places {
            let known = numbers.get(&(span.start, span.end)).copied();
            let number = known.or_else(|| {
                let new = u16::try_from(spans.len() + 1).ok().filter(|_| spans.len() + 1 < MOST)?;
                spans.push(span);
                numbers.insert((span.start, span.end), new);
                Some(new)
            });
            of[at(pc)] = number.unwrap_or(0);
        }
        let counts = vec![Count::default(); spans.len() + 1];
        Regions { of: of.into(), shift, spans: spans.into(), counts }
    }

    /// An instruction was executed, by so many lanes.
    pub fn count(&mut self, pc: u64, lanes: u64) {
        let number = self.of.get((pc >> self.shift) as usize).copied().unwrap_or(0);
        let count = &mut self.counts[usize::from(number)];
        count.steps += 1;
        count.lanes += lanes;
    }

    /// What was counted of all places of the text.
    pub fn in_text(&self) -> Count {
        let behind_none = &self.counts[1..];
        behind_none.iter().fold(Count::default(), |sum, one| Count {
            steps: sum.steps + one.steps,
            lanes: sum.lanes + one.lanes,
        })
    }

    /// What was counted: of instructions without a place first.
    pub fn counts(&self) -> impl Iterator<Item = (Span, Count)> {
        [Span::NONE].into_iter().chain(self.spans.iter().copied()).zip(self.counts.iter().copied())
    }
}
