//! Where a program breaks the rules that the analysis of worst cases asks for (simd C13): loops without a bound, loops that are
//! left at several places, and requests that a group may leave out.
//!
//! What else the rules forbid the compiler does not write: ways are nested, functions are written out, what an annotation says
//! depends on the launch alone, and words of a custom stride are numbers.

use alloc::{format, string::String, vec::Vec};

use lanescope_parts::{
    codegen::ranges::Course,
    ir::{BlockId, Op, Space, Terminator},
    source::Span,
};

use super::{code::Class, state::Generator};
use crate::isa::Instruction;

/// Most rows that are written out.
const MOST: usize = 16;

/// A place that breaks a rule.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Violation {
    pub span: Span,
    pub what: &'static str,
}

/// All of them, loops first.
pub fn violations(g: &Generator<'_>, course: &Course<'_>) -> Vec<Violation> {
    let (kernel, tree) = (g.kernel, course.tree);
    let mut list = Vec::new();
    for (at, one) in tree.loops.loops.iter().enumerate() {
        let span = kernel.blocks[one.header.index()].term_span;
        if course.rounds(at).is_none() {
            list.push(Violation {
                span,
                what: "nothing bounds the turns of this loop before the launch begins",
            });
        }
        if tree.exits[at].len() > 1 {
            list.push(Violation { span, what: "this loop is left to several places" });
        }
    }
    for block in &course.cfg.rpo {
        let Some(what) = skipped(g, course, *block) else { continue };
        for inst in kernel.blocks[block.index()].insts.iter().map(|id| &kernel.insts[id.index()]) {
            let (Op::Load { ptr, .. } | Op::Store { ptr, .. }) = inst.op else { continue };
            if kernel.ty(ptr).space() != Some(Space::Private) {
                list.push(Violation { span: inst.span, what });
            }
        }
    }
    list
}

/// Why a group may leave out a block; loops and the end of work-items besides.
fn skipped(g: &Generator<'_>, course: &Course<'_>, block: BlockId) -> Option<&'static str> {
    let tree = course.tree;
    let mut at = block;
    while let Some(parent) = tree.dom.parent(at) {
        if let Terminator::Branch(condition, yes, no) = &g.kernel.blocks[parent.index()].term
            && yes.block != no.block
            && course.cfg.preds[at.index()].len() == 1
        {
            let other = if yes.block == at { no.block } else { yes.block };
            // Behind a loop all go on that were in it.
            let leaves =
                tree.loops.innermost[parent.index()].is_some_and(|one| !tree.loops.contains(one, at));
            let turns = course.trips[parent.index()].is_some();
            match g.class(*condition) {
                _ if leaves || turns || tree.ends[other.index()] => {}
                Class::Scalar => return Some("nothing says how often a group makes this request"),
                Class::Vector => {
                    return Some("a group makes this request only if one of its work-items takes this way");
                }
            }
        }
        at = parent;
    }
    None
}

/// The report as facts of a program: what, and the instruction where it is.
pub fn facts(list: &[Violation], instructions: &[Instruction]) -> Vec<(String, String)> {
    let count =
        (String::from("breaches of the rules of the analysis of worst cases"), format!("{}", list.len()));
    let place = |span: Span| match instructions.iter().position(|one| one.span == span) {
        Some(at) => format!("instruction {at}"),
        None => String::from("no instruction of its own"),
    };
    let row = |(at, one): (usize, &Violation)| {
        (format!("breach {}", at + 1), format!("{}: {}", place(one.span), one.what))
    };
    [count].into_iter().chain(list.iter().take(MOST).enumerate().map(row)).collect()
}
