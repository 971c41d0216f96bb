//! Which source line, IR line and instruction belong together, in all directions.

use lanescope_core::session::{
    Compiled, Listing,
    vocabulary::{LineIndex, Span},
};

use crate::format::Radix;

/// Link colours that take turns over the source lines that have code.
pub const HUES: u8 = 8;

/// See the module. Lines are counted from 0.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct SourceMap {
    /// Source line of each assembly line.
    pub assembly: Vec<Option<u32>>,
    /// Source line of each IR line.
    pub ir: Vec<Option<u32>>,
    /// Source line of each instruction.
    pub of_pc: Vec<Option<u32>>,
    /// Assembly line of each instruction.
    pub row_of_pc: Vec<Option<usize>>,
    /// Instruction text of each instruction.
    pub text_of_pc: Vec<String>,
    /// Link colour of each source line that has code.
    pub hues: Vec<Option<u8>>,
}

impl SourceMap {
    /// Reads the listings of a compilation of `source`.
    pub fn new(source: &str, compiled: &Compiled) -> SourceMap {
        let index = LineIndex::new(source);
        let assembly = lines(&compiled.assembly, &index);
        let ir = lines(&compiled.ir, &index);
        let count =
            compiled.assembly.lines.iter().filter_map(|line| line.pc).max().map_or(0, |pc| pc as usize + 1);
        let mut map = SourceMap {
            of_pc: vec![None; count],
            row_of_pc: vec![None; count],
            text_of_pc: vec![String::new(); count],
            hues: hues(index.len(), assembly.iter().chain(&ir)),
            assembly,
            ir,
        };
        for (row, line) in compiled.assembly.lines.iter().enumerate() {
            if let Some(pc) = line.pc.map(|pc| pc as usize) {
                map.of_pc[pc] = map.assembly[row];
                map.row_of_pc[pc] = Some(row);
                map.text_of_pc[pc] = line.text.trim().to_string();
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
        self.text_of_pc.get(pc as usize).map_or("", String::as_str)
    }

    /// How a register's value is best written: as the instruction that wrote it last (before `pc`, in program order)
    /// says by the type in its name. Addresses are hexadecimal.
    pub fn radix(&self, register: &str, pc: u32, bits: u32) -> Radix {
        let before = self.text_of_pc.iter().take(pc as usize).rev();
        let writer = before.chain(&self.text_of_pc).find(|text| destination(text) == Some(register));
        let kind = writer.and_then(|text| mnemonic(text).split('.').find(|part| is_type(part)));
        match kind {
            Some(kind) if kind.starts_with('f') => Radix::Float,
            None if is_float_register(register) => Radix::Float,
            _ if bits == 64 => Radix::Hex,
            _ => Radix::Decimal,
        }
    }

    /// How the elements of a vector register are best written: as the arithmetic says that wrote it last, or, if it was
    /// loaded or moved, as the arithmetic that reads it next.
    pub fn vector_radix(&self, register: &str, pc: u32) -> Radix {
        let all = &self.text_of_pc;
        let at = (pc as usize).min(all.len());
        let before = (0..at).rev().chain((at..all.len()).rev());
        let writer = before.into_iter().find(|at| destination(&all[*at]) == Some(register)).unwrap_or(0);
        let on = (writer..all.len()).chain(0..writer);
        on.into_iter().find_map(|at| element_kind(&all[at], register)).unwrap_or(Radix::Decimal)
    }

    /// Is there an instruction that works under a mask?
    pub fn has_masks(&self) -> bool {
        self.text_of_pc.iter().any(|text| text.ends_with(", v0") || text.ends_with("v0.t"))
    }

    /// The instructions of a source line.
    pub fn pcs(&self, line: u32) -> Vec<u32> {
        (0u32..).zip(&self.of_pc).filter(|(_, at)| **at == Some(line)).map(|(pc, _)| pc).collect()
    }

    /// Link colour of a source line.
    pub fn hue(&self, line: Option<u32>) -> Option<u8> {
        self.hues.get(line? as usize).copied().flatten()
    }
}

/// The first word of an instruction (after a guard such as `@p1`), for narrow cells.
pub fn mnemonic(text: &str) -> &str {
    let mut words = text.split_whitespace().filter(|word| !word.starts_with('@') && !word.ends_with(':'));
    words.next().unwrap_or("")
}

/// The first operand of an instruction, without punctuation.
fn destination(text: &str) -> Option<&str> {
    let mut words = text.split_whitespace().skip_while(|word| word.starts_with('@') || word.ends_with(':'));
    words.nth(1).map(|word| word.trim_end_matches([',', ';']))
}

/// `f32`, `s64`, `b8`, …
fn is_type(part: &str) -> bool {
    let mut letters = part.chars();
    let kind = letters.next().is_some_and(|letter| "fsub".contains(letter));
    kind && !letters.as_str().is_empty() && letters.all(|digit| digit.is_ascii_digit())
}

/// `fa0`, `ft11`, `fs2`: the float registers of RISC-V by the names of the calling convention.
pub fn is_float_register(name: &str) -> bool {
    let digits = ["fa", "fs", "ft"].iter().find_map(|start| name.strip_prefix(start));
    digits.is_some_and(|digits| !digits.is_empty() && digits.bytes().all(|byte| byte.is_ascii_digit()))
}

/// What a vector instruction takes the elements of one of its operands for; none if it only moves them or has no such
/// operand.
fn element_kind(text: &str, register: &str) -> Option<Radix> {
    const MOVES: &[&str] =
        &["vset", "vl", "vse", "vss", "vsu", "vso", "vmv", "vmerge", "vslide", "vrg", "vcompress", "vfirst"];
    let name = mnemonic(text);
    let arithmetic = name.starts_with('v') && !MOVES.iter().any(|start| name.starts_with(start));
    let rest = text.split_once(name)?.1;
    let mut operands = rest.split([',', ' ', '(', ')']).filter(|word| !word.is_empty());
    let place = operands.position(|operand| operand == register).filter(|_| arithmetic)?;
    let (is_float, converts) = (name.starts_with("vf") || name.starts_with("vmf"), name.contains("cvt"));
    let integer = match place {
        0 => !is_float || name.starts_with("vmf") || name.contains(".x") || name.starts_with("vfclass"),
        _ => !is_float || (converts && name.contains(".f.x")),
    };
    Some(if integer { Radix::Decimal } else { Radix::Float })
}

fn lines(listing: &Listing, index: &LineIndex) -> Vec<Option<u32>> {
    listing.lines.iter().map(|line| line_of(line.span, index)).collect()
}

fn line_of(span: Span, index: &LineIndex) -> Option<u32> {
    (!span.is_none()).then(|| index.line(span.start))
}

fn hues<'a>(count: usize, lines: impl Iterator<Item = &'a Option<u32>>) -> Vec<Option<u8>> {
    let mut has_code = vec![false; count];
    for line in lines.flatten() {
        if let Some(flag) = has_code.get_mut(*line as usize) {
            *flag = true;
        }
    }
    let mut turn = (0..HUES).cycle();
    has_code.into_iter().map(|code| if code { turn.next() } else { None }).collect()
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
    use lanescope_core::session::ListingLine;

    use super::*;

    fn line(text: &str, start: u32, pc: Option<u32>) -> ListingLine {
        ListingLine { text: text.into(), span: Span::new(start, start + 1), pc }
    }

    #[test]
    fn elements_are_what_arithmetic_takes_them_for() {
        let text = [
            "vle64.v v0, (a1)",
            "vfmul.vf v8, v0, fa0",
            "vle64.v v4, (a2)",
            "vsll.vi v4, v4, 3",
            "vluxei64.v v16, (a1), v4",
            "vfadd.vv v24, v8, v16",
            "vfcvt.rtz.x.f.v v28, v24",
            "vse64.v v24, (a2)",
        ];
        let map = SourceMap { text_of_pc: text.map(String::from).to_vec(), ..SourceMap::default() };
        let kinds = ["v0", "v8", "v4", "v16", "v24", "v28", "v30"].map(|name| map.vector_radix(name, 7));
        use Radix::{Decimal, Float};
        assert_eq!(kinds, [Float, Float, Decimal, Float, Float, Decimal, Decimal]);
        assert_eq!((map.radix("fa0", 7, 64), map.radix("a0", 7, 64)), (Float, Radix::Hex));
        assert!(!map.has_masks());
    }

    #[test]
    fn lines_with_code_get_colours_in_turn_and_instructions_find_them() {
        let source = "a;\nb;\n\nc;\n";
        let mut compiled = crate::state::tests::compiled();
        let generated = ListingLine { text: "  exit".into(), span: Span::NONE, pc: Some(2) };
        compiled.assembly = Listing {
            lines: vec![
                line("L0:", 0, None),
                line("  @p0 add r1", 3, Some(0)),
                line("ld", 7, Some(1)),
                generated,
            ],
        };
        compiled.ir = Listing::default();
        let map = SourceMap::new(source, &compiled);
        assert_eq!(map.of_pc, [Some(1), Some(3), None]);
        assert_eq!(map.pcs(3), [1]);
        assert_eq!(
            (map.hue(Some(0)), map.hue(Some(1)), map.hue(Some(2)), map.hue(Some(3))),
            (Some(0), Some(1), None, Some(2))
        );
        assert_eq!((map.text(0), map.text(99), map.row_of_pc[2]), ("@p0 add r1", "", Some(3)));
    }

    #[test]
    fn mnemonics_skip_guards_and_labels() {
        assert_eq!(mnemonic("@!p1 st.global.f32 [r1], r2"), "st.global.f32");
        assert_eq!(mnemonic("L1: bra L2"), "bra");
    }

    #[test]
    fn registers_are_written_as_their_last_writer_says() {
        let texts = [
            "ld.param.f32 %r0, [a];",
            "cvt.rn.f32.s32 %r1, %r2;",
            "mov.u32 %r1, %tid.x;",
            "@%p0 add.s64 %rd1, %rd1, 8;",
        ];
        let map = SourceMap { text_of_pc: texts.map(String::from).to_vec(), ..SourceMap::default() };
        assert_eq!(map.radix("%r0", 4, 32), Radix::Float);
        assert_eq!((map.radix("%r1", 2, 32), map.radix("%r1", 3, 32)), (Radix::Float, Radix::Decimal));
        assert_eq!((map.radix("%rd1", 4, 64), map.radix("%r9", 0, 32)), (Radix::Hex, Radix::Decimal));
    }

    #[test]
    fn offsets_become_utf16() {
        assert_eq!(utf16("aµ𝄞b", 3), 2);
        assert_eq!(utf16("aµ𝄞b", 7), 4);
        assert_eq!(utf16("aµ𝄞b", 99), 5);
        assert_eq!(utf16("aµb", 2), 1);
    }
}
