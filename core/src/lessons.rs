//! Lessons: a text beside a live document, with questions that are answered by running or by building.
//!
//! Each is a file of `lessons/`, found there when the core is built (`order.txt` has the teaching order); the module `read` says what
//! such a file holds. The text is paragraphs, and between them [scenes](Scene): views, a cycle, a unit and a line to look at. A question either
//! [asks for a number](Task::Tell) of the report of a whole run (a counter, a measure, `cycles`), or of a study; or it asks
//! for [something to be built](Task::Build): a kernel, a launch or settings with which a number of the run is reached, while the
//! results stay those of the lesson's document. The answer itself stands nowhere.
//!
//! Every question helps: a [hint](Question::hint) after a wrong answer, the [way to the answer](Question::way) after the third one, and
//! an [explanation](Question::why) after a right one, with a scene of the run that answered.

mod read;
#[cfg(test)]
mod tests;

use alloc::{boxed::Box, string::String, vec::Vec};

use serde::{Deserialize, Serialize};

use crate::{
    base::decimal,
    document::{Document, MachineChoice},
    session::Report,
};

include!(concat!(env!("OUT_DIR"), "/lessons.rs"));

/// How many wrong answers bring the way to the right one.
pub const PATIENCE: u32 = 3;

/// A lesson.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Lesson {
    /// Permanent name.
    pub name: String,
    /// Title for people.
    pub title: String,
    /// What it says, in order.
    pub text: Vec<Part>,
    /// What runs beside it.
    pub document: Document,
    /// Its questions; at least one.
    pub questions: Vec<Question>,
}

/// A part of the text.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub enum Part {
    /// A paragraph, with `code` and **words** marked.
    Words(String),
    /// What the paragraphs before it speak of.
    Show(Scene),
}

/// What to look at, where it is not what is open already.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct Scene {
    /// What one sees there, in a few words.
    pub label: String,
    /// The two views that are open, by their names in links; empty: those that are.
    pub panels: String,
    /// The cycle of the cursor.
    pub cycle: Option<u64>,
    /// The selected unit, by its place among the units of the machine.
    pub unit: Option<u32>,
    /// The marked line of the text, from 1.
    pub line: Option<u32>,
}

/// A question.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Question {
    /// In words.
    pub text: String,
    /// What is to be done.
    pub task: Task,
    /// The number of the report, or of the study, that is the answer.
    pub number: String,
    /// What helps after a wrong answer.
    pub hint: String,
    /// How the answer is worked out.
    pub way: String,
    /// What the right answer means.
    pub why: String,
    /// Where the run that answered shows it.
    pub show: Option<Scene>,
}

/// What a question wants.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub enum Task {
    /// The number that a run of this document gives, or a study of it.
    Tell {
        /// What is run to answer it.
        document: Box<Document>,
        /// The study of it that answers, if it is not one run.
        study: Option<Asked>,
        /// How many percent an answer may be off; 0: it must be exact.
        within: f64,
        /// May it be off upwards only?
        above: bool,
    },
    /// A document whose run has a number in these bounds and leaves the memory that the lesson's document leaves.
    Build {
        /// The least that the number may be.
        least: Option<f64>,
        /// The most that it may be.
        most: Option<f64>,
        /// The settings that may be changed for it; empty: all of the machine.
        may: Vec<String>,
        /// What stays as it is in the lesson's document.
        keep: Vec<Kept>,
    },
}

/// What a question may leave as it is, though another one changes it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum Kept {
    /// The text of the kernel and its files.
    Text,
    /// The machine, with all settings.
    Machine,
}

/// A study that answers a question.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Asked {
    /// Its id.
    pub id: String,
    /// What it is given: names and values.
    pub inputs: Vec<(String, String)>,
}

/// What an answer is worth.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum Verdict {
    /// Right, or near enough.
    Right,
    /// Too small.
    Low,
    /// Too large.
    High,
    /// Not a number.
    Unreadable,
    /// What was built leaves other results than the lesson's document.
    Changed,
    /// What was built is for another machine than the lesson's, or changes what the question leaves as it is.
    Elsewhere,
}

impl Question {
    /// The answer that a run gives, at its end.
    pub fn answer(&self, report: &Report) -> Option<f64> {
        report.number(&self.number)
    }

    /// The answer that a study gives, when all its runs are done.
    pub fn answer_of(&self, numbers: &[(String, f64)]) -> Option<f64> {
        numbers.iter().find(|(name, _)| *name == self.number).map(|(_, number)| *number)
    }
}

impl Task {
    /// Compares what a person typed with the answer. What is to be built is no matter of typing.
    pub fn judge(&self, answer: f64, typed: &str) -> Verdict {
        let Task::Tell { within, above, .. } = self else { return Verdict::Unreadable };
        let Some(number) = typed_number(typed) else { return Verdict::Unreadable };
        let off = number - answer;
        let magnitude = if off < 0.0 { -off } else { off };
        match magnitude <= answer * within / 100.0 {
            true if *above && off < 0.0 => Verdict::Low,
            true => Verdict::Right,
            false if off < 0.0 => Verdict::Low,
            false => Verdict::High,
        }
    }

    /// Judges what was built from the lesson's document by the number of its run, and by whether it leaves the memory that it
    /// should. A number that another machine does not have says nothing.
    pub fn judge_built(&self, lesson: &Document, built: &Document, number: f64, same: bool) -> Verdict {
        let Task::Build { least, most, may, keep } = self else { return Verdict::Unreadable };
        let kept = |what: &Kept| match what {
            Kept::Text => text(&lesson.source).eq(text(&built.source)) && lesson.files == built.files,
            Kept::Machine => lesson.machine == built.machine,
        };
        match () {
            () if !keeps(&lesson.machine, &built.machine, may) => Verdict::Elsewhere,
            () if !keep.iter().all(kept) => Verdict::Elsewhere,
            () if !same => Verdict::Changed,
            () if least.is_some_and(|least| number < least) => Verdict::Low,
            () if most.is_some_and(|most| number > most) => Verdict::High,
            () => Verdict::Right,
        }
    }
}

/// The lines of a text, without those of its header, which tell of the launch and the machine.
fn text(source: &str) -> impl Iterator<Item = &str> {
    source.lines().filter(|line| !line.contains("lanescope:"))
}

/// Is one the machine of the other, with no setting changed that may not be? (All may, if none is named.)
fn keeps(lesson: &MachineChoice, built: &MachineChoice, may: &[String]) -> bool {
    let kind = |machine: &MachineChoice| machine.preset.split('/').next().map(String::from);
    let value = |machine: &MachineChoice, id: &str| {
        machine.changes.iter().rfind(|(known, _)| known == id).map(|(_, value)| value.clone())
    };
    let kept = |(id, _): &(String, String)| may.contains(id) || value(lesson, id) == value(built, id);
    let mut changes = lesson.changes.iter().chain(&built.changes);
    kind(lesson) == kind(built) && (may.is_empty() || (lesson.preset == built.preset && changes.all(kept)))
}

/// A number as people type it: perhaps with a percent sign, or in groups of three digits.
fn typed_number(typed: &str) -> Option<f64> {
    let typed = typed.trim();
    let typed = typed.strip_suffix('%').unwrap_or(typed).trim_end();
    let separates = |c: char| c == ',' || c.is_whitespace();
    let (whole, rest) = typed.split_at(typed.find('.').unwrap_or(typed.len()));
    let mut groups = whole.split(separates);
    let first = groups.next()?.trim_start_matches(['-', '+']);
    let mut alone = true;
    let all_three = groups.all(|group| {
        alone = false;
        group.len() == 3 && group.bytes().all(|digit| digit.is_ascii_digit())
    });
    let grouped =
        all_three && (1..=3).contains(&first.len()) && first.bytes().all(|digit| digit.is_ascii_digit());
    let plain: String = whole.chars().filter(|c| !separates(*c)).chain(rest.chars()).collect();
    decimal::f64(&plain).filter(|number| (alone || grouped) && number.is_finite())
}

/// Every lesson, in teaching order. A file with a mistake is left out; a test sees that there is none.
pub fn lessons() -> Vec<Lesson> {
    LESSONS.iter().filter_map(|(name, text)| read::lesson(name, text).ok()).collect()
}

/// A lesson by its name.
pub fn lesson(name: &str) -> Option<Lesson> {
    LESSONS.iter().find(|(known, _)| *known == name).and_then(|(name, text)| read::lesson(name, text).ok())
}
