//! The diagram: the machine as boxes and links, and what moves in the cycle under the cursor.
//!
//! A machine's table of places says which boxes it has and what stands in each ([`crate::trace::site`]); the machine at the cursor says
//! what each holds, near or far ([`crate::machines::Machine::parts`]). What moves is read off the events of the cycle
//! ([`movement`]): there is no second model of the machine here. Boxes that several machines have are made in [`memory`].

pub mod main_memory;
pub mod memory;
pub mod movement;

use alloc::{format, string::String, vec::Vec};

use super::{MachinePanel, Scene};
use crate::{
    figure::{
        About, Figure, Form, Mark, Pages, Panel, Question, Takes, code,
        diagram::{Block, Cell, Diagram, Token},
        matrix::State,
        panel::Place,
    },
    machines::observed::{Near, Parts},
    trace::{Sites, Spot},
};

/// Entries of a part that are shown at once.
const PAGE: u64 = 64;

/// The row of the diagram.
pub const DIAGRAM: MachinePanel = Panel {
    about: About {
        id: "diagram",
        title: "Diagram",
        says: "The machine as boxes: what each holds at the cursor, why it waits, and what moves between them in this cycle.",
        label: "Diagram of the machine. Left and right arrow keys move the cursor by a cycle, up and down choose a box, Enter looks into it, Backspace looks out again.",
        help: &[
            (
                "Boxes",
                "The parts of the machine. A bar says how full a part is; the strip at the left has the colour of the cause why it does or does not do something, as in the timeline.",
            ),
            (
                "What moves",
                "Small squares are instructions and requests that come to another part in this cycle, along the links, each in a colour of its own. Beneath they are told as sentences.",
            ),
            (
                "Near and far",
                "Choose a box and choose it again to look into it: a core, then one of its parts with its entries, ways or rows. The way back is above the picture.",
            ),
        ],
        // The colours of causes are those of the timeline beside it.
        legend: &[],
        empty: "This machine shows no parts.",
        takes: &[Takes::Cursor, Takes::Zoom, Takes::Page(PAGE)],
        shows: &[Place::Second, Place::Beside],
    },
    answer: diagram,
};

fn diagram(scene: &dyn Scene, question: &Question) -> Figure {
    let Some(parts) = near(scene, &question.zoom, (question.offset, question.count.min(PAGE))) else {
        return Figure::empty(unknown(scene, &question.zoom));
    };
    let pages = parts.entries.and_then(|(of, all)| Pages::of(of, question, all).partial());
    let mut diagram = parts.diagram;
    diagram.causes = scene.summary().causes().clone();
    name_instructions(scene, &mut diagram);
    let log = movement::recording(scene);
    movement::add(scene, &log, &mut diagram);
    movement::rows(scene, &log, &mut diagram);
    Figure { pages, ..Figure::from(Form::Diagram(diagram)) }
}

/// A box from inside, by its path, with so many of its entries; nothing if there is no such box, or nobody can look into it.
fn near(scene: &dyn Scene, path: &str, (first, count): (u64, u64)) -> Option<Parts> {
    let at = scene.cursor().sites().read(path)?;
    scene.cursor().parts(&Near { at, first, count })
}

/// Boxes and fields that stand for an instruction say which.
fn name_instructions(scene: &dyn Scene, diagram: &mut Diagram) {
    for block in &mut diagram.blocks {
        if let Some(Mark::Pc(pc)) = block.mark {
            block.lines.insert(0, scene.code().name(pc));
        }
        for cell in &mut block.cells {
            if let Some(Mark::Pc(pc)) = cell.mark {
                cell.text.push_str(code::mnemonic(scene.code().text(pc)));
            }
        }
    }
}

/// There is no such box: which ones can be looked into.
fn unknown(scene: &dyn Scene, zoom: &str) -> String {
    let outer = zoom.rsplit_once('/').map_or("", |(outer, _)| outer);
    let around = near(scene, outer, (0, PAGE)).or_else(|| near(scene, "", (0, PAGE)));
    let known = around.map(|parts| parts.diagram.blocks).unwrap_or_default();
    let known: Vec<String> =
        known.into_iter().filter(|block| block.opens).map(|block| block.path).take(24).collect();
    if known.is_empty() {
        return DIAGRAM.about.empty.into();
    }
    let zoom: String = zoom.chars().take(64).collect();
    format!("There is no box `{zoom}` that can be looked into; there are {}.", known.join(", "))
}

/// So many places, the first of them taken.
pub fn places(used: usize, all: usize) -> Vec<Cell> {
    let state = |at: usize| if at < used { State::On } else { State::Off };
    (0..all.min(crate::figure::diagram::CELLS)).map(|at| Cell::new(state(at), None)).collect()
}

/// A box of a machine's table: its path and its name are those of the table.
pub fn boxed(sites: Sites, spot: Spot, rank: u32) -> Block {
    Block::new(sites.path(spot), sites.name(spot), rank)
}

/// A movement from a box to a box; nothing if neither is in sight, or both are the same.
fn token(scene: &dyn Scene, diagram: &Diagram, from: Option<Spot>, to: Spot) -> Option<Token> {
    let find = |spot| diagram.find(&scene.cursor().sites().path(spot));
    let to = find(to)?;
    // What comes from a part that is not in sight comes out of nothing.
    let from = from.and_then(find);
    (from != Some(to)).then(|| Token {
        from,
        to,
        number: 0,
        text: String::new(),
        sentence: String::new(),
        mark: None,
    })
}
