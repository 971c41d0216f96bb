//! The study of policies: one launch under each of them (HARP 4.15, 8.4).
//!
//! A first run without timing, in which every branch is split, gives the profile of the launch. Then the kernel is compiled under each
//! policy and run with timing. Instructions of warps (KDIC), lanes in them (LDIC), cycles, the share of branches on which lanes
//! disagreed, and how many branches became guards stand side by side.

use alloc::{
    boxed::Box,
    format,
    string::{String, ToString},
    sync::Arc,
    vec::Vec,
};

use lanescope_parts::{
    figure::{
        About, Bars, Figure, Form, StudyInput, Table,
        bars::{Bar, Note, Style},
        number::grouped,
        panel::Of,
        rows::Row,
        table::TableCell,
    },
    files::Files,
    launch::bind::Bound,
    machines::{
        Machine,
        family::Family,
        studies::{Analysis, Asked, Begin, Data, Steps, Study},
    },
    source::{Diagnostic, Span},
    trace::Deaf,
};

use super::{
    asm::Image,
    codegen::{
        self, Branch, Recipe,
        branches::DECISION,
        profile::{Ended, Training},
    },
    exec::Count,
    family::{Harp, passed, training},
    machine::Timed,
    spec::{Policy, Spec},
    views::branches::{Counted, Seen, converted, divergence_ratio, seen, table},
};

/// The input with another launch for the profile.
const TRAIN: &str = "train";

/// The row of the study.
pub const STUDY: Study<Begin<Arc<Image>, Spec>> = Study {
    about: About {
        id: "policies",
        title: "Policies of divergence",
        says: "The same launch under every policy: what does it cost to split, to put branches under guards, and to choose for each branch?",
        label: "The instructions of warps of each run as bars.",
        help: &[
            (
                "Runs",
                "First one without timing in which every branch is split: it gives the profile. Then one with timing for each policy, with the kernel compiled anew.",
            ),
            ("KDIC", "Instructions of warps, whatever lanes took part: what the policies differ in."),
            ("LDIC", "Lanes that took part in them."),
            (
                "Divergence",
                "The share of the times that a warp came to a branch on which its lanes disagreed. Branches that only decide on another turn of a loop are left out.",
            ),
            (
                "Branches",
                "Under the policy of the document: what analysis and profile say of each, what was decided, and what it costs by the formula, as it is, if it were split, and if it were under guards.",
            ),
        ],
        legend: &[],
        empty: "The launch is run under each policy.",
        takes: &[],
        shows: &[],
    },
    inputs: &[StudyInput::new(
        TRAIN,
        Of::Launch,
        "",
        "the launch of which the profile is made, a file of the document with lines as in the header of a kernel (in the terminal a launch file); the launch itself if it is empty",
    )],
    decides: &[DECISION],
    begin: begin as Begin<Arc<Image>, Spec>,
};

/// What a run under a policy has shown.
#[derive(Clone, Debug)]
struct Ran {
    cycles: u64,
    kdic: u64,
    ldic: u64,
    /// Of these what was done for the kernel, and not for starting warps and lanes.
    of_kernel: Count,
    splits: u64,
    branches: Vec<Branch>,
    /// What each branch cost, and how often warps came to it, if it did not become guards.
    counted: Vec<Counted>,
}

/// A launch under each policy, as far as it is.
#[derive(Debug)]
pub struct Policies {
    recipe: Recipe,
    spec: Spec,
    launch: Bound,
    /// The launch of which the profile is made, if it is another one.
    train: Option<Bound>,
    files: Files,
    /// Most instructions of a run without timing.
    most: u64,
    /// Most cycles of a run with it.
    most_cycles: u64,
    /// The run that makes the profile, while it goes on.
    training: Option<Box<Training>>,
    done: Vec<(Policy, Result<Ran, String>)>,
    now: Option<Box<(Timed, Vec<Branch>)>>,
}

/// Begins.
///
/// # Errors
/// The program is by hand.
pub fn begin(
    image: &Arc<Image>,
    spec: &Spec,
    launch: Bound,
    asked: &Asked,
) -> Result<Box<dyn Analysis>, Diagnostic> {
    let entry = image.entry.as_deref().ok_or_else(|| {
        let message = "policies are for the compiler: take a kernel of OpenCL C or CUDA";
        Diagnostic::error("policies::text", Span::NONE, message)
    })?;
    let recipe = Recipe { profile: None, ..entry.recipe.clone() };
    let (spec, files) = (spec.clone(), asked.files.clone());
    let train = asked.launch(TRAIN).cloned();
    let most = asked.limits.functional_instructions;
    let most_cycles = asked.limits.cycles;
    let (training, done, now) = (None, Vec::new(), None);
    Ok(Box::new(Policies { recipe, spec, launch, train, files, most, most_cycles, training, done, now }))
}

impl Policies {
    /// The next policy.
    fn next(&self) -> Option<Policy> {
        Policy::ALL.get(self.done.len()).copied()
    }

    /// Compiles the kernel for a policy and starts it.
    fn start(&self, policy: Policy) -> Result<(Timed, Vec<Branch>), Diagnostic> {
        let spec = Spec { divergence: policy, ..self.spec.clone() };
        let image = Arc::new(codegen::generate(self.recipe.clone(), &spec)?);
        let branches = image.entry.as_ref().map(|entry| entry.branches.clone()).unwrap_or_default();
        Ok((Harp::start(&image, &spec, self.launch.clone())?, branches))
    }

    /// Goes on with the run that makes the profile.
    fn train(&mut self, budget: u64) -> Result<(), Diagnostic> {
        let mut going = match self.training.take() {
            Some(going) => going,
            None => {
                let launch = self.train.as_ref().unwrap_or(&self.launch);
                Box::new(training(&self.recipe, &self.spec, launch)?)
            }
        };
        let left = self.most - going.instructions();
        if going.advance(budget.min(left)) {
            self.recipe.profile = Some(Arc::new(going.profile()));
        } else if going.instructions() >= self.most {
            return Err(passed(&self.recipe, self.most));
        } else {
            self.training = Some(going);
        }
        Ok(())
    }

    /// What there is to say of the profile.
    fn of_profile(&self) -> String {
        let mut said = String::new();
        if self.train.is_some() {
            said += "The profile is that of another launch. ";
        }
        match self.recipe.profile.as_ref().map(|profile| &profile.end) {
            None | Some(Ended::Whole) => {}
            Some(Ended::Cut) => {
                said += &format!(
                    "The profile is that of the first {} instructions of warps (setting `profile_steps`).",
                    grouped(self.spec.profile_steps.into())
                );
            }
            Some(Ended::Halted(why)) => {
                said += &format!(
                    "The run that made the profile halted, and it is that of what was before: {why}."
                );
            }
        }
        said
    }

    /// The same as data.
    fn profile_data(&self) -> Data {
        let Some(profile) = &self.recipe.profile else { return Data::Nothing };
        let halted = match &profile.end {
            Ended::Halted(why) => Some(why.as_str()),
            Ended::Whole | Ended::Cut => None,
        };
        Data::map([
            ("of_another_launch", Data::Truth(self.train.is_some())),
            ("whole", Data::Truth(profile.end == Ended::Whole)),
            ("halted", halted.into()),
        ])
    }

    /// Goes on with the run of a policy; what came of it if it is over.
    fn step(&mut self, policy: Policy, budget: u64) -> Option<Result<Ran, String>> {
        let mut now = match self.now.take() {
            Some(now) => now,
            None => match self.start(policy) {
                Ok(now) => Box::new(now),
                Err(found) => return Some(Err(found.message)),
            },
        };
        let until = now.0.cycle().saturating_add(budget.max(1)).min(self.most_cycles);
        if let Err(halt) = now.0.run(until, &mut Deaf) {
            return Some(Err(halt.why()));
        }
        if !now.0.finished() {
            if until >= self.most_cycles {
                return Some(Err(format!("The run passed limit `cycles` ({}).", self.most_cycles)));
            }
            self.now = Some(now);
            return None;
        }
        let (machine, branches) = *now;
        let counted = machine.counted();
        Some(Ok(Ran {
            cycles: machine.cycle(),
            kdic: counted.kdic,
            ldic: counted.ldic,
            of_kernel: machine.core().in_text(),
            splits: counted.splits,
            counted: Counted::all(machine.core(), &branches),
            branches,
        }))
    }

    /// The run under a policy, if it has come to its end.
    fn ran(&self, wanted: Policy) -> Option<&Ran> {
        let own = self.done.iter().find(|(policy, _)| *policy == wanted);
        own.and_then(|(_, ran)| ran.as_ref().ok())
    }

    /// The branches of a run. How often warps came to each follows from program and data, not from the policy: the profile says it, or, if
    /// that is of another launch, the run in which all are split.
    fn seen<'a>(&self, ran: &'a Ran) -> Vec<Seen<'a>> {
        let uncounted = ran.counted.iter().map(|counted| Counted { times: None, ..*counted });
        let mut seen = seen(&ran.branches, &self.files, &uncounted.collect::<Vec<_>>());
        if self.train.is_some() {
            let split = self.ran(Policy::Sj);
            let times = |at: usize| split.and_then(|split| split.counted.get(at)?.times);
            seen.iter_mut().enumerate().for_each(|(at, one)| one.times = times(at));
        }
        seen
    }

    /// The branches under the policy of the document.
    fn branches(&self) -> Vec<Seen<'_>> {
        self.ran(self.spec.divergence).map_or_else(Vec::new, |ran| self.seen(ran))
    }

    /// The share of branches on which lanes disagreed.
    fn ratio(&self, ran: &Ran) -> Option<f64> {
        divergence_ratio(&self.seen(ran))
    }
}

impl Analysis for Policies {
    fn advance(&mut self, budget: u64) -> Result<Steps, Diagnostic> {
        if self.recipe.profile.is_none() {
            self.train(budget)?;
        } else if let Some(policy) = self.next()
            && let Some(ended) = self.step(policy, budget)
        {
            self.done.push((policy, ended));
        }
        let trained = usize::from(self.recipe.profile.is_some());
        let now = if trained == 0 { "profile" } else { self.next().map_or("", Policy::name) }.to_string();
        Ok(Steps { done: trained + self.done.len(), all: 1 + Policy::ALL.len(), now })
    }

    fn figure(&self) -> Figure {
        let mut bars = Bars::default();
        let heads = [
            "policy",
            "KDIC",
            "of the kernel",
            "less than split",
            "LDIC",
            "cycles",
            "divergence",
            "guards",
            "remark",
        ];
        let mut runs = Table::new(&heads);
        for (row, (policy, ran)) in (0u32..).zip(&self.done) {
            bars.rows.push(Row::new(policy.name(), None));
            let mut cells = Vec::from([policy.name().to_string()]);
            match ran {
                Err(why) => {
                    cells.extend((0..7).map(|_| "–".to_string()));
                    cells.push(why.clone());
                }
                Ok(ran) => {
                    let words = format!("{}: {} instructions of warps", policy.name(), grouped(ran.kdic));
                    let note = bars.note(Note { labels: Vec::from([grouped(ran.kdic)]), words, mark: None });
                    let style = Style::Work { hue: 0, until: ran.kdic };
                    bars.bars.push(Bar { row, from: 0, to: ran.kdic.max(1), style, note });
                    let saved = self.ran(Policy::Sj).map_or("–".into(), |split| {
                        let (all, own) = (split.of_kernel.steps as f64, ran.of_kernel.steps as f64);
                        format!("{:.2} %", 100.0 * (all - own) / all.max(1.0))
                    });
                    let ratio = self.ratio(ran).map_or("–".into(), |ratio| format!("{ratio:.3}"));
                    let (guards, all) = converted(&ran.branches);
                    cells.extend([grouped(ran.kdic), grouped(ran.of_kernel.steps), saved]);
                    cells.extend([grouped(ran.ldic), grouped(ran.cycles), ratio]);
                    cells.extend([format!("{guards} of {all}"), String::new()]);
                }
            }
            runs.rows.push(cells.into_iter().map(TableCell::text).collect());
        }
        let span = self.done.iter().filter_map(|(_, ran)| Some(ran.as_ref().ok()?.kdic)).max();
        let mut figure = Figure { span, ..Figure::default() };
        figure.push("Instructions of warps", Form::Bars(bars));
        figure.push("", Form::Table(runs));
        let branches = self.branches();
        let name = self.spec.divergence.name();
        figure.push(format!("Branches under the policy {name}"), Form::Table(table(&branches)));
        figure.with_remark(self.of_profile())
    }

    /// Each number of each run, as `sj.kdic`.
    fn numbers(&self) -> Vec<(String, f64)> {
        let of = |(policy, ran): &(Policy, Result<Ran, String>)| {
            let Ok(ran) = ran else { return Vec::new() };
            let (guards, all) = converted(&ran.branches);
            let counts = [
                ("cycles", ran.cycles),
                ("kdic", ran.kdic),
                ("ldic", ran.ldic),
                ("kdic_kernel", ran.of_kernel.steps),
                ("ldic_kernel", ran.of_kernel.lanes),
                ("splits", ran.splits),
                ("converted", guards),
                ("candidates", all),
            ];
            let named = |(id, count): (&str, u64)| (format!("{}.{id}", policy.name()), count as f64);
            let ratio = self.ratio(ran).map(|ratio| (format!("{}.divergence_ratio", policy.name()), ratio));
            counts.into_iter().map(named).chain(ratio).collect()
        };
        self.done.iter().flat_map(of).collect()
    }

    fn answer(&self) -> Vec<(String, Data)> {
        let of = |(policy, ran): &(Policy, Result<Ran, String>)| {
            let data = match ran {
                Err(why) => Data::map([("fault", why.as_str().into())]),
                Ok(ran) => {
                    let (guards, all) = converted(&ran.branches);
                    Data::map([
                        ("kdic", ran.kdic.into()),
                        ("ldic", ran.ldic.into()),
                        ("kdic_kernel", ran.of_kernel.steps.into()),
                        ("ldic_kernel", ran.of_kernel.lanes.into()),
                        ("cycles", ran.cycles.into()),
                        ("divergence_ratio", self.ratio(ran).map_or(Data::Nothing, Data::Ratio)),
                        ("converted", guards.into()),
                        ("candidates", all.into()),
                    ])
                }
            };
            (policy.name().to_string(), data)
        };
        let branches = self.branches();
        Vec::from([
            ("policies".into(), Data::Map(self.done.iter().map(of).collect())),
            ("profile".into(), self.profile_data()),
            ("branches".into(), Data::List(branches.iter().map(|one| one.data()).collect())),
        ])
    }
}
