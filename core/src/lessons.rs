//! Lessons: a short text beside a live document, with one question that is answered by running.
//!
//! Each is a file of `lessons/`, found there when the core is built (`order.txt` has the teaching order): lines `key: value` (title, document, machine, panels, cycle, unit, question, answer, with,
//! within), an empty line, and paragraphs. `document` names a kernel or program of the gallery; the page opens it at the
//! cycle, with the unit selected. `answer` is a number of the report of
//! a whole run (a counter, a measure, `cycles`) with the settings of `with` changed, or of the study that `study` and its
//! `input` lines name; `within` says how near it must be met.
//! The answer itself stands nowhere.

use alloc::{
    format,
    string::{String, ToString},
    vec::Vec,
};

use serde::{Deserialize, Serialize};

use crate::{
    document::{Document, MachineChoice},
    gallery,
    session::Report,
};

include!(concat!(env!("OUT_DIR"), "/lessons.rs"));

/// A lesson.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Lesson {
    /// Permanent name.
    pub name: String,
    /// Title for people.
    pub title: String,
    /// Its paragraphs, with `code` and **words** marked.
    pub text: Vec<String>,
    /// What runs beside it.
    pub document: Document,
    /// Its question.
    pub question: Question,
}

/// A question that a run answers.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Question {
    /// In words.
    pub text: String,
    /// What is run to answer it.
    pub document: Document,
    /// The study of it that answers, if it is not one run.
    pub study: Option<Asked>,
    /// The number of the report, or of the study, that is the answer.
    pub number: String,
    /// How many percent an answer may be off; 0: it must be exact.
    pub within: f64,
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

    /// Compares what a person typed with the answer.
    pub fn judge(&self, answer: f64, typed: &str) -> Verdict {
        let plain: String = typed.chars().filter(|c| !c.is_whitespace() && *c != ',').collect();
        let Ok(number) = plain.trim_end_matches('%').parse::<f64>() else { return Verdict::Unreadable };
        if !number.is_finite() {
            return Verdict::Unreadable;
        }
        let off = number - answer;
        let magnitude = if off < 0.0 { -off } else { off };
        let room = answer * self.within / 100.0;
        match magnitude <= room {
            true => Verdict::Right,
            false if off < 0.0 => Verdict::Low,
            false => Verdict::High,
        }
    }
}

/// Every lesson, in teaching order. A file with a mistake is left out; a test sees that there is none.
pub fn lessons() -> Vec<Lesson> {
    LESSONS.iter().filter_map(|(name, text)| read(name, text).ok()).collect()
}

/// A lesson by its name.
pub fn lesson(name: &str) -> Option<Lesson> {
    LESSONS.iter().find(|(known, _)| *known == name).and_then(|(name, text)| read(name, text).ok())
}

/// Reads a file.
fn read(name: &str, text: &str) -> Result<Lesson, String> {
    let (head, body) = text.split_once("\n\n").ok_or("there is no empty line behind the head")?;
    let mut pairs = Vec::new();
    for line in head.lines() {
        let (key, value) = line.split_once(": ").ok_or_else(|| format!("`{line}` is no `key: value`"))?;
        pairs.push((key, value.trim()));
    }
    let all =
        |key: &'static str| pairs.iter().filter(move |(known, _)| *known == key).map(|(_, value)| *value);
    let one = |key| all(key).next().ok_or_else(|| format!("`{key}` is missing"));
    let machine = MachineChoice { preset: one("machine")?.into(), changes: changes(all("set"))? };
    let base = gallery::document(one("document")?).ok_or("there is no such document in the gallery")?;
    let mut document = base.on(&machine);
    document.view = Vec::from([("lesson".to_string(), name.to_string())]);
    // The form of the study begins with what the question asks for.
    let entered = |id: &str| {
        let input = |value: &str| ("study".to_string(), format!("{id} {value}"));
        all("input").map(input).collect::<Vec<_>>()
    };
    document.view.extend(all("study").flat_map(entered));
    for key in ["panels", "unit"] {
        document.view.extend(all(key).map(|value| (key.to_string(), value.to_string())));
    }
    document.cycle =
        all("cycle").next().map_or(Ok(0), str::parse).map_err(|_| "`cycle` is a whole number")?;
    let mut asked = document.clone();
    asked.machine.changes.extend(changes(all("with"))?);
    let study =
        |id: &str| -> Result<Asked, String> { Ok(Asked { id: id.into(), inputs: changes(all("input"))? }) };
    let within =
        one("within")?.trim_end_matches('%').trim().parse().map_err(|_| "`within` is a percentage")?;
    Ok(Lesson {
        name: name.into(),
        title: one("title")?.into(),
        text: body.split("\n\n").map(|part| part.trim().replace('\n', " ")).collect(),
        document,
        question: Question {
            text: one("question")?.into(),
            document: asked,
            study: all("study").next().map(study).transpose()?,
            number: one("answer")?.into(),
            within,
        },
    })
}

/// Settings as `ID VALUE`.
fn changes<'a>(lines: impl Iterator<Item = &'a str>) -> Result<Vec<(String, String)>, String> {
    let change = |line: &str| {
        let (id, value) = line.split_once(' ').ok_or_else(|| format!("`{line}` is no setting and value"))?;
        Ok((id.to_string(), value.trim().to_string()))
    };
    lines.map(change).collect()
}

#[cfg(test)]
mod tests {
    extern crate std;

    use super::*;
    use crate::{
        document::Limits,
        session::{Session, studies::Study},
    };

    /// The numbers of a document's whole run.
    fn run(name: &str, document: &Document) -> Report {
        let mut session = Session::open(document.clone(), Limits::default());
        assert!(session.start().is_ok(), "{name}: {:?}", session.compiled().diagnostics);
        let status = session.advance(u64::MAX, 10_000_000);
        assert!(status.complete && status.halt.is_none(), "{name}: {status:?}");
        session.totals().unwrap()
    }

    fn answer(name: &str) -> f64 {
        let lesson = lesson(name).unwrap();
        if let Some(asked) = &lesson.question.study {
            let document = &lesson.question.document;
            let mut study = Study::new(&asked.id, document, &asked.inputs, Limits::default()).unwrap();
            while !study.advance(u64::MAX).complete() {}
            return lesson
                .question
                .answer_of(&study.numbers())
                .unwrap_or_else(|| panic!("{name}: no number"));
        }
        let report = run(name, &lesson.question.document);
        lesson.question.answer(&report).unwrap_or_else(|| panic!("{name}: no {}", lesson.question.number))
    }

    #[test]
    fn no_file_has_a_mistake() {
        for (name, text) in LESSONS {
            let lesson = read(name, text).unwrap_or_else(|error| panic!("{name}: {error}"));
            assert!(lesson.text.len() >= 3, "{name}");
        }
        let order = include_str!("../lessons/order.txt");
        order.lines().for_each(|line| assert!(LESSONS.iter().any(|(name, _)| *name == line), "{line}"));
    }

    #[test]
    fn every_document_runs_and_every_question_has_an_answer() {
        for lesson in lessons() {
            run(&lesson.name, &lesson.document);
            assert!(answer(&lesson.name) > 0.0, "{}", lesson.name);
        }
    }

    /// What the lessons say themselves, worked out by hand.
    #[test]
    fn answers_are_those_that_the_texts_lead_to() {
        // 100 elements in strips of 8 x 128 / 64 = 16.
        assert_eq!(answer("strip-mining"), 7.0);
        // Three convoys; 8 groups for each of three full strips, 1 for the last 4 elements.
        assert_eq!(answer("lanes"), 3.0 * (8.0 + 8.0 + 8.0 + 1.0));
        // Two loads, a comparison and a store of 64 elements, and a subtraction of 32.
        assert_eq!(answer("masks"), 4.0 * 64.0 + 32.0);
        // Each eighth bank is visited: the smallest power of two with 6 of them, for 6 cycles of busy time.
        assert_eq!(answer("enough-banks"), 64.0);
        // k, a, m and c.
        assert_eq!(answer("gather-scatter"), 4.0 * 64.0);
        // Two banks, each busy for 6 cycles: a pair of elements takes 6 instead of 2, for 32 pairs, twice.
        let stalls = answer("banks");
        assert!((stalls - 2.0 * 32.0 * 4.0).abs() <= 0.1 * stalls, "{stalls}");
        // A splat, and 25 turns of two loads, a product, a sum and a store for four of 102 elements each.
        assert_eq!(answer("packed-width"), 1.0 + 25.0 * 5.0);
        // A splat for each copy of the kernel, a full strip of 28 elements in groups of 16, and a strip with its mask.
        assert_eq!(answer("packed-remainders"), 2.0 + 5.0 + (1.0 + 5.0));
        // All elements of both arrays, whatever the condition.
        assert_eq!(answer("packed-branches"), 2.0 * 16.0);
        // 100 elements in strips of 8 x 512 / 64: twice two loads, a product, a sum and a store.
        assert_eq!(answer("packed-growth"), 2.0 * 5.0);
    }

    /// The same of the machine for hard real time.
    #[test]
    fn answers_about_phases_are_those_that_the_texts_lead_to() {
        // Eight groups, each with two reads and a write, one behind the other.
        assert_eq!(answer("phases"), 87.0 + 8.0 * (2.0 * 318.0 + 350.0));
        // Three requests of eight groups, each in one row of one bank.
        assert_eq!(answer("closed-page"), 3.0 * 8.0);
        // Eight tiles of 66 x 18 words, and 256 x 32 results.
        assert_eq!(answer("tile-requests"), 4.0 * (8.0 * 66.0 * 18.0 + 256.0 * 32.0));
        // 1,024 indexes in bursts of 16, a table of 256 words, and a burst for each index.
        assert_eq!(answer("indexed-transfers"), 64.0 + 16.0 + 1024.0);
        let within = |name: &str, worked_out: f64| {
            let (answer, room) = (answer(name), lesson(name).unwrap().question.within / 100.0);
            assert!((worked_out - answer).abs() <= room * answer, "{name}: {worked_out} and {answer}");
            worked_out - answer
        };
        within("slot-policies", 4.0 * (2.0 * 261.0 + 10.0 * 22.0 + 2.0 * 219.0));
        // Upload, the first computation, four reads and two writes of 65 bursts (simd 9.7).
        let over = within("worst-case", 49.0 + 6.0 + 4.0 * 205.0 + 2.0 * 225.0);
        assert!(over >= 0.0, "a bound holds");
    }

    #[test]
    fn answers_are_judged_by_their_distance() {
        let mut question = lesson("strip-mining").unwrap().question;
        let judge = |question: &Question, typed| question.judge(200.0, typed);
        assert_eq!(judge(&question, " 200 "), Verdict::Right);
        assert_eq!(judge(&question, "199"), Verdict::Low);
        assert_eq!(judge(&question, "many"), Verdict::Unreadable);
        assert_eq!(judge(&question, "inf"), Verdict::Unreadable);
        question.within = 5.0;
        assert_eq!(judge(&question, "210"), Verdict::Right);
        assert_eq!(judge(&question, "210.5"), Verdict::High);
        assert_eq!(judge(&question, "190"), Verdict::Right);
        assert_eq!(judge(&question, "1,000"), Verdict::High);
    }
}
