//! How long the text of a program is, before it runs: its instructions, those of its innermost loops, its bytes (hp_ch4 HS11).
//!
//! An innermost loop is what stands between a label and a later instruction that names the label as its last operand, if no
//! other such loop lies in it. Calls turn back to labels, too, and make no loop.
//!
//! Deliberately absent: how often a loop runs (a run counts its instructions), jumps to computed addresses.

use alloc::vec::Vec;

use crate::{
    base::OrdMap,
    source::{Listing, ListingLine},
};

/// The size of a program's text.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct TextSize {
    /// Instructions.
    pub instructions: u64,
    /// Those of innermost loops; the others are before, between and behind them.
    pub looped: u64,
    /// Bytes of code, if the machine says how long an instruction is.
    pub bytes: Option<u64>,
}

impl TextSize {
    /// Of a program.
    pub fn of(listing: &Listing) -> TextSize {
        let code = listing.lines.iter().filter(|line| line.pc.is_some());
        let instructions = code.clone().count() as u64;
        let bytes = code.map(|line| line.bytes.as_ref().map(|bytes| bytes.end - bytes.start)).sum();
        TextSize { instructions, looped: innermost(listing).iter().map(|(from, to)| to - from).sum(), bytes }
    }
}

/// The innermost loops: the numbers of their first instruction and of the one behind their last.
fn innermost(listing: &Listing) -> Vec<(u64, u64)> {
    // Of a name that stands at several places the last one before a jump counts.
    let mut labels: OrdMap<&str, u64> = OrdMap::new();
    let mut loops: Vec<(u64, u64)> = Vec::new();
    let mut number = 0;
    for line in &listing.lines {
        if line.pc.is_none() {
            if let Some(name) = label(line) {
                labels.insert(name, number);
            }
            continue;
        }
        number += 1;
        let Some(from) = turn(line).and_then(|to| labels.get(&to)) else { continue };
        // Loops come in the order of their ends: one that has another in it comes behind it.
        match loops.last_mut() {
            // Two ways back to one place are one loop.
            Some(last) if last.0 == *from => last.1 = number,
            Some(last) if last.1 > *from => {}
            _ => loops.push((*from, number)),
        }
    }
    loops
}

/// The name that a line declares.
fn label(line: &ListingLine) -> Option<&str> {
    line.text.trim().strip_suffix(':')
}

/// The last operand of an instruction, unless it leaves a return address behind.
fn turn(line: &ListingLine) -> Option<&str> {
    let mut words = line.text.split([' ', ',', '\t']).filter(|word| !word.is_empty());
    let (mnemonic, first) = (words.next()?, words.next()?);
    let calls = mnemonic == "call" || mnemonic == "jal" && first != "zero";
    words.next_back().or(Some(first)).filter(|_| !calls)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::source::Span;

    fn of(text: &str) -> TextSize {
        let mut pc = 0..;
        let line = |line: &str| {
            let pc = if line.ends_with(':') { None } else { pc.next() };
            let bytes = pc.map(|pc| u64::from(4 * pc)..u64::from(4 * pc + 4));
            ListingLine { bytes, ..ListingLine::new(line.into(), Span::NONE, pc) }
        };
        TextSize::of(&Listing { lines: text.lines().map(line).collect() })
    }

    fn size(instructions: u64, looped: u64) -> TextSize {
        TextSize { instructions, looped, bytes: Some(4 * instructions) }
    }

    #[test]
    fn hs11_a_loop_is_from_a_label_to_the_way_back() {
        // The textbook's packed DAXPY: three before the loop of eight.
        let body =
            "    fld.4D f1, 0(x)\n    op\n    op\n    op\n    op\n    op\n    op\n    bne x1, x2, loop";
        assert_eq!(of(&["    a\n    b\n    c\nloop:\n", body].concat()), size(11, 8));
    }

    #[test]
    fn hs11_only_innermost_loops_count_and_forward_branches_and_calls_make_none() {
        let nested = "f:\n  a\nouter:\n  b\ninner:\n  c\n  bnez x, inner\n  d\n  bnez y, outer\n  ret";
        assert_eq!(of(nested), size(7, 2));
        let two =
            "L0:\n  a\n  beqz x, L1\n  bnez x, L0\nL1:\n  b\nL2:\n  jal zero, L2\n  call L0\n  jal ra, L0";
        assert_eq!(of(two), size(7, 3 + 1));
        // Two ways back to one place.
        assert_eq!(of("L0:\n  a\n  beqz x, L0\n  b\n  j L0"), size(4, 4));
        assert_eq!(of(""), size(0, 0));
    }

    #[test]
    fn hs11_bytes_are_known_where_a_machine_says_them() {
        let line = ListingLine::new("op".into(), Span::NONE, Some(0));
        let known = ListingLine { bytes: Some(8..12), ..line.clone() };
        assert_eq!(TextSize::of(&Listing { lines: Vec::from([line, known.clone()]) }).bytes, None);
        assert_eq!(TextSize::of(&Listing { lines: Vec::from([known]) }).bytes, Some(4));
    }
}
