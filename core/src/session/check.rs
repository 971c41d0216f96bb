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
    halt::Halt,
    image::Memory,
    ir::{
        Code, Inst, Kernel, Op,
        interp::{self, Order},
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
                    let is_equal = check.pass;
                    if let Some(global) = leave.prints {
                        compare_printed(&mut check, kernel, [memory, interpreter.memory()], global);
                    }
                    *self = match is_equal {
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
    /// The runs, the reference's own order first; which one is under way.
    runs: Vec<interp::Interpreter>,
    at: usize,
}

impl Search {
    fn new(check: Check, start: &interp::Interpreter, kernel: &Kernel, steps: u64, leave: Leave) -> Search {
        let in_order = |order: Order| {
            let mut run = start.clone();
            run.watch(kernel, order);
            if order != Order::Ascending {
                run.limit_steps(steps.saturating_mul(OTHER_ORDER.0).saturating_add(OTHER_ORDER.1));
            }
            run
        };
        let runs = [Order::Ascending, Order::Interleaved, Order::Descending].map(in_order).into();
        Search { check, leave, runs, at: 0 }
    }

    /// Goes on for `budget` steps; gives the answer when it is found.
    fn advance(&mut self, budget: u64, kernel: &Kernel, memory: &Memory, text: &Text) -> Option<Check> {
        let run = &mut self.runs[self.at];
        match run.advance(budget) {
            Ok(false) if run.race().is_none() => return None,
            Ok(_) => self.at += 1,
            // A kernel whose work-items wait for each other may not end in another order.
            Err(_) if self.at > 0 => {
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
        (self.at >= self.runs.len()).then(|| self.judge(kernel, memory))
    }

    /// With a reason for the difference, unless one has been said: results that need not be exact, or a barrier that not all
    /// work-items came to.
    fn different(&self, reason: String) -> Check {
        Check { remark: self.check.remark.clone().or(Some(reason)), ..self.check.clone() }
    }

    /// A kernel with atomics or a clock and without a race: are they the reason?
    fn judge(&self, kernel: &Kernel, memory: &Memory) -> Check {
        let own = &self.runs[0];
        // What was printed is counted among the mismatches, but is no element.
        let (mut all, mut reached, mut varies, mut stranger) = (0, 0, 0, None);
        differences([memory, own.memory()], self.leave.ulps, printer(kernel), |found, _| {
            let Place { address, bytes } = found.place;
            all += 1;
            if self.runs.iter().any(|run| run.is_reached(address, bytes)) {
                reached += 1;
            } else if stranger.is_none() {
                stranger = Some(format!("{}[{}]", found.buffer.name, found.index));
            }
            let there = |run: &interp::Interpreter| run.memory().load(address, bytes as u32);
            varies += u64::from(self.runs[1..].iter().any(|run| there(run) != there(own)));
        });
        let by_clock = reads_clock(kernel);
        if by_clock && (reached == all || own.spreads()) {
            let remark = Some(if reached == all { CLOCK } else { CLOCK_DECIDES }.into());
            return Check { verdict: Verdict::Clock, remark, ..self.check.clone() };
        }
        if by_clock && !has_atomics(kernel) {
            let why = no_race_in_words(own, self.leave.departs);
            return self.different(format!(
                "Only {reached} of these {all} elements follow from what the clock said. {why}"
            ));
        }
        if reached == all && varies > 0 {
            let remark = Some(ORDER_OF_ATOMICS.into());
            return Check { verdict: Verdict::OrderOfAtomics, remark, ..self.check.clone() };
        }
        self.different(match stranger {
            _ if self.runs.iter().any(interp::Interpreter::lost_influence) => format!(
                "Whether it is the order of atomics is not known: the records of what they reach passed the limit race-bytes ({}).",
                interp::Limits::default().race_bytes
            ),
            Some(stranger) => format!(
                "The kernel has atomics, but only {reached} of these {all} elements follow from what an atomic operation returned, and {stranger} does not. {}",
                no_race_in_words(own, self.leave.departs)
            ),
            None => format!(
                "Each follows from what an atomic operation returned, but in {} other orders of the work-items the reference comes to the same. So this may be a mistake of the compiler or of the machine.",
                self.runs.len() - 1
            ),
        })
    }
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
