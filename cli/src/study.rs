//! `lanescope study`: several runs of one document, and what they have to say together.

use std::io::Write;

use lanescope_core::session::{
    figure::{View, csv, svg},
    studies::Study,
};

use crate::{
    Failure,
    args::Study as Options,
    diagnostics, document,
    drive::{self, Clock, Stop},
    figure::{Kind, text, theme},
    files,
};

/// Cycles between two looks at the clock.
const SLICE: u64 = 50_000;
/// Width and greatest height of an image in pixels.
const SIZE: (f64, f64) = (960.0, 2400.0);

/// Does the runs and writes what they say.
pub fn run(options: &Options, out: &mut dyn Write) -> Result<(), Failure> {
    let kind = Kind::of(options.out.as_deref())?;
    let (name, document) = document::read_one(&options.input)?;
    // What is wrong with the text itself is said once, not for every run.
    document::open(&name, document.clone(), options.input.limits.all())?;
    let mut study = Study::new(&options.id, &document, &options.inputs, options.input.limits.all())?;
    let stop = to_end(&mut study, Clock::start(options.input.limits.max_seconds));
    let figure = study.figure();
    let written = match kind {
        Kind::Text => text(&figure),
        Kind::Csv => csv::write(&figure),
        Kind::Svg => {
            let window = (0.0, figure.span.unwrap_or(1) as f64);
            let size = (SIZE.0, figure.height().clamp(64.0, SIZE.1).ceil());
            let picture = figure.draw(&View { window, ..View::plain(size) });
            svg::write(&picture, size, theme(options.theme), study.row().about.title, study.row().about.says)
        }
    };
    match &options.out {
        None => write!(out, "{written}")?,
        Some(path) => {
            let named = |error| format!("{}: {error}", path.display());
            files::write(path, |out| out.write_all(written.as_bytes())).map_err(named)?;
        }
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
