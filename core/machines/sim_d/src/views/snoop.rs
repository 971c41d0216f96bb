//! Indexed transfers: which index asks for which word, and which burst answers (simd 6.4, 7.5; facts 11).
//!
//! Past the index memory a rectangle streams word by word, and each work-item keeps the word of its index: bursts that nobody has an
//! index into move for nothing, but what it takes is known. The other way gives each work-item a burst of its own.

use alloc::{
    format,
    string::{String, ToString},
    vec::Vec,
};

use lanescope_parts::{
    figure::{
        About, Figure, Form, Ink, Mark, Matrix, Panel, Question, Table, Takes, Text,
        legend::{Entry, Swatch},
        matrix::{Line, Marks, State},
        number::grouped,
        rows::Row,
        table::{Look, TableCell},
    },
    image::BASE,
    machines::{
        Registers,
        panels::{MachinePanel, Scene},
    },
};

use super::{
    program::{program, spec},
    request::{Burst, around, bursts, current, memory, of_stride, progress, text},
    sequencer::SHOWN,
};
use crate::{
    dram::BURST_WORDS,
    events::{EACH_INDEX, PAST_INDEXES, Transfer},
    exec::Stride,
    isa::WORK_ITEMS,
};

/// The row of the indexed transfers.
pub const SNOOP: MachinePanel = Panel {
    about: About {
        id: "snoop",
        title: "Indexed transfer",
        says: "Which words of the current transfer some index asks for, and whether the burst that answers is sent: look for bursts that nobody asks for.",
        label: "Bursts of the current indexed transfer by their words, and the indexes that ask for them.",
        help: &[
            (
                "Rows",
                "Bursts in the order in which they go. Past the index memory that is the order of addresses, else that of the work-items.",
            ),
            (
                "Numbers",
                "The work-item whose index this is, the lowest if there are several; behind the row, how many there are.",
            ),
            (
                "Answers",
                "The work-items that the burst which goes next has words for. Stores of several work-items to one word: the lowest stays.",
            ),
        ],
        legend: &[
            Entry::Swatch(Swatch::Square, Ink::LaneOn, "some index asks for it"),
            Entry::Swatch(Swatch::Square, Ink::LaneOff, "moves for nothing"),
        ],
        empty: "The memory controller works on no indexed transfer at this cycle: `ldgbidx`, `ldgcidx`, `ldgidxit`, their stores, and linear ones with `vc.mem_data` are such.",
        takes: &[Takes::Cursor],
        shows: &[],
    },
    answer: snoop,
};

/// Answers that are listed.
const ANSWERS: usize = 16;

/// An index that a work-item has.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct Asks {
    item: u32,
    index: u32,
    /// The word that it asks for, from the beginning of memory on; none if that is no word of the transfer.
    word: Option<u64>,
}

/// The indexes of the work-items that are on.
fn indexes(registers: &Registers) -> Vec<(u32, u32)> {
    let Some(class) = registers.class("special") else { return Vec::new() };
    let named = |name: &str| class.names.iter().position(|known| known == name);
    let masks = ["vc.ctrl_run", "vc.ctrl_break", "vc.ctrl_ret", "vc.ctrl_exit"].map(named);
    let on = |item: u32| {
        masks.iter().all(|at| at.is_some_and(|at| class.value(at, item, 0).is_some_and(|bit| bit != 0)))
    };
    let Some(at) = named("vc.mem_idx") else { return Vec::new() };
    let index = |item: u32| class.value(at, item, 0).map(|index| (item, index as u32));
    (0..WORK_ITEMS as u32).filter(|item| on(*item)).filter_map(index).collect()
}

/// The byte from which the indexes of a transfer count: the first one of its buffer.
fn origin(scene: &dyn Scene, transfer: &Transfer) -> Option<u32> {
    let program = program(scene, &spec(scene));
    let one = program.instructions.get(transfer.pc as usize)?;
    Some(program.buffer(one.immediate(0)?)?.address)
}

/// The words that indexes ask for, which count from a byte.
fn asked(transfer: &Transfer, block: &Stride, origin: u32, indexes: &[(u32, u32)]) -> Vec<Asks> {
    let word = |index: u32| {
        let byte = origin.wrapping_add(index.wrapping_mul(4));
        (transfer.indexed == EACH_INDEX || block.has(byte)).then_some(u64::from(byte) / 4)
    };
    indexes.iter().map(|(item, index)| Asks { item: *item, index: *index, word: word(*index) }).collect()
}

/// The indexes that a burst answers; with a burst for each, the one whose turn it is.
fn answered<'a>(asks: &'a [Asks], each: bool, burst: &'a Burst, at: usize) -> impl Iterator<Item = &'a Asks> {
    let words = burst.word..burst.word + BURST_WORDS;
    let mine = move |(turn, asks): &(usize, &Asks)| {
        asks.word.is_some_and(|word| words.contains(&word)) && (!each || *turn == at)
    };
    asks.iter().enumerate().filter(mine).map(|(_, asks)| asks)
}

fn snoop(scene: &dyn Scene, _: &Question) -> Figure {
    let current = current(scene).filter(|current| current.request.asked.indexed >= PAST_INDEXES);
    let registers = current.as_ref().and_then(|current| scene.cursor().registers(current.request.asked.unit));
    let (Some(current), Some(registers)) = (current, registers) else {
        return Figure::empty(SNOOP.about.empty);
    };
    let transfer = current.request.asked;
    let origin = origin(scene, &transfer).unwrap_or(transfer.address);
    let asks = asked(&transfer, &current.request.block(), origin, &indexes(&registers));
    let (each, settings) = (transfer.indexed == EACH_INDEX, memory(scene));
    let made = match current.request.stride() {
        Some(stride) => of_stride(stride, &settings, &current.sent),
        None => {
            let words = asks.iter().filter_map(|asks| asks.word.map(|word| word / BURST_WORDS * BURST_WORDS));
            bursts(words, &settings, &current.sent)
        }
    };
    let shown = around(&made, SHOWN);
    let rows: Vec<Line> =
        shown.clone().map(|at| line(&made, at, answered(&asks, each, &made[at], at))).collect();
    let text = text(scene, transfer.pc);
    let mut figure = Figure::from(Form::Text(Text::saying(says(text, &transfer, &asks, &made))));
    let matrix = Matrix {
        column: "word".into(),
        columns: BURST_WORDS as u32,
        all: rows.len() as u32,
        rows,
        ..Matrix::default()
    };
    figure.push(
        format!("bursts {} to {} of {}", (shown.start + 1).min(shown.end), shown.end, made.len()),
        Form::Matrix(matrix),
    );
    let next = made.iter().position(|burst| !burst.sent);
    if let Some((at, burst)) = next.and_then(|at| Some((at, made.get(at)?))) {
        let answers = table(transfer.unit, answered(&asks, each, burst, at));
        figure.push(format!("what the burst at {:#x} answers", burst.byte()), Form::Table(answers));
    }
    figure
}

/// How many of the bursts answer an index.
fn says(text: &str, transfer: &Transfer, asks: &[Asks], made: &[Burst]) -> String {
    let sent = made.iter().filter(|burst| burst.sent).count();
    let mut words: Vec<u64> =
        asks.iter().filter_map(|asks| asks.word.map(|word| word / BURST_WORDS)).collect();
    lanescope_parts::base::order::sort(&mut words);
    words.dedup();
    let (indexes, bursts) = (grouped(asks.len() as u64), grouped(made.len() as u64));
    let who = format!("`{text}` of slot {}: {indexes} indexes", transfer.unit);
    if transfer.indexed == EACH_INDEX {
        return format!(
            "{who}, a burst for each; {sent} of {bursts} are sent. They lie in {} different bursts.",
            words.len()
        );
    }
    format!("{who}, {bursts} bursts stream past them; {sent} are sent, {} answer an index.", words.len())
}

/// A burst, and who asks for its words.
fn line<'a>(made: &[Burst], at: usize, answered: impl Iterator<Item = &'a Asks>) -> Line {
    let burst = &made[at];
    let mut items: [Option<u32>; BURST_WORDS as usize] = [None; BURST_WORDS as usize];
    let mut count = 0;
    for asks in answered {
        let Some(word) = asks.word else { continue };
        count += 1;
        items[(word - burst.word) as usize].get_or_insert(asks.item);
    }
    let state = progress(made, at);
    let who = match count {
        0 => "nobody".into(),
        1 => "1 work-item".to_string(),
        count => format!("{count} work-items"),
    };
    Line {
        row: Row::new(format!("{:#x}", burst.byte()), None),
        cells: items.iter().map(|item| if item.is_some() { State::On } else { State::Off }).collect(),
        texts: items.iter().map(|item| item.map_or(String::new(), |item| item.to_string())).collect(),
        marks: Marks::Bytes(burst.byte(), 4),
        items: None,
        cause: None,
        note: format!("{who} · {state}"),
    }
}

/// The work-items that a burst has words for.
fn table<'a>(unit: u32, answered: impl Iterator<Item = &'a Asks>) -> Table {
    let mut table = Table::new(&["work-item", "index", "byte"]);
    let mut more = 0_u64;
    for asks in answered {
        let Some(word) = asks.word else { continue };
        if table.rows.len() == ANSWERS {
            more += 1;
            continue;
        }
        let byte = BASE + 4 * word;
        table.rows.push(Vec::from([
            TableCell::of(asks.item.to_string(), Mark::Lane(unit, asks.item)),
            TableCell::text(grouped(asks.index.into())).holding(asks.index.into()),
            TableCell::of(format!("{byte:#x}"), Mark::Bytes(byte, 4)),
        ]));
    }
    let last = match (table.rows.is_empty(), more) {
        (true, _) => "nobody".to_string(),
        (false, 0) => return table,
        (false, more) => format!("{} more", grouped(more)),
    };
    table.rows.push([last.as_str(), "", ""].map(|text| TableCell::text(text).looking(Look::Off)).into());
    table
}

#[cfg(test)]
mod tests {
    use alloc::vec;

    use super::*;
    use crate::dram::{request::Stride as Asked, settings::Settings};

    fn transfer(indexed: u32) -> Transfer {
        let (unit, group, pc, edge, write, indexes) = (0, 0, 1, 0, false, 0);
        let (address, words, period, periods) = (64, 4, 20, 2);
        Transfer { unit, group, pc, edge, write, indexed, address, words, period, periods, indexes }
    }

    /// Two rows of 4 words, 20 words apart, from word 16 on: words 16 to 19 and 36 to 39, in the bursts of words 16 and 32. Indexes
    /// count from word 14, where the buffer begins: 2 and 5 are in the first row, 22 in the second; 1 is before them, 7 between them and
    /// 26 behind, which is nobody's word.
    #[test]
    fn indexes_ask_for_words_of_the_rectangle_alone() {
        let block = Stride { address: 64, words: 4, period: 20, periods: 2 };
        let indexes = [(0, 5), (7, 2), (8, 22), (9, 7), (10, 5), (11, 26), (12, 1)];
        let asks = asked(&transfer(PAST_INDEXES), &block, 56, &indexes);
        let words: Vec<Option<u64>> = asks.iter().map(|asks| asks.word).collect();
        assert_eq!(words, [Some(19), Some(16), Some(36), None, Some(19), None, None]);
        let stride = Asked { address: 64, words: 4, period: 20, periods: 2 };
        let made = of_stride(stride, &Settings::default(), &[0, 1]);
        assert_eq!(made.iter().map(|burst| burst.word).collect::<Vec<_>>(), [16, 32]);
        let shown: Vec<Line> =
            (0..2).map(|at| line(&made, at, answered(&asks, false, &made[at], at))).collect();
        // Word 19 is asked for by work-items 0 and 10: the lowest is named.
        assert_eq!((shown[0].texts[0].as_str(), shown[0].texts[3].as_str()), ("7", "0"));
        assert_eq!(
            (shown[0].note.as_str(), shown[1].note.as_str()),
            ("3 work-items · sent", "1 work-item · next")
        );
        assert_eq!((shown[1].texts[4].as_str(), shown[1].cells[5]), ("8", State::Off));
        assert!(says("x", &transfer(PAST_INDEXES), &asks, &made).ends_with("1 are sent, 2 answer an index."));
    }

    /// With a burst for each index, two indexes into one burst are two bursts.
    #[test]
    fn each_index_has_a_burst_of_its_own() {
        let block = Stride { address: 64, words: 4, period: 4, periods: 1 };
        let asks = asked(&transfer(EACH_INDEX), &block, 64, &[(3, 1), (5, 1), (6, 40)]);
        let words = asks.iter().filter_map(|asks| asks.word.map(|word| word / 16 * 16));
        let made = bursts(words, &Settings::default(), &[1, 0]);
        let shown: Vec<(u64, u16, bool)> =
            made.iter().map(|burst| (burst.word, burst.place.bank, burst.sent)).collect();
        assert_eq!(shown, [(16, 1, false), (16, 1, false), (48, 1, false)]);
        let items =
            |at: usize| answered(&asks, true, &made[at], at).map(|asks| asks.item).collect::<Vec<_>>();
        assert_eq!((items(0), items(1), items(2)), (vec![3], vec![5], vec![6]));
    }
}
