//! Profiles of branches: how they are made, and what follows from them (HARP 4.13).
//!
//! A profile has for each branch, warp and lane how often the lane came to the branch and how often its condition held: the pairs of
//! counters of Algorithm 7. They are counted by the machine that runs without timing, at the `split` or jump of each branch, in code in
//! which every branch is split; so the run is that of the kernel, no counter needs room in its memory, and a side with several ways in
//! cannot be counted too often. Counts are those that instrumented code would leave: at a `split` the lanes that are on are those that
//! came to the branch.
//!
//! Beside the lanes it has how often all lanes of a warp, none, or some of them wanted the first side, which Algorithm 7 cannot tell and
//! the model of costs asks for.

pub mod text;

use alloc::{format, string::String, sync::Arc, vec, vec::Vec};

use lanescope_parts::{
    launch::bind::Bound,
    machines::settings::Fraction,
    source::{Diagnostic, Span},
};

use super::{
    super::{
        asm::Image,
        exec::{Config, lanes::Lanes},
        functional::Functional,
        isa::Op,
        launch,
        spec::Unexecuted,
    },
    Entry, Site,
    cost::Behaviour,
};

/// Most pairs of counters.
const MOST: usize = 1 << 22;

/// How often a lane came to a branch, and how often its condition held.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Pair {
    /// It came.
    pub executed: u64,
    /// The condition held.
    pub taken: u64,
}

/// The counts of a branch.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Counts {
    /// By warp, then by lane: the lanes of the machine.
    pub lanes: Vec<Vec<Pair>>,
    /// Of warps.
    pub times: Behaviour,
}

/// What a run has shown of the branches of a kernel.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Profile {
    /// Each branch, by its number.
    pub branches: Vec<Counts>,
    /// The lanes that came to any branch, warp by warp. Others belong to no work-item.
    pub seen: Vec<u64>,
    /// Did warps take several groups, so that they came more than once to branches outside of loops?
    pub again: bool,
    /// How the run that made it ended.
    pub end: Ended,
}

/// How a run that makes a profile ends.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Ended {
    /// With its work.
    Whole,
    /// After as many instructions as it may have (setting `profile_steps`).
    Cut,
    /// By a halt, for a reason.
    Halted(String),
}

/// What a profile says of a branch.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Verdict {
    /// Enough warps had lanes that agreed.
    Unanimous,
    /// They had not.
    Nonunanimous,
}

/// When lanes, warps and branches count as unanimous.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Thresholds {
    /// A lane takes a branch in a loop if it does so more often than this share of the times.
    pub high: Fraction,
    /// It does not if it does so more rarely than this share.
    pub low: Fraction,
    /// A branch is unanimous if more than this share of the warps are.
    pub warps: Fraction,
    /// What is made of lanes and warps that did not come to it.
    pub unexecuted: Unexecuted,
}

/// Is a number more than a share of another?
fn is_more(number: u64, share: Fraction, of: u64) -> bool {
    u128::from(number) * u128::from(share.denominator()) > u128::from(of) * u128::from(share.numerator())
}

fn is_less(number: u64, share: Fraction, of: u64) -> bool {
    u128::from(number) * u128::from(share.denominator()) < u128::from(of) * u128::from(share.numerator())
}

impl Thresholds {
    /// Which side a lane takes: the first or the second, or neither always enough.
    pub fn lane(&self, pair: Pair, repeats: bool) -> Option<bool> {
        let Pair { executed, taken } = pair;
        let (yes, no) = if repeats {
            (is_more(taken, self.high, executed), is_less(taken, self.low, executed))
        } else {
            (executed > 0 && taken == executed, executed > 0 && taken == 0)
        };
        if yes { Some(true) } else { no.then_some(false) }
    }

    /// Do the lanes of a warp take the same side?
    fn warp(&self, lanes: impl Iterator<Item = Pair>, repeats: bool) -> bool {
        let mut sides = lanes.map(|pair| self.lane(pair, repeats));
        let first = sides.next().flatten();
        first.is_some() && sides.all(|side| side == first)
    }

    /// What the counts of a branch say (HARP 4.13, "classification"). `seen` are the lanes that there are, `repeats` says that a lane may have come
    /// more than once.
    pub fn verdict(&self, counts: &Counts, seen: &[u64], repeats: bool) -> Verdict {
        let all = self.unexecuted == Unexecuted::Strict;
        let (mut warps, mut unanimous) = (0, 0);
        for (pairs, seen) in counts.lanes.iter().zip(seen) {
            let pairs = || {
                let lanes = pairs.iter().enumerate().filter(|(lane, _)| seen >> lane & 1 == 1);
                lanes.map(|(_, pair)| *pair).filter(|pair| all || pair.executed > 0)
            };
            if pairs().next().is_some() {
                warps += 1;
                unanimous += u64::from(self.warp(pairs(), repeats));
            }
        }
        if is_more(unanimous, self.warps, warps) { Verdict::Unanimous } else { Verdict::Nonunanimous }
    }
}

impl Profile {
    /// Nothing is known of so many branches.
    fn empty(branches: usize, warps: usize, lanes: usize) -> Profile {
        let counts = Counts { lanes: vec![vec![Pair::default(); lanes]; warps], times: Behaviour::default() };
        Profile { branches: vec![counts; branches], seen: vec![0; warps], again: false, end: Ended::Cut }
    }

    /// A warp comes to a branch with these lanes; in some of them the condition holds.
    fn count(&mut self, branch: usize, warp: usize, live: u64, yes: u64) {
        self.seen[warp] |= live;
        let counts = &mut self.branches[branch];
        counts.times.count(live, yes);
        for lane in Lanes(live) {
            let pair = &mut counts.lanes[warp][lane];
            pair.executed += 1;
            pair.taken += yes >> lane & 1;
        }
    }
}

/// A kernel in which every branch is split runs and is counted, in slices.
#[derive(Clone, Debug)]
pub struct Training {
    run: Functional,
    /// Branches by the addresses of their `split`s or jumps.
    sites: Vec<(u64, Site)>,
    profile: Profile,
    /// Instructions of warps that are left of those that a profile is made of.
    left: u64,
}

impl Training {
    /// Begins, with so many instructions of warps at most.
    ///
    /// # Errors
    /// The launch does not fit on the machine, or there are too many branches to count.
    pub fn new(
        image: Arc<Image>,
        entry: &Entry,
        config: Config,
        launch: &Bound,
        most: u64,
    ) -> Result<Training, Diagnostic> {
        let (warps, lanes) = (config.warps() as usize, usize::from(config.arch.lanes));
        if entry.branches.len() * warps * lanes > MOST {
            let message = format!(
                "kernel `{}`: {} branches on {warps} warps of {lanes} lanes are too many for a profile",
                entry.name,
                entry.branches.len()
            );
            return Err(Diagnostic::error("limit::profile", Span::NONE, message));
        }
        let plan = launch::Plan::new(entry, &config, launch)?;
        let mut profile = Profile::empty(entry.branches.len(), warps, lanes);
        profile.again = plan.groups > plan.cores * plan.slots;
        let run = Functional::kernel(image, entry, config, launch.clone())?;
        Ok(Training { run, sites: entry.sites.clone(), profile, left: most })
    }

    /// Goes on for so many instructions of warps at most. Is the profile as whole as it gets? A run that comes to a fault is counted
    /// until then.
    pub fn advance(&mut self, budget: u64) -> bool {
        for _ in 0..budget.min(self.left) {
            let core = self.run.core_mut();
            let issued = match core.issue() {
                Ok(Some(issued)) => issued,
                Ok(None) => {
                    self.profile.end = Ended::Whole;
                    return true;
                }
                Err(fault) => {
                    let halt = self.run.halt(&fault, self.run.core().steps());
                    self.profile.end = Ended::Halted(halt.why());
                    return true;
                }
            };
            self.left -= 1;
            if !matches!(issued.op, Some(Op::Split | Op::Jmpi)) {
                continue;
            }
            if let Ok(at) = self.sites.binary_search_by_key(&issued.pc, |(pc, _)| *pc) {
                let site = self.sites[at].1;
                let yes = if site.turned { issued.live & !issued.exec } else { issued.exec };
                self.profile.count(site.number as usize, issued.warp.into(), issued.live, yes);
            }
        }
        self.left == 0
    }

    /// Instructions of warps until now.
    pub fn instructions(&self) -> u64 {
        self.run.core().counts().steps
    }

    /// What was counted.
    pub fn profile(self) -> Profile {
        self.profile
    }
}
