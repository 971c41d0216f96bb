//! Studies of a machine's own: of a program and its launch, with runs of the document or without. A machine declares them as rows of
//! a table in its `views`; the laboratory offers them beside its own studies.
//!
//! A study says which runs it wants ([`Analysis::runs`]), and is told what came of each. Who makes them, where and in which order is
//! nothing that it knows: the laboratory does, as for its own studies. What a study finds out without a run, such as a bound of a time,
//! it works out itself in steps, when its runs are over ([`Analysis::advance`]). Both go on in slices, so that whoever waits sees how far
//! it is and may drop it at any time.

use alloc::{
    boxed::Box,
    string::{String, ToString},
    vec::Vec,
};

use serde::{Serialize, Serializer, ser::SerializeMap};

use crate::{
    document::{Limits, MachineChoice},
    figure::{About, Figure, StudyInput},
    files::Files,
    launch::bind::Bound,
    machines::counters::Reading,
    source::{Diagnostic, Span},
};

/// A row: what a study says of itself, what it can be given, and how it begins. `B` is a [`Begin`] of its machine.
#[derive(Clone, Copy, Debug)]
pub struct Study<B> {
    /// What it says of itself. Its id is its name on the command line, too.
    pub about: About,
    /// What it can be given.
    pub inputs: &'static [StudyInput],
    /// The ids of what a person can decide about lines for it ([`Decision::id`]).
    pub decides: &'static [&'static str],
    /// Begins.
    pub begin: B,
}

/// Begins the analysis of a program (`P`) on a machine with settings (`S`) and a launch.
///
/// # Errors
/// What cannot be analysed, and where.
pub type Begin<P, S> = fn(&P, &S, Bound, &Asked) -> Result<Box<dyn Analysis>, Diagnostic>;

/// The rows; a program without [prose](mod@crate::base::prose) leaves out what only explains.
pub const fn rows<B: Copy, const N: usize>(mut rows: [Study<B>; N]) -> [Study<B>; N] {
    let mut at = 0;
    while at < N {
        rows[at].about = rows[at].about.without_prose();
        at += 1;
    }
    rows
}

/// What an analysis is given beside program and launch.
#[derive(Clone, Debug, Default)]
pub struct Asked {
    /// The inputs by their names.
    pub inputs: Vec<(String, String)>,
    /// The launches that were given, by the names of their inputs.
    pub launches: Vec<(String, Bound)>,
    /// What a person has decided about lines of the program.
    pub decisions: Vec<Decision>,
    /// The texts of the program, to say on which line something is.
    pub files: Files,
    /// The limits of runs.
    pub limits: Limits,
    /// The machine of the document, with the settings that a person has set, be it to what they are without that.
    pub machine: MachineChoice,
}

impl Asked {
    /// Has a person set this setting?
    pub fn is_set(&self, id: &str) -> bool {
        self.machine.changes.iter().any(|(known, _)| known == id)
    }

    /// The launch that was given as an input of this name.
    pub fn launch(&self, name: &str) -> Option<&Bound> {
        self.launches.iter().find(|(known, _)| known == name).map(|(_, launch)| launch)
    }

    /// An input by its name.
    pub fn input(&self, name: &str) -> &str {
        self.inputs.iter().find(|(known, _)| known == name).map_or("", |(_, value)| value)
    }
}

/// Something that a person has decided about a line.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Decision {
    /// What is decided.
    pub id: String,
    /// The line.
    pub span: Span,
    /// What it is decided to be.
    pub value: String,
}

/// A run that a study wants: the document on a machine.
#[derive(Clone, Debug)]
pub struct Plan {
    /// What tells it from the others.
    pub name: String,
    /// The machine that the document runs on. A document may hold megabytes of data: it is there once.
    pub machine: MachineChoice,
    /// Which time the launch is made, with other data and places each time ([`crate::launch::Launch::again`]); 0 as it is.
    pub again: u32,
}

impl Plan {
    /// The launch as it is.
    pub const fn new(name: String, machine: MachineChoice) -> Plan {
        Plan { name, machine, again: 0 }
    }
}

/// What came of a run.
#[derive(Clone, Copy, Debug)]
pub struct Ran<'a> {
    /// Its cycles.
    pub cycles: u64,
    /// Every counter of its machine.
    pub counters: &'a [Reading],
}

impl Ran<'_> {
    /// A counter by its id; 0 if the machine of the run has no such counter.
    pub fn counter(&self, id: &str) -> u64 {
        self.counters.iter().find(|counter| counter.id == id).map_or(0, |counter| counter.value)
    }
}

/// How far an analysis is.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Steps {
    /// Steps that are done.
    pub done: usize,
    /// Steps in all.
    pub all: usize,
    /// What is done now.
    pub now: String,
}

/// A study of a machine under way: an analysis with runs, with steps of its own, or with both.
pub trait Analysis {
    /// The runs that it wants. It is asked once, when it has begun.
    fn runs(&self) -> Vec<Plan> {
        Vec::new()
    }

    /// What came of one of them, by its place among them, or why nothing did. They need not come in their order.
    ///
    /// # Errors
    /// Why it cannot go on.
    fn ran(&mut self, _run: usize, _came: Result<Ran, &str>) -> Result<(), Diagnostic> {
        Ok(())
    }

    /// How many steps it takes itself, as far as it knows when it has begun. With none it is over when its runs are.
    fn steps(&self) -> usize {
        1
    }

    /// Goes on with its own steps for about `budget` simulated cycles. It is asked when its runs are over.
    ///
    /// # Errors
    /// Why it cannot go on.
    fn advance(&mut self, _budget: u64) -> Result<Steps, Diagnostic> {
        Ok(Steps::default())
    }

    /// What is known so far.
    fn figure(&self) -> Figure;

    /// Numbers by their names, that lessons may ask for.
    fn numbers(&self) -> Vec<(String, f64)>;

    /// The whole answer by names, for programs: the numbers without their fractions, unless there is more to say.
    fn answer(&self) -> Vec<(String, Data)> {
        self.numbers().into_iter().map(|(name, number)| (name, Data::Number(number as u64))).collect()
    }
}

/// An answer as data.
#[derive(Clone, Debug, PartialEq)]
pub enum Data {
    /// There is none.
    Nothing,
    /// Yes or no.
    Truth(bool),
    /// A number.
    Number(u64),
    /// A ratio.
    Ratio(f64),
    /// Words.
    Text(String),
    /// One after the other.
    List(Vec<Data>),
    /// By names.
    Map(Vec<(String, Data)>),
}

impl Data {
    /// By names that stand in a program.
    pub fn map<const N: usize>(entries: [(&str, Data); N]) -> Data {
        Data::Map(entries.into_iter().map(|(name, data)| (name.to_string(), data)).collect())
    }
}

impl From<u64> for Data {
    fn from(number: u64) -> Data {
        Data::Number(number)
    }
}

impl<T: Into<Data>> From<Option<T>> for Data {
    fn from(data: Option<T>) -> Data {
        data.map_or(Data::Nothing, Into::into)
    }
}

impl From<&str> for Data {
    fn from(text: &str) -> Data {
        Data::Text(text.into())
    }
}

impl Serialize for Data {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        match self {
            Data::Nothing => serializer.serialize_none(),
            Data::Truth(truth) => serializer.serialize_bool(*truth),
            Data::Number(number) => serializer.serialize_u64(*number),
            Data::Ratio(ratio) => serializer.serialize_f64(*ratio),
            Data::Text(text) => serializer.serialize_str(text),
            Data::List(list) => serializer.collect_seq(list),
            Data::Map(entries) => {
                let mut map = serializer.serialize_map(Some(entries.len()))?;
                entries.iter().try_for_each(|(name, data)| map.serialize_entry(name, data))?;
                map.end()
            }
        }
    }
}
