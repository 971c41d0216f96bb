//! The form *plot*: series of points over two axes, each linear or logarithmic, with rules through the plane. A roofline
//! is one, and so are a curve over a setting, a scatter and a distribution (columns). An axis of things that are no numbers has
//! names. A line that a person moves through the plane
//! tells what the series have there (`marker`).

mod marker;
#[cfg(test)]
mod tests;

use alloc::{
    format,
    string::{String, ToString},
    vec::Vec,
};

use serde::{Deserialize, Serialize};

use super::{
    View,
    number::grouped,
    picture::{Align, CHARACTER, Ink, LINE, Label, Picture, Rect, cut, room},
    table::Table,
};
use crate::base::num::plane::{ceil, floor, log10, power_of_ten, round};

/// Room for the numbers of the axes.
const LEFT: f64 = 64.0;
const BOTTOM: f64 = 40.0;
const TOP: f64 = 28.0;
const RIGHT: f64 = 16.0;
/// Pixels between two ticks of a linear axis, at least: of the one to the right, and of the one upwards.
const TICK: (f64, f64) = (64.0, 32.0);
/// Side of a point.
const POINT: f64 = 8.0;

/// See the module.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct Plot {
    /// The axis to the right.
    pub x: Axis,
    /// The axis upwards.
    pub y: Axis,
    /// The series.
    pub series: Vec<Series>,
    /// Upright rules.
    pub rules: Vec<Rule>,
    /// What the place of the run says, in words.
    pub words: String,
}

/// An axis.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct Axis {
    /// What it counts, with its unit.
    pub title: String,
    /// The same for a narrow picture.
    pub short: String,
    /// Do equal distances stand for equal factors?
    pub logarithmic: bool,
    /// Numbers that should be in sight beside those of the series.
    pub around: Vec<f64>,
    /// What stands at 0, 1, 2 and so on, if these are no numbers but places in a list.
    pub names: Vec<String>,
}

impl Axis {
    /// A linear one, as long as the series ask for: what it counts with its unit, and the same for a narrow picture.
    pub fn new(title: impl Into<String>, short: &str) -> Axis {
        Axis { title: title.into(), short: short.into(), ..Axis::default() }
    }

    /// The same, on which equal distances stand for equal factors if `logarithmic`.
    pub fn logarithmic(self, logarithmic: bool) -> Axis {
        Axis { logarithmic, ..self }
    }

    /// The same, as a list of names: what stands at 0, 1, 2 and so on. Without names it is one of numbers.
    pub fn named<T: Into<String>>(self, names: impl IntoIterator<Item = T>) -> Axis {
        Axis { names: names.into_iter().map(Into::into).collect(), ..self }
    }

    /// The name at a number, if it has one.
    fn name(&self, value: f64) -> Option<&str> {
        let at = round(value);
        (at >= 0.0).then(|| self.names.get(at as usize).map(String::as_str)).flatten()
    }

    /// Where ticks are on a part of it, and what they say. A name that is too long for its place is cut.
    fn ticks(&self, range: &Range) -> Vec<(f64, String)> {
        if self.names.is_empty() {
            return range.ticks();
        }
        let place = (range.to - range.from).abs() / self.names.len() as f64;
        let width = if range.from > range.to { LEFT - 8.0 } else { place };
        let most = room(width).saturating_sub(1).max(1);
        self.names.iter().enumerate().map(|(at, name)| (range.at(at as f64), cut(name, most))).collect()
    }
}

/// Points that belong together.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Series {
    /// Its name.
    pub name: String,
    /// Its colour.
    pub ink: Ink,
    /// How it is drawn.
    pub style: Style,
    /// The points, from left to right.
    pub points: Vec<(f64, f64)>,
    /// Names of single points, by their places.
    pub labels: Vec<(u32, String)>,
}

/// How a series is drawn.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum Style {
    /// From point to point.
    Line,
    /// From point to point, and straight on to the edges.
    Endless,
    /// A square for each point.
    Points,
    /// A column from the bottom up to each point.
    Columns,
}

/// An upright line.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Rule {
    /// What it marks.
    pub name: String,
    /// Where it stands.
    pub at: f64,
    /// How far up it goes; to the top if it is not said.
    pub to: Option<f64>,
    /// Its colour.
    pub ink: Ink,
}

/// The part of an axis that is in sight, and its pixels.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Range {
    low: f64,
    high: f64,
    logarithmic: bool,
    /// Are there names at whole numbers, and nothing between?
    named: bool,
    /// From tick to tick of a linear axis.
    step: f64,
    from: f64,
    to: f64,
}

impl Range {
    fn around(axis: &Axis, values: impl Iterator<Item = f64>, (from, to): (f64, f64)) -> Range {
        if !axis.names.is_empty() {
            let high = axis.names.len() as f64 - 0.5;
            return Range { low: -0.5, high, logarithmic: false, named: true, step: 1.0, from, to };
        }
        let (mut low, mut high) = (f64::INFINITY, f64::NEG_INFINITY);
        let named = false;
        let sane = |value: &f64| value.is_finite() && (!axis.logarithmic || *value > 0.0);
        for value in axis.around.iter().copied().chain(values).filter(sane) {
            (low, high) = (low.min(value), high.max(value));
        }
        if low > high {
            (low, high) = if axis.logarithmic { (0.5, 5.0) } else { (0.0, 1.0) };
        }
        let logarithmic = axis.logarithmic;
        if logarithmic {
            let low = floor(log10(low));
            // Above a highest number that is a power of ten is a decade for the curve to be seen in, behind it none.
            let high =
                if from > to { floor(log10(high)) + 1.0 } else { ceil(log10(high) - 1e-9).max(low + 1.0) };
            return Range { low, high, logarithmic, named, step: 1.0, from, to };
        }
        let (low, apart) = (low.min(0.0), if from > to { TICK.1 } else { TICK.0 });
        let step = step((high - low).max(f64::MIN_POSITIVE) * apart / (to - from).abs().max(1.0));
        let (low, high) = (floor(low / step) * step, (ceil(high / step) * step).max(low + step));
        Range { low, high, logarithmic, named, step, from, to }
    }

    /// Where a number is.
    pub fn at(&self, value: f64) -> f64 {
        let value = if self.logarithmic { log10(value.max(f64::MIN_POSITIVE)) } else { value };
        self.from + (value - self.low) / (self.high - self.low) * (self.to - self.from)
    }

    /// Where ticks are, and what they say.
    fn ticks(&self) -> Vec<(f64, String)> {
        if self.logarithmic {
            let powers = self.low as i32..=self.high as i32;
            return powers.map(|power| (self.at(power_of_ten(power)), decade(power))).collect();
        }
        let count = ((self.high - self.low) / self.step + 1e-6) as u32;
        let value = |at: u32| self.low + f64::from(at) * self.step;
        (0..=count).map(|at| (self.at(value(at)), number(value(at)))).collect()
    }
}

/// Width of words, near enough.
fn width(words: &str) -> f64 {
    words.chars().count() as f64 * CHARACTER
}

/// The smallest of 1, 2 and 5 times a power of ten that is not below `least`.
fn step(least: f64) -> f64 {
    let power = power_of_ten(floor(log10(least.max(1e-300))) as i32);
    [1.0, 2.0, 5.0, 10.0].map(|digit| digit * power).into_iter().find(|step| *step >= least).unwrap_or(power)
}

fn decade(power: i32) -> String {
    match power {
        0..=5 => grouped(power_of_ten(power) as u64),
        -3..=-1 => format!("{:.*}", -power as usize, power_of_ten(power)),
        _ => format!("1e{power}"),
    }
}

/// A number of a linear axis, without what rounding leaves.
fn number(value: f64) -> String {
    let size = value.abs();
    if size >= 1e6 {
        format!("{value:.1e}")
    } else if value >= 1e3 {
        grouped(round(value) as u64)
    } else if size >= 10.0 || size == 0.0 || round(value) == value {
        format!("{value:.0}")
    } else if size >= 0.01 {
        format!("{value:.3}").trim_end_matches('0').trim_end_matches('.').to_string()
    } else {
        format!("{value:.1e}")
    }
}

impl Plot {
    /// Both axes in a view.
    pub fn ranges(&self, view: &View) -> (Range, Range) {
        let (width, height) = view.size;
        let points = || self.series.iter().flat_map(|series| &series.points);
        let rules = self.rules.iter().map(|rule| rule.at);
        let across = (LEFT, (width - RIGHT).max(LEFT + 1.0));
        let x = Range::around(&self.x, points().map(|point| point.0).chain(rules), across);
        let up = ((height - BOTTOM).max(TOP + 1.0), TOP);
        (x, Range::around(&self.y, points().map(|point| point.1), up))
    }

    /// Draws it.
    pub fn draw(&self, view: &View) -> Picture {
        let (mut picture, (x, y)) = (Picture::default(), self.ranges(view));
        self.axes(&mut picture, &x, &y);
        for series in &self.series {
            series.draw(&mut picture, &x, &y);
        }
        let mut line = y.to + LINE / 2.0;
        for rule in &self.rules {
            let (at, top) = (x.at(rule.at), rule.to.map_or(y.to, |to| y.at(to)));
            picture.line(rule.ink, at, y.from, at, top);
            if rule.to.is_none() && line < y.from {
                let width = width(&rule.name);
                let left = if at + 4.0 + width <= x.to + RIGHT { at + 4.0 } else { at - 4.0 - width };
                picture.label(Ink::Text, Align::Left, left, line, rule.name.as_str());
                line += LINE + 2.0;
            }
        }
        let squares =
            self.series.iter().filter(|series| matches!(series.style, Style::Points | Style::Columns));
        let mut taken: Vec<Rect> = squares.flat_map(|series| picture.filled(series.ink)).copied().collect();
        taken.extend(picture.labels.iter().map(Label::extent));
        for series in &self.series {
            series.name_points(&mut picture, &x, &y, &mut taken);
        }
        self.draw_marker(&mut picture, view, (&x, &y));
        picture
    }

    fn axes(&self, picture: &mut Picture, x: &Range, y: &Range) {
        let mut free = 0.0;
        for (at, words) in self.x.ticks(x) {
            picture.fill(Ink::Rule, round(at), y.to, 1.0, y.from - y.to);
            let half = words.chars().count() as f64 * CHARACTER / 2.0;
            if at - half >= free && at + half <= x.to + RIGHT {
                picture.label(Ink::Faint, Align::Centre, at, y.from + 12.0, words);
                free = at + half + CHARACTER;
            }
        }
        let mut free = f64::INFINITY;
        for (at, words) in self.y.ticks(y) {
            picture.fill(Ink::Rule, x.from, round(at), x.to - x.from, 1.0);
            if at + LINE <= free {
                picture.label(Ink::Faint, Align::Left, 8.0, at, words);
                free = at;
            }
        }
        picture.label(Ink::Text, Align::Left, 8.0, TOP / 2.0 - 4.0, self.y.title.as_str());
        let fits = |words: &&&String| width(words) < x.to - x.from;
        if let Some(words) = [&self.x.title, &self.x.short].iter().find(fits) {
            picture.label(Ink::Text, Align::Left, x.to - width(words), y.from + 28.0, words.as_str());
        }
    }

    /// What it says of the run, and of the line that is moved through it.
    pub fn words(&self, view: &View) -> String {
        let words = [self.words.clone(), self.marker_words(view)];
        words.into_iter().filter(|words| !words.is_empty()).collect::<Vec<_>>().join(" · ")
    }

    /// A row for each point.
    pub fn table(&self) -> Table {
        let mut table = Table::new(&["series", &self.x.title, &self.y.title, "name"]);
        let words =
            |axis: &Axis, value: f64| axis.name(value).map_or_else(|| value.to_string(), String::from);
        for series in &self.series {
            for (at, (x, y)) in (0u32..).zip(&series.points) {
                let name = series.labels.iter().find(|(point, _)| *point == at);
                let name = name.map_or(String::new(), |(_, name)| name.clone());
                table.push([series.name.clone(), words(&self.x, *x), words(&self.y, *y), name]);
            }
        }
        for rule in &self.rules {
            let to = rule.to.map_or(String::new(), |to| words(&self.y, to));
            table.push([rule.name.clone(), words(&self.x, rule.at), to, String::new()]);
        }
        table
    }
}

impl Series {
    fn draw(&self, picture: &mut Picture, x: &Range, y: &Range) {
        let places: Vec<(f64, f64)> =
            self.points.iter().map(|point| (x.at(point.0), y.at(point.1))).collect();
        match self.style {
            Style::Points => places.iter().for_each(|(at, up)| {
                picture.fill(self.ink, at - POINT / 2.0, up - POINT / 2.0, POINT, POINT);
            }),
            Style::Columns => {
                let all = self.points.len().max(1) as f64;
                let width = ((x.to - x.from) / all - 2.0).clamp(1.0, 32.0);
                places.iter().for_each(|(at, up)| {
                    let left = (at - width / 2.0).max(x.from);
                    picture.fill(self.ink, left, *up, width.min(x.to - left), (y.from - up).max(0.0));
                });
            }
            Style::Line | Style::Endless => {
                for pair in places.windows(2) {
                    picture.line(self.ink, pair[0].0, pair[0].1, pair[1].0, pair[1].1);
                }
                if let (Style::Endless, [first, second, ..]) = (self.style, &places[..]) {
                    extend(picture, self.ink, *second, *first, (x.from, y));
                    if let [.., before, last] = &places[..] {
                        extend(picture, self.ink, *before, *last, (x.to, y));
                    }
                }
            }
        }
    }

    /// The names of points, each at the first free place around its point; none where all are taken.
    fn name_points(&self, picture: &mut Picture, x: &Range, y: &Range, taken: &mut Vec<Rect>) {
        for (at, name) in &self.labels {
            let Some(point) = self.points.get(*at as usize) else { continue };
            let (at, up, w) = (x.at(point.0), y.at(point.1), width(name));
            let (right, left) = (at + 6.0, at - 6.0 - w);
            let places = [(right, 12.0), (right, -12.0), (left, -12.0), (left, 12.0)];
            let boxes = places.map(|(x, down)| Rect { x, y: up + down - LINE / 2.0, w, h: LINE });
            let inside = |own: &Rect| own.x >= x.from && own.x + w <= x.to + RIGHT && own.y + LINE <= y.from;
            let free = |own: &&Rect| inside(own) && taken.iter().all(|other| own.apart(other, 0.0));
            if let Some(own) = boxes.iter().find(free) {
                picture.label(Ink::Text, Align::Left, own.x, own.y + LINE / 2.0, name.as_str());
                taken.push(*own);
            }
        }
    }
}

/// Goes on from `from` through `to`, straight on to an edge, as far as that is inside the plane.
fn extend(picture: &mut Picture, ink: Ink, from: (f64, f64), to: (f64, f64), (edge, y): (f64, &Range)) {
    let run = to.0 - from.0;
    if run == 0.0 || (edge - to.0) * run <= 0.0 {
        return;
    }
    let slope = (to.1 - from.1) / run;
    let up = to.1 + slope * (edge - to.0);
    let inside = up.clamp(y.to, y.from);
    let at = if up == inside || slope == 0.0 { edge } else { to.0 + (inside - to.1) / slope };
    picture.line(ink, to.0, to.1, at, inside);
}
