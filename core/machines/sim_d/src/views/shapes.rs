//! What shape the groups of a launch should have: for each width what the tile costs that a group reads (simd 4.1 C14, 6.7, 8.6).
//!
//! It is answered from the program, its buffers and the launch alone, before anything has run. The tile is that of the program's
//! largest transfer to a scratchpad, or what all its linear loads of one buffer read together; from it follows the filter that
//! every work-item lays over the picture, and from that the tile of any other shape.

use alloc::{format, string::String, vec::Vec};

use lanescope_parts::{
    figure::{
        About, Figure, Form, Ink, Panel, Plot, Table, Text,
        legend::{Entry, Swatch},
        number::grouped,
        plot::{Axis, Series, Style},
        table::{Look, TableCell},
    },
    machines::{
        Registers,
        panels::{MachinePanel, Scene},
    },
};

use super::program::launched;
use crate::{
    dram::{
        bounds::Places,
        shapes::{Filter, Shape, shape},
    },
    isa::{Instruction, Op, Operand, OperandKind, WORK_ITEMS},
};

/// The row of the shapes.
pub const SHAPES: MachinePanel = Panel {
    about: About {
        id: "shapes",
        title: "Shapes of groups",
        says: "What the tile of a group would cost in each shape that 1,024 work-items can have: long rows are fast, square tiles are small.",
        label: "Costs of a group's tile by its shape, as points and as a table.",
        help: &[
            (
                "Tile",
                "The words that all work-items of a group read: of the program's largest tile, or of all its linear loads of a buffer together.",
            ),
            (
                "Delay",
                "Cycles of the DRAM from the beginning of the request until all rows are closed, where it lies best and worst. Looked at are first words in the first burst of a row of a bank pair and shortly before its end.",
            ),
            (
                "Launch",
                "All groups of the launch, each at its longest: a shape that does not fit the picture has more groups.",
            ),
            (
                "Scratchpad",
                "Lines of 32 words, one for each cycle of the DRAM, to bring the tile to registers.",
            ),
            ("Patterns", "The best of the controllers with fixed patterns of commands, to compare with."),
        ],
        legend: &[
            Entry::Swatch(Swatch::Point, Ink::Link(0), "a shape"),
            Entry::Swatch(Swatch::Point, Ink::Link(3), "the shape of this launch"),
        ],
        empty: "The program reads no tile of main memory: it has neither `ldg2sptile` nor linear loads.",
        takes: &[],
        shows: &[],
    },
    answer: |scene, _| shapes(scene),
};

/// Widths that a launch can have.
const WIDTHS: [u64; 6] = [1024, 512, 256, 128, 64, 32];
/// Words of a line of the scratchpad.
const LINE: u64 = 32;

/// A buffer as the machine's table has it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct Buffer {
    width: u64,
    rows: u64,
}

/// What is to be laid out: the picture, the filter over it, and who says so.
#[derive(Clone, Debug, PartialEq, Eq)]
struct Wanted {
    picture: Buffer,
    filter: Filter,
    says: String,
}

/// A launch: columns and rows of work-items, and columns of a group.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct Launch {
    size: [u64; 2],
    width: u64,
}

impl Launch {
    /// Groups of another width.
    fn groups(&self, [columns, rows]: [u64; 2]) -> u64 {
        self.size[0].div_ceil(columns.max(1)) * self.size[1].div_ceil(rows.max(1))
    }

    const fn group(&self) -> [u64; 2] {
        [self.width, WORK_ITEMS as u64 / self.width]
    }
}

/// A buffer by its name in the machine's table.
fn buffer(registers: &Registers, name: &str) -> Option<Buffer> {
    let class = registers.class("buffer")?;
    let at = class.names.iter().position(|known| known == name)?;
    Some(Buffer { width: class.value(at, 0, 1)?, rows: class.value(at, 0, 2)? })
}

/// The filter whose tile over a group is this large; none if no filter of whole pixels has that.
fn filter_of(tile: [u64; 2], group: [u64; 2]) -> Option<Filter> {
    // Work-items are as far apart as the tile has room for; a single row of them is as far from the next as its neighbours are.
    let apart = |at: usize| (tile[at] / group[at]).max(1);
    let pitch = [0, 1].map(|at| if group[at] == 1 { apart(1 - at) } else { apart(at) });
    let size = [0, 1].map(|at| tile[at].checked_sub((group[at] - 1) * pitch[at]));
    let [Some(columns), Some(rows)] = size else { return None };
    (columns > 0 && rows > 0).then_some(Filter { size: [columns, rows], pitch })
}

/// The tile of a transfer to a scratchpad.
fn staged(one: &Instruction, registers: &Registers, launch: &Launch) -> Option<Wanted> {
    let Some(Operand::Immediate(to)) = one.destination else { return None };
    let from = one.immediate(0)?;
    let (picture, tile) = (buffer(registers, &format!("d{from}"))?, buffer(registers, &format!("sp{to}"))?);
    let filter = filter_of([tile.width, tile.rows], launch.group())?;
    let says = format!("Tiles of {} x {} words of buffer {from}", tile.width, tile.rows);
    Some(Wanted { picture, filter, says })
}

/// What all linear loads of a buffer read together.
fn loaded(from: u32, loads: &[&Instruction], registers: &Registers) -> Option<Wanted> {
    let picture = buffer(registers, &format!("d{from}"))?;
    // An offset in a register is one that nobody knows here.
    let offset = |one: &Instruction, at: usize| one.immediate(at).map_or(0, |bits| i64::from(bits as i32));
    let own = || loads.iter().filter(|one| one.immediate(0) == Some(from));
    let span = |at: usize| {
        let low = own().map(|one| offset(one, at)).min()?;
        let high = own().map(|one| offset(one, at)).max()?;
        u64::try_from(high - low).ok()
    };
    let words = own().map(|one| u64::from(one.elements())).max()?;
    let size = [span(1)? * words + words, span(2)? + 1];
    let says = format!("Linear loads of buffer {from}: {} x {} words for each work-item", size[0], size[1]);
    Some(Wanted { picture, filter: Filter { size, pitch: [words, 1] }, says })
}

/// The largest tile that a program reads for a group.
fn largest(code: &[Instruction], registers: &Registers, launch: &Launch) -> Option<Wanted> {
    let tiles = code.iter().filter(|one| one.op == Op::Ldg2sptile);
    let of_registers = |one: &&Instruction| one.written().is_some_and(|to| to.kind == OperandKind::Vector);
    let loads: Vec<&Instruction> =
        code.iter().filter(|one| one.op == Op::Ldglin).filter(of_registers).collect();
    let mut buffers: Vec<u32> = loads.iter().filter_map(|one| one.immediate(0)).collect();
    lanescope_parts::base::order::sort(&mut buffers);
    buffers.dedup();
    let found = tiles.filter_map(|one| staged(one, registers, launch));
    let found = found.chain(buffers.into_iter().filter_map(|from| loaded(from, &loads, registers)));
    found.max_by_key(|wanted| {
        let [columns, rows] = wanted.filter.reach(launch.group());
        columns * rows
    })
}

fn shapes(scene: &dyn Scene) -> Figure {
    let registers = scene.cursor().registers(0).unwrap_or_default();
    let found = launched(scene).and_then(|(program, launch, spec)| {
        let launch = Launch { size: launch.size.map(u64::from), width: launch.width.into() };
        Some((launch, largest(&program.instructions, &registers, &launch)?, spec.timing.dram))
    });
    let Some((launch, wanted, settings)) = found else { return Figure::empty(SHAPES.about.empty) };
    let fits = |columns: &u64| wanted.filter.reach([*columns, 1])[0] <= wanted.picture.width;
    let one = |columns: u64| {
        let group = [columns, WORK_ITEMS as u64 / columns];
        shape(wanted.filter, group, wanted.picture.width.max(1), false, (&settings, Places::Some)).ok()
    };
    let all: Vec<Shape> = WIDTHS.into_iter().filter(fits).filter_map(one).collect();
    if all.is_empty() {
        return Figure::empty("No shape of a group has a tile that the memory controller can serve.");
    }
    let [columns, rows] = wanted.filter.size;
    let left =
        if WIDTHS.iter().all(fits) { "" } else { " Wider shapes have tiles that are wider than that." };
    let says = format!(
        "{}; filter {columns} x {rows}, every {} and {} words, in a picture of {} x {}.{left}",
        wanted.says,
        wanted.filter.pitch[0],
        wanted.filter.pitch[1],
        wanted.picture.width,
        wanted.picture.rows
    );
    let mut figure = Figure::from(Form::Text(Text::saying(says)));
    figure.push("", Form::Plot(plot(&all, &launch)));
    figure.push("", Form::Table(table(&all, &launch)));
    figure
}

fn name(group: [u64; 2]) -> String {
    format!("{} x {}", group[0], group[1])
}

/// Words of the tile, and cycles in the worst place.
fn plot(all: &[Shape], launch: &Launch) -> Plot {
    let series = |text: &str, ink: Ink, own: bool| {
        let mut some: Vec<&Shape> =
            all.iter().filter(|shape| (shape.group == launch.group()) == own).collect();
        lanescope_parts::base::order::sort_by_key(&mut some, |shape| shape.words);
        Series {
            name: text.into(),
            ink,
            style: Style::Points,
            points: some.iter().map(|shape| (shape.words as f64, shape.delay[1] as f64)).collect(),
            labels: (0..).zip(&some).map(|(at, shape)| (at, name(shape.group))).collect(),
        }
    };
    let both = [series("shapes", Ink::Link(0), false), series("this launch", Ink::Link(3), true)];
    Plot {
        x: Axis::new("words of the tile", "words"),
        y: Axis::new("longest delay in DRAM cycles", "DRAM cycles"),
        series: both.into_iter().filter(|series| !series.points.is_empty()).collect(),
        ..Plot::default()
    }
}

fn table(all: &[Shape], launch: &Launch) -> Table {
    let heads = [
        "shape",
        "tile",
        "bursts",
        "activates",
        "delay",
        "useful",
        "scratchpad",
        "patterns",
        "groups",
        "launch",
    ];
    let mut table = Table::new(&heads);
    let whole = |shape: &Shape| launch.groups(shape.group) * shape.delay[1];
    let least = all.iter().map(whole).min();
    for shape in all {
        let own = shape.group == launch.group();
        let [low, high] = shape.delay.map(grouped);
        let tenths = shape.utilisation_ppm / 1000;
        let texts = [
            grouped(shape.words),
            grouped(shape.commands[1]),
            grouped(shape.commands[0]),
            if low == high { low } else { format!("{low} to {high}") },
            format!("{}.{} %", tenths / 10, tenths % 10),
            grouped(shape.words.div_ceil(LINE)),
            grouped(shape.patterns.into_iter().min().unwrap_or(0)),
            grouped(launch.groups(shape.group)),
        ];
        let head = TableCell::text(name(shape.group)).looking(if own { Look::On } else { Look::Plain });
        let best = least == Some(whole(shape));
        let last = TableCell::text(grouped(whole(shape))).looking(if best { Look::On } else { Look::Plain });
        let cells = texts.into_iter().map(TableCell::text);
        table.rows.push(core::iter::once(head).chain(cells).chain([last]).collect());
    }
    table
}

#[cfg(test)]
mod tests {
    use alloc::vec;

    use super::*;
    use crate::asm;
    use lanescope_parts::machines::RegisterClass;

    /// The table of buffers: name, width and rows.
    fn registers(buffers: &[(&str, u32, u32)]) -> Registers {
        let names = buffers.iter().map(|(name, ..)| String::from(*name)).collect();
        let blank = RegisterClass::scalars("buffer", names, 32, None, |_, _| 0);
        let words = buffers.iter().flat_map(|(_, width, rows)| [0, *width, *rows]);
        let bytes = words.flat_map(u32::to_le_bytes).collect();
        Registers { classes: vec![RegisterClass { columns: 3, bytes, ..blank }] }
    }

    fn code(text: &str) -> Vec<Instruction> {
        asm::assemble(&format!(".text\n{text}"), asm::Options::default()).0.instructions
    }

    /// Filter 3 in groups of 128 x 8 reads 130 x 10 words, filter 3 with pitch 2 in groups of 1,024 x 1 reads 2,049 x 3; the input
    /// tile of 102 x 34 words of 32 x 32 vertices of three words has a filter of 9 x 3 (simd 9.10).
    #[test]
    fn we_9_10_filters_of_tiles() {
        assert_eq!(filter_of([130, 10], [128, 8]), Some(Filter::square(3, 1)));
        let coarse = filter_of([2049, 3], [1024, 1]).unwrap();
        assert_eq!(coarse, Filter::square(3, 2));
        let vertices = filter_of([102, 34], [32, 32]).unwrap();
        assert_eq!((vertices.size, vertices.pitch, vertices.reach([32, 32])), ([9, 3], [3, 1], [102, 34]));
        assert_eq!(filter_of([16, 4], [32, 32]), None);
    }

    #[test]
    fn the_largest_tile_counts() {
        let launch = Launch { size: [1024, 768], width: 128 };
        let registers = registers(&[("d0", 1026, 770), ("d1", 1024, 768), ("sp0", 130, 10)]);
        let tiles = largest(&code("ldglin v0, 1\nldg2sptile 0, 0\n"), &registers, &launch).unwrap();
        assert_eq!((tiles.filter, tiles.picture.width), (Filter::square(3, 1), 1026));
        // Without a scratchpad: a cross of five places is under a filter of 3 x 3.
        let cross = "ldglin v0, 0, 1, 0\nldglin v1, 0, 0, 1\nldglin v2, 0, 1, 1\nldglin v3, 0, 2, 1\nldglin v4, 0, 1, 2\n";
        assert_eq!(largest(&code(cross), &registers, &launch).unwrap().filter, Filter::square(3, 1));
        assert_eq!(largest(&code("ldglin v0, 9\n"), &registers, &launch), None);
        assert_eq!(
            (launch.groups([128, 8]), launch.groups([1024, 1]), launch.groups([32, 32])),
            (768, 768, 768)
        );
    }
}
