//! Names of instructions: the row of the op table, its words and types.

use alloc::{format, string::String, vec::Vec};

use lanescope_parts::{ir::Math, source::Span};

use crate::isa::{
    Atom, CacheLevel, Cmp, Detail, Inst, Shuffle, Space, Ty, Vote, Word,
    ops::{Op, Row, TABLE},
};

/// Words that make no difference.
const IGNORED: &[&str] = &[
    "rn", "approx", "full", "volatile", "relaxed", "nc", "ca", "cg", "cs", "lu", "cv", "wb", "wt", "gpu",
    "cta", "sys", "gl", "aligned",
];

/// Instructions of PTX that the machine lacks, and a way around.
const ABSENT: &[(&str, &str)] = &[
    (
        "bfi",
        "It would read four registers. Clear the bits with `and.b32`, move the new ones with `shl.b32`, join them with `or.b32`.",
    ),
    ("redux", "Join the values with `shfl.sync`, lane by lane or in a tree."),
    ("elect", "Choose the lowest lane of `activemask.b32`."),
    ("call", "Write the function's instructions where it is called."),
    ("tex", "Read the texture's memory with `ld.global`."),
];

/// The name of an instruction.
pub(super) fn spell(inst: &Inst) -> String {
    let row = inst.op.row();
    let mut name = String::from(row.mnemonic);
    match (row.word, inst.detail) {
        (Word::Nothing, _) => {}
        (Word::Space, _) => name += &format!(".{}", inst.space),
        (Word::SpaceCas, _) => name += &format!(".{}.cas", inst.space),
        (Word::SpaceLevel, Detail::Level(level)) => name += &format!(".{}.{level}", inst.space),
        (Word::SpaceAtom, Detail::Atom(atom)) => name += &format!(".{}.{atom}", inst.space),
        (Word::Cmp, Detail::Cmp(cmp)) => name += &format!(".{cmp}"),
        (Word::Math, Detail::Math(math)) => name += &format!(".{}", math.name()),
        (Word::Shuffle, Detail::Shuffle(from)) => name += &format!(".{from}"),
        (Word::Vote, Detail::Vote(vote)) => name += &format!(".{vote}"),
        (Word::SpaceAtom | Word::SpaceLevel | Word::Cmp | Word::Math | Word::Shuffle | Word::Vote, _) => {}
    }
    if inst.flush {
        name += ".ftz";
    }
    if !row.types.is_empty() {
        name += &format!(".{}", inst.ty);
    }
    if !row.from.is_empty() {
        name += &format!(".{}", inst.from);
    }
    name
}

/// The instruction with this name, without operands.
///
/// # Errors
/// A sentence and perhaps a hint.
pub(super) fn read(name: &str, span: Span) -> Result<Inst, (String, Option<String>)> {
    let mut parts: Vec<&str> = name.split('.').filter(|part| !IGNORED.contains(part)).collect();
    let all = parts.len();
    parts.retain(|part| *part != "ftz");
    let flush = parts.len() < all;
    if let Some(inst) = TABLE.iter().find_map(|row| fit(row, &parts, span)) {
        let has_single = inst.op.flushes() && (inst.ty == Ty::F32 || inst.from == Ty::F32);
        return match flush && !has_single {
            true => Err((format!("`.ftz` goes with operations on `.f32` (in `{name}`)."), None)),
            false => Ok(Inst { flush, ..inst }),
        };
    }
    let head = parts.first().copied().unwrap_or(name);
    let alike: Vec<&Row> = TABLE.iter().filter(|row| row.mnemonic.split('.').next() == Some(head)).collect();
    if let Some((_, instead)) = ABSENT.iter().find(|(absent, _)| *absent == head) {
        return Err((format!("The machine has no `{head}`."), Some(String::from(*instead))));
    }
    match parts.iter().find(|part| ["sat", "rz", "rm", "rp", "v2", "v4"].contains(part)) {
        Some(word) if !alike.is_empty() => {
            Err((format!("The machine has no `.{word}` (in `{name}`)."), None))
        }
        _ if alike.is_empty() => Err((format!("There is no instruction `{name}`."), None)),
        _ => Err((format!("`{head}` does not come as `{name}`."), Some(forms(&alike)))),
    }
}

fn forms(rows: &[&Row]) -> String {
    let all: Vec<String> = rows
        .iter()
        .map(|row| {
            let types: Vec<&str> = row.types.iter().map(|ty| ty.name()).collect();
            let word = match row.word {
                Word::Nothing => "",
                Word::Cmp => ".<comparison>",
                Word::Space => ".<space>",
                Word::SpaceCas => ".<space>.cas",
                Word::SpaceAtom => ".<space>.<operation>",
                Word::SpaceLevel => ".global.<L1 or L2>",
                Word::Math => ".<function>",
                Word::Shuffle => ".<idx, up, down or bfly>",
                Word::Vote => ".<all, any or uni>",
            };
            match types.is_empty() {
                true => format!("`{}{word}`", row.mnemonic),
                false => format!("`{}{word}` with {}", row.mnemonic, types.join(", ")),
            }
        })
        .collect();
    format!("It comes as {}.", all.join("; "))
}

/// Reads the parts as this row, if they fit.
fn fit(row: &Row, parts: &[&str], span: Span) -> Option<Inst> {
    let mut rest = parts.iter().copied();
    for part in row.mnemonic.split('.').filter(|part| !IGNORED.contains(part)) {
        if rest.next() != Some(part) {
            return None;
        }
    }
    let mut inst = Inst::new(row.op, Ty::Pred, span);
    match row.word {
        Word::Nothing => {}
        Word::Cmp => inst.detail = Detail::Cmp(Cmp::parse(rest.next()?)?),
        Word::Space => inst.space = Space::parse(rest.next()?)?,
        Word::SpaceCas => {
            inst.space = Space::parse(rest.next()?)?;
            (rest.next()? == "cas").then_some(())?;
        }
        Word::SpaceAtom => {
            inst.space = Space::parse(rest.next()?)?;
            inst.detail = Detail::Atom(Atom::parse(rest.next()?)?);
        }
        Word::SpaceLevel => {
            inst.space = Space::parse(rest.next()?).filter(|space| *space == Space::Global)?;
            inst.detail = Detail::Level(CacheLevel::parse(rest.next()?)?);
        }
        Word::Math => inst.detail = Detail::Math(Math::parse(rest.next()?)?),
        Word::Shuffle => inst.detail = Detail::Shuffle(Shuffle::parse(rest.next()?)?),
        Word::Vote => inst.detail = Detail::Vote(Vote::parse(rest.next()?)?),
    }
    if !row.types.is_empty() {
        inst.ty = Ty::parse(rest.next()?).filter(|ty| row.types.contains(ty))?;
        inst.from = inst.ty;
    }
    if !row.from.is_empty() {
        inst.from = Ty::parse(rest.next()?).filter(|ty| row.from.contains(ty))?;
    }
    let float_compare_of_ints =
        row.op == Op::Setp && matches!(inst.detail, Detail::Cmp(cmp) if cmp.float_only());
    let rounds_to_other =
        matches!(row.op, Op::Floor | Op::Ceil | Op::Trunc | Op::Rint) && inst.ty != inst.from;
    (rest.next().is_none() && !float_compare_of_ints && !rounds_to_other).then_some(inst)
}
