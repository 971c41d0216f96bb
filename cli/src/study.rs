//! `lanescope study`: several runs of one document, and what they have to say together.

use std::{io::Write, path::Path};

use lanescope_core::session::{
    self,
    studies::{Data, Study},
};

use crate::{
    Failure,
    args::{Study as Options, Style, Wcet},
    diagnostics, document,
    drive::{self, Clock, Stop},
    figure::{FigureFormat, save, text},
    launch_file,
};

/// The study of a machine that bounds the time of a launch.
const WCET: &str = "wcet";

/// The study of one setting at several values.
const SWEEP: &str = "sweep";

/// Cycles between two looks at the clock.
const SLICE: u64 = 50_000;

/// Does the runs and writes what they say.
pub fn run(options: &Options, out: &mut dyn Write) -> Result<(), Failure> {
    options.out.as_deref().map(FigureFormat::of).transpose()?;
    let (name, document) = document::read_one(&options.input)?;
    // What is wrong with the text itself is said once, not for every run.
    let clock = Clock::start(options.input.limits.max_seconds);
    document::open(&name, document.clone(), options.input.limits.all(), clock)?;
    given_once(&options.inputs)?;
    let mut study = Study::new(&options.id, &document, &options.inputs, options.input.limits.all())?;
    let launches = study.launch_inputs();
    if let Some((name, _)) =
        options.inputs.iter().find(|(name, value)| value.is_empty() && launches.contains(name))
    {
        return Err(format!(
            "input `{name}` names no launch file: write {name}=LAUNCH.toml, or leave it out"
        )
        .into());
    }
    for (input, file) in study.launches() {
        let (data, limits) = (options.input.data.as_deref(), options.input.limits.all());
        study.give_launch(input, launch_file::read(Path::new(&file), data, false, &limits)?);
    }
    let compiler = session::compiler_decides(&document.machine.preset);
    let taken = |id: &str| study.decides().contains(&id) || compiler.contains(&id);
    if let Some(choice) = options.input.choice.iter().find(|choice| !taken(&choice.id)) {
        return Err(unknown(&options.id, &choice.id, study.decides()).into());
    }
    let stop = to_end(&mut study, clock);
    if let Some(Err(why)) = study.answer() {
        return Err(why.into());
    }
    if options.json {
        let value = match study.answer() {
            Some(Ok(answer)) => to_json(answer),
            _ => study
                .numbers()
                .into_iter()
                .map(|(name, number)| (name, number.into()))
                .collect::<serde_json::Map<_, _>>()
                .into(),
        };
        writeln!(out, "{value:#}")?;
        return stop.map_or(Ok(()), |stop| Err(Failure::Limit(stop.message())));
    }
    let figure = study.figure();
    let about = study.about();
    match &options.out {
        None => write!(out, "{}", text(&figure, Style::Text))?,
        Some(path) => save(&figure, path, options.theme, (about.title, about.says))?,
    }
    if options.id == SWEEP {
        swept(&study, options)?;
    }
    // A study of a machine says itself what came of its runs.
    let said = if study.answer().is_some() { &[] } else { study.done() };
    for run in said {
        if let Err(why) = &run.report {
            diagnostics::say(&format!("warning: {}: {why}", run.name));
        }
    }
    stop.map_or(Ok(()), |stop| Err(Failure::Limit(stop.message())))
}

/// Is no input given twice? Only one of both could be meant.
fn given_once(inputs: &[(String, String)]) -> Result<(), Failure> {
    let again = inputs
        .iter()
        .enumerate()
        .find(|(at, (name, _))| inputs[..*at].iter().any(|(other, _)| other == name));
    match again {
        Some((_, (name, _))) => Err(format!("input `{name}` is given more than once").into()),
        None => Ok(()),
    }
}

/// A decision about a line that a study does not take.
fn unknown(study: &str, id: &str, known: &[&str]) -> String {
    let takes = match known {
        [] => "takes no decision about a line".to_string(),
        ids => format!("takes only decisions {}", ids.join(", ")),
    };
    format!("study `{study}` {takes}: there is no `{id}`")
}

/// Can each value be, and is there the measure that was asked for?
fn swept(study: &Study, options: &Options) -> Result<(), Failure> {
    let measure = options.inputs.iter().rfind(|(key, _)| key == "measure").map(|(_, value)| value.as_str());
    for run in study.done() {
        match (&run.report, measure) {
            (Err(why), _) => return Err(format!("{}: {why}", run.name).into()),
            (Ok(report), Some(measure)) if report.number(measure).is_none() => {
                return Err(
                    format!("no run has a number `{measure}`; `figure --panel counters` shows all").into()
                );
            }
            _ => {}
        }
    }
    Ok(())
}

/// Bounds a launch and writes what the bound is made of.
pub fn wcet(options: &Wcet, out: &mut dyn Write) -> Result<(), Failure> {
    let (name, document) = document::read_one(&options.input)?;
    let clock = Clock::start(options.input.limits.max_seconds);
    document::open(&name, document.clone(), options.input.limits.all(), clock)?;
    let inputs: Vec<_> = options.turns.iter().map(|turns| ("turns".into(), turns.to_string())).collect();
    let mut study = Study::new(WCET, &document, &inputs, options.input.limits.all())?;
    if let Some(stop) = to_end(&mut study, clock) {
        return Err(Failure::Limit(stop.message()));
    }
    match study.answer() {
        Some(Ok(answer)) if options.json => Ok(writeln!(out, "{:#}", to_json(answer))?),
        Some(Err(why)) => Err(Failure::Message(format!("{name}: {why}"))),
        _ => Ok(write!(out, "{}", text(&study.figure(), Style::Text))?),
    }
}

/// An answer by names.
fn to_json(answer: Vec<(String, Data)>) -> serde_json::Value {
    serde_json::to_value(Data::Map(answer)).unwrap_or_default()
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
            let cycle = if progress.steps { String::new() } else { format!(", cycle {cycle}") };
            bar.set_message(format!("{} of {}: {name}{cycle}", progress.done + 1, progress.all));
            bar.tick();
        }
        if let Some(stop) = clock.stop() {
            break Some(stop);
        }
    };
    bar.finish_and_clear();
    stop
}
