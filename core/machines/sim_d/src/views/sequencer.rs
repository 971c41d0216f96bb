//! The stride sequencer: the bursts of the request that the controller works on, and which of their words are wanted (simd 6.3.2;
//! facts 9).
//!
//! A counter for each of the sixteen words of a burst says where the word is in its period. It is wanted if that is below the words
//! that a period has, and if it is neither before the first nor behind the last word of the request. Between the rows of a tile whole
//! bursts are skipped.

use alloc::{format, string::String, vec::Vec};

use lanescope_parts::{
    figure::{
        About, Figure, Form, Ink, Matrix, Panel, Question, Takes, Text,
        legend::{Entry, Swatch},
        matrix::{Line, Marks, State},
        number::grouped,
        rows::Row,
    },
    machines::panels::{MachinePanel, Scene},
};

use super::request::{Burst, Current, around, current, memory, of_stride, progress, text};
use crate::dram::{BURST_WORDS, request::Stride, stride::Bursts};

/// The row of the sequencer.
pub const SEQUENCER: MachinePanel = Panel {
    about: About {
        id: "sequencer",
        title: "Stride sequencer",
        says: "The bursts of the request that the memory controller works on, around the one that goes next: which of their sixteen words are wanted.",
        label: "Bursts of the current request by their words.",
        help: &[
            (
                "Rows",
                "Bursts of 64 bytes, in the order in which the sequencer makes them; behind each its bank.",
            ),
            (
                "Numbers",
                "Where the word is in its period: in its row of the tile. A word is wanted if that is below the words of a row.",
            ),
            ("Skips", "So many bursts between two rows are passed: no word of them is wanted."),
            (
                "Sent",
                "The bank has got the read or write command of this burst. A bank keeps the order of its own bursts alone.",
            ),
        ],
        legend: &[
            Entry::Swatch(Swatch::Square, Ink::LaneOn, "wanted"),
            Entry::Swatch(Swatch::Square, Ink::LaneOff, "moves for nothing"),
        ],
        empty: "The memory controller works on no rectangle at this cycle. Move the cursor to a request: the bars of `dram`.",
        takes: &[Takes::Cursor],
        shows: &[],
    },
    answer: sequencer,
};

/// Bursts of an answer.
pub const SHOWN: usize = 24;

fn sequencer(scene: &dyn Scene, _: &Question) -> Figure {
    let found = current(scene).and_then(|current| Some((current.request.stride()?, current)));
    let Some((stride, current)) = found else { return Figure::empty(SEQUENCER.about.empty) };
    let bursts = of_stride(stride, &memory(scene), &current.sent);
    let sequence = Bursts::aligned(stride, BURST_WORDS);
    let shown = around(&bursts, SHOWN);
    let rows: Vec<Line> = shown.clone().map(|at| line(&sequence, &bursts, at)).collect();
    let mut figure = Figure::from(Form::Text(Text::saying(says(scene, &current, stride, &bursts))));
    let matrix = Matrix {
        column: "word".into(),
        columns: BURST_WORDS as u32,
        all: rows.len() as u32,
        rows,
        ..Matrix::default()
    };
    let title = format!("bursts {} to {} of {}", shown.start + 1, shown.end, bursts.len());
    figure.push(title, Form::Matrix(matrix));
    figure
}

/// What is asked for, and how much of what moves is wanted.
fn says(scene: &dyn Scene, current: &Current, stride: Stride, bursts: &[Burst]) -> String {
    let text = text(scene, current.request.asked.pc);
    let Stride { words, period, periods, .. } = stride;
    let shape = if periods == 1 {
        format!("{} words in a row", grouped(words))
    } else {
        format!("{periods} rows of {} words, {} words apart", grouped(words), grouped(period))
    };
    let (wanted, moved) = (wanted(stride), bursts.len() as u64 * BURST_WORDS);
    let sent = bursts.iter().filter(|burst| burst.sent).count();
    format!(
        "`{text}` of slot {}: {shape}. {sent} of {} bursts are sent; of {} words that move {} are wanted.",
        current.request.asked.unit,
        bursts.len(),
        grouped(moved),
        grouped(wanted),
    )
}

/// Words of a rectangle that are wanted.
fn wanted(stride: Stride) -> u64 {
    let sequence = Bursts::aligned(stride, BURST_WORDS);
    sequence.map(|burst| u64::from(sequence.mask(burst).count_ones())).sum()
}

/// A burst: its words, and where it leads to.
fn line(sequence: &Bursts, bursts: &[Burst], at: usize) -> Line {
    let burst = &bursts[at];
    let mask = sequence.mask(burst.word);
    let on = |word: u64| mask >> word & 1 != 0;
    let place = |word: u64| {
        let word = burst.word + word;
        if sequence.reaches(word) { format!("{}", sequence.phase(word)) } else { String::new() }
    };
    let next = bursts.get(at + 1).map(|next| (next.word - burst.word) / BURST_WORDS - 1);
    let state = progress(bursts, at);
    let skips = match next {
        Some(skipped @ 1..) => format!(" · skips {}", grouped(skipped)),
        Some(0) | None => String::new(),
    };
    Line {
        row: Row::new(format!("{:#x}", burst.byte()), None),
        cells: (0..BURST_WORDS).map(|word| if on(word) { State::On } else { State::Off }).collect(),
        texts: (0..BURST_WORDS).map(place).collect(),
        marks: Marks::Bytes(burst.byte(), 4),
        items: None,
        cause: None,
        note: format!("bank {} · {state}{skips}", burst.place.bank),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::dram::settings::Settings;

    fn lines(stride: Stride) -> Vec<Line> {
        let bursts = of_stride(stride, &Settings::default(), &[]);
        let sequence = Bursts::aligned(stride, BURST_WORDS);
        (0..bursts.len()).map(|at| line(&sequence, &bursts, at)).collect()
    }

    fn mask(line: &Line) -> u64 {
        let on = (0..).zip(&line.cells).filter(|(_, cell)| **cell == State::On);
        on.map(|(at, _): (u32, _)| 1_u64 << at).sum()
    }

    #[test]
    fn simd_9_4_a_a_tile_of_a_small_buffer() {
        let shown = lines(Stride { address: 8, words: 5, period: 7, periods: 3 });
        assert_eq!(shown.iter().map(mask).collect::<Vec<_>>(), [0x3E7C, 0x001F]);
        assert_eq!(wanted(Stride { address: 8, words: 5, period: 7, periods: 3 }), 15);
        // Word 2 is the first of a row, word 7 is the sixth, which is not wanted; words 0 and 1 lie before.
        let texts: Vec<&str> = shown[0].texts.iter().map(String::as_str).collect();
        assert_eq!(texts, ["", "", "0", "1", "2", "3", "4", "5", "6", "0", "1", "2", "3", "4", "5", "6"]);
    }

    #[test]
    fn simd_9_4_b_bursts_between_rows_are_skipped() {
        let shown = lines(Stride { address: 60, words: 10, period: 100, periods: 4 });
        let masks: Vec<u64> = shown.iter().map(mask).collect();
        assert_eq!(masks, [0x8000, 0x01FF, 0x1FF8, 0xFF80, 0x0001, 0xF800, 0x001F]);
        // Steps of 16, 96, 96, 16, 80, 16 words.
        let skips: Vec<&str> =
            shown.iter().map(|line| line.note.split("skips ").nth(1).unwrap_or("")).collect();
        assert_eq!(skips, ["", "5", "5", "", "4", "", ""]);
        // Byte 0 of its memory is byte 0x10000 of the laboratory's.
        assert_eq!((shown[1].row.name.as_str(), shown[2].row.name.as_str()), ("0x10040", "0x101c0"));
        assert_eq!(shown[0].note, "bank 0 · next");
        assert_eq!(shown[3].note, "bank 1 · waits");
    }
}
