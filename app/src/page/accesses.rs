//! The memory access of the selected warp: which lanes need which segments and sectors, or which banks in which pass.

use lanescope_core::session::vocabulary::{Access, Segment};
use yew::prelude::*;

use super::controls::{Props, place, unit_select};
use crate::{
    state::{Action, Mark},
    text,
};

/// See the module.
#[component]
pub fn Accesses(props: &Props) -> Html {
    let snapshot = props.frame.as_ref().and_then(|frame| frame.snapshot.as_ref());
    let access = snapshot.and_then(|snapshot| snapshot.access.as_ref());
    let lanes = props
        .run
        .as_ref()
        .and_then(|run| run.units.get(props.panes.unit as usize))
        .map_or(0, |unit| unit.lanes);
    html! {
        <div class="scroll" tabindex="0" role="group" aria-label={text::ACCESSES_TITLE}>
            <div class="tools">{ unit_select(props) }</div>
            if let Some(access) = access {
                <p class="summary">{ place(props, access.pc) }{ text::access(access) }</p>
                if !access.segments.is_empty() { { segments(props, access) } }
                if access.banks.0 > 0 { { banks(props, access) } }
                { addresses(props, access, lanes) }
            } else {
                <p class="empty">{ text::ACCESS_EMPTY }</p>
            }
        </div>
    }
}

/// A ruler for each segment: touched sectors, and the bytes of each lane.
fn segments(props: &Props, access: &Access) -> Html {
    html! {
        <div class="segments">
            <h3>{ text::segments(access.segments.len()) }</h3>
            { for access.segments.iter().map(|segment| ruler(props, access, segment)) }
        </div>
    }
}

fn ruler(props: &Props, access: &Access, segment: &Segment) -> Html {
    let bytes = f64::from(segment.bytes.max(1));
    let x = |at: u64| at.saturating_sub(segment.base) as f64 / bytes * 100.0;
    let sectors = segment.bytes.div_ceil(32).clamp(1, 8);
    let width = 100.0 / f64::from(sectors);
    let inside = access
        .addresses
        .iter()
        .filter(|(_, at)| (segment.base..segment.base + u64::from(segment.bytes)).contains(at));
    let lane_width = (f64::from(access.bytes) / bytes * 100.0).max(0.4);
    html! {
        <div class="ruler">
            <code>{ format!("{:#x}", segment.base) }</code>
            <svg viewBox="0 0 100 12" preserveAspectRatio="none" aria-hidden="true">
                { for (0..sectors).map(|sector| {
                    let on = segment.sectors >> sector & 1 == 1;
                    html! {
                        <rect class={if on { "sector on" } else { "sector" }} x={(f64::from(sector) * width).to_string()} y="0"
                            width={(width - 0.3).to_string()} height="12" />
                    }
                }) }
                { for inside.map(|(lane, at)| {
                    let class = if props.lit.lane == Some(*lane) || props.lit.touches(*at, u64::from(access.bytes)) { "lane lit" } else { "lane" };
                    html! { <rect {class} x={x(*at).to_string()} y="3" width={(lane_width * 0.9).to_string()} height="6" /> }
                }) }
            </svg>
            <span>{ text::lanes(segment.lanes.count()) }</span>
        </div>
    }
}

/// Banks side by side; in each the lanes that want it, by pass.
fn banks(props: &Props, access: &Access) -> Html {
    let (count, width) = access.banks;
    let bank = |address: u64| (address / u64::from(width.max(1)) % u64::from(count.max(1))) as u32;
    html! {
        <div class="banks">
            <h3>{ text::passes(access.passes.len()) }</h3>
            <table>
                <thead><tr><th>{ text::PASS_NUMBER }</th>{ for (0..count).map(|bank| html! { <th scope="col">{ bank }</th> }) }</tr></thead>
                <tbody>{ for access.passes.iter().enumerate().map(|(pass, mask)| html! {
                    <tr>
                        <th scope="row">{ pass + 1 }</th>
                        { for (0..count).map(|column| {
                            let here = access.addresses.iter().filter(|(lane, at)| mask.has(*lane) && bank(*at) == column);
                            let lanes: Vec<String> = here.map(|(lane, _)| lane.to_string()).collect();
                            let class = classes!((!lanes.is_empty()).then_some("on"), (props.lit.bank == Some(column)).then_some("lit"));
                            let enter = props.send.reform(move |_: MouseEvent| Action::Hover(Some(Mark::Bank(column))));
                            let leave = props.send.reform(|_: MouseEvent| Action::Hover(None));
                            html! { <td {class} onmouseenter={enter} onmouseleave={leave}>{ lanes.join(" ") }</td> }
                        }) }
                    </tr>
                }) }</tbody>
            </table>
        </div>
    }
}

fn addresses(props: &Props, access: &Access, lanes: u32) -> Html {
    let unit = props.panes.unit;
    html! {
        <table class="values addresses">
            <thead><tr><th>{ text::LANE }</th>{ for (0..lanes).map(|lane| html! { <th scope="col">{ lane }</th> }) }</tr></thead>
            <tbody><tr>
                <th scope="row">{ text::ADDRESS }</th>
                { for (0..lanes).map(|lane| {
                    let at = access.addresses.iter().find(|(known, _)| *known == lane).map(|(_, at)| *at);
                    let enter = props.send.reform(move |_: MouseEvent| Action::Hover(Some(Mark::Lane(unit, lane))));
                    let leave = props.send.reform(|_: MouseEvent| Action::Hover(None));
                    let lit = at.is_some_and(|at| props.lit.touches(at, u64::from(access.bytes))) || props.lit.lane == Some(lane);
                    html! {
                        <td class={lit.then_some("lit")} onmouseenter={enter} onmouseleave={leave}>
                            { at.map(|at| format!("{at:x}")).unwrap_or_default() }
                        </td>
                    }
                }) }
            </tr></tbody>
        </table>
    }
}
