//! A study of a machine's own: what it says of the document's program and launch, and of the runs that it wants.

use alloc::{
    boxed::Box,
    format,
    string::{String, ToString},
    vec::Vec,
};
use core::fmt::{self, Debug, Formatter};

use super::{Inputs, MOST_RUNS, Numbers, Outcome, Plan, TABLE, too_many};
use crate::{
    document::{Document, Limits},
    figure::{Figure, StudyInput, panel::Of},
    launch::{
        Launch,
        bind::Bound,
        complete::{self, Sources},
        header::{self, Header},
        usage::Usage,
    },
    machines::{
        registry,
        studies::{Analysis, Asked, Data, Ran, Steps, Study as Declared},
    },
    session::{Session, decisions, words::Text},
    source::Diagnostic,
};

/// An analysis that has not begun, is under way, or has failed.
pub(super) struct Own {
    state: State,
    /// How far it is with its own steps.
    steps: Steps,
    /// What a person can decide about lines for it.
    pub decides: &'static [&'static str],
}

enum State {
    Waiting(Box<Waiting>),
    Going(Box<Going>),
    Failed(String),
}

/// What an analysis that has not begun is made of.
struct Waiting {
    id: String,
    document: Document,
    inputs: Inputs,
    limits: Limits,
    /// Launches by the names of the inputs that they are for.
    launches: Vec<(String, Launch)>,
}

struct Going {
    analysis: Box<dyn Analysis>,
    session: Session,
}

impl Debug for Own {
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        f.write_str("Own")
    }
}

/// What a machine's own study says of itself and takes.
///
/// # Errors
/// Neither the laboratory nor the machine has such a study.
pub(super) fn find(machine: &str, id: &str) -> Result<Declared<()>, String> {
    let registered = registry::of(machine);
    registered.and_then(|registered| registered.own_study(id)).ok_or_else(|| {
        let own = registered
            .map(|registered| registered.own_studies())
            .unwrap_or_default()
            .into_iter()
            .map(|study| study.id.to_string());
        let ids: Vec<String> = TABLE.iter().map(|row| row.about.id.to_string()).chain(own).collect();
        format!("there is no study `{id}` on machine `{machine}`; there are {}", ids.join(", "))
    })
}

impl Own {
    /// An analysis that has not begun: that takes its first slice.
    pub fn new(declared: &Declared<()>, document: Document, inputs: &Inputs, limits: Limits) -> Own {
        let id = declared.about.id.to_string();
        let waiting = Waiting { id, document, inputs: inputs.clone(), limits, launches: Vec::new() };
        let state = State::Waiting(Box::new(waiting));
        Own { state, decides: declared.decides, steps: Steps { all: 1, ..Steps::default() } }
    }

    /// Gives it a launch for an input of this name, before it has begun.
    pub fn give_launch(&mut self, name: String, launch: Launch) {
        if let State::Waiting(waiting) = &mut self.state {
            waiting.launches.push((name, launch));
        }
    }

    /// Has it not begun?
    pub fn is_waiting(&self) -> bool {
        matches!(self.state, State::Waiting(_))
    }

    /// Can it not go on?
    pub fn is_failed(&self) -> bool {
        matches!(self.state, State::Failed(_))
    }

    /// Are its own steps done?
    pub fn is_over(&self) -> bool {
        self.is_failed() || self.steps.done == self.steps.all
    }

    /// How far it is with its own steps.
    pub const fn steps(&self) -> &Steps {
        &self.steps
    }

    /// Begins, if it has not: the runs that it wants.
    pub fn begin(&mut self) -> Vec<Plan> {
        let made_of = match core::mem::replace(&mut self.state, State::Failed(String::new())) {
            State::Waiting(made_of) => made_of,
            other => {
                self.state = other;
                return Vec::new();
            }
        };
        match begin(*made_of) {
            Ok((going, plans)) => {
                self.steps.all = going.analysis.steps();
                self.state = State::Going(Box::new(going));
                plans
            }
            Err(why) => {
                self.state = State::Failed(why);
                Vec::new()
            }
        }
    }

    /// What came of one of its runs.
    pub fn ran(&mut self, run: usize, outcome: &Outcome) {
        let came = outcome.as_ref().map_err(String::as_str);
        let came = came.map(|report| Ran { cycles: report.cycles, counters: &report.counters });
        self.go_on(|analysis| analysis.ran(run, came));
    }

    /// Goes on with its own steps for about `budget` simulated cycles.
    pub fn advance(&mut self, budget: u64) {
        if self.is_over() {
            return;
        }
        let steps = self.go_on(|analysis| analysis.advance(budget));
        self.steps = steps.unwrap_or_default();
    }

    /// Lets it do something; it has failed if that fails.
    fn go_on<T>(&mut self, act: impl FnOnce(&mut dyn Analysis) -> Result<T, Diagnostic>) -> Option<T> {
        let State::Going(going) = &mut self.state else { return None };
        let Going { analysis, session } = &mut **going;
        match act(analysis.as_mut()) {
            Ok(done) => Some(done),
            Err(found) => {
                self.state = State::Failed(in_words(session, &found));
                None
            }
        }
    }

    /// What is known so far.
    pub fn figure(&self) -> Figure {
        let figure = match &self.state {
            State::Going(going) => going.analysis.figure(),
            State::Failed(why) => Figure::empty(why.clone()),
            State::Waiting(_) => Figure::default(),
        };
        Figure { span: figure.span.or(Some(1)), ..figure }
    }

    /// Its numbers.
    pub fn numbers(&self) -> Numbers {
        if let State::Going(going) = &self.state { going.analysis.numbers() } else { Vec::new() }
    }

    /// What it has to say by names, or why there is nothing; `None` if it has not begun.
    pub fn answer(&self) -> Option<Result<Vec<(String, Data)>, String>> {
        match &self.state {
            State::Going(going) => Some(Ok(going.analysis.answer())),
            State::Failed(why) => Some(Err(why.clone())),
            State::Waiting(_) => None,
        }
    }
}

/// Compiles the document and begins: with the runs that are wanted.
fn begin(asked: Waiting) -> Result<(Going, Vec<Plan>), String> {
    let Waiting { id, document, inputs, limits, launches } = asked;
    let choices = document.choices.clone();
    let study = registry::of(&document.machine.preset).and_then(|machine| machine.own_study(&id));
    let own = study.as_ref().map_or(&[][..], |study| study.decides);
    let launches = launches.into_iter().map(|(name, launch)| {
        let other = Document { launch: Some(launch), ..document.clone() };
        let bound = bound(&Session::open(other, limits.clone()));
        bound.map(|bound| (name.clone(), bound)).map_err(|why| format!("{name}: {why}"))
    });
    let mut launches = launches.collect::<Result<Vec<_>, String>>()?;
    let missing = |input: &&StudyInput| {
        let is_given = launches.iter().any(|(name, _)| *name == input.name);
        input.of == Of::Launch && !inputs.get(&input.name).is_empty() && !is_given
    };
    let missing: Vec<&StudyInput> = study.iter().flat_map(|study| study.inputs).filter(missing).collect();
    let taken = [own, registry::compiler_decides(&document.machine.preset)].concat();
    let session = Session::open(document.clone(), limits.clone());
    let bound_here = bound(&session)?;
    for input in missing {
        let named = |why| format!("{}: {why}", input.name);
        let launch = of_file(&session, inputs.get(&input.name)).map_err(named)?;
        let other = Document { launch: Some(launch), ..document.clone() };
        let bound = bound(&Session::open(other, limits.clone())).map_err(named)?;
        launches.push((input.name.to_string(), bound));
    }
    let files = &session.prepared.files;
    let asked = Asked {
        inputs: inputs.0,
        launches,
        decisions: decisions::of(files, &choices, &taken).map_err(|found| in_words(&session, &found))?,
        files: files.clone(),
        limits: session.limits.clone(),
        machine: session.document().machine,
    };
    let begun = session.bench().and_then(|bench| bench.study(&id, bound_here, &asked));
    match begun {
        None => Err(format!("the machine has no study `{id}`")),
        Some(Err(found)) => Err(in_words(&session, &found)),
        Some(Ok(analysis)) => {
            let plans = analysis.runs();
            match plans.len() {
                n if n > MOST_RUNS => Err(too_many(n)),
                _ => Ok((Going { analysis, session }, plans)),
            }
        }
    }
}

/// A launch for the program of a session that a file of its document says, in lines as those of a text's header.
fn of_file(session: &Session, name: &str) -> Result<Launch, String> {
    let files = &session.document().files;
    let text = files.iter().find(|file| file.name == name).and_then(|file| file.contents.text());
    let text = text.ok_or_else(|| format!("the document has no file `{name}` of text"))?;
    let (header, said) = header::parse(text);
    if let Some(wrong) = said.first() {
        return Err(format!("{name}: {}", wrong.message));
    }
    if header == Header::default() {
        return Err(format!(
            "{name} says no launch: its lines begin with `lanescope:`, as in the header of a kernel"
        ));
    }
    let signature = session.signature().ok_or("there is no program to launch")?;
    let usage = session.kernel().map(Usage::of).unwrap_or_default();
    let (launch, _) = complete::complete(Sources {
        grid: &signature.grid,
        params: &signature.params,
        required_local: signature.required_local,
        usage: &usage,
        kernel: session.kernel(),
        header: &header,
        host: None,
        document: None,
        once: signature.open,
    });
    Ok(launch)
}

/// The launch of a session's document.
fn bound(session: &Session) -> Result<Bound, String> {
    let found = session.bind();
    found.map(|(bound, _)| bound).map_err(|found| {
        found.first().map_or_else(|| "it cannot run".into(), |first| in_words(session, first))
    })
}

/// A diagnostic as a sentence that says where.
fn in_words(session: &Session, found: &Diagnostic) -> String {
    let text = Text::of(&session.prepared.files, session.document().language);
    let place = text.line(found.span()).map_or(String::new(), |line| format!("{line}: "));
    let help = found.help.as_ref().map_or(String::new(), |help| {
        // A help may be a sentence, or the rest of this one.
        let stop = if help.starts_with(char::is_lowercase) { ";" } else { "." };
        format!("{stop} {}.", help.trim_end_matches('.'))
    });
    format!("{place}{}{help}", found.message)
}
