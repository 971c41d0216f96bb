//! What many runs of a launch come to: how many are how long, beside the bound.

use alloc::{
    format,
    string::{String, ToString},
    vec::Vec,
};

use lanescope_parts::{
    base::order,
    figure::{
        Figure, Form, Ink, Plot, Table,
        number::{grouped, quantity},
        plot::{Axis, Rule, Series, Style},
    },
};

use super::observed::One;

/// Columns up to the bound.
const COLUMNS: u64 = 48;

/// The lengths of runs that ended.
struct Lengths {
    least: u64,
    most: u64,
    mean: f64,
    bound: u64,
    exceeded: usize,
}

fn ended(done: &[One]) -> impl Iterator<Item = (&One, u64)> {
    done.iter().filter_map(|one| Some((one, *one.cycles.as_ref().ok()?)))
}

fn lengths<'a>(runs: impl Iterator<Item = (&'a One, u64)> + Clone) -> Option<Lengths> {
    let cycles = || runs.clone().map(|(_, cycles)| cycles);
    let (least, most) = (cycles().min()?, cycles().max()?);
    let mean = cycles().map(|cycles| cycles as f64).sum::<f64>() / cycles().count() as f64;
    let bound = runs.clone().map(|(one, _)| one.bound).max()?;
    let exceeded = runs.clone().filter(|(one, cycles)| *cycles > one.bound).count();
    Some(Lengths { least, most, mean, bound, exceeded })
}

impl Lengths {
    /// How far the longest run goes to the bound.
    fn tightness(&self) -> f64 {
        self.most as f64 / self.bound.max(1) as f64
    }

    /// How far runs differ, as a part of their mean.
    fn spread(&self) -> f64 {
        if self.mean > 0.0 { (self.most - self.least) as f64 / self.mean } else { 0.0 }
    }
}

/// The numbers that lessons may ask for.
pub fn numbers(done: &[One]) -> Vec<(String, f64)> {
    let Some(all) = lengths(ended(done).collect::<Vec<_>>().into_iter()) else { return Vec::new() };
    let numbers = [
        ("runs", ended(done).count() as f64),
        ("least", all.least as f64),
        ("mean", all.mean),
        ("most", all.most as f64),
        ("bound", all.bound as f64),
        ("tightness", all.tightness()),
        ("spread", all.spread()),
        ("exceeded", all.exceeded as f64),
    ];
    numbers.map(|(name, value)| (name.to_string(), value)).into()
}

/// The distribution, each run by its refresh, and the numbers of each place.
pub fn figure(done: &[One], shuffled: bool) -> Figure {
    let runs: Vec<(&One, u64)> = ended(done).collect();
    let Some(all) = lengths(runs.iter().copied()) else {
        let why = done.iter().find_map(|one| one.cycles.as_ref().err());
        return Figure::empty(why.map_or("No run is over yet.", |why| why));
    };
    let mut figure = Figure::default();
    figure.push("Runs by their length", Form::Plot(columns(&runs, &all)));
    figure.push("Runs by the phase of the refresh", Form::Plot(phases(&runs, &all)));
    figure.push("Places of the buffers", Form::Table(places(&runs)));
    figure.with_remark(remark(done, &all, shuffled))
}

fn remark(done: &[One], all: &Lengths, shuffled: bool) -> String {
    let count = ended(done).count();
    let mut words = format!(
        "{} runs from {} to {} cycles; the bound is {}.",
        grouped(count as u64),
        grouped(all.least),
        grouped(all.most),
        grouped(all.bound)
    );
    words += &match all.exceeded {
        0 => " None is longer.".to_string(),
        some => {
            format!(" {some} are longer: what is said of branches, loops or indexes is not true of them.")
        }
    };
    if !shuffled {
        words += " The data are the same in all runs.";
    }
    let mut failed = done.iter().filter_map(|one| one.cycles.as_ref().err());
    if let Some(why) = failed.next() {
        words += &format!(" {} did not end: {why}.", 1 + failed.count());
    }
    words
}

/// How many runs are so many cycles longer than the shortest one.
fn columns(runs: &[(&One, u64)], all: &Lengths) -> Plot {
    let span = all.bound.max(all.most) - all.least;
    let wide = (span / COLUMNS + 1) as f64;
    let mut counts = alloc::vec![0u32; COLUMNS as usize];
    for (_, cycles) in runs {
        counts[((cycles - all.least) as f64 / wide) as usize] += 1;
    }
    let point = |(at, count): (usize, &u32)| ((at as f64 + 0.5) * wide, f64::from(*count));
    let series = Series {
        name: "runs".into(),
        ink: Ink::LaneOn,
        style: Style::Columns,
        points: counts.iter().enumerate().map(point).collect(),
        labels: Vec::new(),
    };
    let bound = Rule {
        name: format!("bound {}", grouped(all.bound)),
        at: (all.bound.saturating_sub(all.least)) as f64,
        to: None,
        ink: Ink::Link(3),
    };
    Plot {
        x: Axis::new(
            format!("cycles above the shortest run ({})", grouped(all.least)),
            "cycles above the shortest",
        ),
        y: Axis::new("runs", "runs"),
        series: Vec::from([series]),
        rules: Vec::from([bound]),
        words: format!(
            "shortest {}, longest {}, bound {}",
            grouped(all.least),
            grouped(all.most),
            grouped(all.bound)
        ),
    }
}

/// Each run by how far the refresh was when it began.
fn phases(runs: &[(&One, u64)], all: &Lengths) -> Plot {
    let point = |(one, cycles): &(&One, u64)| (f64::from(one.refresh), (cycles - all.least) as f64);
    let mut points: Vec<(f64, f64)> = runs.iter().map(point).collect();
    order::sort_by(&mut points, |a, b| a.0.total_cmp(&b.0));
    let series =
        Series { name: "runs".into(), ink: Ink::LaneOn, style: Style::Points, points, labels: Vec::new() };
    Plot {
        x: Axis::new("DRAM cycles since a refresh when the run begins", "since a refresh"),
        y: Axis::new("cycles above the shortest run", "cycles above the shortest"),
        series: Vec::from([series]),
        ..Plot::default()
    }
}

fn places(runs: &[(&One, u64)]) -> Table {
    let heads = ["words further on", "runs", "shortest", "mean", "longest", "bound", "longest / bound"];
    let mut table = Table::new(&heads);
    let mut moved: Vec<u64> = runs.iter().map(|(one, _)| one.moved).collect();
    order::sort(&mut moved);
    moved.dedup();
    for words in moved {
        let here = runs.iter().copied().filter(|(one, _)| one.moved == words);
        let Some(all) = lengths(here.clone()) else { continue };
        table.push([
            grouped(words),
            grouped(here.count() as u64),
            grouped(all.least),
            quantity(all.mean),
            grouped(all.most),
            grouped(all.bound),
            format!("{:.3}", all.tightness()),
        ]);
    }
    table
}
