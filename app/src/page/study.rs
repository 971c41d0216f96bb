//! What a study is given, and how far it is. Its figure is shown as that of any panel.

use lanescope_core::session::{
    PanelInfo,
    figure::{StudyInput, panel::Of},
};
use yew::prelude::*;

use super::{
    controls::{Props, chosen},
    entry::Entry,
    marked::marked,
};
use crate::{
    state::{Action, State, study::Change},
    text,
};

/// Names that a form proposes, with what they mean.
pub type Offers = Vec<(Of, Vec<(String, String)>)>;

/// What there is to choose from in the open document.
pub fn offers(state: &State) -> Offers {
    let own = |of: Of, rows: Vec<(String, String)>| (of, rows);
    let settings = state.machine().into_iter().flat_map(|machine| &machine.settings);
    let report = state.frame.as_ref().and_then(|frame| frame.report.as_ref());
    let counters = state.build.run.iter().flat_map(|run| &run.counters);
    let measures = report.into_iter().flat_map(|report| &report.derived).filter_map(|measure| measure.info());
    let measures = measures.map(|info| (info.id.to_string(), info.doc.to_string()));
    let machines = state.catalog.machines.iter();
    let presets = machines.clone().flat_map(|machine| &machine.presets);
    vec![
        own(Of::Setting, settings.map(|row| (row.id.clone(), row.doc.clone())).collect()),
        own(
            Of::Measure,
            measures.chain(counters.map(|counter| (counter.id.clone(), counter.doc.clone()))).collect(),
        ),
        own(Of::Machine, machines.map(|machine| (machine.id.clone(), machine.name.clone())).collect()),
        own(Of::Presets, presets.map(|preset| (preset.id.clone(), preset.name.clone())).collect()),
    ]
}

/// The form of a study.
pub fn form(page: &Props, info: &PanelInfo, inputs: &[StudyInput]) -> Html {
    let id = info.id.to_string();
    let running = page.study.studying.running() == Some(&*id);
    let submit = {
        let (id, send) = (id.clone(), page.send.clone());
        Callback::from(move |event: SubmitEvent| {
            event.prevent_default();
            send.emit(Action::Study(Change::Begin(id.clone())));
        })
    };
    let stop = page.send.reform(|_: MouseEvent| Action::Study(Change::Stop));
    html! {
        <form class="study" onsubmit={submit}>
            <div class="tools">
                { for inputs.iter().map(|input| field(page, &id, input)) }
                if running {
                    <button type="button" onclick={stop}>{ text::STUDY_STOP }</button>
                } else {
                    <button>{ text::STUDY_BEGIN }</button>
                }
            </div>
            { how_far(page, info, running) }
        </form>
    }
}

fn field(page: &Props, study: &str, input: &StudyInput) -> Html {
    let entered = page.panes.entered.iter().find(|known| known.0 == study && known.1 == input.name);
    let value = entered.map_or_else(|| input.usual.to_string(), |known| known.2.clone());
    let (id, name) = (study.to_string(), input.name.to_string());
    let change = page
        .send
        .reform(move |event: Event| Action::Study(Change::Entered(id.clone(), name.clone(), chosen(&event))));
    let offered = page.study.offers.iter().find(|(of, _)| *of == input.of);
    let list = offered.map(|_| format!("{study}-{}", input.name));
    html! {
        <label class="field" title={input.says.to_string()}>{ &*input.name }
            <Entry value={value} list={list.clone()} onchange={change} />
            if let Some((_, rows)) = offered {
                <datalist id={list}>{ for rows.iter().map(|(value, says)| html! {
                    <option value={value.clone()}>{ says }</option>
                }) }</datalist>
            }
        </label>
    }
}

/// How far it is, what is wrong with it, or that it is of another document.
fn how_far(page: &Props, info: &PanelInfo, running: bool) -> Html {
    let study = &page.study;
    if running {
        let progress = study.studying.progress.as_ref();
        let (done, all) = progress.map_or((0, 1), |progress| (progress.done, progress.all));
        return html! {
            <p class="summary" role="status">
                <progress aria-label={text::STUDY_PROGRESS} value={done.to_string()} max={all.to_string()}></progress>
                { progress.map(text::study_progress).unwrap_or_default() }
            </p>
        };
    }
    match study.studying.outcome(&info.id) {
        None => html! { <p class="empty">{ marked(&info.empty) }</p> },
        Some(outcome) => match &outcome.figure {
            Err(why) => html! { <p class="summary bad" role="alert">{ marked(why) }</p> },
            Ok(_) if study.old.contains(&outcome.study) => {
                html! { <p class="summary" role="status">{ text::STUDY_OLD }</p> }
            }
            Ok(figure) => html! { <p class="summary" role="status">{ marked(&figure.remark) }</p> },
        },
    }
}
