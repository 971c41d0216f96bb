//! The inspector: what is selected (or pointed at), why it waits, and where it comes from.

use lanescope_core::session::vocabulary::{Cause, UnitState};
use yew::prelude::*;

use super::{Send, legend::swatch, readable::bits};
use crate::{
    format::grouped,
    state::{
        Action, Mark, State,
        why::{Known, Piece, why as reasons},
    },
    text,
};

/// The section. It shows what was selected; nothing selected, it shows the selected warp at the cursor.
pub fn section(state: &State, send: &Send) -> Html {
    let mark = state.picked.unwrap_or(Mark::Unit(state.panes.unit));
    let facts = facts(state, mark, send);
    let close = send.reform(|_: MouseEvent| Action::Pick(None));
    html! {
        <section class="inspector" aria-label={text::INSPECTOR}>
            if state.build.run.is_none() || facts.is_empty() {
                <p class="empty">{ text::INSPECTOR_EMPTY }</p>
            } else {
                <dl>{ for facts.into_iter().map(|(name, value)| html! { <div><dt>{ name }</dt><dd>{ value }</dd></div> }) }</dl>
                if state.picked.is_some() {
                    <button class="quiet" onclick={close}>{ text::CLOSE }</button>
                }
            }
        </section>
    }
}

type Facts = Vec<(&'static str, Html)>;

fn facts(state: &State, mark: Mark, send: &Send) -> Facts {
    match mark {
        Mark::Line(line) => from_line(state, line),
        Mark::Pc(pc) => from_pc(state, pc),
        Mark::Unit(unit) => from_unit(state, unit, None, send),
        Mark::Lane(unit, lane) => from_unit(state, unit, Some(lane), send),
        Mark::Cell(unit, cycle, cause, pc) => {
            let mut facts = vec![
                (text::UNIT, html! { name(state, unit) }),
                (text::CYCLE, html! { grouped(cycle) }),
                (text::WHY, why(state, cause)),
            ];
            facts.extend(chain(state, unit, Some(cycle), send));
            if pc != u32::MAX {
                facts.extend(from_pc(state, pc));
            }
            facts
        }
        Mark::Bytes(address, bytes) => from_bytes(state, address, bytes),
        Mark::Bank(bank) => vec![(text::BANK, html! { bank })],
        Mark::Dram(channel, bank, cycle, row) => vec![
            (text::BANK, html! { text::dram_bank(channel, bank) }),
            (text::DRAM_ROW, html! { row }),
            (text::CYCLE, html! { grouped(cycle) }),
        ],
        Mark::Register(_) => Vec::new(),
        Mark::Cause(cause) => vec![(text::WHY, why(state, cause))],
    }
}

fn why(state: &State, cause: Cause) -> Html {
    let row = state.causes().row(cause);
    html! { <>{ swatch(row) }<b>{ &*row.label }</b>{ " " }{ &*row.doc }</> }
}

/// The chain of reasons behind a cause, if the state on the screen is that of the cycle in question.
fn chain(state: &State, unit: u32, cycle: Option<u64>, send: &Send) -> Option<(&'static str, Html)> {
    let (frame, run) = (state.frame.as_ref()?, state.build.run.as_ref()?);
    let snapshot = frame.snapshot.as_ref()?;
    let access = snapshot.access.as_ref().and_then(|access| access.segments.first());
    let line = access.map_or(128, |segment| u64::from(segment.bytes));
    let known = Known { snapshot, units: &run.units, map: &state.build.map, line };
    let sentences = reasons(&known, unit, frame.view.unit);
    let fits = cycle.is_none_or(|cycle| cycle == snapshot.cycle) && !sentences.is_empty();
    fits.then(|| (text::CHAIN, sentences.iter().map(|sentence| said(sentence, send)).collect()))
}

fn said(sentence: &[Piece], send: &Send) -> Html {
    let piece = |piece: &Piece| match piece.clone() {
        Piece::Words(words) => html! { words },
        Piece::Thing(words, mark) => {
            let click = send.reform(move |_: MouseEvent| Action::Pick(Some(mark)));
            let enter = send.reform(move |_: MouseEvent| Action::Hover(Some(mark)));
            let leave = send.reform(|_: MouseEvent| Action::Hover(None));
            html! {
                <button class="thing" onclick={click} onmouseenter={enter} onmouseleave={leave}>{ words }</button>
            }
        }
    };
    html! { <span class="reason">{ for sentence.iter().map(piece) }</span> }
}

fn name(state: &State, unit: u32) -> String {
    state
        .build
        .run
        .as_ref()
        .and_then(|run| run.units.get(unit as usize))
        .map(|unit| unit.name.clone())
        .unwrap_or_default()
}

fn from_line(state: &State, line: u32) -> Facts {
    let pcs = state.build.map.pcs(line);
    let mut facts: Facts = vec![(text::LINE, source_line(state, line))];
    facts.push((text::INSTRUCTIONS, html! { pcs.len() }));
    facts
}

/// A line of a text with its number, and its file if that is not the main text.
fn source_line(state: &State, line: u32) -> Html {
    let texts = &state.build.map.texts;
    html! { <><b>{ texts.of_line(line).name() }</b>{ " " }<code>{ texts.line(line) }</code></> }
}

fn from_pc(state: &State, pc: u32) -> Facts {
    let map = &state.build.map;
    let mut facts: Facts = vec![(
        text::INSTRUCTION,
        html! { <><b>{ format!("{pc:03}") }</b>{ " " }<code>{ map.text(pc) }</code></> },
    )];
    if let Some(line) = map.line(pc) {
        facts.push((text::LINE, source_line(state, line)));
    }
    facts
}

fn from_unit(state: &State, unit: u32, lane: Option<u32>, send: &Send) -> Facts {
    let snapshot = state.frame.as_ref().and_then(|frame| frame.snapshot.as_ref());
    let Some(now) = snapshot.and_then(|snapshot| snapshot.units.get(unit as usize)) else {
        return Vec::new();
    };
    let lanes =
        state.build.run.as_ref().and_then(|run| run.units.get(unit as usize)).map_or(0, |unit| unit.lanes);
    let mut facts: Facts =
        vec![(text::UNIT, html! { name(state, unit) }), (text::WHY, why(state, now.cause))];
    facts.extend(chain(state, unit, None, send));
    if let Some(lane) = lane.filter(|lane| *lane < 64) {
        facts.push((text::LANE, lane_words(now, lane)));
    }
    facts.push((text::STACK_LANES, html! { <>{ bits(&format!("{:width$}", now.active, width = lanes as usize)) }{ " " }{ text::active(now.active.count(), now.live.count()) }</> }));
    if let Some(pc) = now.pc {
        facts.extend(from_pc(state, pc));
    }
    facts
}

fn lane_words(now: &UnitState, lane: u32) -> Html {
    let item = now
        .group
        .map(|group| text::work_item(group, now.first_item.saturating_add(lane)))
        .unwrap_or_default();
    html! { format!("{lane} {}{item}", text::lane(now.active.has(lane), now.live.has(lane))) }
}

fn from_bytes(state: &State, address: u64, bytes: u64) -> Facts {
    let Some(run) = &state.build.run else { return Vec::new() };
    let buffer =
        run.buffers.iter().find(|buffer| (buffer.base..buffer.base + buffer.bytes).contains(&address));
    let mut facts: Facts = vec![(text::ADDRESS, html! { <code>{ format!("{address:#x}") }</code> })];
    if let Some(buffer) = buffer {
        let index = (address - buffer.base) / u64::from(buffer.element.bytes());
        facts.push((text::REGION, html! { <code>{ format!("{}[{index}]", buffer.name) }</code> }));
    }
    let snapshot = state.frame.as_ref().and_then(|frame| frame.snapshot.as_ref());
    let access = snapshot.and_then(|snapshot| snapshot.access.as_ref());
    let lanes: Vec<String> = access
        .map(|access| {
            access
                .addresses
                .iter()
                .filter(|(_, at)| *at < address + bytes && address < at + u64::from(access.bytes))
        })
        .into_iter()
        .flatten()
        .map(|(lane, _)| lane.to_string())
        .collect();
    if !lanes.is_empty() {
        facts.push((text::ACCESSED_BY, html! { lanes.join(", ") }));
    }
    facts
}
