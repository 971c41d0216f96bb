//! Where sections and their fragments lie.

use alloc::{collections::BTreeMap, vec::Vec};

use super::sections::{Fragment, Kind, Place, Section, Sections};
use crate::{image::BASE, machines::rvv::isa::TEXT};

/// The address of each fragment.
pub(super) struct Layout {
    /// For each section the addresses of its fragments, and of its end.
    starts: Vec<Vec<u64>>,
    /// Addresses behind all code, and behind all data.
    pub text_end: u64,
    pub data_end: u64,
}

impl Layout {
    /// Code from [`TEXT`] on, data from [`BASE`] on. `far` has the branches that are two instructions.
    pub(super) fn new(sections: &Sections, far: &BTreeMap<Place, bool>) -> Layout {
        let starts = alloc::vec![Vec::new(); sections.all.len()];
        let mut layout = Layout { starts, text_end: TEXT, data_end: BASE };
        for at in sections.order(Kind::Text) {
            let section = &sections.all[at];
            let is_far = |fragment| far.get(&Place { section: at, fragment, byte: 0 }) == Some(&true);
            layout.starts[at] = fragments(section, layout.text_end, is_far);
            layout.text_end = end(&layout.starts[at]);
        }
        for at in sections.order(Kind::Data) {
            layout.starts[at] = fragments(&sections.all[at], layout.data_end, |_| false);
            layout.data_end = end(&layout.starts[at]);
        }
        layout
    }

    /// The address of a place.
    pub(super) fn address(&self, place: Place) -> u64 {
        let starts = self.starts.get(place.section);
        let start = starts.and_then(|starts| starts.get(place.fragment).or(starts.last()));
        start.copied().unwrap_or(0) + place.byte as u64
    }
}

fn end(starts: &[u64]) -> u64 {
    starts.last().copied().unwrap_or(0)
}

/// The addresses of a section's fragments and of its end.
fn fragments(section: &Section, from: u64, is_far: impl Fn(usize) -> bool) -> Vec<u64> {
    let mut at = from.next_multiple_of(section.align);
    let mut starts = Vec::with_capacity(section.fragments.len() + 1);
    for (index, fragment) in section.fragments.iter().enumerate() {
        starts.push(at);
        at += match fragment {
            Fragment::Inst(_) => 4 + 4 * u64::from(is_far(index)),
            Fragment::Bytes(bytes, _) => bytes.len() as u64,
            Fragment::Align(align) => at.next_multiple_of(*align) - at,
        };
    }
    starts.push(at);
    starts
}
