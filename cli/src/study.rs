//! `lanescope study`: several runs of one document, and what they have to say together.

use std::io::Write;

use lanescope_core::session::studies::Study;

use crate::{
    Failure,
    args::{Study as Options, Style},
    diagnostics, document,
    drive::{self, Clock, Stop},
    figure::{Kind, save, text},
};

/// Cycles between two looks at the clock.
const SLICE: u64 = 50_000;

/// Does the runs and writes what they say.
pub fn run(options: &Options, out: &mut dyn Write) -> Result<(), Failure> {
    options.out.as_deref().map(Kind::of).transpose()?;
    let (name, document) = document::read_one(&options.input)?;
    // What is wrong with the text itself is said once, not for every run.
    document::open(&name, document.clone(), options.input.limits.all())?;
    let mut study = Study::new(&options.id, &document, &options.inputs, options.input.limits.all())?;
    let stop = to_end(&mut study, Clock::start(options.input.limits.max_seconds));
    let figure = study.figure();
    let about = &study.row().about;
    match &options.out {
        None => write!(out, "{}", text(&figure, Style::Text))?,
        Some(path) => save(&figure, path, options.theme, (about.title, about.says))?,
    }
    for run in study.done() {
        if let Err(why) = &run.report {
            diagnostics::say(&format!("warning: {}: {why}", run.name));
        }
    }
    stop.map_or(Ok(()), |stop| Err(Failure::Limit(stop.message())))
}

/// Runs to the end, with a progress line on a terminal; why it did not get there.
fn to_end(study: &mut Study, clock: Clock) -> Option<Stop> {
    let bar = drive::progress();
    let stop = loop {
        let progress = study.advance(SLICE);
        if progress.complete() {
            break None;
        }
        if let Some((name, cycle)) = &progress.now {
            bar.set_message(format!("{} of {}: {name}, cycle {cycle}", progress.done + 1, progress.all));
            bar.tick();
        }
        if let Some(stop) = clock.stop() {
            break Some(stop);
        }
    };
    bar.finish_and_clear();
    stop
}
