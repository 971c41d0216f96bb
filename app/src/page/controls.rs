//! What the views share: what each of them is given, the selects and buttons that several have, and how an event becomes
//! an action.

use std::rc::Rc;

use lanescope_core::session::{
    PanelInfo, Region, Run,
    figure::Pages,
    vocabulary::{Buffer, TimeUnit},
};
use web_sys::{HtmlInputElement, HtmlSelectElement, HtmlTextAreaElement};
use yew::prelude::*;

use super::{Send, icon::icon, study::Offers};
use crate::{
    format::Radix,
    protocol::Frame,
    state::{Action, Answer, Edit, Lit, Panes, Shared, SourceMap, State, Studying, view::ELEMENTS},
    text,
};

/// What forms of studies show.
#[derive(Default, PartialEq)]
pub struct StudyProps {
    /// The study that is under way, and what became of each.
    pub studying: Studying,
    /// The studies that are of another document than the one that is open.
    pub old: Vec<String>,
    /// What there is to choose from.
    pub offers: Offers,
}

/// What every panel is given.
#[derive(Clone, Properties, PartialEq)]
pub struct Props {
    /// The last frame.
    pub frame: Option<Shared<Frame>>,
    /// The units that have a row.
    pub rows: Shared<Vec<u32>>,
    /// The figures of open panels.
    pub figures: Vec<Answer>,
    /// What forms of studies show.
    pub study: Rc<StudyProps>,
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
    /// Milliseconds of a cycle while it plays.
    pub pace: Option<f64>,
    /// The window of the timeline, in fractions of cycles.
    pub window: (f64, f64),
    /// The unit that axes count in.
    pub time: Rc<TimeUnit>,
    /// Is the page dark?
    pub dark: bool,
    /// Where actions go.
    pub send: Send,
}

impl Props {
    /// The answer of a panel, as last sent.
    pub fn answer(&self, id: &str) -> Option<&Answer> {
        self.figures.iter().find(|answer| answer.panel == id)
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

/// A select for the width of elements.
pub fn width_select(props: &Props) -> Html {
    let change =
        props.send.reform(|event: Event| Action::ElementBits(chosen(&event).parse().unwrap_or_default()));
    let options = ELEMENTS.iter().map(|bits| {
        let words = if *bits == 0 { text::ELEMENTS_OWN.into() } else { format!("e{bits}") };
        html! { <option value={bits.to_string()} selected={*bits == props.panes.element_bits}>{ words }</option> }
    });
    html! { <label class="field">{ text::ELEMENTS_AS }<select onchange={change}>{ for options }</select></label> }
}

/// A select for the memory: the buffers, and work-group memory if there is any.
pub fn region_select(props: &Props) -> Html {
    let Some(run) = &props.run else { return html! {} };
    let unit = props.panes.unit;
    let change = props.send.reform(move |event: Event| {
        let value = chosen(&event);
        Action::Region(value.parse().map_or(Region::Local(unit), Region::Buffer))
    });
    let here = |index: usize| props.panes.region == Region::Buffer(index as u32);
    let name = |buffer: &Buffer| {
        let (name, element) = (&buffer.name, buffer.element);
        format!("{name} · {} × {element}", buffer.bytes / u64::from(element.bytes()))
    };
    html! {
        <label class="field">{ text::REGION }
            <select onchange={change}>
                { for run.buffers.iter().enumerate().map(|(index, buffer)| html! {
                    <option value={index.to_string()} selected={here(index)}>{ name(buffer) }</option>
                }) }
                if run.local_bytes > 0 {
                    <option value="local" selected={matches!(props.panes.region, Region::Local(_))}>{ text::LOCAL_REGION }</option>
                }
            </select>
        </label>
    }
}

/// Buttons that turn the pages of a panel.
pub fn page_turns(props: &Props, panel: &PanelInfo, pages: &Pages) -> Html {
    let size = panel.page().unwrap_or(pages.shown);
    let (back, on) = (pages.first.saturating_sub(size), pages.first + size);
    let turn = |to: u64| {
        let id = panel.id.to_string();
        props.send.reform(move |_: MouseEvent| Action::Turn(id.clone(), to))
    };
    html! {
        <span class="pages">
            <button class="quiet" disabled={pages.first == 0} onclick={turn(back)}>{ text::PAGE_BACK }</button>
            if pages.names.is_empty() {
                <span>{ text::pages(pages) }</span>
            } else {
                { page_select(props, panel, pages) }
            }
            <button class="quiet" disabled={on >= pages.all} onclick={turn(on)}>{ text::PAGE_ON }</button>
        </span>
    }
}

/// A select for what a page shows, by name.
fn page_select(props: &Props, panel: &PanelInfo, pages: &Pages) -> Html {
    let id = panel.id.to_string();
    let change = props
        .send
        .reform(move |event: Event| Action::Turn(id.clone(), chosen(&event).parse().unwrap_or_default()));
    let options = (0..).zip(&pages.names).map(|(at, name): (u64, _)| {
        html! { <option value={at.to_string()} selected={at == pages.first}>{ name }</option> }
    });
    html! { <select aria-label={pages.of.clone()} onchange={change}>{ for options }</select> }
}

/// The way from the whole machine to the box that a diagram looks into: each step is a button back.
pub fn way_out(props: &Props, panel: &PanelInfo) -> Html {
    let zoom = &props.panes.zoom;
    let step = |label: String, path: String, here: bool| {
        let id = panel.id.to_string();
        let back = props.send.reform(move |_: MouseEvent| Action::LookInto(id.clone(), path.clone()));
        html! { <button class="quiet" aria-current={here.then_some("location")} disabled={here} onclick={back}>{ label }</button> }
    };
    let ends = zoom.match_indices('/').map(|(at, _)| at).chain([zoom.len()]).filter(|end| *end > 0);
    html! {
        <nav class="pages" aria-label={text::LOOKS_INTO}>
            { step(text::WHOLE_MACHINE.into(), String::new(), zoom.is_empty()) }
            { for ends.map(|end| {
                let path = &zoom[..end];
                step(path.rsplit('/').next().unwrap_or(path).to_string(), path.into(), end == zoom.len())
            }) }
        </nav>
    }
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

/// Puts the select that an event comes from back to the row without a value.
pub fn reset(event: &Event) {
    if let Some(select) = event.target_dyn_into::<HtmlSelectElement>() {
        select.set_value("");
    }
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
