//! The divergence stack of the selected warp, bottom first as it grew.

use lanescope_core::session::vocabulary::{LaneMask, StackRow};
use yew::prelude::*;

use super::controls::{Props, place, unit_select};
use crate::text;

/// See the module.
#[component]
pub fn Stack(props: &Props) -> Html {
    let unit = props.panes.unit as usize;
    let state = props.frame.as_ref().and_then(|frame| frame.snapshot.as_ref()?.units.get(unit).cloned());
    let lanes = props.run.as_ref().and_then(|run| run.units.get(unit)).map_or(0, |unit| unit.lanes);
    let stack = state.map(|state| state.stack).unwrap_or_default();
    html! {
        <div class="scroll" tabindex="0" aria-label={text::STACK_TITLE} role="group">
            <div class="tools">{ unit_select(props) }</div>
            if stack.is_empty() {
                <p class="empty">{ text::STACK_EMPTY }</p>
            } else {
                <table class="stack">
                    <thead><tr>
                        <th>{ text::STACK_ENTRY }</th><th>{ text::STACK_JOIN }</th><th>{ text::STACK_NEXT }</th><th>{ text::STACK_LANES }</th>
                    </tr></thead>
                    <tbody>{ for stack.iter().enumerate().map(|(at, row)| entry(props, at, stack.len(), row, lanes)) }</tbody>
                </table>
            }
        </div>
    }
}

fn entry(props: &Props, at: usize, count: usize, row: &StackRow, lanes: u32) -> Html {
    let top = at + 1 == count;
    html! {
        <tr class={top.then_some("top-entry")}>
            <th scope="row">{ if top { text::STACK_TOP.to_string() } else { at.to_string() } }</th>
            <td>{ row.reconverge.map_or_else(|| html! { text::STACK_EXIT }, |pc| place(props, pc)) }</td>
            <td>{ place(props, row.next) }</td>
            <td>{ mask(row.lanes, lanes) }</td>
        </tr>
    }
}

/// Lanes as a row of bits.
pub fn mask(mask: LaneMask, lanes: u32) -> Html {
    let label = format!("{mask:width$}", width = lanes as usize);
    html! {
        <span class="mask" role="img" aria-label={label}>
            { for (0..lanes.min(64)).map(|lane| html! { <i class={if mask.has(lane) { "on" } else { "" }}></i> }) }
        </span>
    }
}
