//! Warps of groups at the edges of a launch in which no work-item is inside it (SD-04, SD-06; simd 3.1, 7.8, 8.9).
//!
//! The machine runs all warps of a group, whatever is inside the launch. Here they are counted, with work-items on lanes in two ways:
//! - linear, as the machine has it: a work-item's place in the group is its number, bit for bit;
//! - compacted: the work-items inside have the first numbers, row by row. The machine would need a remainder of a division in each
//!   lane for that.
//!
//! The projection: a run's cycles are vector instructions, scalar instructions and others. If warps of no use were left out, the first
//! would shrink with the warps of each group, and nothing else would. That transfers then wait less is not in it.

use alloc::{
    boxed::Box,
    format,
    string::{String, ToString},
    vec::Vec,
};

use lanescope_parts::{
    figure::{
        About, Figure, Form, Ink, Plot, Table,
        legend::{Entry, Swatch},
        number::grouped,
        plot::{Axis, Series, Style},
    },
    launch::bind::Bound,
    machines::studies::{Analysis, Asked, Begin, Plan, Ran, Study},
    source::{Diagnostic, Span},
};

use crate::{exec::Launch, family::Function, isa::WORK_ITEMS, spec::Spec};

/// Warps that could be left out.
pub const STUDY: Study<Begin<Function, Spec>> = Study {
    about: About {
        id: "trimming",
        title: "Warps of no use",
        says: "How many warps at the edges of the launch have no work-item inside it, and what would it save to leave them out?",
        label: "Warps of each kind of group with work-items in two orders, the cycles that are left, and the lanes that are on.",
        help: &[
            (
                "Groups",
                "All groups of a launch have 1,024 work-items. At its right and lower edge some are outside; the program turns them off, and their warps run.",
            ),
            (
                "Linear",
                "A work-item's place in its group is its number, as the machine has it: rows below the edge leave whole warps, columns beside it seldom.",
            ),
            (
                "Compacted",
                "The work-items inside have the first numbers, row by row: as few warps as can be. Each lane would have to divide by the width of the cut group.",
            ),
            (
                "Projection",
                "Cycles of vector instructions shrink with the warps of each group; those of scalar instructions, and those without any, stay.",
            ),
        ],
        legend: &[
            Entry::Swatch(Swatch::Point, Ink::Link(0), "linear"),
            Entry::Swatch(Swatch::Point, Ink::Link(3), "compacted"),
        ],
        empty: "The launch is run once.",
        takes: &[],
        shows: &[],
    },
    inputs: &[],
    decides: &[],
    begin: begin as Begin<Function, Spec>,
};

/// How work-items inside a launch are put on the lanes of a group.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Mapping {
    Linear,
    Compacted,
}

const MAPPINGS: [(&str, Mapping); 2] = [("linear", Mapping::Linear), ("compacted", Mapping::Compacted)];

/// Groups of a launch that are cut alike.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct Class {
    /// Columns and rows inside the launch.
    inside: [u32; 2],
    groups: u64,
}

/// Whole groups, and those that the edges cut.
fn classes(launch: &Launch) -> Vec<Class> {
    let along = |at: usize, length: u32| {
        let (whole, rest) = (launch.size[at] / length, launch.size[at] % length);
        [(length, whole), (rest, u32::from(rest > 0))].into_iter().filter(|(_, count)| *count > 0)
    };
    let rows = along(1, launch.height());
    let both = rows.flat_map(|row| along(0, launch.width).map(move |column| (column, row)));
    let class = |((columns, across), (rows, down))| Class {
        inside: [columns, rows],
        groups: u64::from(across) * u64::from(down),
    };
    both.map(class).collect()
}

/// How many lanes of each warp have a work-item inside, of a group of `items` in rows of `width`.
fn lanes_on(mapping: Mapping, items: u32, width: u32, [columns, rows]: [u32; 2], lanes: u32) -> Vec<u32> {
    let is_inside = |item: u32| match mapping {
        Mapping::Linear => item % width < columns && item / width < rows,
        Mapping::Compacted => item < columns * rows,
    };
    let count = |first: u32| (first..items.min(first + lanes)).filter(|item| is_inside(*item)).count() as u32;
    (0..items).step_by(lanes.max(1) as usize).map(count).collect()
}

/// Warps that have a work-item inside.
fn warps(lanes_on: &[u32]) -> u64 {
    lanes_on.iter().filter(|on| **on > 0).count() as u64
}

/// A launch's groups, and their warps.
#[derive(Clone, Debug, PartialEq, Eq)]
struct Counted {
    launch: Launch,
    lanes: u32,
}

impl Counted {
    fn lanes_on(&self, mapping: Mapping, inside: [u32; 2]) -> Vec<u32> {
        lanes_on(mapping, WORK_ITEMS as u32, self.launch.width, inside, self.lanes)
    }

    /// Warps of a group.
    fn of_group(&self) -> u64 {
        u64::from((WORK_ITEMS as u32).div_ceil(self.lanes))
    }

    /// All groups.
    fn groups(&self) -> u64 {
        classes(&self.launch).iter().map(|class| class.groups).sum()
    }

    /// Warps of all groups that have a work-item inside.
    fn used(&self, mapping: Mapping) -> u64 {
        let of = |class: &Class| class.groups * warps(&self.lanes_on(mapping, class.inside));
        classes(&self.launch).iter().map(of).sum()
    }

    /// Cycles that are left of a run in which vector instructions took so many.
    fn projected(&self, cycles: u64, vector: u64, mapping: Mapping) -> f64 {
        let all = self.groups() * self.of_group();
        let saved = (all - self.used(mapping)) as f64 / all.max(1) as f64;
        cycles as f64 - vector as f64 * saved
    }
}

/// What came of the run.
#[derive(Clone, Copy, Debug)]
struct Cycles {
    all: u64,
    /// In which a warp of a vector instruction was committed.
    vector: u64,
    /// In which a scalar instruction was.
    scalar: u64,
}

/// A run whose warps are counted.
#[derive(Debug)]
pub struct Trimming {
    plan: Plan,
    counted: Counted,
    cycles: Option<Cycles>,
}

/// Begins: the launch is cut as it will be run.
///
/// # Errors
/// The launch does not fit.
pub fn begin(
    function: &Function,
    spec: &Spec,
    launch: Bound,
    asked: &Asked,
) -> Result<Box<dyn Analysis>, Diagnostic> {
    let (_, launch) = function.begin_without_data(spec, launch)?;
    let counted = Counted { launch, lanes: spec.timing.warp_lanes };
    let plan = Plan::new("the launch".into(), asked.machine.clone());
    Ok(Box::new(Trimming { plan, counted, cycles: None }))
}

fn groups(counted: &Counted) -> Table {
    let heads =
        ["columns x rows inside", "groups", "work-items off", "warps", "used, linear", "used, compacted"];
    let mut table = Table::new(&heads);
    for Class { inside, groups } in classes(&counted.launch) {
        let [linear, compacted] =
            MAPPINGS.map(|(_, mapping)| grouped(warps(&counted.lanes_on(mapping, inside))));
        table.push([
            format!("{} x {}", inside[0], inside[1]),
            grouped(groups),
            grouped(WORK_ITEMS as u64 - u64::from(inside[0]) * u64::from(inside[1])),
            grouped(counted.of_group()),
            linear,
            compacted,
        ]);
    }
    table
}

fn cycles(counted: &Counted, Cycles { all: cycles, vector, scalar }: Cycles) -> Table {
    let whole = cycles.max(1) as f64;
    let mut table = Table::new(&["cycles", "of the launch", "of a group", "of all"]);
    let rows = [
        ("vector instructions", vector as f64),
        ("scalar instructions", scalar as f64),
        ("neither", cycles.saturating_sub(vector + scalar) as f64),
        ("all", cycles as f64),
        ("without warps of no use, linear", counted.projected(cycles, vector, Mapping::Linear)),
        ("without warps of no use, compacted", counted.projected(cycles, vector, Mapping::Compacted)),
    ];
    for (name, number) in rows {
        table.push([
            name.into(),
            grouped(number as u64),
            format!("{:.1}", number / counted.groups().max(1) as f64),
            format!("{:.2} %", 100.0 * number / whole),
        ]);
    }
    table
}

/// The lanes that are on in each warp of the smallest group.
fn plot(counted: &Counted, inside: [u32; 2]) -> Plot {
    let series = |(at, (name, mapping)): (usize, (&str, Mapping))| {
        let on = counted.lanes_on(mapping, inside);
        Series {
            name: name.into(),
            ink: Ink::Link(3 * at as u8),
            style: Style::Points,
            points: on.iter().enumerate().map(|(warp, on)| (warp as f64, f64::from(*on))).collect(),
            labels: Vec::new(),
        }
    };
    Plot {
        x: Axis::new("warp", "warp"),
        y: Axis {
            around: Vec::from([f64::from(counted.lanes)]),
            ..Axis::new("lanes with a work-item inside the launch", "lanes")
        },
        series: MAPPINGS.into_iter().enumerate().map(series).collect(),
        ..Plot::default()
    }
}

impl Analysis for Trimming {
    fn runs(&self) -> Vec<Plan> {
        Vec::from([self.plan.clone()])
    }

    fn ran(&mut self, _: usize, came: Result<Ran, &str>) -> Result<(), Diagnostic> {
        let ran = came.map_err(|why| Diagnostic::error("trimming::run", Span::NONE, why))?;
        let [vector, scalar] = ["vector_sub_instructions", "scalar_instructions"].map(|id| ran.counter(id));
        self.cycles = Some(Cycles { all: ran.cycles, vector, scalar });
        Ok(())
    }

    fn steps(&self) -> usize {
        0
    }

    fn figure(&self) -> Figure {
        let Some(known) = self.cycles else { return Figure::empty(STUDY.about.empty) };
        let counted = &self.counted;
        let mut figure = Figure::default();
        figure.push("Groups", Form::Table(groups(counted)));
        figure.push("Cycles", Form::Table(cycles(counted, known)));
        if let Some(Class { inside, .. }) = classes(&counted.launch).last() {
            let title = format!("Lanes of each warp of a group with {} x {} inside", inside[0], inside[1]);
            figure.push(title, Form::Plot(plot(counted, *inside)));
        }
        figure
    }

    fn numbers(&self) -> Vec<(String, f64)> {
        let Some(Cycles { all: cycles, vector, .. }) = self.cycles else { return Vec::new() };
        let counted = &self.counted;
        let warps = counted.groups() * counted.of_group();
        let mut list = Vec::from([
            ("cycles".to_string(), cycles as f64),
            ("vector_cycles".to_string(), vector as f64),
            ("warps".to_string(), warps as f64),
        ]);
        for (name, mapping) in MAPPINGS {
            list.push((format!("warps_{name}"), counted.used(mapping) as f64));
            list.push((format!("cycles_{name}"), counted.projected(cycles, vector, mapping)));
        }
        list
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn used(mapping: Mapping, width: u32, inside: [u32; 2]) -> u64 {
        warps(&lanes_on(mapping, 1024, width, inside, 128))
    }

    /// simd 9.11: of 64 work-items in 8 x 8, of which 6 x 6 are inside, eight lanes a warp: six warps, or ceil(36 / 8) = 5.
    #[test]
    fn simd_9_11_warps_of_two_mappings() {
        let of = |mapping| lanes_on(mapping, 64, 8, [6, 6], 8);
        assert_eq!(of(Mapping::Linear), [6, 6, 6, 6, 6, 6, 0, 0]);
        assert_eq!(of(Mapping::Compacted), [8, 8, 8, 8, 4, 0, 0, 0]);
    }

    /// simd 8.9, 9.18: the convolution's 64 tiles of 7 x 7 groups of 32 x 32 in 218 x 218 of one output map are 218 = 6 * 32 + 26.
    #[test]
    fn sd_06_simd_9_18_the_convolution_without_warps_of_no_use() {
        let map = Counted { launch: Launch { size: [218, 218], width: 32 }, lanes: 128 };
        let class = |columns, rows, groups| Class { inside: [columns, rows], groups };
        let expected = [class(32, 32, 36), class(26, 32, 6), class(32, 26, 6), class(26, 26, 1)];
        assert_eq!(classes(&map.launch), expected);
        // One launch of 64 maps: 49 groups each take 7,800.5 cycles, of which 1,248 are of vector instructions.
        let [cycles, vector] = [7800.5, 1248.0].map(|of_group: f64| of_group * 49.0 * 64.0);
        let left = |mapping| map.projected(cycles as u64, vector as u64, mapping);
        assert_eq!(left(Mapping::Linear), 24_392_480.0);
        // 2304 * 7800.5 + 2 * 384 * 7644.5 + 64 * 7488.5; the thesis rounds to 24,322,602.
        assert_eq!(left(Mapping::Compacted), 24_322_592.0);
    }

    /// simd 8.9: the last of twelve groups in a row has 684 of 1,024 work-items; the stencil's launch of 126 columns, in groups of
    /// 64 x 16, has groups whose rows are cut, and both mappings leave the same warps.
    #[test]
    fn sd_06_simd_8_9_rows_and_stencil() {
        let rows = Counted { launch: Launch { size: [11 * 1024 + 684, 1], width: 1024 }, lanes: 128 };
        let of_group = 355.0 + 116_556.75 + 2977.41;
        let left = rows.projected((12.0 * of_group) as u64, (12.0 * 2977.41) as u64, Mapping::Linear);
        assert!((left - 1_437_925.6).abs() < 2.0, "{left}");
        for mapping in [Mapping::Linear, Mapping::Compacted] {
            assert_eq!(used(mapping, 64, [62, 16]), 8);
            assert_eq!(used(mapping, 64, [64, 14]), 7);
            assert_eq!(used(mapping, 64, [62, 14]), 7);
        }
    }

    /// SD-04: the compacted mapping never uses more warps, and as many as its work-items fill.
    #[test]
    fn sd_04_compacted_work_items_fill_the_first_warps() {
        for width in [32u32, 64, 128, 512, 1024] {
            for columns in [1, width / 3 + 1, width] {
                for rows in [1, (1024 / width).div_ceil(2), 1024 / width] {
                    let compacted = used(Mapping::Compacted, width, [columns, rows]);
                    assert_eq!(compacted, u64::from((columns * rows).div_ceil(128)));
                    assert!(compacted <= used(Mapping::Linear, width, [columns, rows]));
                }
            }
        }
    }
}
