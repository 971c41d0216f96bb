//! DRAM commands: banks x cycles. A bank whose row is open carries a band from its activate to its precharge.

use lanescope_core::session::{DramWindow, vocabulary::DramCommand};

use super::{Align, Ink, Picture, axis, axis::Scale};

/// Height of the axis.
pub const AXIS: f64 = 24.0;
/// Width of the column of names.
pub const NAMES: f64 = 104.0;

/// The commands in the order of the legend: short and long name.
pub const COMMANDS: [(DramCommand, &str, &str); 5] = [
    (DramCommand::Activate, "ACT", "activate: opens a row"),
    (DramCommand::Precharge, "PRE", "precharge: closes it"),
    (DramCommand::Read, "RD", "read a burst"),
    (DramCommand::Write, "WR", "write a burst"),
    (DramCommand::Refresh, "REF", "refresh"),
];

/// Place of a command in the legend.
pub fn legend_index(command: DramCommand) -> u8 {
    COMMANDS.iter().position(|(known, ..)| *known == command).unwrap_or(0) as u8
}

/// Where things are.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Geometry {
    /// Cycles to pixels.
    pub scale: Scale,
    /// Height of a bank.
    pub row: f64,
    /// Number of banks that are shown, of all channels.
    pub rows: u32,
}

impl Geometry {
    /// For a window.
    pub fn new(size: (f64, f64), window: (f64, f64), dram: &DramWindow) -> Geometry {
        let rows = u32::from(dram.channels) * u32::from(dram.banks);
        let space = (size.1 - AXIS).max(8.0);
        let row = (space / f64::from(rows.max(1))).clamp(6.0, 24.0);
        let scale = Scale { from: window.0, cycles: window.1, left: NAMES, width: (size.0 - NAMES).max(1.0) };
        Geometry { scale, row, rows: rows.min((space / row) as u32) }
    }

    fn y(&self, row: u32) -> f64 {
        AXIS + f64::from(row) * self.row
    }
}

/// The command nearest to a place, if it is within a few pixels.
pub fn nearest(geometry: &Geometry, dram: &DramWindow, x: f64, y: f64) -> Option<usize> {
    let row = ((y - AXIS) / geometry.row).floor();
    let distance = |cycle: u64| (geometry.scale.x(cycle as f64) + geometry.scale.pixels() / 2.0 - x).abs();
    let on_row =
        dram.commands.iter().enumerate().filter(|(_, at)| f64::from(row_of(dram, at.1, at.2)) == row);
    let reach = geometry.scale.pixels().max(8.0);
    on_row
        .map(|(index, at)| (index, distance(at.0)))
        .min_by(|a, b| a.1.total_cmp(&b.1))
        .filter(|(_, distance)| *distance <= reach)
        .map(|(index, _)| index)
}

fn row_of(dram: &DramWindow, channel: u16, bank: u16) -> u32 {
    u32::from(channel) * u32::from(dram.banks) + u32::from(bank)
}

/// What the picture is made from, apart from the answer.
pub struct Scene {
    /// Size in CSS pixels.
    pub size: (f64, f64),
    /// First cycle and number of cycles.
    pub window: (f64, f64),
    /// The cycle under the cursor.
    pub cursor: u64,
    /// Channel and bank that light up.
    pub lit: Option<(u16, u16)>,
}

/// Draws the window.
pub fn draw(scene: &Scene, dram: &DramWindow) -> Picture {
    let geometry = Geometry::new(scene.size, scene.window, dram);
    let mut picture = Picture::default();
    axis::draw(&mut picture, &geometry.scale, AXIS, AXIS);
    names(&mut picture, &geometry, dram, scene.lit);
    open_rows(&mut picture, &geometry, dram);
    commands(&mut picture, &geometry, dram);
    let x = geometry.scale.x(scene.cursor as f64 + 0.5);
    if x >= geometry.scale.left {
        picture.fill(Ink::Cursor, x - 1.0, AXIS - 4.0, 2.0, geometry.y(geometry.rows) - AXIS + 4.0);
    }
    picture
}

fn commands(picture: &mut Picture, geometry: &Geometry, dram: &DramWindow) {
    let width = geometry.scale.pixels().clamp(2.0, 28.0);
    for (cycle, channel, bank, command, _) in &dram.commands {
        let row = row_of(dram, *channel, *bank);
        let x = geometry.scale.x(*cycle as f64);
        if row >= geometry.rows || x < geometry.scale.left {
            continue;
        }
        let index = legend_index(*command);
        let y = geometry.y(row);
        picture.fill(Ink::Command(index), x, y + 1.0, width, geometry.row - 2.0);
        if width >= 24.0 && geometry.row >= 12.0 {
            let text = COMMANDS[usize::from(index)].1;
            picture.label(Ink::OnCause, Align::Centre, x + width / 2.0, y + geometry.row / 2.0, text);
        }
    }
}

fn names(picture: &mut Picture, geometry: &Geometry, dram: &DramWindow, lit: Option<(u16, u16)>) {
    let every = (11.0 / geometry.row).ceil().max(1.0) as u32;
    let banks = u32::from(dram.banks.max(1));
    for row in 0..geometry.rows {
        let (channel, bank) = (row / banks, row % banks);
        let y = geometry.y(row);
        if row.is_multiple_of(every) {
            let name = format!("ch {channel} bank {bank}");
            picture.label(Ink::Text, Align::Left, 8.0, y + geometry.row / 2.0, name);
        }
        if lit == Some((channel as u16, bank as u16)) {
            picture.outline(Ink::Hover, 0.5, y + 0.5, geometry.scale.left - 5.0, geometry.row - 1.0);
        }
        picture.fill(Ink::Rule, geometry.scale.left, y + geometry.row - 1.0, geometry.scale.width, 1.0);
    }
}

/// Bands from each activate to the next precharge of its bank, or to the end of the window.
fn open_rows(picture: &mut Picture, geometry: &Geometry, dram: &DramWindow) {
    let mut open = vec![None; usize::from(dram.channels) * usize::from(dram.banks)];
    let mut bands = Vec::new();
    for (cycle, channel, bank, command, _) in &dram.commands {
        let row = row_of(dram, *channel, *bank);
        let Some(slot) = open.get_mut(row as usize) else { continue };
        match command {
            DramCommand::Activate => *slot = Some(*cycle as f64),
            DramCommand::Read | DramCommand::Write => *slot = slot.or(Some(geometry.scale.from)),
            DramCommand::Precharge | DramCommand::Refresh => {
                bands.extend(slot.take().map(|from| (row, from, *cycle as f64)));
            }
        }
    }
    let end = geometry.scale.from + geometry.scale.cycles;
    bands.extend((0u32..).zip(open).filter_map(|(row, from)| from.map(|from| (row, from, end))));
    for (row, from, to) in bands {
        let x = geometry.scale.x(from).max(geometry.scale.left);
        let width = geometry.scale.x(to) - x;
        if width > 0.0 && row < geometry.rows {
            picture.fill(Ink::LaneOff, x, geometry.y(row) + geometry.row / 2.0 - 1.5, width, 3.0);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn window() -> DramWindow {
        let commands = vec![
            (10, 0, 1, DramCommand::Activate, 7),
            (20, 0, 1, DramCommand::Read, 7),
            (30, 0, 1, DramCommand::Precharge, 7),
        ];
        DramWindow { channels: 1, banks: 4, commands, cut: false }
    }

    #[test]
    fn a_row_is_open_from_activate_to_precharge() {
        let scene = Scene { size: (504.0, 124.0), window: (0.0, 40.0), cursor: 0, lit: None };
        let picture = draw(&scene, &window());
        let band = picture.fills.iter().find(|(ink, _)| *ink == Ink::LaneOff).unwrap().1[0];
        assert_eq!((band.x, band.w), (NAMES + 100.0, 200.0));
    }

    #[test]
    fn the_pointer_finds_the_command_of_its_bank() {
        let geometry = Geometry::new((504.0, 124.0), (0.0, 40.0), &window());
        let y = AXIS + geometry.row * 1.5;
        assert_eq!(nearest(&geometry, &window(), geometry.scale.x(20.0) + 3.0, y), Some(1));
        assert_eq!(nearest(&geometry, &window(), geometry.scale.x(20.0), y + geometry.row), None);
    }
}
