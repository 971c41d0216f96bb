//! Directives, each on a line of its own (facts C2): a new one is a row and its function.

use alloc::{format, string::String, vec::Vec};

use lanescope_parts::{
    asm::{directive::fits, table::Directive},
    ir::Type,
    source::Span,
};

use super::{
    super::isa::Encoding,
    number::Number,
    object::{EXECUTE, MAX_BYTES, Placed, READ, WRITE},
    parser::Parser,
    stand_in::{IMAGE, OBJECT},
    token::Token,
};

/// The directive of bytes that count as instructions: they go on with the chunk that they stand in.
pub(super) const RAW: &str = ".raw";

/// Does what a directive says with what stands behind it, all of which is at a place.
type Deed = fn(&mut Parser<'_>, &[Token], Span) -> Result<(), Wrong>;

/// What is wrong with a directive.
pub(super) enum Wrong {
    /// It does not take what stands behind it.
    Takes,
    /// It takes this.
    Only(&'static str),
    /// Something else.
    Because(String),
}

const TOOL: &str = "HARP 4.17";
const OWN: &str = "Lanescope";

/// Every directive.
pub(super) const DIRECTIVES: &[Directive<Deed>] = &[
    Directive::new(&[".def"], "a name and a number", "The name is a constant from here on.", TOOL, define),
    Directive::new(
        &[".word"],
        "numbers, separated by blanks",
        "Words of the machine; real ones if all numbers are.",
        TOOL,
        words,
    ),
    Directive::new(&[".byte"], "one number", "A byte.", TOOL, byte),
    Directive::new(
        &[".string"],
        "a text in quotes",
        "Its letters, with a byte of 0 behind them.",
        TOOL,
        text,
    ),
    Directive::new(&[".space"], "numbers of words, separated by blanks", "So many words of 0.", TOOL, space),
    Directive::new(
        &[".align"],
        "a number",
        "What follows begins at a multiple of so many bytes.",
        TOOL,
        align,
    ),
    Directive::new(
        &[".perm"],
        "some of the letters r, w and x",
        "What follows may be read, written, executed.",
        TOOL,
        permit,
    ),
    Directive::new(&[".global"], "nothing", "Other texts see the next label.", TOOL, global),
    Directive::new(&[".entry"], "nothing", "The program begins at the next label.", TOOL, entry),
    Directive::new(
        &[RAW],
        "bytes, separated by blanks",
        "They count as instructions: no other piece begins there. `lanescope disasm` writes what is no instruction among some like this.",
        OWN,
        raw,
    ),
    Directive::new(
        &[OBJECT],
        "the name of a file in quotes, and nothing else stands in its text",
        "The text stands for an object file.",
        OWN,
        alone,
    ),
    Directive::new(
        &[IMAGE],
        "the name of a file in quotes, and nothing else stands in its text",
        "The text stands for a flat image, which is a whole program.",
        OWN,
        alone,
    ),
];

impl Parser<'_> {
    /// Reads the rest of the line and does what it says.
    pub(super) fn directive(&mut self, name: &str, span: Span) {
        let mut rest = Vec::new();
        while let Some((token, at)) = self.next() {
            match token {
                Token::Line => break,
                Token::Wrong => return self.skip(),
                token => rest.push((token, at)),
            }
        }
        let all = rest.last().map_or(span, |(_, last)| span.to(*last));
        let operands: Vec<Token> = rest.into_iter().map(|(token, _)| token).collect();
        let Some(row) = DIRECTIVES.iter().find(|row| row.is_called(name)) else {
            let known = DIRECTIVES.iter().flat_map(|row| row.names).copied();
            return self.unknown(all, format!("`{name}` is no directive"), name, known);
        };
        match (row.does)(self, &operands, all) {
            Ok(()) => {}
            Err(Wrong::Takes) => self.error(all, format!("`{name}` takes {}", row.takes)),
            Err(Wrong::Only(what)) => self.error(all, format!("`{name}` takes {what}")),
            Err(Wrong::Because(why)) => self.error(all, why),
        }
    }

    /// A number as so many bytes. The original tool leaves out what does not fit (facts C2), which is said here; without its rules that is an
    /// error.
    fn bytes_of(&mut self, number: Number, bytes: usize, span: Span) -> Result<[u8; 8], Wrong> {
        let value = self.value(number);
        let whole = value.to_le_bytes();
        if fits(value, bytes) {
            return Ok(whole);
        }
        let message = format!("{value} does not fit into {} bits", 8 * bytes);
        if !self.rules.cut_data {
            return Err(Wrong::Because(message));
        }
        self.warning("harp::data", span, message + ": the upper ones are left out");
        Ok(whole)
    }

    /// Emits data of numbers of a type.
    fn emit_data(&mut self, element: Option<Type>, bytes: &[u8], span: Span) {
        self.emit(Placed { at: 0, span, is_code: false, element }, bytes, None);
    }
}

fn define(parser: &mut Parser<'_>, operands: &[Token], _: Span) -> Result<(), Wrong> {
    let [Token::Name(constant), Token::Number(number)] = operands else { return Err(Wrong::Takes) };
    let value = parser.value(*number);
    parser.constants.insert(constant.clone(), value);
    Ok(())
}

fn words(parser: &mut Parser<'_>, operands: &[Token], span: Span) -> Result<(), Wrong> {
    let word = usize::from(parser.arch.word_bytes);
    let values = whole_row(operands)?;
    let element = element(word, &values);
    for value in values {
        let bytes = parser.bytes_of(value, word, span)?;
        parser.emit_data(element, &bytes[..word], span);
    }
    Ok(())
}

fn byte(parser: &mut Parser<'_>, operands: &[Token], span: Span) -> Result<(), Wrong> {
    let bytes = parser.bytes_of(one_number(operands)?, 1, span)?;
    parser.emit_data(Some(Type::I8), &bytes[..1], span);
    Ok(())
}

fn text(parser: &mut Parser<'_>, operands: &[Token], span: Span) -> Result<(), Wrong> {
    let [Token::Text(text)] = operands else { return Err(Wrong::Takes) };
    let bytes: Vec<u8> = text.iter().copied().chain([0]).collect();
    parser.emit_data(Some(Type::I8), &bytes, span);
    Ok(())
}

fn space(parser: &mut Parser<'_>, operands: &[Token], span: Span) -> Result<(), Wrong> {
    let word = usize::from(parser.arch.word_bytes);
    for value in whole_row(operands)? {
        let words = u64::try_from(parser.value(value)).ok();
        let bytes = words.and_then(|words| words.checked_mul(word as u64));
        let bytes = bytes.filter(|bytes| parser.cutter.has_room(*bytes)).ok_or_else(|| {
            let most = format!("`.space` takes 0 words or more, and an object has at most {MAX_BYTES} bytes");
            Wrong::Because(most)
        })?;
        parser.emit_data(element(word, &[]), &alloc::vec![0; bytes as usize], span);
    }
    Ok(())
}

fn align(parser: &mut Parser<'_>, operands: &[Token], _: Span) -> Result<(), Wrong> {
    let alignment = u64::try_from(parser.value(one_number(operands)?));
    parser.cutter.align(alignment.map_err(|_| Wrong::Only("a number that is not negative"))?);
    Ok(())
}

fn permit(parser: &mut Parser<'_>, operands: &[Token], _: Span) -> Result<(), Wrong> {
    parser.cutter.permit(permission(operands).ok_or(Wrong::Takes)?);
    Ok(())
}

fn global(parser: &mut Parser<'_>, operands: &[Token], _: Span) -> Result<(), Wrong> {
    nothing(operands)?;
    parser.cutter.global();
    Ok(())
}

fn entry(parser: &mut Parser<'_>, operands: &[Token], _: Span) -> Result<(), Wrong> {
    nothing(operands)?;
    parser.cutter.entry();
    Ok(())
}

fn raw(parser: &mut Parser<'_>, operands: &[Token], span: Span) -> Result<(), Wrong> {
    let values: Vec<i64> = whole_row(operands)?.into_iter().map(|value| parser.value(value)).collect();
    if let Some(value) = values.iter().find(|value| !fits(**value, 1)) {
        return Err(Wrong::Because(format!("{value} does not fit into 8 bits")));
    }
    let bytes: Vec<u8> = values.into_iter().map(|value| value as u8).collect();
    // Where instructions are words, so is what counts as one.
    let word = usize::from(parser.arch.word_bytes);
    let each = if parser.arch.encoding == Encoding::Word { word } else { 1 };
    for bytes in bytes.chunks(each) {
        parser.emit(Placed { at: 0, span, is_code: true, element: None }, bytes, None);
    }
    Ok(())
}

/// A text that stands for a file never comes here: something else stands in it.
fn alone(_: &mut Parser<'_>, _: &[Token], _: Span) -> Result<(), Wrong> {
    Err(Wrong::Takes)
}

/// What words of so many bytes are that hold these numbers: real if all of them are. No type has 3, 5, 6 or 7 bytes.
fn element(word: usize, values: &[Number]) -> Option<Type> {
    let is_real = !values.is_empty() && values.iter().all(|value| matches!(value, Number::Real(_)));
    let types =
        if is_real { &[Type::F32, Type::F64][..] } else { &[Type::I8, Type::I16, Type::I32, Type::I64] };
    types.iter().copied().find(|known| known.bytes() as usize == word)
}

fn nothing(operands: &[Token]) -> Result<(), Wrong> {
    if operands.is_empty() { Ok(()) } else { Err(Wrong::Takes) }
}

fn one_number(operands: &[Token]) -> Result<Number, Wrong> {
    if let [Token::Number(number)] = operands { Ok(*number) } else { Err(Wrong::Takes) }
}

/// The numbers of a row in which nothing else is.
fn whole_row(operands: &[Token]) -> Result<Vec<Number>, Wrong> {
    let number = |token: &Token| if let Token::Number(number) = token { Some(*number) } else { None };
    operands.iter().map(number).collect::<Option<_>>().ok_or(Wrong::Takes)
}

/// The permission that some letters are.
fn permission(operands: &[Token]) -> Option<u64> {
    let mut permission = 0;
    for token in operands {
        let Token::Name(letters) = token else { return None };
        for letter in letters.bytes() {
            permission |= match letter {
                b'r' => READ,
                b'w' => WRITE,
                b'x' => EXECUTE,
                _ => return None,
            };
        }
    }
    Some(permission)
}
