//! The line that a person moves through a plot: where it stands on the axis to the right, and what the series have there.

use alloc::{format, string::String, vec::Vec};

use super::{LINE, Plot, Range, Series, Style, number};
use crate::{
    base::num::plane::{log10, power, round},
    figure::{
        View,
        picture::{Align, CHARACTER, Ink, Picture},
    },
};

/// Steps of the keys over the whole axis.
const STEPS: f64 = 100.0;

impl Range {
    /// The number at a place, inside the part that is in sight: of names that of the nearest one.
    fn value(&self, at: f64) -> f64 {
        let share = ((at - self.from) / (self.to - self.from)).clamp(0.0, 1.0);
        let value = self.low + share * (self.high - self.low);
        if self.named {
            return round(value).clamp(0.0, round(self.high - 0.5));
        }
        if self.logarithmic { power(value) } else { value }
    }

    /// As equal distances on the axis count.
    fn even(&self, value: f64) -> f64 {
        if self.logarithmic { log10(value.max(f64::MIN_POSITIVE)) } else { value }
    }

    fn uneven(&self, even: f64) -> f64 {
        if self.logarithmic { power(even) } else { even }
    }
}

impl Plot {
    /// The number on the axis to the right under a place of its picture.
    pub fn value_at(&self, view: &View, x: f64) -> f64 {
        self.ranges(view).0.value(x)
    }

    /// Where the line stands that was moved by so many steps; the first time it comes from the middle. A step leads from name to
    /// name.
    pub fn moved(&self, view: &View, steps: i32) -> f64 {
        let (x, _) = self.ranges(view);
        let at = view.marker.map_or((x.from + x.to) / 2.0, |marker| x.at(marker));
        let all = if x.named { x.high - x.low } else { STEPS };
        x.value(at + f64::from(steps) * (x.to - x.from) / all)
    }

    /// The line, if it is in sight, with the number of the axis at its top and a point on every series that it meets.
    pub(super) fn draw_marker(&self, picture: &mut Picture, view: &View, (x, y): (&Range, &Range)) {
        let Some(marker) = view.marker.filter(|marker| marker.is_finite()) else { return };
        let at = x.at(marker);
        if !(x.from - 0.5..=x.to + 0.5).contains(&at) {
            return;
        }
        picture.line(Ink::Hover, at, y.from, at, y.to);
        for series in &self.series {
            let met = series.values(marker, (x, y)).into_iter().map(|value| y.at(value));
            for up in met.filter(|up| (y.to..=y.from).contains(up)) {
                picture.fill(Ink::Hover, at - 3.0, up - 3.0, 6.0, 6.0);
            }
        }
        let words = self.x.name(marker).map_or_else(|| number(marker), String::from);
        let half = words.chars().count() as f64 * CHARACTER / 2.0;
        let middle = at.clamp(x.from + half, (x.to - half).max(x.from + half));
        picture.label(Ink::Text, Align::Centre, middle, y.to - LINE / 2.0, words);
    }

    /// What the line says: the number of the axis, and that of every series there.
    pub(super) fn marker_words(&self, view: &View) -> String {
        let Some(marker) = view.marker else { return String::new() };
        let (x, y) = self.ranges(view);
        let mut met: Vec<String> = Vec::new();
        for series in &self.series {
            let Some(numbers) = from_to(&series.values(marker, (&x, &y))) else { continue };
            let words = format!("{} {numbers} {}", series.name, self.y.short);
            // A line and its points say the same.
            if !met.contains(&words) {
                met.push(words);
            }
        }
        let met = if met.is_empty() { "nothing".into() } else { met.join(", ") };
        match self.x.name(marker) {
            Some(name) => format!("at {} {name}: {met}", self.x.short),
            None => format!("at {} {}: {met}", number(marker), self.x.short),
        }
    }
}

/// Several numbers as the least and the most of them; nothing of none.
fn from_to(values: &[f64]) -> Option<String> {
    let least = values.iter().copied().reduce(f64::min)?;
    let most = values.iter().copied().reduce(f64::max)?;
    Some(if least == most { number(least) } else { format!("{} to {}", number(least), number(most)) })
}

impl Series {
    /// Its numbers at a place of the axis to the right: those of the points at a name, that of the line at a number.
    fn values(&self, at: f64, (x, y): (&Range, &Range)) -> Vec<f64> {
        if x.named {
            let here = |point: &&(f64, f64)| round(point.0) == round(at);
            return self.points.iter().filter(here).map(|point| point.1).collect();
        }
        self.value(at, (x, y)).into_iter().collect()
    }

    /// Its number at a place of the axis to the right, as its line is drawn: straight between two points, on axes that may
    /// be logarithmic. `None` where it has no line.
    fn value(&self, at: f64, (x, y): (&Range, &Range)) -> Option<f64> {
        if !matches!(self.style, Style::Line | Style::Endless) {
            return None;
        }
        let inside = |pair: &&[(f64, f64)]| pair[0].0 <= at && at <= pair[1].0;
        let pair = self.points.windows(2).find(inside).or_else(|| {
            let endless = self.style == Style::Endless;
            let before = self.points.first().is_some_and(|first| at < first.0);
            let mut pairs = self.points.windows(2);
            if before { pairs.next() } else { pairs.last() }.filter(|_| endless)
        })?;
        let even = |point: (f64, f64)| (x.even(point.0), y.even(point.1));
        let ((x0, y0), (x1, y1)) = (even(pair[0]), even(pair[1]));
        let share = if x1 == x0 { 0.0 } else { (x.even(at) - x0) / (x1 - x0) };
        Some(y.uneven(y0 + share * (y1 - y0)))
    }
}

#[cfg(test)]
mod tests {
    use super::{super::Axis, *};

    /// Slope 1 up to 10, then flat, on axes of this kind.
    fn roof(logarithmic: bool, style: Style) -> Plot {
        let axis = || Axis::new("n", "n").logarithmic(logarithmic);
        let points = [(1.0, 1.0), (10.0, 10.0), (50.0, 10.0)].into();
        let series = Series { name: "roof".into(), ink: Ink::Text, style, points, labels: Vec::new() };
        Plot { x: axis(), y: axis(), series: [series].into(), ..Plot::default() }
    }

    fn view(marker: Option<f64>) -> View<'static> {
        View { marker, ..View::plain((480.0, 300.0)) }
    }

    fn met(plot: &Plot, at: f64) -> Option<f64> {
        let (x, y) = plot.ranges(&view(None));
        plot.series[0].value(at, (&x, &y)).map(|value| (value * 1e9 + 0.5) as i64 as f64 / 1e9)
    }

    #[test]
    fn values_are_those_of_the_line_as_it_is_drawn() {
        let even = roof(true, Style::Endless);
        assert_eq!(
            [0.5, 4.0, 10.0, 20.0, 90.0].map(|at| met(&even, at)),
            [0.5, 4.0, 10.0, 10.0, 10.0].map(Some)
        );
        let linear = roof(false, Style::Line);
        assert_eq!([0.5, 4.0, 90.0].map(|at| met(&linear, at)), [None, Some(4.0), None]);
        assert_eq!(met(&roof(false, Style::Columns), 4.0), None);
    }

    #[test]
    fn places_and_values_are_the_same_thing() {
        for logarithmic in [false, true] {
            let plot = roof(logarithmic, Style::Line);
            let (x, _) = plot.ranges(&view(None));
            for value in [2.0, 10.0, 33.0] {
                assert!((plot.value_at(&view(None), x.at(value)) - value).abs() < 1e-9, "{value}");
            }
        }
    }

    #[test]
    fn keys_go_in_steps_and_stop_at_the_edges() {
        let plot = roof(false, Style::Line);
        let once = plot.moved(&view(None), 1);
        let (x, _) = plot.ranges(&view(None));
        let middle = x.value((x.from + x.to) / 2.0);
        assert!((once - middle - (x.high - x.low) / STEPS).abs() < 1e-9);
        assert_eq!(plot.moved(&view(Some(once)), -1000), x.low);
    }

    /// Three ways, of which the second was run twice and the third not at all.
    fn ways(names: [&str; 3]) -> Plot {
        let points = [(0.0, 40.0), (1.0, 30.0), (1.0, 20.0)].into();
        let series =
            Series { name: "run".into(), ink: Ink::Text, style: Style::Points, points, labels: Vec::new() };
        Plot { x: Axis::new("ways", "way").named(names), series: [series].into(), ..Plot::default() }
    }

    #[test]
    fn between_names_there_is_nothing() {
        let plot = ways(["plain", "twice", "whole"]);
        let (x, _) = plot.ranges(&view(None));
        // Three places of equal width, each name in the middle of its own.
        let share = |value: f64| (x.at(value) - x.from) / (x.to - x.from) * 6.0;
        assert_eq!(
            [0.0, 1.0, 2.0].map(|at| (share(at) * 1e9 + 0.5) as i64),
            [1, 3, 5].map(|at| at * 1_000_000_000)
        );
        let at = |value: f64| plot.value_at(&view(None), x.at(value));
        assert_eq!([-0.4, 0.3, 0.7, 1.2, 2.4].map(at), [0.0, 0.0, 1.0, 1.0, 2.0]);
        let moved = |marker, steps| plot.moved(&view(marker), steps);
        assert_eq!(
            [moved(None, 1), moved(Some(0.0), 1), moved(Some(2.0), 1), moved(Some(1.0), -5)],
            [2.0, 1.0, 2.0, 0.0]
        );
    }

    #[test]
    fn names_are_told_and_drawn() {
        let plot = ways(["plain", "twice", "whole"]);
        let told = |at: f64| plot.marker_words(&view(Some(at)));
        assert_eq!(told(0.0), "at way plain: run 40 ");
        assert_eq!(told(1.0), "at way twice: run 20 to 30 ");
        assert_eq!(told(2.0), "at way whole: nothing");
        let named = |name: &str| {
            let picture = plot.draw(&view(Some(1.0)));
            picture.labels.iter().filter(|label| label.text == name).count()
        };
        assert_eq!((named("plain"), named("twice"), named("1")), (1, 2, 0));
    }

    #[test]
    fn it_is_drawn_and_told() {
        let plot = roof(true, Style::Endless);
        let lines =
            |marker| plot.draw(&view(marker)).lines.iter().filter(|line| line.0 == Ink::Hover).count();
        assert_eq!((lines(None), lines(Some(4.0)), lines(Some(4e9)), lines(Some(f64::NAN))), (0, 1, 0, 0));
        assert_eq!(plot.marker_words(&view(Some(4.0))), "at 4 n: roof 4 n");
        assert_eq!(plot.marker_words(&view(None)), "");
    }
}
