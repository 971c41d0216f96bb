//! Several machines with the same document: a picture of each run above the next, one cursor for all, and their numbers
//! side by side.

use std::rc::Rc;

use lanescope_core::session::{
    ComparedRow, Figure, Report, Status, Strip, compare,
    figure::{Cells, Form, Picture, Takes, View, axis::gutter, beside, diagram::Kept, panel::Place},
    panels::stacks,
    vocabulary::{Diagnostic, MachineChoice, TimeUnit},
};
use yew::prelude::*;

use super::{
    Send,
    canvas::{Canvas, Touch, use_canvas_size},
    controls::{chosen, edit, preset_options, zoom},
    icon::icon,
    legend::fill,
    marked::marked,
    phase::use_phase,
};
use crate::{
    format::grouped,
    state::{Action, Edit, Shared, State, beside::MOST, beside::Pace},
    text,
};

/// The button of the top bar.
pub fn button(state: &State, send: &Send) -> Html {
    let on = state.comparing();
    let click = match (on, proposal(state)) {
        (true, _) => edit(send, |_: MouseEvent| Edit::CompareNone),
        (false, Some(machine)) => edit(send, move |_: MouseEvent| Edit::Compare(machine.clone())),
        (false, None) => Callback::noop(),
    };
    html! {
        <button class="quiet wide" title={text::COMPARE_HINT} aria-label={text::COMPARE} aria-pressed={on.to_string()} disabled={proposal(state).is_none()} onclick={click}>
            { icon("compare") }<span>{ text::COMPARE }</span>
        </button>
    }
}

/// A machine to compare with: the first preset of another machine, else another preset of this one.
pub fn proposal(state: &State) -> Option<MachineChoice> {
    let own = state.machine().map(|machine| machine.id.clone());
    let used = |id: &String| state.machines_compared().any(|machine| machine.preset == *id);
    let other = state.catalog.machines.iter().filter(|machine| Some(&machine.id) != own.as_ref());
    let first = other.filter_map(|machine| machine.presets.first());
    let rest = state.catalog.machines.iter().flat_map(|machine| &machine.presets);
    let found = first.chain(rest).find(|preset| !used(&preset.id))?;
    Some(MachineChoice { preset: found.id.clone(), changes: Vec::new() })
}

/// The section that takes the place of the views.
pub fn section(state: &State, send: &Send) -> Html {
    let add = proposal(state).filter(|_| state.doc.compare.len() < MOST).map(|machine| {
        let click = edit(send, move |_: MouseEvent| Edit::Compare(machine.clone()));
        html! { <button class="quiet" onclick={click}>{ icon("plus") }<span>{ text::COMPARE_ADD }</span></button> }
    });
    // Diagrams are high and need no long axis of cycles: they stand beside each other.
    let abreast = state.panel_beside().is_some_and(|panel| panel.takes(Takes::Zoom));
    html! {
        <section class="compare" aria-label={text::COMPARE}>
            <header>
                <h2>{ text::COMPARE }</h2>
                { shown(state, send) }
                { pace(state, send) }
                { for add }
                { zoom(send, state.cursor()) }
                <button class="quiet" onclick={edit(send, |_: MouseEvent| Edit::CompareNone)}>{ text::COMPARE_STOP }</button>
            </header>
            <p class="says">{ text::COMPARE_SAYS }</p>
            <div class={classes!("runs", abreast.then_some("abreast"))}>
                { own(state, send) }
                { for (0..state.beside.len()).map(|at| other(state, send, at)) }
            </div>
            { table(state) }
        </section>
    }
}

/// The choice of the picture of each run.
fn shown(state: &State, send: &Send) -> Html {
    let now = state.panel_beside().map(|panel| panel.id.clone());
    let change = send.reform(|event: Event| Action::BesidePanel(chosen(&event)));
    html! {
        <label class="field">{ text::COMPARE_SHOW }
            <select onchange={change}>
                { for state.panels().iter().filter(|panel| panel.shows(Place::Beside)).map(|panel| html! {
                    <option value={panel.id.to_string()} selected={Some(&panel.id) == now.as_ref()}>{ &*panel.title }</option>
                }) }
            </select>
        </label>
    }
}

fn pace(state: &State, send: &Send) -> Html {
    let change = send.reform(|event: Event| Action::Pace(Pace::named(&chosen(&event)).unwrap_or_default()));
    let words = |pace| if pace == Pace::Cycle { text::PACE_CYCLE } else { text::PACE_SHARE };
    html! {
        <label class="field">{ text::COMPARE_PACE }
            <select onchange={change}>
                { for Pace::ALL.iter().map(|(pace, name)| html! {
                    <option value={*name} selected={*pace == state.panes.pace}>{ words(*pace) }</option>
                }) }
            </select>
        </label>
    }
}

fn own(state: &State, send: &Send) -> Html {
    let head = html! { <b>{ title(state, &state.doc.machine) }</b> };
    let problems = (!state.build.problems.is_empty()).then(|| state.build.problems.clone());
    let run = RunProps {
        status: state.status.clone(),
        strip: state.strip.clone(),
        figure: state.picture(),
        window: state.window_exact(),
        cursor: state.cursor().min(if state.status.complete { state.status.frontier } else { u64::MAX }),
        scale: 1.0,
        time: Rc::new(state.time()),
        dark: state.dark(),
        lasts: lasts(state),
        name: title(state, &state.doc.machine),
        send: send.clone(),
    };
    one(head, &run, problems)
}

fn other(state: &State, send: &Send, at: usize) -> Html {
    let (side, Some(choice)) = (&state.beside[at], state.doc.compare.get(at)) else { return html! {} };
    let with = edit(send, move |event: Event| Edit::CompareWith(at, chosen(&event)));
    let remove = edit(send, move |_: MouseEvent| Edit::Uncompare(at));
    let name = title(state, choice);
    let head = html! {
        <>
            <label class="field"><span class="hidden">{ text::COMPARE_WITH }</span>
                <select onchange={with}>{ preset_options(state, &choice.preset) }</select>
            </label>
            if !choice.changes.is_empty() { <small>{ text::changes(choice.changes.len()) }</small> }
            <button class="quiet icon" title={text::COMPARE_REMOVE} aria-label={format!("{} {name}", text::COMPARE_REMOVE)} onclick={remove}>{ icon("minus") }</button>
        </>
    };
    let (window, own) = (state.window_beside(at), state.window_exact());
    let run = RunProps {
        status: side.status.clone(),
        strip: side.strip.clone(),
        figure: side.picture.clone(),
        window,
        cursor: state.cursor_beside(at),
        scale: own.1 / window.1.max(1e-9),
        time: Rc::new(state.time_beside(at)),
        dark: state.dark(),
        lasts: lasts(state),
        name,
        send: send.clone(),
    };
    one(head, &run, side.run.clone().and_then(Result::err))
}

/// Milliseconds of a cycle while the runs play. A share of a run is no whole cycle: then nothing travels.
fn lasts(state: &State) -> Option<f64> {
    (state.play.on && state.panes.pace == Pace::Cycle).then(|| 1000.0 / state.play.rate())
}

/// The name of a machine's preset.
fn title(state: &State, choice: &MachineChoice) -> String {
    let presets = state.catalog.machines.iter().flat_map(|machine| &machine.presets);
    let known = presets.into_iter().find(|preset| preset.id == choice.preset);
    known.map_or_else(|| choice.preset.clone(), |preset| preset.name.clone())
}

fn one(head: Html, run: &RunProps, problems: Option<Shared<Vec<Diagnostic>>>) -> Html {
    let (cycle, progress) = match problems {
        Some(_) => (String::new(), text::NO_RUN.into()),
        None => (grouped(run.cursor), text::progress(&run.status)),
    };
    html! {
        <div class="run-of">
            <div class="head">{ head }<span class="where"><b>{ cycle }</b><small>{ progress }</small></span></div>
            if let Some(problems) = problems {
                <ul class="problems">{ for problems.iter().map(|problem| html! { <li class="error"><p>{ marked(&problem.message) }</p></li> }) }</ul>
            } else {
                <RunView ..run.clone() />
            }
        </div>
    }
}

#[derive(Clone, Properties, PartialEq)]
struct RunProps {
    status: Status,
    strip: Shared<Strip>,
    figure: Option<Shared<Figure>>,
    window: (f64, f64),
    cursor: u64,
    /// Cycles of the own run for one of this one.
    scale: f64,
    time: Rc<TimeUnit>,
    dark: bool,
    /// Milliseconds of a cycle, while the run plays.
    lasts: Option<f64>,
    name: String,
    send: Send,
}

#[component]
fn RunView(props: &RunProps) -> Html {
    let (size, onsize) = use_canvas_size();
    let columns = (size.0 - gutter(size.0)).max(0.0) as u32;
    {
        let send = props.send.clone();
        use_effect_with((columns, beside::rows(size.1)), move |(columns, rows)| {
            send.emit(Action::BesideSize(*columns, *rows));
        });
    }
    let form = props.figure.as_deref().and_then(|figure| figure.parts.first()).map(|part| &part.form);
    // The band on top fills its width; a diagram is as high as its boxes need, and the list of runs scrolls.
    let high = form.and_then(|form| beside::height(form, size.0));
    let phase = use_phase(high.is_some(), props.cursor, props.lasts);
    let kept = use_memo((), |()| Kept::default());
    let picture = picture(props, size, phase, &kept);
    let value = format!("{}: {}", props.name, text::at_cycle(props.cursor, &props.time));
    let (scale, factor) = (beside::scale(size.0, props.window), props.scale);
    let to = move |x: f64| Action::Scrub((scale.cycle(x).max(0.0) * factor) as u64);
    let ontouch = {
        let send = props.send.clone();
        Callback::from(move |touch| match touch {
            Touch::Click(x, _) | Touch::Drag(_, _, x) => send.emit(to(x)),
            Touch::Wheel(delta, _, true) => send.emit(Action::Pan(delta * factor / scale.pixels())),
            Touch::Wheel(delta, x, false) => {
                send.emit(Action::Zoom((delta * 0.0025).exp(), scale.cycle(x) * factor));
            }
            Touch::Pinch(by, x) => send.emit(Action::Zoom(1.0 / by, scale.cycle(x) * factor)),
            Touch::Hover(..) | Touch::Leave => {}
        })
    };
    let onkey = {
        let (send, around) = (props.send.clone(), props.cursor as f64 * factor);
        let page = (props.window.1 * factor / 4.0).max(1.0) as i64;
        Callback::from(move |key: String| {
            let action = match key.as_str() {
                "ArrowRight" => Action::Step(1),
                "ArrowLeft" => Action::Step(-1),
                "PageDown" => Action::Step(page),
                "PageUp" => Action::Step(-page),
                "+" | "=" => Action::Zoom(0.5, around),
                "-" => Action::Zoom(2.0, around),
                _ => return false,
            };
            send.emit(action);
            true
        })
    };
    let label = format!("{}. {}", props.name, text::COMPARE_LABEL);
    let style = match high {
        Some(high) => format!("touch-action: pan-y; min-height: {}px", high.ceil()),
        None => "touch-action: none".into(),
    };
    html! { <Canvas {picture} dark={props.dark} {label} {value} {onsize} {ontouch} {onkey} {style} scrolls={high.is_some()} /> }
}

/// The picture of a run.
fn picture(props: &RunProps, size: (f64, f64), phase: f64, kept: &Kept) -> Picture {
    let (window, cursor) = (props.window, Some(props.cursor));
    let view = View { window, cursor, phase, time: &props.time, kept: Some(kept), ..View::plain(size) };
    let bands = stacks(&props.strip);
    let known = props.figure.as_deref().and_then(|figure| figure.parts.first());
    // Until it is known there is an axis.
    let axis = Form::Cells(Cells::default());
    beside::draw(&view, &bands, props.status.frontier, known.map_or(&axis, |part| &part.form))
}

/// The numbers of all runs that have some.
fn table(state: &State) -> Html {
    let all = std::iter::once((&state.totals, &state.status))
        .chain(state.beside.iter().map(|side| (&side.totals, &side.status)));
    let runs: Vec<(String, &Report)> = state
        .machines_compared()
        .zip(all)
        .filter_map(|(machine, (totals, status))| {
            let more = if status.complete { String::new() } else { format!(" ({})", text::SO_FAR) };
            Some((format!("{}{more}", title(state, machine)), &**totals.as_ref()?))
        })
        .collect();
    if runs.is_empty() {
        return html! { <p class="empty">{ text::COMPARE_EMPTY }</p> };
    }
    let table = compare(&runs);
    html! {
        <div class="scroll" tabindex="0" role="group" aria-label={text::COMPARE_TABLE}>
            <table class="compared">
                <thead><tr>
                    <th scope="col">{ text::COMPARE_NUMBER }</th>
                    { for table.columns.iter().enumerate().map(|(at, name)| html! {
                        <>
                            <th scope="col">{ name }</th>
                            if at > 0 { <th scope="col">{ text::COMPARE_RATIO }</th> }
                        </>
                    }) }
                    <th scope="col"><span class="hidden">{ text::UNIT }</span></th>
                </tr></thead>
                <tbody>{ for table.rows.iter().map(row) }</tbody>
            </table>
        </div>
    }
}

fn row(row: &ComparedRow) -> Html {
    let swatch = row.swatch.map(|swatch| {
        html! { <span class="swatch" style={format!("background: {}", fill(swatch))}></span> }
    });
    html! {
        <tr title={row.doc.clone()} key={row.id.clone()} data-row={row.id.clone()}>
            <th scope="row">{ for swatch }{ &row.label }</th>
            { for (0..row.values.len()).map(|at| html! {
                <>
                    <td>{ row.value_text(at) }</td>
                    if at > 0 { <td class="ratio">{ row.ratio_text(at) }</td> }
                </>
            }) }
            <td class="unit">{ &row.unit }</td>
        </tr>
    }
}
