//! The post between the page and its workers: which worker a question is for, and whose answers count.
//!
//! There is a worker for each machine, and a desk is where its document's machine is: opening a document at a desk says
//! where the desk's other questions go, and a desk that moves to another worker is cleared at the first one. What a worker
//! still says of a desk that has moved is no answer.
//!
//! A study at a desk may want runs of machines that other workers have. The post takes each to the worker of its machine, as
//! an [`Errand`], and brings back what came of it.
//!
//! Workers are named by the ids of their machines. Nothing here touches a browser: questions and answers go in, and letters
//! come out.

use std::collections::BTreeMap;

use lanescope_core::session::{order::sort, studies::Outcome, vocabulary::Document};

use crate::protocol::{Ask, Errand, Told};

/// A question and the worker that it is for.
pub type Letter = (String, Ask);

/// See the module.
#[derive(Debug, Default)]
pub struct Post {
    /// The workers that there may be.
    machines: Vec<String>,
    /// Where the desks are, by their numbers; the page's own has none.
    desks: BTreeMap<Option<u32>, String>,
    /// The errands that are out, and who is on them.
    errands: Vec<(Errand, String)>,
}

/// What follows from something that a worker said.
#[derive(Debug, Default, PartialEq)]
pub struct Delivery {
    /// For the page.
    pub told: Option<Told>,
    /// For other workers.
    pub letters: Vec<Letter>,
}

impl Post {
    /// A post with a worker for each of these machines. A document of no machine goes to the first, which says so.
    pub fn new(machines: Vec<String>) -> Post {
        Post { machines, ..Post::default() }
    }

    /// The letters that a question of the page makes.
    pub fn send(&mut self, ask: Ask) -> Vec<Letter> {
        match ask {
            Ask::Dismiss(from) => self.dismiss(from),
            Ask::Aside(number, ask) => {
                let wrap = |ask| Ask::Aside(number, Box::new(ask));
                self.at_desk(Some(number), *ask, wrap)
            }
            ask => self.at_desk(None, ask, |ask| ask),
        }
    }

    /// What follows from what the worker of a machine says.
    pub fn receive(&mut self, machine: &str, told: Told) -> Delivery {
        match told {
            Told::Ran(errand, outcome) => self.back(machine, errand, *outcome),
            Told::Ready | Told::Broken(_) => Delivery { told: Some(told), letters: Vec::new() },
            Told::Aside(number, told) if self.is_at(Some(number), machine) => match *told {
                Told::Wanted(ticket, run, document) => {
                    let letters = self.out(Errand { desk: number, ticket, run }, document);
                    Delivery { told: None, letters }
                }
                told => {
                    let told = Some(Told::Aside(number, Box::new(told)));
                    Delivery { told, letters: Vec::new() }
                }
            },
            Told::Aside(..) => Delivery::default(),
            told => {
                let told = self.is_at(None, machine).then_some(told);
                Delivery { told, letters: Vec::new() }
            }
        }
    }

    /// A worker is gone, with all its desks. Studies elsewhere that wait for it hear why; the errands of its own studies are
    /// recalled.
    pub fn lose(&mut self, machine: &str, reason: &str) -> Vec<Letter> {
        let lost: Vec<Option<u32>> =
            self.desks.iter().filter(|(_, at)| *at == machine).map(|(desk, _)| *desk).collect();
        let mut letters: Vec<Letter> = lost.iter().flatten().flat_map(|desk| self.recall(*desk)).collect();
        letters.retain(|(to, _)| to != machine);
        self.desks.retain(|_, at| at != machine);
        let waiting: Vec<Errand> =
            self.errands.iter().filter(|(_, at)| at == machine).map(|(errand, _)| *errand).collect();
        let why = |errand| self.back(machine, errand, Err(reason.into())).letters;
        letters.extend(waiting.into_iter().flat_map(why));
        letters
    }

    /// Is a desk at the worker of this machine?
    pub fn is_at(&self, desk: Option<u32>, machine: &str) -> bool {
        self.desks.get(&desk).is_some_and(|at| at == machine)
    }

    fn at_desk(&mut self, desk: Option<u32>, ask: Ask, wrap: impl Fn(Ask) -> Ask) -> Vec<Letter> {
        let mut letters = Vec::new();
        match &ask {
            Ask::Open { document, .. } | Ask::Study { document, .. } => {
                let to = self.worker_of(document);
                letters.extend(desk.into_iter().flat_map(|desk| self.recall(desk)));
                let before = self.desks.insert(desk, to.clone()).filter(|before| *before != to);
                letters.extend(before.map(|before| (before, wrap(Ask::Close))));
            }
            Ask::Stop => letters.extend(desk.into_iter().flat_map(|desk| self.recall(desk))),
            _ => {}
        }
        letters.extend(self.desks.get(&desk).map(|to| (to.clone(), wrap(ask))));
        letters
    }

    fn dismiss(&mut self, from: u32) -> Vec<Letter> {
        let gone = self.desks.split_off(&Some(from));
        let mut letters: Vec<Letter> = gone.keys().flatten().flat_map(|desk| self.recall(*desk)).collect();
        let mut workers: Vec<String> = gone.into_values().collect();
        sort(&mut workers);
        workers.dedup();
        letters.extend(workers.into_iter().map(|to| (to, Ask::Dismiss(from))));
        letters
    }

    /// An errand of a desk goes out.
    fn out(&mut self, errand: Errand, document: Box<Document>) -> Vec<Letter> {
        let to = self.worker_of(&document);
        self.errands.push((errand, to.clone()));
        Vec::from([(to, Ask::Run(errand, document))])
    }

    /// An errand comes back, if anybody waits for it.
    fn back(&mut self, machine: &str, errand: Errand, outcome: Outcome) -> Delivery {
        let Some(at) = self.errands.iter().position(|(known, at)| *known == errand && at == machine) else {
            return Delivery::default();
        };
        self.errands.swap_remove(at);
        let answer = Ask::Aside(errand.desk, Box::new(Ask::Ran(errand, Box::new(outcome))));
        let letters = self.desks.get(&Some(errand.desk)).map(|to| (to.clone(), answer)).into_iter().collect();
        Delivery { told: None, letters }
    }

    /// Nobody waits any more for the errands of a desk.
    fn recall(&mut self, desk: u32) -> Vec<Letter> {
        let of_desk = |(errand, _): &(Errand, String)| errand.desk == desk;
        let workers: Vec<String> =
            self.errands.iter().filter(|out| of_desk(out)).map(|(_, to)| to.clone()).collect();
        self.errands.retain(|out| !of_desk(out));
        workers.into_iter().map(|to| (to, Ask::Recall(desk))).collect()
    }

    fn worker_of(&self, document: &Document) -> String {
        let machine = document.machine.machine();
        let known = self.machines.iter().find(|known| *known == machine).or(self.machines.first());
        known.cloned().unwrap_or_default()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{
        protocol::{STUDIES, View},
        state::empty_document,
    };

    fn document(preset: &str) -> Box<Document> {
        let mut document = empty_document();
        document.machine.preset = preset.into();
        Box::new(document)
    }

    fn open(preset: &str) -> Ask {
        Ask::Open { ticket: 1, document: document(preset) }
    }

    fn study(preset: &str) -> Ask {
        let (id, inputs, presets) = (String::from("presets"), Vec::new(), Vec::new());
        aside(STUDIES, Ask::Study { ticket: 1, id, document: document(preset), inputs, presets })
    }

    fn aside(desk: u32, ask: Ask) -> Ask {
        Ask::Aside(desk, Box::new(ask))
    }

    fn look() -> Ask {
        Ask::Look(View::default())
    }

    fn post() -> Post {
        Post::new(vec!["simt".into(), "rvv".into()])
    }

    fn letters(list: &[(&str, Ask)]) -> Vec<Letter> {
        list.iter().map(|(to, ask)| (to.to_string(), ask.clone())).collect()
    }

    #[test]
    fn questions_follow_the_document_and_the_worker_that_it_leaves_is_cleared() {
        let mut post = post();
        assert_eq!(post.send(look()), [], "nothing is open yet");
        assert_eq!(post.send(open("simt/teaching")), letters(&[("simt", open("simt/teaching"))]));
        assert_eq!(post.send(look()), letters(&[("simt", look())]));
        let moved = post.send(open("rvv/textbook"));
        assert_eq!(moved, letters(&[("simt", Ask::Close), ("rvv", open("rvv/textbook"))]));
        assert_eq!(post.send(look()), letters(&[("rvv", look())]));
        // What no machine has is said by the first.
        let lost = post.send(open("cray/one"));
        assert_eq!(lost, letters(&[("rvv", Ask::Close), ("simt", open("cray/one"))]));
    }

    #[test]
    fn an_answer_counts_if_it_comes_from_where_the_desk_is() {
        let mut post = post();
        let told = Told::Found(lanescope_core::session::Found::Never);
        let beside = || Told::Aside(2, Box::new(told.clone()));
        post.send(open("rvv/textbook"));
        post.send(aside(2, open("simt/teaching")));
        assert_eq!(post.receive("rvv", told.clone()).told, Some(told.clone()));
        assert_eq!(post.receive("simt", told.clone()), Delivery::default());
        assert_eq!(post.receive("simt", beside()).told, Some(beside()));
        assert_eq!(post.receive("rvv", beside()), Delivery::default());
        assert_eq!(post.receive("simt", Told::Ready).told, Some(Told::Ready));
    }

    #[test]
    fn desks_beside_the_run_are_cleared_wherever_they_are() {
        let mut post = post();
        for (desk, preset) in
            [(1, "simt/teaching"), (2, "simt/fermi"), (3, "rvv/textbook"), (4, "simt/fermi")]
        {
            post.send(aside(desk, open(preset)));
        }
        let cleared = post.send(Ask::Dismiss(3));
        assert_eq!(cleared, letters(&[("rvv", Ask::Dismiss(3)), ("simt", Ask::Dismiss(3))]));
        assert_eq!(post.send(aside(3, look())), []);
        assert_eq!(post.send(aside(2, look())), letters(&[("simt", aside(2, look()))]));
        assert_eq!(post.send(Ask::Dismiss(3)), []);
    }

    /// A study on the first machine waits for a run of the second.
    fn waiting() -> (Post, Errand) {
        let mut post = post();
        post.send(study("simt/teaching"));
        let wanted = Told::Aside(STUDIES, Box::new(Told::Wanted(1, 5, document("rvv/textbook"))));
        let errand = Errand { desk: STUDIES, ticket: 1, run: 5 };
        let run = Ask::Run(errand, document("rvv/textbook"));
        let out = post.receive("simt", wanted);
        assert_eq!(out, Delivery { told: None, letters: letters(&[("rvv", run)]) });
        (post, errand)
    }

    fn ran(errand: Errand, why: &str) -> Ask {
        aside(STUDIES, Ask::Ran(errand, Box::new(Err(why.into()))))
    }

    #[test]
    fn a_run_that_a_study_wants_is_made_elsewhere_and_brought_back_once() {
        let (mut post, errand) = waiting();
        let told = || Told::Ran(errand, Box::new(Err("no".into())));
        assert_eq!(post.receive("simt", told()), Delivery::default(), "it is not on this errand");
        assert_eq!(post.receive("rvv", told()).letters, letters(&[("simt", ran(errand, "no"))]));
        assert_eq!(post.receive("rvv", told()), Delivery::default());
    }

    #[test]
    fn the_errands_of_a_study_that_ends_are_recalled() {
        let recall = ("rvv", Ask::Recall(STUDIES));
        let (mut post, errand) = waiting();
        let stop = aside(STUDIES, Ask::Stop);
        assert_eq!(post.send(stop.clone()), letters(&[recall.clone(), ("simt", stop)]));
        assert_eq!(post.receive("rvv", Told::Ran(errand, Box::new(Err("late".into())))), Delivery::default());
        // So are they when another study takes its place, and when its worker is lost.
        let (mut post, _) = waiting();
        assert_eq!(post.send(study("simt/fermi")), letters(&[recall.clone(), ("simt", study("simt/fermi"))]));
        let (mut post, _) = waiting();
        assert_eq!(post.lose("simt", "it broke"), letters(&[recall]));
        assert_eq!(post.send(aside(STUDIES, look())), []);
    }

    #[test]
    fn a_study_hears_that_the_worker_it_waits_for_is_gone() {
        let (mut post, errand) = waiting();
        assert_eq!(post.lose("rvv", "it broke"), letters(&[("simt", ran(errand, "it broke"))]));
        assert_eq!(post.lose("rvv", "it broke"), []);
    }
}
