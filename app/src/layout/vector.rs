//! Pictures of a vector machine over time: the convoy chart, the elements in the lanes of a unit, the banks, the strips.
//! All have the timeline's window and its column of names.

use lanescope_core::session::{BankMap, Chart, ChartBar, StripBar, vocabulary::UnitInfo};

use super::{
    Align, Ink, Picture,
    axis::{self, Scale},
    rows::{LEAST, MOST},
    timeline::{AXIS, gutter},
};
use crate::state::{SourceMap, source_map::mnemonic};

/// Width of a character, near enough to decide what fits.
const CHARACTER: f64 = 6.7;
/// Half the width of an arrow's head.
const HEAD: f64 = 3.5;

/// Rows of equal height below the axis, as many as fit.
#[derive(Clone, Copy, Debug, PartialEq)]
struct Rows {
    height: f64,
    count: u32,
}

impl Rows {
    fn new(space: f64, all: usize) -> Rows {
        let height = (space / all.max(1) as f64).floor().clamp(LEAST, MOST);
        Rows { height, count: (all as u32).min((space.max(height) / height) as u32) }
    }

    fn all(&self) -> std::ops::Range<u32> {
        0..self.count
    }

    fn y(&self, row: u32) -> f64 {
        AXIS + f64::from(row) * self.height
    }

    fn bottom(&self) -> f64 {
        self.y(self.count)
    }

    /// A name in the column on the left.
    fn name(&self, picture: &mut Picture, row: u32, name: impl Into<String>) {
        picture.label(Ink::Text, Align::Left, 8.0, self.y(row) + self.height / 2.0, name);
    }
}

/// What every picture is made from, apart from the answer.
pub struct Scene<'a> {
    /// Size in CSS pixels.
    pub size: (f64, f64),
    /// The window in fractions of cycles: first cycle and number.
    pub window: (f64, f64),
    /// The units of the run.
    pub units: &'a [UnitInfo],
    /// The selected unit.
    pub selected: u32,
    /// The cycle under the cursor.
    pub cursor: u64,
    /// Instruction texts and colours.
    pub map: &'a SourceMap,
}

impl Scene<'_> {
    /// From cycles to pixels.
    pub fn scale(&self) -> Scale {
        let left = gutter(self.size.0);
        Scale { from: self.window.0, cycles: self.window.1, left, width: (self.size.0 - left).max(1.0) }
    }

    /// Rows below the axis.
    fn rows(&self, all: usize) -> Rows {
        Rows::new(self.size.1 - AXIS - 2.0, all)
    }

    /// The colour of an instruction: that of its source line.
    fn ink(&self, pc: u32) -> Ink {
        Ink::Link(self.map.hue(self.map.line(pc)).unwrap_or((pc % 8) as u8))
    }

    /// Left edge and width of the cycles `from..to` as far as they are in the window.
    fn span(&self, scale: &Scale, from: f64, to: f64) -> Option<(f64, f64)> {
        let right = scale.left + scale.width;
        let (x, end) = (scale.x(from).max(scale.left), scale.x(to).min(right));
        (end > x).then_some((x, end - x))
    }

    /// Axis and cursor around what `draw` adds.
    fn framed(&self, rows: &Rows, draw: impl FnOnce(&mut Picture, &Scale)) -> Picture {
        let (mut picture, scale) = (Picture::default(), self.scale());
        axis::draw(&mut picture, &scale, AXIS, rows.bottom());
        draw(&mut picture, &scale);
        let x = scale.x(self.cursor as f64 + 0.5);
        if (scale.left..=scale.left + scale.width).contains(&x) {
            picture.fill(Ink::Halo, x - 2.0, AXIS - 4.0, 4.0, rows.bottom() - AXIS + 4.0);
            picture.fill(Ink::Cursor, x - 1.0, AXIS - 4.0, 2.0, rows.bottom() - AXIS + 4.0);
        }
        picture
    }
}

/// The units that the chart has bars of, and the selected one.
fn chart_rows(chart: &Chart, selected: u32) -> Vec<u32> {
    let mut units: Vec<u32> = chart.bars.iter().map(|bar| bar.unit).chain([selected]).collect();
    units.sort_unstable();
    units.dedup();
    units
}

/// The convoy chart.
pub fn convoys(scene: &Scene, chart: &Chart) -> Picture {
    let units = chart_rows(chart, scene.selected);
    let infos: Vec<UnitInfo> =
        units.iter().filter_map(|unit| scene.units.get(*unit as usize).cloned()).collect();
    let rows = scene.rows(infos.len());
    let place = |unit: u32| units.iter().position(|known| *known == unit).unwrap_or(0) as u32;
    scene.framed(&rows, |picture, scale| {
        shades(picture, scene, scale, &rows, chart);
        for bar in &chart.bars {
            bar_of(picture, scene, scale, rows.y(place(bar.unit)), rows.height, bar);
        }
        for bar in &chart.bars {
            let sources = chart.bars.iter().filter(|source| bar.chained.contains(&source.id));
            let x = scale.x(bar.first as f64 + 0.5);
            for source in sources.filter(|_| x >= scale.left && x <= scale.left + scale.width) {
                let middle = |unit| rows.y(place(unit)) + rows.height / 2.0;
                arrow(picture, x, middle(source.unit), middle(bar.unit));
            }
        }
        for (row, info) in (0..rows.count).zip(&infos) {
            if units.get(row as usize) == Some(&scene.selected) {
                picture.fill(Ink::Selected, 0.0, rows.y(row) + 1.0, scale.left - 4.0, rows.height - 2.0);
            }
            rows.name(picture, row, &info.name);
        }
    })
}

/// A pale ground behind every other convoy.
fn shades(picture: &mut Picture, scene: &Scene, scale: &Scale, rows: &Rows, chart: &Chart) {
    let mut convoys: Vec<(u32, u64, u64)> = Vec::new();
    for bar in &chart.bars {
        match convoys.iter_mut().find(|known| known.0 == bar.convoy) {
            Some(known) => (known.1, known.2) = (known.1.min(bar.first), known.2.max(bar.last + 1)),
            None => convoys.push((bar.convoy, bar.first, bar.last + 1)),
        }
    }
    for (_, from, to) in convoys.iter().filter(|(number, ..)| number % 2 == 0) {
        if let Some((x, width)) = scene.span(scale, *from as f64, *to as f64) {
            picture.fill(Ink::Selected, x, AXIS, width, rows.bottom() - AXIS);
        }
    }
}

/// An instruction: a bar while its element groups enter, a thin one until its last result is there.
fn bar_of(picture: &mut Picture, scene: &Scene, scale: &Scale, y: f64, height: f64, bar: &ChartBar) {
    let (first, end, complete) = (bar.first as f64, bar.last as f64 + 1.0, bar.complete as f64);
    let ink = scene.ink(bar.pc);
    if let Some((x, width)) = scene.span(scale, end, complete) {
        picture.fill(ink, x, y + height / 2.0 - 1.5, width, 3.0);
    }
    let Some((x, width)) = scene.span(scale, first, end) else { return };
    picture.fill(ink, x, y + 2.0, width, height - 4.0);
    let text = scene.map.text(bar.pc);
    let room = ((width - 6.0) / CHARACTER).max(0.0) as usize;
    let words = [text, mnemonic(text)];
    if let Some(words) = words.iter().find(|words| !words.is_empty() && words.chars().count() <= room) {
        picture.label(Ink::Halo, Align::Left, x + 4.0, y + height / 2.0, *words);
    }
}

fn arrow(picture: &mut Picture, x: f64, from: f64, to: f64) {
    let back = if to > from { -HEAD } else { HEAD };
    picture.line(Ink::Text, x, from, x, to);
    picture.line(Ink::Text, x, to, x - HEAD, to + 2.0 * back);
    picture.line(Ink::Text, x, to, x + HEAD, to + 2.0 * back);
}

/// The elements in the lanes of the selected unit. Only instructions with a group in each cycle can be shown element by
/// element; what waits within an instruction is a plain bar over all lanes.
pub fn groups(scene: &Scene, chart: &Chart) -> Picture {
    let lanes = scene.units.get(scene.selected as usize).map_or(1, |unit| unit.lanes.max(1));
    let rows = scene.rows(lanes as usize);
    scene.framed(&rows, |picture, scale| {
        for bar in chart.bars.iter().filter(|bar| bar.unit == scene.selected) {
            let steady = bar.last + 1 - bar.first == u64::from(bar.elements.div_ceil(lanes).max(1));
            for lane in rows.all() {
                if !steady {
                    if let Some((x, width)) = scene.span(scale, bar.first as f64, bar.last as f64 + 1.0) {
                        picture.fill(Ink::LaneOff, x, rows.y(lane) + 1.0, width, rows.height - 2.0);
                    }
                    continue;
                }
                elements(picture, scene, scale, &rows, bar, (lane, lanes));
            }
        }
        for lane in rows.all() {
            rows.name(picture, lane, format!("lane {lane}"));
        }
    })
}

fn elements(
    picture: &mut Picture,
    scene: &Scene,
    scale: &Scale,
    rows: &Rows,
    bar: &ChartBar,
    (lane, lanes): (u32, u32),
) {
    let ink = scene.ink(bar.pc);
    for element in (lane..bar.elements).step_by(lanes as usize) {
        let cycle = (bar.first + u64::from(element / lanes)) as f64;
        let Some((x, width)) = scene.span(scale, cycle, cycle + 1.0) else { continue };
        let gap = if width > 4.0 { 1.0 } else { 0.0 };
        picture.fill(ink, x, rows.y(lane) + 1.0, width - gap, rows.height - 2.0);
        let text = element.to_string();
        if width >= text.len() as f64 * CHARACTER + 2.0 {
            let middle = (x + width / 2.0, rows.y(lane) + rows.height / 2.0);
            picture.label(Ink::Halo, Align::Centre, middle.0, middle.1, text);
        }
    }
}

/// The banks of memory: busy from an access on.
pub fn banks(scene: &Scene, map: &BankMap) -> Picture {
    let rows = scene.rows(map.banks as usize);
    scene.framed(&rows, |picture, scale| {
        for access in map.accesses.iter().filter(|access| rows.all().contains(&access.bank)) {
            let (from, y) = (access.cycle as f64, rows.y(access.bank));
            if let Some((x, width)) = scene.span(scale, from, from + f64::from(access.busy)) {
                picture.fill(Ink::LaneOff, x, y + 2.0, width, rows.height - 4.0);
            }
            if let Some((x, width)) = scene.span(scale, from, from + 1.0) {
                picture.fill(Ink::LaneOn, x, y + 2.0, width.max(1.0), rows.height - 4.0);
            }
        }
        for bank in rows.all() {
            rows.name(picture, bank, format!("bank {bank}"));
        }
    })
}

/// Strips, a row for each core: the height of a strip is the share of its elements among those that it could have.
pub fn strips(scene: &Scene, bar: &StripBar) -> Picture {
    let cores = bar.strips.iter().map(|strip| strip.core + 1).max().unwrap_or(1);
    let rows = scene.rows(cores as usize);
    scene.framed(&rows, |picture, scale| {
        for strip in bar.strips.iter().filter(|strip| rows.all().contains(&strip.core)) {
            let Some((x, width)) = scene.span(scale, strip.from as f64, strip.to as f64) else { continue };
            let (y, height) = (rows.y(strip.core) + 2.0, rows.height - 4.0);
            let full = height * f64::from(strip.vl) / f64::from(strip.vlmax.max(1));
            let gap = if width > 4.0 { 1.0 } else { 0.0 };
            picture.fill(Ink::LaneOff, x, y, width - gap, height);
            picture.fill(Ink::LaneOn, x, y + height - full, width - gap, full);
            let text = format!("{} of {}", strip.vl, strip.vlmax);
            if width >= text.len() as f64 * CHARACTER + 8.0 {
                let ink = if full > height / 2.0 { Ink::OnIssued } else { Ink::Text };
                picture.label(ink, Align::Left, x + 4.0, y + height / 2.0, text);
            }
        }
        for core in rows.all() {
            rows.name(picture, core, format!("core {core}"));
        }
    })
}

#[cfg(test)]
mod tests {
    use lanescope_core::session::{BankAccess, StripPart};

    use super::*;

    fn units() -> Vec<UnitInfo> {
        ["load", "multiply"].map(|name| UnitInfo { name: name.into(), core: 0, lanes: 4 }).to_vec()
    }

    fn scene<'a>(units: &'a [UnitInfo], map: &'a SourceMap) -> Scene<'a> {
        // 400 pixels hold 40 cycles.
        Scene { size: (504.0, 200.0), window: (0.0, 40.0), units, selected: 0, cursor: 39, map }
    }

    fn chart() -> Chart {
        let load = ChartBar {
            id: 1,
            pc: 0,
            unit: 0,
            first: 0,
            last: 7,
            complete: 19,
            elements: 32,
            convoy: 0,
            chained: Vec::new(),
        };
        let multiply = ChartBar {
            id: 2,
            pc: 1,
            unit: 1,
            first: 12,
            last: 19,
            complete: 26,
            chained: vec![1],
            ..load.clone()
        };
        Chart { bars: vec![load, multiply], cut: false }
    }

    fn rects(picture: &Picture, ink: Ink) -> Vec<(f64, f64)> {
        let of = picture.fills.iter().find(|(known, _)| *known == ink);
        of.map_or(Vec::new(), |(_, rects)| rects.iter().map(|rect| (rect.x, rect.w)).collect())
    }

    #[test]
    fn bars_last_from_the_first_to_the_last_group_and_an_arrow_leads_from_the_source() {
        let (units, map) = (units(), SourceMap::default());
        let picture = convoys(&scene(&units, &map), &chart());
        // Thin until the results are there, thick while groups enter.
        assert_eq!(rects(&picture, Ink::Link(0)), [(184.0, 110.0), (104.0, 80.0)]);
        assert_eq!(rects(&picture, Ink::Link(1)), [(304.0, 60.0), (224.0, 80.0)]);
        assert_eq!(picture.lines[0].1[0], 229.0, "at the consumer's first cycle");
        assert_eq!(picture.lines.len(), 3);
        // Both are in convoy 0, which is shaded from the first group to the last.
        assert!(rects(&picture, Ink::Selected).contains(&(104.0, 200.0)));
    }

    #[test]
    fn element_e_is_in_lane_e_modulo_lanes() {
        let (units, map) = (units(), SourceMap::default());
        let picture = groups(&scene(&units, &map), &chart());
        let cells = &picture.fills.iter().find(|(ink, _)| *ink == Ink::Link(0)).unwrap().1;
        assert_eq!(cells.len(), 32);
        // Element 1 is the first of lane 1 and enters in cycle 0; element 4 is the second of lane 0.
        assert_eq!((cells[1].x, cells[0].x), (114.0, 104.0));
        assert!(cells[8].y > cells[0].y && cells[8].x == 104.0);
    }

    #[test]
    fn a_bank_is_busy_for_its_time() {
        let (units, map) = (units(), SourceMap::default());
        let access = BankAccess { cycle: 4, bank: 2, busy: 6, unit: 0, id: 1 };
        let map_of = BankMap { banks: 8, accesses: vec![access], cut: false };
        let picture = banks(&scene(&units, &map), &map_of);
        assert_eq!(rects(&picture, Ink::LaneOff), [(144.0, 60.0)]);
        assert_eq!(rects(&picture, Ink::LaneOn), [(144.0, 10.0)]);
    }

    #[test]
    fn a_short_strip_is_lower() {
        let (units, map) = (units(), SourceMap::default());
        let strip = |number, from, to, vl| StripPart { core: 0, number, from, to, vl, vlmax: 32, pc: 0 };
        let bar = StripBar { strips: vec![strip(0, 0, 20, 32), strip(1, 20, 30, 8)], cut: false };
        let picture = strips(&scene(&units, &map), &bar);
        let heights: Vec<f64> = picture
            .fills
            .iter()
            .find(|(ink, _)| *ink == Ink::LaneOn)
            .unwrap()
            .1
            .iter()
            .map(|r| r.h)
            .collect();
        assert_eq!(heights[1] / heights[0], 0.25);
    }
}
