//! Pictures of a vector machine over time: the convoy chart, the elements in the lanes of a unit, the banks, the strips.
//! All have the timeline's window and its column of names. Where an answer holds only the first part of what there is, the
//! rest of the window is marked as not drawn.

mod convoys;

use std::ops::Range;

pub use convoys::{arrows_fit, convoy_at, convoys};

use lanescope_core::session::{
    BankMap, Chart, ChartBar, StripBar,
    vocabulary::{Cause, LaneMask, UnitInfo},
};

use super::{
    Align, Ink, Picture,
    axis::{self, Scale},
    rows::{MOST, fitting},
    timeline::{self, AXIS, gutter},
};
use crate::{
    protocol::Cells,
    state::{Lit, SourceMap},
    text,
};

/// Width of a character, near enough to decide what fits.
const CHARACTER: f64 = 6.7;
/// Least distance of names.
const LINE: f64 = 12.0;
/// Height of the band with the numbers of convoys.
const BAND: f64 = 16.0;
/// From this width of a cycle on elements are drawn one by one.
const ELEMENT: f64 = 2.0;

/// Rows of equal height, all of them: where there are too many for a name each, some have none.
#[derive(Clone, Copy, Debug, PartialEq)]
struct Rows {
    top: f64,
    height: f64,
    count: u32,
}

impl Rows {
    fn new(top: f64, bottom: f64, all: usize) -> Rows {
        let height = ((bottom - top) / all.max(1) as f64).clamp(1.0, MOST);
        Rows { top, height: if height > LINE { height.floor() } else { height }, count: all as u32 }
    }

    fn all(&self) -> Range<u32> {
        0..self.count
    }

    fn y(&self, row: u32) -> f64 {
        self.top + f64::from(row) * self.height
    }

    fn bottom(&self) -> f64 {
        self.y(self.count)
    }

    fn at(&self, y: f64) -> Option<u32> {
        let row = ((y - self.top) / self.height).floor();
        (row >= 0.0 && row < f64::from(self.count)).then_some(row as u32)
    }

    /// Free space above and below what is drawn in a row.
    fn margin(&self) -> f64 {
        if self.height >= LINE { 2.0 } else { (self.height / 8.0).floor() }
    }

    /// Names in the column on the left.
    fn names(&self, picture: &mut Picture, left: f64, name: impl Fn(u32) -> String) {
        let every = (LINE / self.height).ceil().max(1.0) as usize;
        for row in self.all().step_by(every) {
            let words = fitting(&name(row), left - 12.0);
            picture.label(Ink::Text, Align::Left, 8.0, self.y(row) + self.height / 2.0, words);
        }
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
    /// What lights up.
    pub lit: &'a Lit,
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
        Rows::new(AXIS, self.size.1 - 2.0, all)
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

    /// Axis and cursor around what `draw` adds. If not all is there, `cut` is the last cycle of which something is.
    fn framed(&self, bottom: f64, cut: Option<u64>, draw: impl FnOnce(&mut Picture, &Scale)) -> Picture {
        let (mut picture, scale) = (Picture::default(), self.scale());
        axis::draw(&mut picture, &scale, AXIS, bottom);
        draw(&mut picture, &scale);
        if let Some((x, width)) = cut.and_then(|cut| self.span(&scale, cut as f64 + 1.0, f64::MAX)) {
            picture.fill(Ink::LaneOff, x, AXIS, width, bottom - AXIS);
            if width > text::NOT_DRAWN.len() as f64 * CHARACTER {
                picture.label(
                    Ink::Text,
                    Align::Centre,
                    x + width / 2.0,
                    (AXIS + bottom) / 2.0,
                    text::NOT_DRAWN,
                );
            }
        }
        let x = scale.x(self.cursor as f64 + 0.5);
        if (scale.left..=scale.left + scale.width).contains(&x) {
            picture.fill(Ink::Halo, x - 2.0, AXIS - 4.0, 4.0, bottom - AXIS + 4.0);
            picture.fill(Ink::Cursor, x - 1.0, AXIS - 4.0, 2.0, bottom - AXIS + 4.0);
        }
        picture
    }
}

/// The elements in the lanes of the selected unit. `cells` are those of the unit's row of the timeline, a column to a
/// cycle: they say in which cycles a group of an instruction enters, and which of its elements take part. Without them,
/// and from afar, an instruction is a plain bar.
pub fn groups(scene: &Scene, chart: &Chart, cells: Option<&Cells>) -> Picture {
    let lanes = scene.units.get(scene.selected as usize).map_or(1, |unit| unit.lanes.max(1));
    let rows = scene.rows(lanes as usize);
    let cut = chart.bars.last().filter(|_| chart.cut).map(|bar| bar.first);
    scene.framed(rows.bottom(), cut, |picture, scale| {
        let cells = cells.filter(|_| shows_elements(scene));
        for bar in chart.bars.iter().filter(|bar| bar.unit == scene.selected) {
            let entered = cells.and_then(|cells| entries(cells, scene.selected, bar, lanes));
            for (cycle, group, on) in entered.iter().flatten() {
                elements(picture, scene, scale, &rows, bar, (*cycle, group * lanes, *on));
            }
            let whole = scene.span(scale, bar.first as f64, bar.last as f64 + 1.0);
            if let (None, Some((x, width))) = (&entered, whole) {
                let gap = if width > 4.0 { 1.0 } else { 0.0 };
                picture.fill(
                    scene.ink(bar.pc),
                    x,
                    rows.top + 1.0,
                    width - gap,
                    rows.bottom() - rows.top - 2.0,
                );
            }
        }
        rows.names(picture, scale.left, |lane| format!("lane {lane}"));
    })
}

/// Is a cycle wide enough to show elements one by one?
pub fn shows_elements(scene: &Scene) -> bool {
    scene.scale().pixels() >= ELEMENT
}

/// The element groups of an instruction that enter in the cycles that the cells cover: cycle, number of the group, lanes
/// whose element takes part. None if the cells do not say: because the instruction reaches beyond them on both sides, or
/// they are not of this unit.
pub fn entries(cells: &Cells, unit: u32, bar: &ChartBar, lanes: u32) -> Option<Vec<(u64, u32, LaneMask)>> {
    let (from, to) = (cells.grid.from, cells.grid.from + u64::from(cells.grid.columns));
    let entering = |cycle: &u64| {
        let cell = timeline::cell(cells, unit, *cycle)?;
        (cell.cause == Cause::Issued && cell.pc == bar.pc).then_some((*cycle, cell.lanes))
    };
    let range = bar.first.max(from)..(bar.last + 1).min(to);
    if range.is_empty() || cells.grid.cycles_per_column != 1 || !cells.units.contains(&unit) {
        return None;
    }
    let found: Vec<(u64, LaneMask)> = range.filter_map(|cycle| entering(&cycle)).collect();
    let all = bar.elements.div_ceil(lanes.max(1));
    let skipped = match () {
        () if bar.first >= from => 0,
        () if bar.last < to => all.saturating_sub(found.len() as u32),
        () => return None,
    };
    Some((skipped..).zip(found).map(|(group, (cycle, on))| (cycle, group, on)).collect())
}

/// A group: the number of each element, pale where the mask switches it off.
fn elements(
    picture: &mut Picture,
    scene: &Scene,
    scale: &Scale,
    rows: &Rows,
    bar: &ChartBar,
    (cycle, first, on): (u64, u32, LaneMask),
) {
    let Some((x, width)) = scene.span(scale, cycle as f64, cycle as f64 + 1.0) else { return };
    let gap = if width > 4.0 { 1.0 } else { 0.0 };
    for (lane, element) in rows.all().zip(first..bar.elements) {
        let (ink, on_it) =
            if on.has(lane) { (scene.ink(bar.pc), Ink::Halo) } else { (Ink::LaneOff, Ink::Faint) };
        picture.fill(ink, x, rows.y(lane) + 1.0, width - gap, (rows.height - 2.0).max(1.0));
        let text = element.to_string();
        if rows.height >= LINE && width >= text.len() as f64 * CHARACTER + 2.0 {
            picture.label(on_it, Align::Centre, x + width / 2.0, rows.y(lane) + rows.height / 2.0, text);
        }
    }
}

/// The banks of memory: busy from an access on.
pub fn banks(scene: &Scene, map: &BankMap) -> Picture {
    let rows = scene.rows(map.banks as usize);
    let (margin, last) = (rows.margin(), map.accesses.last());
    let cut = last.filter(|_| map.cut).map(|access| access.cycle);
    scene.framed(rows.bottom(), cut, |picture, scale| {
        for access in map.accesses.iter().filter(|access| rows.all().contains(&access.bank)) {
            let (from, y) = (access.cycle as f64, rows.y(access.bank) + margin);
            let height = rows.height - 2.0 * margin;
            if let Some((x, width)) = scene.span(scale, from, from + f64::from(access.busy)) {
                picture.fill(Ink::LaneOff, x, y, width, height);
            }
            if let Some((x, width)) = scene.span(scale, from, from + 1.0) {
                picture.fill(Ink::LaneOn, x, y, width.max(1.0), height);
            }
        }
        rows.names(picture, scale.left, |bank| format!("bank {bank}"));
    })
}

/// Strips, a row for each core: the height of a strip is the share of its elements among those that it could have.
pub fn strips(scene: &Scene, bar: &StripBar) -> Picture {
    let cores = bar.strips.iter().map(|strip| strip.core + 1).max().unwrap_or(1);
    let rows = scene.rows(cores as usize);
    let margin = rows.margin();
    let cut = bar.strips.last().filter(|_| bar.cut).map(|strip| strip.from);
    scene.framed(rows.bottom(), cut, |picture, scale| {
        for strip in &bar.strips {
            let Some((x, width)) = scene.span(scale, strip.from as f64, strip.to as f64) else { continue };
            let (y, height) = (rows.y(strip.core) + margin, rows.height - 2.0 * margin);
            let full = height * f64::from(strip.vl) / f64::from(strip.vlmax.max(1));
            let gap = if width > 4.0 { 1.0 } else { 0.0 };
            picture.fill(Ink::LaneOff, x, y, width - gap, height);
            picture.fill(Ink::LaneOn, x, y + height - full, width - gap, full);
            let text = format!("{} of {}", strip.vl, strip.vlmax);
            if height >= LINE && width >= text.len() as f64 * CHARACTER + 8.0 {
                let ink = if full > height / 2.0 { Ink::Halo } else { Ink::Text };
                picture.label(ink, Align::Left, x + 4.0, y + height / 2.0, text);
            }
        }
        rows.names(picture, scale.left, |core| format!("core {core}"));
    })
}

#[cfg(test)]
mod tests {
    use lanescope_core::session::{BankAccess, Cell, StripPart, Timeline};

    use super::*;

    fn units() -> Vec<UnitInfo> {
        ["front end", "load", "multiply"].map(|name| UnitInfo { name: name.into(), core: 0, lanes: 4 }).into()
    }

    fn scene<'a>(units: &'a [UnitInfo], map: &'a SourceMap) -> Scene<'a> {
        static NOTHING: Lit = Lit {
            line: None,
            pcs: Vec::new(),
            unit: None,
            lane: None,
            bytes: None,
            bank: None,
            dram: None,
            register: None,
            cause: None,
        };
        // 400 pixels hold 40 cycles.
        let window = (0.0, 40.0);
        Scene { size: (504.0, 200.0), window, units, selected: 1, cursor: 39, lit: &NOTHING, map }
    }

    fn chart() -> Chart {
        let load = ChartBar {
            id: 1,
            pc: 0,
            unit: 1,
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
            unit: 2,
            first: 12,
            last: 19,
            complete: 26,
            chained: vec![1],
            ..load.clone()
        };
        let next = ChartBar { id: 3, pc: 2, first: 20, last: 27, complete: 39, convoy: 1, ..load.clone() };
        Chart { bars: vec![load, multiply, next], cut: false }
    }

    /// The cells of the load unit: a group enters in each of the cycles.
    fn cells(entries: &[u64], on: LaneMask) -> Cells {
        let cell = |cycle: u64| Cell {
            cause: if entries.contains(&cycle) { Cause::Issued } else { Cause::Memory },
            pc: 0,
            lanes: on,
            issued: 0,
            busy: 255,
            wait: Cause::Memory,
        };
        let cells = (0..40).map(cell).collect();
        Cells {
            units: vec![1],
            grid: Timeline { from: 0, cycles_per_column: 1, columns: 40, first_unit: 1, cells },
        }
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
        assert_eq!(rects(&picture, Ink::Link(0)), [(184.0, 110.0), (104.0, 79.0)]);
        assert_eq!(rects(&picture, Ink::Link(1)), [(304.0, 60.0), (224.0, 79.0)]);
        assert_eq!(picture.lines.len(), 3);
        // At the consumer's first cycle, from below the load's bar to the upper edge of the multiply's.
        let [x, from, _, to] = picture.lines[0].1;
        let bar = |ink| picture.fills.iter().find(|(known, _)| *known == ink).unwrap().1[1];
        assert_eq!((x, from), (229.0, bar(Ink::Link(0)).y + bar(Ink::Link(0)).h));
        assert_eq!(to, bar(Ink::Link(1)).y);
    }

    #[test]
    fn the_pointer_finds_the_instruction_that_is_drawn_there() {
        let (units, map) = (units(), SourceMap::default());
        let (scene, chart) = (scene(&units, &map), chart());
        let found = |x, y| convoy_at(&scene, &chart, x, y).map(|(unit, bar)| (unit, bar.map(|bar| bar.id)));
        let first = AXIS + BAND + 1.0;
        assert_eq!(found(104.0 + 79.0, first), Some((1, Some(1))));
        assert_eq!(found(104.0 + 81.0, first), Some((1, None)));
        assert_eq!(found(104.0 + 121.0, first + 32.0), Some((2, Some(2))));
        assert_eq!(
            (found(50.0, first), found(200.0, AXIS), found(200.0, 190.0)),
            (Some((1, None)), None, None)
        );
    }

    #[test]
    fn a_convoy_reaches_to_the_start_of_the_next() {
        let (units, map) = (units(), SourceMap::default());
        let picture = convoys(&scene(&units, &map), &chart());
        // Convoy 0 starts in cycle 0, convoy 1 in cycle 20; only even ones have a ground.
        let grounds = rects(&picture, Ink::Selected);
        assert!(grounds.contains(&(104.0, 200.0)) && !grounds.iter().any(|(x, _)| *x == 304.0));
        let numbers: Vec<f64> =
            picture.labels.iter().filter(|l| ["0", "1"].contains(&&*l.text)).map(|l| l.x).collect();
        assert!(numbers.contains(&106.0) && numbers.contains(&306.0), "{numbers:?}");
    }

    #[test]
    fn the_front_end_has_no_row_and_arrows_no_thicket() {
        let (units, map) = (units(), SourceMap::default());
        let scene = Scene { selected: 0, ..scene(&units, &map) };
        let picture = convoys(&scene, &chart());
        assert!(picture.labels.iter().all(|label| label.text != "front end"));
        let many = Chart { bars: vec![chart().bars[1].clone(); 100], cut: false };
        assert!(arrows_fit(&chart(), 504.0) && !arrows_fit(&many, 504.0));
    }

    #[test]
    fn what_an_answer_leaves_out_is_marked() {
        let (units, map) = (units(), SourceMap::default());
        let picture = convoys(&scene(&units, &map), &Chart { cut: true, ..chart() });
        // From the cycle behind the start of the last instruction to the end of the window.
        assert_eq!(rects(&picture, Ink::LaneOff), [(314.0, 190.0)]);
    }

    #[test]
    fn element_e_is_in_lane_e_modulo_lanes() {
        let (units, map) = (units(), SourceMap::default());
        let every: Vec<u64> = (0..8).collect();
        let picture = groups(&scene(&units, &map), &chart(), Some(&cells(&every, LaneMask(0xF))));
        let cells = &picture.fills.iter().find(|(ink, _)| *ink == Ink::Link(0)).unwrap().1;
        assert_eq!(cells.len(), 32);
        // Elements 0 to 3 enter in cycle 0; element 4 is the second of lane 0.
        assert!(cells[..4].iter().all(|cell| cell.x == 104.0) && cells[1].y > cells[0].y);
        assert_eq!((cells[4].x, cells[4].y), (114.0, cells[0].y));
    }

    #[test]
    fn groups_that_wait_and_elements_that_are_off_are_told_from_others() {
        let waits = cells(&[0, 2, 3, 4, 5, 6, 7, 9], LaneMask(0b0101));
        let bar = ChartBar { last: 9, ..chart().bars[0].clone() };
        let found = entries(&waits, 1, &bar, 4).unwrap();
        assert_eq!((found.len(), found[1].0, found[1].1, found[7].1), (8, 2, 1, 7));
        // Seen from within: the last group is counted from the end.
        let mut later = waits.clone();
        (later.grid.from, later.grid.columns) = (3, 37);
        later.grid.cells.drain(..3);
        assert_eq!(entries(&later, 1, &bar, 4).unwrap()[0].1, 2);
        let (units, map) = (units(), SourceMap::default());
        let picture = groups(&scene(&units, &map), &Chart { bars: vec![bar], cut: false }, Some(&waits));
        let (on, off) = (rects(&picture, Ink::Link(0)), rects(&picture, Ink::LaneOff));
        assert_eq!((on.len(), off.len()), (16, 16));
    }

    #[test]
    fn a_bank_is_busy_for_its_time_and_every_bank_has_a_row() {
        let (units, map) = (units(), SourceMap::default());
        let access = BankAccess { cycle: 4, bank: 62, busy: 6, unit: 1, id: 1 };
        let map_of = BankMap { banks: 64, accesses: vec![access], cut: false };
        let picture = banks(&scene(&units, &map), &map_of);
        assert_eq!(rects(&picture, Ink::LaneOff), [(144.0, 60.0)]);
        assert_eq!(rects(&picture, Ink::LaneOn), [(144.0, 10.0)]);
        let busy = picture.fills.iter().find(|(ink, _)| *ink == Ink::LaneOff).unwrap().1[0];
        assert!(busy.y + busy.h <= 200.0);
        assert!(picture.labels.iter().filter(|label| label.text.starts_with("bank")).count() < 20);
    }

    #[test]
    fn a_short_strip_is_lower() {
        let (units, map) = (units(), SourceMap::default());
        let strip = |number, from, to, vl| StripPart { core: 0, number, from, to, vl, vlmax: 32, pc: 0 };
        let bar = StripBar { strips: vec![strip(0, 0, 20, 32), strip(1, 20, 30, 8)], cut: false };
        let picture = strips(&scene(&units, &map), &bar);
        let of = picture.fills.iter().find(|(ink, _)| *ink == Ink::LaneOn).unwrap();
        assert_eq!(of.1[1].h / of.1[0].h, 0.25);
    }
}
