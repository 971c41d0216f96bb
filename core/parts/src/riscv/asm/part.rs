//! Parts of addresses, as instructions of 32 bits need them: `%hi(x)`, `%pcrel_lo(.L1)`.

use alloc::borrow::ToOwned;

use crate::{
    asm::{Names, Piece, Value},
    source::Diagnostic,
};

/// Which part of a value.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Part {
    Whole,
    /// `%hi`: what `lui` needs so that adding the low part with its sign gives the whole.
    High,
    /// `%lo`: the low 12 bits with their sign.
    Low,
    /// `%pcrel_hi`: as `High`, of the distance from the instruction.
    RelativeHigh,
    /// `%got_pcrel_hi`: as `RelativeHigh`, to a double word that holds the address.
    TableHigh,
    /// `%pcrel_lo`: as `Low`, of the distance that the instruction at the name has the upper part of.
    RelativeLow,
}

/// How parts are written.
const PARTS: [(&str, Part); 5] = [
    ("%hi(", Part::High),
    ("%lo(", Part::Low),
    ("%pcrel_hi(", Part::RelativeHigh),
    ("%got_pcrel_hi(", Part::TableHigh),
    ("%pcrel_lo(", Part::RelativeLow),
];

impl Part {
    /// The part of a value.
    pub(super) const fn of(self, value: i64) -> i64 {
        match self {
            Part::Whole => value,
            Part::High | Part::RelativeHigh | Part::TableHigh => (value.wrapping_add(0x800) >> 12) & 0xF_FFFF,
            Part::Low | Part::RelativeLow => (value << 52) >> 52,
        }
    }

    /// Is it part of a distance?
    pub(super) const fn is_relative(self) -> bool {
        matches!(self, Part::RelativeHigh | Part::TableHigh | Part::RelativeLow)
    }

    /// Is it an upper part?
    pub(super) const fn is_high(self) -> bool {
        matches!(self, Part::High | Part::RelativeHigh | Part::TableHigh)
    }
}

/// Reads an expression, or a part of one. That of a number is worked out at once.
pub(super) fn read(names: &Names, piece: &Piece<'_>) -> Result<(Part, Value), Diagnostic> {
    let text = piece.text.trim();
    let text = text.strip_suffix("@plt").unwrap_or(text);
    let inside = |(prefix, part): (&str, Part)| {
        Some((text.strip_prefix(prefix)?.strip_suffix(')')?.trim().to_owned(), part))
    };
    let Some((inside, part)) = PARTS.into_iter().find_map(inside) else {
        let value = names.read(&Piece::new(text.to_owned(), piece.span))?;
        return Ok((Part::Whole, value));
    };
    let value = names.read(&Piece::new(inside, piece.span))?;
    if value.symbol.is_some() {
        return Ok((part, value));
    }
    if part.is_relative() {
        let message = "A distance is that of a name.";
        return Err(Diagnostic::error("asm::expression", piece.span, message));
    }
    Ok((Part::Whole, Value::number(part.of(value.constant))))
}
