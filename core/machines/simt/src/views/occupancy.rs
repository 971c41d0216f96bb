//! Occupancy: how many work-groups and warps a core can hold, what keeps one more off, and how many warps had work over time.

use alloc::{
    format,
    string::{String, ToString},
    vec::Vec,
};

use lanescope_parts::{
    figure::{
        About, Figure, Form, Panel, Plot, Question, Table, Takes, Text,
        legend::{Entry, Swatch},
        picture::Ink,
        plot::{Axis, Series, Style},
        table::{Column, Look, TableCell},
        text::Line,
    },
    machines::{
        observed::{Occupancy, Room},
        panels::{MachinePanel, Scene},
    },
    pipe::dispatch::Limiter,
    trace::window::Timeline,
};

use crate::timing::Gpu;

/// The row of the occupancy.
pub const OCCUPANCY: MachinePanel = Panel {
    about: About {
        id: "occupancy",
        title: "Occupancy",
        says: "How many work-groups a core can hold at once, which resource keeps one more off, and how many warps had work.",
        label: "Occupancy: resources of a core, and warps with work over cycles. Arrow keys move a line that reads the curve, Delete takes it away.",
        help: &[
            (
                "Fit",
                "How often what a group needs goes into what a core has. The smallest of these numbers is the limit.",
            ),
            (
                "Resident",
                "A group takes its warp slots, registers and work-group memory when it starts and gives them back when its last work-item has ended.",
            ),
            (
                "Curve",
                "Warps that have work, on all cores together; seen from afar a point is the mean of several cycles.",
            ),
        ],
        legend: &[Entry::Swatch(Swatch::Tail, Ink::Text, "warps with work")],
        empty: "There is nothing to run.",
        takes: &[Takes::Cursor, Takes::Cycles],
        shows: &[],
    },
    answer: occupancy,
};

/// See [`lanescope_parts::machines::Machine::occupancy`].
pub fn of(gpu: &Gpu) -> Option<Occupancy> {
    let setup = gpu.setup();
    let (has, needs) = (&setup.capacity, &setup.need);
    let (groups, limiter) = has.occupancy(needs).ok()?;
    let room = |name, has, needs| Room { name, has, needs };
    let resources = [
        (Limiter::Warps, room("warp slots", has.warps, needs.warps)),
        (Limiter::Groups, room("group slots", has.groups, needs.groups)),
        (Limiter::Registers, room("registers", has.registers, needs.registers)),
        (Limiter::Local, room("bytes of work-group memory", has.local, needs.local)),
    ];
    let taken = |free: u32, all: u32| all.saturating_sub(free);
    Some(Occupancy {
        groups,
        limit: resources.iter().position(|(kind, _)| *kind == limiter)?,
        resources: resources.into_iter().map(|(_, room)| room).collect(),
        warps: needs.warps,
        slots: has.warps,
        resident: gpu
            .cores()
            .iter()
            .map(|core| (taken(core.free.groups, has.groups), taken(core.free.warps, has.warps)))
            .collect(),
    })
}

fn occupancy(scene: &dyn Scene, question: &Question) -> Figure {
    let Some(room) = scene.occupancy() else { return Figure::empty(OCCUPANCY.about.empty) };
    let lines = words(&room).into_iter().map(|text| Line { text, mark: None }).collect();
    let mut figure = Figure::from(Form::Text(Text { lines }));
    figure.push("What a core has and a group needs", Form::Table(table(&room)));
    let units: Vec<u32> = (0..scene.units().len() as u32).collect();
    let (from, to) = question.cycles;
    let grid = scene.rows(from, to, question.columns, &units);
    if grid.columns > 0 {
        figure.push("Warps with work", Form::Plot(plot(&grid, units.len())));
    }
    Figure { coarse: grid.coarse, ..figure }
}

fn many(count: u32, one: &str) -> String {
    if count == 1 { format!("1 {one}") } else { format!("{count} {one}s") }
}

/// What a core can hold, and what is there at the cursor.
fn words(room: &Occupancy) -> Vec<String> {
    let warps = room.groups.saturating_mul(room.warps);
    let share = u64::from(warps) * 100 / u64::from(room.slots.max(1));
    let limit = room.resources.get(room.limit).map_or("", |resource| resource.name);
    let sum = |of: fn(&(u32, u32)) -> u32| room.resident.iter().map(of).sum::<u32>();
    let (groups, resident) = (sum(|core| core.0), sum(|core| core.1));
    let cores = room.resident.len() as u32;
    Vec::from([
        format!("A core can hold {} with {}.", many(room.groups, "group"), many(warps, "warp")),
        format!("That is {share} % of its {}; the limit: {limit}.", many(room.slots, "warp slot")),
        format!(
            "At the cursor {} and {} are resident on {}.",
            many(groups, "group"),
            many(resident, "warp"),
            many(cores, "core")
        ),
    ])
}

fn table(room: &Occupancy) -> Table {
    let row = |(at, resource): (usize, &Room)| {
        let limit = at == room.limit;
        let fit =
            resource.has.checked_div(resource.needs).map_or_else(|| "any".into(), |fit| fit.to_string());
        let fit = TableCell::text(if limit { format!("{fit} (limit)") } else { fit });
        Vec::from([
            TableCell::text(resource.name),
            TableCell::text(resource.has.to_string()),
            TableCell::text(resource.needs.to_string()),
            fit.looking(if limit { Look::On } else { Look::Plain }),
        ])
    };
    let titles = ["resource", "a core has", "a group needs", "groups that fit"];
    Table {
        columns: titles.into_iter().map(Column::new).collect(),
        rows: room.resources.iter().enumerate().map(row).collect(),
    }
}

/// Warps with work, column by column.
fn plot(grid: &Timeline, units: usize) -> Plot {
    let columns = grid.columns as usize;
    let busy = |column: usize| {
        let cells = (0..units).filter_map(|unit| grid.cells.get(unit * columns + column));
        cells.map(|cell| f64::from(cell.busy)).sum::<f64>() / f64::from(u8::MAX)
    };
    let cycle = |column: usize| (grid.from + column as u64 * grid.cycles_per_column) as f64;
    let points: Vec<(f64, f64)> = (0..columns).map(|column| (cycle(column), busy(column))).collect();
    let most = points.iter().fold(0.0_f64, |most, (_, warps)| most.max(*warps));
    Plot {
        x: Axis::new("cycle", "cycle"),
        y: Axis::new("warps with work", "warps"),
        series: Vec::from([Series {
            name: "warps with work".into(),
            ink: Ink::Text,
            style: Style::Line,
            points,
            labels: Vec::new(),
        }]),
        rules: Vec::new(),
        words: format!("At most {most:.1} warps have work in the cycles that are in sight."),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use lanescope_parts::{
        base::Lanes,
        trace::{Cause, window::Cell},
    };

    fn room() -> Occupancy {
        let resource = |name, has, needs| Room { name, has, needs };
        Occupancy {
            resources: Vec::from([
                resource("warp slots", 4, 2),
                resource("group slots", 4, 1),
                resource("registers", 2048, 320),
                resource("bytes of work-group memory", 4096, 0),
            ]),
            groups: 2,
            limit: 0,
            warps: 2,
            slots: 4,
            resident: Vec::from([(1, 2)]),
        }
    }

    #[test]
    fn the_words_name_the_limit_and_what_is_resident() {
        let words = words(&room());
        assert_eq!(words[0], "A core can hold 2 groups with 4 warps.");
        assert_eq!(words[1], "That is 100 % of its 4 warp slots; the limit: warp slots.");
        assert_eq!(words[2], "At the cursor 1 group and 2 warps are resident on 1 core.");
    }

    #[test]
    fn each_resource_says_how_many_groups_fit() {
        let fits: Vec<String> = table(&room()).rows.iter().map(|row| row[3].text.clone()).collect();
        assert_eq!(fits, ["2 (limit)", "4", "6", "any"]);
    }

    #[test]
    fn a_point_adds_up_the_units() {
        let mut grid = Timeline::nothing(8, 0);
        (grid.columns, grid.cycles_per_column) = (2, 4);
        let cell = |busy| Cell {
            cause: Cause::EMPTY,
            pc: u32::MAX,
            lanes: Lanes::first_n(0),
            issued: 0,
            busy,
            wait: Cause::EMPTY,
        };
        grid.cells = [255, 0, 255, 255].map(cell).into();
        let plot = plot(&grid, 2);
        assert_eq!(plot.series[0].points, [(8.0, 2.0), (12.0, 1.0)]);
    }
}
