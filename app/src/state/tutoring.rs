//! What became of the questions of lessons. It lives as long as the page; which questions were answered is kept by the browser.

use lanescope_core::lessons::Verdict;

/// See the module.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Tutoring {
    /// The question that is asked, by its place.
    pub at: usize,
    /// What became of it.
    pub attempt: Attempt,
    /// The questions that gave way to others, the last one at the end.
    left: Vec<Left>,
    /// Questions that were answered, as [`key`] names them; `None` until the browser has been asked.
    pub done: Option<Vec<String>>,
    /// How often the focus was called, and where to.
    pub focus: (u32, Focus),
    /// What is about to be forgotten, if the person is sure.
    pub forgetting: Option<Over>,
    /// The line of the text that a scene marks, from 1, until the text is there.
    pub(super) line: Option<u32>,
    /// Number of the question that is being run, for its messages.
    pub(super) ticket: u32,
    /// The digest of the memory that the lesson's document leaves, while what was built is run.
    pub(super) expected: Option<u64>,
}

/// What a person did with a question.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Attempt {
    /// What was typed.
    pub typed: String,
    /// The verdict on it.
    pub outcome: Outcome,
    /// Wrong answers.
    pub wrong: u32,
}

/// What became of an answer.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub enum Outcome {
    /// Not asked.
    #[default]
    None,
    /// Its run is under way.
    Running,
    /// The verdict.
    Judged(Verdict),
    /// The question cannot be run.
    Failed,
}

/// A question that is not asked now.
#[derive(Clone, Debug, PartialEq)]
struct Left {
    lesson: String,
    at: usize,
    /// Is the verdict on what was built?
    builds: bool,
    attempt: Attempt,
}

/// Where the focus is called to.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub enum Focus {
    /// The answer, from wherever it is.
    #[default]
    Answer,
    /// The answer, which was wrong.
    Again,
    /// What follows a right answer to the question of this place.
    Onward(usize),
    /// The title of the lesson that is open, when it was chosen again.
    Title,
    /// The way to the lessons, when one was closed.
    Lessons,
    /// The first lesson of the list.
    List,
    /// The answer that keeps what was about to be forgotten.
    Keep(Over),
    /// The button that asks whether to forget.
    StartOver(Over),
}

/// Of what one starts over.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Over {
    /// The open lesson.
    Lesson,
    /// All lessons.
    All,
}

/// How a question is kept.
pub fn key(lesson: &str, at: usize) -> String {
    format!("{lesson} {}", at + 1)
}

impl Tutoring {
    /// Has this question of a lesson been answered?
    pub fn is_done(&self, lesson: &str, at: usize) -> bool {
        self.done.iter().flatten().any(|known| *known == key(lesson, at))
    }

    /// Is there something of the open lesson to forget?
    pub fn has_begun(&self, lesson: &str) -> bool {
        let left = || self.left.iter().filter(|left| left.lesson == lesson).map(|left| &left.attempt);
        self.done.iter().flatten().any(|key| is_of(key, lesson))
            || left().chain([&self.attempt]).any(|attempt| *attempt != Attempt::default())
    }

    /// Calls the focus.
    pub(super) fn call(&mut self, to: Focus) {
        self.focus = (self.focus.0 + 1, to);
    }

    /// The question gives way. Nobody waits for its run any more.
    pub(super) fn leave(&mut self, lesson: &str, builds: bool) {
        let mut attempt = core::mem::take(&mut self.attempt);
        if attempt.outcome == Outcome::Running {
            attempt.outcome = Outcome::None;
        }
        let at = self.at;
        self.left.retain(|left| left.at != at || left.lesson != lesson);
        self.left.push(Left { lesson: lesson.into(), at, builds, attempt });
        (self.at, self.expected, self.forgetting) = (0, None, None);
    }

    /// A question comes as it was left; without a place the one of the lesson that was left last.
    pub(super) fn enter(&mut self, lesson: &str, at: Option<usize>) {
        let is_it = |left: &&Left| left.lesson == lesson && at.is_none_or(|at| left.at == at);
        let left = self.left.iter().rfind(is_it);
        self.at = at.or(left.map(|left| left.at)).unwrap_or(0);
        self.attempt = left.map(|left| left.attempt.clone()).unwrap_or_default();
    }

    /// A verdict on what was built says nothing of another document. `builds`: the question that is asked is about that.
    pub(super) fn forget_built(&mut self, builds: bool) {
        let asked = builds.then_some(&mut self.attempt);
        let left = self.left.iter_mut().filter(|left| left.builds).map(|left| &mut left.attempt);
        left.chain(asked).for_each(|attempt| attempt.outcome = Outcome::None);
    }

    /// Starts over.
    pub(super) fn forget(&mut self, over: Over, lesson: Option<&str>) {
        let goes = |name: &str| over == Over::All || lesson == Some(name);
        self.left.retain(|left| !goes(&left.lesson));
        let goes = |key: &str| over == Over::All || lesson.is_some_and(|name| is_of(key, name));
        self.done.get_or_insert_default().retain(|key| !goes(key));
        (self.at, self.attempt, self.expected) = (0, Attempt::default(), None);
    }
}

/// Names the key a question of the lesson?
fn is_of(key: &str, lesson: &str) -> bool {
    key.strip_prefix(lesson).is_some_and(|rest| rest.starts_with(' '))
}
