//! Which source line, IR line and instruction belong together, in all directions.

use lanescope_core::session::{
    Compiled,
    figure::{
        Code,
        code::{hues, lines_of},
    },
    vocabulary::Files,
};

use super::texts::Texts;

/// See the module. Lines are counted from 0, those of the source in the row of all texts.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct SourceMap {
    /// The texts that were compiled.
    pub texts: Texts,
    /// Source line of each assembly line.
    pub assembly: Vec<Option<u32>>,
    /// Source line of each IR line.
    pub ir: Vec<Option<u32>>,
    /// Source line of each instruction.
    pub of_pc: Vec<Option<u32>>,
    /// Assembly line of each instruction.
    pub row_of_pc: Vec<Option<usize>>,
    /// The instructions.
    pub code: Code,
    /// Link colour of each source line that has code.
    pub hues: Vec<Option<u8>>,
}

impl SourceMap {
    /// Reads the listings of a compilation of these files.
    pub fn new(files: Files, compiled: &Compiled) -> SourceMap {
        let texts = Texts::new(files);
        let assembly = lines_of(&compiled.assembly, texts.index());
        let ir = lines_of(&compiled.ir, texts.index());
        let count =
            compiled.assembly.lines.iter().filter_map(|line| line.pc).max().map_or(0, |pc| pc as usize + 1);
        let mut map = SourceMap {
            of_pc: vec![None; count],
            row_of_pc: vec![None; count],
            code: Code::new(texts.files().text(), &compiled.assembly, &compiled.ir),
            hues: hues(texts.index().len(), assembly.iter().chain(&ir)),
            texts,
            assembly,
            ir,
        };
        for (row, line) in compiled.assembly.lines.iter().enumerate() {
            if let Some(pc) = line.pc.map(|pc| pc as usize) {
                map.of_pc[pc] = map.assembly[row];
                map.row_of_pc[pc] = Some(row);
            }
        }
        map
    }

    /// Source line of an instruction.
    pub fn line(&self, pc: u32) -> Option<u32> {
        self.of_pc.get(pc as usize).copied().flatten()
    }

    /// Text of an instruction, without its indentation.
    pub fn text(&self, pc: u32) -> &str {
        self.code.text(pc)
    }

    /// The instructions of a source line.
    pub fn pcs(&self, line: u32) -> Vec<u32> {
        (0u32..).zip(&self.of_pc).filter(|(_, at)| **at == Some(line)).map(|(pc, _)| pc).collect()
    }

    /// Link colours of the lines of a text; none if there is no text of this name.
    pub fn hues_of(&self, name: &str) -> &[Option<u8>] {
        let lines = self.texts.part(name).map_or(0..0, |part| self.texts.lines(part));
        self.hues.get(lines.start as usize..lines.end as usize).unwrap_or(&[])
    }

    /// Link colour of a source line.
    pub fn hue(&self, line: Option<u32>) -> Option<u8> {
        self.hues.get(line? as usize).copied().flatten()
    }
}

/// UTF-16 offset (as browsers count) of a byte offset of `text`.
pub fn utf16(text: &str, byte: u32) -> u32 {
    let mut end = (byte as usize).min(text.len());
    while !text.is_char_boundary(end) {
        end -= 1;
    }
    text[..end].chars().map(|c| c.len_utf16() as u32).sum()
}

#[cfg(test)]
mod tests {
    use lanescope_core::session::{Listing, ListingLine, vocabulary::Span};

    use super::*;

    fn line(text: &str, start: u32, pc: Option<u32>) -> ListingLine {
        ListingLine::new(text.into(), Span::new(start, start + 1), pc)
    }

    #[test]
    fn lines_with_code_get_colours_in_turn_and_instructions_find_them() {
        let source = "a;\nb;\n\nc;\n";
        let mut compiled = crate::state::tests::compiled();
        let generated = ListingLine::new("  exit".into(), Span::NONE, Some(2));
        compiled.assembly = Listing {
            lines: vec![
                line("L0:", 0, None),
                line("  @p0 add r1", 3, Some(0)),
                line("ld", 7, Some(1)),
                generated,
            ],
        };
        compiled.ir = Listing::default();
        let map = SourceMap::new(Files::one(source), &compiled);
        assert_eq!(map.of_pc, [Some(1), Some(3), None]);
        assert_eq!(map.pcs(3), [1]);
        assert_eq!(
            (map.hue(Some(0)), map.hue(Some(1)), map.hue(Some(2)), map.hue(Some(3))),
            (Some(0), Some(1), None, Some(2))
        );
        assert_eq!((map.hues_of(""), map.hues_of("x.h")), (&map.hues[..], &[][..]));
        assert_eq!((map.text(0), map.text(99), map.row_of_pc[2]), ("@p0 add r1", "", Some(3)));
    }

    #[test]
    fn offsets_become_utf16() {
        assert_eq!(utf16("aµ𝄞b", 3), 2);
        assert_eq!(utf16("aµ𝄞b", 7), 4);
        assert_eq!(utf16("aµ𝄞b", 99), 5);
        assert_eq!(utf16("aµb", 2), 1);
    }
}
