//! Is the result right? The reference interpreter runs the same launch in slices, on the IR that the front end wrote and no
//! pass has changed, and memory is compared. If it differs, the reference runs again and looks for the reason: a race, the order
//! of atomics, which a kernel may leave open, or an access beyond a private array, for which this run has the arrays apart.
//!
//! It is the order of atomics if the reference saw no race, each element that differs has been reached by what an atomic operation
//! returned in one of three orders of the work-items (ascending, descending, step by step), and one of them at least comes
//! out differently in another of these orders. What this cannot tell: whether a lock locks all that it should, and
//! whether the machine's own result belongs to an order that is possible. What the clock said is followed in the same way; it is another on each
//! machine, so that no other order need differ.

mod compare;
#[cfg(test)]
mod tests;
mod words;

use alloc::{boxed::Box, format, string::String, vec::Vec};

pub use compare::compare;
use compare::{Place, differences, printed as compare_printed};
use words::{
    CLOCK, CLOCK_DECIDES, COMPANY, ORDER_OF_ATOMICS, apart_in_words, in_words, near_in_words,
    no_race_in_words, race_in_words, remarks,
};

use super::{
    data::{Check, Verdict},
    words::Text,
};
use crate::{
    base::OrdMap,
    halt::Halt,
    image::Memory,
    ir::{
        Code, Inst, Kernel, Op,
        interp::{self, ItemOrder},
    },
    launch::bind::Bound,
    printed,
};

/// Steps that the reference may take in another order: so many times those in its own, and so many more.
const OTHER_ORDER: (u64, u64) = (4, 1 << 20);

/// What settings of the machine leave of being equal.
#[derive(Clone, Copy, Debug, Default)]
pub struct Leave {
    /// By how many units in the last place floats may differ.
    pub ulps: Option<u64>,
    /// Why the machine may come to something else than the language says, as a sentence.
    pub departs: Option<&'static str>,
    /// The size of the launch, where what is printed is compared, too.
    pub prints: Option<[u32; 3]>,
}

/// A comparison under way.
#[derive(Clone, Debug)]
pub enum Checking {
    /// The reference runs; if it comes to something else, a second one finds out why.
    Running(Box<interp::Interpreter>, Box<interp::Interpreter>, Leave),
    /// The results differ: why?
    Searching(Box<Search>),
    /// The answer.
    Done(Check),
}

impl Checking {
    /// Starts the reference, which executes at most so many steps.
    pub fn new(kernel: &Kernel, launch: Bound, steps: u64, leave: Leave, text: &Text) -> Checking {
        let limits = interp::Limits { steps, ..interp::Limits::default() };
        match interp::Interpreter::new(kernel, &launch.launch, &launch.args, launch.memory, &limits) {
            Ok(interpreter) => {
                let mut again = interpreter.clone();
                again.part_arrays(kernel, &launch.args);
                Checking::Running(Box::new(interpreter), Box::new(again), leave)
            }
            Err(halt) => Checking::Done(halted(&halt, text)),
        }
    }

    /// Goes on for `budget` steps; compares with `memory` when the reference has ended.
    pub fn advance(&mut self, budget: u64, kernel: &Kernel, memory: &Memory, text: &Text) -> Option<Check> {
        match self {
            Checking::Running(interpreter, again, leave) => match interpreter.advance(budget) {
                Ok(false) => {}
                Ok(true) => {
                    let leave = *leave;
                    let mut check = compare(memory, interpreter.memory(), leave.ulps, printer(kernel));
                    let near = leave.ulps.filter(|_| check.largest_ulps > Some(0) || !check.pass);
                    check.remark = match near {
                        Some(ulps) => Some(near_in_words(&check, ulps)),
                        None => remarks(interpreter, text),
                    };
                    if let Some(global) = leave.prints {
                        compare_printed(&mut check, kernel, [memory, interpreter.memory()], global);
                    }
                    *self = match check.pass {
                        true => Checking::Done(check),
                        false => {
                            let steps = interpreter.stats().steps;
                            Checking::Searching(Box::new(Search::new(check, again, kernel, steps, leave)))
                        }
                    };
                }
                Err(halt) => *self = Checking::Done(halted(&halt, text)),
            },
            Checking::Searching(search) => {
                if let Some(check) = search.advance(budget, kernel, memory, text) {
                    *self = Checking::Done(check);
                }
            }
            Checking::Done(_) => {}
        }
        match self {
            Checking::Done(check) => Some(check.clone()),
            _ => None,
        }
    }
}

/// Why results differ: the reference runs again, in several orders, and takes note of races and of what the results of
/// atomics reach.
#[derive(Clone, Debug)]
pub struct Search {
    /// What is known so far.
    check: Check,
    leave: Leave,
    /// The runs, the reference's own order first: in others where there are atomics.
    runs: Vec<interp::Interpreter>,
    /// Where the kernel asks for the time, a run that follows the clock.
    by_clock: Option<interp::Interpreter>,
    /// Which one is under way; that by the clock is the last.
    at: usize,
}

impl Search {
    fn new(check: Check, start: &interp::Interpreter, kernel: &Kernel, steps: u64, leave: Leave) -> Search {
        let in_order = |order: ItemOrder| {
            let mut run = start.clone();
            run.watch(kernel, order, false);
            if order != ItemOrder::Ascending {
                run.limit_steps(steps.saturating_mul(OTHER_ORDER.0).saturating_add(OTHER_ORDER.1));
            }
            run
        };
        let others =
            if has_atomics(kernel) { &[ItemOrder::Interleaved, ItemOrder::Descending][..] } else { &[] };
        let runs = [ItemOrder::Ascending].iter().chain(others).copied().map(in_order).collect();
        let by_clock = reads_clock(kernel).then(|| {
            let mut run = start.clone();
            run.watch(kernel, ItemOrder::Ascending, true);
            run
        });
        Search { check, leave, runs, by_clock, at: 0 }
    }

    /// Goes on for `budget` steps; gives the answer when it is found.
    fn advance(&mut self, budget: u64, kernel: &Kernel, memory: &Memory, text: &Text) -> Option<Check> {
        let Some(run) = self.runs.get_mut(self.at).or(self.by_clock.as_mut()) else {
            return Some(self.judge(kernel, memory));
        };
        match run.advance(budget) {
            Ok(false) if run.race().is_none() => return None,
            Ok(_) => self.at += 1,
            // A kernel whose work-items wait for each other may not end in another order.
            Err(_) if self.at > 0 && self.at < self.runs.len() => {
                self.runs.remove(self.at);
            }
            // The reference came to its end before, when its private arrays did not lie apart.
            Err(halt) => return Some(self.different(apart_in_words(&halt, text))),
        }
        let own = &self.runs[0];
        if let Some(race) = own.race() {
            let remark = Some(race_in_words(&race, own.memory()));
            return Some(Check { remark, ..self.check.clone() });
        }
        if !has_atomics(kernel) && !reads_clock(kernel) {
            let reason = if meets_by_chance(kernel) {
                COMPANY.into()
            } else {
                no_race_in_words(own, self.leave.departs)
            };
            return Some(self.different(reason));
        }
        let all = self.runs.len() + usize::from(self.by_clock.is_some());
        (self.at >= all).then(|| self.judge(kernel, memory))
    }

    /// With a reason for the difference, unless one has been said: results that need not be exact, or a barrier that not all
    /// work-items came to.
    fn different(&self, reason: String) -> Check {
        Check { remark: self.check.remark.clone().or(Some(reason)), ..self.check.clone() }
    }

    /// A kernel with atomics or a clock and without a race: are they the reason?
    fn judge(&self, kernel: &Kernel, memory: &Memory) -> Check {
        let own = &self.runs[0];
        let (mut all, mut by_atomics, mut by_clock, mut varies, mut stranger) = (0, 0, 0, 0, None);
        differences([memory, own.memory()], self.leave.ulps, printer(kernel), |found, _| {
            let Place { address, bytes } = found.place;
            let atomics = self.runs.iter().any(|run| run.is_reached(address, bytes));
            let clock = self.by_clock.as_ref().is_some_and(|run| run.is_reached(address, bytes));
            (all, by_atomics) = (all + 1, by_atomics + u64::from(atomics));
            by_clock += u64::from(clock);
            if !(atomics || clock) && stranger.is_none() {
                stranger = Some(format!("{}[{}]", found.buffer.name, found.index));
            }
            let there = |run: &interp::Interpreter| run.memory().load(address, bytes as u32);
            varies += u64::from(self.runs[1..].iter().any(|run| there(run) != there(own)));
        });
        let verdict = |verdict, why: &str| {
            let remark = [self.check.remark.clone().filter(|_| all == 0), Some(why.into())];
            let remark = remark.into_iter().flatten().collect::<Vec<String>>().join(" ");
            Check { verdict, remark: Some(remark), ..self.check.clone() }
        };
        let prints = |run: &interp::Interpreter| prints(run, kernel);
        let (varies, atomics) = match all {
            0 => (
                self.runs[1..].iter().any(|run| said(run, kernel) != said(own, kernel)),
                self.runs.iter().any(prints),
            ),
            _ => (varies > 0, by_atomics == all),
        };
        if atomics && varies {
            return verdict(Verdict::OrderOfAtomics, ORDER_OF_ATOMICS);
        }
        if let Some(run) = &self.by_clock {
            if if all == 0 { prints(run) } else { by_clock == all } {
                return verdict(Verdict::Clock, CLOCK);
            }
            if run.spreads() {
                return verdict(Verdict::Clock, CLOCK_DECIDES);
            }
        }
        self.different(self.neither(kernel, [all, by_atomics, by_clock], stranger))
    }

    /// Why neither atomics nor the clock are the reason for so many elements, of which so many follow from each.
    fn neither(
        &self,
        kernel: &Kernel,
        [all, by_atomics, by_clock]: [u64; 3],
        stranger: Option<String>,
    ) -> String {
        let none = || no_race_in_words(&self.runs[0], self.leave.departs);
        if self.runs.iter().chain(&self.by_clock).any(interp::Interpreter::lost_influence) {
            return format!(
                "Whether it is the order of atomics, or the clock, is not known: the records of what they reach passed the limit race-bytes ({}).",
                interp::Limits::default().race_bytes
            );
        }
        match stranger {
            _ if !has_atomics(kernel) => {
                format!("Only {by_clock} of these {all} elements follow from what the clock said. {}", none())
            }
            Some(stranger) => format!(
                "The kernel has atomics, but only {by_atomics} of these {all} elements follow from what an atomic operation returned, and {stranger} does not. {}",
                none()
            ),
            None => format!(
                "Each follows from what an atomic operation returned, but in {} other orders of the work-items the reference comes to the same. So this may be a mistake of the compiler or of the machine.",
                self.runs.len() - 1
            ),
        }
    }
}

/// What each work-item has printed in a run.
fn said(run: &interp::Interpreter, kernel: &Kernel) -> OrdMap<u32, Vec<u8>> {
    let buffer = printed::buffer(&kernel.params);
    buffer.map(|buffer| printed::by_item(&printed::read(buffer, run.memory()))).unwrap_or_default()
}

/// Follows anything that is printed from what a run follows?
fn prints(run: &interp::Interpreter, kernel: &Kernel) -> bool {
    let printer = printer(kernel);
    let mut buffers = run.memory().buffers().iter().filter(|buffer| printer == Some(buffer.name.as_str()));
    let head = 4 * printed::HEAD;
    buffers.any(|buffer| run.is_reached(buffer.base + head, buffer.bytes - head))
}

/// The machine came to the end, and the reference did not: for a mistake that only the reference has noticed, such as an access
/// outside of a private array, that is a difference.
fn halted(halt: &Halt, text: &Text) -> Check {
    let check = impossible(in_words(halt, text));
    match halt {
        Halt::Fault { .. } => Check { verdict: Verdict::Different, ..check },
        _ => check,
    }
}

/// No comparison was possible.
pub fn impossible(remark: impl Into<String>) -> Check {
    Check {
        verdict: Verdict::NotCompared,
        pass: false,
        mismatches: 0,
        largest_ulps: None,
        first: Vec::new(),
        remark: Some(remark.into()),
    }
}

/// The name of the buffer of `printf`.
fn printer(kernel: &Kernel) -> Option<&str> {
    printed::buffer(&kernel.params).map(|(name, _)| name)
}

/// Has the kernel an atomic operation of its own? (A call of `printf` has one, too.)
fn has_atomics(kernel: &Kernel) -> bool {
    let buffer = kernel.params.iter().position(|param| param.prints.is_some());
    let is_own = |code: &Code, op: &Op| match op {
        Op::Atomic(_, pointer, _) => {
            let of_buffer = |inst: &Inst| buffer.is_some_and(|at| inst.op == Op::Arg(at as u32));
            !code.def(*pointer).is_some_and(of_buffer)
        }
        op => matches!(op, Op::CompareExchange(..)),
    };
    kernel.codes().any(|code| code.listed().any(|inst| is_own(&code, &inst.op)))
}

/// Does the kernel ask for the time?
fn reads_clock(kernel: &Kernel) -> bool {
    kernel.codes().any(|code| code.listed().any(|inst| inst.op == Op::Clock))
}

/// Do lanes of a warp meet without a mask?
fn meets_by_chance(kernel: &Kernel) -> bool {
    let plain = |op: &Op| matches!(op, Op::Lane(op, args) if args.len() == op.arity());
    kernel.codes().flat_map(|code| code.listed()).any(|inst| plain(&inst.op))
}
