//! Panels: rows of tables, each a question with what it says to people, and the function that answers it.
//!
//! The row is the only place where a panel is named. Everything that shows panels (the page, the terminal, documents)
//! goes by the rows.

use alloc::{borrow::Cow, vec::Vec};

use serde::{Deserialize, Serialize};

use super::{
    legend::{self, Entry, Key},
    question::Takes,
};
use crate::{
    base::prose::{prose, prose_list},
    trace::Causes,
};

/// A row: what a panel says of itself, and who answers. `A` is the type of the function that answers: it takes what the
/// owner of the table knows (a running machine, a session) and a [`super::Question`], and gives a [`super::Figure`].
#[derive(Clone, Copy, Debug)]
pub struct Panel<A> {
    /// What it says of itself.
    pub about: About,
    /// Answers.
    pub answer: A,
}

/// What a panel says of itself.
#[derive(Clone, Copy, Debug)]
pub struct About {
    /// Permanent id: name in links and on the command line.
    pub id: &'static str,
    /// Title of its tab.
    pub title: &'static str,
    /// What it shows and what to look for, in a sentence.
    pub says: &'static str,
    /// What the picture is and its keys, for people who cannot see it.
    pub label: &'static str,
    /// What its parts mean and what the hand can do: names and words.
    pub help: &'static [(&'static str, &'static str)],
    /// Its colours and shapes.
    pub legend: &'static [Entry],
    /// What to say if there is nothing to show.
    pub empty: &'static str,
    /// What its answer depends on.
    pub takes: &'static [Takes],
    /// Where it shows as long as nobody chooses otherwise.
    pub shows: &'static [Place],
}

/// A place for a panel on a page.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum Place {
    /// The first of two.
    First,
    /// The second.
    Second,
    /// For each of several runs that are compared, one above the other. Of several such panels one is chosen, at first the first.
    Beside,
}

/// The same for user interfaces.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct PanelInfo {
    /// Permanent id.
    pub id: Cow<'static, str>,
    /// Title of its tab.
    pub title: Cow<'static, str>,
    /// What it shows and what to look for, in a sentence.
    pub doc: Cow<'static, str>,
    /// What the picture is and its keys.
    pub label: Cow<'static, str>,
    /// What its parts mean and what the hand can do.
    pub help: Vec<(Cow<'static, str>, Cow<'static, str>)>,
    /// Its colours and shapes.
    pub legend: Vec<Key>,
    /// What to say if there is nothing to show.
    pub empty: Cow<'static, str>,
    /// What its answer depends on.
    pub takes: Vec<Takes>,
    /// Where it shows as long as nobody chooses otherwise.
    pub shows: Vec<Place>,
    /// What can be entered, if it is a study: its figure is made when somebody asks for it.
    pub study: Option<Vec<StudyInput>>,
}

/// Something that a study is given.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct StudyInput {
    /// Its name.
    pub name: Cow<'static, str>,
    /// Its value if it is not given.
    pub usual: Cow<'static, str>,
    /// What it means.
    pub says: Cow<'static, str>,
    /// What it is a name of.
    pub of: Of,
}

impl StudyInput {
    /// An input of a table.
    pub const fn new(name: &'static str, of: Of, usual: &'static str, says: &'static str) -> StudyInput {
        StudyInput { name: Cow::Borrowed(name), usual: Cow::Borrowed(usual), says: Cow::Borrowed(says), of }
    }
}

/// What an input is a name of: forms propose what there is.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum Of {
    /// A setting of the machine.
    Setting,
    /// Values of that setting.
    Values,
    /// A counter or another number of a report.
    Measure,
    /// A machine.
    Machine,
    /// Presets of machines.
    Presets,
    /// A launch of the program: a file of the command line.
    Launch,
    /// Nothing: a number.
    Number,
}

impl About {
    /// The same; in a program without [prose](mod@crate::base::prose) only what answers need.
    pub const fn without_prose(self) -> About {
        About {
            says: prose(self.says),
            label: prose(self.label),
            help: prose_list(self.help),
            legend: prose_list(self.legend),
            ..self
        }
    }

    /// For user interfaces, on a machine with these causes.
    pub fn info(&self, causes: &Causes) -> PanelInfo {
        PanelInfo {
            id: self.id.into(),
            title: self.title.into(),
            doc: self.says.into(),
            label: self.label.into(),
            help: self.help.iter().map(|(name, words)| ((*name).into(), (*words).into())).collect(),
            legend: legend::keys(self.legend, causes),
            empty: self.empty.into(),
            takes: self.takes.to_vec(),
            shows: self.shows.to_vec(),
            study: None,
        }
    }
}

impl PanelInfo {
    /// How many things one page of it shows; nothing if it has no pages.
    pub fn page(&self) -> Option<u64> {
        self.takes.iter().find_map(|part| match part {
            Takes::Page(size) => Some(*size),
            _ => None,
        })
    }

    /// Does it show in this place as long as nobody chooses otherwise?
    pub fn shows(&self, place: Place) -> bool {
        self.shows.contains(&place)
    }

    /// Does its answer depend on this?
    pub fn takes(&self, part: Takes) -> bool {
        self.takes.contains(&part)
    }
}

/// The rows of a table; a program without prose leaves out what only explains.
pub const fn rows<A: Copy, const N: usize>(mut rows: [Panel<A>; N]) -> [Panel<A>; N] {
    let mut at = 0;
    while at < N {
        rows[at].about = rows[at].about.without_prose();
        at += 1;
    }
    rows
}

/// Every row of a table for user interfaces, on a machine with these causes.
pub fn infos<A>(table: &[Panel<A>], causes: &Causes) -> Vec<PanelInfo> {
    table.iter().map(|panel| panel.about.info(causes)).collect()
}
