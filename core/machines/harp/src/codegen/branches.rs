//! The policy driver (HARP 4.15): what is done about each branch of a kernel, and why.

use alloc::{format, string::String, vec::Vec};

use lanescope_parts::{
    codegen::classify::Static,
    machines::studies::Decision,
    source::{Diagnostic, Span},
};

use super::{
    super::spec::{Policy, Spec},
    code::{Choice, Code, End},
    cost::{Arms, Behaviour},
    guards,
    profile::{Profile, Verdict},
};

/// What a person decides about a branch, on the command line as `--choice branch@LINE=split`.
pub const DECISION: &str = "branch";

/// What it may be decided to be.
const WAYS: [(&str, Choice); 3] =
    [("none", Choice::None), ("split", Choice::Split), ("predicate", Choice::Predicate)];

/// The name of a choice.
pub fn way(choice: Choice) -> &'static str {
    WAYS.iter().find(|(_, known)| *known == choice).map_or("", |(name, _)| name)
}

/// A branch of a kernel: what is known of it, what was decided, and what came of that.
#[derive(Clone, Debug, PartialEq)]
pub struct Branch {
    /// Its place in the text.
    pub span: Span,
    /// What the analysis says.
    pub class: Static,
    /// Does it decide whether a loop goes on, so that it is no candidate (HARP 7.2, 7.6)?
    pub of_loop: bool,
    /// Is it inside of a loop?
    pub in_loop: bool,
    /// What the profile says; `None` without one.
    pub verdict: Option<Verdict>,
    /// How often warps came to it in the run that made the profile.
    pub times: Option<Behaviour>,
    /// Has a person decided it?
    pub by_hand: bool,
    /// What was decided.
    pub decision: Choice,
    /// Why something else came of it: what stands in the way of guards.
    pub fallback: Option<&'static str>,
    /// What its sides are, or why they are no straight code.
    pub arms: Result<Arms, &'static str>,
    /// The branch in whose straight side it lies.
    pub inside: Option<u32>,
    /// The address of its `split` or jump; a branch that became guards has none.
    pub pc: Option<u64>,
}

impl Branch {
    /// What became of it.
    pub fn outcome(&self) -> Choice {
        if self.fallback.is_some() && self.decision == Choice::Predicate {
            Choice::Split
        } else {
            self.decision
        }
    }

    /// What it would cost in the run of the profile if lanes were kept apart like this (HARP 4.14). `None` without a profile, or if its
    /// sides are not straight code.
    pub fn cost_as(&self, choice: Choice) -> Option<u64> {
        Some(self.arms.ok()?.cost(choice, &self.times?))
    }
}

/// Decides about the branches of a kernel.
#[derive(Clone, Debug)]
pub(super) struct Driver<'a> {
    spec: &'a Spec,
    decisions: &'a [Decision],
    profile: Option<&'a Profile>,
    /// The branches so far, by their numbers.
    pub branches: Vec<Branch>,
}

/// What a branch is.
#[derive(Clone, Copy, Debug)]
pub(super) struct Place {
    pub span: Span,
    pub class: Static,
    pub of_loop: bool,
    pub in_loop: bool,
}

impl<'a> Driver<'a> {
    pub fn new(spec: &'a Spec, decisions: &'a [Decision], profile: Option<&'a Profile>) -> Driver<'a> {
        Driver { spec, decisions, profile, branches: Vec::new() }
    }

    /// Decides about the next branch; its number.
    pub fn decide(&mut self, place: Place) -> Result<u32, Diagnostic> {
        let Place { span, class, of_loop, in_loop } = place;
        let number = self.branches.len();
        let counts = self.profile.and_then(|profile| Some((profile, profile.branches.get(number)?)));
        let thresholds = self.spec.thresholds();
        let verdict = counts
            .map(|(profile, counts)| thresholds.verdict(counts, &profile.seen, in_loop || profile.again));
        let hand = self.by_hand(span)?;
        self.branches.push(Branch {
            span,
            class,
            of_loop,
            in_loop,
            verdict,
            times: counts.map(|(_, counts)| counts.times),
            by_hand: hand.is_some(),
            decision: hand.unwrap_or_else(|| {
                // Branches of loops are not profiled (Algorithm 7).
                self.spec.divergence.choose(class, verdict.filter(|_| !of_loop))
            }),
            fallback: None,
            arms: Err("nothing of it is left"),
            inside: None,
            pc: None,
        });
        Ok(number as u32)
    }

    /// What a person has decided: the last word on this line.
    fn by_hand(&self, span: Span) -> Result<Option<Choice>, Diagnostic> {
        let here =
            |one: &&Decision| one.id == DECISION && one.span.start <= span.start && span.start < one.span.end;
        let Some(found) = self.decisions.iter().rev().find(here) else { return Ok(None) };
        let way = WAYS.iter().find(|(name, _)| *name == found.value);
        way.map(|(_, choice)| Some(*choice)).ok_or_else(|| {
            let message =
                format!("a branch is decided to be none, split or predicate, not `{}`", found.value);
            Diagnostic::error("harp::choice", found.span, message)
        })
    }

    /// What was decided cannot be: why.
    pub fn falls_back(&mut self, number: u32, why: &'static str) {
        self.branches[number as usize].fallback = Some(why);
    }

    /// Would guards pay? Asked when it is known what the sides are.
    pub fn accepts(&mut self, number: u32, arms: Arms) -> bool {
        let most = u64::from(self.spec.size_limit);
        let branch = &mut self.branches[number as usize];
        branch.arms = Ok(arms);
        if arms.total() > self.spec.ifcvt_max_insts.into() {
            branch.fallback = Some("its sides have more instructions than `ifcvt_max_insts`");
            return false;
        }
        if branch.by_hand || self.spec.divergence != Policy::SizeAware {
            return true;
        }
        // Without a profile: lanes whose place decides part; data send warps to both sides alike, or part them, and no long side is
        // risked (HARP 4.14, "size-aware").
        let pays = match (branch.times, branch.class) {
            (Some(times), _) if times.executed() > 0 => arms.prefers_guards(&times),
            (_, Static::Nonunanimous) => {
                arms.prefers_guards(&Behaviour { parted: 1, ..Behaviour::default() }) && arms.total() <= most
            }
            _ => arms.prefers_guards(&Behaviour { yes: 1, no: 1, parted: 0 }) && arms.total() <= most,
        };
        if !pays {
            branch.decision = Choice::Split;
        }
        pays
    }

    /// Looks at the branches that are still there when all guards are made.
    pub fn left(&mut self, code: &Code) {
        for (block, sides) in guards::sides(code) {
            let End::Branch { site: Some(site), choice, .. } = code.blocks[block].end else { continue };
            let branch = &mut self.branches[site.number as usize];
            branch.arms = sides;
            match (choice, branch.decision) {
                (Choice::Predicate, _) => branch.fallback = sides.err(),
                // Loops that all lanes leave together are not managed.
                (Choice::None, Choice::Split | Choice::Predicate) if branch.by_hand => {
                    branch.fallback = Some("lanes leave this loop together");
                }
                (Choice::None, _) => branch.decision = Choice::None,
                _ => {}
            }
        }
    }

    /// Were all decisions of a person kept?
    pub fn kept(&self) -> Result<(), Diagnostic> {
        let wrong = |span: Span, message: String| Err(Diagnostic::error("harp::choice", span, message));
        for one in self.decisions.iter().filter(|one| one.id == DECISION) {
            let on_line =
                |branch: &&Branch| one.span.start <= branch.span.start && branch.span.start < one.span.end;
            if !self.branches.iter().any(|branch| on_line(&branch)) {
                return wrong(one.span, "there is no branch on this line to decide about".into());
            }
        }
        match self.branches.iter().find(|branch| branch.by_hand && branch.fallback.is_some()) {
            None => Ok(()),
            Some(branch) => {
                let (way, why) = (way(branch.decision), branch.fallback.unwrap_or_default());
                wrong(branch.span, format!("this branch cannot be decided to be `{way}`: {why}"))
            }
        }
    }
}
