//! Which strips a region has: the widths of registers that are worth it, one after another, and what becomes of the rest.
//!
//! Rows are as long as a launch makes them. So the widest strip that is worth it comes first, and what it leaves of a row goes to a
//! narrower one, as far as that costs less than scalar code: a generation has the registers of those before it. With masks a
//! strip can be for fewer work-items than it has elements; that is worth it from a number of them on.
//!
//! Where a region has branches at the bounds of data, strips that lie whole inside have code without these
//! ([`lanescope_parts::codegen::spmd::inside`]).

use alloc::vec::Vec;

use lanescope_parts::{
    codegen::spmd::{Facts, plan::Plan},
    ir::{BlockId, Type},
};

use super::{
    choose::{Choice, NEVER_TOGETHER, Weight, attempt},
    lanes::Cut,
    state::Insides,
};
use crate::{
    isa::{Family, Generation},
    spec::Spec,
};

/// Strips of several widths that a region has at most.
const MOST: usize = 3;
/// Lines of scalar code for single elements that a region may have.
const MOST_LINES: u64 = 600;
/// Instructions that a strip under a mask takes beside its work.
const MASKING: u64 = 8;
/// How many of 16 work-items are not in strips that lie whole inside of bounds.
const AT_BORDER: u64 = 1;
/// The same where those on the other side of a single bound do something else.
const ASIDE: u64 = 4;

/// How a region becomes packed code.
pub(super) struct Stages {
    /// Strips, the widest first.
    pub strips: Vec<Choice>,
    /// Is their code that of strips that lie whole inside of bounds?
    pub inside: bool,
    /// The strip under a mask.
    pub rest: Option<Rest>,
}

/// What is left of a row, where the machine has masks: a strip under the mask of the elements that are work-items.
pub(super) struct Rest {
    pub choice: Choice,
    /// Is its code that of strips that lie whole inside of bounds?
    pub inside: bool,
    /// For how many work-items it is worth it.
    pub least: u32,
}

/// A way to cut registers, weighed.
type Weighed = (Weight, Choice);

/// Chooses for a region. `masks`: may there be strips under masks?
///
/// # Errors
/// Why its code stays scalar.
pub(super) fn choose(
    facts: &Facts,
    insides: Option<&Insides>,
    head: BlockId,
    spec: &Spec,
    masks: bool,
) -> Result<Stages, &'static str> {
    if spec.generation.family() == Family::Lee {
        return Err("compiled code uses no packed instructions of Lee's machine");
    }
    let mut why = "no operation of it has a packed instruction";
    let all = weigh_all(facts, head, spec, &mut why);
    let within = insides.map(|insides| weigh_all(&insides.facts, head, spec, &mut why)).unwrap_or_default();
    let cost = |list: &[Weighed], border: u64| {
        let best = list.iter().min_by_key(|(weight, _)| weight.packed);
        best.map(|(weight, _)| weight.packed + weight.scalar * border / 16)
    };
    let border = insides.map_or(0, |insides| match (insides.inside.ends, insides.inside.needs.len()) {
        (true, _) => 0,
        (false, 1) => ASIDE,
        _ => AT_BORDER,
    });
    let inside = match (cost(&within, border), cost(&all, 0)) {
        (Some(within), Some(all)) => within <= all,
        (within, _) => within.is_some(),
    };
    let list = if inside { &within } else { &all };
    let mut strips: Vec<&Weighed> = Vec::new();
    let has_masks = masks && spec.instructions().has_masks();
    let mut rest = None;
    while strips.len() < MOST {
        let fits = |cut: Cut| match strips.last() {
            None => true,
            Some((_, wider)) => cut.count() < wider.cut.count(),
        };
        let narrower = list.iter().filter(|(_, choice)| fits(choice.cut));
        let Some(next) = narrower.min_by_key(|(weight, _)| weight.packed) else { break };
        // Where registers must be filled from their multiples on, other strips begin there, too, or never.
        if !strips.is_empty() && strips.iter().chain([&next]).any(|(_, choice)| !choice.aligned.is_empty()) {
            break;
        }
        if strips.is_empty() && has_masks {
            let ends = insides.is_none_or(|insides| insides.inside.ends);
            rest = rest_of(if inside && !ends { &all } else { list }, next, inside && ends)
                .or_else(|| rest_of(list, next, inside));
        }
        let least = rest.as_ref().map_or(u32::MAX, |rest: &Rest| rest.least);
        if !strips.is_empty() && least <= next.1.cut.count() {
            break;
        }
        strips.push(next);
    }
    if strips.is_empty() {
        return Err(lacking(facts, head, spec.generation).unwrap_or(why));
    }
    let strips = strips.into_iter().map(|(_, choice)| choice.clone()).collect();
    Ok(Stages { strips, inside, rest })
}

/// The strip under a mask beside a whole one, if it is worth it for fewer work-items than it has elements.
fn rest_of(list: &[Weighed], (_, whole): &Weighed, inside: bool) -> Option<Rest> {
    let (weight, choice) = list.iter().find(|(_, choice)| choice.cut == whole.cut)?;
    let count = u64::from(choice.cut.count());
    // What must begin at a multiple of the width is peeled one by one.
    let least = (weight.packed * count + MASKING * Weight::PARTS).div_ceil(weight.scalar.max(1)).max(1);
    (least < count && choice.aligned.is_empty()).then(|| Rest {
        choice: choice.clone(),
        inside,
        least: least as u32,
    })
}

/// Why a way to cut registers is none, by how much it says.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
enum Reason {
    /// Its widths.
    Mixed,
    /// What there is no packed code for, or no short one.
    Other,
    /// Its addresses.
    Crooked,
}

/// All ways to cut registers that are better than scalar code.
fn weigh_all(facts: &Facts, head: BlockId, spec: &Spec, why: &mut &'static str) -> Vec<Weighed> {
    let set = spec.instructions();
    let (masks, gathers) = (set.has_masks(), set.has_gathers());
    let plan = Plan::new(facts, head, None, false);
    let mut list = Vec::new();
    // Registers are cut in many ways: addresses that are never aligned are the reason wherever they are one, and widths are mixed
    // only if they are in all ways. Of reasons that count as much the last one is said.
    let mut weightiest = Reason::Mixed;
    let mut say = |reason: Reason, words: &'static str| {
        if reason >= weightiest {
            (weightiest, *why) = (reason, words);
        }
    };
    for bytes in Cut::widths(spec.generation) {
        for lane in [4, 8, 2, 1] {
            let cut = Cut { generation: spec.generation, bytes, masks, gathers, lane };
            if cut.count() < 2 {
                continue;
            }
            match attempt(facts, plan.clone(), spec, cut) {
                Ok((weight, _)) if weight.packed >= weight.scalar && weight.mixed => {
                    say(
                        Reason::Mixed,
                        "it mixes numbers of several widths, and the machine has no packed instructions between them",
                    );
                }
                Ok((weight, _)) if weight.packed >= weight.scalar => {
                    say(
                        Reason::Other,
                        "packed code would take more instructions, because most of its work has no packed instruction",
                    );
                }
                Ok((weight, _)) if weight.lines > MOST_LINES => {
                    say(Reason::Other, "too much of its work has no packed instruction");
                }
                Ok(weighed) => list.push(weighed),
                Err(NEVER_TOGETHER) => say(Reason::Crooked, NEVER_TOGETHER),
                Err(found) => say(Reason::Other, found),
            }
        }
    }
    list
}

/// The floats that a region computes with and a generation has not, in words; how registers are cut does not matter then.
fn lacking(facts: &Facts, head: BlockId, generation: Generation) -> Option<&'static str> {
    let kernel = &facts.kernel;
    let blocks = facts.regions.blocks(&facts.flow.dom, head);
    let ids = blocks.flat_map(|block| &kernel.blocks[block.index()].insts);
    let values = ids.filter_map(|id| kernel.insts[id.index()].result);
    let mut types = values.map(|value| kernel.ty(value));
    match generation {
        Generation::Mmx => types.any(Type::is_float).then_some("it computes with floats, and MMX has none"),
        Generation::Sse => {
            let double = types.any(|ty| ty == Type::F64);
            double.then_some("it computes with doubles, and SSE has packed floats of 32 bits only")
        }
        _ => None,
    }
}
