//! Units x lanes at the cursor: which lanes take part in the next instruction.

use lanescope_core::session::{
    Snapshot,
    vocabulary::{UnitInfo, UnitState},
};

use super::{
    Align, Ink, Picture,
    rows::{self, Rows},
};
use crate::state::{Lit, Shared, SourceMap};

/// Height of the row of lane numbers.
pub const HEAD: f64 = 24.0;
/// Width of the column of names.
pub const NAMES: f64 = 104.0;
/// Width of the column with the cause.
pub const CAUSES: f64 = 136.0;

/// Where things are.
#[derive(Clone, Debug, PartialEq)]
pub struct Geometry {
    /// Width of a lane.
    pub lane: f64,
    /// The units.
    pub rows: Rows,
    /// Number of lanes.
    pub lanes: u32,
}

impl Geometry {
    /// For units in a picture of a size.
    pub fn new(size: (f64, f64), units: &[UnitInfo], rows: &Shared<Vec<u32>>, first: u32) -> Geometry {
        let lanes = units.iter().map(|unit| unit.lanes).max().unwrap_or(1).clamp(1, 64);
        let lane = ((size.0 - NAMES - CAUSES) / f64::from(lanes)).clamp(3.0, 40.0);
        let lane = if lane >= 6.0 { lane.floor() } else { lane };
        Geometry { lane, rows: Rows::new(HEAD, size.1 - HEAD, rows, first), lanes }
    }

    /// Unit, and lane if it is on the grid, at a place.
    pub fn at(&self, x: f64, y: f64) -> Option<(u32, Option<u32>)> {
        let unit = self.rows.at(y)?;
        let lane = ((x - NAMES) / self.lane).floor();
        let inside = lane >= 0.0 && lane < f64::from(self.lanes);
        Some((unit, inside.then_some(lane as u32)))
    }

    fn x(&self, lane: u32) -> f64 {
        NAMES + f64::from(lane) * self.lane
    }
}

/// What the grid is drawn from.
pub struct Scene<'a> {
    /// Size in CSS pixels.
    pub size: (f64, f64),
    /// The units of the run.
    pub units: &'a [UnitInfo],
    /// The units that have a row.
    pub rows: &'a Shared<Vec<u32>>,
    /// The row that is on top.
    pub first_row: u32,
    /// The selected unit and lane.
    pub selected: (u32, u32),
    /// What lights up.
    pub lit: &'a Lit,
    /// Instruction texts.
    pub map: &'a SourceMap,
}

/// Draws the grid.
pub fn draw(scene: &Scene, snapshot: Option<&Snapshot>) -> Picture {
    let geometry = Geometry::new(scene.size, scene.units, scene.rows, scene.first_row);
    let mut picture = Picture::default();
    head(&mut picture, &geometry);
    let (rows, width) = (&geometry.rows, (NAMES, scene.size.0));
    rows::draw(&mut picture, rows, scene.units, width, scene.selected.0, scene.lit.unit);
    for (row, unit) in rows.units().iter().enumerate() {
        let state = snapshot.and_then(|shot| shot.units.get(*unit as usize));
        if let (Some(info), Some(state)) = (scene.units.get(*unit as usize), state) {
            lanes(&mut picture, &geometry, rows.y(row), state, info.lanes);
            words(&mut picture, scene, &geometry, rows.y(row), state);
        }
    }
    let (unit, lane) = scene.selected;
    if let Some(y) = rows.y_of(unit).filter(|_| lane < geometry.lanes) {
        let x = geometry.x(lane);
        picture.outline(Ink::Cursor, x, y + 1.0, geometry.lane - 1.0, rows.height - 2.0);
    }
    if let Some(lane) = scene.lit.lane {
        let height = rows.bottom() - rows.top;
        picture.outline(Ink::Hover, geometry.x(lane), HEAD, geometry.lane - 1.0, height);
    }
    picture
}

fn head(picture: &mut Picture, geometry: &Geometry) {
    let every = (20.0 / geometry.lane).ceil().max(1.0) as u32;
    let every = if every > 2 { every.next_multiple_of(4) } else { every };
    for lane in (0..geometry.lanes).step_by(every as usize) {
        let x = geometry.x(lane) + geometry.lane / 2.0;
        picture.label(Ink::Faint, Align::Centre, x, HEAD / 2.0 + 2.0, lane.to_string());
    }
}

fn lanes(picture: &mut Picture, geometry: &Geometry, y: f64, state: &UnitState, count: u32) {
    let rows = &geometry.rows;
    let gap = if geometry.lane > 5.0 { 1.0 } else { 0.5 };
    let middle = y + rows.height / 2.0;
    for lane in 0..count.min(64) {
        let x = geometry.x(lane);
        match (state.active.has(lane), state.live.has(lane)) {
            (true, _) => picture.fill(Ink::LaneOn, x, y + 1.0, geometry.lane - gap, rows.height - 2.0),
            (false, true) => picture.fill(Ink::LaneOff, x, y + 1.0, geometry.lane - gap, rows.height - 2.0),
            (false, false) => picture.fill(Ink::Rule, x + geometry.lane / 2.0 - 1.0, middle, 2.0, 1.0),
        }
    }
}

/// What the unit does, and the instruction that it is at where there is room.
fn words(picture: &mut Picture, scene: &Scene, geometry: &Geometry, y: f64, state: &UnitState) {
    let (x, middle) = (geometry.x(geometry.lanes) + 8.0, y + geometry.rows.height / 2.0);
    picture.fill(Ink::Cause(state.cause), x, middle - 5.0, 10.0, 10.0);
    picture.label(Ink::Text, Align::Left, x + 16.0, middle, state.cause.label());
    let room = ((scene.size.0 - x - CAUSES) / 7.3) as usize;
    if let Some(pc) = state.pc.filter(|_| room >= 12) {
        let text: String = scene.map.text(pc).chars().take(room - 4).collect();
        picture.label(Ink::Code, Align::Left, x + CAUSES, middle, format!("{pc:03} {text}"));
    }
}

#[cfg(test)]
mod tests {
    use lanescope_core::session::vocabulary::{Cause, LaneMask, Registers};

    use super::*;

    #[test]
    fn a_lane_is_on_off_or_absent() {
        let units = [UnitInfo { name: "warp 0".into(), core: 0, lanes: 8 }];
        let state = UnitState {
            group: Some(0),
            first_item: 0,
            live: LaneMask(0b0000_1111),
            active: LaneMask(0b0000_0011),
            pc: Some(0),
            cause: Cause::Memory,
            stack: Vec::new(),
        };
        let registers =
            Registers { names: Vec::new(), bits: Vec::new(), lanes: 8, values: Vec::new(), vector: None };
        let snapshot = Snapshot { cycle: 0, units: vec![state], registers, access: None, waits: Vec::new() };
        let (lit, map, rows) = (Lit::default(), SourceMap::default(), Shared::new(vec![0]));
        let scene = Scene {
            size: (560.0, 100.0),
            units: &units,
            rows: &rows,
            first_row: 0,
            selected: (9, 0),
            lit: &lit,
            map: &map,
        };
        let picture = draw(&scene, Some(&snapshot));
        let count = |ink| picture.fills.iter().find(|(known, _)| *known == ink).map_or(0, |(_, r)| r.len());
        assert_eq!((count(Ink::LaneOn), count(Ink::LaneOff), count(Ink::Rule)), (2, 2, 4));
    }

    #[test]
    fn the_pointer_finds_unit_and_lane() {
        let units: Vec<_> =
            (0..4).map(|n| UnitInfo { name: format!("warp {n}"), core: 0, lanes: 8 }).collect();
        let geometry = Geometry::new((560.0, 152.0), &units, &Shared::new((0..4).collect()), 0);
        assert_eq!((geometry.lane, geometry.rows.height), (40.0, 32.0));
        assert_eq!(geometry.at(NAMES + 41.0, HEAD + 65.0), Some((2, Some(1))));
        assert_eq!(geometry.at(3.0, HEAD + 1.0), Some((0, None)));
        assert_eq!(geometry.at(NAMES, HEAD - 1.0), None);
    }
}
