//! A study of a machine's own: an analysis of the document's program and launch.

use alloc::{
    boxed::Box,
    format,
    string::{String, ToString},
    vec::Vec,
};
use core::fmt::{self, Debug, Formatter};

use super::{Inputs, Numbers, Progress, TABLE};
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
        studies::{Analysis, Asked, Data, Steps, Study as Declared},
    },
    session::{Session, decisions, words::Text},
    source::Diagnostic,
};

/// An analysis that has not begun, is under way, or has failed.
pub(super) struct Own {
    state: State,
    progress: Progress,
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
        let decides = declared.decides;
        Own { state, decides, progress: Progress { done: 0, all: 1, now: None, steps: true } }
    }

    /// Gives it a launch for an input of this name, before it has begun.
    pub fn give_launch(&mut self, name: String, launch: Launch) {
        if let State::Waiting(waiting) = &mut self.state {
            waiting.launches.push((name, launch));
        }
    }

    /// Goes on for about `budget` simulated cycles.
    pub fn advance(&mut self, budget: u64) -> Progress {
        if self.progress.complete() {
            return self.progress();
        }
        let state = core::mem::replace(&mut self.state, State::Failed(String::new()));
        let going = match state {
            State::Waiting(made_of) => begin(*made_of).map(Box::new),
            State::Going(going) => Ok(going),
            State::Failed(why) => Err(why),
        };
        let advanced = going.and_then(|mut going| match going.analysis.advance(budget) {
            Ok(steps) => Ok((going, steps)),
            Err(found) => Err(in_words(&going.session, &found)),
        });
        match advanced {
            Ok((going, Steps { done, all, now })) => {
                self.state = State::Going(going);
                self.progress = Progress { done, all, now: Some((now, 0)), steps: true };
            }
            Err(why) => {
                self.state = State::Failed(why);
                self.progress.done = self.progress.all;
            }
        }
        self.progress()
    }

    /// How far it is.
    pub fn progress(&self) -> Progress {
        self.progress.clone()
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

    /// The whole answer, or why there is none; `None` before the end.
    pub fn answer(&self) -> Option<Result<Vec<(String, Data)>, String>> {
        match &self.state {
            _ if !self.progress.complete() => None,
            State::Going(going) => Some(Ok(going.analysis.answer())),
            State::Failed(why) => Some(Err(why.clone())),
            State::Waiting(_) => None,
        }
    }
}

/// Compiles the document and begins.
fn begin(asked: Waiting) -> Result<Going, String> {
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
    let set = document.machine.changes.iter().map(|(id, _)| id.clone()).collect();
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
        set,
    };
    let begun = session.bench().and_then(|bench| bench.study(&id, bound_here, &asked));
    match begun {
        None => Err(format!("the machine has no study `{id}`")),
        Some(Err(found)) => Err(in_words(&session, &found)),
        Some(Ok(analysis)) => Ok(Going { analysis, session }),
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
        format!("{stop} {help}.")
    });
    format!("{place}{}{help}", found.message)
}
