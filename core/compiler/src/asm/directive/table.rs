//! The directives of the GNU assembler that are known here, each once: a new one is a row. What it does is one of the [deeds](super::deeds).

use alloc::{string::String, vec::Vec};

use super::{
    super::{SectionKind, macros::texts, table::Directive},
    data,
    deeds::{
        Assemble::{self, Align, Bytes, Common, File, Fill, Integers, Nothing, Reals, Section, Set, Texts},
        Block,
        Condition::{Else, ElseIf, End, If},
        Does::{self, Assemble as Program, Condition as Lines, Expand as Text},
        Expand, Goes, Measure, Seen, Test,
    },
    section::below,
};
use crate::base::{prose, suggest::suggest, types::Type};

const GNU: &str = "GNU as";
const RISCV: &str = "GNU as, RISC-V";
const LLVM: &str = "LLVM";

/// A row whose operands nobody but a reader of the documentation asks for.
const fn row(
    names: &'static [&'static str],
    takes: &'static str,
    says: &'static str,
    source: &'static str,
    does: Does,
) -> Directive<Does> {
    Directive::new(names, prose(takes), says, source, does)
}

/// Every directive.
pub const DIRECTIVES: &[Directive<Does>] = &[
    row(
        &[".text"],
        "number",
        "What follows is code: it goes to this section, to the part of this number, or to part 0.",
        GNU,
        Program(Section(Goes::Own(SectionKind::Text))),
    ),
    row(
        &[".data", ".rodata", ".bss", ".sdata", ".srodata", ".sbss"],
        "number",
        "What follows is data: it goes to this section, to the part of this number, or to part 0.",
        GNU,
        Program(Section(Goes::Own(SectionKind::Data))),
    ),
    row(
        &[".section"],
        "name, \"flags\", …",
        "What follows goes to a section of this name. Flags with `ax` are code, with `a` data; without `a`, and in sections of notes, comments \
         and tables for debuggers and unwinding, what follows is left out.",
        GNU,
        Program(Section(Goes::Named)),
    ),
    row(
        &[".pushsection"],
        "name, number",
        "The same, and the present section is kept.",
        GNU,
        Program(Section(Goes::Push)),
    ),
    row(
        &[".popsection"],
        "",
        "What follows goes to the section that was kept last.",
        GNU,
        Program(Section(Goes::Pop)),
    ),
    row(
        &[".previous"],
        "",
        "What follows goes to the section before this one.",
        GNU,
        Program(Section(Goes::Back)),
    ),
    row(
        &[".subsection"],
        "number",
        "What follows goes to another part of the section; its parts lie in the order of their numbers.",
        GNU,
        Program(Section(Goes::Number)),
    ),
    row(
        &[".globl", ".global"],
        "name, …",
        "Other texts of the program see these names.",
        GNU,
        Program(Assemble::Seen(Seen::Global)),
    ),
    row(
        &[".weak"],
        "name, …",
        "The same, unless another text has such a name; one that no text has is 0.",
        GNU,
        Program(Assemble::Seen(Seen::Weak)),
    ),
    row(&[".local"], "name, …", "No other text sees these names.", GNU, Program(Assemble::Seen(Seen::Local))),
    row(
        &[".equ", ".set"],
        "name, value",
        "Gives a name a value, as `name = value` does. It may depend on what comes later.",
        GNU,
        Program(Set { once: false }),
    ),
    row(
        &[".equiv"],
        "name, value",
        "The same for a name that has no meaning yet.",
        GNU,
        Program(Set { once: true }),
    ),
    row(
        &[".align", ".p2align"],
        "power, fill, most",
        "What follows begins at a multiple of two to this power of bytes, up to 4096. `nop` fill code up to there, if no byte \
         is given, and zeros data; nothing does if more than `most` bytes are missing.",
        RISCV,
        Program(Align(Measure::Power)),
    ),
    row(
        &[".balign"],
        "bytes, fill, most",
        "What follows begins at a multiple of so many bytes, as with `.p2align`.",
        GNU,
        Program(Align(Measure::Bytes)),
    ),
    row(&[".byte"], "value, …", "Whole numbers of 8 bits.", GNU, Program(Integers(Type::I8))),
    row(
        &[".half", ".short", ".2byte", ".hword"],
        "value, …",
        "Whole numbers of 16 bits.",
        RISCV,
        Program(Integers(Type::I16)),
    ),
    row(
        &[".word", ".long", ".4byte", ".int"],
        "value, …",
        "Whole numbers of 32 bits.",
        RISCV,
        Program(Integers(Type::I32)),
    ),
    row(
        &[".dword", ".quad", ".8byte"],
        "value, …",
        "Whole numbers of 64 bits.",
        RISCV,
        Program(Integers(Type::I64)),
    ),
    row(
        &[".float", ".single"],
        "number, …",
        "Real numbers of 32 bits.",
        GNU,
        Program(Reals(Type::F32, data::real_of_32_bits)),
    ),
    row(
        &[".double"],
        "number, …",
        "Real numbers of 64 bits.",
        GNU,
        Program(Reals(Type::F64, data::real_of_64_bits)),
    ),
    row(
        &[".zero", ".skip", ".space"],
        "count, value",
        "So many bytes of this value, or of 0.",
        GNU,
        Program(Bytes),
    ),
    row(
        &[".fill"],
        "count, bytes, value",
        "So many numbers of this value, each of so many bytes: at most 8, of which the upper four are 0.",
        GNU,
        Program(Fill),
    ),
    row(&[".ascii"], "\"text\", …", "Texts.", GNU, Program(Texts { zero: false })),
    row(
        &[".asciz", ".string"],
        "\"text\", …",
        "Texts, each with a byte of 0 behind it.",
        GNU,
        Program(Texts { zero: true }),
    ),
    row(
        &[".incbin"],
        "\"file\", skip, count",
        "The bytes of a file, or `count` of them, behind the first `skip`.",
        GNU,
        Program(File),
    ),
    row(
        &[".comm"],
        "name, bytes, alignment",
        "A name for zeros, which other texts may announce, too.",
        GNU,
        Program(Common { shared: true }),
    ),
    row(
        &[".lcomm"],
        "name, bytes, alignment",
        "A name for zeros of this text alone.",
        GNU,
        Program(Common { shared: false }),
    ),
    row(
        &[".macro"],
        "name parameter, …",
        "Begins a macro. A parameter may have a default (`=`), or be `:req` or `:vararg`; in the lines `\\name` stands for it, `\\@` for the \
         number of the call, `\\()` for nothing.",
        GNU,
        Text(Expand::Macro),
    ),
    row(&[".endm", ".endmacro"], "", "Ends a macro.", GNU, Text(Expand::End(Block::Macro))),
    row(
        &[".exitm"],
        "",
        "The rest of the macro, or of the repetition, is not read.",
        GNU,
        Text(Expand::Leave),
    ),
    row(&[".purgem"], "name", "Takes a macro away.", GNU, Text(Expand::Forget)),
    row(
        &[".rept", ".rep"],
        "count",
        "The lines up to `.endr` are read so many times.",
        GNU,
        Text(Expand::Repeat),
    ),
    row(
        &[".irp"],
        "name, text, …",
        "The lines up to `.endr` are read for each text, for which `\\name` stands.",
        GNU,
        Text(Expand::ForEach(texts)),
    ),
    row(
        &[".irpc"],
        "name, text",
        "The lines up to `.endr` are read for each letter of the text.",
        GNU,
        Text(Expand::ForEach(letters)),
    ),
    row(&[".end"], "", "The text ends here: what stands behind is not read.", GNU, Text(Expand::Stop)),
    row(&[".endr"], "", "Ends a repetition.", GNU, Text(Expand::End(Block::Repetition))),
    row(&[".include"], "\"file\"", "The statements of another text stand here.", GNU, Text(Expand::Include)),
    row(
        &[".if", ".ifne"],
        "number",
        "The lines up to `.endif` are read if it is not 0.",
        GNU,
        Lines(If(Test::Number(|value| value != 0))),
    ),
    row(&[".ifeq"], "number", "If it is 0.", GNU, Lines(If(Test::Number(|value| value == 0)))),
    row(&[".iflt"], "number", "If it is less than 0.", GNU, Lines(If(Test::Number(|value| value < 0)))),
    row(&[".ifle"], "number", "If it is 0 or less.", GNU, Lines(If(Test::Number(|value| value <= 0)))),
    row(&[".ifgt"], "number", "If it is more than 0.", GNU, Lines(If(Test::Number(|value| value > 0)))),
    row(&[".ifge"], "number", "If it is 0 or more.", GNU, Lines(If(Test::Number(|value| value >= 0)))),
    row(&[".ifdef"], "name", "If the name has a meaning already.", GNU, Lines(If(Test::Defined(true)))),
    row(&[".ifndef", ".ifnotdef"], "name", "If the name has none yet.", GNU, Lines(If(Test::Defined(false)))),
    row(&[".ifb"], "text", "If there is no text.", GNU, Lines(If(Test::Blank(true)))),
    row(&[".ifnb"], "text", "If there is one.", GNU, Lines(If(Test::Blank(false)))),
    row(&[".ifc", ".ifeqs"], "text, text", "If both are the same.", GNU, Lines(If(Test::Same(true)))),
    row(&[".ifnc", ".ifnes"], "text, text", "If they are not.", GNU, Lines(If(Test::Same(false)))),
    row(
        &[".elseif"],
        "number",
        "What follows is read if the number is not 0 and nothing before was.",
        GNU,
        Lines(ElseIf),
    ),
    row(&[".else"], "", "What follows is read if nothing before was.", GNU, Lines(Else)),
    row(&[".endif"], "", "Ends a condition.", GNU, Lines(End)),
    row(&[".err"], "", "An error.", GNU, Text(Expand::Refuse)),
    row(&[".error"], "\"text\"", "An error with this text.", GNU, Text(Expand::Error)),
    row(&[".warning"], "\"text\"", "A warning with this text.", GNU, Text(Expand::Warning)),
    row(
        &[
            ".type",
            ".size",
            ".file",
            ".ident",
            ".loc",
            ".extern",
            ".hidden",
            ".protected",
            ".internal",
            ".comdat",
            ".print",
            ".cfi_…",
        ],
        "…",
        "For linkers, debuggers and unwinding: nothing here.",
        GNU,
        Program(Nothing),
    ),
    row(
        &[".option", ".attribute", ".variant_cc"],
        "…",
        "For other assemblers and linkers: nothing here.",
        RISCV,
        Program(Nothing),
    ),
    row(&[".addrsig", ".addrsig_sym"], "…", "For linkers: nothing here.", LLVM, Program(Nothing)),
];

/// How many names all rows have.
const COUNT: usize = {
    let (mut count, mut row) = (0, 0);
    while row < DIRECTIVES.len() {
        count += DIRECTIVES[row].names.len();
        row += 1;
    }
    count
};

/// Every name with the number of its row, in alphabetical order: macros make many lines, each of which is looked up.
static BY_NAME: [(&str, usize); COUNT] = {
    let mut sorted = [("", 0); COUNT];
    let (mut count, mut row) = (0, 0);
    while row < DIRECTIVES.len() {
        let mut name = 0;
        while name < DIRECTIVES[row].names.len() {
            let mut at = count;
            while at > 0 && is_less(DIRECTIVES[row].names[name], sorted[at - 1].0) {
                sorted[at] = sorted[at - 1];
                at -= 1;
            }
            sorted[at] = (DIRECTIVES[row].names[name], row);
            count += 1;
            name += 1;
        }
        row += 1;
    }
    sorted
};

/// Does one name stand before another, byte by byte?
const fn is_less(one: &str, other: &str) -> bool {
    let (one, other) = (one.as_bytes(), other.as_bytes());
    let mut at = 0;
    while at < one.len() && at < other.len() {
        if one[at] != other[at] {
            return one[at] < other[at];
        }
        at += 1;
    }
    one.len() < other.len()
}

/// The row of a directive.
pub fn find(name: &str) -> Option<&'static Directive<Does>> {
    // Most statements are instructions.
    if !name.starts_with('.') {
        return None;
    }
    // One that is the beginning of names stands behind these: `…` is greater than all letters.
    let (Ok(at) | Err(at)) = BY_NAME.binary_search_by(|(known, _)| (*known).cmp(name));
    let row = &DIRECTIVES[BY_NAME.get(at)?.1];
    row.is_called(name).then_some(row)
}

/// The name of a directive that is nearest to one that is none.
pub fn near(name: &str) -> Option<&'static str> {
    suggest(name, BY_NAME.iter().map(|(known, _)| *known))
}

/// What ends a block.
pub fn end_of(block: Block) -> &'static str {
    let ends = |row: &&Directive<Does>| matches!(row.does, Text(deed) if deed.ends() == Some(block));
    DIRECTIVES.iter().find(ends).map_or("", |row| row.names[0])
}

/// What a section holds whose name, or one above it, is a directive.
pub fn own_section(name: &str) -> Option<SectionKind> {
    DIRECTIVES.iter().find_map(|row| match row.does {
        Program(Section(Goes::Own(kind))) => row.names.iter().any(|own| below(name, own)).then_some(kind),
        _ => None,
    })
}

/// The letters of a text. Blanks count inside of quotes alone; of these the first and the last are none of its letters.
fn letters(text: &str) -> Vec<String> {
    let text = text.trim();
    let (mut found, mut quoted) = (Vec::new(), text.starts_with('"'));
    let mut rest = text.strip_prefix('"').unwrap_or(text);
    while !rest.is_empty() && rest != "\"" {
        let (letter, behind) = rest.split_at(rest.chars().next().map_or(0, char::len_utf8));
        quoted ^= letter == "\"";
        found.push(letter.into());
        rest = if quoted { behind } else { behind.trim_start() };
    }
    found
}
