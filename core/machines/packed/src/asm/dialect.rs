//! What packed instructions add to the written form.

use alloc::{
    borrow::Cow,
    format,
    string::{String, ToString},
    vec::Vec,
};

use lanescope_parts::{
    asm::{Names, Piece, Statement},
    riscv::{
        asm::{
            Dialect, Parser, error, expected, library,
            operand::{ranged, within},
        },
        isa::registers::{INTEGER, integer},
    },
    source::Diagnostic,
};

use crate::isa::PackedInst;
use crate::isa::{
    Elem, Form, Guard, GuardedInst, Inst, Other, P, PArg, PForm, Shape, Work, build,
    registers::{prefixed, wide, wide_name},
};

type Read<T> = Result<T, Diagnostic>;

impl Dialect for P {
    fn library(name: &str) -> Option<String> {
        library::text(name)
    }

    fn instruction(parser: &mut Parser<P>, statement: &Statement<'_>) -> Option<Read<()>> {
        if let Some(guarded) = guard_in_front(statement) {
            return Some(parser.instruction(&guarded));
        }
        let head: &str = &statement.head.text;
        let predicates = statement.operands.first().is_some_and(|first| predicate(&first.text).is_some());
        if head == "vpandn" && predicates {
            return Some(parser.built(statement, "vpandn4", &statement.operands));
        }
        let known = |name: &str| {
            let head = Piece::new(name.to_string(), statement.head.span);
            parser.find(&Statement { labels: Vec::new(), head, operands: Vec::new() }).is_some()
        };
        if known(head) {
            return None;
        }
        let small = head.to_ascii_lowercase();
        let names = [small.clone(), format!("v{small}"), head.replace("spltat", "splat")];
        if let Some(name) = names.iter().find(|name| known(name)) {
            return Some(parser.built(statement, name, &statement.operands));
        }
        does_not_fit(head, known)
            .map(|message| Err(Diagnostic::error("asm::lanes", statement.head.span, message)))
    }

    /// The mask of a gather is left out where a mask register stands behind the destination; [`PArg::Indexed`] looks.
    fn is_optional(arg: PArg) -> bool {
        matches!(arg, PArg::Guarded | PArg::V3)
    }

    fn read(inst: &mut Inst, arg: PArg, pieces: &[Piece<'_>], names: &Names) -> Read<usize> {
        let Some(piece) = pieces.first() else { return Ok(0) };
        let text: &str = &piece.text;
        let bad = || expected(P::describe(arg), piece);
        match arg {
            PArg::Vd | PArg::Kd | PArg::Place => destination(inst, arg, piece, names)?,
            PArg::V1 => last(inst, arg, piece, names)?,
            PArg::V2 => inst.rs2 = register(inst, arg, piece)?,
            PArg::V3 => {
                inst.rs3 = register(inst, arg, piece)?;
                distinct(inst, piece)?;
            }
            PArg::Narrow1 => narrow(inst, piece, names)?,
            PArg::NarrowD => inst.rd = narrow_register(16, text).ok_or_else(bad)?,
            PArg::Number => inst.imm = ranged(piece, names, 0, 255)?,
            PArg::Amount => match integer(text) {
                Some(number) => inst.rs1 = number,
                None => {
                    inst.imm = ranged(piece, names, 0, 255)?;
                    change(inst, Other::Number);
                }
            },
            PArg::K1 => match (mask_register(text), integer(text)) {
                (Some(number), _) => inst.rs1 = number,
                (None, Some(number)) if moves_mask(inst) && change(inst, Other::FromInteger) => {
                    inst.rs1 = number
                }
                _ => return Err(bad()),
            },
            PArg::K2 => inst.rs2 = mask_register(text).ok_or_else(bad)?,
            PArg::Indexed => indexed(inst, pieces, names)?,
            PArg::Td => inst.rd = prefixed(text, "tmm", 7).ok_or_else(bad)?,
            PArg::T1 => inst.rs1 = prefixed(text, "tmm", 7).ok_or_else(bad)?,
            PArg::T2 => inst.rs2 = prefixed(text, "tmm", 7).ok_or_else(bad)?,
            PArg::T3 => inst.rs3 = prefixed(text, "tmm", 7).ok_or_else(bad)?,
            PArg::Rows => {
                let (offset, inside) = address(piece, P::describe(arg))?;
                let [base, distance] = inside[..] else { return Err(bad()) };
                (inst.rs1, inst.rs2) = integer(base).zip(integer(distance)).ok_or_else(bad)?;
                inst.imm = ranged(&offset, names, -2048, 2047)?;
            }
            PArg::Wd => match (vector4(text), predicate(text)) {
                (Some(number), _) => inst.rd = number,
                (None, Some(number)) if change(inst, Other::ToMask) => inst.rd = number,
                _ => return Err(bad()),
            },
            PArg::W1 => inst.rs1 = vector4(text).ok_or_else(bad)?,
            PArg::W2 => inst.rs2 = vector4(text).ok_or_else(bad)?,
            PArg::W3 => inst.rs3 = vector4(text).ok_or_else(bad)?,
            PArg::Pd => inst.rd = predicate(text).ok_or_else(bad)?,
            PArg::P1 => inst.rs1 = predicate(text).ok_or_else(bad)?,
            PArg::P2 => inst.rs2 = predicate(text).ok_or_else(bad)?,
            PArg::Guarded => *inst = inst.with_guard(guard(text).ok_or_else(bad)?),
        }
        Ok(1)
    }

    fn print(inst: &Inst, arg: PArg) -> Option<String> {
        let wide = |number| wide_name(number, inst.width);
        let x = |number: u8| INTEGER[usize::from(number & 31)];
        let k = |number: u8| format!("k{number}");
        let narrow = |number| wide_name(number, inst.width.min(16));
        let mask = || mask_text(inst);
        let (offset, scale) = inst.offset_and_scale();
        Some(match arg {
            PArg::Vd => wide(inst.rd) + &mask(),
            PArg::Kd => k(inst.rd) + &mask(),
            PArg::Place => format!("{}({})", inst.imm, x(inst.rs1)) + &mask(),
            PArg::V1 => wide(inst.rs1),
            PArg::V2 => wide(inst.rs2),
            PArg::V3 => wide(inst.rs3),
            PArg::Narrow1 => narrow(inst.rs1),
            PArg::NarrowD => narrow(inst.rd),
            PArg::Number => inst.imm.to_string(),
            PArg::Amount => x(inst.rs1).into(),
            PArg::K1 => k(inst.rs1),
            PArg::K2 => k(inst.rs2),
            PArg::Indexed => {
                let index = wide_name(inst.rs2, index_bytes(inst).unwrap_or(64));
                let of_scatter = if stores(inst) { mask() } else { String::new() };
                format!("{offset}({}, {index}, {})", x(inst.rs1), 1 << scale) + &of_scatter
            }
            PArg::Td => format!("tmm{}", inst.rd),
            PArg::T1 => format!("tmm{}", inst.rs1),
            PArg::T2 => format!("tmm{}", inst.rs2),
            PArg::T3 => format!("tmm{}", inst.rs3),
            PArg::Rows => format!("{}({}, {})", inst.imm, x(inst.rs1), x(inst.rs2)),
            PArg::Wd => format!("vv{}", inst.rd),
            PArg::W1 => format!("vv{}", inst.rs1),
            PArg::W2 => format!("vv{}", inst.rs2),
            PArg::W3 => format!("vv{}", inst.rs3),
            PArg::Pd => format!("vp{}", inst.rd),
            PArg::P1 => format!("vp{}", inst.rs1),
            PArg::P2 => format!("vp{}", inst.rs2),
            PArg::Guarded => {
                let guard = inst.guard()?;
                format!("{}vp{}", if guard.flag { "!" } else { "" }, guard.register)
            }
        })
    }

    fn describe(arg: PArg) -> &'static str {
        match arg {
            PArg::Vd | PArg::V1 | PArg::V2 | PArg::V3 => "a vector register such as `ymm0`",
            PArg::Narrow1 | PArg::NarrowD => "a vector register such as `xmm0`",
            PArg::Place => "an address such as `8(a0)`",
            PArg::Number => "a number",
            PArg::Amount => "an integer register or a number",
            PArg::Kd | PArg::K1 | PArg::K2 => "a mask register, `k0` to `k7`",
            PArg::Indexed => "an address with an index such as `8(a0, ymm1, 4)`",
            PArg::Td | PArg::T1 | PArg::T2 | PArg::T3 => "a tile, `tmm0` to `tmm7`",
            PArg::Rows => "an address with the distance of rows such as `0(a0, a1)`",
            PArg::Wd | PArg::W1 | PArg::W2 | PArg::W3 => "a vector register, `vv0` to `vv15`",
            PArg::Pd | PArg::P1 | PArg::P2 => "a predicate, `vp0` to `vp3`",
            PArg::Guarded => "a predicate such as `!vp0`",
        }
    }
}

/// The form of a packed instruction.
fn form(inst: &Inst) -> Option<PForm> {
    inst.packed().map(|(_, form)| form)
}

fn work(inst: &Inst) -> Option<Work> {
    inst.packed().map(|(op, _)| op.work())
}

fn stores(inst: &Inst) -> bool {
    form(inst).is_some_and(|form| form.shape.stores())
}

fn moves_mask(inst: &Inst) -> bool {
    work(inst) == Some(Work::MaskMove)
}

/// Takes the form with an operand written in another way, if there is one.
fn change(inst: &mut Inst, other: Other) -> bool {
    let changed = form(inst).and_then(|form| Some(PForm { shape: form.shape.instead(other)?, ..form }));
    if let Some(changed) = changed {
        inst.form = Form::Ext(changed);
    }
    changed.is_some()
}

fn mask_register(text: &str) -> Option<u8> {
    prefixed(text, "k", 7)
}

fn vector4(text: &str) -> Option<u8> {
    prefixed(text, "vv", 15)
}

fn predicate(text: &str) -> Option<u8> {
    prefixed(text, "vp", 3)
}

/// `vp1` or `!vp1`.
fn guard(text: &str) -> Option<Guard> {
    let (flag, name) = text.strip_prefix('!').map_or((false, text), |name| (true, name.trim()));
    predicate(name).map(|register| Guard { register, flag })
}

/// A statement with its guard in front, as one with it behind.
fn guard_in_front<'a>(statement: &Statement<'a>) -> Option<Statement<'a>> {
    guard(&statement.head.text)?;
    let (first, rest) = statement.operands.split_first()?;
    let (name, operand) = first.text.split_once(char::is_whitespace)?;
    let mut operands = Vec::from([Piece::new(operand.trim().to_string(), first.span)]);
    operands.extend(rest.iter().cloned());
    operands.push(statement.head.clone());
    let head = Piece { text: Cow::Owned(name.to_string()), span: statement.head.span };
    Some(Statement { labels: Vec::new(), head, operands })
}

/// The message for a name like `padd.16B`, whose elements do not fill a register.
fn does_not_fit(name: &str, known: impl Fn(&str) -> bool) -> Option<String> {
    let (base, suffix) = name.rsplit_once('.')?;
    let letter = suffix.chars().last()?;
    let count: u32 = suffix.strip_suffix(letter)?.parse().ok()?;
    let bits = match letter {
        'B' => 8,
        'H' => 16,
        'W' | 'S' => 32,
        'D' => 64,
        'Q' => 128,
        _ => return None,
    };
    let there = Elem::ALL
        .iter()
        .any(|elem| elem.suffix().starts_with('.') && known(&format!("{base}{}", elem.suffix())));
    let fits = count.checked_mul(bits) == Some(256);
    (there && !fits).then(|| {
        format!("The lane count of `{name}` does not fit 256 bits: {count} elements of {bits} bits do not fill them.")
    })
}

/// A register of the instruction's width, which the first one says.
fn register(inst: &mut Inst, arg: PArg, piece: &Piece<'_>) -> Read<u8> {
    let (number, bytes) = wide(&piece.text).ok_or_else(|| expected(P::describe(arg), piece))?;
    if inst.width != 0 && inst.width != bytes {
        let message =
            format!("Expected {} here: all registers have one width.", wide_name(number, inst.width));
        return Err(error(piece.span, message));
    }
    inst.width = bytes;
    Ok(number)
}

/// The number of a register of 128 bits (64 in MMX).
fn narrow_register(bytes: u8, text: &str) -> Option<u8> {
    wide(text).filter(|found| found.1 == bytes.min(16)).map(|found| found.0)
}

/// `offset(a, b)` as the offset and what stands in the parentheses.
fn address<'a>(piece: &'a Piece<'_>, what: &str) -> Read<(Piece<'a>, Vec<&'a str>)> {
    let bad = || expected(what, piece);
    let (offset, inside) = piece.text.rsplit_once('(').ok_or_else(bad)?;
    let inside = inside.trim_end().strip_suffix(')').ok_or_else(bad)?;
    let offset = if offset.trim().is_empty() { "0" } else { offset.trim() };
    Ok((Piece::new(offset, piece.span), inside.split(',').map(str::trim).collect()))
}

/// Base and offset of a memory operand.
fn memory(inst: &mut Inst, piece: &Piece<'_>, names: &Names) -> Read<()> {
    let (offset, inside) = address(piece, P::describe(PArg::Place))?;
    let [base] = inside[..] else { return Err(expected(P::describe(PArg::Place), piece)) };
    inst.rs1 = integer(base).ok_or_else(|| expected(P::describe(PArg::Place), piece))?;
    inst.imm = within(names.constant(&offset)?, piece.span, -2048, 2047)?;
    Ok(())
}

/// An operand without what stands in braces behind it, which is the instruction's mask.
fn take_mask<'a>(inst: &mut Inst, piece: &Piece<'a>) -> Read<Piece<'a>> {
    let Some((operand, braces)) = piece.text.split_once('{') else { return Ok(piece.clone()) };
    let bad = || error(piece.span, "Expected a mask such as `{k1}` or `{k1}{z}` here.".to_string());
    let inside = braces.trim_end().strip_suffix('}').ok_or_else(bad)?;
    let mut parts = inside.split('}').map(|part| part.trim().trim_start_matches('{').trim());
    let register = parts.next().and_then(mask_register).ok_or_else(bad)?;
    let flag = match (parts.next(), parts.next()) {
        (None, None) => false,
        (Some("z"), None) => true,
        _ => return Err(bad()),
    };
    // `k0` stands for no mask.
    if register != 0 {
        *inst = inst.with_guard(Guard { register, flag });
    }
    Ok(Piece::new(operand.trim().to_string(), piece.span))
}

/// A destination: a register, a mask register, memory, an integer register.
fn destination(inst: &mut Inst, arg: PArg, piece: &Piece<'_>, names: &Names) -> Read<()> {
    let plain = take_mask(inst, piece)?;
    let text: &str = &plain.text;
    let one = work(inst) == Some(Work::MoveOne);
    if text.ends_with(')') && change(inst, Other::ToMemory) {
        return memory(inst, &plain, names);
    }
    if let Some(number) = integer(text).filter(|_| one || moves_mask(inst)) {
        change(inst, Other::ToInteger);
        inst.rd = number;
        return Ok(());
    }
    if let Some(number) = mask_register(text)
        && (arg == PArg::Kd || change(inst, Other::ToMask))
    {
        inst.rd = number;
        return Ok(());
    }
    if arg == PArg::Kd {
        return Err(expected(P::describe(arg), piece));
    }
    inst.rd = register(inst, arg, &plain)?;
    if inst.masked {
        change(inst, Other::Masked);
    }
    Ok(())
}

/// The last source, which may be memory or an integer register; what is stored, where the destination was memory.
fn last(inst: &mut Inst, arg: PArg, piece: &Piece<'_>, names: &Names) -> Read<()> {
    let shape = form(inst).map(|form| form.shape);
    if shape == Some(Shape::VStore) {
        inst.rs2 = register(inst, arg, piece)?;
        return Ok(());
    }
    if piece.text.ends_with(')') && change(inst, Other::Memory) {
        return memory(inst, piece, names);
    }
    let from = integer(&piece.text).filter(|_| work(inst) == Some(Work::MoveOne));
    if let Some(number) = from.filter(|_| change(inst, Other::FromInteger)) {
        inst.rs1 = number;
        return Ok(());
    }
    inst.rs1 = register(inst, arg, piece)?;
    Ok(())
}

/// A source that is narrow: a register, and by the shape a number, memory or an integer register.
fn narrow(inst: &mut Inst, piece: &Piece<'_>, names: &Names) -> Read<()> {
    let text: &str = &piece.text;
    if let Some(number) = narrow_register(inst.width.min(16), text) {
        inst.rs1 = number;
        return Ok(());
    }
    if text.ends_with(')') && change(inst, Other::Memory) {
        return memory(inst, piece, names);
    }
    let whole = form(inst)
        .is_some_and(|form| !form.elem.is_float() && form.elem != Elem::Xss && form.elem != Elem::Xsd);
    if let Some(number) = integer(text).filter(|_| whole)
        && change(inst, Other::FromInteger)
    {
        inst.rs1 = number;
        return Ok(());
    }
    if wide(text).is_none() && change(inst, Other::Number) {
        inst.imm = ranged(piece, names, 0, 255)?;
        return Ok(());
    }
    Err(expected(P::describe(PArg::Narrow1), piece))
}

/// Bytes of an index register; `None` if no register has so many.
fn index_bytes(inst: &Inst) -> Option<u8> {
    let (op, form) = inst.packed()?;
    let (Work::Gather(bits) | Work::Scatter(bits)) = op.work() else { return None };
    let bytes = form.elem.count(inst.width.into()) * bits / 8;
    (bytes <= 64).then_some(bytes.max(16) as u8)
}

/// `offset(base, index, scale)`, and the mask of a scatter behind it.
fn indexed(inst: &mut Inst, pieces: &[Piece<'_>], names: &Names) -> Read<()> {
    let whole = &pieces[0];
    let bad = || expected(P::describe(PArg::Indexed), whole);
    let scatters = stores(inst);
    let piece = if scatters { take_mask(inst, whole)? } else { whole.clone() };
    let (offset, inside) = address(&piece, P::describe(PArg::Indexed))?;
    let (base, index, scale) = match inside[..] {
        [base, index] => (base, index, "1"),
        [base, index, scale] => (base, index, scale),
        _ => return Err(bad()),
    };
    let scale = ["1", "2", "4", "8"].iter().position(|known| *known == scale).ok_or_else(bad)?;
    let offset = ranged(&offset, names, -2048, 2047)?;
    inst.imm = build::indexed(offset, 1 << scale);
    inst.rs1 = integer(base).ok_or_else(bad)?;
    let (number, bytes) = wide(index).ok_or_else(bad)?;
    inst.rs2 = number;
    let needs_more = scatters || form(inst).is_some_and(|form| form.shape == Shape::VGather);
    if needs_more && pieces.len() < 2 {
        let what = if scatters {
            "the register that is stored"
        } else {
            "a mask: a register, or `{k1}` behind the first one"
        };
        return Err(error(whole.span, format!("Expected {what} as the next operand.")));
    }
    if scatters {
        inst.width = pieces.get(1).and_then(|data| wide(&data.text)).map_or(0, |found| found.1);
    }
    match index_bytes(inst) {
        Some(right) if right == bytes => distinct(inst, whole),
        Some(right) => {
            Err(error(whole.span, format!("Expected {} as the index here.", wide_name(number, right))))
        }
        None => Err(error(
            whole.span,
            "No register is wide enough for so many indices: take narrower data.".into(),
        )),
    }
}

/// A gather's registers are all different.
fn distinct(inst: &Inst, piece: &Piece<'_>) -> Read<()> {
    let Some(form) = form(inst) else { return Ok(()) };
    let with_mask =
        form.shape == Shape::VGather && matches!(piece.text.as_bytes().first(), Some(b'x' | b'y' | b'z'));
    let clash = match form.shape {
        Shape::VGather if with_mask => inst.rd == inst.rs2 || inst.rd == inst.rs3 || inst.rs2 == inst.rs3,
        Shape::VGather | Shape::KGather => inst.rd == inst.rs2,
        _ => false,
    };
    if clash {
        return Err(error(piece.span, "Destination, index and mask of a gather are three registers.".into()));
    }
    Ok(())
}

/// `{k1}{z}`.
fn mask_text(inst: &Inst) -> String {
    inst.guard().map_or_else(String::new, |guard| {
        format!("{{k{}}}{}", guard.register, if guard.flag { "{z}" } else { "" })
    })
}
