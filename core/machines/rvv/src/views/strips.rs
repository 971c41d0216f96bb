//! The strips: how a loop is cut, a row for each core. The height of a strip is the share of its elements among those that
//! it could have.

use alloc::format;

use lanescope_parts::{
    base::OrdMap,
    figure::{
        About, Bars, Figure, Form, Ink, Mark, Panel, Question, Takes,
        bars::{Bar, Note, Style},
        legend::{Entry, Swatch},
        rows::Row,
    },
    machines::panels::{MachinePanel, Scene, recorded},
};

use crate::charts::{self, StripBar};

/// Most strips of an answer.
const MOST: u32 = 2048;

/// The row of the strips.
pub const STRIPS: MachinePanel = Panel {
    about: About {
        id: "strips",
        title: "Strips",
        says: "How the loop is cut into strips: the height of a strip is its share of the elements that it could have.",
        label: "Strips by cycles. Arrow keys move the cursor, plus and minus zoom.",
        help: &[(
            "Bars",
            "A strip lasts until the vector length is set again. Its height is the share of the elements that fit.",
        )],
        legend: &[
            Entry::Swatch(Swatch::Square, Ink::LaneOn, "elements of the strip"),
            Entry::Swatch(Swatch::Square, Ink::LaneOff, "room for more"),
        ],
        empty: "No vector length was set in this window.",
        takes: &[Takes::Cycles],
        shows: &[],
    },
    answer: strips,
};

fn strips(scene: &dyn Scene, question: &Question) -> Figure {
    let (from, to) = recorded(scene, question);
    let strips = charts::strip_bar(&scene.recording(from, to), from, to, MOST);
    if strips.strips.is_empty() {
        return Figure::empty(STRIPS.about.empty);
    }
    Figure::from(Form::Bars(bars(&strips)))
}

fn bars(strips: &StripBar) -> Bars {
    let cores = strips.strips.iter().map(|strip| strip.core + 1).max().unwrap_or(1);
    let mut bars = Bars {
        rows: (0..cores).map(|core| Row { group: core, ..Row::new(format!("core {core}"), None) }).collect(),
        cut: strips.strips.last().filter(|_| strips.cut).map(|strip| strip.from),
        nothing_here: "no vector length is set".into(),
        ..Bars::default()
    };
    let mut notes = OrdMap::new();
    for strip in &strips.strips {
        let note = *notes.entry((strip.number, strip.vl, strip.vlmax, strip.pc)).or_insert_with(|| {
            bars.note(Note {
                labels: [format!("{} of {}", strip.vl, strip.vlmax)].into(),
                words: format!("strip {}: {} of {} elements", strip.number, strip.vl, strip.vlmax),
                mark: Some(Mark::Pc(strip.pc)),
            })
        });
        let style = Style::Level(strip.vl, strip.vlmax);
        bars.bars.push(Bar { row: strip.core, from: strip.from, to: strip.to, style, note });
    }
    bars
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::charts::StripPart;
    use lanescope_parts::figure::View;

    #[test]
    fn a_short_strip_is_lower() {
        let strip = |number, from, to, vl| StripPart { core: 0, number, from, to, vl, vlmax: 32, pc: 0 };
        let bars = bars(&StripBar { strips: [strip(0, 0, 20, 32), strip(1, 20, 30, 8)].into(), cut: false });
        let view = View { window: (0.0, 40.0), cursor: Some(25), ..View::plain((504.0, 200.0)) };
        let picture = bars.draw(&view);
        let full = picture.filled(Ink::LaneOn);
        assert_eq!(full[1].h / full[0].h, 0.25);
        assert_eq!(bars.words(&view), "core 0: strip 1: 8 of 32 elements");
    }
}
