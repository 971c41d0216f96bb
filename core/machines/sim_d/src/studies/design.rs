//! The launch on machines that differ in several settings at once (SD-110; simd 8.7): lanes, decoder, stages to execute, bus of the
//! scratchpads, DRAM part. Each combination is run; for each setting it is said how far its values decide.
//!
//! A list of lanes comes with a unit for reciprocals for each four of them, as the thesis has it.

use alloc::{
    boxed::Box,
    format,
    string::{String, ToString},
    vec::Vec,
};

use lanescope_parts::{
    figure::{
        About, Figure, Form, Ink, Plot, StudyInput, Table,
        number::grouped,
        panel::Of,
        plot::{Axis, Series, Style},
        table::{Column, Look, TableCell},
    },
    launch::bind::Bound,
    machines::{
        family::Family,
        settings::Settings as _,
        studies::{Analysis, Asked, Begin, Data, Plan, Ran, Study},
    },
    source::{Diagnostic, Span},
};

use crate::{
    family::{Function, HardRealTime},
    spec::Spec,
};

/// The setting that brings units for reciprocals with it.
const LANES: &str = "warp_lanes";

/// The settings that are combined, each with the values that are usual; an empty list leaves it as it is.
const SETTINGS: &[StudyInput] = &[
    StudyInput::new(LANES, Of::Number, "64, 128, 256", "lanes, powers of two"),
    StudyInput::new("decoder", Of::Number, "one-stage, three-stage", "decoders"),
    StudyInput::new("execute_stages", Of::Number, "3, 5", "stages to execute"),
    StudyInput::new("scratchpad_bus", Of::Number, "", "words of a line of a scratchpad"),
    StudyInput::new("part", Of::Number, "", "parts of the DRAM"),
];

/// Most combinations.
const MOST: usize = 256;

/// Settings in all combinations.
pub const STUDY: Study<Begin<Function, Spec>> = Study {
    about: About {
        id: "design",
        title: "Designs",
        says: "The same launch on machines that differ in several settings at once: which of them decides?",
        label: "Cycles of each combination of settings, and how far each setting decides.",
        help: &[
            (
                "Combinations",
                "All of the values that are given, at most 256; an empty list leaves a setting as it is. With a list of lanes come as many units for reciprocals as a quarter of the lanes.",
            ),
            (
                "What a setting does",
                "For each value the mean of all runs with it, as a multiple of the mean of its first value; and the fewest and the most cycles with it.",
            ),
        ],
        legend: &[],
        empty: "Enter values of some settings.",
        takes: &[],
        shows: &[],
    },
    inputs: SETTINGS,
    decides: &[],
    begin: begin as Begin<Function, Spec>,
};

/// Combinations that are run.
#[derive(Debug)]
pub struct Design {
    /// The settings that have values here, each with its values.
    axes: Axes,
    plans: Vec<Plan>,
    /// The cycles of each run that is over, or why it has none.
    ran: Vec<Option<Result<u64, String>>>,
}

/// Begins to run a launch on all machines.
///
/// # Errors
/// A value is not allowed, or there are too many combinations.
pub fn begin(_: &Function, spec: &Spec, _: Bound, asked: &Asked) -> Result<Box<dyn Analysis>, Diagnostic> {
    let (axes, plans) =
        combined(spec, asked).map_err(|why| Diagnostic::error("design::input", Span::NONE, why))?;
    let ran = alloc::vec![None; plans.len()];
    Ok(Box::new(Design { axes, plans, ran }))
}

type Axes = Vec<(&'static str, Vec<String>)>;

/// The settings with their values, and a machine for each combination, the last setting changing fastest.
fn combined(spec: &Spec, asked: &Asked) -> Result<(Axes, Vec<Plan>), String> {
    let values = |input: &'static StudyInput| {
        let given = asked.input(&input.name).split([',', ' ']).filter(|value| !value.is_empty());
        (&*input.name, given.map(String::from).collect::<Vec<String>>())
    };
    let axes: Axes = SETTINGS.iter().map(values).filter(|(_, values)| !values.is_empty()).collect();
    if axes.is_empty() {
        return Err(STUDY.about.empty.into());
    }
    let count = axes.iter().try_fold(1usize, |count, (_, values)| count.checked_mul(values.len()));
    let count = count.filter(|count| *count <= MOST);
    let count = count.ok_or_else(|| format!("these are more than {MOST} combinations"))?;
    let plan = |mut number: usize| {
        let (mut spec, mut machine, mut names) = (spec.clone(), asked.machine.clone(), Vec::new());
        let mut set = |id: &str, value: &str| {
            machine = machine.with(id, value);
            spec.set(id, value)
        };
        for (id, values) in axes.iter().rev() {
            let value = &values[number % values.len()];
            number /= values.len();
            set(id, value)?;
            names.push(value.as_str());
            if let (LANES, Ok(lanes)) = (*id, value.parse::<u32>()) {
                set("special_units", &(lanes / 4).max(1).to_string())?;
            }
        }
        HardRealTime::check(&spec)?;
        names.reverse();
        Ok::<_, String>(Plan::new(names.join(" "), machine))
    };
    let plans = (0..count).map(plan).collect::<Result<_, String>>()?;
    Ok((axes, plans))
}

impl Design {
    /// Values of a combination by the axes, and its cycles or why it has none.
    fn rows(&self) -> Vec<(Vec<&str>, Result<u64, &str>)> {
        let known = self.plans.iter().zip(&self.ran).filter_map(|(plan, ran)| Some((plan, ran.as_ref()?)));
        known
            .map(|(plan, ran)| {
                (plan.name.split(' ').collect(), ran.as_ref().copied().map_err(String::as_str))
            })
            .collect()
    }

    /// Of each value of a setting: the fewest, the mean and the most cycles of the runs with it.
    fn spread(&self, axis: usize) -> Vec<(&str, [f64; 3])> {
        let rows = self.rows();
        let of = |value: &String| {
            let with = rows.iter().filter(|(values, _)| values.get(axis) == Some(&value.as_str()));
            let cycles: Vec<f64> =
                with.filter_map(|(_, cycles)| Some(*cycles.as_ref().ok()? as f64)).collect();
            let (least, most) = cycles.iter().fold((f64::INFINITY, 0.0f64), |(least, most), cycles| {
                (least.min(*cycles), most.max(*cycles))
            });
            (!cycles.is_empty()).then(|| [least, cycles.iter().sum::<f64>() / cycles.len() as f64, most])
        };
        let values = self.axes[axis].1.iter();
        values.filter_map(|value| Some((value.as_str(), of(value)?))).collect()
    }

    fn effects(&self) -> Table {
        let mut table =
            Table::new(&["setting", "value", "mean cycles", "to its first value", "fewest", "most"]);
        for (axis, (id, _)) in self.axes.iter().enumerate() {
            let spread = self.spread(axis);
            let first = spread.first().map_or(1.0, |(_, [_, mean, _])| *mean);
            for (value, [least, mean, most]) in spread {
                table.push([
                    (*id).into(),
                    value.into(),
                    grouped(mean as u64),
                    format!("{:.3}", mean / first.max(1.0)),
                    grouped(least as u64),
                    grouped(most as u64),
                ]);
            }
        }
        table
    }

    fn all(&self) -> Table {
        let rows = self.rows();
        let least = rows.iter().filter_map(|(_, cycles)| cycles.ok()).min();
        let mut table = Table::new(&[]);
        table.columns = self.axes.iter().map(|(id, _)| Column::new(*id)).collect();
        table.columns.extend([Column::new("cycles"), Column::new("to the fewest")]);
        for (values, cycles) in rows {
            let mut cells: Vec<TableCell> = values.into_iter().map(TableCell::text).collect();
            match (cycles, least) {
                (Ok(cycles), Some(least)) => {
                    let look = if cycles == least { Look::On } else { Look::Plain };
                    cells.push(TableCell::text(grouped(cycles)).looking(look));
                    cells.push(TableCell::text(format!("{:.3}", cycles as f64 / least.max(1) as f64)));
                }
                (cycles, _) => cells.push(TableCell::text(cycles.err().unwrap_or_default())),
            }
            table.rows.push(cells);
        }
        table
    }

    /// Cycles of all combinations over the first setting with several values; a colour for each value of the next one.
    fn plot(&self) -> Option<Plot> {
        let several = |axis: &usize| self.axes[*axis].1.len() > 1;
        let mut axes = (0..self.axes.len()).filter(several);
        let (across, colours) = (axes.next()?, axes.next());
        let rows = self.rows();
        let none = [String::new()];
        let values = colours.map_or(&none[..], |axis| &self.axes[axis].1);
        let series = |(at, value): (usize, &String)| {
            let own = rows.iter().filter(|(values, _)| colours.is_none_or(|axis| values[axis] == value));
            let point = |(values, cycles): &(Vec<&str>, Result<u64, &str>)| {
                let place = self.axes[across].1.iter().position(|known| known == values[across])?;
                Some((place as f64, *cycles.as_ref().ok()? as f64))
            };
            let mut points: Vec<(f64, f64)> = own.filter_map(point).collect();
            lanescope_parts::base::order::sort_by(&mut points, |a, b| a.0.total_cmp(&b.0));
            // The axis has the names of the places; the first point of each says the colour's.
            let name = |(at, (place, _)): (usize, &(f64, f64))| {
                let new = at == 0 || points[at - 1].0 < *place;
                (new && !value.is_empty()).then(|| (at as u32, value.clone()))
            };
            let labels = points.iter().enumerate().filter_map(name).collect();
            let name = if value.is_empty() { "cycles".to_string() } else { value.clone() };
            Series { name, ink: Ink::Link(at as u8), style: Style::Points, points, labels }
        };
        Some(Plot {
            x: Axis::new(self.axes[across].0, self.axes[across].0).named(self.axes[across].1.iter().cloned()),
            y: Axis::new("cycles", "cycles"),
            series: values.iter().enumerate().map(series).collect(),
            ..Plot::default()
        })
    }
}

impl Analysis for Design {
    fn runs(&self) -> Vec<Plan> {
        self.plans.clone()
    }

    fn ran(&mut self, run: usize, came: Result<Ran, &str>) -> Result<(), Diagnostic> {
        self.ran[run] = Some(came.map(|ran| ran.cycles).map_err(String::from));
        Ok(())
    }

    fn steps(&self) -> usize {
        0
    }

    fn figure(&self) -> Figure {
        if self.rows().is_empty() {
            return Figure::empty("No run is over yet.");
        }
        let mut figure = Figure::default();
        figure.push("What each setting does", Form::Table(self.effects()));
        if let Some(plot) = self.plot() {
            figure.push("", Form::Plot(plot));
        }
        figure.push("All combinations", Form::Table(self.all()));
        figure
    }

    /// Cycles by the values of a combination, with `/` between them, and `least`.
    fn numbers(&self) -> Vec<(String, f64)> {
        let known = self.rows().into_iter();
        let known = known.filter_map(|(values, cycles)| Some((values.join("/"), cycles.ok()? as f64)));
        let mut list: Vec<(String, f64)> = known.collect();
        let least = list.iter().map(|(_, cycles)| *cycles).reduce(f64::min);
        list.extend(least.map(|least| ("least".to_string(), least)));
        list
    }

    fn answer(&self) -> Vec<(String, Data)> {
        let settings = self.axes.iter().map(|(id, _)| Data::from(*id)).collect();
        let one = |(values, cycles): (Vec<&str>, Result<u64, &str>)| {
            let values = values.into_iter().map(Data::from).collect();
            Data::map([
                ("values", Data::List(values)),
                ("cycles", cycles.map_or_else(Data::from, Data::from)),
            ])
        };
        Vec::from([
            ("settings".to_string(), Data::List(settings)),
            ("runs".to_string(), Data::List(self.rows().into_iter().map(one).collect())),
        ])
    }
}
