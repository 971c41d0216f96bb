//! Several desks: the page's own, one for each session beside it, and one for each errand, a run that a study in another worker
//! waits for. Each does a slice of its work in turn.

use std::collections::BTreeMap;

use super::desk::Desk;
use crate::protocol::{Ask, Told};

/// See the module.
#[derive(Default)]
pub struct Desks {
    main: Desk,
    aside: BTreeMap<u32, Desk>,
    /// By the desk of another worker that waits.
    errands: BTreeMap<u32, Desk>,
}

impl Desks {
    /// Puts a question on the desk that it is for.
    pub fn take(&mut self, ask: Ask, now: f64, tell: &mut dyn FnMut(Told)) {
        match ask {
            Ask::Aside(number, ask) => {
                let mut tell = |told| tell(Told::Aside(number, Box::new(told)));
                self.aside.entry(number).or_default().take(*ask, now, &mut tell);
            }
            Ask::Dismiss(from) => drop(self.aside.split_off(&from)),
            Ask::Run(errand, _) => self.errands.entry(errand.desk).or_default().take(ask, now, tell),
            Ask::Recall(desk) => drop(self.errands.remove(&desk)),
            ask => self.main.take(ask, now, tell),
        }
    }

    /// A slice of work at each desk. Returns when to come again, as [`Desk::work`].
    pub fn work(&mut self, clock: &dyn Fn() -> f64, tell: &mut dyn FnMut(Told)) -> Option<f64> {
        let mut wait = self.main.work(clock, tell);
        for (number, desk) in &mut self.aside {
            let mut tell = |told| tell(Told::Aside(*number, Box::new(told)));
            let next = desk.work(clock, &mut tell);
            wait = wait.into_iter().chain(next).reduce(f64::min);
        }
        for desk in self.errands.values_mut() {
            wait = wait.into_iter().chain(desk.work(clock, tell)).reduce(f64::min);
        }
        wait
    }
}

#[cfg(test)]
mod tests {
    use lanescope_core::session::studies::Machines;

    use super::*;
    use crate::protocol::{END, Errand, View};

    /// Works until nothing is left and collects what was said; the clock stands still, so each slice is as long as it wants.
    fn finish(desks: &mut Desks) -> Vec<Told> {
        let mut said = Vec::new();
        for _ in 0..100_000 {
            if desks.work(&|| 0.0, &mut |told| said.push(told)).is_none_or(|wait| wait > 0.0) {
                return said;
            }
        }
        panic!("the desks do not come to rest");
    }

    #[test]
    fn a_study_tells_how_far_it_is_and_can_be_stopped() {
        let mut desks = Desks::default();
        let document = lanescope_core::session::gallery().into_iter().find(|item| item.name == "saxpy");
        let document = Box::new(lanescope_core::session::document_of(document.expect("it is there").source));
        let inputs = vec![("setting".to_string(), "simd_width".to_string()), ("values".into(), "4,8".into())];
        let begin = |ticket| {
            let (id, document, inputs) = ("sweep".into(), document.clone(), inputs.clone());
            let presets = Machines::of_this_program().presets;
            Ask::Aside(1, Box::new(Ask::Study { ticket, id, document, inputs, presets }))
        };
        let study = |told: &Told| match told {
            Told::Aside(1, told) => match &**told {
                Told::Study { ticket, said: Ok(known) } => {
                    Some((*ticket, known.progress.done, known.figure.remark.clone()))
                }
                _ => None,
            },
            _ => None,
        };
        desks.take(begin(7), 0.0, &mut |_| ());
        let said = finish(&mut desks);
        assert_eq!(said.iter().filter_map(study).next_back(), Some((7, 2, String::new())));
        // Stopped at once: what is known by then is told, and nothing more.
        let mut said = Vec::new();
        desks.take(begin(8), 0.0, &mut |told| said.push(told));
        desks.take(Ask::Aside(1, Box::new(Ask::Stop)), 0.0, &mut |told| said.push(told));
        said.extend(finish(&mut desks));
        let told: Vec<_> = said.iter().filter_map(study).collect();
        assert_eq!(told, [(8, 0, "2 of 2 runs are still to come.".into())]);
        // What is wrong with the inputs is said instead of a figure.
        let presets = Vec::new();
        let wrong = Ask::Study { ticket: 9, id: "sweep".into(), document, inputs: Vec::new(), presets };
        let mut said = Vec::new();
        desks.take(Ask::Aside(1, Box::new(wrong)), 0.0, &mut |told| said.push(told));
        assert!(
            matches!(&said[..], [Told::Aside(1, told)] if matches!(&**told, Told::Study { said: Err(_), .. }))
        );
    }

    #[test]
    fn a_study_says_once_what_it_waits_for_and_goes_on_when_it_comes() {
        let saxpy = || Box::new(lanescope_core::share::decode("ex=saxpy").expect("it is in the gallery"));
        // A machine that only another worker has.
        let mut presets = Machines::of_this_program().presets;
        let own = presets[0][0].clone();
        presets.push(vec!["elsewhere/one".into()]);
        let inputs = vec![("presets".to_string(), format!("{own},elsewhere/one"))];
        let study = Ask::Study { ticket: 7, id: "compare".into(), document: saxpy(), inputs, presets };
        let aside = |ask| Ask::Aside(1, Box::new(ask));
        let mut desks = Desks::default();
        let mut quiet = |_| ();
        desks.take(aside(study), 0.0, &mut quiet);
        // Another desk has work to do meanwhile.
        desks.take(Ask::Open { ticket: 1, document: saxpy() }, 0.0, &mut quiet);
        let heard = |said: Vec<Told>| -> Vec<(u32, usize)> {
            let told = said.into_iter().filter_map(|told| match told {
                Told::Aside(1, told) => Some(*told),
                _ => None,
            });
            told.map(|told| match told {
                Told::Wanted(ticket, run, document) => {
                    assert_eq!(document.machine.preset, "elsewhere/one");
                    (ticket, run as usize)
                }
                Told::Study { ticket, said: Ok(known) } => (ticket, 100 + known.progress.done),
                told => panic!("{told:?}"),
            })
            .collect()
        };
        assert_eq!(heard(finish(&mut desks)), [(7, 1), (7, 101)]);
        let ran =
            |ticket| aside(Ask::Ran(Errand { desk: 1, ticket, run: 1 }, Box::new(Err("it is a toy".into()))));
        desks.take(ran(6), 0.0, &mut quiet);
        assert_eq!(heard(finish(&mut desks)), [], "that was for another study");
        desks.take(ran(7), 0.0, &mut quiet);
        assert_eq!(heard(finish(&mut desks)), [(7, 102)]);
    }

    #[test]
    fn a_file_comes_in_pieces_and_can_be_stopped() {
        use lanescope_core::session::{Format, Session, WHOLE, vocabulary::Limits};

        let document = lanescope_core::session::gallery().into_iter().find(|item| item.name == "saxpy");
        let document = lanescope_core::session::document_of(document.expect("it is there").source);
        let mut session = Session::open(document.clone(), Limits::default());
        session.start().expect("it starts");
        while !session.advance(END, 1 << 20).complete {}
        let mut whole = Vec::new();
        session.export(Format::Csv, WHOLE, &mut |piece| {
            whole.extend_from_slice(piece);
            true
        });
        let mut desks = Desks::default();
        desks.take(Ask::Open { ticket: 7, document: Box::new(document) }, 0.0, &mut |_| ());
        desks.take(Ask::Look(View { ticket: 7, cycle: END, ..View::default() }), 0.0, &mut |_| ());
        finish(&mut desks);
        let pieces = |said: Vec<Told>| {
            said.into_iter().filter_map(|told| match told {
                Told::Exported(told) => Some(told),
                _ => None,
            })
        };
        let ask = |number, format| Ask::Export { number, format, cycles: WHOLE, on_disk: false };
        desks.take(ask(3, Format::Csv), 0.0, &mut |_| ());
        let told: Vec<_> = pieces(finish(&mut desks)).collect();
        let bytes: Vec<u8> = told.iter().flat_map(|told| told.piece.clone()).collect();
        assert!(bytes == whole && told.iter().all(|told| told.number == 3));
        let ends: Vec<bool> = told.iter().map(|told| told.whole).collect();
        assert!(ends.iter().rev().skip(1).all(|whole| !whole) && ends.last() == Some(&true));
        desks.take(ask(4, Format::Json), 0.0, &mut |_| ());
        desks.take(Ask::ExportStop, 0.0, &mut |_| ());
        assert_eq!(pieces(finish(&mut desks)).count(), 0);
    }

    #[test]
    fn an_errand_is_run_to_its_end_and_can_be_recalled() {
        let document = Box::new(lanescope_core::session::document_of(
            "__kernel void k(__global int *x) { x[get_global_id(0)] = 1; }".into(),
        ));
        let errand = |run| Errand { desk: 1, ticket: 7, run };
        let run = |told: &Told| match told {
            Told::Ran(errand, outcome) => Some((errand.run, outcome.is_ok())),
            _ => None,
        };
        let mut desks = Desks::default();
        let mut quiet = |_| ();
        desks.take(Ask::Run(errand(3), document.clone()), 0.0, &mut quiet);
        let said = finish(&mut desks);
        assert_eq!(said.iter().filter_map(run).collect::<Vec<_>>(), [(3, true)]);
        // One errand of a desk takes the place of another, and none is left when it is recalled.
        desks.take(Ask::Run(errand(4), document.clone()), 0.0, &mut quiet);
        desks.take(Ask::Run(errand(5), document.clone()), 0.0, &mut quiet);
        assert_eq!(finish(&mut desks).iter().filter_map(run).collect::<Vec<_>>(), [(5, true)]);
        desks.take(Ask::Run(errand(6), document), 0.0, &mut quiet);
        desks.take(Ask::Recall(1), 0.0, &mut quiet);
        assert_eq!(finish(&mut desks), []);
    }

    #[test]
    fn two_sessions_run_at_the_same_time_and_answer_under_their_numbers() {
        let mut desks = Desks::default();
        let document = Box::new(lanescope_core::session::document_of(
            "__kernel void k(__global int *x) { x[get_global_id(0)] = 1; }".into(),
        ));
        let view = View { ticket: 7, cycle: END, totals: true, ..View::default() };
        let mut quiet = |_| ();
        desks.take(Ask::Open { ticket: 7, document: document.clone() }, 0.0, &mut quiet);
        desks.take(Ask::Aside(2, Box::new(Ask::Open { ticket: 7, document })), 0.0, &mut quiet);
        desks.take(Ask::Look(view.clone()), 0.0, &mut quiet);
        desks.take(Ask::Aside(2, Box::new(Ask::Look(view))), 0.0, &mut quiet);
        let said = finish(&mut desks);
        let totals = |told: &Told| match told {
            Told::Frame(frame) => frame.totals.as_ref().map(|report| report.cycles),
            _ => None,
        };
        let own: Vec<u64> = said.iter().filter_map(totals).collect();
        let other: Vec<u64> = said
            .iter()
            .filter_map(|told| match told {
                Told::Aside(2, told) => totals(told),
                _ => None,
            })
            .collect();
        assert!(!own.is_empty() && own == other, "{own:?} {other:?}");
        desks.take(Ask::Dismiss(0), 0.0, &mut quiet);
        assert!(desks.aside.is_empty());
    }
}
