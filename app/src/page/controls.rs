//! What the views share: what each of them is given, the selects and buttons that several have, and how an event becomes
//! an action.

use std::rc::Rc;

use lanescope_core::session::{Figure, Run};
use web_sys::{HtmlInputElement, HtmlSelectElement, HtmlTextAreaElement};
use yew::prelude::*;

use super::{Send, icon::icon};
use crate::{
    format::Radix,
    protocol::Frame,
    state::{Action, Edit, Lit, Mark, Panes, Shared, SourceMap, State},
    text,
};

/// What every panel is given.
#[derive(Clone, Properties, PartialEq)]
pub struct Props {
    /// The last frame.
    pub frame: Option<Shared<Frame>>,
    /// The units that have a row.
    pub rows: Shared<Vec<u32>>,
    /// The figures of open panels, by the panels' ids.
    pub figures: Vec<(String, Shared<Figure>)>,
    /// The frame at the last other cycle.
    pub before: Option<Shared<Frame>>,
    /// The run.
    pub run: Option<Shared<Run>>,
    /// Source and instructions.
    pub map: Shared<SourceMap>,
    /// What is open and selected.
    pub panes: Panes,
    /// What lights up.
    pub lit: Rc<Lit>,
    /// The cycle under the cursor.
    pub cursor: u64,
    /// The window of the timeline, in fractions of cycles.
    pub window: (f64, f64),
    /// Is the page dark?
    pub dark: bool,
    /// Where actions go.
    pub send: Send,
}

impl Props {
    /// The figure of a panel, as last sent.
    pub fn figure(&self, id: &str) -> Option<Shared<Figure>> {
        self.figures.iter().find(|(known, _)| known == id).map(|(_, figure)| figure.clone())
    }

    /// The same with another unit selected, if there is one.
    pub fn of_unit(&self, unit: Option<u32>) -> Props {
        let unit = unit.unwrap_or(self.panes.unit);
        Props { panes: Panes { unit, ..self.panes.clone() }, ..self.clone() }
    }
}

/// A select for the unit, for panels that show one.
pub fn unit_select(props: &Props) -> Html {
    let Some(run) = &props.run else { return html! {} };
    let change = props.send.reform(|event: Event| Action::Unit(chosen(&event).parse().unwrap_or(0)));
    let rows = props.rows.iter().filter_map(|at| Some((*at, run.units.get(*at as usize)?)));
    let options = rows.map(|(at, unit)| {
        html! { <option value={at.to_string()} selected={at == props.panes.unit}>{ &unit.name }</option> }
    });
    html! { <label class="field">{ text::UNIT }<select onchange={change}>{ for options }</select></label> }
}

/// Buttons that zoom around the cursor.
pub fn zoom(send: &Send, cursor: u64) -> Html {
    let around = cursor as f64;
    let button = |label: &'static str, sign: &'static str, action: Action| {
        let click = send.reform(move |_: MouseEvent| action.clone());
        html! { <button class="quiet icon" title={label} aria-label={label} onclick={click}>{ icon(sign) }</button> }
    };
    html! {
        <span class="zoom">
            { button(text::ZOOM_OUT, "minus", Action::Zoom(2.0, around)) }
            { button(text::ZOOM_IN, "plus", Action::Zoom(0.5, around)) }
            { button(text::FIT, "fit", Action::Window(None)) }
        </span>
    }
}

/// A select for the radix.
pub fn radix_select(props: &Props) -> Html {
    let change =
        props.send.reform(|event: Event| Action::Radix(Radix::named(&chosen(&event)).unwrap_or_default()));
    let options = Radix::ALL.iter().map(|radix| {
        html! { <option value={radix.name()} selected={*radix == props.panes.radix}>{ radix.name() }</option> }
    });
    html! { <label class="field">{ text::RADIX }<select onchange={change}>{ for options }</select></label> }
}

/// The value of the select or input that an event comes from.
pub fn chosen(event: &Event) -> String {
    let select = event.target_dyn_into::<HtmlSelectElement>().map(|element| element.value());
    let input = || event.target_dyn_into::<HtmlInputElement>().map(|element| element.value());
    let area = || event.target_dyn_into::<HtmlTextAreaElement>().map(|element| element.value());
    select.or_else(input).or_else(area).unwrap_or_default()
}

/// Every preset as an option, by machine.
pub fn preset_options(state: &State, chosen_id: &str) -> Html {
    state
        .catalog
        .machines
        .iter()
        .map(|machine| {
            html! {
                <optgroup label={machine.name.clone()}>
                    { for machine.presets.iter().map(|preset| html! {
                        <option value={preset.id.clone()} selected={preset.id == chosen_id} title={preset.doc.clone()}>
                            { &preset.name }
                        </option>
                    }) }
                </optgroup>
            }
        })
        .collect()
}

/// An action that edits the document, with the time that undo needs.
pub fn edit<E: 'static>(send: &Send, make: impl Fn(E) -> Edit + 'static) -> Callback<E> {
    send.reform(move |event| Action::Edit(make(event), js_sys::Date::now()))
}

/// An instruction that can be pointed at.
pub fn place(props: &Props, pc: u32) -> Html {
    let enter = props.send.reform(move |_: MouseEvent| Action::Hover(Some(Mark::Pc(pc))));
    let leave = props.send.reform(|_: MouseEvent| Action::Hover(None));
    let pick = props.send.reform(move |_: MouseEvent| Action::Pick(Some(Mark::Pc(pc))));
    let lit = props.lit.pcs.contains(&pc).then_some("lit");
    html! {
        <button class={classes!("quiet", "place", lit)} onmouseenter={enter} onmouseleave={leave} onclick={pick}>
            <code><b>{ format!("{pc:03}") }</b>{ " " }{ props.map.text(pc) }</code>
        </button>
    }
}
