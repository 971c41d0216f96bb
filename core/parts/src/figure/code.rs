//! The instructions of a program as figures show them: text, source line, and the colour that the line has everywhere.

use alloc::{
    format,
    string::{String, ToString},
    vec,
    vec::Vec,
};

use serde::{Deserialize, Serialize};

use super::picture::Ink;
use crate::base::order;
use crate::source::{LineIndex, Listing, Span};

/// Link colours, which take turns over the source lines that have code.
pub const HUES: u8 = 8;

/// See the module. It holds a whole program, or those instructions of one that a figure shows.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Code {
    /// By rising number.
    instructions: Vec<Instruction>,
}

/// An instruction.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Instruction {
    /// Its number in the program.
    pub pc: u32,
    /// Its text without indentation.
    pub text: String,
    /// Its source line, counted from 0.
    pub line: Option<u32>,
    /// The colour of that line, 0 to [`HUES`] - 1.
    pub hue: Option<u8>,
}

impl Code {
    /// The instructions of a compilation of `source`.
    pub fn new(source: &str, assembly: &Listing, ir: &Listing) -> Code {
        let index = LineIndex::new(source);
        let (assembly_lines, ir_lines) = (lines_of(assembly, &index), lines_of(ir, &index));
        let hues = hues(index.len(), assembly_lines.iter().chain(&ir_lines));
        let one = |(line, at): (&crate::source::ListingLine, &Option<u32>)| {
            let hue = at.and_then(|at| hues.get(at as usize).copied().flatten());
            Some(Instruction { pc: line.pc?, text: line.text.trim().to_string(), line: *at, hue })
        };
        let mut instructions: Vec<Instruction> =
            assembly.lines.iter().zip(&assembly_lines).filter_map(one).collect();
        order::sort_by_key(&mut instructions, |instruction| instruction.pc);
        Code { instructions }
    }

    /// Code of these instructions.
    pub fn of(mut instructions: Vec<Instruction>) -> Code {
        order::sort_by_key(&mut instructions, |instruction| instruction.pc);
        Code { instructions }
    }

    /// Every instruction in order.
    pub fn all(&self) -> &[Instruction] {
        &self.instructions
    }

    /// An instruction by its number.
    pub fn get(&self, pc: u32) -> Option<&Instruction> {
        let at = self.instructions.binary_search_by_key(&pc, |instruction| instruction.pc).ok()?;
        self.instructions.get(at)
    }

    /// Text of an instruction; empty if there is none.
    pub fn text(&self, pc: u32) -> &str {
        self.get(pc).map_or("", |instruction| &instruction.text)
    }

    /// Number and text of an instruction, as figures name it.
    pub fn name(&self, pc: u32) -> String {
        format!("{pc:03} {}", self.text(pc))
    }

    /// The colour of an instruction: that of its source line.
    pub fn ink(&self, pc: u32) -> Ink {
        let hue = self.get(pc).and_then(|instruction| instruction.hue);
        Ink::Link(hue.unwrap_or((pc % u32::from(HUES)) as u8))
    }

    /// Only these instructions, for a figure that shows no others.
    pub fn part(&self, pcs: impl Iterator<Item = u32>) -> Code {
        let mut wanted: Vec<u32> = pcs.collect();
        crate::base::order::sort(&mut wanted);
        wanted.dedup();
        Code { instructions: wanted.into_iter().filter_map(|pc| self.get(pc).cloned()).collect() }
    }
}

/// The source line of each line of a listing, counted from 0.
pub fn lines_of(listing: &Listing, index: &LineIndex) -> Vec<Option<u32>> {
    let line_of = |span: Span| (!span.is_none()).then(|| index.line(span.start));
    listing.lines.iter().map(|line| line_of(line.span)).collect()
}

/// The colour of each of `count` source lines: those in `lines` have code and take turns.
pub fn hues<'a>(count: usize, lines: impl Iterator<Item = &'a Option<u32>>) -> Vec<Option<u8>> {
    let mut has_code = vec![false; count];
    for line in lines.flatten() {
        if let Some(flag) = has_code.get_mut(*line as usize) {
            *flag = true;
        }
    }
    let mut turn = (0..HUES).cycle();
    has_code.into_iter().map(|code| if code { turn.next() } else { None }).collect()
}

/// The first word of an instruction (after a guard such as `@p1`), for narrow cells.
pub fn mnemonic(text: &str) -> &str {
    let mut words = text.split_whitespace().filter(|word| !word.starts_with('@') && !word.ends_with(':'));
    words.next().unwrap_or("")
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::source::ListingLine;

    fn line(text: &str, start: u32, pc: Option<u32>) -> ListingLine {
        ListingLine::new(text.into(), Span::new(start, start + 1), pc)
    }

    #[test]
    fn instructions_of_a_line_share_its_colour() {
        let listing = Listing {
            lines: [
                line("k:", 0, None),
                line("  add", 4, Some(0)),
                line("  mul", 8, Some(1)),
                line("st", 4, Some(2)),
            ]
            .into(),
        };
        let code = Code::new("one\ntwo\ntri\n", &listing, &Listing::default());
        assert_eq!((code.text(0), code.text(9)), ("add", ""));
        assert_eq!(code.get(1).map(|instruction| instruction.line), Some(Some(2)));
        assert!(code.ink(0) == code.ink(2) && code.ink(0) != code.ink(1));
        assert_eq!(code.part([2, 9, 2].into_iter()).all().len(), 1);
    }

    #[test]
    fn a_guard_is_no_mnemonic() {
        assert_eq!(
            (mnemonic("@p0 add.s32 r1, r2, r3"), mnemonic("L1: bra L0"), mnemonic("")),
            ("add.s32", "bra", "")
        );
    }
}
