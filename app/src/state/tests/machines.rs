//! Machines whose workers are loaded apart.

use super::*;

/// A page with every machine, with a run on the first.
fn shown() -> State {
    let mut state = State::default();
    state.apply(Action::Catalog(Box::new(Catalog::of_this_program())));
    state.apply(Action::Begin);
    reopen(&mut state);
    answer(&mut state, 12, 57, true);
    state
}

/// The first preset of the second machine, and the id of that machine.
fn second(state: &State) -> (String, String) {
    let machine = &state.catalog.machines[1];
    (machine.presets[0].id.clone(), machine.id.clone())
}

#[test]
fn what_is_shown_stays_while_the_worker_of_another_machine_is_loaded() {
    let mut state = shown();
    let (preset, machine) = second(&state);
    let before = (state.panels().to_vec(), state.causes().clone(), state.frame.clone());
    state.apply(Action::Edit(Edit::Preset(preset), 0.0));
    state.apply(Action::Loading(machine.clone()));
    assert_eq!((state.panels().to_vec(), state.causes().clone(), state.frame.clone()), before);
    assert_eq!(state.awaited().map(|machine| &machine.id), Some(&machine));
    // The form of settings is that of the machine that was chosen.
    assert_eq!(state.machine().map(|machine| &machine.id), Some(&machine));
    // Where the person wants to be is kept for the run that comes.
    state.apply(Action::Seek(30));
    state.apply(Action::Loaded(machine.clone()));
    assert_eq!(state.awaited(), None);
    reopen(&mut state);
    assert_eq!((state.goal, state.panels()), (30, &state.catalog.machines[1].panels[..]));
}

#[test]
fn a_worker_that_is_lost_takes_its_own_runs_along_and_no_others() {
    let mut state = shown();
    let (preset, other) = second(&state);
    state.apply(Action::Edit(Edit::Compare(MachineChoice { preset, changes: Vec::new() }), 0.0));
    let run = state.build.run.as_deref().unwrap().clone();
    let opened = Told::Opened { ticket: state.beside_ticket, compiled: Box::new(compiled()), run: Ok(run) };
    tell(&mut state, Told::Aside(BESIDE, Box::new(opened)));
    assert!(state.beside[0].runs());
    state.apply(Action::WorkerLost(other, "boom".into()));
    assert!(state.build.run.is_some() && !state.beside[0].runs() && state.build.broken);
    let own = state.machine().unwrap().id.clone();
    state.apply(Action::WorkerLost(own, "boom".into()));
    assert!(state.build.run.is_none());
}

#[test]
fn a_document_of_an_older_release_opens_with_the_names_of_now() {
    let mut state = shown();
    let rows = state.catalog.machines.iter().flat_map(|machine| {
        let preset = machine.presets[0].id.clone();
        machine
            .settings
            .iter()
            .filter(|row| !row.was.is_empty())
            .map(move |row| (preset.clone(), row.clone()))
    });
    let (preset, row) = rows.into_iter().next().expect("a setting was renamed once");
    let changes = vec![(row.was[0].clone(), "1".to_string())];
    let machine = MachineChoice { preset, changes };
    let compare = vec![machine.clone()];
    state.apply(Action::OpenDocument(Box::new(Document { machine, compare, ..empty_document() })));
    let now = vec![(row.id, "1".to_string())];
    assert_eq!((&state.doc.machine.changes, &state.doc.compare[0].changes), (&now, &now));
}
