//! What is looked at: a request that a person describes, or those of a program.

use alloc::{
    format,
    string::{String, ToString},
    vec::Vec,
};

use lanescope_parts::{
    machines::studies::Asked,
    source::{Diagnostic, LineIndex, Span},
};

use crate::{
    asm,
    dram::{
        bounds::{self, ALIGNMENTS, Alignment},
        request::Stride,
    },
    exec::Launch,
    isa::{Instruction, Op, Operand, OperandKind, Program, WORK_ITEMS},
    spec::Spec,
    wcet::access::{Need, Requests},
};

/// Most bursts of a request that is run at all its places: 1 MiB.
pub const MOST_BURSTS: u64 = 1 << 14;

/// Which words are meant.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Form {
    /// All words of a rectangle, which begins anywhere; indexes of work-items may pick from what streams past.
    Rectangle(Stride),
    /// A burst for each index into a buffer.
    Indexes {
        /// Indexes, at least one.
        count: u64,
        /// Words of the buffer, at least one.
        words: u64,
    },
}

/// A request that is looked at.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Item {
    /// The instruction, or what a person has described.
    pub name: String,
    /// The line of the instruction, 0 without one.
    pub line: u64,
    /// Is it a store?
    pub write: bool,
    /// Do indexes pick from the words of the rectangle?
    pub snoopy: bool,
    /// Which words.
    pub form: Form,
}

/// What is looked at.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Items {
    /// The requests, in the order of the program.
    pub list: Vec<Item>,
    /// Lines of requests of which nothing says how large they are.
    pub unknown: Vec<u64>,
}

impl Form {
    /// Words that are wanted.
    pub const fn words(&self) -> u64 {
        match self {
            Form::Rectangle(stride) => stride.words * stride.periods,
            Form::Indexes { count, .. } => *count,
        }
    }

    /// Words from the first to the last.
    pub const fn span(&self) -> u64 {
        match self {
            Form::Rectangle(Stride { words, period, periods, .. }) => *words + *period * (*periods - 1),
            Form::Indexes { words, .. } => *words,
        }
    }

    /// Bursts, at most.
    pub fn bursts(&self) -> u64 {
        match self {
            Form::Rectangle(Stride { words, periods, .. }) => {
                let rows = periods.saturating_mul(bounds::bursts(*words, Alignment::Unknown) + 1);
                rows.min(bounds::bursts(self.span(), Alignment::Unknown))
            }
            Form::Indexes { count, .. } => *count,
        }
    }

    /// As columns and rows.
    pub fn shape(&self) -> String {
        match self {
            Form::Rectangle(Stride { words, periods: 1, .. }) => format!("{words} in a row"),
            Form::Rectangle(Stride { words, period, periods, .. }) => {
                format!("{words} of every {period}, {periods} times")
            }
            Form::Indexes { count, words } => format!("{count} indexes into {words}"),
        }
    }
}

fn wrong(message: String) -> Diagnostic {
    Diagnostic::error("requests::input", Span::NONE, message)
}

/// An input that is a whole number.
fn number(asked: &Asked, name: &str) -> Result<Option<u64>, Diagnostic> {
    match asked.input(name).trim() {
        "" => Ok(None),
        text => {
            text.parse().map(Some).map_err(|_| wrong(format!("`{name}` is a whole number, not `{text}`")))
        }
    }
}

/// The request that a person describes; none without `words`.
///
/// # Errors
/// It is no request that the memory can serve.
pub fn described(asked: &Asked) -> Result<Option<Item>, Diagnostic> {
    let [words, rows, period, indexes, write] =
        ["words", "rows", "period", "indexes", "write"].map(|name| number(asked, name));
    let Some(words) = words? else {
        let said = |name: &&str| !["", "0", "1"].contains(&asked.input(name));
        let alone = ["rows", "period", "indexes"].into_iter().find(said);
        return alone.map_or(Ok(None), |name| {
            Err(wrong(format!("`{name}` is said of a request that is described, which needs `words`, too")))
        });
    };
    let (rows, write) = (rows?.unwrap_or(1), write?.unwrap_or(0));
    let stride = Stride { address: 0, words, period: period?.unwrap_or(words), periods: rows };
    let last = Stride { address: 4 * (ALIGNMENTS - 1), ..stride };
    if words == 0 || stride.words > stride.period || last.check().is_err() {
        return Err(wrong(format!(
            "{words} words of every {}, {rows} times, are no request: at least one, of at least as many, inside of 4 GiB",
            stride.period
        )));
    }
    let most = WORK_ITEMS as u64;
    let form = match indexes?.unwrap_or(0) {
        0 => Form::Rectangle(stride),
        count if count <= most => Form::Indexes { count, words: Form::Rectangle(stride).span() },
        count => return Err(wrong(format!("a group has {most} indexes at most, not {count}"))),
    };
    Ok(Some(Item { name: "as described".to_string(), line: 0, write: write != 0, snoopy: false, form }))
}

/// Is it a request of main memory?
const fn is_main(op: Op) -> bool {
    matches!(
        op,
        Op::Ldglin
            | Op::Stglin
            | Op::Ldgbidx
            | Op::Stgbidx
            | Op::Ldgcidx
            | Op::Stgcidx
            | Op::Ldgidxit
            | Op::Stgidxit
            | Op::Ldg2sptile
            | Op::Stg2sptile
            | Op::Sldg
    )
}

const fn is_store(op: Op) -> bool {
    matches!(op, Op::Stglin | Op::Stgbidx | Op::Stgcidx | Op::Stgidxit | Op::Stg2sptile)
}

/// Do indexes pick the words?
fn is_snoopy(one: &Instruction) -> bool {
    let whole = matches!(one.op, Op::Ldgbidx | Op::Stgbidx | Op::Ldgcidx | Op::Stgcidx);
    let special = |to: Operand| to.register().is_some_and(|to| to.kind == OperandKind::VectorSpecial);
    whole || matches!(one.op, Op::Ldglin | Op::Stglin) && one.destination.is_some_and(special)
}

/// The requests of a program for a full group of its launch; of one line, if a person says which.
///
/// # Errors
/// The line has no request.
pub fn of_program(
    program: &Program,
    launch: Launch,
    spec: &Spec,
    asked: &Asked,
) -> Result<Items, Diagnostic> {
    let wanted = number(asked, "line")?;
    let lines = LineIndex::new(asked.files.text());
    let requests = Requests::new(program, launch, spec);
    let mut items = Items::default();
    let all = (0..).zip(&program.instructions).filter(|(_, one)| is_main(one.op));
    for (at, one) in all {
        let line = if one.span.is_none() { 0 } else { u64::from(lines.line(one.span.start)) + 1 };
        if wanted.is_some_and(|wanted| wanted != line) {
            continue;
        }
        match form(&requests, at, one) {
            Some(form) => items.list.push(Item {
                name: asm::print_instruction(one, &[]),
                line,
                write: is_store(one.op),
                snoopy: is_snoopy(one),
                form,
            }),
            None => items.unknown.push(line),
        }
    }
    match wanted {
        Some(line) if items == Items::default() => {
            Err(wrong(format!("there is no request of main memory on line {line}")))
        }
        _ => Ok(items),
    }
}

/// What an instruction asks for in a full group, as if nothing were cut; none if nothing says how large that is.
fn form(requests: &Requests<'_>, at: u32, one: &Instruction) -> Option<Form> {
    let words = || requests.program.buffer(one.immediate(0)?).map(|buffer| buffer.words().max(1));
    match one.op {
        Op::Ldgidxit | Op::Stgidxit => Some(Form::Indexes { count: WORK_ITEMS as u64, words: words()? }),
        Op::Ldgbidx | Op::Stgbidx => Some(Form::Rectangle(Stride::line(0, words()?))),
        _ => match requests.author(at, one).ok()? {
            Need::Sweep(sweep, _) => {
                let stride = Stride { address: 0, ..sweep.first()? };
                let last = Stride { address: 4 * (ALIGNMENTS - 1), ..stride };
                last.check().ok().map(|()| Form::Rectangle(stride))
            }
            Need::Known(_) => None,
        },
    }
}
