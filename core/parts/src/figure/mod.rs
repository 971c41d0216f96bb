//! Figures: the pictures of the laboratory as plain data.
//!
//! A *panel* ([`panel`]) is a question that somebody answers with a [`Figure`]: the compiler before a run, a machine at a
//! cycle or over a window, the laboratory (memory, counters), a study. A figure has one or more parts, each of one of a
//! few *forms*:
//!
//! | form | what it is good for |
//! |---|---|
//! | [`Cells`] | units × time |
//! | [`Bars`] | things that last, with arrows between them |
//! | [`Matrix`] | which lanes, banks or sectors take part at an instant |
//! | [`Table`] | values |
//! | [`Graph`] | boxes and arrows |
//! | [`Plot`] | curves, points and distributions over two axes |
//! | [`Stacks`] | shares over time |
//! | [`Diagram`] | a machine as boxes and links, and what moves |
//! | [`Text`] | lines |
//!
//! What can be done with a form is written once and serves every panel of every machine: it is drawn (a list of rectangles
//! and labels, [`picture`]), says in words what is at the cursor, knows what is under the pointer ([`mark`]), is moved
//! through by keys ([`keys`]), and is written as an image ([`svg`]) or as numbers ([`csv`]). A figure holds only what is
//! in sight; how it is looked at is a [`View`], so that moving a little, selecting and pointing need no new answer.
//!
//! Deliberately absent: clocks (how far something has moved is part of the view), and any knowledge of machines.

pub mod axis;
pub mod bars;
pub mod beside;
pub mod cells;
pub mod code;
pub mod csv;
pub mod diagram;
pub mod graph;
pub mod keys;
pub mod legend;
pub mod mark;
pub mod matrix;
pub mod number;
pub mod palette;
pub mod panel;
pub mod picture;
pub mod plot;
pub mod question;
pub mod rows;
pub mod stacks;
pub mod svg;
pub mod table;
pub mod text;
pub mod theme;

use alloc::{
    string::{String, ToString},
    vec::Vec,
};

pub use bars::Bars;
pub use cells::Cells;
pub use code::Code;
pub use diagram::Diagram;
pub use graph::Graph;
pub use mark::{Lit, Mark};
pub use matrix::Matrix;
pub use panel::{About, Panel, PanelInfo, StudyInput};
use picture::{Align, LINE, room};
pub use picture::{Ink, Picture};
pub use plot::Plot;
pub use question::{Question, Region, Takes, View};
use serde::{Deserialize, Serialize};
pub use stacks::Stacks;
pub use table::Table;
pub use text::Text;
pub use theme::Theme;

/// Height of the title of a part.
const TITLE: f64 = 20.0;
/// Space between two parts.
const GAP: f64 = 8.0;
/// Height of a form that has no height of its own.
const PLAIN: f64 = 320.0;
/// Least height of a form.
const LEAST: f64 = 48.0;

/// See the module.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct Figure {
    /// What it shows, from top to bottom; nothing if there is nothing to show.
    pub parts: Vec<Subfigure>,
    /// What to say beside it: why it is empty, or what is not shown.
    pub remark: String,
    /// The unit that it is of, where that may be another one than was asked for.
    pub unit: Option<u32>,
    /// The part that it shows of what has pages; nothing if it shows all.
    pub pages: Option<Pages>,
    /// The cycles of its time axis, if these are not cycles of the run that it is of: it has none, or several.
    pub span: Option<u64>,
    /// Is it coarser than it was asked for? The remark says why.
    pub coarse: bool,
}

/// A page of something long.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Pages {
    /// What is counted: bytes, registers, elements.
    pub of: String,
    /// The first one in sight.
    pub first: u64,
    /// How many are in sight.
    pub shown: u64,
    /// How many there are.
    pub all: u64,
    /// The name of each, where a person picks one by its name; else empty.
    pub names: Vec<String>,
}

impl Pages {
    /// The page of a question. One that begins behind the end of something shorter is its last page.
    pub fn of(of: &str, question: &Question, all: u64) -> Pages {
        let size = question.count.max(1);
        let last = all.saturating_sub(1) / size * size;
        let first = if question.offset < all { question.offset } else { last };
        Pages { of: of.into(), first, shown: size.min(all - first.min(all)), all, names: Vec::new() }
    }

    /// What is worth saying: nothing if everything is in sight.
    pub fn partial(self) -> Option<Pages> {
        (self.shown < self.all).then_some(self)
    }

    /// The things in sight.
    pub fn range(&self) -> core::ops::Range<u64> {
        self.first..self.first + self.shown
    }
}

/// A part of a figure.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Subfigure {
    /// Its title; empty if the panel's title says it all.
    pub title: String,
    /// What it shows.
    pub form: Form,
}

/// A form with its data.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub enum Form {
    /// Units × time.
    Cells(Cells),
    /// Bars over time.
    Bars(Bars),
    /// A matrix at an instant.
    Matrix(Matrix),
    /// Values.
    Table(Table),
    /// Boxes and arrows.
    Graph(Graph),
    /// Curves and points.
    Plot(Plot),
    /// Shares over time.
    Stacks(Stacks),
    /// A machine as boxes and links.
    Diagram(Diagram),
    /// Lines.
    Text(Text),
}

/// Where a part is in a view of its figure.
struct Place<'a> {
    part: &'a Subfigure,
    top: f64,
    /// Upper edge of the form, below the title.
    form: f64,
    height: f64,
}

impl From<Form> for Figure {
    fn from(form: Form) -> Figure {
        Figure { parts: Vec::from([Subfigure { title: String::new(), form }]), ..Figure::default() }
    }
}

impl Figure {
    /// A figure of nothing, and why.
    pub fn empty(why: impl Into<String>) -> Figure {
        Figure { remark: why.into(), ..Figure::default() }
    }

    /// Is there nothing to show?
    pub fn is_empty(&self) -> bool {
        self.parts.is_empty()
    }

    /// Adds a part below the others.
    pub fn push(&mut self, title: impl Into<String>, form: Form) {
        self.parts.push(Subfigure { title: title.into(), form });
    }

    /// Adds words that go with it.
    pub fn with_remark(self, remark: impl Into<String>) -> Figure {
        Figure { remark: remark.into(), ..self }
    }

    /// Height in which everything is well seen.
    pub fn height(&self) -> f64 {
        let part =
            |part: &Subfigure| part.form.height() + if part.title.is_empty() { GAP } else { GAP + TITLE };
        if self.is_empty() { 4.0 * LINE } else { self.parts.iter().map(part).sum::<f64>() - GAP }
    }

    /// Width and height in which everything is seen, if it is drawn in a size of its own that no view changes.
    pub fn own_size(&self) -> Option<(f64, f64)> {
        let width = self.parts.iter().filter_map(|part| part.form.own_width()).reduce(f64::max)?;
        Some((width, self.height()))
    }

    /// The parts below each other. All have their own height but those that can be drawn at any, which share the rest; if there is
    /// none, the last one takes it.
    fn places(&self, height: f64) -> Vec<Place<'_>> {
        let own: Vec<f64> = self.parts.iter().map(|part| part.form.height()).collect();
        let last = self.parts.len().saturating_sub(1);
        let none = !self.parts.iter().any(|part| part.form.is_elastic());
        let elastic = |at: usize| self.parts[at].form.is_elastic() || (none && at == last);
        let all: f64 = (0..own.len()).filter(|at| elastic(*at)).map(|at| own[at]).sum();
        let share = (height - (self.height() - all)) / all.max(1.0);
        let (mut top, mut places) = (0.0, Vec::new());
        for (at, part) in self.parts.iter().enumerate() {
            let form = top + if part.title.is_empty() { 0.0 } else { TITLE };
            let height = if elastic(at) { (own[at] * share).max(LEAST) } else { own[at] };
            places.push(Place { part, top, form, height });
            top = form + height + GAP;
        }
        places
    }

    /// Draws it.
    pub fn draw(&self, view: &View) -> Picture {
        if self.is_empty() {
            return words(&self.remark, view.size);
        }
        let mut picture = Picture::default();
        for place in self.places(view.size.1) {
            if !place.part.title.is_empty() {
                let y = place.top + TITLE / 2.0;
                picture.label(Ink::Text, Align::Left, 8.0, y, place.part.title.as_str());
            }
            let inner = View { size: (view.size.0, place.height), ..view.clone() };
            let mut part = place.part.form.draw(&inner);
            part.lower(place.form);
            picture.add(part);
        }
        picture
    }

    /// What is at a place of its picture.
    pub fn at(&self, view: &View, x: f64, y: f64) -> Option<Mark> {
        let place = self
            .places(view.size.1)
            .into_iter()
            .find(|place| (place.form..place.form + place.height).contains(&y))?;
        let inner = View { size: (view.size.0, place.height), ..view.clone() };
        place.part.form.at(&inner, x, y - place.form)
    }

    /// The plot whose line is moved, if it has one.
    pub fn plot(&self) -> Option<&Plot> {
        self.parts.iter().find_map(|part| match &part.form {
            Form::Plot(plot) => Some(plot),
            _ => None,
        })
    }

    /// The diagram, if it has one.
    pub fn diagram(&self) -> Option<&Diagram> {
        self.parts.iter().find_map(|part| match &part.form {
            Form::Diagram(diagram) => Some(diagram),
            _ => None,
        })
    }

    /// Where the line of a plot, or the choice of a box, goes by so many steps.
    pub fn moved(&self, view: &View, steps: i32) -> Option<f64> {
        let choice = |diagram: &Diagram| diagram.moved_choice(view, steps);
        self.plot().map(|plot| plot.moved(view, steps)).or_else(|| self.diagram().map(choice))
    }

    /// The box of a diagram at a place: its number, and its permanent name if it can be looked into.
    pub fn block_at(&self, view: &View, x: f64, y: f64) -> Option<(u32, Option<String>)> {
        let place =
            self.places(view.size.1).into_iter().find(|place| matches!(place.part.form, Form::Diagram(_)))?;
        let Form::Diagram(diagram) = &place.part.form else { return None };
        let inner = View { size: (view.size.0, place.height), ..view.clone() };
        let at = diagram.block_at(&inner, x, y - place.form)?;
        let block = diagram.blocks.get(at as usize)?;
        Some((at, block.opens.then(|| block.path.clone())))
    }

    /// What is at the cursor or selected, in words.
    pub fn words(&self, view: &View) -> String {
        let parts = self.parts.iter().map(|part| part.form.words(view)).filter(|words| !words.is_empty());
        parts.collect::<Vec<_>>().join(" · ")
    }

    /// What to say beside it in a view: why it is empty, or what is not drawn.
    pub fn remark(&self, view: &View) -> String {
        let thicket = self.parts.iter().find_map(|part| match &part.form {
            Form::Bars(bars) => bars.remark(view),
            _ => None,
        });
        if self.remark.is_empty() { thicket.unwrap_or_default().to_string() } else { self.remark.clone() }
    }
}

impl Form {
    /// Can it be drawn at any height?
    fn is_elastic(&self) -> bool {
        matches!(self, Form::Cells(_) | Form::Bars(_) | Form::Plot(_) | Form::Stacks(_) | Form::Diagram(_))
    }

    /// Width that it is drawn in whatever the view is; nothing if it fills any.
    fn own_width(&self) -> Option<f64> {
        match self {
            Form::Graph(graph) => Some(graph.layout().size.0),
            _ => None,
        }
    }

    /// Height in which everything is well seen.
    pub fn height(&self) -> f64 {
        match self {
            Form::Cells(cells) => cells.height(),
            Form::Bars(bars) => bars.height(),
            Form::Matrix(matrix) => matrix.height(),
            Form::Table(table) => table.height(),
            Form::Graph(graph) => graph.height(),
            Form::Plot(_) => PLAIN,
            Form::Stacks(stacks) => stacks::AXIS + 60.0 * stacks.bands.len().max(1) as f64,
            Form::Diagram(diagram) => diagram.usual_height(),
            Form::Text(text) => text.height(),
        }
    }

    /// Draws it.
    pub fn draw(&self, view: &View) -> Picture {
        match self {
            Form::Cells(cells) => cells.draw(view),
            Form::Bars(bars) => bars.draw(view),
            Form::Matrix(matrix) => matrix.draw(view),
            Form::Table(table) => table.draw(view),
            Form::Graph(graph) => graph.draw(view),
            Form::Plot(plot) => plot.draw(view),
            Form::Stacks(stacks) => stacks.draw(view),
            Form::Diagram(diagram) => diagram.draw(view),
            Form::Text(text) => text.draw(view),
        }
    }

    /// What is at a place.
    pub fn at(&self, view: &View, x: f64, y: f64) -> Option<Mark> {
        match self {
            Form::Cells(cells) => cells.at(view, x, y),
            Form::Bars(bars) => bars.at(view, x, y),
            Form::Matrix(matrix) => matrix.at(view, x, y),
            Form::Table(table) => table.at(view, x, y),
            Form::Graph(graph) => graph.at(x, y),
            Form::Plot(_) | Form::Stacks(_) => None,
            Form::Diagram(diagram) => diagram.at(view, x, y),
            Form::Text(text) => text.at(y),
        }
    }

    /// What is at the cursor or selected, in words.
    pub fn words(&self, view: &View) -> String {
        match self {
            Form::Cells(cells) => cells.words(view),
            Form::Bars(bars) => bars.words(view),
            Form::Matrix(matrix) => matrix.words(view),
            Form::Plot(plot) => plot.words(view),
            Form::Stacks(stacks) => stacks.words(view),
            Form::Diagram(diagram) => diagram.words(view),
            Form::Table(_) | Form::Graph(_) | Form::Text(_) => String::new(),
        }
    }

    /// Its numbers as a table.
    pub fn table(&self) -> Table {
        match self {
            Form::Cells(cells) => cells.table(),
            Form::Bars(bars) => bars.table(),
            Form::Matrix(matrix) => matrix.table(),
            Form::Table(table) => table.clone(),
            Form::Graph(graph) => graph.table(),
            Form::Plot(plot) => plot.table(),
            Form::Stacks(stacks) => stacks.table(),
            Form::Diagram(diagram) => diagram.table(),
            Form::Text(text) => text.table(),
        }
    }
}

/// Words in place of a picture, in as many lines as they need.
fn words(text: &str, (width, _): (f64, f64)) -> Picture {
    let (mut picture, room) = (Picture::default(), room(width - 16.0).max(1));
    let mut lines: Vec<String> = Vec::new();
    for word in text.split(' ') {
        match lines.last_mut().filter(|line| line.chars().count() + 1 + word.chars().count() <= room) {
            Some(line) => {
                line.push(' ');
                line.push_str(word);
            }
            None => lines.push(word.chars().take(room).collect()),
        }
    }
    for (at, line) in lines.into_iter().enumerate() {
        picture.label(Ink::Faint, Align::Left, 8.0, (at as f64 + 1.0) * (LINE + 4.0), line);
    }
    picture
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn parts_lie_below_each_other_and_are_found_there() {
        let line = |mark| text::Line { text: "a line".into(), mark: Some(mark) };
        let mut figure = Figure::from(Form::Text(Text { lines: [line(Mark::Pc(1))].into() }));
        figure.push("second", Form::Text(Text { lines: [line(Mark::Pc(2))].into() }));
        let view = View::plain((200.0, figure.height()));
        let picture = figure.draw(&view);
        let texts: Vec<&str> = picture.labels.iter().map(|label| label.text.as_str()).collect();
        assert_eq!(texts, ["a line", "second", "a line"]);
        let marks: Vec<_> = picture.labels.iter().map(|label| figure.at(&view, 9.0, label.y)).collect();
        assert_eq!(marks, [Some(Mark::Pc(1)), None, Some(Mark::Pc(2))]);
    }

    #[test]
    fn an_empty_figure_says_why() {
        let figure = Figure::empty("No vector instruction lies in this window.");
        let picture = figure.draw(&View::plain((120.0, 60.0)));
        let lines: Vec<&str> = picture.labels.iter().map(|label| label.text.as_str()).collect();
        assert_eq!(lines.join(" "), "No vector instruction lies in this window.");
        assert!(lines.len() > 1 && lines.iter().all(|line| line.len() <= 15));
    }
}
