//! The registers of the selected warp: a row for each register, a column for each lane. Values that differ from those
//! at the last stop are marked.

use lanescope_core::session::{
    Snapshot,
    vocabulary::{Registers, radix::is_float_register},
};
use yew::prelude::*;

use super::controls::{Props, radix_select, unit_select};
use crate::{
    format,
    format::Radix,
    state::{Action, Mark},
    text,
};

/// Rows of the table; a kernel with more registers scrolls through pages of them.
const ROWS: usize = 64;

/// See the module.
#[component]
pub fn RegisterTable(props: &Props) -> Html {
    let page = use_state(|| 0usize);
    let snapshot = snapshot(&props.frame);
    let registers =
        snapshot.map(|snapshot| &snapshot.registers).filter(|registers| !registers.names.is_empty());
    let before = same_unit(props).then(|| snapshot_of(&props.before)).flatten();
    let active = snapshot.and_then(|snapshot| Some(snapshot.units.get(props.panes.unit as usize)?.active));
    let pc =
        snapshot.and_then(|snapshot| snapshot.units.get(props.panes.unit as usize)?.pc).unwrap_or(u32::MAX);
    let Some(registers) = registers else {
        return html! {
            <div class="scroll"><div class="tools">{ unit_select(props) }</div><p class="empty">{ text::REGISTERS_EMPTY }</p></div>
        };
    };
    let count = registers.names.len();
    let first = (*page * ROWS).min(count.saturating_sub(1) / ROWS * ROWS);
    let turn = |by: isize| {
        let page = page.clone();
        Callback::from(move |_: MouseEvent| page.set(page.saturating_add_signed(by)))
    };
    html! {
        <div class="scroll" tabindex="0" role="group" aria-label={text::REGISTERS_TITLE}>
            <div class="tools">
                { unit_select(props) }{ radix_select(props) }
                if count > ROWS {
                    <button class="quiet" disabled={first == 0} onclick={turn(-1)}>{ text::PAGE_BACK }</button>
                    <button class="quiet" disabled={first + ROWS >= count} onclick={turn(1)}>{ text::PAGE_ON }</button>
                }
                <span class="note"><i class="fresh"></i>{ text::JUST_CHANGED_NOTE }</span>
            </div>
            <table class="values">
                <thead><tr>
                    <th>{ text::REGISTER }</th>
                    { for (0..registers.lanes).map(|lane| head(props, lane, active.is_none_or(|mask| mask.has(lane)))) }
                </tr></thead>
                <tbody>
                    { for (first..count.min(first + ROWS)).map(|index| row(props, registers, before, pc, index)) }
                </tbody>
            </table>
        </div>
    }
}

fn snapshot(frame: &Option<crate::state::Shared<crate::protocol::Frame>>) -> Option<&Snapshot> {
    frame.as_ref().and_then(|frame| frame.snapshot.as_ref())
}

fn snapshot_of(frame: &Option<crate::state::Shared<crate::protocol::Frame>>) -> Option<&Registers> {
    snapshot(frame).map(|snapshot| &snapshot.registers)
}

/// Registers of another warp are no earlier values of this one's.
fn same_unit(props: &Props) -> bool {
    let unit = |frame: &Option<crate::state::Shared<crate::protocol::Frame>>| {
        frame.as_ref().map(|frame| frame.view.unit)
    };
    unit(&props.frame) == unit(&props.before)
}

fn head(props: &Props, lane: u32, active: bool) -> Html {
    let unit = props.panes.unit;
    let class = classes!((!active).then_some("off"), (props.lit.lane == Some(lane)).then_some("lit"));
    let click = props.send.reform(move |_: MouseEvent| Action::Pick(Some(Mark::Lane(unit, lane))));
    html! { <th scope="col" {class} onclick={click}>{ lane }</th> }
}

fn row(props: &Props, registers: &Registers, before: Option<&Registers>, pc: u32, index: usize) -> Html {
    let lanes = registers.lanes as usize;
    let values = registers.values.get(index * lanes..(index + 1) * lanes).unwrap_or_default();
    let old = before.filter(|old| old.names == registers.names && old.lanes == registers.lanes);
    let old = old.and_then(|old| old.values.get(index * lanes..(index + 1) * lanes));
    let bits = u32::from(registers.bits.get(index).copied().unwrap_or(32));
    let name = &registers.names[index];
    let write = |value: u64| match props.panes.radix {
        Radix::Auto => automatic(value, bits, name, props.map.radix(name, pc, bits)),
        chosen => format::value(value, bits, chosen),
    };
    let enter = props.send.reform(move |_: MouseEvent| Action::Hover(Some(Mark::Register(index))));
    let leave = props.send.reform(|_: MouseEvent| Action::Hover(None));
    let class = (props.lit.register == Some(index)).then_some("lit");
    html! {
        <tr {class} onmouseenter={enter} onmouseleave={leave}>
            <th scope="row"><code>{ name }</code></th>
            { for values.iter().enumerate().map(|(lane, value)| {
                let fresh = old.is_some_and(|old| old[lane] != *value);
                let lit = props.lit.lane == Some(lane as u32);
                let class = classes!(fresh.then_some("fresh"), lit.then_some("lit"));
                html! { <td {class}>{ write(*value) }</td> }
            }) }
        </tr>
    }
}

/// A value as its register and the program say. A short float in a long register has ones above.
fn automatic(value: u64, bits: u32, name: &str, radix: Radix) -> String {
    let boxed = bits == 64 && value >> 32 == 0xFFFF_FFFF && is_float_register(name);
    match radix {
        Radix::Float if boxed => format::value(value & 0xFFFF_FFFF, 32, radix),
        Radix::Hex => format::word(value, bits),
        radix => format::value(value, bits, radix),
    }
}
