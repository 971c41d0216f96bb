//! Where sections and their fragments lie.

use alloc::vec::Vec;

use super::sections::{Fragment, Place, Section, SectionKind, Sections};

/// The address of each fragment.
#[derive(Clone, Debug)]
pub struct Layout {
    /// For each section the addresses of its fragments, and of its end.
    starts: Vec<Vec<u64>>,
    /// Address behind all code.
    pub text_end: u64,
    /// Address behind all data.
    pub data_end: u64,
}

impl Layout {
    /// Code from address `text` on, data from `data` on. `bytes` has the length of the instruction at a place.
    pub fn new<I>(sections: &Sections<I>, (text, data): (u64, u64), bytes: impl Fn(Place) -> u64) -> Layout {
        let starts = alloc::vec![Vec::new(); sections.all.len()];
        let mut layout = Layout { starts, text_end: text, data_end: data };
        for at in sections.order(SectionKind::Text) {
            let here = |fragment| bytes(Place { section: at, fragment, byte: 0 });
            layout.starts[at] = fragments(&sections.all[at], layout.text_end, here);
            layout.text_end = end(&layout.starts[at]);
        }
        for at in sections.order(SectionKind::Data) {
            layout.starts[at] = fragments(&sections.all[at], layout.data_end, |_| 0);
            layout.data_end = end(&layout.starts[at]);
        }
        layout
    }

    /// The address of a place.
    pub fn address(&self, place: Place) -> u64 {
        let starts = self.starts.get(place.section);
        let start = starts.and_then(|starts| starts.get(place.fragment).or(starts.last()));
        start.copied().unwrap_or(0) + place.byte as u64
    }
}

fn end(starts: &[u64]) -> u64 {
    starts.last().copied().unwrap_or(0)
}

/// The addresses of a section's fragments and of its end.
fn fragments<I>(section: &Section<I>, from: u64, length: impl Fn(usize) -> u64) -> Vec<u64> {
    let mut at = from.next_multiple_of(section.align);
    let mut starts = Vec::with_capacity(section.fragments.len() + 1);
    for (index, fragment) in section.fragments.iter().enumerate() {
        starts.push(at);
        at += match fragment {
            Fragment::Inst(_) => length(index),
            Fragment::Bytes(bytes, _) => bytes.len() as u64,
            Fragment::Align(alignment) => alignment.missing(at),
        };
    }
    starts.push(at);
    starts
}
