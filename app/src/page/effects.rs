//! What the state wants done in the world: questions to the workers, saving, the clock of playback, the theme.

use std::{cell::RefCell, rc::Rc};

use gloo::{
    events::EventListener,
    render::{AnimationFrame, request_animation_frame},
    timers::callback::Timeout,
    utils::{document_element, window},
};
use yew::prelude::*;

use super::{Model, Send, exchange::Exchange, js, store::Store, visit::use_visit};
use crate::{
    protocol::{Ask, BESIDE},
    state::{Action, State, asks, play::Metronome},
    text,
};

/// Milliseconds that the hand must rest before a typed text is compiled.
const REST: u32 = 180;
/// Milliseconds after a change before the document is saved.
const SAVE: u32 = 400;

/// All of them.
#[hook]
pub fn use_effects(model: &UseReducerHandle<Model>, send: &Send) {
    use_visit(model, send);
    use_outbox(model, send);
    use_saving(model, send);
    use_clock(model, send);
    use_theme(model, send);
    super::lesson::use_lessons(model, send);
    super::back::use_back(model, send);
    use_effect_with(model.0.answered(), |answered| {
        if *answered {
            js::shown();
        }
    });
}

/// Sends what follows from the state.
#[hook]
fn use_outbox(model: &UseReducerHandle<Model>, send: &Send) {
    // The brief catalogue and the whole one name the same machines: their workers stay.
    let ids: Vec<String> = model.0.catalog.machines.iter().map(|machine| machine.id.clone()).collect();
    let begun = model.0.catalog.gallery.first().map(|item| item.source.clone());
    let exchange = &*use_memo(ids, |ids| Exchange::new("", ids.clone(), begun, send.clone()));
    let build = &model.0.build;
    let key = (build.wanted, build.broken, !model.0.catalog.machines.is_empty());
    {
        let (exchange, model) = (exchange.clone(), model.clone());
        use_effect_with(key, move |(wanted, broken, ready)| {
            let delay = if model.0.build.typed { REST } else { 0 };
            let open = Ask::Open { ticket: *wanted, document: Box::new((*model.0.doc).clone()) };
            let timer =
                (*ready && *wanted > 0 && !broken).then(|| Timeout::new(delay, move || exchange.ask(open)));
            || drop(timer)
        });
    }
    use_beside(model, exchange);
    let asked: Rc<RefCell<State>> = use_mut_ref(State::default);
    let (exchange, model) = (exchange.clone(), model.clone());
    use_effect(move || {
        let before = asked.replace(model.0.clone());
        asks(&before, &model.0).into_iter().for_each(|ask| exchange.ask(ask));
    });
}

/// Opens the runs that the document is compared with, after its own.
#[hook]
fn use_beside(model: &UseReducerHandle<Model>, exchange: &Rc<Exchange>) {
    let state = &model.0;
    let key = (state.beside_ticket, state.build.broken, !state.catalog.machines.is_empty());
    let (exchange, model) = (exchange.clone(), model.clone());
    use_effect_with(key, move |(ticket, broken, known)| {
        let ready = *ticket > 0 && !broken && *known;
        let documents = model.0.documents_beside();
        let (ticket, delay) = (*ticket, if model.0.build.typed { REST } else { 0 });
        let open = move || {
            exchange.ask(Ask::Dismiss(BESIDE + documents.len() as u32));
            for (at, document) in (BESIDE..).zip(documents) {
                exchange.ask(Ask::Aside(at, Box::new(Ask::Open { ticket, document: Box::new(document) })));
            }
        };
        let timer = ready.then(|| Timeout::new(delay, open));
        || drop(timer)
    });
}

/// Saves the document a moment after it has changed, and when the page goes away. That the browser does not keep it is
/// said once, not with every change.
#[hook]
fn use_saving(model: &UseReducerHandle<Model>, send: &Send) {
    let latest = use_mut_ref(State::default);
    latest.replace(model.0.clone());
    let failed = use_mut_ref(|| false);
    let state = &model.0;
    let panes = state.panes.save();
    {
        let (latest, send) = (latest.clone(), send.clone());
        use_effect_with((state.doc.clone(), state.cursor(), panes), move |_| {
            let timer = Timeout::new(SAVE, move || {
                let Some(kept) = save(&latest.borrow(), true) else { return };
                let known = failed.replace(!kept);
                if !kept && !known {
                    send.emit(Action::Notice(Some((text::NO_STORAGE.into(), true))));
                }
            });
            || drop(timer)
        });
    }
    let embed = state.embed;
    use_effect_with(state.prefs.clone(), move |prefs| Store::of(embed).save_prefs(prefs));
    use_effect_with((), move |()| {
        let listener = EventListener::new(&window(), "pagehide", move |_| {
            save(&latest.borrow(), false);
        });
        || drop(listener)
    });
}

/// Saves what there is to keep, and tells whether the browser did; `open` says whether this tab stays. The reduced page
/// has nothing to keep.
pub fn save(state: &State, open: bool) -> Option<bool> {
    let has_work = !state.embed && !state.doc.source.is_empty();
    has_work.then(|| Store::of(state.embed).save(&state.document(), open))
}

/// While it plays, tells the state how much time has passed, a frame at a time.
#[hook]
fn use_clock(model: &UseReducerHandle<Model>, send: &Send) {
    let latest = use_mut_ref(|| model.clone());
    latest.replace(model.clone());
    let send = send.clone();
    use_effect_with(model.0.play.on, move |on| {
        let clock = Rc::new(Clock { frame: RefCell::default(), latest, send });
        if *on {
            clock.clone().wait(Metronome::default());
        }
        move || drop(clock.frame.take())
    });
}

struct Clock {
    frame: RefCell<Option<AnimationFrame>>,
    latest: Rc<RefCell<UseReducerHandle<Model>>>,
    send: Send,
}

impl Clock {
    /// Asks the metronome with the next frame, and so on.
    fn wait(self: Rc<Clock>, mut metronome: Metronome) {
        let clock = self.clone();
        let frame = request_animation_frame(move |now| {
            let tick = metronome.beat(now, &clock.latest.borrow().0);
            tick.into_iter().for_each(|tick| clock.send.emit(tick));
            // Stopped meanwhile: the handle was taken away.
            if clock.frame.borrow().is_some() {
                clock.wait(metronome);
            }
        });
        self.frame.replace(Some(frame));
    }
}

/// Tells the style sheet which theme to use, before anything is painted with it; follows the system's wish.
#[hook]
fn use_theme(model: &UseReducerHandle<Model>, send: &Send) {
    let _ = use_memo(model.0.dark(), |dark| {
        let _ = document_element().set_attribute("data-theme", if *dark { "dark" } else { "light" });
    });
    let send = send.clone();
    use_effect_with((), move |()| {
        let query = window().match_media("(prefers-color-scheme: dark)").ok().flatten();
        let listener = query.map(|query| {
            send.emit(Action::SystemDark(query.matches()));
            let asked = query.clone();
            EventListener::new(&query, "change", move |_| send.emit(Action::SystemDark(asked.matches())))
        });
        || drop(listener)
    });
}
