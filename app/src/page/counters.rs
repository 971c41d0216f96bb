//! Where the slots went, and the counters.

use lanescope_core::session::{
    Report, Strip,
    vocabulary::{Cause, CauseRow, Causes},
};
use yew::prelude::*;

use super::{
    Send,
    legend::{fill, swatch},
};
use crate::{
    format::{grouped, percent, seconds},
    state::{Action, Mark, State},
    text,
};

/// Both, side by side.
pub fn section(state: &State, send: &Send) -> Html {
    let report =
        state.frame.as_ref().and_then(|frame| frame.report.as_ref()).filter(|report| report.slots_total > 0);
    let ahead = whole(&state.strip);
    html! {
        <div class="numbers">
            <section class="stalls" aria-label={text::STALLS}>
                if let Some(report) = report {
                    <h2>{ text::STALLS }{ idle(state, report) }</h2>
                    { stalls(state.causes(), &report.slots, report.slots_total, send) }
                } else if ahead.iter().any(|slots| *slots > 0) {
                    <h2>{ text::stalls_ahead(state.recording()) }</h2>
                    { stalls(&state.strip.causes, &ahead, ahead.iter().sum(), send) }
                } else {
                    <h2>{ text::STALLS }</h2>
                    <p class="empty">{ nothing(state) }</p>
                }
            </section>
            <section class="counters" aria-label={text::COUNTERS}>
                <h2>{ text::COUNTERS }</h2>
                if let Some(report) = report { { counters(state, report) } } else { { counters_ahead(state, send) } }
            </section>
        </div>
    }
}

/// How many schedulers have no work in the whole run.
fn idle(state: &State, report: &Report) -> Html {
    let all = state.build.run.as_ref().map_or(0, |run| run.slots.len() as u64);
    let idle = report.slots_idle / report.cycles.max(1);
    html! { if idle > 0 { <small>{ text::idle_schedulers(idle, all) }</small> } }
}

/// Slots by cause of everything that is known of the run.
fn whole(strip: &Strip) -> Vec<u64> {
    let of = |cause: usize| {
        strip.columns.iter().filter_map(|column| column.get(cause)).map(|n| u64::from(*n)).sum()
    };
    (0..strip.causes.count()).map(of).collect()
}

/// Why there are no numbers.
fn nothing(state: &State) -> &'static str {
    if state.answered() && state.build.run.is_none() { text::COUNTERS_NO_RUN } else { text::COUNTERS_EMPTY }
}

/// At the start of the run nothing has been counted; the numbers of the whole run are at its end.
fn counters_ahead(state: &State, send: &Send) -> Html {
    let click = send.reform(|_: MouseEvent| Action::ToEnd);
    html! {
        <p class="idle">
            { nothing(state) }
            if state.build.run.is_some() { <button onclick={click}>{ text::SEE_WHOLE_RUN }</button> }
        </p>
    }
}

fn stalls(causes: &Causes, slots: &[u64], total: u64, send: &Send) -> Html {
    let rows: Vec<((Cause, &CauseRow), u64)> =
        causes.rows().zip(slots.iter().copied()).filter(|(_, slots)| *slots > 0).collect();
    html! {
        <>
            <div class="bar" aria-hidden="true">
                { for rows.iter().map(|((_, row), slots)| {
                    let share = *slots as f64 * 100.0 / total.max(1) as f64;
                    html! { <span title={row.label.to_string()} style={format!("width: {share:.3}%; background: {}", fill(row.swatch))}></span> }
                }) }
            </div>
            <div class="scroll" tabindex="0" role="group" aria-label={text::STALLS}>
                <table>
                    <thead class="hidden"><tr><th>{ text::CAUSE }</th><th>{ text::SLOTS }</th><th>{ text::SHARE_OF_ALL }</th></tr></thead>
                    <tbody>
                        { for rows.iter().map(|(cause, slots)| stall(*cause, *slots, total, send)) }
                        <tr class="total">
                            <th scope="row">{ text::TOTAL }</th>
                            <td>{ grouped(total) }</td>
                            <td>{ percent(rows.iter().map(|(_, slots)| slots).sum(), total) }</td>
                        </tr>
                    </tbody>
                </table>
            </div>
        </>
    }
}

fn stall((cause, row): (Cause, &CauseRow), slots: u64, total: u64, send: &Send) -> Html {
    let enter = send.reform(move |_: MouseEvent| Action::Hover(Some(Mark::Cause(cause))));
    let leave = send.reform(|_: MouseEvent| Action::Hover(None));
    html! {
        <tr onmouseenter={enter} onmouseleave={leave} title={row.doc.to_string()}>
            <th scope="row">{ swatch(row) }{ &*row.label }</th>
            <td>{ grouped(slots) }</td>
            <td>{ percent(slots, total) }</td>
        </tr>
    }
}

fn counters(state: &State, report: &Report) -> Html {
    let infos = state.build.run.iter().flat_map(|run| &run.counters);
    let work = &report.work;
    let per_cycle = if report.cycles == 0 { 0.0 } else { work.instructions as f64 / report.cycles as f64 };
    let main = [
        (text::COUNTER_CYCLES, grouped(report.cycles)),
        (text::COUNTER_TIME, seconds(report.seconds)),
        (text::COUNTER_IPC, format!("{per_cycle:.3}")),
        (text::COUNTER_LANES, percent(work.lane_operations, work.lane_slots)),
    ];
    html! {
        <div class="scroll" tabindex="0" role="group" aria-label={text::COUNTERS}>
            <dl class="counters">
                { for main.iter().map(|(name, value)| html! { <div><dt>{ *name }</dt><dd>{ value }</dd></div> }) }
                { for report.counters.iter().zip(infos).map(|(reading, info)| html! {
                    <div title={format!("{} ({})", info.doc, info.unit)} key={reading.id.clone()}>
                        <dt>{ reading.id.replace('_', " ") }</dt><dd>{ grouped(reading.value) }</dd>
                    </div>
                }) }
            </dl>
        </div>
    }
}
