//! The study: searches one after the other, and what is said of them.

use alloc::{
    format,
    string::{String, ToString},
    vec::Vec,
};

use lanescope_parts::{
    figure::Figure,
    machines::studies::{Analysis, Data, Steps},
    mem::dram::standard::Standard,
    source::{Diagnostic, Span},
};

use super::{
    ask::{Form, Item, Items},
    equations::{self, Bounds},
    figure,
    search::{Found, Search},
};
use crate::{
    dram::{
        bounds::{crossover_words, utilisation_ppm},
        settings::{DramPart, Settings},
    },
    isa::WORK_ITEMS,
};

/// A request that instructions ask for, on the part of the settings and on one with the other number of bank groups.
#[derive(Debug)]
struct Searched {
    form: Form,
    write: bool,
    runs: [Option<Search>; 2],
}

/// See the module.
#[derive(Debug)]
pub struct Study {
    items: Items,
    /// Of each item which of the requests that differ it is.
    which: Vec<usize>,
    searched: Vec<Searched>,
    parts: [DramPart; 2],
}

/// What is known of an item.
#[derive(Clone, Copy, Debug)]
pub struct Row<'s> {
    /// The item.
    pub item: &'s Item,
    /// By the equations, on both parts.
    pub equations: [Option<Bounds>; 2],
    /// By runs of the controller, on both parts.
    pub found: [Option<&'s Found>; 2],
}

impl Row<'_> {
    /// The longest delay that is known, on one of the parts.
    pub fn delay(&self, part: usize) -> Option<u64> {
        let found = self.found[part].map(|found| found.delay[1]);
        found.or(self.equations[part].map(|bounds| bounds.delay))
    }

    /// The useful part of the data bus until then, in parts of a million.
    pub fn useful_ppm(&self, part: usize, standard: &Standard) -> Option<u64> {
        self.delay(part).map(|delay| utilisation_ppm(standard, self.item.form.words(), delay))
    }
}

/// A part with the other number of bank groups.
const fn other(part: DramPart) -> DramPart {
    match part {
        DramPart::Ddr4_3200X8 => DramPart::Ddr4_3200X16,
        DramPart::Ddr4_3200X16 | DramPart::Ddr4_1866X16 => DramPart::Ddr4_3200X8,
    }
}

impl Study {
    /// Nothing is run yet.
    pub fn new(items: Items, dram: &Settings) -> Study {
        let parts = [dram.part, other(dram.part)];
        let mut searched: Vec<Searched> = Vec::new();
        let mut which = Vec::new();
        for Item { form, write, .. } in &items.list {
            let known = searched.iter().position(|one| (one.form, one.write) == (*form, *write));
            which.push(known.unwrap_or(searched.len()));
            if known.is_none() {
                let on = |part| Search::new(form, *write, &Settings { part, ..dram.clone() });
                searched.push(Searched { form: *form, write: *write, runs: parts.map(on) });
            }
        }
        Study { items, which, searched, parts }
    }

    /// The part of the settings, and the other one.
    pub fn standards(&self) -> [Standard; 2] {
        self.parts.map(DramPart::standard)
    }

    /// Lines of requests of which nothing says how large they are.
    pub fn unknown(&self) -> &[u64] {
        &self.items.unknown
    }

    /// What is known, in the order of the program.
    pub fn rows(&self) -> Vec<Row<'_>> {
        let standards = self.standards();
        let mut rows = Vec::with_capacity(self.items.list.len());
        for (item, which) in self.items.list.iter().zip(&self.which) {
            let runs = self.searched[*which].runs.each_ref();
            let found = runs.map(|run| run.as_ref().map(|run| &run.found).filter(|found| found.is_begun()));
            let equations =
                standards.each_ref().map(|standard| equations::bounds(standard, &item.form, item.write));
            rows.push(Row { item, equations, found });
        }
        rows
    }

    /// The request that takes longest: that is shown in full.
    pub fn longest(&self) -> Option<usize> {
        let rows = self.rows();
        (0..rows.len()).rev().max_by_key(|at| rows[*at].delay(0))
    }

    fn values(&self) -> Vec<(&'static str, u64)> {
        let Some(at) = self.longest() else { return Vec::new() };
        let (rows, standards) = (self.rows(), self.standards());
        values(&rows[at], &standards)
    }
}

/// What is said of a request, by names: delays are DRAM cycles, parts of the bus are parts of a million.
fn values(row: &Row<'_>, standards: &[Standard; 2]) -> Vec<(&'static str, u64)> {
    let Row { item, equations, found } = row;
    let found_or = |part: usize, of: fn(&Found) -> u64| found[part].map(of);
    let pattern = equations::best_pattern(&standards[0], &item.form);
    let items = WORK_ITEMS as u64;
    let cross = |write| Some(crossover_words(&standards[0], items, write));
    let all = [
        ("delay", found_or(0, |found| found.delay[1])),
        ("shortest_delay", found_or(0, |found| found.delay[0])),
        ("delay_by_equation", equations[0].map(|bounds| bounds.delay)),
        ("response", found_or(0, |found| found.response)),
        ("response_by_equation", equations[0].map(|bounds| bounds.response)),
        ("useful_ppm", row.useful_ppm(0, &standards[0])),
        ("columns", found_or(0, |found| found.commands[0])),
        ("activates", found_or(0, |found| found.commands[1])),
        ("other_groups_delay", found_or(1, |found| found.delay[1])),
        ("other_groups_delay_by_equation", equations[1].map(|bounds| bounds.delay)),
        ("patterns_delay", pattern.map(|(_, cycles)| cycles)),
        ("patterns_bursts", pattern.map(|(bursts, _)| bursts)),
        ("crossover_words_read", cross(false)),
        ("crossover_words_written", cross(true)),
    ];
    all.into_iter().filter_map(|(name, value)| value.map(|value| (name, value))).collect()
}

impl Analysis for Study {
    fn advance(&mut self, budget: u64) -> Result<Steps, Diagnostic> {
        let mut left = budget.max(1);
        let runs = self.searched.iter_mut().flat_map(|one| &mut one.runs).flatten();
        for run in runs {
            run.advance(&mut left).map_err(|_| {
                let message = "The memory controller cannot serve this request.";
                Diagnostic::error("requests::refused", Span::NONE, message)
            })?;
            if left == 0 {
                break;
            }
        }
        let all = self.searched.iter().flat_map(|one| &one.runs).flatten();
        let over = all.clone().filter(|run| run.over).count();
        let count = all.count();
        let now = self.searched.iter().find(|one| one.runs.iter().flatten().any(|run| !run.over));
        // Without one there is nothing to run: the equations are there at once.
        Ok(Steps {
            done: over + usize::from(count == 0),
            all: count.max(1),
            now: now.map_or(String::new(), |one| one.form.shape()),
        })
    }

    fn figure(&self) -> Figure {
        figure::figure(self)
    }

    fn numbers(&self) -> Vec<(String, f64)> {
        self.values().into_iter().map(|(name, value)| (name.to_string(), value as f64)).collect()
    }

    fn answer(&self) -> Vec<(String, Data)> {
        let standards = self.standards();
        let one = |row: &Row<'_>| {
            let mut entries = Vec::from([
                ("line".to_string(), Data::from(row.item.line)),
                ("request".to_string(), Data::Text(row.item.name.clone())),
                ("words".to_string(), Data::Text(row.item.form.shape())),
                ("write".to_string(), Data::from(u64::from(row.item.write))),
            ]);
            let values = values(row, &standards).into_iter();
            entries.extend(values.map(|(name, value)| (name.to_string(), Data::from(value))));
            Data::Map(entries)
        };
        let unknown = self.items.unknown.iter().map(|line| Data::from(*line)).collect();
        Vec::from([
            ("part".to_string(), Data::Text(format!("{} bank groups", standards[0].organization.groups))),
            ("requests".to_string(), Data::List(self.rows().iter().map(one).collect())),
            ("unknown_lines".to_string(), Data::List(unknown)),
        ])
    }
}
