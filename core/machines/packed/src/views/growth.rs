//! How the instruction set has grown with the width of registers: opcodes by generation (hp_ch4 HA17).

use alloc::{string::ToString, vec::Vec};

use lanescope_parts::{
    figure::{
        About, Figure, Form, Ink, Panel, Plot, Table,
        legend::{Entry, Swatch},
        number::grouped,
        plot::{Axis, Series, Style},
    },
    machines::panels::MachinePanel,
};

use crate::isa::growth::{Added, WIDTHS, YEARS, added};

/// The row of the growth.
pub const GROWTH: MachinePanel = Panel {
    about: About {
        id: "growth",
        title: "Growth",
        says: "How many opcodes each generation added, and how many there are since: each doubling of the width repeats all that was there.",
        label: "Opcodes by generation, from MMX to AMX.",
        help: &[
            (
                "Opcodes",
                "An instruction with a type of elements and a width of registers is one opcode: `vaddps` on 128, on 256 and on 512 bits are three.",
            ),
            ("Curve", "What a generation has: its own and those of all before it, which programs still use."),
            (
                "Machine",
                "Those of this machine. The textbook counts about 80 instructions of x86 in 1978 and about 1,400 with AVX-512; the newest have up to 11 bytes, while here each has four.",
            ),
            (
                "Programs",
                "The study `code` runs one program on each generation and shows how long its text is: the width is in it.",
            ),
        ],
        legend: &[
            Entry::Swatch(Swatch::Bar, Ink::Link(0), "added"),
            Entry::Swatch(Swatch::Bar, Ink::Text, "in all"),
        ],
        empty: "The op table is compiled in: there is always something here.",
        takes: &[],
        shows: &[],
    },
    answer: |_, _| growth(),
};

fn growth() -> Figure {
    let mut all = 0;
    let steps: Vec<(Added, u64)> = YEARS
        .iter()
        .map(|(generation, _)| {
            let added = added(*generation);
            all += added.total();
            (added, all)
        })
        .collect();
    let mut figure = Figure::default();
    figure.push("", Form::Plot(plot(&steps)));
    figure.push("", Form::Table(table(&steps)));
    figure
}

/// Columns of what was added, and a curve of all.
fn plot(steps: &[(Added, u64)]) -> Plot {
    let points = |value: fn(&(Added, u64)) -> u64| {
        (0u32..).zip(steps).map(|(at, step)| (f64::from(at), value(step) as f64)).collect()
    };
    let names = YEARS.iter().map(|(generation, _)| generation.title());
    let added = Series {
        name: "added".into(),
        ink: Ink::Link(0),
        style: Style::Columns,
        points: points(|(added, _)| added.total()),
        labels: Vec::new(),
    };
    let all = Series {
        name: "in all".into(),
        ink: Ink::Text,
        style: Style::Line,
        points: points(|(_, all)| *all),
        labels: Vec::new(),
    };
    Plot {
        x: Axis::new("generation", "generation").named(names),
        y: Axis::new("opcodes", "opcodes"),
        series: Vec::from([added, all]),
        ..Plot::default()
    }
}

fn table(steps: &[(Added, u64)]) -> Table {
    let widths = WIDTHS.map(|bytes| alloc::format!("of {} bits", 8 * u32::from(bytes)));
    let heads = ["generation", "year"].into_iter().chain(widths.iter().map(|head| &**head));
    let heads: Vec<&str> = heads.chain(["of no width", "added", "in all"]).collect();
    let mut table = Table::new(&heads);
    for ((generation, year), (added, all)) in YEARS.iter().zip(steps) {
        let counts = added.wide.into_iter().chain([added.others, added.total(), *all]).map(grouped);
        let cells = [generation.title().to_string(), year.to_string()].into_iter().chain(counts);
        table.rows.push(cells.map(lanescope_parts::figure::table::TableCell::text).collect());
    }
    table
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn ha17_the_figure_has_what_each_generation_added() {
        let figure = growth();
        let Form::Plot(plot) = &figure.parts[0].form else { panic!("the plot comes first") };
        let [added, all] = &plot.series[..] else { panic!("two series") };
        let sums: Vec<f64> = added
            .points
            .iter()
            .scan(0.0, |sum, (_, count)| {
                *sum += count;
                Some(*sum)
            })
            .collect();
        assert!(all.points.iter().map(|(_, count)| *count).eq(sums));
        let table = figure.parts[1].form.table();
        assert_eq!(
            (table.rows.len(), table.rows[0][0].text.as_str(), table.rows[6][1].text.as_str()),
            (7, "MMX", "2022")
        );
    }
}
