//! The phases of the groups: which resource each slot holds when, and who waits for which (simd 5.6, 7.6: the occupation graph).
//!
//! A phase computes until the next request of memory, or it is a transfer: of main memory, or of the scratchpad. A group holds one
//! resource at a time. Where one waits until the other slot's group has given a resource back, an arrow leads there. Each phase has its
//! bound, and the path of phases that decided when the last one ended is a row by itself (`critical`).

use alloc::{format, string::String, vec::Vec};

use lanescope_parts::{
    base::order,
    figure::{
        About, Bars, Figure, Form, Ink, Mark, Panel, Question, Takes,
        bars::{Bar, Note, Style},
        legend::{Entry, Swatch},
        number::grouped,
        rows::Row,
    },
    machines::panels::{MachinePanel, Scene, recorded, row},
    trace::{Cause, Event, Log, SharedEvent},
};

use super::{
    critical::{Bounds, critical},
    request::text,
};
use crate::causes;

/// The row of the phases.
pub const PHASES: MachinePanel = Panel {
    about: About {
        id: "phases",
        title: "Phases",
        says: "Which resource the group of each slot holds: it computes, moves words of main memory or of its scratchpad, or waits for one of them; how long it may, and which phases decide when all ends.",
        label: "Phases: slots by cycles. Arrow keys move the cursor and select a slot, plus and minus zoom.",
        help: &[
            ("Rows", "The two slots. A slot without a bar has no group."),
            (
                "Bars",
                "A phase lasts from where its group gets the resource to where it gives it back; nothing interrupts it. A pale one waits for a resource that the other group holds.",
            ),
            (
                "Bound",
                "The thin line below goes on until the phase must be over: the longest way between two requests, or the longest delay of the request, as the study of the worst case has them.",
            ),
            (
                "Critical path",
                "The phases that the last one in sight had to wait for, one after the other: the run is shorter only if one of these is.",
            ),
            ("Arrows", "From the phase that gave a resource back to the one that had waited for it."),
            (
                "Below",
                "How long the pipeline and the memory worked in this window, and how long both at once: that is what two slots are for.",
            ),
        ],
        legend: &[
            Entry::Swatch(Swatch::Bar, Ink::Link(Resource::Compute.hue()), "computes"),
            Entry::Swatch(Swatch::Bar, Ink::Link(Resource::Memory.hue()), "main memory"),
            Entry::Swatch(Swatch::Bar, Ink::Link(Resource::Scratchpad.hue()), "scratchpad"),
            Entry::Swatch(Swatch::Bar, Ink::LaneOff, "waits for a resource"),
            Entry::Swatch(Swatch::Tail, Ink::Link(Resource::Memory.hue()), "until its bound"),
            Entry::Swatch(Swatch::Arrow, Ink::Text, "handed over"),
        ],
        empty: "No group is in a slot in this window.",
        takes: &[Takes::Cycles],
        shows: &[],
    },
    answer: phases,
};

/// Most phases of a slot in an answer.
const MOST: usize = 2000;
/// Most phases between which arrows are looked for: with more they would be a thicket.
const LINKED: usize = 500;

/// What a group can hold.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Resource {
    /// The pipeline.
    Compute,
    /// The memory controller.
    Memory,
    /// Its scratchpad.
    Scratchpad,
}

impl Resource {
    /// Its colour, among those of links.
    const fn hue(self) -> u8 {
        match self {
            Resource::Compute => 0,
            Resource::Memory => 3,
            Resource::Scratchpad => 5,
        }
    }

    const fn name(self) -> &'static str {
        match self {
            Resource::Compute => "compute",
            Resource::Memory => "DRAM",
            Resource::Scratchpad => "scratchpad",
        }
    }
}

/// A resource that a group holds, or waits for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Held {
    /// The slot.
    pub slot: u32,
    /// Which.
    pub resource: Resource,
    /// Does it wait for it?
    pub waits: bool,
    /// First cycle.
    pub from: u64,
    /// One past the last cycle.
    pub to: u64,
    /// The instruction that asked for it, or the first one of a phase that computes; `u32::MAX` where that is not known.
    pub pc: u32,
}

/// What a cause says of the resource of a group, and whether the group waits for it; nothing of a slot without a group.
fn of_cause(cause: Cause) -> Option<(Resource, bool)> {
    Some(match cause {
        Cause::EMPTY => return None,
        Cause::NOT_PICKED | Cause::THROTTLED => (Resource::Compute, true),
        Cause::MEMORY => (Resource::Memory, false),
        causes::QUEUED => (Resource::Memory, true),
        causes::SCRATCHPAD => (Resource::Scratchpad, false),
        _ => (Resource::Compute, false),
    })
}

/// What each slot's group holds in some cycles, by the first cycle, and whether that is all.
pub fn held(log: &Log, from: u64, to: u64) -> (Vec<Held>, bool) {
    let (mut all, mut whole) = (Vec::new(), log.end() >= to);
    for (slot, track) in (0u32..).zip(&log.units) {
        let first = all.len();
        let mut last: Option<Held> = None;
        for run in track.runs(from, to.min(log.end())) {
            let (start, end) = (run.from.max(from), run.to.min(to));
            let Some((resource, waits)) = of_cause(run.state.cause) else {
                all.extend(last.take());
                continue;
            };
            match &mut last {
                Some(held) if held.resource == resource && held.waits == waits => held.to = end,
                other => {
                    let pc = run.state.pc;
                    all.extend(other.replace(Held { slot, resource, waits, from: start, to: end, pc }));
                }
            }
            if all.len() - first >= MOST {
                whole = false;
                break;
            }
        }
        all.extend(last);
    }
    order::sort_by_key(&mut all, |held| (held.from, held.slot));
    (all, whole)
}

/// From the phase that gave a resource back to the one of the other slot that had waited for it, by their places.
fn handed(all: &[Held]) -> Vec<(u32, u32)> {
    let mut links = Vec::new();
    for (at, taker) in (0u32..).zip(all).filter(|(_, held)| !held.waits) {
        let waited = all.iter().any(|before| {
            let same = (before.slot, before.resource) == (taker.slot, taker.resource);
            same && before.waits && before.to == taker.from
        });
        let gave = |(_, giver): &(u32, &Held)| {
            let same = giver.resource == taker.resource && !giver.waits;
            same && giver.slot != taker.slot && giver.to <= taker.from + 1
        };
        if waited {
            let giver = (0u32..).zip(all).filter(gave).max_by_key(|(_, giver)| giver.to);
            links.extend(giver.map(|(giver, _)| (giver, at)));
        }
    }
    links
}

/// Cycles in which some group held a resource, and those in which the pipeline and a memory worked at once.
fn busy(all: &[Held]) -> ([u64; 3], u64) {
    const ORDER: [Resource; 3] = [Resource::Compute, Resource::Memory, Resource::Scratchpad];
    let own = |wanted: Resource| all.iter().filter(move |held| !held.waits && held.resource == wanted);
    let cycles = ORDER.map(|wanted| own(wanted).map(|held| held.to - held.from).sum());
    let both = |a: &Held, b: &Held| a.to.min(b.to).saturating_sub(a.from.max(b.from));
    let memories = || all.iter().filter(|held| !held.waits && held.resource != Resource::Compute);
    let at_once = own(Resource::Compute).flat_map(|a| memories().map(move |b| both(a, b))).sum();
    (cycles, at_once)
}

fn phases(scene: &dyn Scene, question: &Question) -> Figure {
    let (from, to) = recorded(scene, question);
    let log = scene.recording(from, to);
    let (all, whole) = held(&log, from, to);
    if all.is_empty() {
        return Figure::empty(PHASES.about.empty);
    }
    let bounds = Bounds::new(scene, &log, (from, to));
    let ([compute, memory, scratchpad], both) = busy(&all);
    let mut remark = format!(
        "Of {} cycles the pipeline has a group in {}, main memory moves words in {}",
        grouped(to - from),
        grouped(compute),
        grouped(memory)
    );
    if scratchpad > 0 {
        remark.push_str(&format!(", scratchpads in {}", grouped(scratchpad)));
    }
    remark.push_str(&format!("; pipeline and memory at once in {}.", grouped(both)));
    if let Some(why) = &bounds.missing {
        remark.push_str(&format!(" Computation has no bound here: {why}"));
    }
    Figure::from(Form::Bars(bars(scene, &log, (&all, whole), &bounds))).with_remark(remark)
}

fn bars(scene: &dyn Scene, log: &Log, (all, whole): (&[Held], bool), bounds: &Bounds) -> Bars {
    let slots = scene.units().len() as u32;
    let mut bars = Bars {
        rows: (0..slots).map(|slot| row(scene, slot)).collect(),
        links: if all.len() <= LINKED { handed(all) } else { Vec::new() },
        cut: all.last().filter(|_| !whole).map(|held| held.from),
        nothing_here: "no group".into(),
        ..Bars::default()
    };
    let groups = starts(log);
    for (at, held) in all.iter().enumerate() {
        let group = group(&groups, held);
        let most = bounds.of(all, at, &groups);
        let note = bars.note(note(scene, held, group, most));
        let until = most.map_or(held.to, |most| held.from + most).max(held.to);
        let style = match held.waits {
            true => Style::Pale,
            false => Style::Work { hue: held.resource.hue(), until },
        };
        bars.bars.push(Bar { row: held.slot, from: held.from, to: held.to, style, note });
    }
    bars.rows.push(Row::new("critical path", None));
    for at in critical(all) {
        let (held, note) = (all[at], bars.bars[at].note);
        let style = Style::Work { hue: held.resource.hue(), until: held.to };
        bars.bars.push(Bar { row: slots, from: held.from, to: held.to, style, note });
    }
    bars
}

/// Where groups start: cycle and number. A slot takes one only when its last one is gone.
fn starts(log: &Log) -> Vec<(u64, u32)> {
    let start = |(cycle, event)| match event {
        Event::Group { group, start: true, .. } => Some((cycle, group)),
        _ => None,
    };
    log.events(SharedEvent::Group, log.begin()).filter_map(start).collect()
}

/// The group that starts in the cycle in which a slot gets one; none where that is not recorded.
fn group(starts: &[(u64, u32)], held: &Held) -> Option<u32> {
    starts.iter().find(|(cycle, _)| *cycle == held.from).map(|(_, group)| *group)
}

fn note(scene: &dyn Scene, held: &Held, group: Option<u32>, most: Option<u64>) -> Note {
    let name = held.resource.name();
    let text = text(scene, held.pc);
    let asks = if text.is_empty() { String::new() } else { format!("`{text}`: ") };
    let cycles = grouped(held.to - held.from);
    let most = most.map_or(String::new(), |most| format!(", at most {}", grouped(most)));
    let mut labels: Vec<String> = Vec::new();
    let words = match (held.waits, held.resource) {
        (true, Resource::Compute) => format!("waits for the pipeline, {cycles} cycles"),
        (true, _) => format!("{asks}waits for main memory, {cycles} cycles"),
        (false, Resource::Compute) => {
            let of = group.map_or(String::new(), |group| format!(" of group {group}"));
            format!("compute phase{of}, {cycles} cycles{most}")
        }
        (false, _) => format!("{asks}{name}, {cycles} cycles{most}"),
    };
    match (held.waits, held.resource) {
        (true, _) => labels.push("waits".into()),
        (false, Resource::Compute) => {
            labels.extend(group.map(|group| format!("group {group} computes {cycles}")));
            labels.push(format!("{name} {cycles}"));
        }
        (false, _) => {
            if !text.is_empty() {
                labels.push(format!("{text} · {cycles}"));
            }
            labels.push(format!("{name} {cycles}"));
        }
    }
    labels.push(cycles);
    let mark = (held.pc != u32::MAX).then_some(Mark::Pc(held.pc));
    Note { labels, words, mark }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{causes::CAUSES, events::EVENTS};
    use lanescope_parts::trace::{LaneKey, Sink};

    /// A log of states: slot, cycle, cause.
    fn log(states: &[(u32, u64, Cause)], end: u64) -> Log {
        let mut log = Log::new(CAUSES, EVENTS, 2, 1);
        let mut states = states.to_vec();
        order::sort_by_key(&mut states, |(slot, cycle, _)| (*cycle, *slot));
        for (unit, cycle, cause) in states {
            log.tell(cycle, Event::Unit { unit, cause, pc: 4, lanes: LaneKey::NONE });
        }
        log.close(end);
        log
    }

    /// The beginning of the schedule of simd 9.8: phases C10 D30 C20 of two groups. The second group's first transfer waits for that
    /// of the first one, and its second computation for that of the first.
    fn example_9_8() -> Log {
        let compute = Cause::ISSUED;
        log(
            &[
                (0, 0, compute),
                (0, 10, Cause::MEMORY),
                (0, 40, compute),
                (0, 60, causes::SCRATCHPAD),
                (0, 65, compute),
                (1, 0, Cause::NOT_PICKED),
                (1, 10, compute),
                (1, 20, causes::QUEUED),
                (1, 40, Cause::MEMORY),
                (1, 70, Cause::FETCH),
                (1, 71, compute),
            ],
            80,
        )
    }

    #[test]
    fn simd_9_8_phases_and_who_hands_over() {
        let (all, whole) = held(&example_9_8(), 0, 80);
        let shown: Vec<_> =
            all.iter().map(|held| (held.slot, held.resource, held.waits, held.from, held.to)).collect();
        use Resource::{Compute, Memory, Scratchpad};
        let wanted = [
            (0, Compute, false, 0, 10),
            (1, Compute, true, 0, 10),
            (0, Memory, false, 10, 40),
            (1, Compute, false, 10, 20),
            (1, Memory, true, 20, 40),
            (0, Compute, false, 40, 60),
            (1, Memory, false, 40, 70),
            (0, Scratchpad, false, 60, 65),
            (0, Compute, false, 65, 80),
            (1, Compute, false, 70, 80),
        ];
        assert_eq!((shown.as_slice(), whole), (&wanted[..], true));
        // The pipeline from slot 0 to slot 1 in cycle 10, the memory in cycle 40.
        assert_eq!(handed(&all), [(0, 3), (2, 6)]);
        // 10 + 10 + 20 + 15 + 10 cycles of computation, 60 of main memory, 5 of the scratchpad. Computation and memory meet in 10..20,
        // 40..60 and 65..70, computation and the scratchpad never.
        assert_eq!(busy(&all), ([65, 60, 5], 10 + 20 + 5));
    }

    #[test]
    fn a_window_cuts_phases_and_a_slot_without_a_group_has_none() {
        let (all, _) = held(&example_9_8(), 15, 41);
        let spans: Vec<_> = all.iter().map(|held| (held.slot, held.from, held.to)).collect();
        assert_eq!(spans, [(0, 15, 40), (1, 15, 20), (1, 20, 40), (0, 40, 41), (1, 40, 41)]);
        let (none, whole) = held(&log(&[], 10), 0, 20);
        assert_eq!((none, whole), (Vec::new(), false));
    }
}
